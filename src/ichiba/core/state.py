"""The interface of every position, in a module that can be compiled."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from random import Random
from typing import Self

from ichiba.core.compiling import mypyc_attr
from ichiba.core.messages import Event, Message, Reason
from ichiba.core.observation import Buffer, opened, unpack, write

Log = list[Event]
View = Mapping[str, object]  # a title describes its own in more detail
Dump = dict[str, object]


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """A position, including everything hidden. Only `apply` changes it.

    To find out what a seat may know, use `view`, `legal`, `explain`, `prompt` and `determinize`.
    """

    __slots__ = ("actors", "log", "reveals")

    # The seats that have to decide, in order: several if simultaneous, none once the game is over.
    actors: tuple[int, ...]
    # Where `apply` records events; None in simulations, which don't need them.
    log: Log | None
    # How many times something hidden or random has been revealed. Undo never crosses a reveal.
    reveals: int

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

    @abstractmethod
    def copy(self) -> Self:
        """An independent copy, without a log."""

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

        The result depends only on what the seat knows and on the generator.
        """

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

    def observe(self, seat: int, buffer: Buffer) -> None:
        """Write what the seat knows now, as numbers, into a buffer of floats or doubles.

        `Game.observation` describes the numbers. The buffer can be used again. Raises ValueError if
        it is too small, and TypeError if it has other items.
        """
        view, kind = opened(buffer)
        write(self.packed(seat, kind), view)
