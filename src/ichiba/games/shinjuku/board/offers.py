"""What each action of a turn costs now, and the most that it can bring: the lines on its button."""

from typing import Any

from ichiba.core.words import Words
from ichiba.games.shinjuku.board.prospects import NOTHING, THREE, Prospects, buys


class Offers:
    """The actions of the viewer whose turn it is."""

    def __init__(self, view: dict[str, Any], words: Words, prospects: Prospects) -> None:
        self.view, self.words, self.prospects = view, words, prospects
        self.own = view["companies"][view["seat"]]

    def cost(self, action: str) -> str:
        """What an action costs."""
        prices = {
            "open": [self.prospects.price([ward]) for ward in self._empty()],
            "move": [self.prospects.price([ward]) for ward in self.view["wards"]],
            "upgrade": [self.prospects.price([ward]) for ward, _ in self._upgrades()],
        }.get(action, [])
        only_three = THREE in prices and {*prices} <= {THREE, NOTHING}
        return self._say(f"cost.{action}_three" if only_three else f"cost.{action}")

    def effect(self, action: str) -> str:
        """What an action would bring at most; empty if it is not possible."""
        told: dict[str, Any] = {
            "open": self._open,
            "expand": lambda: self._say("effect.expand", count=self.own["track"]),
            "income": lambda: self._say("effect.income", count=self.prospects.draws),
            "move": self._move,
            "upgrade": self._upgrade,
        }
        return str(told[action]())

    def wards_of(self, phase: str) -> list[list[str]]:
        """For each choice on the map that has its own price: the wards whose cards pay for it."""
        if phase == "open_station":
            return [[ward] for ward in self._empty()]
        if phase == "move_ward":
            return [[ward] for ward in self.view["wards"]]
        if phase == "upgrade_station":
            return [[ward] for ward in dict(self._upgrades())]
        return self._second_links() if phase == "expand_second" else []

    def _second_links(self) -> list[list[str]]:
        """The wards at the ends of each link that can follow the first one."""
        atlas, first = self.prospects.atlas, self.view["choice"]["first"]
        reached = {*atlas.links[first]}
        for pair in atlas.map.permanent:
            reached |= {*pair} if reached & {*pair} else set()
        return [
            [atlas.stations[end].ward for end in ends]
            for link, ends in atlas.links.items()
            if link != first and link not in self.view["track"] and reached & {*ends}
        ]

    def spend(self, kind: str) -> int:
        """How many points an upgrade brings if this customer is spent on it."""
        tokens = [stack["tokens"] for stack in self.view["bonus"] if stack["owner"] is None]
        return self.prospects.gain([], bonus=tokens[0] if tokens else 0, spent=kind)

    def _say(self, key: str, **arguments: object) -> str:
        return self.words.say(f"shinjuku.web.{key}", arguments)

    def _empty(self) -> list[str]:
        """The wards of all stations without a store."""
        stations = self.prospects.atlas.stations
        return [one.ward for name, one in stations.items() if name not in self.view["stores"]]

    def _open(self) -> str:
        prices = [self.prospects.price([ward]) for ward in self._empty()]
        # Those for one card, if there are any.
        count = sum(price not in (THREE, NOTHING) for price in prices) or prices.count(THREE)
        return self._say("effect.open", count=count) if count else ""

    def _move(self) -> str:
        found = [
            (self.prospects.best_move(ward, kinds), ward)
            for ward, kinds in self.view["wards"].items()
            if self.prospects.price([ward]) != NOTHING
        ]
        if not found:
            return ""
        best, ward = max(found, key=lambda pair: pair[0])
        if not best:
            return self._say("effect.move_nothing")
        return self._say("effect.move", ward=self.prospects.atlas.wards[ward].name, points=best)

    def _upgrades(self) -> list[tuple[str, str]]:
        """The upgrades that are possible but for a card: ward, and customer to spend."""
        if not self.own["departments"]:
            return []
        stations = self.prospects.atlas.stations
        return [
            (stations[name].ward, kind)
            for name, store in self.view["stores"].items()
            if store["owner"] == self.view["seat"] and stations[name].department
            if store["good"] != "department"
            for kind in dict.fromkeys(self.prospects.earned)
            if buys(kind, store["good"])
        ]

    def _upgrade(self) -> str:
        gains = [
            self.spend(kind)
            for ward, kind in self._upgrades()
            if self.prospects.price([ward]) != NOTHING
        ]
        return self._say("effect.upgrade", points=max(gains)) if gains else ""
