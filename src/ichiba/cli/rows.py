"""Writes one row for each game of a simulation, as soon as the game is over."""

import csv
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Protocol, TextIO

import msgspec

from ichiba.arena import Played
from ichiba.cli.output import STANDARD_OUTPUT
from ichiba.cli.talk import WrongInput


class Rows(Protocol):
    """Takes the games one by one."""

    def write(self, played: Played) -> None:
        """Write the row of a game."""


class CsvRows:
    """A table with a column for every figure, and for the bot, score and victory of each seat."""

    def __init__(self, file: TextIO, players: int) -> None:
        self.writer = csv.writer(file, lineterminator="\n")
        seats = [f"{what}_{seat}" for seat in range(players) for what in ("bot", "score", "won")]
        head = ["game", "deal", "seed", "first", "decisions", "rounds", "ending"]
        self.writer.writerow(head + seats)

    def write(self, played: Played) -> None:
        """Write the row of a game."""
        outcome = played.outcome
        row: list[object] = [played.number, played.deal, played.seed, outcome.first,
                             outcome.decisions, outcome.rounds, outcome.ending]  # fmt: skip
        for seat, bot in enumerate(played.bots):
            row += [bot, outcome.scores[seat], f"{played.share(seat):g}"]
        self.writer.writerow(row)


class JsonRows:
    """A JSON object on each line."""

    def __init__(self, file: TextIO) -> None:
        self.file = file

    def write(self, played: Played) -> None:
        """Write the row of a game."""
        row = {
            "game": played.number,
            "deal": played.deal,
            "seed": played.seed,
            "bots": played.bots,
            **msgspec.structs.asdict(played.outcome),
        }
        self.file.write(msgspec.json.encode(row).decode() + "\n")


@contextmanager
def row_files(table: Path | None, lines: Path | None, players: int) -> Iterator[list[Rows]]:
    """Open the files for CSV and JSON rows, if they are wanted."""
    with ExitStack() as stack:
        rows: list[Rows] = []
        if table is not None:
            rows.append(CsvRows(_open(table, stack), players))
        if lines is not None:
            rows.append(JsonRows(_open(lines, stack)))
        yield rows


def _open(file: Path, stack: ExitStack) -> TextIO:
    if file == STANDARD_OUTPUT:
        return sys.stdout
    try:
        # Line by line, so that the rows of all finished games are there, whatever happens.
        return stack.enter_context(file.open("w", encoding="utf-8", newline="", buffering=1))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise WrongInput(f"Cannot write {file}: {reason}.") from None
