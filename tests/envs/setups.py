"""The set-ups of all titles with every number of players, for the tests of environments."""

import os
from collections.abc import Iterator
from importlib.util import find_spec

import pytest

import ichiba


def setups() -> Iterator[tuple[str, int]]:
    for name in ichiba.games():
        game = ichiba.load(name)
        for players in range(game.min_players, game.max_players + 1):
            yield name, players


SETUPS = [*setups()]
SMALLEST = [(name, players) for name, players in SETUPS if players == 2]


def need(package: str, extra: str) -> None:
    """Skip the tests of a module if its extra is not installed; with CI=true, let them fail."""
    if find_spec(package) is None and os.environ.get("CI") != "true":
        pytest.skip(f"needs pip install 'ichiba[{extra}]'", allow_module_level=True)
