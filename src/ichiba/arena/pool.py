"""Shares numbered work among processes, and hands the results over in the order of the numbers.

Work is given out in parts that take about a second, measured as it goes. A part whose process is
lost is given out again. `cluster.py` does the same on many machines.
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from math import ceil
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import current_thread, main_thread
from time import monotonic
from typing import Generic, NamedTuple, Protocol, TypedDict, TypeVar

Result = TypeVar("Result")

LOCAL, RAY = "local", "ray"

# What a part should take, in seconds.
_LONG_ENOUGH = 0.7
# A part that has lost so many processes is the reason for it.
_MOST_LOSSES = 5
# How often Ctrl-C is looked for while processes work, in seconds.
_LOOK = 0.2


class How(TypedDict, total=False):
    """How work is shared: see `run`."""

    on: str
    jobs: int | None
    address: str | None
    apart: bool


class RunError(Exception):
    """The work cannot be done; the message says why."""


class Part(NamedTuple):
    """Some of the numbers, and where they are among all of them."""

    start: int
    numbers: Sequence[int]


class Done(NamedTuple, Generic[Result]):
    """A part that was given out: its results, or None if the process that had it was lost."""

    part: Part
    results: list[Result] | None
    seconds: float = 0.0


class Workers(Protocol[Result]):
    """Processes that work on parts, here or elsewhere."""

    def free(self) -> int:
        """How many parts they could take now."""

    def give(self, part: Part) -> None:
        """Let one of them work on a part."""

    def busy(self) -> bool:
        """Whether any of them has a part."""

    def take(self, seconds: float) -> list[Done[Result]]:
        """The parts that are done or lost; waits for the first, but only so long."""

    def close(self) -> None:
        """End them, whatever they are doing."""


def run(
    play: Callable[[int], Result],
    numbers: Sequence[int],
    *,
    on: str = LOCAL,
    jobs: int | None = 1,
    address: str | None = None,
    apart: bool = False,
) -> Generator[Result]:
    """Call `play` for each number, and yield the results in the order of the numbers.

    `jobs` is the number of processes: one for each core if it is None. With several, or on Ray,
    `play` must be picklable. `address` is that of a Ray cluster; without it, Ray starts here. With
    `apart`, `play` runs in processes that have done nothing else.

    After Ctrl-C, parts in progress are finished, and what follows without a gap is yielded. Then
    KeyboardInterrupt is raised. A second Ctrl-C ends everything at once.
    """
    with _ctrl_c() as pressed:
        if on == LOCAL and not apart and (jobs == 1 or len(numbers) <= 1):
            yield from _alone(play, numbers, pressed)
            return
        with closing(_workers(play, len(numbers), on, jobs, address, apart)) as workers:
            yield from _shared(workers, numbers, pressed)


def _workers(
    play: Callable[[int], Result],
    most: int,
    on: str,
    jobs: int | None,
    address: str | None,
    apart: bool,
) -> Workers[Result]:
    if on == LOCAL:
        return Processes(play, min(jobs or os.cpu_count() or 1, most))
    if on == RAY:
        from ichiba.arena.cluster import Tasks

        return Tasks(play, jobs, address, apart=apart)
    raise RunError(f"There is no “{on}” to play on. Choose {LOCAL} or {RAY}.")


class _Pressed:
    """Whether Ctrl-C was pressed. While `at_once` is set, it raises KeyboardInterrupt itself."""

    def __init__(self) -> None:
        self.pressed = False
        self.at_once = False

    def handle(self, *_: object) -> None:
        """Handle the signal."""
        if self.pressed or self.at_once:
            raise KeyboardInterrupt
        self.pressed = True


@contextmanager
def _ctrl_c() -> Iterator[_Pressed]:
    """Note Ctrl-C instead of raising KeyboardInterrupt anywhere, so that no result is taken only in
    part."""
    pressed = _Pressed()
    if current_thread() is not main_thread():  # only the main thread gets signals
        yield pressed
        return
    handler = signal.signal(signal.SIGINT, pressed.handle)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, handler)


def _alone(
    play: Callable[[int], Result], numbers: Sequence[int], pressed: _Pressed
) -> Generator[Result]:
    for number in numbers:
        pressed.at_once = True
        if pressed.pressed:
            raise KeyboardInterrupt
        result = play(number)
        pressed.at_once = False
        yield result


def _shared(
    workers: Workers[Result], numbers: Sequence[int], pressed: _Pressed
) -> Generator[Result]:
    parts = Parts(numbers)
    ready: dict[int, Result] = {}
    at = 0
    while at < len(numbers):
        while not pressed.pressed and workers.free() > 0 and (part := parts.next()):
            workers.give(part)
        if pressed.pressed and not workers.busy():
            raise KeyboardInterrupt
        for done in workers.take(_LOOK):
            if done.results is None:
                parts.again(done.part)
            else:
                parts.learn(done)
                ready.update(enumerate(done.results, done.part.start))
        while at in ready:
            yield ready.pop(at)
            at += 1


class Parts:
    """Cuts numbers into parts that take long enough, as far as is known."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self._numbers = numbers
        self._given = 0
        self._lost: deque[Part] = deque()
        self._losses: dict[int, int] = {}
        self._done = 0
        self._seconds = 0.0

    def next(self) -> Part | None:
        """The next part; None if all have been given out."""
        if self._lost:
            return self._lost.popleft()
        start, size = self._given, self._size()
        self._given += size
        return Part(start, self._numbers[start : start + size]) if size else None

    def _size(self) -> int:
        each = self._seconds / self._done if self._done else _LONG_ENOUGH
        return min(max(1, ceil(_LONG_ENOUGH / max(each, 1e-6))), len(self._numbers) - self._given)

    def learn(self, done: Done[Result]) -> None:
        """Note how long a part took."""
        self._done += len(done.part.numbers)
        self._seconds += done.seconds

    def again(self, part: Part) -> None:
        """Give a lost part out once more. Raises RunError if that can't help."""
        self._losses[part.start] = self._losses.get(part.start, 0) + 1
        if self._losses[part.start] >= _MOST_LOSSES:
            first, last = part.numbers[0], part.numbers[-1]
            raise RunError(
                f"The process with the games {first} to {last} was lost {_MOST_LOSSES} times. "
                "Perhaps there is too little memory, or a bot crashes."
            )
        self._lost.append(part)


