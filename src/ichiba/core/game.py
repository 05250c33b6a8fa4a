"""The interface of every game: `Game` sets it up, `State` is a position in it.

This module is never compiled, because it has to check arguments of any type from outside.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, NamedTuple

from msgspec import ValidationError

from ichiba.core.actions import ActionTable
from ichiba.core.errors import PositionError, SetupError
from ichiba.core.messages import Arguments, Reason
from ichiba.core.observation import Spec
from ichiba.core.options import Option, Value, Values, fill_in
from ichiba.core.rng import SEED_LIMIT
from ichiba.core.rules_text import Chapter, chapters
from ichiba.core.state import Dump, Log, State, View
from ichiba.core.structs import reader

__all__ = ["Dump", "Game", "Log", "State", "Utility", "View"]


# How often hidden pieces are drawn until whoever has to decide can do something with them.
_DRAWS = 1000


class Utility(NamedTuple):
    """The bounds of `State.returns`."""

    low: float
    high: float


class Game(ABC):
    """A game: how it is set up, and the notation of its actions."""

    name: str
    title: str
    min_players: int
    max_players: int
    options: tuple[Option, ...] = ()
    # Options that random play needs in order to end.
    random_options: Mapping[str, Value] = {}
    actions: ActionTable
    num_actions: int
    # Actions that are amounts in equal steps, such as "yen 600": too many to list one by one.
    amounts: range = range(0)
    # Increased when a rule change would make old records replay differently. Records of revisions
    # from `oldest` on can still be replayed.
    revision: int
    oldest: int = 1
    # The type of a view, and by kind of event the type of its arguments; see `describing`.
    view_type: Any = dict[str, object]
    event_types: Mapping[str, Any] = {}
    # The package with the game's words and rules.
    package: str
    utility = Utility(-1.0, 1.0)

    _read_view: ClassVar[Callable[[object], Any]]

    def __init_subclass__(cls) -> None:
        """Prepare to read views, while the title is imported (see `structs`)."""
        super().__init_subclass__()
        cls._read_view = staticmethod(reader(cls.view_type))

    def notation(self, action: int) -> str:
        """An action in the notation that is stored and shown, such as "buy 3"."""
        return self.actions.notations[action]

    def parse(self, text: str) -> int:
        """The action with this notation. Raises SetupError if there is none."""
        return self.actions.parse(text)

    @abstractmethod
    def longest(self, players: int) -> int:
        """An upper bound on the number of decisions in a game."""

    @abstractmethod
    def deal(self, players: int, seed: int, options: Values, log: Log | None) -> State:
        """Set up a game. The arguments have already been checked."""

    @abstractmethod
    def restore(self, dump: Mapping[str, object]) -> State:
        """The position that a dump describes. Raises PositionError if the dump is wrong."""

    def new(self, players: int, *, seed: int, **options: object) -> State:
        """Start a new game."""
        values = self.check(players, seed, options)
        return self.deal(players, seed, values, None)

    def new_with_log(self, players: int, *, seed: int, **options: object) -> State:
        """Start a new game that keeps its events, which `history` needs."""
        values = self.check(players, seed, options)
        return self.deal(players, seed, values, [])

    def from_view(self, view: View, rng: Random) -> State:
        """A position that a seat cannot tell from the one in its view, for looking ahead.

        Whatever the view does not tell is drawn at random. The view may come from JSON. Raises
        PositionError if it is wrong.
        """
        try:
            seen = type(self)._read_view(view)  # without fields that a newer version may have added
            for _ in range(_DRAWS):
                world = self._drawn(seen, rng)
                if all(world.legal(actor) for actor in world.actors):
                    return world
        except PositionError:
            raise
        except (ValidationError, LookupError, ValueError, TypeError) as error:
            raise self._wrong_view(str(error)) from None
        raise self._wrong_view()

    def guess(self, view: Any, rng: Random) -> Dump:
        """A dump of any position with this view; `from_view` redraws what is hidden."""
        raise NotImplementedError(f"{self.title} cannot go on from a view yet")

    def _drawn(self, view: Any, rng: Random) -> State:
        """A position that may be behind a view. Raises PositionError if there is none."""
        seat, state = view["seat"], self.restore(self.guess(view, rng))
        if seat is not None and not 0 <= seat < view["players"]:
            raise self._wrong_view()
        if state.view(seat) != view:
            raise self._wrong_view()
        return state.determinize(seat, rng)

    def _wrong_view(self, problem: str = "") -> PositionError:
        problem = problem or str(PositionError.of("core.error.position_view"))
        return PositionError.of("core.error.position", title=self.title, problem=problem)

    def observation(self, players: int, **options: object) -> Spec:
        """What `State.observe` writes in a game with these players and options."""
        return self.spec(players, self.check(players, 0, options))

    @abstractmethod
    def spec(self, players: int, options: Values) -> Spec:
        """The same. The arguments have already been checked."""

    def check(self, players: int, seed: int, options: Mapping[str, object]) -> Values:
        """All options with their values. Raises SetupError if the game cannot be set up."""
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

    def wrong_revision(self, revision: int) -> Reason:
        """Why a record of another revision of the rules cannot be replayed."""
        key = "core.record.revision" if self.oldest < self.revision else "core.record.only_revision"
        told: Arguments = {"revision": revision, "title": self.title}
        return Reason(key, {**told, "oldest": self.oldest, "newest": self.revision})

    def rules(self, language: str = "en") -> Sequence[Chapter]:
        """The rules in our own words, chapter by chapter."""
        return chapters(self.package, language)
