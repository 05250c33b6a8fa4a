"""How long tests wait for what must happen.

A test that passes never waits so long. On a busy machine, everything takes several times as long as
on a quiet one, so a shorter wait would only make tests fail by chance.
"""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 120.0  # seconds


def until(found: Callable[[], T], why: Callable[[], str] | str, *, pause: float = 0.05) -> T:
    """Wait until the function returns something true, and return that. Fails with the reason."""
    end = time.monotonic() + PATIENCE
    while not (result := found()):
        assert time.monotonic() < end, why if isinstance(why, str) else why()
        time.sleep(pause)
    return result
