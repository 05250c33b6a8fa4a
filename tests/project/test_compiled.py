"""The compiled engine plays the same games as the plain one, and so do the compiled bots.

A copy is compiled, without optimization to save time. Its bots must then choose as they did before,
and a part of the engine's tests is run on it. `make test-compiled` runs all of them.
"""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from shutil import copytree, ignore_patterns, which

import pytest

ROOT = Path(__file__).parents[2]
COPIED = ("pyproject.toml", "scripts", "src", "tests")
GAMES = "tests/project/seeded_games.py"
# Golden games, random games, secrecy, search, and the examples of the rulebooks.
TESTS = (
    "tests/bots/test_quick.py::test_it_goes_on_from_what_somebody_else_has_begun",
    "tests/bots/test_quick.py::test_it_plays_on_at_imagined_tables",
    "tests/bots/test_regret.py",
    "tests/bots/test_search.py",
    "tests/contract/test_golden.py",
    "tests/contract/test_fuzz.py::test_random_games_keep_the_contract",
    "tests/contract/test_learning.py::test_observations_keep_secrets",
    "tests/contract/test_secrecy.py::test_positions_that_differ_in_secrets_alone_look_the_same",
    "tests/core/test_decision.py",
    "tests/core/test_fields.py",
    "tests/core/test_rng.py",
    "tests/shinjuku/test_actions.py",
    "tests/shinjuku/test_move.py",
    "tests/shinjuku/test_sample_game.py",
    "tests/shinjuku/test_scoring.py",
    "tests/tokyo_tsukiji_market/markets",
    "tests/tokyo_tsukiji_market/test_end.py",
    "tests/tokyo_tsukiji_market/test_fishing.py",
    "tests/tokyo_tsukiji_market/test_turn.py",
    "tests/tsukiji/test_purchase.py",
    "tests/tsukiji/test_scoring.py",
    "tests/tsukiji/test_valuation.py",
)


def need_compiler() -> None:
    headers = Path(sysconfig.get_path("include"), "Python.h")
    if which("cc") is None or not headers.exists():
        missing = "a C compiler and Python's headers are needed: see scripts/setup-compiler"
        assert os.environ.get("CI") != "true", missing
        pytest.skip(missing)


def copy_into(folder: Path) -> None:
    """Copy what compiling and testing need, without what may have been compiled in place."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            unwanted = ignore_patterns("*.so", "*.pyd", "__pycache__")
            copytree(ROOT / name, folder / name, ignore=unwanted)
        else:
            (folder / name).write_bytes((ROOT / name).read_bytes())


def run(folder: Path, *command: str) -> str:
    """What a Python command prints that is run in the copy, on its engine."""
    environment = {**os.environ, "PYTHONPATH": str(folder / "src"), "ICHIBA_FUZZ_GAMES": "1"}
    done = subprocess.run(
        [sys.executable, *command], cwd=folder, env=environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-9000:] + done.stderr[-3000:]
    return done.stdout


@pytest.mark.long
def test_the_compiled_engine_does_the_same_as_the_plain_one(tmp_path: Path) -> None:
    need_compiler()
    copy_into(tmp_path)
    plain = run(tmp_path, GAMES).splitlines()
    run(tmp_path, "scripts/compile.py", "--optimize", "0")
    assert run(tmp_path, "-m", "ichiba", "--version").endswith(" (compiled)\n")
    assert run(tmp_path, GAMES).splitlines() == plain
    run(tmp_path, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *TESTS)
