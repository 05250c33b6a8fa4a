"""`ichiba dataset`: tables, records and a card that fit together."""

import json
from pathlib import Path

import pytest

import ichiba
from command import run
from ichiba.arena import Plan, record_of
from ichiba.arena import run as play

PLAN = ["--games", "6", "--bots", "random,beginner", "--players", "3", "--jobs", "1"]


def test_a_data_set_fits_together(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    done = run("dataset", "tsukiji", str(folder), *PLAN, "--decisions")
    assert done.returncode == 0, done.stderr
    games, decisions, records = (
        (folder / f"{name}.jsonl").read_bytes().splitlines()
        for name in ("games", "decisions", "records")
    )
    rows = [json.loads(line) for line in games]
    assert [row["game"] for row in rows] == [*range(6)]
    assert {frozenset(row["bots"]) for row in rows} == {frozenset(("random", "beginner"))}
    assert len(decisions) == sum(row["decisions"] for row in rows)
    for row, line in zip(rows, records, strict=True):
        match = ichiba.Match.replay(ichiba.Record.decode(line))
        assert [*match.state.scores] == row["scores"]
    first = json.loads(decisions[0])
    assert (first["game"], first["decision"], first["bot"]) == (0, 0, rows[0]["bots"][0])
    assert first["choices"] > 1
    card = (folder / "README.md").read_text()
    assert f"ichiba dataset tsukiji {folder} {' '.join(PLAN)} --decisions" in card
    for name in ("| random |", "| beginner |", "`decisions.jsonl`", "Seed: 1."):
        assert name in card
    again = run("dataset", "tsukiji", str(folder), *PLAN)
    assert again.returncode == 2
    assert "must be empty" in again.stderr


def test_a_data_set_needs_several_bots(tmp_path: Path) -> None:
    done = run("dataset", "tsukiji", str(tmp_path / "set"), "--bots", "random")
    assert done.returncode == 2
    assert "at least two bots" in done.stderr
    assert not (tmp_path / "set").exists()


def test_a_simulation_is_continued_from_its_file(tmp_path: Path) -> None:
    file, plan = tmp_path / "games.jsonl", ["simulate", "tsukiji", "--jobs", "1"]
    plan += ["--bots", "random,gentle"]
    whole = run(*plan, "--games", "8", "--json", "-").stdout
    run(*plan, "--games", "3", "--resume", str(file))
    continued = run(*plan, "--games", "8", "--resume", str(file), "--json", "-")
    assert continued.stdout == whole
    assert len(file.read_text().splitlines()) == 9


def test_a_game_that_was_ended_has_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ichiba.arena.plan._LONGEST", 5)
    plan = Plan("tsukiji", ("random",) * 2, 1, 1, {"special_points": False}, moves=True)
    [one] = play(plan)
    assert one.outcome.cut
    assert record_of(plan, one).result is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--on", "mars"], "--on must be local or ray, not mars."),
        (["--address", "auto"], "--address needs --on ray."),
        (["--parquet", "games.csv"], "The name of --parquet must end in .parquet, not games.csv."),
    ],
)
def test_wrong_input_is_explained(arguments: list[str], message: str) -> None:
    done = run("simulate", "tsukiji", *arguments)
    assert done.returncode == 2
    assert message in done.stderr
