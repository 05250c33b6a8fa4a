"""Positions for tests: places the pieces of an example by name."""

from collections import Counter
from typing import Any

import ichiba
from ichiba.core.rng import Item, Rng
from ichiba.games.shinjuku.cards import take_card
from ichiba.games.shinjuku.city import CITY
from ichiba.games.shinjuku.customers import KINDS, ONE
from ichiba.games.shinjuku.data import GOODS, STORE_NAMES, store_of
from ichiba.games.shinjuku.pieces import add_customers, lay_track, place_store, summarize
from ichiba.games.shinjuku.state import ShinjukuState
from ichiba.games.shinjuku.table import ACTION, NONE

GAME = ichiba.load("shinjuku")


def group(*kinds: str) -> int:
    return sum(ONE[KINDS.index(kind)] for kind in kinds)


def ward(name: str) -> int:
    return CITY.ward_names.index(name)


def station(name: str) -> int:
    return CITY.station_names.index(name)


def link(a: str, b: str) -> int:
    return CITY.link_between[station(a), station(b)]


class Scene:
    """A game at the start of a turn, with an empty map and empty hands."""

    def __init__(self, players: int = 2, player: int = 0) -> None:
        state = GAME.new(players, seed=1)
        assert isinstance(state, ShinjukuState)
        self.state = state
        # Put everything back: cards into the deck, customers into the bag.
        state.deck = CITY.cards[:]
        state.discard = []
        state.cards = [0] * len(state.cards)
        state.open_cards = [0] * len(state.open_cards)
        state.bag = sorted(kind for kind, name in enumerate(KINDS) for _ in range(COUNTS[name]))
        state.wards = [0] * CITY.wards
        state.queue_groups = [0] * 4
        state.queue_wards = [NONE] * 4
        # Other games share these lists; a scene changes them.
        state.supply, state.departments = state.supply[:], state.departments[:]
        summarize(state)
        state.player = player
        state.actors = (player,)
        state.phase = ACTION

    def hand(self, seat: int, *cards: str) -> "Scene":
        for card in cards:
            self.state.deck.remove(ward(card))
            take_card(self.state, seat, ward(card))
        return self

    def queue(self, *slots: tuple[str, tuple[str, ...]]) -> "Scene":
        for slot, (card, kinds) in enumerate(slots):
            self.state.deck.remove(ward(card))
            self.state.queue_wards[slot] = ward(card)
            self.state.queue_groups[slot] = self._out_of_bag(kinds)
        return self

    def customers(self, name: str, *kinds: str) -> "Scene":
        add_customers(self.state, ward(name), self._out_of_bag(kinds))
        return self

    def earned(self, seat: int, *kinds: str) -> "Scene":
        self.state.earned[seat] += self._out_of_bag(kinds)
        return self

    def store(self, seat: int, good: str, name: str) -> "Scene":
        state = self.state
        if good == "department":
            state.departments[seat] -= 1
        else:
            state.supply[seat * len(GOODS) + GOODS.index(good)] -= 1
        place_store(state, station(name), store_of(seat, STORE_NAMES.index(good)))
        return self

    def track(self, seat: int, *ends: tuple[str, str]) -> "Scene":
        for a, b in ends:
            lay_track(self.state, seat, link(a, b))
        return self

    def _out_of_bag(self, kinds: tuple[str, ...]) -> int:
        for kind in kinds:
            self.state.bag.remove(KINDS.index(kind))
        return group(*kinds)

    def do(self, *notations: str) -> "Scene":
        """Make moves that must be legal."""
        for notation in notations:
            seat = self.state.actors[0]
            action = GAME.parse(notation)
            assert self.state.explain(seat, action) is None, (notation, self.choices())
            self.state.apply(seat, action)
        return self

    def choices(self) -> list[str]:
        """The legal moves in notation."""
        return [GAME.notation(action) for action in self.state.legal(self.state.actors[0])]

    def why_not(self, notation: str) -> str:
        reason = self.state.explain(self.state.actors[0], GAME.parse(notation))
        assert reason is not None
        return str(reason)

    def view(self, seat: int | None = None) -> dict[str, object]:
        return self.state.view(seat)

    def earned_by(self, seat: int) -> list[str]:
        shown = self.state.view(seat)["companies"]
        assert isinstance(shown, list)
        customers: list[str] = shown[seat]["customers"]
        return customers

    def in_ward(self, name: str) -> list[str]:
        shown = self.state.view(None)["wards"]
        assert isinstance(shown, dict)
        customers: list[str] = shown.get(name, [])
        return customers

    def in_hand(self, seat: int) -> list[str]:
        shown = self.state.view(seat)["companies"]
        assert isinstance(shown, list)
        cards: list[str] = shown[seat]["hand"]
        return cards


def shown_queue(state: ShinjukuState) -> list[tuple[str | None, list[str]]]:
    slots = state.view(None)["queue"]
    assert isinstance(slots, list)
    return [(slot["ward"], slot["customers"]) for slot in slots]


COUNTS = Counter(
    {"food": 20, "clothing": 14, "clothing2": 3, "books": 6, "books2": 7, "electronics2": 10}
)


class Planned(Rng):
    """A generator that deals what an example deals, in the same order."""

    def __init__(self, scene: Scene, cards: str, customers: str) -> None:
        super().__init__(0)
        self._scene = scene
        self._cards = [ward(card) for card in cards.split()]
        self._customers = [KINDS.index(kind) for kind in customers.split()]

    def draw(self, items: list[Item]) -> Item:
        plan = self._customers if items is self._scene.state.bag else self._cards
        item: Any = plan.pop(0)
        items.remove(item)
        return item

    def take(self, items: list[Item], count: int) -> list[Item]:
        return [self.draw(items) for _ in range(count)]
