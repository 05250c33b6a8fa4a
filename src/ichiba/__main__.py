"""`python -m ichiba` is the command `ichiba`."""

from ichiba.cli import main

main()
