"""What the weaker levels of Tokyo Tsukiji Market like when they misjudge an amount."""

from ichiba.bots.ladder import BEGINNER, GENTLE, STEADY, Taste
from ichiba.core.observer import Observer

_OTHER = 10_000  # "price other" leads to prices that are not printed, which are higher


def generous(observer: Observer, kind: str, what: str) -> float:
    """Asks too little and bids too much."""
    del observer
    return _signed(kind, what, price=-1, bid=1)


def careful(observer: Observer, kind: str, what: str) -> float:
    """Asks too little and bids too little."""
    del observer
    return _signed(kind, what, price=-1, bid=-1)


def hoarding(observer: Observer, kind: str, what: str) -> float:
    """Asks too much and bids too much."""
    del observer
    return _signed(kind, what, price=1, bid=1)


def _signed(kind: str, what: str, *, price: int, bid: int) -> float:
    """The amount of an action, positive if more is better."""
    yen = int(what) if what.isdigit() else _OTHER
    return float(yen * {"price": price, "yen": bid}.get(kind, 0))


TASTES: dict[str, Taste] = {BEGINNER: generous, GENTLE: careful, STEADY: hoarding}
