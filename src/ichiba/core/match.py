"""A match: a position and its record. The one door for people and programs to a game."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from ichiba.core.errors import IchibaError, IllegalAction, RecordError, SetupError
from ichiba.core.game import Game, State
from ichiba.core.messages import Event, Reason
from ichiba.core.record import UNDO, Record, Result
from ichiba.core.registry import load
from ichiba.core.words import Words

LONGEST_NAME = 40
_CAME_TO_LIGHT = Reason("core.reason.undo_reveal")
_OTHERS_ACTED = Reason("core.reason.undo_others")
_NOTHING = Reason("core.reason.nothing_to_undo")


class _Move(msgspec.Struct, frozen=True):
    """A move that can perhaps still be taken back."""

    seat: int
    action: int
    number: int  # in the record, from 1
    simultaneous: bool  # made while several decided at once


class Match:
    """Plays, records, takes back; tells what happened."""

    def __init__(self, game: Game, record: Record, state: State) -> None:
        """Use `new`, `load` or `replay`."""
        self.game = game
        self.record = record
        self.state = state
        self._events: list[Event] = []
        self._open: list[_Move] = []
        self._settled: dict[int, Reason] = {}
        self._take_events(0)
        self._settle(_CAME_TO_LIGHT)

    @classmethod
    def new(
        cls,
        game: Game,
        *,
        players: int,
        seed: int,
        names: Sequence[str] | None = None,
        **options: object,
    ) -> "Match":
        """A new match; without names the players are called Player 1, Player 2, ..."""
        values = game.check(players, seed, options)
        if names is None:
            names = [Words().name(seat) for seat in range(players)]
        check_names(names, players)
        record = Record(
            game=game.name,
            revision=game.revision,
            players=players,
            options=values,
            seed=str(seed),
            names=list(names),
            moves=[],
        )
        return cls(game, record, game.deal(players, seed, values, []))

    @property
    def events(self) -> list[Event]:
        """What happened, in order, without what was taken back."""
        return [*self._events]

    def play(self, seat: int, action: int) -> None:
        """Do it and record it; IllegalAction says why not, and then nothing has changed."""
        self._check_seat(seat)
        reason = self._explain(seat, action)
        if reason is not None:
            raise IllegalAction(reason)
        simultaneous = self.state.simultaneous
        if not simultaneous and self._open and self._open[-1].seat != seat:
            self._settle(_OTHERS_ACTED)
        self.record.moves.append(f"{seat} {self.game.notation(action)}")
        self._advance(_Move(seat, action, len(self.record.moves), simultaneous))
        if self.state.reveals != self._kept.reveals:
            self._settle(_CAME_TO_LIGHT)
        if not self.state.actors:
            self.record.result = Result([*self.state.scores], [*self.state.winners])

    def why_no_undo(self, seat: int) -> Reason | None:
        """Why the seat cannot take back its last decision, or None if it can."""
        self._check_seat(seat)
        last = self._last_open(seat)
        if last is None:
            return self._settled.get(seat, _NOTHING)
        later = (move for move in self._open if move.number > last.number)
        if any(
            move.seat != seat and not (last.simultaneous and move.simultaneous) for move in later
        ):
            return _OTHERS_ACTED
        return None

    def undo(self, seat: int) -> None:
        """Take back the seat's last decision; IllegalAction says why not."""
        reason = self.why_no_undo(seat)
        last = self._last_open(seat)
        if reason is not None or last is None:
            raise IllegalAction(reason or _NOTHING)
        self.record.moves.append(f"{seat} {UNDO}")
        rest = [move for move in self._open if move is not last]
        self._go_back()
        for move in rest:
            self._advance(move)

    def save(self, path: str | Path) -> None:
        """Write the record to a file."""
        self.record.save(path)

    @classmethod
    def load(cls, path: str | Path) -> "Match":
        """The match of a record file, replayed and checked whole."""
        return cls.replay(Record.load(path))

    @classmethod
    def replay(cls, record: Record) -> "Match":
        """The match that a record tells; a RecordError says which move cannot be."""
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
                raise RecordError.of(
                    "core.record.revision",
                    revision=record.revision,
                    title=game.title,
                    oldest=game.oldest,
                    newest=game.revision,
                )
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
        """Make a move as the record writes it: a seat and a notation, or an undo."""
        seat, _, move = text.partition(" ")
        if not (seat.isascii() and seat.isdigit() and len(seat) < 4 and move):
            example = f"0 {self.game.notation(0)}"
            raise RecordError.of("core.record.move_form", example=example)
        if move == UNDO:
            self.undo(int(seat))
        else:
            self.play(int(seat), self.game.parse(move))

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

    def _check_seat(self, seat: int) -> None:
        if type(seat) is not int or not 0 <= seat < self.record.players:
            number = seat + 1 if type(seat) is int else str(seat)
            raise IllegalAction(
                Reason(
                    "core.reason.no_such_seat", {"number": number, "players": self.record.players}
                )
            )

    def _explain(self, seat: int, action: int) -> Reason | None:
        if type(action) is not int or not 0 <= action < self.game.num_actions:
            return Reason(
                "core.reason.no_such_action",
                {"action": str(action), "last": self.game.num_actions - 1},
            )
        return self.state.explain(seat, action)

    def _advance(self, move: _Move) -> None:
        self.state.apply(move.seat, move.action)
        self._open.append(move)
        self._take_events(move.number)

    def _take_events(self, number: int) -> None:
        """Keep what the state has told, with the number of the move that made it happen."""
        told = self.state.log or []
        self._events += [msgspec.structs.replace(event, move=number) for event in told]
        self.state.log = []

    def _settle(self, reason: Reason) -> None:
        """From here on no move made so far can be taken back, for this reason."""
        self._settled.update((move.seat, reason) for move in self._open)
        self._kept = self.state.copy()
        self._kept_events = len(self._events)
        self._open = []

    def _go_back(self) -> None:
        self.state = self._kept.copy()
        self.state.log = []
        del self._events[self._kept_events :]
        self._open = []

    def _last_open(self, seat: int) -> _Move | None:
        return next((move for move in reversed(self._open) if move.seat == seat), None)


def check_names(names: Sequence[str], players: int) -> None:
    """A SetupError unless there is a fit name for every player."""
    if len(names) != players:
        raise SetupError.of("core.error.names_count", players=players, names=len(names))
    for name in names:
        fit = isinstance(name, str) and name.isprintable() and name.strip() == name
        if not fit or not 1 <= len(name) <= LONGEST_NAME:
            raise SetupError.of("core.error.name", name=str(name)[:LONGEST_NAME])


def _seed(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < LONGEST_NAME:
        return int(text)
    raise SetupError.of("core.error.seed", seed=f"“{text[:LONGEST_NAME]}”")
