"""The city: tables of its wards, stations and links, built from a file in `cities/`."""

from functools import lru_cache
from typing import Final

from ichiba.games.shinjuku.map_file import Map, load_map


class City:
    """Wards, stations and links as numbers; sets of them as bits."""

    __slots__ = (
        "cards", "department_sites", "ends", "extensions", "joined", "link_between", "link_names",
        "links", "map", "name", "permanent", "station_names", "stations", "stations_in",
        "ward_names", "ward_of", "wards", "wards_at",
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
        # The deck; a card is the number of its ward.
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
        # By link: the wards at both ends, as bits.
        self.wards_at = tuple(1 << self.ward_of[a] | 1 << self.ward_of[b] for a, b in self.ends)
        self.permanent = tuple((number[a], number[b]) for a, b in chart.permanent)
        # By station: the stations that can be reached without track, as bits.
        joined = [0] * self.stations
        for a, b in self.permanent:
            joined[a] |= 1 << b
            joined[b] |= 1 << a
        self.joined = tuple(joined)
        self.link_between = {
            pair: link for link, (a, b) in enumerate(self.ends) for pair in ((a, b), (b, a))
        }
        self.extensions = tuple(self._extensions(link) for link in range(self.links))

    def _extensions(self, link: int) -> tuple[int, ...]:
        """The links where a second piece of track can follow this one."""
        reached = 0
        for end in self.ends[link]:
            reached |= 1 << end | self.joined[end]
        return tuple(
            other
            for other, (a, b) in enumerate(self.ends)
            if other != link and reached >> a & 1 | reached >> b & 1
        )


def load_city(name: str) -> City:
    """Load a city from its file in `cities/`."""
    return City(name, load_map(name))


CITY: Final = load_city("tokyo")


def ward_name(ward: int) -> str:
    """The name of a ward."""
    return CITY.map.wards[ward].name


def ward_names(wards: list[int]) -> list[str]:
    """The names of several wards, which can repeat."""
    return [CITY.map.wards[ward].name for ward in wards]


def station_name(station: int) -> str:
    """The name of a station."""
    return CITY.map.stations[station].name


@lru_cache(maxsize=1 << 14)
def bits(number: int) -> tuple[int, ...]:
    """The positions of the bits set in a number, from the lowest. Cached, because sets recur."""
    found = []
    while number:
        low = number & -number
        found.append(low.bit_length() - 1)
        number ^= low
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def stations_in(wards: int) -> int:
    """The stations in these wards; both are bits."""
    stations = 0
    for ward in bits(wards):
        stations |= CITY.stations_in[ward]
    return stations
