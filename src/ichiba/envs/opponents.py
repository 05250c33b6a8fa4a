"""The bots that play against a program that learns."""

from collections.abc import Sequence
from random import Random

from ichiba import bots
from ichiba.bots.player import Bot
from ichiba.core.errors import SetupError
from ichiba.core.game import Game, State
from ichiba.core.observer import Observer


class Opponents:
    """Bots in all seats but one."""

    def __init__(self, game: Game, names: str | Sequence[str], players: int) -> None:
        """Take the name of a bot, or names for the seats after the learner's, in turn order."""
        self._game = game
        self._names = [names] * (players - 1) if isinstance(names, str) else [*names]
        if len(self._names) != players - 1:
            raise SetupError.of("core.error.opponents", wanted=players - 1, given=len(self._names))
        for name in {*self._names}:
            bots.make(name, game, Random(0))  # raises SetupError if there is no such bot

    def sit_down(self, state: State, seat: int, seed: int) -> dict[int, tuple[Bot, Observer]]:
        """The opponents of a seat in a new game."""
        found, players = {}, len(self._names) + 1
        for place, name in enumerate(self._names, 1):
            other = (seat + place) % players
            bot = bots.make(name, self._game, Random(f"{seed} {other}"))
            found[other] = bot, Observer(self._game, state, other)
        return found


def play_on(state: State, seat: int, others: dict[int, tuple[Bot, Observer]]) -> None:
    """Let the others play until the seat has to decide, or the game is over."""
    while state.actors and seat not in state.actors:
        other = state.actors[0]
        bot, observer = others[other]
        state.apply(other, bot.choose(observer))
