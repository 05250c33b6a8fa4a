"""`make ratings` writes all tables between its marks, and plays no game twice."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "ratings.py"


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The script with a few short contests, for a document of its own."""
    spec = spec_from_file_location("ratings_script", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    script: Any = module_from_spec(spec)
    spec.loader.exec_module(script)
    monkeypatch.setattr(sys, "argv", ["ratings.py"])
    script.DOCUMENT = tmp_path / "ratings.md"
    script.GAMES = tmp_path / "games"
    script.DUELS = [script.Duels("tsukiji", {"beginner": 2, "gentle": 4})]
    script.TABLES = [script.Tables("tsukiji", ("random", "gentle", "strong"), {3: 3, 4: 12})]
    script.MASTERS = [script.Alone("tsukiji", "master:2", {2: 2, 3: 3})]
    script.QUICK = [script.Alone("tsukiji", "quick", {2: 2})]
    script.DOCUMENT.write_text(f"Before.\n{script._BEGIN}old\n{script._END}After.\n")
    return script


def test_it_replaces_what_is_between_the_marks(script: Any) -> None:
    script.main()
    lines = script.DOCUMENT.read_text().splitlines()
    assert (lines[0], lines[-1]) == ("Before.", "After.")
    assert "old" not in lines
    rows = {line.split(" | ")[0].strip("| ") for line in lines if line.startswith("|")}
    assert rows >= {"random", "beginner", "gentle", "strong", "Tsukiji"}
    assert "| bot | 3 players, 3 games | 4 players, 12 games |" in lines
    assert any("| 2 players (fair: 50%) | 3 players (fair: 33%) |" in line for line in lines)


@pytest.mark.long
def test_it_continues_where_it_was_stopped(script: Any) -> None:
    script.main()
    files = {file: file.read_bytes() for file in script.GAMES.iterdir()}
    first = script.DOCUMENT.read_text()
    file = next(file for file in files if "beginner-gentle" in file.name)
    file.write_bytes(b"\n".join(files[file].splitlines()[:3]) + b"\n")  # two of its games are left
    script.main()
    assert script.DOCUMENT.read_text() == first
    assert {other: other.read_bytes() for other in files if other != file} == {
        other: content for other, content in files.items() if other != file
    }
    assert len(file.read_bytes().splitlines()) == 5
