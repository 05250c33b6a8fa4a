"""In Tokyo Tsukiji Market, the flow of a turn asks markets by interface or role, never by name."""

import ast
from pathlib import Path

import pytest

import ichiba
from ichiba.games.tokyo_tsukiji_market.data import MARKETS

TITLE = Path(ichiba.__file__).parent / "games/tokyo_tsukiji_market"
# Everything that happens in a turn, and what follows from it.
FLOW = (
    "turn", "starting", "menu", "discarding", "fishing", "activity", "pricing", "transferring",
    "free_steps", "purchasing", "visiting", "auctions", "ending", "pieces", "holding", "state",
)  # fmt: skip
# Modules of `markets/` that belong to no market.
SHARED = ("base", "fish_market", "yards")
NUMBERS = {name.upper() for name in MARKETS}


def names_of_markets(source: str) -> list[str]:
    """The numbers and modules of single markets that a module imports."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module:
            room, _, module = node.module.rpartition(".")
            if module == "data":
                found += [name.name for name in node.names if name.name in NUMBERS]
            if room.endswith(".markets") and module not in SHARED:
                found.append(module)
    return found


@pytest.mark.parametrize("module", FLOW)
def test_the_flow_of_a_turn_never_asks_for_a_market_by_its_name(module: str) -> None:
    assert not names_of_markets((TITLE / f"{module}.py").read_text(encoding="utf-8"))


def test_the_check_finds_names_of_markets() -> None:
    at = "ichiba.games.tokyo_tsukiji_market"
    assert names_of_markets(f"from {at}.data import FUGU, LOWER") == ["FUGU"]
    assert names_of_markets(f"from {at}.markets.fugu import Fugu") == ["fugu"]
    assert not names_of_markets(f"from {at}.markets.base import FishMarket")
