"""`ichiba play`: a whole game in the terminal, against bots or with friends at one screen."""

from pathlib import Path
from random import Random
from typing import Annotated

from typer import Argument, Option

from ichiba import bots
from ichiba.bots.player import Bot
from ichiba.cli.talk import WrongInput, console, new_seed, parse_options
from ichiba.cli.terminal_game import TerminalGame
from ichiba.core.game import Game
from ichiba.core.match import Match
from ichiba.core.registry import load
from ichiba.core.words import Words

DEFAULT_PLAYERS = 3


def play(
    game: Annotated[str | None, Argument(help="The game's name; see `ichiba games`.")] = None,
    players: Annotated[int | None, Option(help="How many play. [default: 3]")] = None,
    seat: Annotated[
        list[str] | None,
        Option(help="Who sits there: a person's name or a bot's. Give it once for each player."),
    ] = None,
    seed: Annotated[
        int | None, Option(help="Deal this game; the same seed, the same deal.")
    ] = None,
    option: Annotated[list[str] | None, Option(help="An option of the game as name=value.")] = None,
    resume: Annotated[Path | None, Option(help="Go on with a saved game.")] = None,
    save: Annotated[Path | None, Option(help="Where to save; a new file if not given.")] = None,
) -> None:
    """Play a game to the end. Places that nobody is named for are taken by bots.

    Examples: `ichiba play tsukiji` or
    `ichiba play tsukiji --seat Aki --seat Ben --seat greedy --option special_points=yes`
    """
    if resume is not None:
        if any(given is not None for given in (game, players, seat, seed, option)):
            raise WrongInput("--resume takes everything from the file: give nothing else with it")
        match = Match.load(resume)
        save = save or resume
    elif game is None:
        raise WrongInput("say which game, for example: ichiba play tsukiji")
    else:
        match = _new(load(game), players, seat, seed, option or [])
    TerminalGame(console, match, _bots(match), save).run()


def _new(
    game: Game, players: int | None, seat: list[str] | None, seed: int | None, option: list[str]
) -> Match:
    taken = seat if seat is not None else [Words().say("cli.play.guest")]
    count = players if players is not None else max(DEFAULT_PLAYERS, len(taken))
    if count < len(taken):
        raise WrongInput(f"{len(taken)} --seat for {count} players")
    values = parse_options(game, option)
    taken = taken + [bots.names(game)[-1]] * max(0, count - len(taken))
    chosen_seed = new_seed() if seed is None else seed
    return Match.new(game, players=count, seed=chosen_seed, names=_distinct(taken), **values)


def _distinct(names: list[str]) -> list[str]:
    """The same names with a number behind all but the first of the same: greedy, greedy 2, ..."""
    distinct: list[str] = []
    for name in names:
        number, one = 1, name
        while one in distinct:
            number += 1
            one = f"{name} {number}"
        distinct.append(one)
    return distinct


def _bots(match: Match) -> dict[int, Bot]:
    """The seats named after a bot, so that a saved game knows them too."""
    players: dict[int, Bot] = {}
    for seat, name in enumerate(match.record.names):
        kind, _, number = name.partition(" ")
        if kind in bots.names(match.game) and (number.isdigit() or not number):
            players[seat] = bots.make(kind, match.game, Random(new_seed()))
    return players
