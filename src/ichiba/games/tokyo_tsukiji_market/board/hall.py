"""The market hall: every market in play as a small board, with what matters there now."""

from collections.abc import Callable
from typing import Any

from ichiba.core.words import Words
from ichiba.games.tokyo_tsukiji_market.actions import WAYS, Way
from ichiba.games.tokyo_tsukiji_market.board import pictures
from ichiba.games.tokyo_tsukiji_market.data import (
    BOX,
    FISH,
    INCOME,
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
_RESOURCE = BOX.end.yen_per_resource.value
_WAYS: dict[str, list[Way]] = {
    name: [way for way in WAYS if way.market == place] for place, name in enumerate(MARKETS)
}
_TURNED = ("degraded_salmon",)  # the same tokens as others, with the other side up


def yen(amount: int) -> str:
    """An amount as it is written."""
    return f"¥{amount:,}"


class Hall:
    """All markets, as one pair of eyes sees them."""

    def __init__(self, view: dict[str, Any], words: Words, *, entering: bool) -> None:
        self.view = view
        self.words = words
        self.entering = entering
        self.visit: str | None = view["action"]["visit"]
        seat = view["seat"]
        self.own: Any = None if seat is None else view["harbors"][seat]
        self.values = {m["name"]: m["value"] for m in view["fish_markets"]}
        self.titles: dict[str, str] = {}

    def present(self) -> Shown:
        """Fish markets, external markets, and what may still come."""
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
        """A sentence of the board."""
        return self.words.say(f"{NAME}.web.{key}", arguments)

    def title(self, name: str) -> str:
        """What a market is called."""
        if name not in self.titles:
            self.titles[name] = self.words.say(f"{NAME}.market.{name}")
        return self.titles[name]

    def _board(self, market: Any) -> Shown:
        """What fish and external markets have in common."""
        name = market["name"]
        return {
            "name": name,
            "key": f"market-{name}",
            "title": self.title(name),
            "about": self.words.say(f"{NAME}.about.{name}"),
            "symbol": pictures.MARKETS[name],
            "state": market["state"],
            "stamp": "" if market["state"] == "open" else self.say(market["state"]),
            "here": name == self.visit,
            "entered": market["entered"],
            "entry": [] if self.entering else [self._cost(cost) for cost in market["entry"]],
        }

    def _cost(self, cost: Any) -> Shown:
        """One way to pay, as it is printed on the board."""
        things = []
        if cost["takoyaki"]:
            things.append("takoyaki")
        if cost["barrel"] or cost["any_barrel"]:
            things.append("barrel")
        free = not (cost["points"] or cost["yen"] or things)
        return {
            "points": range(cost["points"]),
            "yen": yen(cost["yen"]) if cost["yen"] else "",
            "carts": (),
            "thing": "",
            "things": things,
            "free": free,
        }

    def _ways(self, name: str) -> list[Shown]:
        """Every way to enter, while entering is what can be done; the first says why not."""
        if not self.entering:
            return []
        return [
            {
                "move": way.notation,
                "key": f"way-{way.notation.replace(' ', '-')}",
                "points": range(way.points),
                "carts": range(way.carts),
                "yen": yen(way.yen) if way.yen else "",
                "thing": "takoyaki" if way.takoyaki else self._barrel(way),
                "things": (),
                "free": way.simple and not way.points and not way.yen,
            }
            for way in _WAYS[name]
        ]

    @staticmethod
    def _barrel(way: Way) -> str:
        return pictures.FISH[FISH[way.barrel]] if way.barrel >= 0 else ""

    # --- Fish

    def fish(self, market: Any) -> Shown:
        """A fish market: stock, prices, what its fish is worth now."""
        name = market["name"]
        price = market["license_price"]
        held = self.own["licenses"].get(name, 0) if self.own else 0
        pays = name != "jack_mackerel" and held
        face = self._board(market) | {
            "worth": self._worth(market),
            "sells": self._sells(market),
            "barrels": market["barrels"],
            "tokens": [
                pictures.token(token) | {"name": token, "count": count}
                for token, count in market["tokens"].items()
                if token not in _TURNED
            ],
            "licenses": market["licenses"],
            "price": yen(price) if price else self.say("free"),
            "track": self._track(market),
            "iwashi": market["iwashi"],
            "brings": self.say("brings", yen=yen(INCOME * held)) if pays and self.entering else "",
        }
        return self._stall(face)

    def _stall(self, face: Shown) -> Shown:
        """A market: its face, which is drawn anew when it changes, and its entrance."""
        return {
            "face": face,
            "name": face["name"],
            "here": face["here"],
            "title": face["title"],
            "symbol": face["symbol"],
            "about": face["about"],
            "ways": self._ways(face["name"]),
        }

    def _worth(self, market: Any) -> Shown:
        """What one token of this fish is worth: a number, or a short formula."""
        name, value = market["name"], market["value"]
        if name in ("eel", "swordfish", "red_snapper"):
            return {"number": str(value), "note": self.say("now"), "watch": value}
        if name == "salmon":
            return {"number": str(value), "note": self.say("worth_salmon"), "watch": value}
        if name in ("fugu", "nori"):
            shown = "n²" if name == "fugu" else "÷10"
            return {"number": shown, "note": self.say(f"worth_{name}"), "watch": None}
        kinds = [token for token in market["tokens"] if _WORTH[token] or name == "squid"]
        numbers = [str(_WORTH[token]) for token in kinds]
        named = name in ("octopus", "clams_oysters")
        note = self.say(f"worth_{name}") if named else ""
        return {"number": "·".join(numbers), "note": note, "watch": None}

    def _sells(self, market: Any) -> str:
        """What the market pays for its fish, in a few words; nothing if it buys none."""
        name = market["name"]
        data = BOX.fish[name]
        prices: dict[str, Callable[[], int]] = {
            "mackerel": lambda: number(data.pair),
            "eel": lambda: market["value"] * _RESOURCE,
            "fugu": lambda: _RESOURCE,
            "spider_crab": lambda: number(data.premium),
            "squid": lambda: number(data.sale),
            "tuna": lambda: _RESOURCE,
            "clams_oysters": lambda: number(data.set),
            "swordfish": lambda: market["value"] * _RESOURCE,
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
        """An external market: its spaces with what lies there, or what it has to give."""
        name = market["name"]
        face = self._board(market) | {
            "line": self.say(f"line_{name}"),
            "spaces": self._spaces(market),
            "boats": self._boats(market),
            "stock": [
                {
                    "symbol": pictures.THINGS[thing],
                    "title": self.words.say(f"{NAME}.board.{thing}"),
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
            }
            if market["shapes"]:
                symbols = [pictures.FISH[fish] for fish in market["shapes"][place]]
                space |= {"symbol": symbols[0], "pays": yen(first), "room": second - len(tokens)}
            elif name == "government":
                space |= {"pays": yen(first), "room": second - len(tokens)}
            elif name == "auction":
                space |= {"needs": f"{first}+", "pays": yen(second)}
            else:
                space |= {"needs": f"{first}+" if name == "trading" else f"{first}×"}
                space |= {"pays": yen(second)}
            # What lies on Trading can be had for other tokens: its spaces are never full.
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
                "price": yen(_boat_price(market["name"], name)),
            }
            for name, count in market["boats"].items()
            if count
        ]


def _boat_price(market: str, boat: str) -> int:
    data = BOX.external[market]
    barge = boat.endswith("barge")
    if market == "ships":
        return number(data.barge) if barge else number(data.slot) * _SLOTS[boat]
    return number(data.buy_barge) if barge else number(data.buy) * _SLOTS[boat]
