"""`ichiba simulate`: many games between bots, and what came of them."""

from pathlib import Path
from typing import Annotated

import msgspec
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table
from typer import Argument, Option

from ichiba import bots as known_bots
from ichiba.arena.simulation import Plan, Report
from ichiba.arena.simulation import simulate as run
from ichiba.cli.talk import WrongInput, at_least, console, parse_options
from ichiba.core.game import Game
from ichiba.core.registry import load


def simulate(
    game: Annotated[str, Argument(help="The game's name; see `ichiba games`.")],
    players: Annotated[int, Option(help="How many play.")] = 2,
    games: Annotated[int, Option(help="How many games.")] = 100,
    bots: Annotated[
        str, Option(help="Who plays, separated by commas; one name alone plays every seat.")
    ] = "greedy",
    seed: Annotated[int, Option(help="The same seed gives the same result.")] = 1,
    option: Annotated[list[str] | None, Option(help="An option of the game as name=value.")] = None,
    jobs: Annotated[int, Option(help="How many processes.")] = 1,
    json: Annotated[Path | None, Option(help="Also write the result to this file.")] = None,
) -> None:
    """Play many games between bots, each bot on each seat equally often.

    Example: `ichiba simulate tsukiji --players 2 --games 400 --bots greedy,random --jobs 2`
    """
    at_least("--games", games, 1)
    at_least("--jobs", jobs, 1)
    title = load(game)
    values = title.check(players, seed, parse_options(title, option or []))
    plan = Plan(title.name, _seats(title, bots, players), games, seed, values)
    if json is not None and not json.parent.is_dir():
        raise WrongInput(f"--json: there is no folder {json.parent}")
    with Progress(
        "Playing", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console,
        transient=True,
    ) as progress:  # fmt: skip
        task = progress.add_task("", total=games)
        report = run(plan, jobs, lambda played: progress.advance(task, played))
    _show(report)
    if json is not None:
        json.write_bytes(msgspec.json.format(msgspec.json.encode(report)) + b"\n")


def _seats(game: Game, bots: str, players: int) -> tuple[str, ...]:
    names = [name.strip() for name in bots.split(",")]
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise WrongInput(f"--bots names {len(names)} bots for {players} players")
    for name in names:
        known_bots.check(name, game)
    return tuple(names)


def _show(report: Report) -> None:
    table = Table("Bot", "Wins", "Rate", "95 % interval", "Score", "min 25 50 75 % max")
    for line in report.lines:
        scores = line.scores
        spread = (scores.least, scores.quarter, scores.median, scores.three_quarters, scores.most)
        table.add_row(
            line.bot,
            f"{line.wins:g}/{line.games}",
            f"{line.win_rate:.1%}",
            f"{line.low:.1%} to {line.high:.1%}",
            f"{scores.mean:.1f} ± {scores.deviation:.1f}",
            " ".join(f"{score:.0f}" for score in spread),
        )
    console.print(table)
    seats = ", ".join(f"{rate:.1%}" for rate in report.by_seat)
    console.print(f"Won by seat: {seats}. Decisions: {report.decisions}. Seed: {report.seed}.")
    if not report.balanced:
        console.print(
            f"{report.games} games do not divide by {len(report.lines)} players: "
            "some seats were taken once more than others."
        )
