"""Lookups that the light player needs often: areas of the map, groups, the worth of customers."""

from functools import lru_cache, reduce
from operator import or_
from typing import Final

from ichiba.bots.shinjuku.reach import flood
from ichiba.bots.shinjuku.sketch import CHART
from ichiba.games.shinjuku.city import CITY, bits
from ichiba.games.shinjuku.customers import heights
from ichiba.games.shinjuku.data import GOODS
from ichiba.games.shinjuku.scoring import points_of

WARD_OF: Final = CITY.ward_of
ENDS: Final = CITY.ends
CARDS_IN: Final = tuple(cards.bit_count() for cards in CHART.cards_of)  # by ward
EVERYWHERE: Final = (1 << CITY.stations) - 1
_LINKS_AT: Final[tuple[tuple[tuple[int, int], ...], ...]] = tuple(
    tuple((link, a + b - station) for link, (a, b) in enumerate(ENDS) if station in {a, b})
    for station in range(CITY.stations)
)  # by station: each link, and the station at its other end
STATIONS_IN: Final = tuple(bits(stations) for stations in CITY.stations_in)  # by ward
# The average value of a customer, and how much weight it has next to the exact value of the sets.
_MEAN: Final = 2.63
_ANY_SET: Final = 0.56


def _by_eights(wanted: list[int]) -> tuple[tuple[int, ...], ...]:
    """Of sets of stations, as bits: what all of them have. For each eight stations, it is computed
    in advance."""
    return tuple(
        tuple(
            reduce(or_, [wanted[first + place] for place in bits(chosen)], 0)
            for chosen in range(1 << min(8, len(wanted) - first))
        )
        for first in range(0, len(wanted), 8)
    )


_WARDS: Final[tuple[tuple[int, ...], ...]] = _by_eights([1 << ward for ward in WARD_OF])
_NEIGHBOURS: Final[tuple[tuple[int, ...], ...]] = _by_eights([*CHART.neighbours])


@lru_cache(maxsize=1 << 16)
def area_of(stations: int) -> tuple[int, tuple[int, ...], tuple[int, ...], int]:
    """Of connected stations: their wards as bits and one by one, the wards one link further, and
    the number of cards."""
    wards = near = beyond = 0
    for part in range(len(_WARDS)):
        eight = stations >> 8 * part & 255
        if eight:
            wards |= _WARDS[part][eight]
            near |= _NEIGHBOURS[part][eight]
    near &= ~stations
    for part in range(len(_WARDS)):
        beyond |= _WARDS[part][near >> 8 * part & 255]
    each = bits(wards)
    return wards, each, bits(beyond & ~wards), sum([CARDS_IN[ward] for ward in each])


@lru_cache(maxsize=1 << 16)
def boundary(stations: int) -> tuple[tuple[int, int], ...]:
    """The links between these stations and others: each link, and its station outside."""
    near = 0
    for part in range(len(_NEIGHBOURS)):
        near |= _NEIGHBOURS[part][stations >> 8 * part & 255]
    near &= ~stations
    found = []
    while near:
        low = near & -near
        outside = low.bit_length() - 1
        near ^= low
        for link, other in _LINKS_AT[outside]:
            if stations >> other & 1:
                found.append((link, outside))
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def counts_in(group: int) -> tuple[tuple[int, int], ...]:
    """The goods wanted by a group and the number of customers, counting those marked 2 twice."""
    return tuple([(good, count) for good, count in enumerate(heights(group)) if count])


@lru_cache(maxsize=1 << 16)
def worth_of(a: int, b: int, c: int, d: int, bonus: int) -> tuple[float, ...]:
    """By good: what one more customer is worth, next to these numbers of customers."""
    columns = [a, b, c, d]
    base = points_of(columns, bonus)
    found = []
    for good in range(len(GOODS)):
        columns[good] += 1
        more = points_of(columns, bonus) - base
        columns[good] -= 1
        found.append((1 - _ANY_SET) * more + _ANY_SET * _MEAN)
    return tuple(found)


def areas_of(built: list[int]) -> list[int]:
    """By station: all stations connected with it, as bits."""
    areas = [0] * len(built)
    for station, near in enumerate(built):
        if not near:
            areas[station] = 1 << station
        elif not areas[station]:
            area = flood(built, 1 << station, 0)
            for one in bits(area):
                areas[one] = area
    return areas


def join_areas(areas: list[int], link: int) -> None:
    """Connect the areas at both ends of a link."""
    a, b = ENDS[link]
    joined = areas[a] | areas[b]
    for station in bits(joined):
        areas[station] = joined


def route_to(built: list[int], start: int, targets: int, closed: int) -> list[int]:
    """The shortest way to one of the targets; empty if there is none."""
    layers = []
    layer = 1 << start
    closed |= layer
    while layer:
        layers.append(layer)
        fresh = 0
        while layer:
            low = layer & -layer
            fresh |= built[low.bit_length() - 1]
            layer ^= low
        fresh &= ~closed
        found = fresh & targets
        if found:
            here = (found & -found).bit_length() - 1
            route = [here]
            for before in layers[:0:-1]:
                ways = before & built[here]
                here = (ways & -ways).bit_length() - 1
                route.append(here)
            route.reverse()
            return route
        closed |= fresh
        layer = fresh
    return []
