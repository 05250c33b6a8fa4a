"""Bots that misbehave, for the tests of the process they think in."""

import os
import time
from multiprocessing.connection import Connection


def sleeps(pipe: Connection) -> None:
    """Never answers."""
    pipe.recv()
    time.sleep(600)


def dies(pipe: Connection) -> None:
    """Is gone as soon as it is asked."""
    pipe.recv()
    os._exit(1)


def raises(pipe: Connection) -> None:
    """Has a bug."""
    pipe.recv()
    raise RuntimeError("a bug in a bot")
