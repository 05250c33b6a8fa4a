"""What a choice in a market or a free step costs or brings, from a view alone."""

from typing import Any

from ichiba.core.words import Words
from ichiba.games.tokyo_tsukiji_market.actions import ACTIONS, LICENSE, OPEN_PORT
from ichiba.games.tokyo_tsukiji_market.data import FISH, NAME, PORT_PRICE, TOKEN, TOKEN_FISH
from ichiba.games.tokyo_tsukiji_market.markets.registry import BY_NAME, FISH_BY_NAME


class Costs:
    """`costs[notation]` says what a decision leaves in the viewer's purse, which resources it gives
    up or that it sells the only boat, or ""."""

    def __init__(self, view: dict[str, Any], words: Words) -> None:
        self.view = view
        self.words = words
        seat = view["seat"]
        self.money: int | None = None if seat is None else view["harbors"][seat]["money"]
        self.visit: str | None = view["action"]["visit"]

    def __getitem__(self, notation: Any) -> str:
        resources = self.resources(str(notation))
        if resources:
            return self.words.say(f"{NAME}.web.gives_up", {"resources": resources})
        if self.is_only_boat(str(notation)):
            return self.words.say(f"{NAME}.web.only_boat")
        cost = self.cost(str(notation))
        if not cost or self.money is None or cost > self.money:
            return ""
        return self.words.say(f"{NAME}.web.leaves", {"yen": self.words.yen(self.money - cost)})

    def is_only_boat(self, notation: str) -> bool:
        """Whether a decision in a market sells the viewer's only boat: without one, they can't
        fish."""
        if self.visit is None or self.money is None or not notation.startswith("boat "):
            return False
        return len(self.view["harbors"][self.view["seat"]]["boats"]) == 1

    def cost(self, notation: str) -> int:
        """The yen that a decision costs at once; 0 if it costs none or it isn't known."""
        action = ACTIONS.numbers.get(notation)
        if action == OPEN_PORT:
            return PORT_PRICE
        if self.visit is None or action is None:
            return 0
        if action == LICENSE:
            prices = {one["name"]: one["license_price"] for one in self.view["fish_markets"]}
            return int(prices.get(self.visit, 0))
        return BY_NAME[self.visit].price_of(action)

    def resources(self, notation: str) -> int:
        """The resources of the token that a decision in a market gives away; 0 if there is none."""
        verb, _, token = notation.partition(" ")
        if verb not in ("token", "second") or self.visit is None or self.money is None:
            return 0
        harbor = self.view["harbors"][self.view["seat"]]
        tokens: dict[str, int] = harbor["tokens"]
        # Whoever owns tokens whose worth depends on the others may lose more than this one.
        if not tokens.get(token) or any(_is_personal(one) for one in tokens if tokens[one]):
            return 0
        return int(harbor["worth"][token]) // tokens[token]


def _is_personal(token: str) -> bool:
    return FISH_BY_NAME[FISH[TOKEN_FISH[TOKEN[token]]]].personal
