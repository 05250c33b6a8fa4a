"""The levels of Shinjuku, and what the weaker ones like when they overlook what is best."""

from typing import cast

from ichiba.bots.levels import (
    BEGINNER,
    EXPERT,
    GENTLE,
    GREEDY,
    MASTER,
    RANDOM,
    STEADY,
    STRONG,
    Level,
)
from ichiba.core.observer import Observer
from ichiba.games.shinjuku.city import CITY
from ichiba.games.shinjuku.view_types import ShinjukuView


def crowds(observer: Observer, kind: str, what: str) -> float:
    """Likes wards with many customers, and stations there."""
    customers = _view(observer)["wards"]
    return float(sum(len(customers.get(ward, ())) for ward in _wards(kind, what)))


def quiet(observer: Observer, kind: str, what: str) -> float:
    """Likes wards where nobody else has a store, and stations there."""
    view, wards = _view(observer), _wards(kind, what)
    others = [
        station for station, store in view["stores"].items() if store["owner"] != observer.seat
    ]  # fmt: skip
    return -float(sum(_ward_of(station) in wards for station in others))


def hubs(observer: Observer, kind: str, what: str) -> float:
    """Likes stations with many links."""
    del observer
    return float(
        sum(CITY.joined[_number(station)].bit_count() for station in _stations(kind, what))
    )


def _view(observer: Observer) -> ShinjukuView:
    return cast(ShinjukuView, observer.view())


def _stations(kind: str, what: str) -> list[str]:
    """The stations that an action is about."""
    if kind == "at":
        return [what]
    return what.split("~") if kind == "track" else []


def _wards(kind: str, what: str) -> list[str]:
    """The wards that an action is about."""
    return [what] if kind == "ward" else [_ward_of(station) for station in _stations(kind, what)]


def _ward_of(station: str) -> str:
    return CITY.ward_names[CITY.ward_of[_number(station)]]


def _number(station: str) -> int:
    return CITY.station_names.index(station)


# docs/ratings.md tells how strong the levels are.
LEVELS = {
    BEGINNER: Level(GREEDY, slips=0.34, taste=crowds),
    GENTLE: Level(GREEDY, slips=0.15, taste=quiet),
    STEADY: Level(GREEDY, slips=0.07, taste=hubs),
    STRONG: Level(GREEDY),
    # Compares as few plans as greedy does, and tries none of them out.
    EXPERT: Level(MASTER, rollouts=0),
    MASTER: Level(MASTER),
}

# How strong they are with two players: docs/ratings.md.
RATINGS = {
    RANDOM: -273,
    BEGINNER: 254,
    GENTLE: 595,
    STEADY: 782,
    STRONG: 1000,
    EXPERT: 1208,
    MASTER: 1428,
}
