"""A player who collects Mackerel licenses for their income, which must not be a way to win (C5)."""

from typing import Any

from ichiba.bots.player import Bot
from ichiba.core.observer import Observer
from ichiba.games.tokyo_tsukiji_market.actions import (
    DONE,
    END_TURN,
    LICENSE,
    PAIR_BARRELS,
    PAIR_MIXED,
    PAIR_TOKENS,
    PASS,
    RETURN,
    WAYS_OF,
)
from ichiba.games.tokyo_tsukiji_market.data import FISH, MACKEREL, SPACES

_ENTER = tuple(action for action, _ in WAYS_OF[MACKEREL])
_GIVE_BACK = RETURN + MACKEREL
_OTHERS = tuple(RETURN + fish for fish in range(len(FISH)) if fish != MACKEREL)
_PAIRS = (PAIR_BARRELS, PAIR_MIXED, PAIR_TOKENS)


class Hoarder:
    """Enters Mackerel whenever possible, takes every license there and sells pairs.

    If it would have nothing to do there in the next turn, it returns one license at the end of this
    turn. It passes on all other decisions, or leaves them to another bot.
    """

    def __init__(self, thinker: Bot | None = None) -> None:
        self._thinker = thinker

    def choose(self, observer: Observer) -> int:
        """Choose the first move on its list that is legal."""
        legal = observer.legal()
        view: Any = observer.view()
        visiting = view["action"]["visit"] == "mackerel"
        wishes = (LICENSE, *_OTHERS, *_PAIRS, DONE) if visiting else _ENTER
        if END_TURN in legal:
            wishes = (_GIVE_BACK, END_TURN) if self._is_stuck(observer.seat, view) else (END_TURN,)
        for wish in wishes:
            if wish in legal:
                return wish
        if self._thinker is not None:
            return self._thinker.choose(observer)
        return next((wish for wish in (PASS, DONE, END_TURN) if wish in legal), legal[0])

    @staticmethod
    def _is_stuck(seat: int, view: Any) -> bool:
        """Whether all spaces are full of Mackerel licenses, or there is none left to take."""
        own = view["harbors"][seat]["licenses"].get("mackerel", 0)
        left = next(one["licenses"] for one in view["fish_markets"] if one["name"] == "mackerel")
        return own > 1 and (own == SPACES or not left) and not view["action"]["returned"]
