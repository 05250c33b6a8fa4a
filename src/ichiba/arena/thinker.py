"""Runs bots in a separate process with a time limit, so that no game waits forever."""

import logging
import os
import signal
from collections.abc import Callable, Hashable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from random import Random
from time import process_time
from typing import Any

import msgspec

from ichiba import bots
from ichiba.arena.budgets import Pace
from ichiba.arena.playing import play_bots
from ichiba.bots.player import Bot
from ichiba.core.game import Game
from ichiba.core.match import Match
from ichiba.core.observer import Observer
from ichiba.core.record import Record
from ichiba.core.registry import load

log = logging.getLogger("ichiba.bots")

# How much CPU time a bot's thought may take, in seconds. On a slow machine, bots that search get a
# smaller budget.
_THOUGHT = 1.0
# How many bots a process remembers. Each takes a few kilobytes.
_MINDS = 500
# How much a process that thinks about advice gives way to those in which bots think.
_PATIENCE = 5


def think(pipe: Connection) -> None:
    """The main loop of the process: receives a record, sends back the bot's moves."""
    answer(pipe, _Minds(Pace(_THOUGHT)).moves)


def advise(pipe: Connection) -> None:
    """The same for advice."""
    if hasattr(os, "nice"):
        os.nice(_PATIENCE)
    answer(pipe, _advice)


def play(pipe: Connection) -> None:
    """The same for whole games between bots."""
    if hasattr(os, "nice"):
        os.nice(_PATIENCE)
    answer(pipe, _game)


def answer(pipe: Connection, reply: Callable[..., object]) -> None:
    """Answer questions with a function, until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Ctrl-C the server stops this process
    with suppress(EOFError, OSError):  # the server is gone
        while True:
            pipe.send(reply(*pipe.recv()))


class _Minds:
    """The bots that have been asked lately, so that each remembers the plan for its turn.

    A bot with a new object only has to think again.
    """

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._bots: dict[tuple[Hashable, int, str], Bot] = {}

    def moves(self, table: Hashable, content: bytes, seat: int, name: str, seed: int) -> list[str]:
        """The bot's moves in the position of a record."""
        match = Match.resume(Record.decode(content))
        game, players = match.game, match.record.players
        start = process_time()
        named = self._pace.named(name, game, players)
        moves = _moves(match, seat, self._bot(table, seat, named, game, seed))
        self._pace.learn(name, game, players, process_time() - start)
        return moves

    def _bot(self, table: Hashable, seat: int, name: str, game: Game, seed: int) -> Bot:
        """The bot of a seat. Whoever was asked longest ago is forgotten."""
        key = (table, seat, name)
        self._bots[key] = bot = self._bots.pop(key, None) or bots.make(name, game, Random(seed))
        if len(self._bots) > _MINDS:
            del self._bots[next(iter(self._bots))]
        return bot


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


def _advice(content: bytes, seat: int, seed: int) -> list[bots.Advice]:
    """Advice for a seat in the position of a record."""
    match = Match.resume(Record.decode(content))
    observer = Observer(match.game, match.state, seat)
    return bots.adviser(match.game, Random(seed)).advise(observer)


def _game(title: str, seats: list[str], names: list[str], seed: int) -> bytes:
    """The record of a game between bots."""
    game, moves = load(title), list[str]()
    play_bots(game, seats, seed, {}, moves)
    start = Match.new(game, players=len(seats), seed=seed, names=names).record
    return Match.replay(msgspec.structs.replace(start, moves=moves)).record.encode()


class SideProcess:
    """A process that answers questions. One that takes too long or crashes is replaced when the
    next question comes, and not before: the server may just be stopping."""

    def __init__(self, seconds: float, mind: Callable[[Connection], None]) -> None:
        self._seconds = seconds
        self._mind = mind
        self._is_gone = False
        self._start()

    def _start(self) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=self._mind, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self._is_gone = False

    def _ask(self, who: str, *question: object) -> Any:
        """The answer; None after a timeout."""
        if self._is_gone:
            self._start()
        try:
            self._pipe.send(question)
            if self._pipe.poll(self._seconds):
                return self._pipe.recv()
            log.warning("%s timed out after %s s", who, self._seconds)
        except (EOFError, OSError):
            if not self._was_stopped():
                log.warning("%s crashed", who)
        self.stop()
        return None

    def _was_stopped(self) -> bool:
        """Whether the process has been terminated, as it is when the server stops."""
        self._process.join(1)
        return self._process.exitcode == -signal.SIGTERM

    def stop(self) -> None:
        """Kill the process."""
        self._is_gone = True
        self._process.kill()
        self._process.join()
        self._pipe.close()


class Thinker(SideProcess):
    """A process in which bots think."""

    def __init__(self, seconds: float, mind: Callable[[Connection], None] = think) -> None:
        super().__init__(seconds, mind)

    def choose(self, table: Hashable, record: Record, seat: int, name: str, seed: int) -> list[str]:
        """The bot's moves in notation: several in a simultaneous phase, none after a timeout.

        `table` tells apart games that are dealt alike. A bot remembers its plans for each.
        """
        moves: list[str] = self._ask(f"{name} bot", table, record.encode(), seat, name, seed) or []
        return moves


class Tutor(SideProcess):
    """A process that thinks about advice for people. It gives way to other processes."""

    def __init__(self, seconds: float, mind: Callable[[Connection], None] = advise) -> None:
        super().__init__(seconds, mind)

    def advise(self, record: Record, seat: int, seed: int) -> list[bots.Advice]:
        """Advice for a seat; none after a timeout."""
        advice: list[bots.Advice] = self._ask("adviser", record.encode(), seat, seed) or []
        return advice


class Players(SideProcess):
    """A process in which bots play a game among themselves. It gives way to other processes."""

    def __init__(self, seconds: float, mind: Callable[[Connection], None] = play) -> None:
        super().__init__(seconds, mind)

    def play(self, title: str, seats: list[str], names: list[str], seed: int) -> bytes:
        """The record of the game; empty after a timeout."""
        record: bytes = self._ask("bots' game", title, seats, names, seed) or b""
        return record
