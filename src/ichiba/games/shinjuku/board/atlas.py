"""The city as the boards need it: its wards, stations and links by name."""

from collections.abc import Sequence
from functools import lru_cache

from ichiba.games.shinjuku.city import load_city
from ichiba.games.shinjuku.map_file import Station, Ward


class Atlas:
    """The names in a city. Positions are in `static/<city>.svg` and `.css`."""

    def __init__(self, name: str) -> None:
        city = load_city(name)
        self.name = name
        self.map = city.map
        self.wards: dict[str, Ward] = {ward.id: ward for ward in city.map.wards}
        self.order = [*self.wards]
        self.stations: dict[str, Station] = {station.id: station for station in city.map.stations}
        self._inside: dict[str, list[Station]] = {ward: [] for ward in self.wards}
        for station in city.map.stations:
            self._inside[station.ward].append(station)
        self.links = dict(zip(city.link_names, city.map.links, strict=True))
        self._between = {
            frozenset(pair): f"link-{pair[0]}-{pair[1]}"
            for pair in (*city.map.links, *city.map.permanent)
        }
        self.near: dict[str, list[str]] = {
            station: [
                other
                for pair in (*city.map.links, *city.map.permanent)
                if station in pair
                for other in pair
                if other != station
            ]
            for station in self.stations
        }

    def between(self, station: str, other: str) -> str:
        """The id of the line between two neighbouring stations."""
        return self._between[frozenset((station, other))]

    def stations_in(self, ward: str) -> Sequence[Station]:
        """The stations of a ward."""
        return self._inside[ward]

    def card(self, ward: str) -> dict[str, object]:
        """A ward card: its name and its stations."""
        return {
            "ward": ward,
            "name": self.wards[ward].name,
            "name_ja": self.wards[ward].name_ja,
            "stations": [station.name for station in self.stations_in(ward)],
            "stations_ja": "、".join(station.name_ja for station in self.stations_in(ward)),
        }


@lru_cache
def atlas_of(name: str) -> Atlas:
    """The atlas of the city in a view."""
    return Atlas(name)
