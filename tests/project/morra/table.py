"""The base class of a position, and the kinds of actions."""

from ichiba.core.actions import ActionTable
from ichiba.games.morra.layout import Layout

NAME, TITLE, REVISION = "morra", "Morra", 1
ROUNDS, MOST, NUMBERS = 7, 3, 60
SHOWING, OVER = range(2)
NOTHING = -1

ACTIONS = ActionTable(NAME, TITLE)
SHOW = ACTIONS.add("show", range(MOST + 1))


class Setup:
    """What stays the same during a game."""

    def __init__(self, players: int) -> None:
        self.players, self.options = players, {}


class MorraTable(Layout):
    """Everybody hides some pebbles in a hand. Whoever sits where the count ends gets a point."""

    __slots__ = ()

    game = NAME
    actions = ACTIONS
