"""The pages about learning are true: their blocks run, and something is learned."""

import re
import runpy
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import ichiba
from envs.setups import need
from ichiba import bots

need("gymnasium", "gymnasium")
need("pettingzoo", "pettingzoo")
need("pyspiel", "openspiel")

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "learning.md").read_text(encoding="utf-8")
MANY = (ROOT / "docs" / "many-games.md").read_text(encoding="utf-8")
PYTHON = re.findall(r"```python\n(.*?)```", PAGE + MANY, re.S)


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
    """With seeds from 1 to 5, it wins 77 to 81 % of the last games."""
    picture = tmp_path / "curve.svg"
    command = [
        sys.executable,
        "examples/masked_ppo.py",
        "--games",
        "10000",
        "--curve",
        str(picture),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    won = [float(share) for share in re.findall(r"([\d.]+)% won", done.stdout)]
    assert won[0] < 60
    assert won[-1] > 65
    assert "polyline" in picture.read_text(encoding="utf-8")


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
