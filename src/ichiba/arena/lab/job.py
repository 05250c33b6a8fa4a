"""A study in a process of its own, which writes down how far it is.

`python -m ichiba.arena.lab.job FOLDER` reads a question in the folder and writes a report there. It
ends when its standard input is closed, so it never outlives the program that started it, and when
it has taken too long. It runs with low priority.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread, Timer
from typing import Any

import msgspec

from ichiba.arena.lab.page import page
from ichiba.arena.lab.study import Question, steps, study
from ichiba.core.errors import IchibaError
from ichiba.core.messages import Message
from ichiba.core.structs import json_reader

QUESTION, PROGRESS, REPORT, PROBLEM = (
    "question.json",
    "progress.json",
    "report.html",
    "problem.json",
)
MOST_SECONDS = 3600
# How much lower the priority is than that of other programs.
_NICENESS = 15

read_question = json_reader(Question)


class Progress(msgspec.Struct, frozen=True):
    """How many games have been played, of how many."""

    done: int
    of: int


class Problem(msgspec.Struct, frozen=True):
    """What is wrong, as the key of a message and its arguments."""

    key: str
    arguments: dict[str, Any]

    def message(self) -> Message:
        """The message, to be put into words."""
        return Message(self.key, self.arguments)


read_progress = json_reader(Progress)
read_problem = json_reader(Problem)


def main(folder: Path, seconds: float = MOST_SECONDS) -> None:
    """Answer the question in a folder with a report, or with what is wrong."""
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    Thread(target=_end_with_input, daemon=True).start()
    limit = Timer(seconds, _give_up, [folder, seconds])
    limit.daemon = True
    limit.start()
    try:
        question = read_question((folder / QUESTION).read_bytes())
        found = study(question, _counter(folder, steps(question)), jobs=1)
    except IchibaError as error:
        problem = Problem(error.reason.key, error.reason.arguments)
        _write(folder / PROBLEM, msgspec.json.encode(problem))
        return
    _write(folder / REPORT, page(found).encode())


def _counter(folder: Path, games: int) -> Callable[[], None]:
    """A function that notes one more game, at most a hundred times in all."""
    done, every = 0, max(1, games // 100)

    def count() -> None:
        nonlocal done
        done += 1
        if done % every == 0:
            _write(folder / PROGRESS, msgspec.json.encode(Progress(done, games)))

    return count


def _write(file: Path, content: bytes) -> None:
    """Write a file at once, so that nobody reads half of it."""
    new = file.with_suffix(".new")
    new.write_bytes(content)
    new.replace(file)


def _end_with_input() -> None:
    sys.stdin.read()
    os._exit(1)


def _give_up(folder: Path, seconds: float) -> None:
    problem = Problem("core.error.lab_long", {"minutes": round(seconds / 60)})
    _write(folder / PROBLEM, msgspec.json.encode(problem))
    os._exit(1)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
