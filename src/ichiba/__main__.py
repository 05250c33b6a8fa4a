"""Lets you run the `ichiba` command as `python -m ichiba`."""

from ichiba.cli import main

main()
