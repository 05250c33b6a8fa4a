"""A 31st market of a known kind touches five files: its module, data, words, rules and picture."""

import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import ichiba

SOURCE = Path(ichiba.__file__).parent
MODULE = '''
"""Carp: worth a little, and its market pays a little more."""

from ichiba.games.tokyo_tsukiji_market.data import number
from ichiba.games.tokyo_tsukiji_market.markets.printed_values import PrintedValueMarket


class Carp(PrintedValueMarket):
    """Sold one by one."""

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.premium = number(self.data.premium)
'''
DATA = """
[fish.carp]
expansion = true
entry = [{ points = 1, mark = "reconstructed" }]
price = { value = [100], mark = "reconstructed" }
licenses = { value = 6, mark = "reconstructed" }
barrels = { value = 12, mark = "reconstructed" }
tokens = [{ name = "carp", worth = 2, value = 20, mark = "reconstructed" }]
premium = { value = 300, mark = "reconstructed" }
"""
# By table of the words: what it gets.
WORDS = {
    "fish": 'carp = "Carp"',
    "token": 'carp = "Carp"',
    "market": 'carp = "Carp"',
    "about": 'carp = "Two resources, or ¥500 in cash."',
    "web": 'sells_carp = "{yen} more each"',
}
RULES = "\n## Carp {#carp}\n\nA Carp is worth 2 resources. Its market buys it for ¥500.\n"
PLAY = """
from array import array
from collections import Counter
from random import Random

import ichiba
from ichiba import bots
from ichiba.core.observer import Observer
from ichiba.core.words import Words
from ichiba.games.tokyo_tsukiji_market.board import terminal, web
from ichiba.games.tokyo_tsukiji_market.data import FISH, NUM_FISH, TOKEN

GAME = ichiba.load("tokyo-tsukiji-market")
WORDS = Words(["Aki", "Ben", "Chie"])
CARP, seen = FISH.index("carp"), Counter()
assert CARP == NUM_FISH - 1
for seed in range(3):
    options = {"expansion": True, "fish_markets": ["carp"], "round_limit": 12}
    state = GAME.new_with_log(3, seed=seed, **options)
    whole = state.census()
    assert whole["barrel carp"] == 12
    players = [bots.make(name, GAME, Random(seed)) for name in ("greedy", "quick", "random")]
    for step in range(300):
        if not state.actors:
            break
        seat = state.actors[0]
        action = players[seat].choose(Observer(GAME, state, seat))
        assert state.explain(seat, action) is None
        seen[GAME.notation(action)] += 1
        if step % 20 == 0:
            view = state.view(seat)
            stalls = web.present(view, WORDS)["hall"]["stalls"]
            carp = next(stall for stall in stalls if stall["name"] == "carp")
            assert carp["title"] == "Carp" and carp["face"]["sells"] == "¥300 more each"
            state.observe(seat, array("f", [0.0] * GAME.observation(3, **options).size))
            assert state.census() == whole
            assert GAME.restore(state.dump()).dump() == state.dump()
        state.apply(seat, action)
    state = GAME.new(3, seed=seed, **options)
    seat = state.actors[0]
    state.tokens[seat][TOKEN["carp"]] = 1
    market = next(one for one in state.view(seat)["fish_markets"] if one["name"] == "carp")
    assert market["why"]["reason"] == "sell" and market["why"]["arguments"]["yen"] == 500
    for move in ("enter carp", "token carp"):
        state.apply(seat, GAME.parse(move))
    assert state.money[seat] == 2500
assert seen["barrel carp"] and seen["enter carp"], seen
print("played")
"""


def test_a_new_market_touches_five_files(tmp_path: Path) -> None:
    package = tmp_path / "ichiba"
    left_out = ignore_patterns("site", "__pycache__", "arena", "cli", "*.so")
    copytree(SOURCE, package, ignore=left_out)
    title = package / "games/tokyo_tsukiji_market"
    (title / "markets/carp.py").write_text(MODULE.lstrip(), encoding="utf-8")
    data, words = title / "data.toml", title / "words/en.toml"
    rules, pictures = title / "rules/en.md", title / "board/pictures.py"
    text = data.read_text(encoding="utf-8")
    data.write_text(text.replace("# The external markets.", DATA + "\n# The external markets."))
    text = words.read_text(encoding="utf-8")
    for table, line in WORDS.items():
        heading = f"[tokyo-tsukiji-market.{table}]\n"
        assert heading in text
        text = text.replace(heading, f"{heading}{line}\n")
    words.write_text(text, encoding="utf-8")
    with rules.open("a", encoding="utf-8") as file:
        file.write(RULES)
    text = pictures.read_text(encoding="utf-8")
    pictures.write_text(text.replace("FISH = {\n", 'FISH = {\n    "carp": "sake",\n', 1))
    played = subprocess.run(
        [sys.executable, "-c", PLAY], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert played.stdout == "played\n", played.stderr
