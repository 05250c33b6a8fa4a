"""`make play` installs what playing needs, and a command that works from any folder."""

import os
import runpy
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from shlex import quote
from typing import Any

import pytest

import ichiba

ROOT = Path(__file__).parents[2]


@pytest.fixture
def setup(monkeypatch: pytest.MonkeyPatch) -> dict[str, Callable[..., Any]]:
    """The functions of the script, which works in the folder of the project."""
    monkeypatch.chdir(ROOT)
    return runpy.run_path("scripts/setup.py")


def test_playing_needs_the_packages_of_the_site(setup: dict[str, Callable[..., Any]]) -> None:
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    needed = setup["needs"]("site")
    assert {*project["dependencies"], *extras["site"]} == {*needed}
    assert not {*needed} & ({*extras["dev"]} - {*extras["site"]})


@pytest.mark.skipif(os.name != "posix", reason="elsewhere, pip makes the command")
def test_the_command_works_from_any_folder(
    tmp_path: Path, setup: dict[str, Callable[..., Any]]
) -> None:
    python, packages = tmp_path / "a folder" / "bin" / "python", tmp_path / "packages"
    python.parent.mkdir(parents=True)
    packages.mkdir()
    python.write_text(f'#!/bin/sh\nexec {quote(sys.executable)} "$@"\n')
    python.chmod(0o755)
    setup["link"](python, packages)
    assert (packages / "ichiba-source.pth").read_text() == f"{ROOT / 'src'}\n"
    command = [str(python.with_name("ichiba")), "--version"]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert said.startswith(f"ichiba {ichiba.__version__}")
