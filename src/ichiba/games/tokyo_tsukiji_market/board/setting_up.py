"""The set-up form: names of option values, hints, and random options."""

from random import Random

from ichiba.core.options import Values
from ichiba.core.words import Words
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import MARKETS, NAME

_HINTED = {"fish_markets": "fish", "external_markets": "external"}


def choice(option: str, value: object, words: Words) -> tuple[str, str]:
    """The name of a value and, for a market, one sentence about it."""
    if value in MARKETS:
        return words.say(f"{NAME}.market.{value}"), words.say(f"{NAME}.about.{value}")
    if option == "barges":
        return words.say(f"{NAME}.web.barges_{value}"), ""
    return str(value), ""


def hint(option: str, words: Words) -> str:
    """A hint with the number of markets for each number of players."""
    if option not in _HINTED:
        return ""
    counts = [f"{row.players}: {getattr(row, _HINTED[option])}" for row in BOX.start.markets]
    return words.say(f"{NAME}.web.hint_{option}", {"counts": ", ".join(counts)})


def surprise(rng: Random) -> Values:
    """Random options that can be combined; the markets are drawn at set-up."""
    expansion = rng.random() < 0.6
    values: Values = {
        "expansion": expansion,
        "closed_money": rng.random() < 0.3,
        "crashing": rng.random() < 0.3,
        "open_knowledge": rng.random() < 0.3,
        "extra_fish": rng.choice((0, 0, 0, 1)),
        "extra_external": rng.choice((0, 0, 1, 2)),
    }
    if expansion:
        values["staple"] = rng.choice(("mackerel", "mackerel", "jack_mackerel"))
        values["blue_ship"] = rng.random() < 0.5
        values["barges"] = rng.choice(("six_slot", "four_slot"))
    return values
