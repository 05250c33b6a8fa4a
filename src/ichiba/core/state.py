"""The interface of every position, in a module that can be compiled."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from operator import index
from random import Random
from typing import Any, Self, SupportsIndex

from ichiba.core.compiling import mypyc_attr
from ichiba.core.errors import IllegalAction
from ichiba.core.messages import (
    Event,
    Message,
    Reason,
    events_for,
    history_of,
    is_whole,
    recollection,
)
from ichiba.core.numbers import as_number
from ichiba.core.observation import Buffer, opened, unpack, write
from ichiba.core.rng import Rng

Log = list[Event]
View = Mapping[str, object]  # a title describes its own in more detail
Dump = dict[str, object]


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):  # noqa: PLW1641 - a position changes, so it has no hash
    """A position, including everything hidden. Only `apply` changes it.

    To find out what a seat may know, use `view`, `legal`, `explain`, `prompt` and `determinize`.
    """

    __slots__ = ("actors", "log", "reveals", "rng")

    # The seats that have to decide, in order: several if simultaneous, none once the game is over.
    actors: tuple[int, ...]
    # Where `apply` records events; None in simulations, which don't need them.
    log: Log | None
    # How many times something hidden or random has been revealed. Undo never crosses a reveal.
    reveals: int
    # Where everything random comes from.
    rng: Rng

    @property
    @abstractmethod
    def simultaneous(self) -> bool:
        """Whether the open decisions are private and independent, so that each can be undone."""

    @abstractmethod
    def legal(self, seat: int) -> list[int]:
        """The seat's legal actions, in a stable order; empty only if it is not an actor."""

    @abstractmethod
    def apply(self, seat: int, action: int) -> None:
        """Carry out an action. It must be legal; this is not checked."""

    def play(self, seat: SupportsIndex, action: SupportsIndex) -> None:
        """Carry out an action if it is legal; else raise IllegalAction, and change nothing.

        Seat and action may be integers of any kind, such as NumPy's.
        """
        reason = self.refusal(seat, action)
        if reason is not None:
            raise IllegalAction(reason)
        self.apply(index(seat), index(action))

    def refusal(self, seat: object, action: object) -> Reason | None:
        """The same as `explain`, for arguments that may be anything at all."""
        players, actions = self.players, self.num_actions
        one, other = as_number(seat), as_number(action)
        if one is None or not 0 <= one < players:
            number = str(seat) if one is None else one + 1
            return Reason("core.reason.no_such_seat", {"number": number, "players": players})
        if other is None or not 0 <= other < actions:
            last = actions - 1
            return Reason("core.reason.no_such_action", {"action": str(action), "last": last})
        return self.explain(one, other)

    @property
    @abstractmethod
    def num_actions(self) -> int:
        """The size of the game's table of actions."""

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.scores)

    @abstractmethod
    def copy(self) -> Self:
        """An independent copy, without a log."""

    def copy_with_log(self) -> Self:
        """A copy that continues the log."""
        twin = self.copy()
        twin.log = None if self.log is None else self.log[:]
        return twin

    def __copy__(self) -> Self:
        return self.copy_with_log()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy_with_log()

    def __reduce__(self) -> tuple[Any, ...]:
        # Imported here, because it needs the registry of games, which needs this module.
        from ichiba.core.pickling import pickled

        return pickled(self)

    def __eq__(self, other: object) -> bool:
        """Whether both are the same position, with the same future; logs don't matter."""
        return (
            type(self) is type(other) and isinstance(other, State) and self.dump() == other.dump()
        )

    def __repr__(self) -> str:
        deciding = ", ".join([str(seat) for seat in self.actors])
        to_decide = f"to decide: {deciding}" if deciding else "over"
        return f"<{type(self).__name__}: {self.players} players, {to_decide}>"

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """Everything that the seat may know, as plain data; None is a spectator."""

    @abstractmethod
    def explain(self, seat: int, action: int) -> Reason | None:
        """Why the seat cannot take this action now; None if it can."""

    @abstractmethod
    def prompt(self, seat: int | None) -> Message:
        """What the seat has to do, or whom it is waiting for; `rule` names the rules chapter."""

    @abstractmethod
    def label(self, seat: int, action: int) -> Message:
        """The label of a legal action, for a button or a list."""

    @abstractmethod
    def determinize(self, seat: int | None, rng: Random) -> Self:
        """A copy in which everything that the seat cannot know is drawn at random.

        The result depends only on what the seat knows and on the generator. If there is a log, the
        copy has the events that the seat may know of.
        """

    def log_for(self, seat: int | None) -> Log | None:
        """The log as far as the seat may know it, with its own choices; None without a log."""
        return None if self.log is None else events_for(self.log, seat, self.players)

    def history(self, seat: int | None) -> str:
        """What the seat has seen so far, in order; equal knowledge gives equal text.

        It is made from the events, so the game must be started with `new_with_log`, and copied with
        `copy_with_log`. For a match, use `Match.history`.
        """
        return history_of(self._events(), seat)

    def information_state(self, seat: int) -> str:
        """Everything that the seat has seen and chosen so far, as text; it needs a log too.

        In positions with equal texts, the seat has the same legal actions, observation and view.
        `history` does not guarantee that, because some choices are only part of a turn. While
        others decide too, the text contains the view, which shows how far they are. It also does in
        a position that was redrawn for another seat.
        """
        events = self._events()
        enough = self.actors == (seat,) and is_whole(events, seat)
        return recollection(events, seat, None if enough else self.view(seat))

    def _events(self) -> Log:
        if self.log is None:
            raise LookupError("there is no log: start the game with new_with_log")
        return self.log

    @property
    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """The final score of each seat; before the end, the score if the game ended now."""

    @property
    @abstractmethod
    def breakdown(self) -> tuple[dict[str, int], ...]:
        """The parts of each seat's score: message keys with points that add up to the score."""

    @property
    @abstractmethod
    def winners(self) -> tuple[int, ...]:
        """The seats that won: several if they share the victory, none before the end."""

    @property
    def ending(self) -> str:
        """How the game ended, in titles with several endings; "" in others and before the end.

        The words of the title have a name for it under `<title>.ending`.
        """
        return ""

    @abstractmethod
    def census(self) -> dict[str, int]:
        """How many of each piece there are, wherever they are; it never changes during a game."""

    @abstractmethod
    def dump(self) -> Dump:
        """The whole position as plain data, including everything hidden."""

    @abstractmethod
    def known(self, seat: int | None) -> Dump:
        """The same with None wherever the seat may not look; None is a spectator.

        `Game.from_known` makes a position from it.
        """

    @property
    def returns(self) -> tuple[float, ...]:
        """By seat: 1 for a victory, shared among the winners, with losses that make the sum 0.

        The others lose equally. Before the end, and if everybody wins, all returns are 0.
        """
        players, winners = len(self.scores), self.winners
        if not winners:
            return (0.0,) * players
        won = (players / len(winners) - 1) / (players - 1)
        lost = -1 / (players - 1)
        return tuple(won if seat in winners else lost for seat in range(players))

    @abstractmethod
    def packed(self, seat: int, kind: str) -> bytes:
        """What `observe` writes, in the order of the game's `observation`.

        `kind` is `f` for floats or `d` for doubles; `observation.pack` packs numbers.
        """

    def observed(self, seat: int) -> list[float]:
        """The same as a list."""
        return unpack(self.packed(seat, "d"))

    def observe(self, seat: int | None, buffer: Buffer) -> None:
        """Write what the seat knows now, as numbers, into a buffer of floats or doubles.

        `Game.observation` describes the numbers. The buffer can be used again. Raises ValueError if
        it is too small, and TypeError if it has other items, or for a spectator.
        """
        if seat is None:
            raise TypeError("observe needs a seat; spectators only have a view")
        view, kind = opened(buffer)
        write(self.packed(seat, kind), view)
