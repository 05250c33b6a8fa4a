"""What a choice costs and brings the viewer, computed from a view: prices and earnings."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ichiba.games.shinjuku.board.atlas import Atlas
from ichiba.games.shinjuku.customers import KIND_GOOD, KIND_SIZE, KINDS
from ichiba.games.shinjuku.data import GOODS, HAND, WILD_CARDS
from ichiba.games.shinjuku.scoring import points_of

# How a ward is paid for, from the cheapest.
CARD, WILD, THREE, NOTHING = "card", "wild", "three", ""
# The most stops to look at for the best Move of a ward. Short ways come first; a late game has more
# ways than anybody could count.
_STOPS = 400
_NUMBER = {kind: number for number, kind in enumerate(KINDS)}
_GOOD_OF = {kind: GOODS[KIND_GOOD[number]] for kind, number in _NUMBER.items()}


def buys(kind: str, good: str) -> bool:
    """Whether a customer of this kind buys in a store with this good."""
    return good in ("department", _GOOD_OF[kind])


class _Stop(NamedTuple):
    """One stop of a possible Move, with what has happened before it."""

    station: str
    visited: frozenset[str]
    group: tuple[str, ...]
    earned: tuple[str, ...]


class Prospects:
    """Prices and gains for the viewer of one view."""

    def __init__(self, view: dict[str, Any], atlas: Atlas) -> None:
        self.atlas = atlas
        self.stores: dict[str, Any] = view["stores"]
        self.seat: int | None = view["seat"]
        own = {} if self.seat is None else view["companies"][self.seat]
        self.hand: list[str] = own.get("hand") or []
        self.wild: list[str] = own.get("wild", [])
        self.earned: list[str] = own.get("customers") or []
        self.bonus: int = own.get("bonus", 0)
        self.draws = min(max(HAND - len(self.hand), 1), view["deck"] + len(view["discard"]))
        self._near = _network(view, atlas)
        self._part = _parts(self._near)  # stations with the same number are connected
        self._gains: dict[tuple[str, ...], int] = {}

    # --- Prices

    def price(self, wards: Iterable[str]) -> str:
        """The cheapest way to pay for one of these wards."""
        if any(ward in self.hand for ward in wards):
            return CARD
        if any(card in self.wild for card in self.hand):
            return WILD
        return THREE if len(self.hand) >= WILD_CARDS else NOTHING

    # --- Points

    def gain(self, kinds: Sequence[str], bonus: int = 0, spent: str = "") -> int:
        """How many points more (or fewer) these customers and bonus tokens make."""
        key = (*sorted(kinds), str(bonus), spent)
        if key not in self._gains:
            now = [*self.earned]
            then = [*now, *kinds]
            if spent:
                then.remove(spent)
            after = points_of(_columns(then), self.bonus + bonus)
            self._gains[key] = after - points_of(_columns(now), self.bonus)
        return self._gains[key]

    def gained(self, kinds: Sequence[str]) -> int:
        """How many points these customers have brought, who are already among the earned ones."""
        before = [*self.earned]
        for kind in kinds:
            before.remove(kind)
        now = points_of(_columns(self.earned), self.bonus)
        return now - points_of(_columns(before), self.bonus)

    # --- Where customers can go

    def near(self, station: str) -> set[str]:
        """The stations one link with track away."""
        return self._near[station]

    def is_connected(self, station: str, other: str) -> bool:
        """Whether track leads from one station to the other, or they are the same."""
        return self._part[station] == self._part[other]

    def taken_at(self, station: str, group: Iterable[str]) -> list[str]:
        """The kinds of customers in a group of whom a store at this station takes one."""
        standing = self.stores.get(station)
        if standing is None:
            return []
        return [kind for kind in dict.fromkeys(group) if buys(kind, standing["good"])]

    def reached(self, ward: str, kinds: Iterable[str]) -> list[str]:
        """The stations where the viewer's stores have something for these customers of a ward, and
        to which track leads."""
        wanted = {*kinds}
        parts = {self._part[station.id] for station in self.atlas.stations_in(ward)}
        return [
            station
            for station, standing in self.stores.items()
            if standing["owner"] == self.seat
            and self._part[station] in parts
            and any(buys(kind, standing["good"]) for kind in wanted)
        ]

    def best_move(self, ward: str, kinds: list[str]) -> int:
        """The most points that a Move of these customers can bring, as far as one looks."""
        stores = {station: self.stores[station]["good"] for station in self.reached(ward, kinds)}
        if not stores:
            return 0
        waiting = deque(
            _Stop(station.id, frozenset(), tuple(kinds), ())
            for station in self.atlas.stations_in(ward)
        )
        best = 0
        for _ in range(_STOPS):
            if not waiting:
                break
            for stop in self._after(waiting.popleft()):
                best = max(best, self.gain(stop.earned))
                ahead = [good for station, good in stores.items() if station not in stop.visited]
                if any(buys(kind, good) for kind in stop.group for good in ahead):
                    onward = self._near[stop.station] - stop.visited
                    waiting.extend(stop._replace(station=station) for station in sorted(onward))
        return best

    def _after(self, stop: _Stop) -> list[_Stop]:
        """What can happen at a stop: for each customer who can be given to the store, the rest."""
        station, group = stop.station, stop.group
        visited = stop.visited | {station}
        kinds = self.taken_at(station, group)
        if not kinds:
            return [_Stop(station, visited, group, stop.earned)]
        mine = self.stores[station]["owner"] == self.seat
        return [
            _Stop(station, visited, _without(group, kind), stop.earned + (kind,) * mine)
            for kind in kinds
        ]


def _without(group: tuple[str, ...], kind: str) -> tuple[str, ...]:
    place = group.index(kind)
    return group[:place] + group[place + 1 :]


def _columns(kinds: Iterable[str]) -> list[int]:
    """By good: the number of customers, counting some twice."""
    columns = [0] * len(GOODS)
    for kind in kinds:
        number = _NUMBER[kind]
        columns[KIND_GOOD[number]] += KIND_SIZE[number]
    return columns


def _network(view: dict[str, Any], atlas: Atlas) -> dict[str, set[str]]:
    """By station: the stations one link with track away."""
    near: dict[str, set[str]] = {station: set() for station in atlas.stations}
    for a, b in [*(atlas.links[link] for link in view["track"]), *atlas.map.permanent]:
        near[a].add(b)
        near[b].add(a)
    return near


def _parts(near: dict[str, set[str]]) -> dict[str, int]:
    """By station: the number of its part of the network."""
    part: dict[str, int] = {}
    for number, first in enumerate(near):
        waiting = [] if first in part else [first]
        while waiting:
            station = waiting.pop()
            if station not in part:
                part[station] = number
                waiting += near[station]
    return part
