"""What docs/architecture.md says of the contract and of decisions is true."""

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


def test_one_decision_takes_at_most_six_files_of_a_title() -> None:
    block = re.search(r"## One decision, step by step\n(.*?)\n###? ", TEXT, re.S)
    assert block
    walks = re.findall(r"\*\*([\w ]+): .*?\*\*\n(.*?)(?=\n\*\*|\Z)", block[1], re.S)
    titles = {ichiba.load(name).title: ichiba.load(name).package for name in ichiba.games()}
    assert [title for title, _ in walks] == [*titles]
    for title, walk in walks:
        files = {*re.findall(r"`((?!core/)[\w/]+\.(?:py|toml))`", walk)}
        folder = Path(ichiba.__file__).parents[1] / str(titles[title]).replace(".", "/")
        assert {file for file in files if not (folder / file).is_file()} == set()
        assert 3 <= len(files) <= 6
