"""What pieces are worth to a buyer, and room on a harbor, from a view alone."""

from typing import Any

from ichiba.games.tokyo_tsukiji_market.data import (
    FISH,
    ITEMS,
    LOWER,
    TAKOYAKI_ITEM,
    TOKEN,
    TOKEN_FISH,
    TOKEN_WORTH,
    TOKENS,
)
from ichiba.games.tokyo_tsukiji_market.markets.registry import EXTERNAL_BY_NAME, FISH_BY_NAME
from ichiba.games.tokyo_tsukiji_market.markets.yards import Yard

TAKOYAKI = ITEMS[TAKOYAKI_ITEM]


class Worth:
    """Current worths in resources and yen, for one viewer."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.markets = {market["name"]: market for market in view["fish_markets"]}
        self.watches = view["seat"] is None

    def to_buyer(self, item: str, *, degraded: bool = False) -> int | None:
        """The resources of the token that the viewer would get for a barrel or Takoyaki.

        None if the token is drawn or auctioned, or if its worth depends on the buyer and the viewer
        is a spectator.
        """
        if item == TAKOYAKI:
            return TOKEN_WORTH[TOKEN[item]]
        market, board = self.markets.get(item), FISH_BY_NAME[item]
        if market is None or board.group or market["value"] is None:
            return None
        if board.personal and self.watches:
            return None
        kinds = board.kinds_bought(LOWER) if degraded else board.sustaining
        return int(market["value"]) if kinds == board.sustaining else TOKEN_WORTH[kinds[0]]

    def sale(self, item: str, *, degraded: bool = False) -> int:
        """What its market pays for the token that a buyer gets; 0 if none, or if it is drawn."""
        if item == TAKOYAKI:
            return self.price_of(item)
        board = FISH_BY_NAME[item]
        if item not in self.markets or board.group:
            return 0
        kinds = board.kinds_bought(LOWER) if degraded else board.sustaining
        return self.price_of(TOKENS[kinds[0]]) if len(kinds) == 1 else 0

    def price_of(self, token: str) -> int:
        """What its fish market pays for a token; 0 if it buys none, or only several."""
        market = self.markets.get(FISH[TOKEN_FISH[TOKEN[token]]])
        return 0 if market is None else int(market["pays"].get(token, 0))


def yard(name: str) -> Yard | None:
    """A market that sells and buys boats, or None if it is another one."""
    board = EXTERNAL_BY_NAME.get(name)
    return board if isinstance(board, Yard) else None


def spaces_left(harbor: Any) -> int:
    """The number of free license spaces."""
    taken = sum(harbor["licenses"].values()) + len(harbor["freezers"]) + len(harbor["carts"])
    return int(harbor["spaces"] - taken - harbor["buyers"])
