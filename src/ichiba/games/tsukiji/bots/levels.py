"""The levels of Tsukiji, and what the weaker ones like when they overlook what is best."""

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
from ichiba.games.tsukiji.view_types import TsukijiView

# What special tickets look like; the others are worth what is printed on them.
_LOOKS = {"+6": 6.0, "x2": 5.0, "cancel": 0.0, "-1": -1.0}
_SPECIAL = 10.0


def expensive(observer: Observer, kind: str, what: str) -> float:
    """Likes expensive lots and large tickets."""
    if kind == "ticket":
        return float(what) if what.isdigit() else _LOOKS[what]
    return float(_price(observer, what)) if kind == "buy" else 0.0


def cheap(observer: Observer, kind: str, what: str) -> float:
    """Likes cheap lots and small tickets, and saves special ones."""
    if kind == "ticket":
        return -(float(what) if what.isdigit() else _SPECIAL)
    return -expensive(observer, kind, what)


def familiar(observer: Observer, kind: str, what: str) -> float:
    """Likes what its restaurant already serves."""
    view = _view(observer)
    columns = view["restaurants"][observer.seat]["columns"]
    owned = {name: column["products"] + column["takusan"] for name, column in columns.items()}
    if kind == "buy":
        return float(sum(owned.get(card, 0) for card in view["lots"][int(what) - 1]["cards"]))
    return float(owned.get(what, 0)) if kind == "takusan" else 0.0


def _price(observer: Observer, lot: str) -> int:
    tile = _view(observer)["lots"][int(lot) - 1]["tile"]
    return tile["price"] if tile else 0


def _view(observer: Observer) -> TsukijiView:
    return cast(TsukijiView, observer.view())


# docs/ratings.md tells how strong the levels are.
LEVELS = {
    BEGINNER: Level(GREEDY, slips=0.4, taste=expensive),
    GENTLE: Level(GREEDY, slips=0.25, taste=cheap),
    STEADY: Level(GREEDY, slips=0.09, taste=familiar),
    STRONG: Level(GREEDY),
    # Thinks of one round only, and judges its end by the learned chances.
    EXPERT: Level(MASTER, rollouts=0),
    MASTER: Level(MASTER),
}

# How strong they are with two players: docs/ratings.md.
RATINGS = {
    RANDOM: 223,
    BEGINNER: 483,
    GENTLE: 690,
    STEADY: 878,
    STRONG: 1000,
    EXPERT: 1363,
    MASTER: 1527,
}
