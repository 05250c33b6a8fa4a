"""Writes tables of a run while it is played: a row for each game, or for each decision."""

import csv
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Protocol, TextIO

import msgspec

from ichiba.arena import Played
from ichiba.cli.output import STANDARD_OUTPUT
from ichiba.cli.talk import WrongInput

PARQUET = ".parquet"
# So many rows are written to a Parquet file at a time.
_GROUP = 5000

Row = Mapping[str, object]


class Rows(Protocol):
    """Takes the games one by one."""

    def write(self, played: Played) -> None:
        """Write what the table has of a game."""


class Out(Protocol):
    """A file of rows."""

    def add(self, row: Row) -> None:
        """Add a row."""


class CsvRows:
    """A table with a column for every figure, and for the bot, score and victory of each seat."""

    def __init__(self, file: TextIO, players: int) -> None:
        self.writer = csv.writer(file, lineterminator="\n")
        seats = [f"{what}_{seat}" for seat in range(players) for what in ("bot", "score", "won")]
        head = ["game", "deal", "seed", "first", "decisions", "rounds", "ending", "cut"]
        self.writer.writerow(head + seats)

    def write(self, played: Played) -> None:
        """Write the row of a game."""
        outcome = played.outcome
        row: list[object] = [played.number, played.deal, played.seed, outcome.first,
                             outcome.decisions, outcome.rounds, outcome.ending,
                             int(outcome.cut)]  # fmt: skip
        for seat, bot in enumerate(played.bots):
            row += [bot, outcome.scores[seat], f"{played.share(seat):g}"]
        self.writer.writerow(row)


class GameRows:
    """A row for each game."""

    def __init__(self, out: Out) -> None:
        self.out = out

    def write(self, played: Played) -> None:
        """Write the row of a game."""
        self.out.add(
            {
                "game": played.number,
                "deal": played.deal,
                "seed": played.seed,
                "bots": played.bots,
                **msgspec.structs.asdict(played.outcome),
            }
        )


class DecisionRows:
    """A row for each decision of a game."""

    def __init__(self, out: Out) -> None:
        self.out = out

    def write(self, played: Played) -> None:
        """Write the rows of a game whose moves are known."""
        moves = zip(played.moves, played.choices, strict=True)
        for number, (move, choices) in enumerate(moves):
            seat, _, action = move.partition(" ")
            self.out.add(
                {
                    "game": played.number,
                    "decision": number,
                    "seat": int(seat),
                    "bot": played.bots[int(seat)],
                    "action": action,
                    "choices": choices,
                }
            )


class JsonFile:
    """A JSON object on each line."""

    def __init__(self, file: TextIO) -> None:
        self.file = file

    def add(self, row: Row) -> None:
        """Write the row."""
        self.file.write(msgspec.json.encode(row).decode() + "\n")


class ParquetFile:
    """A Parquet file. Its columns and their types are those of the first rows."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.rows: list[Row] = []
        self.writer: Any = None

    def add(self, row: Row) -> None:
        """Write the row, with others."""
        self.rows.append(row)
        if len(self.rows) >= _GROUP:
            self._flush()

    def _flush(self) -> None:
        arrow, parquet = _arrow()
        schema = None if self.writer is None else self.writer.schema
        table = arrow.Table.from_pylist(self.rows, schema=schema)
        if self.writer is None:
            self.writer = parquet.ParquetWriter(self.file, table.schema, compression="zstd")
        self.writer.write_table(table)
        self.rows = []

    def close(self) -> None:
        """Write what is left. A file needs a row, because columns follow from it."""
        if self.rows:
            self._flush()
        if self.writer is not None:
            self.writer.close()


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise WrongInput('Parquet needs pyarrow. Run: pip install "ichiba[parquet]"') from None
    return pyarrow, pyarrow.parquet


def check_tables(*files: Path | None) -> None:
    """Raise WrongInput if one of the files is Parquet, but there is nothing to write it with."""
    if any(file is not None and file.suffix == PARQUET for file in files):
        _arrow()


@contextmanager
def row_files(
    table: Path | None, games: Iterable[Path | None], decisions: Path | None, players: int
) -> Iterator[list[Rows]]:
    """Open the files that are wanted: CSV rows of games, other rows of games, and decisions. Those
    whose name ends in .parquet are Parquet; in the others, each line is a JSON object."""
    with ExitStack() as stack:
        rows: list[Rows] = []
        if table is not None:
            rows.append(CsvRows(_open(table, stack), players))
        rows += [GameRows(_out(file, stack)) for file in games if file is not None]
        if decisions is not None:
            rows.append(DecisionRows(_out(decisions, stack)))
        yield rows


def _out(file: Path, stack: ExitStack) -> Out:
    if file.suffix != PARQUET:
        return JsonFile(_open(file, stack))
    out = ParquetFile(file)
    stack.callback(out.close)
    return out


def _open(file: Path, stack: ExitStack) -> TextIO:
    if file == STANDARD_OUTPUT:
        return sys.stdout
    try:
        # Line by line, so that the rows of all finished games are there, whatever happens.
        return stack.enter_context(file.open("w", encoding="utf-8", newline="", buffering=1))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise WrongInput(f"Cannot write {file}: {reason}.") from None
