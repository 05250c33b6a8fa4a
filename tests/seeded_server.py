"""`ichiba serve` that deals what a test asks for: the file that ICHIBA_TEST_DEAL names holds the
seed of the next game. The site itself has no such door: whoever knows a seed knows all secrets."""

import faulthandler
import os
import signal
from pathlib import Path

import django

from ichiba.cli import main


def deal(_bits: int) -> int:
    """The seed that the test has written down."""
    return int(Path(os.environ["ICHIBA_TEST_DEAL"]).read_text(encoding="ascii"))


if __name__ == "__main__":
    faulthandler.register(signal.SIGUSR1)  # writes the stacks of all threads to the log
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ichiba.site.server.settings")
    django.setup()
    from ichiba.site.tables import lobby

    assert "randbits" in vars(lobby), "seeds are drawn elsewhere now"
    lobby.randbits = deal
    main()
