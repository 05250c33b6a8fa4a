"""A title is a folder and one line in the registry: a copy of the sources gets a fourth one."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import copy, copytree, ignore_patterns

import pytest

import ichiba
from patience import PATIENCE

SOURCE = Path(ichiba.__file__).parent
ROOT = SOURCE.parent.parent
TESTS = ROOT / "tests"
HERE = TESTS / "project"
LINE = 'register("morra", "ichiba.games.morra")\n'


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources, with a folder and a line more."""
    tree = tmp_path_factory.mktemp("tree")
    leave_out = ignore_patterns("__pycache__", "*.so", "*.pyd")
    copytree(SOURCE, tree / "src" / "ichiba", ignore=leave_out)
    copytree(HERE / "morra", tree / "src" / "ichiba" / "games" / "morra", ignore=leave_out)
    with (tree / "src" / "ichiba" / "games" / "__init__.py").open("a", encoding="utf-8") as file:
        file.write(LINE)
    (tree / "scripts").mkdir()
    copy(ROOT / "scripts" / "write_fields.py", tree / "scripts")
    return tree


def run(tree: Path, *arguments: str) -> str:
    """Run Python on these sources; it must succeed."""
    path = os.pathsep.join([str(tree / "src"), str(TESTS)])
    environment = {**os.environ, "PYTHONPATH": path, "COLUMNS": "100", "ICHIBA_FUZZ_GAMES": "10"}
    environment |= {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=5 * PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_command_knows_it(tree: Path) -> None:
    listed = run(tree, "-m", "ichiba", "games")
    assert "Morra, 2 to 3 players. Hide pebbles in your hand" in listed
    played = run(tree, "-m", "ichiba", "simulate", "morra", "--games", "6", "--jobs", "1")
    assert "6 games, 6 different deals." in played


@pytest.mark.long
def test_it_keeps_the_contract(tree: Path) -> None:
    """All but the test that a title has golden games, which are no part of its folder."""
    tests = ["-k", "morra and not golden", str(TESTS / "contract")]
    done = run(tree, "-m", "pytest", "-p", "no:cacheprovider", *tests)
    assert "passed" in done
    assert "skipped" not in done


def test_its_fields_are_in_step(tree: Path) -> None:
    run(tree, str(tree / "scripts" / "write_fields.py"), "--check")


def test_it_has_a_bot_with_a_name(tree: Path) -> None:
    script = (
        "import ichiba; from ichiba import bots; from ichiba.bots.characters import names_for;"
        "print(bots.names(ichiba.load('morra')), names_for('morra', ['random', 'random'], []))"
    )
    told = run(tree, "-c", script)
    assert told == "('random',) ['Ponta', 'Tama']\n"


@pytest.mark.long
def test_it_is_on_the_site_and_in_the_api(tree: Path) -> None:
    tests = str(HERE / "fourth_title_on_the_site.py")
    assert "5 passed" in run(tree, "-m", "pytest", "-p", "no:cacheprovider", tests)
