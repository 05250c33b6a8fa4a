"""Without an extra, its module says what to install; and the environments can be measured."""

import json
import subprocess
import sys

import pytest

from command import run
from envs.setups import need

MODULES = {"pettingzoo": "pettingzoo", "gymnasium": "gymnasium", "openspiel": "pyspiel"}


@pytest.mark.parametrize("extra", MODULES)
def test_a_missing_extra_is_named(extra: str) -> None:
    code = f"import sys\nsys.modules['{MODULES[extra]}'] = None\nimport ichiba.envs.{extra}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"pip install 'ichiba[{extra}]'" in done.stderr


def test_the_base_needs_no_extra() -> None:
    names = [*MODULES.values(), "numpy", "PIL"]
    code = f"import sys\nimport ichiba, ichiba.cli\nprint([n for n in {names} if n in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_environments_are_measured() -> None:
    need("pettingzoo", "pettingzoo")
    need("gymnasium", "gymnasium")
    need("pyspiel", "openspiel")
    said = run("bench", "tsukiji", "--envs", "--seconds", "0.1", "--json", "-")
    assert said.returncode == 0, said.stderr
    ours, *peers = json.loads(said.stdout)
    assert ours["name"] == "tsukiji"
    for face in ("turns", "parallel", "vector", "spiel", "raw"):
        assert ours[face] > 1000
    assert 0 < ours["spiel_ratio"] < 1.2
    assert [peer["name"] for peer in peers] in ([], ["tic-tac-toe", "connect four"])
