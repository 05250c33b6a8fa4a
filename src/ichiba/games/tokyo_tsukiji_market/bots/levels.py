"""The levels of Tokyo Tsukiji Market, and which amounts the weaker ones like."""

from ichiba.bots.levels import (
    BEGINNER,
    EXPERT,
    GENTLE,
    GREEDY,
    MASTER,
    RANDOM,
    STEADY,
    STRONG,
    Absurd,
    Level,
)
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


# docs/ratings.md tells how strong the levels are.
LEVELS = {
    BEGINNER: Level(GREEDY, slips=0.65, taste=generous),
    GENTLE: Level(GREEDY, slips=0.35, taste=careful),
    STEADY: Level(GREEDY, slips=0.16, taste=hoarding),
    STRONG: Level(GREEDY),
    # Plans its turn like the master, but doesn't imagine the others' next ones.
    EXPERT: Level(MASTER, slips=0.1, rollouts=0),
    MASTER: Level(MASTER),
}

# How strong they are with two players: docs/ratings.md.
RATINGS = {
    RANDOM: -171,
    BEGINNER: 356,
    GENTLE: 574,
    STEADY: 828,
    STRONG: 1000,
    EXPERT: 1154,
    MASTER: 1298,
}
ABSURD = Absurd(
    amounts=("price", "yen"),
    never=("choose", "return"),  # somebody would get something for nothing
    # Entering a market, or selling a boat, only to give away a license or a boat, or for nothing.
    errands={"enter": ("done", "return", "boat"), "boat": ("done",)},
)
