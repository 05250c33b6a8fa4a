"""A city: its wards, stations and links out of a file in `cities/`, as tables to play on."""

from functools import lru_cache
from importlib.resources import files
from tomllib import loads

import msgspec

Place = tuple[int, int]


class Ward(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A part of the city: its cards, and where it lies on the sheet."""

    id: str
    name: str
    name_ja: str
    cards: int
    label: Place
    outlines: list[list[Place]]


class Station(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Where a store may stand; with `department`, one that can grow."""

    id: str
    name: str
    name_ja: str
    ward: str
    department: bool
    at: Place
    label: str


class Map(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A whole file of `cities/`."""

    name: str
    name_ja: str
    sheet: Place
    links: list[tuple[str, str]]
    permanent: list[tuple[str, str]]
    wards: list[Ward]
    stations: list[Station]


class City:
    """Wards, stations and links as numbers; sets of them as bits."""

    __slots__ = (
        "cards", "department_sites", "ends", "extensions", "joined", "link_between", "link_names",
        "links", "map", "name", "permanent", "station_names", "stations", "stations_in",
        "ward_names", "ward_of", "wards",
    )  # fmt: skip

    def __init__(self, name: str, chart: Map) -> None:
        self.name = name
        self.map = chart
        self.ward_names = tuple(ward.id for ward in chart.wards)
        self.station_names = tuple(station.id for station in chart.stations)
        self.link_names = tuple(f"{a}~{b}" for a, b in chart.links)
        self.wards = len(chart.wards)
        self.stations = len(chart.stations)
        self.links = len(chart.links)
        # The deck: every card as its ward.
        self.cards = [number for number, ward in enumerate(chart.wards) for _ in range(ward.cards)]
        number = {station: place for place, station in enumerate(self.station_names)}
        self.ward_of = tuple(self.ward_names.index(station.ward) for station in chart.stations)
        self.stations_in = tuple(
            sum(1 << s for s, ward in enumerate(self.ward_of) if ward == w)
            for w in range(self.wards)
        )
        self.department_sites = sum(
            1 << s for s, station in enumerate(chart.stations) if station.department
        )
        self.ends = tuple((number[a], number[b]) for a, b in chart.links)
        self.permanent = tuple((number[a], number[b]) for a, b in chart.permanent)
        # By station: the stations that one can go to without any track.
        joined = [0] * self.stations
        for a, b in self.permanent:
            joined[a] |= 1 << b
            joined[b] |= 1 << a
        self.joined = tuple(joined)
        self.link_between = {
            pair: link for link, (a, b) in enumerate(self.ends) for pair in ((a, b), (b, a))
        }
        self.extensions = tuple(self._extensions(link) for link in range(self.links))

    def _extensions(self, link: int) -> int:
        """The links, as bits, that a second piece of track may take after this one."""
        reached = 0
        for end in self.ends[link]:
            reached |= 1 << end | self.joined[end]
        return sum(
            1 << other
            for other, (a, b) in enumerate(self.ends)
            if other != link and reached >> a & 1 | reached >> b & 1
        )


def load_city(name: str) -> City:
    """The city of a file in `cities/`."""
    text = (files(__package__) / "cities" / f"{name}.toml").read_text(encoding="utf-8")
    return City(name, msgspec.convert(loads(text), type=Map))


@lru_cache(maxsize=1 << 14)
def bits(number: int) -> tuple[int, ...]:
    """The places of the bits of a number, from the lowest. Sets recur, so they are remembered."""
    found = []
    while number:
        low = number & -number
        found.append(low.bit_length() - 1)
        number ^= low
    return tuple(found)
