"""A match: a position together with its record. People and programs play through it.

An undo is a move in the record (`0 undo`); nothing is ever deleted. A seat can undo its last
decision unless, since then, something hidden or random has become known (`state.reveals` has
changed) or another seat has acted visibly. The latter counts even if that seat undoes its move,
because it was seen. While several seats decide at once (`state.simultaneous`), each can undo its
own decisions until the last one is made.

The match keeps a copy of the last position that can no longer be undone, and another after every
eighth later move; an undo replays from the nearest of these. `resume` and `follow` rebuild a known
record without playing what a seat undid at once, so undone moves cost almost nothing. Records from
elsewhere are replayed move by move (`replay`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import index
from pathlib import Path
from typing import SupportsIndex

import msgspec
from msgspec import UNSET

from ichiba.core.changing import said
from ichiba.core.errors import IchibaError, IllegalAction, RecordError, SetupError
from ichiba.core.game import Game, State
from ichiba.core.messages import Event, Reason, history_of, told
from ichiba.core.numbers import as_number
from ichiba.core.record import UNDO, Record, Result
from ichiba.core.registry import load
from ichiba.core.words import Words

LONGEST_NAME = 40
# A copy of the position is kept after every eighth open move, so that undo replays few moves.
_STOP_EVERY = 8
_CAME_TO_LIGHT = Reason("core.reason.undo_reveal")
_OTHERS_ACTED = Reason("core.reason.undo_others")
_NOTHING = Reason("core.reason.nothing_to_undo")


class _Move(msgspec.Struct, frozen=True):
    """A move that may still be undone."""

    seat: int
    action: int
    number: int  # in the record, from 1
    simultaneous: bool  # made while several seats decided at the same time


class _Stop(msgspec.Struct, frozen=True):
    """A position to which undo can go back. It is copied, never changed."""

    moves: int  # the number of open moves made before it
    state: State
    events: int


class Match:
    """Plays, records and undoes moves, and collects the events."""

    def __init__(self, game: Game, record: Record, state: State) -> None:
        """Use `new`, `load` or `replay` instead."""
        self.game = game
        self.record = record
        self.state = state
        self._events: list[Event] = []
        self._open: list[_Move] = []
        self._settled: dict[int, Reason] = {}
        self._last_settled = 0
        self._take_events(0)
        self._settle(_CAME_TO_LIGHT)

    @classmethod
    def new(
        cls,
        game: Game,
        *,
        players: SupportsIndex,
        seed: SupportsIndex,
        names: Sequence[str] | None = None,
        **options: object,
    ) -> "Match":
        """Start a match; without names, the players are called Player 1, Player 2, ..."""
        values = game.check(players, seed, options)
        players, seed = index(players), index(seed)
        if names is None:
            names = [Words().name(seat) for seat in range(players)]
        check_names(names, players)
        record = Record(
            game=game.name,
            revision=game.revision,
            changes={**game.changes} or UNSET,
            players=players,
            options=values,
            seed=str(seed),
            names=list(names),
            moves=[],
        )
        return cls(game, record, game.deal(players, seed, values, []))

    @property
    def events(self) -> list[Event]:
        """All events in order, except those that were undone."""
        return [*self._events]

    def play(self, seat: SupportsIndex, action: SupportsIndex) -> None:
        """Make and record a move. Raises IllegalAction, and changes nothing, if it is illegal."""
        seat = self._check_seat(seat)
        reason = self.state.refusal(seat, action)
        if reason is not None:
            raise IllegalAction(reason)
        action = index(action)
        self._settle_for(seat)
        simultaneous = self.state.simultaneous
        self.record.moves.append(f"{seat} {self.game.notation(action)}")
        self._advance(_Move(seat, action, len(self.record.moves), simultaneous))
        if self.state.reveals != self._stops[0].state.reveals:
            self._settle(_CAME_TO_LIGHT)
        if not self.state.actors:
            self.record.result = Result([*self.state.scores], [*self.state.winners])

    def why_no_undo(self, seat: SupportsIndex) -> Reason | None:
        """Why the seat cannot undo its last decision; None if it can."""
        seat = self._check_seat(seat)
        last = self._last_open(seat)
        if last is None:
            return self._settled.get(seat, _NOTHING)
        later = (move for move in self._open if move.number > last.number)
        if any(
            move.seat != seat and not (last.simultaneous and move.simultaneous) for move in later
        ):
            return _OTHERS_ACTED
        return None

    def undo(self, seat: SupportsIndex) -> None:
        """Undo the seat's last decision. Raises IllegalAction if that is not possible."""
        seat = self._check_seat(seat)
        reason = self.why_no_undo(seat)
        last = self._last_open(seat)
        if reason is not None or last is None:
            raise IllegalAction(reason or _NOTHING)
        self.record.moves.append(f"{seat} {UNDO}")
        place = self._open.index(last)
        later = self._open[place + 1 :]
        self._go_back(place)
        for move in later:
            self._advance(move)

    @property
    def last_open_move(self) -> int:
        """The number of the last open move that was not undone; 0 if there is none."""
        seen = (move.number for move in reversed(self._open) if not move.simultaneous)
        return next(seen, self._last_settled)

    @property
    def open_moves(self) -> list[int]:
        """The seats that made the moves since the last one that can't be undone, in order."""
        return [move.seat for move in self._open]

    def last_decision(self, seat: int) -> int:
        """The number of the seat's last move that was not undone; 0 if there is none."""
        return next(self.decisions(seat), 0)

    def decisions(self, seat: int) -> Iterator[int]:
        """The numbers of the seat's moves that were not undone, from the last one."""
        own, undone = f"{seat} ", 0
        for number in range(len(self.record.moves), 0, -1):
            text = self.record.moves[number - 1]
            if not text.startswith(own):
                continue
            if text == f"{own}{UNDO}":
                undone += 1
            elif undone:
                undone -= 1
            else:
                yield number

    def history(self, seat: int | None) -> str:
        """What the seat has seen so far, in order; equal knowledge gives equal text."""
        return history_of(self._events, seat)

    def copy(self) -> "Match":
        """An independent match at the same position, with the same record and events."""
        twin = Match.__new__(Match)
        twin.game = self.game
        twin.record = self.record.until(len(self.record.moves))
        twin.record.result = self.record.result
        twin.state = self.state.copy()
        twin.state.log = []
        twin._events = [*self._events]
        twin._open = [*self._open]
        twin._settled = {**self._settled}
        twin._stops = [*self._stops]
        twin._last_settled = self._last_settled
        return twin

    def save(self, path: str | Path) -> None:
        """Write the record to a file."""
        self.record.save(path)

    @classmethod
    def load(cls, path: str | Path) -> "Match":
        """Load a match from a record file, replaying and checking every move."""
        return cls.replay(Record.load(path))

    @classmethod
    def replay(cls, record: Record) -> "Match":
        """Replay a record. Raises RecordError, naming the move, if one cannot be replayed."""
        match = cls._set_up(record)
        for number, text in enumerate(record.moves, start=1):
            try:
                match.replay_move(text)
            except IchibaError as error:
                raise RecordError.of(
                    "core.record.move", number=number, text=text[:60], problem=str(error)
                ) from None
        match._check_result(record.result)
        return match

    @classmethod
    def _set_up(cls, record: Record) -> "Match":
        try:
            game = load(record.game)
            if not game.oldest <= record.revision <= game.revision:
                raise RecordError(game.wrong_revision(record.revision))
            _check_changes(game, record)
            match = cls.new(
                game,
                players=record.players,
                seed=_seed(record.seed),
                names=record.names,
                **record.options,
            )
            match.record.revision = record.revision
            return match
        except RecordError:
            raise
        except IchibaError as error:
            raise RecordError.of("core.record.setup", problem=str(error)) from None

    def replay_move(self, text: str) -> None:
        """Make a move in the form used in records: a seat and a notation, or an undo."""
        seat, _, move = text.partition(" ")
        if not (seat.isascii() and seat.isdigit() and len(seat) < 4 and move):
            example = f"0 {self.game.notation(0)}"
            raise RecordError.of("core.record.move_form", example=example)
        if move == UNDO:
            self.undo(int(seat))
        else:
            self.play(int(seat), self.game.parse(move))

    @classmethod
    def resume(cls, record: Record) -> "Match":
        """Rebuild the match of a known record, faster than `replay` and with fewer checks."""
        match = cls._set_up(record)
        match.follow(record.moves)
        return match

    def follow(self, moves: Sequence[str], after: Callable[[], None] = lambda: None) -> None:
        """Replay known moves with the same outcome as `replay_move`, but faster.

        Moves that a seat made and undid, with no other seat acting in between, are not played.
        `after` is called after each move that is played.
        """
        ends, at = _detours(moves), 0
        while at < len(moves):
            end = ends.get(at)
            if end is None:
                self.replay_move(moves[at])
                after()
                at += 1
            else:
                seat = int(moves[at].partition(" ")[0])
                self._settle_for(seat)
                self.record.moves += moves[at:end]
                at = end

    def _check_result(self, recorded: Result | None) -> None:
        if recorded is None:
            return
        if self.record.result is None:
            raise RecordError.of("core.record.result_early")
        if recorded != self.record.result:
            raise RecordError.of(
                "core.record.result",
                recorded=recorded.scores,
                replayed=self.record.result.scores,
            )

    def _check_seat(self, seat: SupportsIndex) -> int:
        number = as_number(seat)
        if number is None or not 0 <= number < self.record.players:
            named = str(seat) if number is None else number + 1
            raise IllegalAction(
                Reason(
                    "core.reason.no_such_seat", {"number": named, "players": self.record.players}
                )
            )
        return number

    def _advance(self, move: _Move) -> None:
        self.state.apply(move.seat, move.action)
        self._open.append(move)
        self._take_events(move.number)
        if len(self._open) % _STOP_EVERY == 0:
            self._stops.append(_Stop(len(self._open), self.state.copy(), len(self._events)))

    def _take_events(self, number: int) -> None:
        """Collect the new events of the state, with the number of the move that caused them."""
        new = told(self.state.log or [])
        self._events += [msgspec.structs.replace(event, move=number) for event in new]
        self.state.log = []

    def _settle_for(self, seat: int) -> None:
        """Before a move of this seat, make the open moves of other seats final."""
        if not self.state.simultaneous and self._open and self._open[-1].seat != seat:
            self._settle(_OTHERS_ACTED)

    def _settle(self, reason: Reason) -> None:
        """Make all moves so far final; `reason` says why they cannot be undone."""
        self._settled.update((move.seat, reason) for move in self._open)
        self._last_settled = self.last_open_move
        self._open = []
        self._stops = [_Stop(0, self.state.copy(), len(self._events))]

    def _go_back(self, count: int) -> None:
        """Go back to the position after the first `count` open moves."""
        while self._stops[-1].moves > count:
            self._stops.pop()
        stop = self._stops[-1]
        again = self._open[stop.moves : count]
        self.state = stop.state.copy()
        self.state.log = []
        del self._events[stop.events :]
        del self._open[stop.moves :]
        for move in again:
            self._advance(move)

    def _last_open(self, seat: int) -> _Move | None:
        return next((move for move in reversed(self._open) if move.seat == seat), None)


