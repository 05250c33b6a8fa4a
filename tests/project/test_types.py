"""The type check covers all our code, wherever the code is."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
from itertools import chain
from pathlib import Path

import pytest

import ichiba

SOURCE = Path(ichiba.__file__).parent
PROJECT = SOURCE.parent.parent
MYPY = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]


def test_the_check_is_strict_and_leaves_nothing_out() -> None:
    assert MYPY["strict"]
    assert MYPY["files"] == ["$MYPY_CONFIG_FILE_DIR/src/ichiba"]
    assert not MYPY.keys() & {"exclude", "ignore_errors", "follow_imports", "disable_error_code"}
    relaxed = [module for override in MYPY["overrides"] for module in override["module"]]
    assert not [module for module in relaxed if module.startswith(("ichiba", "*"))]


def test_no_file_switches_the_check_off() -> None:
    """An ignore names its error, so that it hides no other."""
    for file in SOURCE.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"# *type: *ignore(?!\[)|# *mypy:", text), file


@pytest.mark.long
def test_an_installed_copy_is_checked_like_the_checkout(tmp_path: Path) -> None:
    """From another folder, mypy finds a mistake in an installed copy, and nothing else."""
    venv.create(tmp_path / "installed")
    packages = Path(sysconfig.get_path("purelib", "venv", {"base": str(tmp_path / "installed")}))
    (packages / "others.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    shutil.copytree(SOURCE, packages / "ichiba", ignore=shutil.ignore_patterns("__pycache__"))
    with (packages / "ichiba" / "site" / "models" / "tables.py").open(
        "a", encoding="utf-8"
    ) as file:
        file.write("\n\ndef mistake(seat: Seat) -> str:\n    return seat.table.version\n")
    options = {
        "--python-executable": tmp_path / "installed" / "bin" / "python",
        "--config-file": PROJECT / "pyproject.toml",
        "--cache-dir": tmp_path / "cache",
        "--output": "json",
    }
    command = [sys.executable, "-m", "mypy", "--package", "ichiba", *chain(*options.items())]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    found = [json.loads(line) for line in run.stdout.splitlines()]
    assert [(one["file"], one["code"]) for one in found] == [
        (
            os.path.relpath(packages / "ichiba" / "site" / "models" / "tables.py", tmp_path),
            "return-value",
        )
    ], run.stdout + run.stderr
