"""What only Shinjuku's rules need: the table of wards, with their cards and stations."""

from collections.abc import Mapping
from typing import Final

from ichiba.core.rules_numbers import Directive, Found
from ichiba.core.words import Words
from ichiba.games.shinjuku.city import CITY


def _wards(_found: Found, words: Words, _rest: str) -> str:
    """The rows of a table: a ward, its number of cards and its stations."""
    stations: dict[str, list[str]] = {ward.id: [] for ward in CITY.map.wards}
    for station in CITY.map.stations:
        sakura = " {symbol sakura}" if station.department else ""
        stations[station.ward].append(f"{station.name}{sakura}")
    return "\n".join(
        f"| {ward.name} | {ward.cards} | {words.series(stations[ward.id])} |"
        for ward in sorted(CITY.map.wards, key=lambda ward: ward.name)
    )


def _city(_found: Found, _words: Words, rest: str) -> str:
    """How many wards, stations, links, cards or places for department stores there are."""
    numbers = {
        "wards": CITY.wards,
        "stations": CITY.stations,
        "links": CITY.links,
        "cards": len(CITY.cards),
        "fewest": min(ward.cards for ward in CITY.map.wards),
        "most": max(ward.cards for ward in CITY.map.wards),
        "sakura": CITY.department_sites.bit_count(),
    }
    return str(numbers[rest])


DIRECTIVES: Final[Mapping[str, Directive]] = {"wards": _wards, "city": _city}
