"""What pieces are worth to their owner, to a buyer and to a market, from a view alone."""

from typing import Any

from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import (
    BOAT_TYPES,
    KINDS,
    MARKETS,
    STEP,
    TOKEN,
    TOKEN_SHAPE,
    TOKEN_WORTH,
    TOKENS,
    TYPE_SLOTS,
    number,
)

RESOURCE = BOX.end.yen_per_resource.value
_DEGRADED = BOX.fish["salmon"].tokens[1].worth


class Worth:
    """Current worths in resources and yen, for one viewer."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.markets = {market["name"]: market for market in view["fish_markets"]}
        seat = view["seat"]
        self.own: Any = None if seat is None else view["harbors"][seat]

    def to_buyer(self, item: str, *, degraded: bool = False) -> int | None:
        """Return the resources of the token that the viewer would get for a barrel or Takoyaki.

        None if the token is drawn or auctioned, or if its worth depends on the buyer and the viewer
        is a spectator.
        """
        if item == "takoyaki":
            return TOKEN_WORTH[TOKEN[item]]
        market = self.markets.get(item)
        if market is None or market["group"] or item == "clams_oysters":
            return None
        if item == "salmon" and degraded:
            return _DEGRADED
        if item in ("fugu", "nori") and self.own is None:
            return None
        return int(market["value"])

    def sale(self, name: str) -> tuple[int, int] | None:
        """Return how many pieces the viewer could sell in a fish market now, and the total yen."""
        if self.own is None or name not in self.markets:
            return None
        pieces = self._pieces(name)
        data, value = BOX.fish[name], self.markets[name]["worth"]
        if name == "mackerel":
            pieces -= pieces % 2
            yen = pieces // 2 * number(data.pair)
        elif name == "clams_oysters":
            own = self.own["tokens"]
            pieces = 2 * min(own.get("clam", 0), own.get("oyster", 0))
            yen = pieces // 2 * number(data.set)
        elif name == "fugu":
            yen = pieces * pieces * RESOURCE
        elif name in ("eel", "swordfish"):
            yen = pieces * value * RESOURCE
            yen += number(data.premium) if name == "swordfish" else 0
        elif name in ("squid", "spider_crab", "tuna"):
            yen = self._printed(name)
        else:
            return None
        return (pieces, yen) if pieces else None

    def _pieces(self, name: str) -> int:
        own = self.own
        count = sum(own["tokens"].get(TOKENS[kind], 0) for kind in KINDS[MARKETS.index(name)])
        if name == "mackerel":
            count += sum(one["item"] == name for row in ("upper", "lower") for one in own[row])
        return int(count)

    def _printed(self, name: str) -> int:
        """Return the yen for tokens that sell for their printed number plus a premium."""
        return sum(
            self.own["tokens"].get(TOKENS[kind], 0) * self.price_of(TOKENS[kind], 0)
            for kind in KINDS[MARKETS.index(name)]
        )

    def price_of(self, token: str, count: int) -> int:
        """Return what its fish market pays for a token; 0 if it buys none, or only several."""
        kind = TOKEN[token]
        name = next(fish for fish, kinds in zip(MARKETS, KINDS, strict=False) if kind in kinds)
        if name not in self.markets:
            return 0
        data = BOX.fish[name]
        if name == "squid":
            return number(data.sale)
        if name in ("spider_crab", "tuna"):
            premium = number(data.premium) if name == "spider_crab" else 0
            return TOKEN_WORTH[kind] * RESOURCE + premium
        if name in ("eel", "swordfish"):
            return int(self.markets[name]["worth"]) * RESOURCE
        if name == "fugu":
            return count * count * RESOURCE
        return 0


def shapes_of(tokens: dict[str, int]) -> dict[int, int]:
    """Return the number of tokens of each shape."""
    counts: dict[int, int] = {}
    for token, count in tokens.items():
        shape = TOKEN_SHAPE[TOKEN[token]]
        counts[shape] = counts.get(shape, 0) + count
    return counts


def boat_price(yard: str, boat: str) -> int:
    """Return the price of a type of boat in Ships or Used Ships."""
    data = BOX.external[yard]
    barge, slots = boat.endswith("barge"), TYPE_SLOTS[BOAT_TYPES.index(boat)]
    if yard == "ships":
        return number(data.barge) if barge else number(data.slot) * slots
    return number(data.buy_barge) if barge else number(data.buy) * slots


def boat_resale(yard: str, boat: str) -> int:
    """Return what Ships or Used Ships pay for a type of boat."""
    data = BOX.external[yard]
    if yard == "ships":
        percent = number(data.resale)
        return -(-boat_price(yard, boat) * percent // (100 * STEP)) * STEP
    if boat.endswith("barge"):
        return number(data.sell_barge)
    return number(data.sell) * TYPE_SLOTS[BOAT_TYPES.index(boat)]


def has_room(harbor: Any, *, barge: bool) -> bool:
    """Return whether a port has room: two hold one ship each, the last two ships or a barge."""
    last = 2
    taken = [0, 0, 0]
    for boat in harbor["boats"]:
        if boat["port"] is not None:
            taken[boat["port"]] += 2 if boat["barge"] else 1
    if barge:
        return harbor["ports"] > last and not taken[last]
    return any(taken[port] < (2 if port == last else 1) for port in range(harbor["ports"]))


def spaces_left(harbor: Any) -> int:
    """Return the number of free license spaces."""
    taken = sum(harbor["licenses"].values()) + len(harbor["freezers"]) + len(harbor["carts"])
    return int(harbor["spaces"] - taken - harbor["buyers"])
