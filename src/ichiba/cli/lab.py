"""`ichiba lab`: what other numbers would do to a game."""

from pathlib import Path
from random import Random
from typing import Annotated

from rich.table import Table as Grid
from typer import Argument, Option

from ichiba import bots as known_bots
from ichiba.arena import LOCAL
from ichiba.arena.lab.page import page
from ichiba.arena.lab.sensitivity import sensitivity, values_of
from ichiba.arena.lab.study import (
    Question,
    Study,
    default_levels,
    steps,
    study,
    with_sensitivity,
)
from ichiba.arena.lab.trial import knows
from ichiba.arena.pool import How
from ichiba.cli.console import (
    WrongInput,
    allow_own_modules,
    at_least,
    console,
    counted,
    parse_options,
)
from ichiba.cli.many_games import Address, Jobs, On, check_where
from ichiba.cli.output import check_files, is_quiet, write, write_json
from ichiba.cli.progress import progress
from ichiba.core.changing import parse
from ichiba.core.game import Game
from ichiba.core.registry import load

_NONE = "none"


def lab(
    game: Annotated[str, Argument(help="Name of the game; see `ichiba games`.")],
    change: Annotated[
        list[str] | None,
        Option(help="A number of the game, as path=value. Repeat for several.", show_default=False),
    ] = None,
    players: Annotated[int, Option(help="Number of players.")] = 3,
    games: Annotated[int, Option(help="Number of games with the same numbers.")] = 1000,
    bots: Annotated[
        str,
        Option(help="Bots, separated by commas. A single bot plays all seats."),
    ] = known_bots.QUICK,
    levels: Annotated[
        str,
        Option(
            help="Levels that meet, to compare luck and skill; `none` leaves this out. "
            "[default: beginner,gentle,strong]",
            show_default=False,
        ),
    ] = "",
    level_games: Annotated[int, Option(help="Number of games between levels.")] = 60,
    never: Annotated[
        list[str] | None,
        Option(
            help="What a player never does, as in records, such as expand or “enter eel”. Repeat "
            "for several, each played by itself.",
            show_default=False,
        ),
    ] = None,
    sensitive: Annotated[
        bool,
        Option("--sensitivity", help="Also try other values of every reconstructed number."),
    ] = False,
    sensitivity_games: Annotated[
        int, Option(help="Number of games with each of these values.")
    ] = 200,
    seed: Annotated[int, Option(help="Seed. The same seed gives the same results.")] = 1,
    option: Annotated[
        list[str] | None, Option(help="A game option, as name=value. Repeat for several.")
    ] = None,
    jobs: Jobs = None,
    on: On = LOCAL,
    address: Address = None,
    json: Annotated[
        Path | None, Option(help="Write the results to this file as JSON; - prints them.")
    ] = None,
    html: Annotated[
        Path | None, Option(help="Write a report with charts to this file; - prints it.")
    ] = None,
) -> None:
    """Play a game with other numbers than the printed ones, and compare both on the same deals.

    The numbers of a game and their paths are in its `data.toml`. The first steps of a path can be
    left out. Without --change, the report is about the printed game.

    Examples:

    `ichiba lab tsukiji --change tsukiji.refusal=5 --games 2000 --html report.html`

    `ichiba lab tokyo-tsukiji-market --change mackerel.license=200 --games 200`

    `ichiba lab shinjuku --change players.track=12 --never upgrade --levels none`
    """
    at_least("--games", games, 2)
    at_least("--level-games", level_games, 1)
    at_least("--sensitivity-games", sensitivity_games, 2)
    check_where(on, jobs, address)
    title = load(game)
    changes = parse(title.name, title.package, change or [])
    if change and not changes:
        raise WrongInput("These are the printed numbers; nothing would change.")
    values = title.check(players, seed, parse_options(title, option or []))
    question = Question(
        game=title.name,
        changes=changes,
        options=values,
        bots=_seats(title, bots, players),
        games=games,
        levels=_levels(title, levels),
        level_games=level_games,
        never=_never(title, never or []),
        seed=seed,
    )
    check_files(json, html)
    how: How = {"on": on, "jobs": jobs, "address": address}
    with progress(steps(question)) as advance:
        found = study(question, advance, **how)
    if sensitive:
        with progress(len(values_of(title))) as advance:
            bot = question.bots[0]
            found = with_sensitivity(
                found,
                sensitivity(title, bot, players, sensitivity_games, seed, each=advance, **how),
            )
    _publish(found, json, html)


def _seats(game: Game, bots: str, players: int) -> tuple[str, ...]:
    names = _names(game, bots)
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise WrongInput(f"--bots names {len(names)} bots for {players} players.")
    return names


def _levels(game: Game, levels: str) -> tuple[str, ...]:
    if levels.strip() == _NONE:
        return ()
    if not levels:
        return default_levels(known_bots.names(game))
    names = _names(game, levels)
    if len({*names}) != len(names) or len(names) < 2:
        raise WrongInput("--levels needs at least two different bots, or none.")
    return names


def _names(game: Game, bots: str) -> tuple[str, ...]:
    names = tuple(known_bots.named(name.strip()) for name in bots.split(","))
    allow_own_modules(names)
    for name in names:
        known_bots.make(name, game, Random(0))  # raises an error if there is no such bot
    return names


def _never(game: Game, never: list[str]) -> tuple[str, ...]:
    for one in never:
        if not knows(game, one):
            words = dict.fromkeys(text.partition(" ")[0] for text in game.actions.notations)
            raise WrongInput(
                f"--never: {game.title} has no “{one}”. Its actions: {', '.join(words)}."
            )
    return tuple(never)


def _publish(found: Study, json: Path | None, html: Path | None) -> None:
    if json is not None:
        write_json(json, found)
    if html is not None:
        write(html, page(found))
    if not is_quiet(json, html):
        _show(found)


def _show(found: Study) -> None:
    grid = Grid("Order of play", "Wins", "95% interval", "Score")
    for place in (found.changed or found.printed).order:
        bounds = f"{place.low:.1%} to {place.high:.1%}"
        grid.add_row(str(place.place), f"{place.share:.1%}", bounds, f"{place.score:.1f}")
    console.print(grid)
    if found.differences:
        _show_differences(found)
    console.print(f"{counted(found.question.games, 'game')} each. Seed: {found.question.seed}.")


def _show_differences(found: Study) -> None:
    grid = Grid("On average", "Printed", "Changed", "Difference", "95% interval", "")
    for one in found.differences:
        factor, unit = (100, " %") if one.unit else (1, "")
        grid.add_row(
            one.name,
            f"{factor * one.printed:.2f}{unit}",
            f"{factor * one.changed:.2f}{unit}",
            f"{factor * one.difference:+.2f}",
            f"{factor * one.low:+.2f} to {factor * one.high:+.2f}",
            "more than chance" if one.is_sure else "",
        )
    console.print(grid)
