"""`ichiba simulate`: play many games between bots and report the results."""

from pathlib import Path
from random import Random
from typing import Annotated

from rich.table import Table as Grid
from typer import Argument, Exit, Option

from ichiba import bots as known_bots
from ichiba.arena import LOCAL, Plan, Played, record_of
from ichiba.arena.figures import Spread
from ichiba.arena.report import Line, Report, report
from ichiba.cli.console import (
    WrongInput,
    allow_own_modules,
    at_least,
    console,
    counted,
    parse_options,
)
from ichiba.cli.game_rows import PARQUET, check_tables, row_files
from ichiba.cli.language import speaking
from ichiba.cli.many_games import Address, Jobs, On, Resume, check_where, play_plan
from ichiba.cli.output import check_files, is_quiet, write_json
from ichiba.cli.progress import INTERRUPTED, tell
from ichiba.core.game import Game, View
from ichiba.core.registry import load


def simulate(
    game: Annotated[str, Argument(help="Name of the game; see `ichiba games`.")],
    players: Annotated[int, Option(help="Number of players.")] = 2,
    games: Annotated[int, Option(help="Number of games.")] = 100,
    bots: Annotated[
        str,
        Option(
            help="Bots, separated by commas. A single bot plays all seats. `quick` is fastest. "
            "`module:Class` is a bot of your own. [default: strong]",
            show_default=False,
        ),
    ] = "",
    seed: Annotated[int, Option(help="Seed. The same seed gives the same results.")] = 1,
    option: Annotated[
        list[str] | None, Option(help="A game option, as name=value. Repeat for several.")
    ] = None,
    jobs: Jobs = None,
    on: On = LOCAL,
    address: Address = None,
    resume: Resume = None,
    json: Annotated[
        Path | None, Option(help="Write the summary to this file as JSON; - prints it.")
    ] = None,
    csv: Annotated[
        Path | None, Option(help="Write a row for each game to this file; - prints them.")
    ] = None,
    jsonl: Annotated[
        Path | None, Option(help="The same with a JSON object on each line; - prints them.")
    ] = None,
    parquet: Annotated[
        Path | None, Option(help="The same as Parquet (needs the extra `ichiba[parquet]`).")
    ] = None,
    decisions: Annotated[
        Path | None,
        Option(help="Write a row for each decision to this file: .parquet or .jsonl."),
    ] = None,
    records: Annotated[
        Path | None, Option(help="Save the record of every game in this folder.")
    ] = None,
) -> None:
    """Play many games between bots: who wins, by how much, and how long games are.

    Each deal is played once for every seating of the bots. If all seats have the same bot, every
    game is a new deal. In files, games, deals and seats are numbered from 0, as in records.

    Ctrl-C ends the simulation early and keeps the games that are over.

    Example: `ichiba simulate tsukiji --games 400 --bots strong,random --jobs 2 --csv games.csv`
    """
    at_least("--games", games, 1)
    check_where(on, jobs, address)
    title = load(game)
    values = title.check(players, seed, parse_options(title, option or []))
    seats = _seats(title, bots or known_bots.usual(title), players)
    check_files(json, csv, jsonl, decisions)
    check_files(resume, parquet)
    if parquet is not None and parquet.suffix != PARQUET:
        raise WrongInput(f"The name of --parquet must end in {PARQUET}, not {parquet.name}.")
    check_tables(parquet, decisions)
    folder = None if records is None else _folder(records)
    plan = Plan(
        title.name, seats, games, seed, values, moves=folder is not None or decisions is not None
    )
    with row_files(csv, (jsonl, parquet), decisions, players) as rows:

        def each(one: Played) -> None:
            for row in rows:
                row.write(one)
            if folder is not None:
                record_of(plan, one).save(folder / f"{plan.game}-{one.number:06}.json")

        played, _ = play_plan(plan, each, resume, on=on, jobs=jobs, address=address)
    if played:
        _publish(report(plan, played), json, quiet=is_quiet(json, csv, jsonl, decisions))
    if len(played) < games:
        tell(f"Stopped after {counted(len(played), 'game')} of {games}.")
        raise Exit(INTERRUPTED)


def _folder(folder: Path) -> Path:
    if folder.exists() and not folder.is_dir():
        raise WrongInput(f"--records must be a folder, but {folder} is a file.")
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise WrongInput(f"Cannot create the folder {folder}: {reason}.") from None
    return folder


def _seats(game: Game, bots: str, players: int) -> tuple[str, ...]:
    names = [known_bots.named(name.strip()) for name in bots.split(",")]
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise WrongInput(f"--bots names {len(names)} bots for {players} players.")
    allow_own_modules(names)
    for name in names:
        known_bots.make(name, game, Random(0))  # raises an error if there is no such bot
    return tuple(names)


def _publish(found: Report, json: Path | None, *, quiet: bool) -> None:
    if json is not None:
        write_json(json, found)
    if not quiet:
        _show(found)


def _show(found: Report) -> None:
    if len(found.bots) > 1:
        _print_lines("Bot", found.bots)
    _print_lines("Order of play", found.order)
    _print_spreads("Score of place", {str(n): row for n, row in enumerate(found.places, 1)})
    _print_spreads(
        "Per game",
        {
            "Lead of the winner": found.lead,
            "Rounds" if "round" in _public(found) else "Turns": found.rounds,
            "Decisions": found.decisions,
        },
    )
    console.print(
        f"{counted(found.games, 'game')}, {counted(found.deals, 'different deal')}. "
        f"Shared victories: {found.shared}. Seed: {found.seed}."
    )
    if found.cut:
        console.print(f"Games that went on and on, and were ended: {found.cut}.")
    if found.endings:
        words = speaking()
        ends = [
            f"{words.say(f'{found.game}.ending.{way}')}: {count}"
            for way, count in found.endings.items()
        ]
        console.print(f"How games ended: {', '.join(ends)}.")
    if not found.balanced:
        console.print(
            "The last deal was not played with every seating of the bots, "
            "so some bots had a seat once more than others."
        )


def _public(found: Report) -> View:
    """What everyone sees at the start of such a game."""
    return load(found.game).new(found.players, seed=0, **found.options).view(None)


def _print_lines(heading: str, lines: list[Line]) -> None:
    grid = Grid(heading, "Wins", "Rate", "95% interval", "Score", "min 25 50 75 % max")
    for line in lines:
        grid.add_row(
            line.name if line.seats == 1 else f"{line.name} ({line.seats} seats)",
            f"{line.wins:g}/{line.games}",
            f"{line.win_rate:.1%}",
            f"{line.low:.1%} to {line.high:.1%}",
            *_cells(line.scores),
        )
    console.print(grid)


def _print_spreads(heading: str, spreads: dict[str, Spread]) -> None:
    grid = Grid(heading, "Mean", "min 25 50 75 % max")
    for name, spread in spreads.items():
        grid.add_row(name, *_cells(spread))
    console.print(grid)


def _cells(spread: Spread) -> tuple[str, str]:
    """The mean with the deviation, and the quartiles between the extremes."""
    points = (spread.least, spread.quarter, spread.median, spread.three_quarters, spread.most)
    return (
        f"{spread.mean:.1f} ± {spread.deviation:.1f}",
        " ".join(f"{point:.0f}" for point in points),
    )
