"""What it costs to enter a market, who earns by it, and what the viewer could do inside."""

from typing import Any

from ichiba.core.words import Words
from ichiba.games.tokyo_tsukiji_market.actions import NO_BARREL, WAYS, Way
from ichiba.games.tokyo_tsukiji_market.board import pictures
from ichiba.games.tokyo_tsukiji_market.data import FISH, INCOME, MARKETS, NAME
from ichiba.games.tokyo_tsukiji_market.markets.registry import BY_NAME

Shown = dict[str, Any]
_WAYS: dict[str, list[Way]] = {
    name: [way for way in WAYS if way.market == place] for place, name in enumerate(MARKETS)
}


class Entrance:
    """The entrances of all markets, as one viewer sees them."""

    def __init__(self, view: dict[str, Any], words: Words, *, entering: bool) -> None:
        self.view = view
        self.words = words
        self.entering = entering
        self.seat: int | None = view["seat"]

    def say(self, key: str, **arguments: object) -> str:
        """A sentence of the board."""
        return self.words.say(f"{NAME}.web.{key}", arguments)

    # --- Costs

    def fees(self, market: Any) -> list[Shown]:
        """The printed costs as pictures with numbers: one of them is paid."""
        return [self._fee(cost) for cost in market["entry"]]

    def told_fees(self, market: Any) -> str:
        """The printed costs as a sentence."""
        return self.say("to_enter", ways=[self._cost(cost) for cost in market["entry"]])

    def _fee(self, cost: Any) -> Shown:
        thing = "takoyaki" if cost["takoyaki"] else ""
        if cost["barrel"] or cost["any_barrel"]:
            thing = "barrel"
        money = self.words.yen(cost["yen"]) if cost["yen"] else ""
        free = not (cost["points"] or money or thing)
        return {
            "points": range(cost["points"]),
            "yen": money,
            "symbol": thing,
            "free": free,
            "told": self._cost(cost),
        }

    def _cost(self, cost: Any) -> str:
        """Describe one entry cost as it is printed on the board."""
        if cost["takoyaki"]:
            return self.say("cost_takoyaki")
        if cost["barrel"]:
            return self.say("cost_own_barrel")
        if cost["any_barrel"]:
            return self.say("cost_any_barrel")
        return self._paid(cost["points"], 0, cost["yen"])

    def _paid(self, points: int, carts: int, amount: int) -> str:
        """Describe a cost in points, Carts and yen."""
        parts = [
            name for name, count in (("carts", carts), ("points", points), ("yen", amount)) if count
        ]
        key = "_".join(["cost", *parts]) if parts else "cost_free"
        return self.say(key, points=points, carts=carts, yen=self.words.yen(amount))

    def ways(self, name: str) -> list[Shown]:
        """Every way to enter while the viewer can choose an action, possible or not."""
        if not self.entering:
            return []
        return [
            {
                "move": way.notation,
                "key": f"way-{way.notation.replace(' ', '-')}",
                "cost": self._way_cost(way),
                "points": range(way.points),
                "symbol": _thing(way),
                "yen": self.words.yen(way.yen) if way.yen else "",
                "free": not (way.points or way.yen or _thing(way)),
            }
            for way in _WAYS[name]
        ]

    def _way_cost(self, way: Way) -> str:
        """Describe a way to enter; after the last action point, it takes a Cart."""
        if self.view["points"] or way.carts or way.points:
            return self._price(way)
        if way.yen or way.simple:
            return self._paid(0, 1, way.yen)
        return self.say("cost_and_cart", cost=self._price(way))

    def _price(self, way: Way) -> str:
        if way.takoyaki:
            return self.say("cost_own_takoyaki" if way.own else "cost_takoyaki")
        if way.barrel != NO_BARREL:
            return self.say("cost_barrel", fish=f"{NAME}.fish.{FISH[way.barrel]}")
        return self._paid(way.points, way.carts, way.yen)

    # --- Income

    def payees(self, name: str) -> list[Shown]:
        """Who earns when the viewer enters a fish market, the viewer last."""
        if not BY_NAME[name].pays_income:
            return []
        earning = [
            {
                "seat": seat,
                "name": self.words.name(seat),
                "mine": seat == self.seat,
                "yen": self.words.yen(INCOME * harbor["licenses"][name]),
                "licenses": harbor["licenses"][name],
            }
            for seat, harbor in enumerate(self.view["harbors"])
            if harbor["licenses"].get(name)
        ]
        return sorted(earning, key=lambda one: bool(one["mine"]))

    def paid_told(self, payees: list[Shown]) -> str:
        """Who earns in a few words: "pays Kiku ¥200", or "" if nobody does."""
        others = [
            self.say("payee", seat=one["seat"], yen=one["yen"]) for one in payees if not one["mine"]
        ]
        told = [self.say("pays_income", payees=self.words.series(others))] if others else []
        told += [self.say("pays_you_income", yen=one["yen"]) for one in payees if one["mine"]]
        return self.words.series(told)

    def told(self, market: Any, paid: str) -> str:
        """What it costs to enter and who earns by it, in one sentence: "Enter: 1 point"."""
        costs = [self._cost(cost) for cost in market["entry"]]
        if not costs:
            return ""
        return self.say("enter_told", cost=costs, paid=paid)


def _thing(way: Way) -> str:
    """The symbol of what is paid instead of points or yen."""
    if way.takoyaki:
        return "takoyaki"
    if way.barrel != NO_BARREL:
        return pictures.FISH[FISH[way.barrel]]
    return "cart" if way.carts else ""