class _Process(NamedTuple):
    process: BaseProcess
    pipe: Connection


class Processes(Generic[Result]):
    """Processes of this machine."""

    def __init__(self, play: Callable[[int], Result], jobs: int) -> None:
        self._play = play
        self._jobs = jobs
        self._idle: list[_Process] = []
        self._busy: dict[Connection, tuple[_Process, Part]] = {}

    def free(self) -> int:
        """How many parts they could take now."""
        return self._jobs - len(self._busy)

    def busy(self) -> bool:
        """Whether any of them has a part."""
        return bool(self._busy)

    def give(self, part: Part) -> None:
        """Let an idle process work on a part, or a new one."""
        worker = self._idle.pop() if self._idle else self._start()
        self._busy[worker.pipe] = worker, part
        with suppress(OSError):  # it was killed; `take` notices that
            worker.pipe.send(part.numbers)

    def _start(self) -> _Process:
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs,), daemon=True)
        process.start()
        theirs.close()
        with suppress(OSError):
            ours.send(self._play)
        return _Process(process, ours)

    def take(self, seconds: float) -> list[Done[Result]]:
        """The parts that are done or lost."""
        return [self._done(pipe) for pipe in wait([*self._busy], seconds) if pipe in self._busy]

    def _done(self, pipe: object) -> Done[Result]:
        assert isinstance(pipe, Connection)  # noqa: S101 - `wait` returns what it gets
        worker, part = self._busy.pop(pipe)
        try:
            results, taken, error = pipe.recv()
        except (EOFError, OSError):
            _end(worker)
            return Done(part, None)
        self._idle.append(worker)
        if error is not None:
            raise error
        return Done(part, results, taken)

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        for worker in [*self._idle, *(worker for worker, _ in self._busy.values())]:
            _end(worker)


def _end(worker: _Process) -> None:
    worker.pipe.close()
    worker.process.terminate()
    worker.process.join()


def work(play: Callable[[int], Result], numbers: Sequence[int]) -> tuple[list[Result], float]:
    """The results of a part, and how many seconds it took."""
    begin = monotonic()
    return [play(number) for number in numbers], monotonic() - begin


def _work(pipe: Connection) -> None:
    """Work on parts until there are no more. The main process handles Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        try:
            play = pipe.recv()
        except (AttributeError, ImportError) as error:  # it is not known here
            pipe.send((None, 0.0, error))
            return
        while True:
            numbers = pipe.recv()
            try:
                pipe.send((*work(play, numbers), None))
            except Exception as error:  # it belongs to the main process
                pipe.send((None, 0.0, error))
