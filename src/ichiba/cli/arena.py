"""`ichiba arena`: let bots play against each other and rate them."""

from pathlib import Path
from random import Random
from typing import Annotated

from rich.table import Table as Grid
from typer import Argument, Exit, Option

from ichiba import bots as known_bots
from ichiba.arena import LOCAL, Report, contest, report
from ichiba.arena.budgets import budget_for
from ichiba.arena.page import page
from ichiba.cli.console import (
    WrongInput,
    allow_own_modules,
    at_least,
    console,
    counted,
    parse_options,
)
from ichiba.cli.games_file import bots_in
from ichiba.cli.many_games import Address, Jobs, On, Resume, check_where, play_plan
from ichiba.cli.output import check_files, is_quiet, write, write_json
from ichiba.cli.progress import INTERRUPTED, tell
from ichiba.core.game import Game
from ichiba.core.options import Values
from ichiba.core.registry import load

_LONGEST_THOUGHT = 60_000  # milliseconds


def arena(
    game: Annotated[str, Argument(help="Name of the game; see `ichiba games`.")],
    players: Annotated[int, Option(help="Number of players at a table.")] = 2,
    bots: Annotated[
        str,
        Option(
            help="Bots, separated by commas, such as strong,master:50. `quick` takes least time. "
            "`module:Class` is a bot of your own. [default: all but random]",
            show_default=False,
        ),
    ] = "",
    against: Annotated[
        str | None,
        Option(
            help="Let each bot play alone against this one, which gets all other seats.",
            show_default=False,
        ),
    ] = None,
    games: Annotated[int, Option(help="Number of games; with --until, the most.")] = 200,
    duplicate: Annotated[
        bool, Option("--duplicate", help="Play each deal with every group in every seating.")
    ] = False,
    until: Annotated[
        float | None,
        Option(help="Stop once no rating's 95% interval is wider than this many points."),
    ] = None,
    milliseconds: Annotated[
        float | None,
        Option(
            help="Let bots that search think for about this much CPU time a decision, on average.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[int, Option(help="Seed. The same seed gives the same games.")] = 1,
    option: Annotated[
        list[str] | None, Option(help="A game option, as name=value. Repeat for several.")
    ] = None,
    jobs: Jobs = None,
    on: On = LOCAL,
    address: Address = None,
    resume: Resume = None,
    json: Annotated[
        Path | None, Option(help="Write the results to this file as JSON; - prints them.")
    ] = None,
    html: Annotated[
        Path | None, Option(help="Write a report with charts to this file; - prints it.")
    ] = None,
) -> None:
    """Let bots play against each other, and rate them with 95% intervals.

    With two players, every pair of bots meets. With more, every group of bots that fits at a table
    does. The bots change seats, and every game is a new deal (see --duplicate).

    With --against strong, each other bot plays alone against strong in all other seats. The table
    shows its share of the wins; a victory shared by two players counts as half for each.

    Ratings are like Elo's: a bot with 400 points more finishes ahead ten times as often. The rating
    of strong is 1000; without it, that of random is 0.

    A budget such as master:50 is a number of tries, so the same seed gives the same games on every
    machine. With --milliseconds, a few games are played first to find the budget of each master and
    ismcts that takes as long on this machine.

    Ctrl-C ends the contest early and keeps the games that are over.

    Examples:

    `ichiba arena tsukiji --bots strong,master:50,master --games 300 --html report.html`

    `ichiba arena shinjuku --players 3 --bots master --against strong --games 60`

    `ichiba arena tsukiji --bots master,ismcts --milliseconds 40 --games 40`
    """
    at_least("--games", games, 1)
    check_where(on, jobs, address)
    if until is not None and not until > 0:
        raise WrongInput(f"--until must be more than 0 points, not {until}.")
    if milliseconds is not None and not 0 < milliseconds <= _LONGEST_THOUGHT:
        allowed = f"more than 0 and at most {_LONGEST_THOUGHT}"
        raise WrongInput(f"--milliseconds must be {allowed}, not {milliseconds}.")
    title = load(game)
    values = title.check(players, seed, parse_options(title, option or []))
    check_files(json, html)
    check_files(resume)
    against = None if against is None else known_bots.named(against)
    names = _names(title, bots, against)
    if milliseconds is not None:
        budgets = _budgets(names, title, players, milliseconds, values, resume)
        names, against = tuple(budgets.values()), budgets.get(against or "")
    plan = contest(
        title.name, players, names, seed, values, games, duplicate=duplicate, against=against
    )  # fmt: skip
    played, ended = play_plan(
        plan, lambda _: None, resume, until=until, on=on, jobs=jobs, address=address
    )  # fmt: skip
    if played:
        _publish(report(plan, played), json, html)
    if not ended:
        tell(f"Stopped after {counted(len(played), 'game')} of {games}.")
        raise Exit(INTERRUPTED)


def _names(game: Game, bots: str, against: str | None) -> tuple[str, ...]:
    """All bots that take part, with the one that the others play against."""
    given = bots.split(",") if bots else known_bots.levels(game)
    names = [known_bots.named(name.strip()) for name in given]
    if against is not None and against not in names:
        names.append(against)
    allow_own_modules(names)
    for name in names:
        known_bots.make(name, game, Random(0))  # raises an error if there is no such bot
        if names.count(name) > 1:
            raise WrongInput(f"--bots names {name} more than once.")
    if len(names) < 2 and against is not None:
        raise WrongInput("--bots must name a bot other than that of --against.")
    if len(names) < 2:
        raise WrongInput("--bots must name at least two bots to compare.")
    return tuple(names)


def _budgets(
    names: tuple[str, ...],
    game: Game,
    players: int,
    milliseconds: float,
    values: Values,
    resume: Path | None,
) -> dict[str, str]:
    """The bots with budgets for this time. A contest that is continued keeps those that it has."""
    kept = bots_in(resume) if resume is not None else ()
    if tuple(name.partition(":")[0] for name in kept) == names:
        return dict(zip(names, kept, strict=True))
    found = {
        name: budget_for(name, game, players, milliseconds / 1000, values) for name in names
    }  # fmt: skip
    tell(f"Budgets for {milliseconds:g} ms a decision: {', '.join(found.values())}.")
    return found


def _publish(found: Report, json: Path | None, html: Path | None) -> None:
    if json is not None:
        write_json(json, found)
    if html is not None:
        write(html, page(found))
    if not is_quiet(json, html):
        _show(found)


def _show(found: Report) -> None:
    _print_ratings(found)
    _print_matrix(found)
    if found.shows_groups:
        _print_groups(found)
    console.print(
        f"{counted(found.games, 'game')}, {counted(found.deals, 'different deal')}. "
        f"The rating of {found.anchor} is fixed. Seed: {found.seed}."
    )
    if not found.balanced:
        console.print("Some bots had a seat more often than others.")


def _print_ratings(found: Report) -> None:
    grid = Grid("Bot", "Rating", "95% interval", "Wins", "Score", "CPU ms", "longest")
    for rated, line, thought in zip(found.ratings, found.bots, found.thinking, strict=True):
        fixed = rated.name == found.anchor
        grid.add_row(
            rated.name,
            f"{rated.rating:.0f}",
            "fixed" if fixed else f"{rated.low:.0f} to {rated.high:.0f}",
            f"{line.wins:g}/{line.games}",
            f"{line.scores.mean:.1f} ± {line.scores.deviation:.1f}",
            f"{thought.milliseconds:.3g}",
            f"{thought.longest:.0f}",
        )
    console.print(grid)


def _print_matrix(found: Report) -> None:
    """Print how often each bot finishes ahead of each other one."""
    names = [bot.name for bot in found.bots]
    cells = {(pair.first, pair.second): f"{pair.share:.0%}" for pair in found.pairs}
    grid = Grid("Finishes ahead of", *names)
    for name in names:
        grid.add_row(name, *(cells.get((name, other), "") for other in names))
    console.print(grid)


def _print_groups(found: Report) -> None:
    """Print how often each bot wins at each table."""
    grid = Grid("At the table", "Games", "Bot", "Wins", "for a seat", "95% interval", "fair")
    for group in found.groups:
        for share in group.shares if group.games else ():
            first = share is group.shares[0]
            grid.add_row(
                ", ".join(group.bots) if first else "",
                str(group.games) if first else "",
                share.name,
                f"{round(share.wins, 2):g}",
                f"{share.win_rate:.0%}",
                f"{share.low:.0%} to {share.high:.0%}",
                f"{share.fair:.0%}",
            )
    console.print(grid)
