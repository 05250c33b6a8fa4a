"""Bots that misbehave, for the tests of bot processes."""

import os
import time
from multiprocessing.connection import Connection


def sleeps(pipe: Connection) -> None:
    """Never answers."""
    pipe.recv()
    time.sleep(600)


def dies(pipe: Connection) -> None:
    """Exits as soon as it is asked."""
    pipe.recv()
    os._exit(1)


def raises(pipe: Connection) -> None:
    """Raises an exception."""
    pipe.recv()
    raise RuntimeError("a bug in a bot")
