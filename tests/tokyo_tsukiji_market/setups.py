"""The set-ups with which the contract is tested: every number of players, option and variant.

Random players ruin themselves and would never end a game by the rules, so all of them have a limit.
"""

from contract.cases import Case
from ichiba.core.options import Value

NAME = "tokyo-tsukiji-market"
LIMIT = 10
EVERYTHING: dict[str, Value] = {"expansion": True, "extra_fish": 9, "extra_external": 8}


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
