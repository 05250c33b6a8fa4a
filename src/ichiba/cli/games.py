"""`ichiba games`: what can be played."""

from rich.table import Table

from ichiba import bots
from ichiba.cli.talk import console
from ichiba.core.game import Game
from ichiba.core.registry import games as names
from ichiba.core.registry import load
from ichiba.core.words import Words


def games() -> None:
    """Show all games with their players, options and bots.

    Example: `ichiba games`
    """
    table = Table("Game", "Title", "Players", "Options", "Bots")
    for name in names():
        game = load(name)
        players = f"{game.min_players} to {game.max_players}"
        table.add_row(name, _title(game), players, _options(game), ", ".join(bots.names(game)))
    console.print(table)


def _title(game: Game) -> str:
    return f"{game.title}\n{Words().say(f'{game.name}.summary')}"


def _options(game: Game) -> str:
    words = Words()
    return "\n".join(
        f"{option.name}={str(option.default).lower()}\n{words.say(option.title)}"
        for option in game.options
    )
