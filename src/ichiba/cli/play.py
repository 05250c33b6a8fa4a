"""`ichiba play`: play a whole game in the terminal, against bots or with friends at one screen."""

from pathlib import Path
from random import Random
from typing import Annotated

from typer import Argument, Option

from ichiba import bots
from ichiba.bots.characters import bot_of, names_for, with_level
from ichiba.bots.player import Bot
from ichiba.cli.console import (
    WrongInput,
    at_least,
    can_show_screens,
    console,
    new_seed,
    parse_options,
)
from ichiba.cli.language import speaking
from ichiba.cli.saved import Saved, found, saved_games
from ichiba.cli.session import Session
from ichiba.cli.terminal_game import TerminalGame, where_saved
from ichiba.core.game import Game
from ichiba.core.match import Match
from ichiba.core.record import distinct
from ichiba.core.registry import games, load

DEFAULT_PLAYERS = 3


def play(
    game: Annotated[str | None, Argument(help="Name of the game; see `ichiba games`.")] = None,
    players: Annotated[int | None, Option(help="Number of players. [default: 3]")] = None,
    seat: Annotated[
        list[str] | None,
        Option(help="A person's name, or a bot, such as gentle. Repeat for each player."),
    ] = None,
    level: Annotated[
        str | None,
        Option(help="Bot for the seats that you don't name; see `ichiba games tsukiji`."),
    ] = None,
    seed: Annotated[
        int | None, Option(help="Seed of the deal. The same seed gives the same deal.")
    ] = None,
    option: Annotated[
        list[str] | None, Option(help="A game option, as name=value. Repeat for several.")
    ] = None,
    resume: Annotated[Path | None, Option(help="Continue a saved game.")] = None,
    save: Annotated[
        Path | None, Option(help="File to save the game to. [default: a new file]")
    ] = None,
    pause: Annotated[
        float, Option(envvar="ICHIBA_BOT_PAUSE", help="Seconds to wait after a bot's move.")
    ] = 0.7,
    plain: Annotated[
        bool, Option("--plain", help="Print lines instead of showing a screen.")
    ] = False,
) -> None:
    """Play a game in the terminal. Bots take the seats that you don't name.

    Every move is saved. Without a game, `ichiba play` offers to continue a saved one.

    Examples: `ichiba play`, `ichiba play tsukiji`, `ichiba play tsukiji --level beginner`,
    `ichiba play tsukiji --seat Aki --seat Ben --seat strong --option special_points=yes`
    """
    set_up = any(given is not None for given in (players, seat, level, seed, option))
    if resume is not None and (set_up or game is not None):
        raise WrongInput("--resume cannot be combined with other options except --save.")
    at_least("--pause", pause, 0)
    _check_target(save)
    on_screen = can_show_screens() and not plain
    if resume is not None:
        file = found(resume)
        session = _session(Match.load(file), save or file)
    elif game is None or (on_screen and not set_up and save is None and _unfinished(game)):
        session = None
    else:
        session = _session(_new(load(game), players, seat, seed, option or [], level), save)
    if on_screen and (session is None or session.people):
        _on_screen(session, game, pause)
    elif session is None:
        raise WrongInput("Name a game, for example: ichiba play tsukiji")
    else:
        TerminalGame(console, session).run()


def _check_target(file: Path | None) -> None:
    """Refuse a file that cannot be written before the game begins, not after the first move."""
    if file is not None and file.is_dir():
        raise WrongInput(f"--save {file} is a folder. Name a file.")
    if file is not None and not file.parent.is_dir():
        raise WrongInput(f"--save {file}: there is no folder {file.parent}.")


def _unfinished(game: str) -> bool:
    """Whether there is a saved game of this title to continue."""
    name = load(game).name
    return any(one.record.game == name and not one.is_over for one in saved_games())


def _on_screen(session: Session | None, game: str | None, pause: float) -> None:
    """Show the full-screen interface, then say where the last game was saved."""
    from ichiba.cli.screen.app import PlayApp  # takes a quarter of a second to import

    def start(name: str) -> Session:
        return _session(_new(load(name), None, None, None, []), None)

    def go_on(saved: Saved) -> Session:
        return _session(Match.load(saved.file), saved.file)

    def again(before: Session) -> Session:
        record = before.match.record
        options = {**record.options}
        new = Match.new(
            before.match.game,
            players=record.players,
            seed=new_seed(),
            names=record.names,
            **options,
        )
        return _session(new, None)

    app = PlayApp(
        session, [game] if game else [*games()], start, go_on, again, pause=pause, only=game
    )
    app.run()
    if app.session is not None and app.session.file is not None:
        for line in where_saved(app.session):
            console.print(line, markup=False, soft_wrap=True)


def _session(match: Match, file: Path | None) -> Session:
    return Session(match, _bots(match), file)


def _new(
    game: Game,
    players: int | None,
    seat: list[str] | None,
    seed: int | None,
    option: list[str],
    level: str | None = None,
) -> Match:
    taken = seat if seat is not None else [speaking().say("cli.play.guest")]
    count = players if players is not None else max(DEFAULT_PLAYERS, len(taken))
    if count < len(taken):
        raise WrongInput(f"You gave --seat {len(taken)} times for {count} players.")
    values = parse_options(game, option)
    if level is not None:
        bots.check(level, game)
    taken = taken + [level or bots.usual(game)] * max(0, count - len(taken))
    chosen_seed = new_seed() if seed is None else seed
    return Match.new(game, players=count, seed=chosen_seed, names=_named(game, taken), **values)


def _named(game: Game, taken: list[str]) -> list[str]:
    """The players' names. Bots are characters with their level: Goro · strong, Rin · strong, ..."""
    levels = [bots.named(name) for name in taken]
    places = [level if level in bots.names(game) else "" for level in levels]
    people = distinct([name for name, bot in zip(taken, places, strict=True) if not bot])
    characters = names_for(game.name, places, people)
    left = iter(people)
    return [
        with_level(name, bot) if bot else next(left)
        for name, bot in zip(characters, places, strict=True)
    ]


def _bots(match: Match) -> dict[int, Bot]:
    """The seats that bots play. Their names say so, in saved games too."""
    players: dict[int, Bot] = {}
    for seat, name in enumerate(match.record.names):
        kind = bot_of(name)
        if kind in bots.names(match.game):
            players[seat] = bots.make(kind, match.game, Random(new_seed()))
    return players
