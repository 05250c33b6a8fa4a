"""The contract: what every title is (Game) and what every position of it can do (State)."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from ichiba.core.errors import SetupError
from ichiba.core.messages import Event, Message, Reason
from ichiba.core.options import Option, Value, Values, fill_in
from ichiba.core.rng import SEED_LIMIT
from ichiba.core.rules_text import Chapter, chapters

Log = list[Event]
View = dict[str, object]
Dump = dict[str, object]


class State(ABC):
    """A position. It is changed by `apply` alone, and holds everything, secrets included.

    What a seat may know of it comes out of `view`, `legal`, `explain`, `prompt` and `determinize`.
    """

    __slots__ = ("actors", "log", "reveals")

    # The seats that owe a decision, in order: several when simultaneous, none when it is over.
    actors: tuple[int, ...]
    # Where `apply` tells what happens, or None: simulations don't listen.
    log: Log | None
    # How often something hidden or random has come to light. Undo never crosses a change of it.
    reveals: int

    @property
    @abstractmethod
    def simultaneous(self) -> bool:
        """Whether the open decisions are private and independent, each free to be taken back."""

    @abstractmethod
    def legal(self, seat: int) -> list[int]:
        """What the seat may do now, in a stable order; empty exactly if it is no actor."""

    @abstractmethod
    def apply(self, seat: int, action: int) -> None:
        """Do it. Trusts its caller: the action is legal."""

    @abstractmethod
    def copy(self) -> Self:
        """An independent twin, without a log."""

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """All that the seat may know, as plain data; None = a spectator."""

    @abstractmethod
    def explain(self, seat: int, action: int) -> Reason | None:
        """Why the seat may not do this now, or None if it may."""

    @abstractmethod
    def prompt(self, seat: int | None) -> Message:
        """What the seat is asked to do, or whom it waits for; `rule` names the chapter at hand."""

    @abstractmethod
    def label(self, seat: int, action: int) -> Message:
        """What a legal action would do, for a button or a list."""

    @abstractmethod
    def determinize(self, seat: int | None, rng: Random) -> Self:
        """A copy in which all that the seat cannot know is drawn anew.

        It depends on what the seat knows and on the generator, on nothing else.
        """

    @property
    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """By seat: the final score, or before the end what the game would score now."""

    @property
    @abstractmethod
    def breakdown(self) -> tuple[dict[str, int], ...]:
        """By seat: what the score is made of, as message keys with points that add up to it."""

    @property
    @abstractmethod
    def winners(self) -> tuple[int, ...]:
        """The seats that won, several if shared; empty until the end."""

    @abstractmethod
    def census(self) -> dict[str, int]:
        """How many of each piece there are, wherever they lie: the same throughout a game."""

    @abstractmethod
    def dump(self) -> Dump:
        """The whole position as plain data, secrets included."""


class Game(ABC):
    """A title: how it is set up and what its actions are called."""

    name: str
    title: str
    min_players: int
    max_players: int
    options: tuple[Option, ...] = ()
    # Options without which random play would not come to an end.
    random_options: Mapping[str, Value] = {}
    num_actions: int
    # Actions that name an amount in even steps, such as "yen 600": too many to be told one by one.
    amounts: range = range(0)
    # Raised when the same record would give another game; records down to `oldest` still replay.
    revision: int
    oldest: int = 1
    # The package that holds the title's words and rules.
    package: str

    @abstractmethod
    def notation(self, action: int) -> str:
        """An action as it is stored and shown, such as "buy 3"."""

    @abstractmethod
    def parse(self, text: str) -> int:
        """The action of a notation; a SetupError if it is none."""

    @abstractmethod
    def longest(self, players: int) -> int:
        """A bound that no game exceeds, in decisions."""

    @abstractmethod
    def deal(self, players: int, seed: int, options: Values, log: Log | None) -> State:
        """Set up a game from arguments that were checked."""

    @abstractmethod
    def restore(self, dump: Mapping[str, object]) -> State:
        """The position that a dump describes; a PositionError if it describes none."""

    def new(self, players: int, *, seed: int, **options: object) -> State:
        """A new game."""
        values = self.check(players, seed, options)
        return self.deal(players, seed, values, None)

    def check(self, players: int, seed: int, options: Mapping[str, object]) -> Values:
        """All options with their values; a SetupError if the game cannot be set up like this."""
        if type(players) is not int or not self.min_players <= players <= self.max_players:
            raise SetupError.of(
                "core.error.player_count",
                title=self.title,
                least=self.min_players,
                most=self.max_players,
                players=str(players),
            )
        if type(seed) is not int or not 0 <= seed < SEED_LIMIT:
            raise SetupError.of("core.error.seed", seed=str(seed))
        return fill_in(self.title, self.options, options)

    def rules(self, language: str = "en") -> Sequence[Chapter]:
        """The rules in our own words, chapter by chapter."""
        return chapters(self.package, language)
