"""The contract in docs/architecture.md is the one that the engine has."""

import re
from operator import attrgetter
from pathlib import Path

import ichiba

TEXT = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_the_contract_is_what_states_games_and_matches_have() -> None:
    block = re.search(r"## The contract\n\n```python\n(.*?)```", TEXT, re.S)
    assert block
    code = re.sub(r"#.*", "", block[1])
    game = ichiba.load("tsukiji")
    state = game.new(players=3, seed=7)
    match = ichiba.Match.new(game, players=3, seed=7, names=["Aki", "Ben", "Chie"])
    known = {"ichiba": ichiba, "game": game, "state": state, "match": match}
    named = re.findall(r"\b(ichiba|game|state|match)\.([\w.]+)", code)
    assert {name for name, _ in named} == {*known}
    for name, path in named:
        attrgetter(path)(known[name])
