"""What only the rules of Tokyo Tsukiji Market need: entry costs, stocks by number of players, and
names of fish."""

from collections.abc import Mapping
from typing import Any, Final, cast

from ichiba.core.rules_numbers import Directive, Found
from ichiba.core.words import Words
from ichiba.games.tokyo_tsukiji_market.data import NAME

_WORDS: Final = f"{NAME}.rules"
_SLASH: Final = "\N{NO-BREAK SPACE}/ "


def players_of(found: Found) -> list[int]:
    """The possible numbers of players."""
    return [int(row["players"]) for row in cast(Any, found.at("start.markets"))]


def entry(found: Found, words: Words, path: str) -> str:
    """What entering a market costs, such as "1 action point or ¥100", with its marks."""
    ways = [
        f"{_way(words, way)}{{mark {way['mark']}}}" for way in cast(Any, found.at(f"{path}.entry"))
    ]
    return words.listed(ways, "or")


def _way(words: Words, way: Mapping[str, Any]) -> str:
    parts = []
    if way.get("points"):
        parts.append(words.say(f"{_WORDS}.points", {"count": way["points"]}))
    if way.get("yen"):
        parts.append(words.yen(way["yen"]))
    if way.get("takoyaki"):
        parts.append(words.say(f"{_WORDS}.takoyaki", {"count": way["takoyaki"]}))
    if way.get("barrel"):
        parts.append(words.say(f"{_WORDS}.own_barrel"))
    if way.get("any_barrel"):
        parts.append(words.say(f"{_WORDS}.any_barrel"))
    if not parts:
        return words.say(f"{_WORDS}.nothing")
    return words.listed(parts)


def _worth(found: Found, words: Words, path: str) -> str:
    """What a token is worth. This is printed; the mark is about the number of tokens."""
    return words.figure(Found(found.numbers).number(f"{path}.worth"))


def _price(found: Found, words: Words, path: str) -> str:
    """A price in yen, or that something is free."""
    price = found.number(path)
    return words.yen(price) if price else words.say(f"{_WORDS}.free")


def on_board(stock: Mapping[str, Any], players: int) -> int:
    """How many pieces of a stock go on the board; see `Stock` in `box.py`."""
    if not stock.get("per_player"):
        return int(stock["value"])
    return int(min(stock["per_player"] * players + stock["plus"], stock["value"]))


def _stock(found: Found, words: Words, path: str) -> str:
    """How many pieces go on a board: for each number of players, if that matters."""
    stock = _marked(found, path)
    if not stock.get("per_player"):
        return words.figure(stock["value"])
    counts = [on_board(stock, players) for players in players_of(found)]
    return words.say(
        f"{_WORDS}.of", {"counts": _SLASH.join(map(str, counts)), "count": stock["value"]}
    )


def _staple_stock(found: Found, words: Words, path: str) -> str:
    """How many licenses are left for the board when each player starts with one."""
    stock = _marked(found, path)
    counts = [
        min(on_board(stock, players), stock["value"] - players) for players in players_of(found)
    ]
    return words.say(
        f"{_WORDS}.of", {"counts": _SLASH.join(map(str, counts)), "count": stock["value"]}
    )


def _marked(found: Found, path: str) -> dict[str, Any]:
    """A table of `data.toml` with its mark."""
    above, _, name = path.rpartition(".")
    table = cast(dict[str, Any], cast(Any, found.at(above))[name])
    found.weaken(table["mark"])
    return table


def _tokens(found: Found, words: Words, path: str) -> str:
    """The tokens of a fish market, by kind if there are several."""
    kinds = [kind for kind in cast(Any, found.at(f"{path}.tokens")) if kind["value"]]
    if len(kinds) == 1:
        return f"{kinds[0]['value']}{{mark {kinds[0]['mark']}}}"
    named = [(kind, words.say(f"{NAME}.token.{kind['name']}")) for kind in kinds]
    return words.series(
        [f"{kind['value']} × {name}{{mark {kind['mark']}}}" for kind, name in named]
    )


def _shapes(found: Found, words: Words, path: str) -> str:
    """The fish that fit on a space of an Aquarium."""
    fish = cast(list[str], found.at(path))
    return words.series([words.say(f"{NAME}.market.{name}") for name in fish])


def _recommended(found: Found, words: Words, path: str) -> str:
    """Names of fish, such as those for a first game."""
    return words.listed(
        [words.say(f"{NAME}.market.{name}") for name in cast(list[str], found.at(path))]
    )


DIRECTIVES: Final[Mapping[str, Directive]] = {
    "entry": entry,
    "price": _price,
    "worth": _worth,
    "stock": _stock,
    "staple_stock": _staple_stock,
    "tokens": _tokens,
    "shapes": _shapes,
    "fish": _recommended,
}
