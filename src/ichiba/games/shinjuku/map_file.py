"""The schema of the files in `cities/`. Never compiled, because mypyc cannot do structs."""

from importlib.resources import files
from tomllib import loads

import msgspec

from ichiba.core.structs import reader

Place = tuple[int, int]


class Ward(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A ward: its cards, and its place on the map."""

    id: str
    name: str
    name_ja: str
    cards: int
    label: Place
    outlines: list[list[Place]]


class Station(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A station; `department` says whether a department store can be built there."""

    id: str
    name: str
    name_ja: str
    ward: str
    department: bool
    at: Place
    label: str


class Map(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The content of a file in `cities/`."""

    name: str
    name_ja: str
    sheet: Place
    links: list[tuple[str, str]]
    permanent: list[tuple[str, str]]
    wards: list[Ward]
    stations: list[Station]


_read = reader(Map)


def load_map(name: str) -> Map:
    """The map of a city from its file in `cities/`."""
    text = (files(__package__) / "cities" / f"{name}.toml").read_text(encoding="utf-8")
    return _read(loads(text))
