"""The set-ups for the contract tests: every player count, option and variant.

Players who choose all actions with equal probability ruin themselves within a few rounds, and then
nothing happens. So these random players do some things rarely, such as selling their boats. Their
games still need a round limit.
"""

import ichiba
from contract.cases import Case, weights
from ichiba.core.options import Value
from ichiba.games.tokyo_tsukiji_market.actions import (
    AMOUNT,
    ASSIGN,
    BOAT,
    COLUMN,
    DISCARD,
    DONE,
    DRY_BARREL,
    DRY_TOKEN,
    ENTER,
    GO_FISHING,
    GO_PURCHASING,
    OPEN_PORT,
    PASS,
    REPRICE,
    RETURN,
    kind_of,
)
from ichiba.games.tokyo_tsukiji_market.goods import OTHER_COLUMN
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import FISHING, VISITING

NAME = "tokyo-tsukiji-market"
LIMIT = 10
EVERYTHING: dict[str, Value] = {"expansion": True, "extra_fish": 9, "extra_external": 8}

# By kind of action, if it is not 1.
_WEIGHTS = {
    PASS: 0.05,
    DISCARD: 0.03,
    OPEN_PORT: 0.3,
    GO_FISHING: 4.0,
    GO_PURCHASING: 4.0,
    REPRICE: 0.05,
    RETURN: 0.02,
    DRY_BARREL: 0.02,
    DRY_TOKEN: 0.02,
    ASSIGN: 0.02,
    ENTER: 0.4,
}


def weigh(state: ichiba.State, action: int) -> float:
    """The weight of an action for a random player."""
    assert isinstance(state, MarketState)
    kind = kind_of(action)
    if kind == AMOUNT:
        return 3 / (3 + action - AMOUNT)
    if kind == DONE:
        return 0.15 if state.phase == FISHING else 0.5
    if kind == BOAT and state.phase == VISITING:
        return 0.02
    if action == COLUMN + OTHER_COLUMN:
        return 0.1
    return _WEIGHTS.get(kind, 1.0)


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
