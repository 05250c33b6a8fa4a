"""Measures how long a bot thinks."""

from time import process_time

import msgspec

from ichiba.bots.player import Bot
from ichiba.core.observer import Observer


class Thinking(msgspec.Struct, frozen=True):
    """How much a player thought in a game, in CPU time."""

    decisions: int
    seconds: float
    longest: float  # for one decision


class Timed:
    """A bot whose thinking is measured."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._times: list[float] = []

    def choose(self, observer: Observer) -> int:
        """Let the bot choose."""
        start = process_time()
        action = self._bot.choose(observer)
        self._times.append(process_time() - start)
        return action

    def thinking(self) -> Thinking:
        """What was measured."""
        times = self._times or [0.0]
        return Thinking(len(self._times), round(sum(times), 6), round(max(times), 6))
