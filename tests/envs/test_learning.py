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


def test_thirty_lines_learn() -> None:
    """It wins more than 80 % of 400 games; among equals, it would win half."""
    example = runpy.run_path(str(ROOT / "examples" / "thirty_lines.py"))
    game, bot, won = ichiba.load("tsukiji"), example["Learned"], 0
    for seed in range(100):
        state, own, rng = game.new(2, seed=10_000 + seed), seed % 2, Random(seed)
        player, seen = bot(rng), ichiba.Observer(game, state, own)
        while state.actors:
            seat = state.actors[0]
            action = player.choose(seen) if seat == own else rng.choice(state.legal(seat))
            state.play(seat, action)
        won += state.winners == (own,)
    assert won > 65


def test_the_page_shows_the_thirty_lines() -> None:
    page = (ROOT / "docs" / "thirty-lines.md").read_text(encoding="utf-8")
    code = (ROOT / "examples" / "thirty_lines.py").read_text(encoding="utf-8")
    [shown] = re.findall(r"```python\n(.*?)```", page, re.S)
    assert code.endswith(shown)
    lines = [line for line in shown.split("\n") if line.strip() and '"""' not in line]
    assert len(lines) <= 30


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
