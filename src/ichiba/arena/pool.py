"""Plays numbered games in one process or several, and hands the results over in order."""

import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from threading import current_thread, main_thread
from typing import TypeVar

Result = TypeVar("Result")


class Enough(Exception):  # noqa: N818 - nothing went wrong
    """Raised by whoever takes the results to stop early. Later results are thrown away."""


def run(
    play: Callable[[int], Result],
    numbers: Sequence[int],
    jobs: int,
    take: Callable[[Result], None],
    chunk: int = 1,
) -> bool:
    """Call `play` for each number, and `take` for each result in the order of the numbers.

    With several jobs, `play` must be picklable. A chunk is what a process plays at a time. Ctrl-C
    ends the run; games that are being played then are finished and taken first. Returns whether the
    run came to its end without Ctrl-C.
    """
    try:
        if jobs == 1:
            for number in numbers:
                result = play(number)
                with _ctrl_c_waits():
                    take(result)
        else:
            _share(play, [*_chunks(numbers, chunk)], jobs, take)
    except Enough:
        return True
    except KeyboardInterrupt:
        return False
    return True


@contextmanager
def _ctrl_c_waits() -> Iterator[None]:
    """Delay Ctrl-C until the end of the block, so that no result is taken only in part."""
    if current_thread() is not main_thread():  # only the main thread gets signals
        yield
        return
    pressed: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
    if pressed:
        raise KeyboardInterrupt


def _chunks(numbers: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    for start in range(0, len(numbers), size):
        yield numbers[start : start + size]


def _share(
    play: Callable[[int], Result],
    chunks: list[Sequence[int]],
    jobs: int,
    take: Callable[[Result], None],
) -> None:
    """Let several processes play. On Ctrl-C they stop after the game that they are playing."""
    context = get_context("spawn")
    stop = context.Event()
    with ProcessPoolExecutor(jobs, context, initializer=_begin, initargs=(stop,)) as pool:
        waiting = deque(pool.submit(_play_chunk, play, chunk) for chunk in chunks)
        try:
            while waiting:
                results = waiting[0].result()
                with _ctrl_c_waits():
                    waiting.popleft()
                    for result in results:
                        take(result)
        except Enough:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        except KeyboardInterrupt:
            stop.set()
            for future in [future for future in waiting if not future.cancel()]:
                for result in future.result():
                    take(result)
            raise


_stop: Event | None = None  # in a process of `_share`, set once it should stop


def _begin(stop: Event) -> None:
    global _stop  # noqa: PLW0603 - the pool has no other way to give a process something
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process handles Ctrl-C


def _play_chunk(play: Callable[[int], Result], numbers: Sequence[int]) -> list[Result]:
    results: list[Result] = []
    for number in numbers:
        if _stop is not None and _stop.is_set():
            break
        results.append(play(number))
    return results
