"""The picture on the sign of each stall: a ground from `static/scenes.svg`, and symbols on it.

A market without an entry here has its symbol on the sign.
"""

from typing import Any

from ichiba.games.tokyo_tsukiji_market.board.pictures import MARKETS

# By market: symbols of the library with x, y, size and a turn, on a ground of 160 by 96.
_ON_THE_GROUND: dict[str, tuple[tuple[str, float, float, float, str], ...]] = {
    "mackerel": (
        ("mackerel", 36, 22, 42, ""),
        ("mackerel", 62, 26, 42, ""),
        ("mackerel", 88, 22, 42, ""),
    ),
    "eel": (("eel", 42, 6, 66, ""),),
    "fugu": (("fugu", 53, 12, 54, ""),),
    "octopus": (
        ("tako", 52, -2, 56, ""),
        ("takoyaki", 64, 52, 34, ""),
    ),
    "red_snapper": (("red-snapper", 46, 10, 66, "rotate(-16 80 44)"),),
    "salmon": (("sake", 48, 12, 66, "rotate(-8 80 44)"),),
    "spider_crab": (("spider-crab", 50, -2, 76, ""),),
    "squid": (
        ("squid", 22, 20, 44, ""),
        ("squid", 58, 24, 44, ""),
        ("squid", 94, 20, 44, ""),
    ),
    "tuna": (("maguro", 34, 8, 84, "rotate(-4 80 50)"),),
    "clams_oysters": (
        ("clam", 54, 22, 44, ""),
        ("oyster", 78, 26, 40, ""),
        ("clam", 16, 62, 24, ""),
        ("oyster", 120, 62, 24, ""),
    ),
    "himono": (
        ("himono", 24, 24, 30, ""),
        ("himono", 48, 24, 30, ""),
        ("himono", 84, 24, 30, ""),
        ("himono", 108, 24, 30, ""),
        ("himono", 36, 52, 30, ""),
        ("himono", 96, 52, 30, ""),
    ),
    "jack_mackerel": (
        ("jack-mackerel", 38, 22, 44, "rotate(-14 60 44)"),
        ("jack-mackerel", 78, 22, 44, "rotate(14 100 44)"),
        ("jack-mackerel", 57, 32, 46, ""),
    ),
    "nori": (("nori", 52, 10, 56, ""),),
    "sardines": (
        ("sardine", 40, 26, 38, "rotate(-20 60 46)"),
        ("sardine", 82, 26, 38, "rotate(20 100 46)"),
        ("sardine", 60, 22, 40, ""),
    ),
    "swordfish": (("swordfish", 34, 2, 84, "rotate(-18 78 44)"),),
    "aquarium": (
        ("red-snapper", 36, 16, 34, ""),
        ("fugu", 84, 20, 36, ""),
        ("mackerel", 58, 42, 30, ""),
    ),
    "auction": (
        ("gavel", 88, 22, 36, ""),
        ("spider-crab", 58, 46, 30, ""),
    ),
    "bank": (("coins", 108, 36, 50, ""),),
    "barter": (
        ("mackerel", 53, 40, 28, ""),
        ("spider-crab", 80, 38, 28, ""),
    ),
    "government": (("government", 42, 10, 76, ""),),
    "rentals": (
        ("freezer", 24, 22, 58, ""),
        ("cart", 82, 24, 58, ""),
    ),
    "ships": (("boat-3", 38, 14, 72, ""),),
    "trading": (
        ("scales", 52, 14, 58, ""),
        ("coins", 114, 44, 30, ""),
    ),
    "used_ships": (
        ("boat-2", 18, 14, 58, ""),
        ("boat-1", 74, 30, 52, "rotate(6 100 56)"),
    ),
    "foreign_market": (
        ("boat-4", 16, 14, 74, ""),
        ("globe", 104, 52, 36, ""),
    ),
    "influence": (
        ("coins", 58, 56, 30, ""),
        ("bag", 66, 30, 22, ""),
    ),
    "new_aquarium": (
        ("tako", 22, 26, 38, ""),
        ("squid", 100, 22, 38, ""),
        ("sake", 60, 18, 42, ""),
        ("fugu", 66, 52, 26, ""),
    ),
    "overfishing": (("fishbone", 50, 20, 60, "rotate(-10 80 50)"),),
    "ship_rental": (("boat-2", 16, 20, 64, ""),),
    "sushi_shop": (
        ("takusan", 24, 34, 36, ""),
        ("takusan", 100, 34, 36, ""),
    ),
}
# Nothing is drawn over the symbols of these.
_WITHOUT_FRONT = {"squid", "influence"}
_MARKET = "市"
KANJI = {
    "mackerel": "鯖",
    "eel": "鰻",
    "fugu": "河豚",
    "octopus": "蛸",
    "red_snapper": "鯛",
    "salmon": "鮭",
    "spider_crab": "蟹",
    "squid": "烏賊",
    "tuna": "鮪",
    "clams_oysters": "貝",
    "himono": "干物",
    "jack_mackerel": "鯵",
    "nori": "海苔",
    "sardines": "鰯",
    "swordfish": "旗魚",
    "aquarium": "水族",
    "auction": "競",
    "bank": "銀",
    "barter": "替",
    "government": "役所",
    "rentals": "貸",
    "ships": "船",
    "trading": "商",
    "used_ships": "古船",
    "foreign_market": "外国",
    "influence": "顔役",
    "new_aquarium": "新館",
    "overfishing": "乱獲",
    "ship_rental": "貸船",
    "sushi_shop": "寿司",
}


def scene(name: str) -> dict[str, Any]:
    """The picture of a stall: the layers from the back to the front."""
    return {
        "name": name,
        "kanji": KANJI.get(name, _MARKET),
        "pieces": [
            {"symbol": symbol, "x": x, "y": y, "size": size, "turn": turn}
            for symbol, x, y, size, turn in _ON_THE_GROUND.get(
                name, ((MARKETS[name], 46, 10, 66, ""),)
            )
        ],
        "front": name not in _WITHOUT_FRONT,
    }
