"""Studies that this process runs or has run: each in a process of its own and a folder of its own.

Only one runs at a time, with low priority and on one core, so that nobody who plays has to wait.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex
from threading import Lock

import msgspec
from django.conf import settings
from django.utils.translation import gettext as _

from ichiba.arena.lab import job
from ichiba.arena.lab.study import Question, steps
from ichiba.core.messages import Message
from ichiba.site.titles.words import words_for

# Older ones are deleted.
KEPT = 20
ERRORS = "errors.txt"  # what a study prints if it fails
_NAME = re.compile(r"[0-9a-f]{12}")

_lock = Lock()
_running: dict[str, "subprocess.Popen[bytes]"] = {}


class Busy(Exception):  # noqa: N818
    """Another study is running. Its name is the argument."""


class Study(msgspec.Struct, frozen=True):
    """A study, as it is now."""

    name: str
    question: Question
    done: int  # games played
    of: int
    is_running: bool
    has_report: bool
    problem: Message | None

    @property
    def command(self) -> str:
        """The command that does the same."""
        asked = self.question
        parts = ["ichiba lab", asked.game]
        parts += [f"--change {path}={value}" for path, value in asked.changes.items()]
        parts += [f"--players {len(asked.bots)}", f"--games {asked.games}"]
        parts += [f"--bots {asked.bots[0]}", f"--seed {asked.seed}"]
        parts += [f"--never '{one}'" for one in asked.never]
        parts += [] if asked.levels else ["--levels none"]
        return " ".join([*parts, "--html report.html"])


def start(question: Question) -> str:
    """Start a study and return its name. Raises Busy if another one is running."""
    with _lock:
        for name, process in _running.items():
            if process.poll() is None:
                raise Busy(name)
        _running.clear()
        name = token_hex(6)
        folder = _folder() / name
        folder.mkdir(parents=True)
        (folder / job.QUESTION).write_bytes(msgspec.json.encode(question))
        _forget_old()
        with (folder / ERRORS).open("wb") as errors:
            _running[name] = subprocess.Popen(  # noqa: S603 - our own module and folder
                [sys.executable, "-m", job.__name__, str(folder)],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=errors,
            )
    return name


def stop(name: str) -> None:
    """End a study that is running, and forget it."""
    with _lock:
        process = _running.pop(name, None)
        if process is not None:
            process.kill()
            process.wait()
            assert process.stdin is not None  # noqa: S101 - it is a pipe
            process.stdin.close()
    if find(name) is not None:
        shutil.rmtree(_folder() / name, ignore_errors=True)


def find(name: str) -> Study | None:
    """Return a study, if there is one of this name."""
    folder = _folder() / name
    if not _NAME.fullmatch(name) or not (folder / job.QUESTION).is_file():
        return None
    question = job.read_question((folder / job.QUESTION).read_bytes())
    # In this order: a study that ends meanwhile has its report.
    process = _running.get(name)
    is_alive = process is not None and process.poll() is None
    noted, problem, report = folder / job.PROGRESS, folder / job.PROBLEM, folder / job.REPORT
    done = job.read_progress(noted.read_bytes()).done if noted.is_file() else 0
    return Study(
        name=name,
        question=question,
        done=done,
        of=steps(question),
        is_running=is_alive and not (report.is_file() or problem.is_file()),
        has_report=report.is_file(),
        problem=job.read_problem(problem.read_bytes()).message() if problem.is_file() else None,
    )


def report_of(name: str) -> bytes | None:
    """Return the report of a study, if it is finished."""
    file = _folder() / name / job.REPORT
    return file.read_bytes() if _NAME.fullmatch(name) and file.is_file() else None


def recent() -> list[Study]:
    """Return the studies that are kept, the newest first."""
    return [found for name in _newest() if (found := find(name)) is not None]


def said(study: Study) -> str:
    """Return what became of a study, in a sentence."""
    if study.problem is not None:
        return study.problem.say(words_for([]))
    if study.has_report:
        return _("The report is ready.")
    if study.is_running:
        return _("Played %(done)s of %(of)s games.") % {"done": study.done, "of": study.of}
    return _("The study was stopped early.")


def _folder() -> Path:
    folder: Path = settings.DATA / "lab"
    return folder


def _newest() -> Iterator[str]:
    folder = _folder()
    found = [one for one in folder.iterdir() if one.is_dir()] if folder.is_dir() else []
    yield from (one.name for one in sorted(found, key=lambda one: -one.stat().st_mtime))


def _forget_old() -> None:
    for name in [*_newest()][KEPT:]:
        shutil.rmtree(_folder() / name, ignore_errors=True)