def standing(moves: Sequence[str]) -> list[str]:
    """The moves of a record that were not undone."""
    kept: list[str | None] = []
    own: dict[str, list[int]] = {}
    for number, text in enumerate(moves):
        seat, _, move = text.partition(" ")
        kept.append(None if move == UNDO else text)
        places = own.setdefault(seat, [])
        if move != UNDO:
            places.append(number)
        elif places:
            kept[places.pop()] = None
    return [text for text in kept if text is not None]


def _detours(moves: Sequence[str]) -> dict[int, int]:
    """Find stretches of moves that one seat made and undid with no other seat in between.

    Returns the end of each stretch by its start.
    """
    ends: dict[int, int] = {}
    starts: list[int] = []
    last = ""
    for number, text in enumerate(moves):
        seat, _, move = text.partition(" ")
        if seat != last:
            starts, last = [], seat
        if move != UNDO:
            starts.append(number)
        elif starts:
            ends[starts.pop()] = number + 1
    return ends


def check_names(names: Sequence[str], players: int) -> None:
    """Raise SetupError unless there is a valid name for every player."""
    if len(names) != players:
        raise SetupError.of("core.error.names_count", players=players, names=len(names))
    for name in names:
        fit = isinstance(name, str) and name.isprintable() and name.strip() == name
        if not fit or not 1 <= len(name) <= LONGEST_NAME:
            raise SetupError.of("core.error.name", name=str(name)[:LONGEST_NAME])


def _check_changes(game: Game, record: Record) -> None:
    """Raise RecordError unless the game has the numbers here that it was played with."""
    recorded, current = record.changes or {}, game.changes
    if recorded != current:
        raise RecordError.of(
            "core.record.changes", recorded=_numbers(recorded), current=_numbers(current)
        )


def _numbers(changes: Mapping[str, int]) -> str:
    return said(changes) or Words().say("core.record.changes_none")


def _seed(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < LONGEST_NAME:
        return int(text)
    raise SetupError.of("core.error.seed", seed=f"“{text[:LONGEST_NAME]}”")
