"""The market hall: every market in play as a small board with its current state."""

from collections.abc import Callable
from typing import Any

from ichiba.core.numbers import yen
from ichiba.core.rules_text import Chapter, chapters
from ichiba.core.words import Words
from ichiba.games.tokyo_tsukiji_market.actions import NO_BARREL, WAYS, Way
from ichiba.games.tokyo_tsukiji_market.board import pictures
from ichiba.games.tokyo_tsukiji_market.board.tips import Tips
from ichiba.games.tokyo_tsukiji_market.board.why import Why
from ichiba.games.tokyo_tsukiji_market.board.worth import boat_price
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import (
    FISH,
    MARKETS,
    NAME,
    TOKEN_WORTH,
    TOKENS,
    TYPE_SLOTS,
    number,
)

Shown = dict[str, Any]
_WORTH = dict(zip(TOKENS, TOKEN_WORTH, strict=True))
_SLOTS = dict(zip(pictures.BOATS, TYPE_SLOTS, strict=True))
_PACKAGE = "ichiba.games.tokyo_tsukiji_market"
_RESOURCE = BOX.end.yen_per_resource.value
_WAYS: dict[str, list[Way]] = {
    name: [way for way in WAYS if way.market == place] for place, name in enumerate(MARKETS)
}
_TURNED = ("degraded_salmon",)  # the back of another token, not a token of its own


