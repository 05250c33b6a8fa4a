"""The interface of every game: `Game` sets it up, `State` is a position in it.

This module is never compiled, because it has to check arguments of any type from outside.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from operator import index
from random import Random
from typing import Any, NamedTuple, SupportsIndex

from ichiba.core.actions import ActionTable
from ichiba.core.changing import in_force
from ichiba.core.errors import PositionError, SetupError
from ichiba.core.fingerprints import compared, fingerprint
from ichiba.core.messages import Arguments, Reason
from ichiba.core.numbers import as_number
from ichiba.core.observation import Spec
from ichiba.core.options import Option, Value, Values, fill_in
from ichiba.core.origin import Origin
from ichiba.core.phased import PhasedState
from ichiba.core.rehearsal import is_playable
from ichiba.core.rng import SEED_LIMIT, Rng
from ichiba.core.rules_text import Chapter, chapters
from ichiba.core.rulings import Ruling, rulings
from ichiba.core.state import Dump, Log, State, View

__all__ = ["Dump", "Game", "Holdings", "Log", "State", "Utility", "View"]


# How often hidden pieces are drawn until whoever has to decide can do something with them.
_DRAWS = 1000


# How many of what a player has, by kind and name: `{"cards": {"ebi": 3}}`.
Holdings = dict[str, dict[str, int]]


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
    # Options that are recommended for a first game.
    first_game: Mapping[str, Value] = {}
    # Options that random play needs in order to end.
    random_options: Mapping[str, Value] = {}
    actions: ActionTable
    position: type[PhasedState]
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

    def holdings(self, view: View) -> list[Holdings]:
        """What each player has, for statistics: from a spectator's view after the game."""
        return [{} for _ in range(int(str(view["players"])))]

    def setting_of(self, path: str, players: int) -> tuple[int, Mapping[str, Value]]:
        """The players, by default as many as given, and options with which a number of `data.toml`
        matters."""
        del path
        return players, {}

    @property
    def changes(self) -> Mapping[str, int]:
        """Numbers that differ from the printed ones in this process, by path."""
        return in_force(self.name)

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
    def setup(self, players: int, options: Values) -> Any:
        """What stays the same during a game, with at least `players` and `options`.

        The arguments have already been checked.
        """

    @abstractmethod
    def begin(self, state: Any) -> None:
        """Set up a game, on a table with the values that its fields start with."""

    def deal(self, players: int, seed: int, options: Values, log: Log | None) -> State:
        """Start a game. The arguments have already been checked."""
        setup = self.setup(players, options)
        state: PhasedState = self.position.dumping.new(self.position, setup)
        state.log, state.rng = log, Rng(seed)
        self.begin(state)
        return state

    def restore(self, dump: Mapping[str, object]) -> State:
        """The position that a dump describes.

        Raises PositionError if the dump is wrong, or if its players could not go on.
        """
        state = self.fill(dump)
        if not is_playable(state):
            raise self._origin.wrong_field("phase")
        return state

    def fill(self, dump: Mapping[str, object]) -> State:
        """The same, but without trying out whether its players could go on."""
        return self._read(dump, self._setup_of(dump))

    def from_known(self, known: Mapping[str, object], rng: Random) -> State:
        """A position that a seat cannot tell from the one it knows, for looking ahead.

        What the seat does not know is drawn at random. Raises PositionError if `known`, which may
        come from JSON, is not what `State.known` returns for a seat of some position.
        """
        setup, wrong = self._setup_of(known), PositionError.of("core.error.position_known")
        viewer: Any = known.get("viewer", ...)
        if viewer is not None and (type(viewer) is not int or not 0 <= viewer < setup.players):
            raise self._origin.wrong_field("viewer")
        for _ in range(_DRAWS):
            state = self._read(self.position.dumping.filled(setup, known, rng), setup)
            if state.known(viewer) != known:
                raise self._origin.error(wrong)
            world = state.determinize(viewer, rng)
            if is_playable(world):
                return world
        raise self._origin.error(wrong)

    @property
    def _origin(self) -> Origin:
        return self.position.dumping.origin

    def _setup_of(self, dump: Mapping[str, object]) -> Any:
        """The set-up that a dump names."""
        self._origin.check(dump)
        players, options = dump.get("players"), dump.get("options")
        if type(players) is not int or not isinstance(options, dict):
            raise self._origin.wrong_field("options" if type(players) is int else "players")
        try:
            return self.setup(players, self.check(players, 0, options))
        except SetupError as error:
            raise self._origin.error(error) from None

    def _read(self, dump: Mapping[str, object], setup: Any) -> PhasedState:
        state: PhasedState = self.position.dumping.read(self.position, setup, dump)
        return state

    def new(self, players: SupportsIndex, *, seed: SupportsIndex, **options: object) -> State:
        """Start a new game. Use `random_options` if its players may move at random."""
        values = self.check(players, seed, options)
        return self.deal(index(players), index(seed), values, None)

    def new_with_log(
        self, players: SupportsIndex, *, seed: SupportsIndex, **options: object
    ) -> State:
        """The same with a log of events, which `history` and `information_state` need."""
        values = self.check(players, seed, options)
        return self.deal(index(players), index(seed), values, [])

    def observation(self, players: SupportsIndex, **options: object) -> Spec:
        """What `State.observe` writes in a game with these players and options."""
        return self.spec(index(players), self.check(players, 0, options))

    def fingerprint(self, players: SupportsIndex, **options: object) -> str:
        """A short text to save with a policy: it changes with the actions or observations."""
        planes = self.observation(players, **options).planes
        return fingerprint(self.name, self.actions.notations, planes)

    def check_fingerprint(self, saved: str, players: SupportsIndex, **options: object) -> None:
        """Raise SetupError, which says what has changed, unless a saved fingerprint still fits."""
        changed = compared(saved, self.fingerprint(players, **options))
        if changed:
            raise SetupError.of(f"core.error.fingerprint_{changed}", title=self.title)

    @abstractmethod
    def spec(self, players: int, options: Values) -> Spec:
        """The same. The arguments have already been checked."""

    def check(
        self, players: SupportsIndex, seed: SupportsIndex, options: Mapping[str, object]
    ) -> Values:
        """All options with their values. Raises SetupError if the game cannot be set up."""
        count, number = as_number(players), as_number(seed)
        if count is None or not self.min_players <= count <= self.max_players:
            raise SetupError.of(
                "core.error.player_count",
                title=self.title,
                least=self.min_players,
                most=self.max_players,
                players=str(players),
            )
        if number is None or not 0 <= number < SEED_LIMIT:
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

    def rulings(self, language: str = "en") -> Sequence[Ruling]:
        """What we decided where the printed rules are silent or unclear."""
        return rulings(self.package, language)
