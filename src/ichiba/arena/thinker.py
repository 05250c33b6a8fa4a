"""Runs bots in a separate process with a time limit, so that no game waits forever."""

import logging
import signal
from collections.abc import Callable
from contextlib import suppress
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
    """The main loop of the process: receives a record, sends back the bot's moves."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Ctrl-C the server stops this process
    with suppress(EOFError, OSError):  # the server is gone
        while True:
            pipe.send(_thought(*pipe.recv()))


def _thought(content: bytes, seat: int, name: str, seed: int) -> list[str]:
    """The bot's moves in the position of a record."""
    match = Match.resume(Record.decode(content))
    return _moves(match, seat, bots.make(name, match.game, Random(seed)))


def _moves(match: Match, seat: int, bot: Bot) -> list[str]:
    """The bot's next move; in a simultaneous phase, all of the seat's moves until a reveal."""
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
    """A process in which bots think. It is restarted if it takes too long or crashes."""

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
        """The bot's moves in notation: several in a simultaneous phase, none after a timeout."""
        try:
            self._pipe.send((record.encode(), seat, name, seed))
            if self._pipe.poll(self._seconds):
                moves: list[str] = self._pipe.recv()
                return moves
            log.warning("%s bot timed out after %s s", name, self._seconds)
        except (EOFError, OSError):
            log.warning("%s bot crashed", name)
        self.stop()
        self._start()
        return []

    def stop(self) -> None:
        """Kill the process."""
        self._process.kill()
        self._process.join()
        self._pipe.close()
