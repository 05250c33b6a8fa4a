"""Plays the games of a trial in new processes, because a title reads its numbers only once."""

from collections import deque
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import msgspec

from ichiba.arena.lab.trial import Trial, Watched, watch

# Large enough that sending takes no time, small enough to share the work evenly.
_LARGEST_PART = 50
_PARTS = 8  # of each process, at least


def play_games(
    trial: Trial, games: int, jobs: int, each: Callable[[], None] = lambda: None
) -> list[Watched]:
    """Play so many games, in order. Raises SetupError if a changed game can't be played."""
    part = max(1, min(_LARGEST_PART, games // (jobs * _PARTS)))
    found: list[Watched] = []
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        waiting = deque(
            pool.submit(_play, trial, start, min(start + part, games))
            for start in range(0, games, part)
        )
        try:
            while waiting:
                for one in _read(waiting.popleft().result()):
                    found.append(one)
                    each()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return found


def _play(trial: Trial, start: int, end: int) -> bytes:
    """Some games as bytes, which are much smaller than what pickle makes of them."""
    return msgspec.msgpack.encode([watch(trial, number) for number in range(start, end)])


def _read(content: bytes) -> list[Watched]:
    return msgspec.msgpack.decode(content, type=list[Watched])
