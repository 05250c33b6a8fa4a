"""Saved games: where `ichiba play` keeps them, and which of them can be continued."""

import os
import shlex
import subprocess
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from ichiba.core.errors import IchibaError, RecordError
from ichiba.core.record import Record
from ichiba.site.configuration.settings import data_folder

FOLDER = "saved"
_MOST_LISTED = 50


class Saved(NamedTuple):
    """A saved game, as listed."""

    file: Path
    record: Record
    when: datetime

    @property
    def is_over(self) -> bool:
        """Whether the game has been played to its end."""
        return self.record.result is not None


def folder() -> Path:
    """The folder for saved games; it may not exist yet."""
    return data_folder(os.environ) / FOLDER


def new_file(game: str) -> Path:
    """A file for a new game, in a folder that only its owner can read."""
    place = folder()
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise RecordError.of(
            "core.record.unwritable", path=str(place), problem=error.strerror or str(error)
        ) from None
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    file, number = place / f"{game}-{stamp}.json", 1
    while file.exists():
        number += 1
        file = place / f"{game}-{stamp}-{number}.json"
    return file


def saved_games() -> list[Saved]:
    """The saved games that can be read, the latest first."""
    try:
        dated = [(file.stat().st_mtime, file) for file in folder().glob("*.json")]
    except OSError:
        return []
    found = []
    for time, file in sorted(dated, reverse=True)[:_MOST_LISTED]:
        try:
            found.append(Saved(file, Record.load(file), datetime.fromtimestamp(time)))
        except IchibaError:
            continue  # not a game, or one that this version cannot read
    return found


def found(file: Path) -> Path:
    """A file, or the one with this name in the folder of saved games."""
    kept = folder() / file
    return kept if not file.exists() and kept.is_file() else file


def quoted(path: Path | str) -> str:
    """A path as it has to be typed in a shell."""
    text = str(path)
    return subprocess.list2cmdline([text]) if os.name == "nt" else shlex.quote(text)
