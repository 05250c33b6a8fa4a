"""`ichiba dataset`: record many games of bots of all kinds, with a card that says how."""

import shlex
import sys
from pathlib import Path
from random import Random
from typing import Annotated

from msgspec.json import format as format_json
from typer import Argument, Exit, Option

from ichiba import bots as known_bots
from ichiba.arena import LOCAL, Plan, Played, record_of, report
from ichiba.arena.card import card
from ichiba.cli.console import (
    WrongInput,
    allow_own_modules,
    at_least,
    console,
    counted,
    parse_options,
)
from ichiba.cli.game_rows import PARQUET, check_tables, row_files
from ichiba.cli.many_games import Address, GameName, Jobs, On, Options, check_where, play_plan
from ichiba.cli.progress import INTERRUPTED, tell
from ichiba.core.game import Game
from ichiba.core.registry import load

# Bots that look ahead need a thousand times as long, so they take part only if they are named.
_QUICK_ENOUGH = (
    known_bots.RANDOM, known_bots.BEGINNER, known_bots.GENTLE, known_bots.STEADY, known_bots.STRONG,
)  # fmt: skip
_JSON = ".jsonl"


def dataset(
    game: GameName,
    folder: Annotated[Path, Argument(help="The folder to make; it must be new or empty.")],
    players: Annotated[int, Option(help="Number of players.")] = 3,
    games: Annotated[int, Option(help="Number of games.")] = 10_000,
    bots: Annotated[
        str,
        Option(
            help="Bots, separated by commas; every group that fits at a table meets. "
            "[default: random to strong]",
            show_default=False,
        ),
    ] = "",
    seed: Annotated[int, Option(help="Seed. The same seed gives the same games.")] = 1,
    option: Options = None,
    parquet: Annotated[
        bool,
        Option("--parquet", help="Write Parquet, not JSON lines (needs `ichiba[parquet]`)."),
    ] = False,
    decisions: Annotated[
        bool, Option("--decisions", help="Write a table of all decisions, too.")
    ] = False,
    jobs: Jobs = None,
    on: On = LOCAL,
    address: Address = None,
) -> None:
    """Record many games between bots of different strength, as a data set.

    The folder gets a table with a row for each game, all records (a record on each line, which
    `ichiba replay` can show from a file of its own), and a card, README.md, that says how they were
    made. Every game is a new deal, and the bots change seats.

    Example: `ichiba dataset shinjuku shinjuku-games --games 10000 --decisions`
    """
    at_least("--games", games, 1)
    check_where(on, jobs, address)
    title = load(game)
    values = title.check(players, seed, parse_options(title, option or []))
    names = _names(title, bots)
    end = PARQUET if parquet else _JSON
    files = {"games": folder / f"games{end}", "decisions": folder / f"decisions{end}"}
    check_tables(*files.values())
    _make(folder)
    plan = Plan(
        title.name, names, games, seed, values, players=players, duplicate=False, moves=True
    )  # fmt: skip
    wanted = files["decisions"] if decisions else None
    with (
        row_files(None, (files["games"],), wanted, players) as rows,
        (folder / "records.jsonl").open("wb") as records,
    ):

        def each(one: Played) -> None:
            for row in rows:
                row.write(one)
            records.write(format_json(record_of(plan, one).encode(), indent=-1) + b"\n")

        played, ended = play_plan(plan, each, None, on=on, jobs=jobs, address=address)
    if not ended:
        tell(f"Stopped after {counted(len(played), 'game')} of {games}. There is no card.")
        raise Exit(INTERRUPTED)
    told = {kind: file.name for kind, file in files.items() if kind == "games" or decisions}
    text = card(plan, report(plan, played), _command(), told)
    (folder / "README.md").write_text(text, encoding="utf-8")
    console.print(f"{counted(len(played), 'game')} in {folder}. README.md says how they were made.")


def _names(game: Game, bots: str) -> tuple[str, ...]:
    given = bots.split(",") if bots else [
        name for name in known_bots.names(game) if name in _QUICK_ENOUGH
    ]  # fmt: skip
    names = tuple(dict.fromkeys(known_bots.named(name.strip()) for name in given))
    allow_own_modules(names)
    for name in names:
        known_bots.make(name, game, Random(0))  # raises an error if there is no such bot
    if len(names) < 2:
        raise WrongInput("--bots must name at least two bots.")
    return names


def _make(folder: Path) -> None:
    try:
        folder.mkdir(exist_ok=True)
        full = any(folder.iterdir())
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise WrongInput(f"Cannot create the folder {folder}: {reason}.") from None
    if full:
        raise WrongInput(f"The folder {folder} must be empty.")


def _command() -> str:
    return shlex.join(["ichiba", *sys.argv[1:]])
