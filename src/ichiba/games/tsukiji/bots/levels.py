"""What the weaker levels of Tsukiji like when they overlook what is best."""

from ichiba.bots.ladder import BEGINNER, GENTLE, STEADY, Taste
from ichiba.core.observer import Observer
from ichiba.games.tsukiji.bots.sight import Sight, see

# What special tickets look like; the others are worth what is printed on them.
_LOOKS = {"+6": 6.0, "x2": 5.0, "cancel": 0.0, "-1": -1.0}
_SPECIAL = 10.0


def expensive(observer: Observer, kind: str, what: str) -> float:
    """Likes expensive lots and large tickets."""
    if kind == "ticket":
        return float(what) if what.isdigit() else _LOOKS[what]
    return float(_price(see(observer.view()), what)) if kind == "buy" else 0.0


def cheap(observer: Observer, kind: str, what: str) -> float:
    """Likes cheap lots and small tickets, and saves special ones."""
    if kind == "ticket":
        return -(float(what) if what.isdigit() else _SPECIAL)
    return -expensive(observer, kind, what)


def familiar(observer: Observer, kind: str, what: str) -> float:
    """Likes what its restaurant already serves."""
    sight = see(observer.view())
    columns = sight.restaurants[sight.seat].columns
    owned = {name: column.products + column.takusan for name, column in columns.items()}
    if kind == "buy":
        return float(sum(owned.get(card, 0) for card in sight.lots[int(what) - 1].cards))
    return float(owned.get(what, 0)) if kind == "takusan" else 0.0


def _price(sight: Sight, lot: str) -> int:
    tile = sight.lots[int(lot) - 1].tile
    return tile.price if tile else 0


TASTES: dict[str, Taste] = {BEGINNER: expensive, GENTLE: cheap, STEADY: familiar}
