"""The pages about learning are true: their blocks run, and something is learned."""

import re
import runpy
from pathlib import Path
from random import Random

import numpy as np
import pytest

import ichiba
from envs.setups import need
from ichiba import bots

need("gymnasium", "gymnasium")
need("pettingzoo", "pettingzoo")
need("pyspiel", "openspiel")

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "learning.md").read_text(encoding="utf-8")
PYTHON = re.findall(r"```python\n(.*?)```", PAGE, re.S)


@pytest.mark.parametrize("block", PYTHON, ids=lambda block: block.split("\n")[0][:40])
def test_the_blocks_run(block: str) -> None:
    exec(compile(block, "docs/learning.md", "exec"), {})  # noqa: S102


def test_the_bot_of_the_page_plays() -> None:
    found: dict[str, type[bots.Bot]] = {}
    exec(next(block for block in PYTHON if "class Thrifty" in block), found)  # noqa: S102
    game = ichiba.load("tsukiji")
    state, bot = game.new(2, seed=1), found["Thrifty"](Random(1))  # type: ignore[call-arg]
    refused = 0
    while state.actors:
        seat = state.actors[0]
        action = bot.choose(ichiba.Observer(game, state, seat))
        refused += game.notation(action) == "refuse"
        state.play(seat, action)
    assert refused > 5


@pytest.mark.long
def test_the_example_learns(tmp_path: Path) -> None:
    example = runpy.run_path(str(ROOT / "examples" / "masked_ppo.py"))
    curve = example["train"]("tsukiji", "random", 10_000, 1)
    won = [share for _, share in curve]
    begin, end = np.mean(won[:5]), np.mean(won[-10:])
    assert end > 0.65
    assert end > begin + 0.1
    example["draw"](curve, tmp_path / "curve.svg")
    assert "polyline" in (tmp_path / "curve.svg").read_text()


@pytest.mark.long
def test_the_search_of_openspiel_plays_better_than_chance() -> None:
    """Among equals, it would win half of the games."""
    example = runpy.run_path(str(ROOT / "examples" / "openspiel_search.py"))
    assert example["win_share"](20, 8, 1) >= 0.75


def test_the_page_of_observations_is_up_to_date() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "observations.py"))
    hint = "run python scripts/observations.py"
    assert (ROOT / script["PAGE"]).read_text(encoding="utf-8") == script["page"](), hint
    assert (ROOT / script["PICTURE"]).read_text(encoding="utf-8") == script["picture"](), hint
