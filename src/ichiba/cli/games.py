"""`ichiba games`: list the games, or tell everything about one of them."""

from collections.abc import Iterator
from pathlib import Path
from textwrap import fill
from typing import Annotated

from typer import Argument
from typer import Option as Flag

from ichiba import bots
from ichiba.cli.console import console
from ichiba.cli.language import speaking
from ichiba.cli.output import check_files, is_quiet, write_json
from ichiba.core.game import Game
from ichiba.core.options import Option, Value
from ichiba.core.registry import games as names
from ichiba.core.registry import load
from ichiba.core.words import Words
from ichiba.games.board.web import Board, board_of


def games(
    name: Annotated[str | None, Argument(help="Tell everything about this game.")] = None,
    json: Annotated[
        Path | None, Flag(help="Write the list to this file as JSON; - prints it.")
    ] = None,
) -> None:
    """List the games. With a name, list the options of that game and what they mean.

    Examples: `ichiba games`, `ichiba games tsukiji`, `ichiba games --json -`
    """
    check_files(json)
    found = [load(one) for one in ([name] if name else names())]
    if json is not None:
        described = [_described(game) for game in found]
        write_json(json, described[0] if name else described)
    if is_quiet(json):
        return
    if name:
        _tell(found[0])
    else:
        _list(found)


def _list(found: list[Game]) -> None:
    for game in found:
        _say(game.name, style="bold")
        _say(f"{game.title}, {_players(game)}. {_summary(game)}", indent=4)
        if game.options:
            _say("Options: " + ", ".join(option.name for option in game.options), indent=4)
        _say("Bots: " + ", ".join(bots.names(game)), indent=4)
    console.print()
    _say("More about a game: ichiba games tsukiji")
    _say("Play in this terminal: ichiba play tsukiji")


def _tell(game: Game) -> None:
    _say(f"{game.title}, {_players(game)}", style="bold")
    _say(_summary(game))
    if game.options:
        console.print()
        _say("Options with their defaults. Give each as --option name=value.")
    for option in game.options:
        _say(f"{option.name}={_typed(option.default)}", indent=2, style="bold")
        for line in _meaning(game, option):
            _say(line, indent=6)
    console.print()
    _say("Bots, from the weakest:")
    for bot in bots.names(game):
        _say(f"{bot}: {_level(bot)}{_style(game, bot)}", indent=2)
    console.print()
    _say(f"Example: ichiba play {game.name} --players {game.max_players}{_example(game)}")


def _say(text: str, indent: int = 0, style: str = "") -> None:
    """Print a paragraph. Words are never broken, so that names can be copied at any width."""
    margin = " " * indent
    paragraph = fill(
        text,
        max(console.width, indent + 10),
        initial_indent=margin,
        subsequent_indent=margin,
        break_long_words=False,
        break_on_hyphens=False,
    )
    console.print(paragraph, style=style, markup=False, soft_wrap=True)


def _players(game: Game) -> str:
    return f"{game.min_players} to {game.max_players} players"


def _summary(game: Game) -> str:
    return speaking().say(f"{game.name}.summary")


def _level(bot: str) -> str:
    """What a bot is like."""
    words = speaking()
    if not words.knows(f"core.level.{bot}.about"):
        return words.say("core.other_package")
    return words.say(f"core.level.{bot}.about")


def _style(game: Game, bot: str) -> str:
    """What a bot likes in this game, if anything."""
    words, key = speaking(), f"{game.name}.style.{bot}"
    return f". {words.say(key)}" if words.knows(key) else ""


def _example(game: Game) -> str:
    if not game.options:
        return ""
    option = game.options[0]
    other = next(value for value in option.allowed if value != option.default)
    return f" --option {option.name}={_typed(other)}"


def _typed(value: Value) -> str:
    """A value as a person types it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ",".join(value) or "random"
    return str(value)


def _meaning(game: Game, option: Option) -> Iterator[str]:
    """What an option does, which values it has, and what they mean."""
    words = speaking()
    yield f"{words.say(option.title)}. {words.say(option.about)}"
    board = board_of(game)
    if board and (hint := board.hint(option.name, words)):
        yield hint
    if isinstance(option.allowed, range):
        yield f"A number from {option.allowed[0]} to {option.allowed[-1]}."
    elif option.type is bool:
        yield "Either yes or no."
    else:
        yield "Any of these, separated by commas:" if option.type is list else "One of these:"
        for value in option.allowed:
            yield _value(board, option, value, words)


def _value(board: Board | None, option: Option, value: Value, words: Words) -> str:
    name, about = board.choice(option.name, value, words) if board else (str(value), "")
    told = about or name
    return f"- {value}" if told == value else f"- {value}: {told}"


def _described(game: Game) -> dict[str, object]:
    return {
        "name": game.name,
        "title": game.title,
        "summary": _summary(game),
        "least_players": game.min_players,
        "most_players": game.max_players,
        "options": [_described_option(option) for option in game.options],
        "bots": bots.names(game),
        "levels": [
            {"bot": bot, "about": _level(bot), "usual": bot == bots.usual(game)}
            for bot in bots.levels(game)
        ],
    }


def _described_option(option: Option) -> dict[str, object]:
    span = isinstance(option.allowed, range)
    return {
        "name": option.name,
        "title": speaking().say(option.title),
        "about": speaking().say(option.about),
        "kind": option.type.__name__,
        "default": option.default,
        "allowed": [] if span else [*option.allowed],
        "least": option.allowed[0] if span else None,
        "most": option.allowed[-1] if span else None,
    }
