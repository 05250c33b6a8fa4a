"""Reasons to enter a market now: one line for the viewer, from the view alone."""

from typing import Any

from ichiba.core.words import Words
from ichiba.games.tokyo_tsukiji_market.data import NAME

Shown = dict[str, Any]
# What the viewer would get at once, by reason: the name of the argument.
_GAINS = {
    "sell": "yen", "sell_sets": "yen", "takes": "yen", "trades": "yen", "plate": "yen",
    "sell_boat": "yen", "loan": "yen", "income": "income", "income_license": "income",
}  # fmt: skip
_MONEY = {"yen", "income", "short", "sale", "back", "interest"}


def why_come(market: Any, words: Words) -> Shown | None:
    """Why the viewer could come to a market: the sentence (`line`) and its arguments."""
    why = market["why"]
    if why is None:
        return None
    kind, facts = why["reason"], why["arguments"]
    said = {key: words.yen(fact) if key in _MONEY else fact for key, fact in facts.items()}
    line = words.say(f"{NAME}.why.{kind}", said)
    if why["only_buys"]:
        line += " " + words.say(f"{NAME}.why.only_sell")
    gain = f"+{words.yen(facts[_GAINS[kind]])}" if kind in _GAINS else ""
    return {"kind": kind, "line": line, "gain": gain, "only_sell": why["only_buys"], **facts}
