"""Final scoring, step by step, in the order of the rules."""

from collections.abc import Callable
from typing import Any

from ichiba.core.match import Match
from ichiba.core.reckoning import Row, Step
from ichiba.core.words import Words
from ichiba.games.tokyo_tsukiji_market.data import FISH, NAME, TOKEN_FISH, TOKENS
from ichiba.games.tokyo_tsukiji_market.ending import PARTS

_BOARDS = ("overfishing", "bank")  # steps that apply only if the market is in play


def reckoning(match: Match, words: Words) -> list[Step]:
    """The steps in order, each with a row for each player."""
    view: Any = match.state.view(None)
    in_play = {market["name"] for market in view["external_markets"]}
    return [
        Step(
            title=words.say(f"{NAME}.reckoning.{part}"),
            about=words.say(f"{NAME}.reckoning.about_{part}"),
            rows=[
                Row(seat, _TELL[part](view, seat, words), amount)
                for seat, row in enumerate(view["breakdown"])
                for amount in (row[f"{NAME}.score.{part}"],)
            ],
        )
        for part in PARTS
        if part not in _BOARDS or part in in_play
    ]


def _money(view: Any, seat: int, words: Words) -> str:
    return words.say(f"{NAME}.reckoning.has", {"yen": words.yen(view["harbors"][seat]["money"])})


def _standing(view: Any, seat: int, words: Words) -> str:
    """Say whether a player has the most, the fewest or something in between, and ties."""
    everybody = [harbor["resources"] for harbor in view["harbors"]]
    mine = everybody[seat]
    is_most, is_fewest = mine == max(everybody), mine == min(everybody)
    key = "alike" if is_most and is_fewest else "most" if is_most else "fewest" if is_fewest else ""
    if key in ("most", "fewest") and everybody.count(mine) > 1:
        key = f"{key}_tied"
    return words.say(f"{NAME}.reckoning.{key or 'between'}", {"resources": mine})


def _overfishing(view: Any, seat: int, words: Words) -> str:
    gone = {market["name"] for market in view["fish_markets"] if market["state"] == "overfished"}
    bad = good = 0
    for token, count in view["harbors"][seat]["tokens"].items():
        if FISH[TOKEN_FISH[TOKENS.index(token)]] in gone:
            bad += count
        else:
            good += count
    return words.say(f"{NAME}.reckoning.tokens_of", {"good": good, "bad": bad})


def _bank(view: Any, seat: int, words: Words) -> str:
    harbor = view["harbors"][seat]
    for thing in ("loan", "share"):
        if harbor[f"{thing}s"]:
            return words.say(f"{NAME}.reckoning.{thing}", {"count": harbor[f"{thing}s"]})
    return words.say(f"{NAME}.reckoning.no_bank")


def _tokens(view: Any, seat: int, words: Words) -> str:
    resources = view["harbors"][seat]["resources"]
    return words.say(f"{NAME}.reckoning.resources", {"resources": resources})


_TELL: dict[str, Callable[[Any, int, Words], str]] = {
    "money": _money,
    "standing": _standing,
    "overfishing": _overfishing,
    "bank": _bank,
    "tokens": _tokens,
}
