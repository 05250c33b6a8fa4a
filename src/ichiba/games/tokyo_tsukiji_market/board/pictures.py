"""The symbols of fish, tokens, boats, markets and decisions."""

from typing import Any

FISH = {
    "mackerel": "mackerel",
    "eel": "eel",
    "fugu": "fugu",
    "octopus": "tako",
    "red_snapper": "red-snapper",
    "salmon": "sake",
    "spider_crab": "spider-crab",
    "squid": "squid",
    "tuna": "maguro",
    "clams_oysters": "clam",
    "himono": "himono",
    "jack_mackerel": "jack-mackerel",
    "nori": "nori",
    "sardines": "sardine",
    "swordfish": "swordfish",
}
ITEMS = FISH | {"takoyaki": "takoyaki"}
_TOKENS = ITEMS | {
    "fresh_salmon": "sake",
    "degraded_salmon": "sake",
    "clam": "clam",
    "oyster": "oyster",
}
BOATS = {
    "one_slot": "boat-1",
    "two_slot": "boat-2",
    "three_slot": "boat-3",
    "four_slot": "boat-4",
    "six_slot_barge": "barge",
    "blue": "boat-4",
    "four_slot_barge": "barge",
}
EXTERNAL = {
    "aquarium": "aquarium",
    "auction": "gavel",
    "bank": "coins",
    "barter": "barter",
    "government": "government",
    "rentals": "freezer",
    "ships": "boat-3",
    "trading": "scales",
    "used_ships": "boat-1",
    "foreign_market": "globe",
    "influence": "person",
    "new_aquarium": "aquarium",
    "overfishing": "fishbone",
    "ship_rental": "boat-2",
    "sushi_shop": "takusan",
}
MARKETS = FISH | EXTERNAL
THINGS = {
    "freezer": "freezer",
    "cart": "cart",
    "buyer": "person",
    "expansion": "plus",
    "loan": "coins",
    "share": "ticket",
    "rental": "boat-2",
}


def token(name: str) -> dict[str, str]:
    """The symbol of a token, and the number printed on it, if there is one."""
    fish, _, printed = name.rpartition("_")
    if printed.isdigit():
        return {"symbol": FISH[fish], "printed": printed}
    return {"symbol": _TOKENS[name], "printed": "4" if name == "degraded_salmon" else ""}


_WORDS = {
    "fish": "boat-2", "purchase": "bag", "pass": "hourglass", "end": "flag", "discard": "fishbone",
    "port": "boat-1", "freeze": "freezer", "degrade": "clock", "done": "check", "undock": "boat-2",
    "dock": "home", "foreign": "globe", "license": "license", "set": "oyster",
    "pair tokens": "mackerel", "pair mixed": "mackerel", "pair barrels": "barrel",
    "convert": "takoyaki", "iwashi": "sardine", "loan": "coins", "share": "ticket",
    "freezer": "freezer", "cart": "cart", "blue": "boat-4", "buyer": "person", "new fish": "plus",
    "new external": "plus", "offer": "gavel", "back": "undo", "own fugu": "fugu",
}  # fmt: skip


class Choices:
    """`choices[notation]` is the symbol of a decision, for buttons that are not on a piece."""

    def __init__(self, visit: str | None, pieces: list[Any]) -> None:
        self.visit = visit
        self.pieces = pieces  # to pick from

    def __getitem__(self, notation: Any) -> str:
        text = str(notation)
        if text in _WORDS:
            return _WORDS[text]
        kind, _, rest = text.partition(" ")
        if kind == "which" and self.pieces:
            return ITEMS[self.pieces[0]["item"]]
        if kind in ("token", "second"):
            return token(rest)["symbol"]
        if kind in ("take", "boat", "transfer"):
            name = rest.removeprefix("used ")
            return BOATS.get(name) or BOATS.get(name.rpartition(" ")[0], "boat-1")
        last = rest.rpartition(" ")[2]
        if last in ITEMS:
            return ITEMS[last]
        if kind == "jack":
            return "mackerel"
        if kind == "assign":
            return "person"
        if kind == "sell":
            return FISH.get(self.visit or "", "coin")
        return "coin"