class Hall:
    """All markets, as one viewer sees them."""

    def __init__(self, view: dict[str, Any], words: Words, *, entering: bool) -> None:
        self.view = view
        self.words = words
        self.entering = entering
        self.visit: str | None = view["action"]["visit"]
        self.titles: dict[str, str] = {}
        self.why = Why(view, words)
        self.tips = Tips(view, words)
        self.rules = {one.name: " ".join(one.text.split()) for one in _chapters(words)}

    def present(self) -> Shown:
        """Return fish markets, external markets, and markets that may still come into play."""
        box = self.view["box"]
        return {
            "fish": [self.fish(market) for market in self.view["fish_markets"]],
            "external": [self.external(market) for market in self.view["external_markets"]],
            "ordered": box["ordered"],
            "box": [
                {"title": self.title(name), "symbol": pictures.MARKETS[name]}
                for name in (*box["fish"], *box["external"])
            ],
        }

    def say(self, key: str, **arguments: object) -> str:
        """Return a sentence of the board."""
        return self.words.say(f"{NAME}.web.{key}", arguments)

    def title(self, name: str) -> str:
        """Return the name of a market."""
        if name not in self.titles:
            self.titles[name] = self.words.say(f"{NAME}.market.{name}")
        return self.titles[name]

    def _board(self, market: Any) -> Shown:
        """Return what fish markets and external markets have in common."""
        name = market["name"]
        why = self.why.come(market)
        return {
            "name": name,
            "key": f"market-{name}",
            "title": self.title(name),
            "about": self.words.say(f"{NAME}.about.{name}"),
            "rules": self.rules[name],
            "symbol": pictures.MARKETS[name],
            "state": market["state"],
            "stamp": "" if market["state"] == "open" else self.say(market["state"]),
            "entered": name == self.visit,
            "entry": [] if self.entering else [self._cost(cost) for cost in market["entry"]],
            "why": "" if why is None else why["line"],
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
        return self.say(key, points=points, carts=carts, yen=yen(amount))

    def _ways(self, name: str) -> list[Shown]:
        """Return every way to enter while the viewer can choose an action, possible or not."""
        if not self.entering:
            return []
        return [
            {
                "move": way.notation,
                "key": f"way-{way.notation.replace(' ', '-')}",
                "cost": self._way_cost(way),
            }
            for way in _WAYS[name]
        ]

    def _way_cost(self, way: Way) -> str:
        if way.takoyaki:
            return self.say("cost_own_takoyaki" if way.own else "cost_takoyaki")
        if way.barrel != NO_BARREL:
            return self.say("cost_barrel", fish=f"{NAME}.fish.{FISH[way.barrel]}")
        return self._paid(way.points, way.carts, way.yen)

    # --- Fish

    def fish(self, market: Any) -> Shown:
        """Return a fish market: its stock, prices and what its fish is worth now."""
        name = market["name"]
        price, tip = market["license_price"], self.tips.stock
        face = self._board(market) | {
            "worth": self._worth(market),
            "sells": self._sells(market),
            "barrels": market["barrels"],
            "barrels_tip": tip("barrels", name, market["barrels"]),
            "tokens": [
                pictures.token(token)
                | {"name": token, "count": count, "tip": self.tips.stocked(token, count)}
                for token, count in market["tokens"].items()
                if token not in _TURNED
            ],
            "licenses": market["licenses"],
            "licenses_tip": tip("licenses", name, market["licenses"]),
            "price": yen(price) if price else self.say("free"),
            "track": self._track(market),
            "iwashi": market["iwashi"],
        }
        return self._stall(face)

    def _stall(self, face: Shown) -> Shown:
        """Return a market: its face, redrawn only when it changes, and the ways to enter."""
        return {
            "face": face,
            "name": face["name"],
            "entered": face["entered"],
            "title": face["title"],
            "symbol": face["symbol"],
            "about": face["about"],
            "ways": self._ways(face["name"]),
        }

    def _worth(self, market: Any) -> Shown:
        """Return what one more token is worth to the viewer; several values if it is drawn."""
        name, value = market["name"], market["value"]
        if name in ("eel", "swordfish"):
            return self._resources(str(value), self.say("now"), watch=value)
        if name in ("red_snapper", "salmon", "fugu", "nori"):
            return self._resources(str(value), self.say(f"worth_{name}"), watch=value)
        kinds = [token for token in market["tokens"] if _WORTH[token] or name == "squid"]
        named = name in ("octopus", "clams_oysters")
        note = self.say(f"worth_{name}") if named else ""
        return self._resources("·".join(str(_WORTH[token]) for token in kinds), note)

    def _resources(self, shown: str, note: str, watch: int | None = None) -> Shown:
        unit = self.say("unit_one" if shown == "1" else "unit")
        return {"number": shown, "unit": unit, "note": note, "watch": watch}

    def _sells(self, market: Any) -> str:
        """Return what the market pays for its fish in a few words; "" if it buys none."""
        name = market["name"]
        data = BOX.fish[name]
        prices: dict[str, Callable[[], int]] = {
            "mackerel": lambda: number(data.pair),
            "eel": lambda: market["worth"] * _RESOURCE,
            "fugu": lambda: _RESOURCE,
            "spider_crab": lambda: number(data.premium),
            "squid": lambda: number(data.sale),
            "tuna": lambda: _RESOURCE,
            "clams_oysters": lambda: number(data.set),
            "swordfish": lambda: market["worth"] * _RESOURCE,
            "sardines": lambda: number(data.iwashi),
            "octopus": lambda: number(data.takoyaki),
        }
        if name not in prices:
            return ""
        amount = prices[name]()
        return self.say(f"sells_{name}", yen=yen(amount), count=amount)

    def _track(self, market: Any) -> list[Shown]:
        if market["track"] is None:
            return []
        track = BOX.fish[market["name"]].track
        if track is None:
            return []
        least, most, _ = track.value
        return [
            {"number": space, "at": space == market["track"], "passed": space < market["track"]}
            for space in range(least, most + 1)
        ]

    # --- External markets

    def external(self, market: Any) -> Shown:
        """Return an external market: its spaces with their tokens, or its stock."""
        name = market["name"]
        face = self._board(market) | {
            "line": self.say(f"line_{name}"),
            "spaces": self._spaces(market),
            "boats": self._boats(market),
            "stock": [
                {
                    "symbol": pictures.THINGS[thing],
                    "title": self.say(f"left_{thing}", count=count),
                    "tip": self.tips.thing(thing),
                    "count": count,
                }
                for thing, count in market["stock"].items()
            ],
        }
        return self._stall(face)

    def _spaces(self, market: Any) -> list[Shown]:
        name = market["name"]
        lying = market["tokens"]
        spaces = []
        for place, (first, second) in enumerate(market["spaces"]):
            tokens = lying[place] if place < len(lying) else []
            space: Shown = {
                "symbol": "",
                "needs": "",
                "room": None,
                "tokens": [pictures.token(token) for token in tokens],
                "title": "",
            }
            if market["shapes"]:
                fish = market["shapes"][place][0]
                space |= {
                    "symbol": pictures.FISH[fish],
                    "title": self.words.say(f"{NAME}.fish.{fish}"),
                    "pays": yen(first),
                    "room": second - len(tokens),
                }
            elif name == "government":
                space |= {"pays": yen(first), "room": second - len(tokens)}
            elif name == "auction":
                space |= {"needs": f"{first}+", "pays": yen(second)}
            else:
                space |= {"needs": f"{first}+" if name == "trading" else f"{first}×"}
                space |= {"pays": yen(second)}
            # Tokens in Trading can be exchanged for others, so its spaces are never full.
            space["full"] = bool(tokens) and not space["room"] and name != "trading"
            spaces.append(space)
        return spaces

    def _boats(self, market: Any) -> list[Shown]:
        if market["boats"] is None:
            return []
        return [
            {
                "symbol": pictures.BOATS[name],
                "blue": name == "blue",
                "title": self.words.say(f"{NAME}.boat.{name}"),
                "count": count,
                "slots": _SLOTS[name],
                "price": yen(boat_price(market["name"], name)),
                "tip": self.tips.yard(name, count, boat_price(market["name"], name)),
            }
            for name, count in market["boats"].items()
            if count
        ]


def _chapters(words: Words) -> tuple[Chapter, ...]:
    """Return the rules in the viewer's language."""
    return chapters(_PACKAGE, words.language)
