"""The set-ups with which the contract is tested: every number of players, option and variant.

Players who do everything equally likely ruin themselves within a few rounds, and then nothing
happens. So random players here do some things seldom, such as selling their boats. Still their
games need a limit.
"""

import ichiba
from contract.cases import Case, weights
from ichiba.core.options import Value
from ichiba.games.tokyo_tsukiji_market.actions import (
    AMOUNT,
    BOAT,
    COLUMN,
    DISCARD,
    DONE,
    ENTER,
    GO_FISHING,
    GO_PURCHASING,
    OPEN_PORT,
    PASS,
    REPRICE,
    RETURN,
    TOKEN_AT,
    TRANSFER,
)
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import FISHING, VISITING

NAME = "tokyo-tsukiji-market"
LIMIT = 10
EVERYTHING: dict[str, Value] = {"expansion": True, "extra_fish": 9, "extra_external": 8}


_LAST_COLUMN = ENTER - 1
_WEIGHTS = {
    PASS: 0.05,
    DISCARD: 0.03,
    OPEN_PORT: 0.3,
    GO_FISHING: 4.0,
    GO_PURCHASING: 4.0,
    _LAST_COLUMN: 0.1,
}


def weigh(state: ichiba.State, action: int) -> float:
    """How likely a random player does this."""
    assert isinstance(state, MarketState)
    if action >= AMOUNT:
        return 3 / (3 + action - AMOUNT)
    if action == DONE:
        return 0.15 if state.phase == FISHING else 0.5
    if RETURN <= action < COLUMN:
        return 0.02
    if REPRICE <= action < RETURN:
        return 0.05
    if BOAT <= action < TRANSFER and state.phase == VISITING:
        return 0.02
    if ENTER <= action < TOKEN_AT:
        return 0.4
    return _WEIGHTS.get(action, 1.0)


weights[MarketState] = weigh


def _case(players: int, *, simultaneous: bool = False, **options: Value) -> Case:
    options["round_limit"] = LIMIT
    return Case(NAME, players, tuple(options.items()), thrift=10, simultaneous=simultaneous)


def cases() -> list[Case]:
    return [
        *(_case(players) for players in range(2, 7)),
        *(_case(players, expansion=True) for players in range(2, 7)),
        _case(3, beginner=True),
        _case(2, closed_money=True),
        _case(4, expansion=True, closed_money=True, crashing=True),
        _case(3, expansion=True, staple="jack_mackerel", open_knowledge=True),
        _case(4, expansion=True, blue_ship=True, barges="four_slot"),
        _case(2, crashing=True, extra_fish=5, extra_external=5),
        _case(4, **EVERYTHING, blue_ship=True, crashing=True, open_knowledge=True),
        _case(6, **{**EVERYTHING, "extra_external": 8}, barges="four_slot", closed_money=True),
        _case(3, simultaneous=True, expansion=True, external_markets=["barter", "foreign_market"]),
        _case(2, simultaneous=True, expansion=True, external_markets=["foreign_market"],
              closed_money=True),
    ]  # fmt: skip
