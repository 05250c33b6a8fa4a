"""Bots that think in a process of their own, with a time limit, so that no table waits for ever."""

import logging
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from random import Random

from ichiba import bots
from ichiba.bots.player import Bot
from ichiba.core.match import Match
from ichiba.core.observer import Observer
from ichiba.core.record import Record

log = logging.getLogger("ichiba.bots")


def think(pipe: Connection) -> None:
    """The life of a thinking process: a record comes in, moves go out."""
    while True:
        try:
            content, seat, name, seed = pipe.recv()
        except EOFError:
            return
        match = Match.replay(Record.decode(content))
        bot = bots.make(name, match.game, Random(seed))
        pipe.send(_moves(match, seat, bot))


def _moves(match: Match, seat: int, bot: Bot) -> list[str]:
    """A move; where all decide at the same time, all that are this seat's until something comes to
    light."""
    moves, reveals = [], match.state.reveals
    while True:
        action = bot.choose(Observer(match.game, match.state, seat))
        moves.append(match.game.notation(action))
        if not match.state.simultaneous:
            return moves
        match.play(seat, action)
        if seat not in match.state.actors or match.state.reveals != reveals:
            return moves


class Thinker:
    """A process that thinks; it is replaced when it takes too long or dies."""

    def __init__(self, seconds: float, mind: Callable[[Connection], None] = think) -> None:
        self._seconds = seconds
        self._mind = mind
        self._start()

    def _start(self) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=self._mind, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def choose(self, record: Record, seat: int, name: str, seed: int) -> list[str]:
        """The bot's move in notation, or several where all decide at once; none if not in time."""
        try:
            self._pipe.send((record.encode(), seat, name, seed))
            if self._pipe.poll(self._seconds):
                moves: list[str] = self._pipe.recv()
                return moves
            log.warning("a %s bot took longer than %s s", name, self._seconds)
        except (EOFError, OSError):
            log.warning("a %s bot died while thinking", name)
        self.stop()
        self._start()
        return []

    def stop(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()
        self._process.join()
        self._pipe.close()
