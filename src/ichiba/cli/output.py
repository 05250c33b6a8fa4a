"""Files that commands write results to; `-` stands for standard output."""

import os
import sys
from pathlib import Path

import msgspec

from ichiba.cli.console import WrongInput

STANDARD_OUTPUT = Path("-")


def check_files(*files: Path | None) -> None:
    """Raise WrongInput if one of the files could not be written later, after all the work."""
    given = [file for file in files if file is not None]
    if given.count(STANDARD_OUTPUT) > 1:
        raise WrongInput("Only one result can go to standard output (-).")
    for file in given:
        if file != STANDARD_OUTPUT:
            _check_file(file)


def _check_file(file: Path) -> None:
    if file.is_dir():
        raise WrongInput(f"Cannot write {file}: it is a folder. Name a file.")
    if not file.parent.is_dir():
        raise WrongInput(f"Cannot write {file}: there is no folder {file.parent}.")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise WrongInput(f"Cannot write {file}: permission denied.")


def is_quiet(*files: Path | None) -> bool:
    """Whether standard output is for a program, so that nothing else may be printed there."""
    return STANDARD_OUTPUT in files


def write(file: Path, text: str) -> None:
    """Write a whole file, or print it."""
    if file == STANDARD_OUTPUT:
        sys.stdout.write(text)
        return
    try:
        file.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise WrongInput(f"Cannot write {file}: {reason}.") from None


def write_json(file: Path, content: object) -> None:
    """Write a value as JSON that people can read, too."""
    write(file, msgspec.json.format(msgspec.json.encode(content)).decode() + "\n")
