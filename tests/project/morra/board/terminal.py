"""The board in the terminal."""

from rich.text import Text

from ichiba.core.game import View
from ichiba.core.words import Words
from ichiba.games.board.terminal import Room, Section


def draw(view: View, words: Words, room: Room) -> list[Section]:
    """A line for each player."""
    scores = view["scores"]
    assert isinstance(scores, list)
    lines = [Text(f"{words.name(seat)}: {score}") for seat, score in enumerate(scores)]
    return [Section("points", lines)]
