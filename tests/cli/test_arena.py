"""`ichiba arena`: ratings as a table, as JSON and as a report, and contests that are continued."""

import json
import os
import pty
import signal
import subprocess
import time
from pathlib import Path

import pytest

from command import COMMAND, run
from patience import PATIENCE

PLAN = ["arena", "tsukiji", "--bots", "random,beginner,greedy", "--games", "12", "--jobs", "1"]


def test_the_ratings_are_shown_with_their_intervals() -> None:
    done = run(*PLAN)
    assert done.returncode == 0, done.stderr
    assert "95% interval" in done.stdout
    assert "Finishes ahead of" in done.stdout
    assert "12 games, 12 different deals. The rating of strong is fixed." in done.stdout
    assert done.stderr == "", "there is no terminal for a progress bar"


def test_results_go_to_files(tmp_path: Path) -> None:
    results, report = tmp_path / "arena.json", tmp_path / "arena.html"
    done = run(*PLAN, "--duplicate", "--json", str(results), "--html", str(report))
    assert done.returncode == 0, done.stderr
    found = json.loads(results.read_text())
    assert (found["games"], found["deals"], found["balanced"]) == (12, 2, True)
    assert {bot["name"] for bot in found["bots"]} == {"random", "beginner", "strong"}
    assert report.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_standard_output_has_nothing_but_the_result() -> None:
    assert json.loads(run(*PLAN, "--json", "-").stdout)["games"] == 12
    assert run(*PLAN, "--html", "-").stdout.endswith("</html>\n")


def test_more_players_are_told_by_table() -> None:
    done = run("arena", "tsukiji", "--players", "3", "--bots", "random,greedy", "--games", "6")
    assert done.returncode == 0, done.stderr
    assert "At the table" in done.stdout
    assert "random, strong, strong" in done.stdout


def test_each_bot_can_play_alone_against_another_one(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    plan = ["arena", "tsukiji", "--players", "3", "--bots", "beginner,gentle", "--jobs", "1"]
    alone = [*plan, "--against", "random", "--games", "6", "--resume", str(file)]
    done = run(*alone)
    assert done.returncode == 0, done.stderr
    assert "beginner, random, random" in done.stdout
    assert "6 games, 6 different deals. The rating of random is fixed." in done.stdout
    found = json.loads(run(*alone, "--json", "-").stdout)
    assert found["against"] == "random"
    assert [group["bots"] for group in found["groups"]] == [
        ["beginner", "random", "random"],
        ["gentle", "random", "random"],
    ]
    done = run(*alone, "--bots", "beginner,gentle,random")
    assert done.returncode == 0, "the bot may be named with the others, too"
    done = run(*plan, "--bots", "beginner,gentle,random", "--resume", str(file))
    assert done.returncode == 2
    assert "other games: its against is random, not none." in done.stderr


def test_a_budget_is_given_with_a_colon() -> None:
    plan = ["--bots", "greedy,master:6", "--games", "2", "--jobs", "1", "--json", "-"]
    found = json.loads(run("arena", "tsukiji", *plan).stdout)
    assert {bot["name"] for bot in found["bots"]} == {"strong", "master:6"}


def test_a_contest_is_continued_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run(*PLAN[:-4], "--games", "5", "--jobs", "1", "--resume", str(file))
    lines = file.read_text().splitlines()
    assert len(lines) == 6
    file.write_text("\n".join([*lines[:5], lines[5][:40]]))  # killed while writing
    whole = json.loads(run(*PLAN, "--resume", str(file), "--json", "-").stdout)
    assert file.read_text().splitlines()[:5] == lines[:5], "these are not played again"
    fresh = json.loads(run(*PLAN, "--json", "-").stdout)
    for found in (whole, fresh):
        del found["thinking"]  # it is measured
    assert whole == fresh


def test_a_file_of_another_contest_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run(*PLAN, "--resume", str(file))
    before = file.read_bytes()
    done = run(*PLAN, "--resume", str(file), "--seed", "2")
    assert done.returncode == 2
    assert "holds other games: its seed is 1, not 2." in done.stderr
    assert file.read_bytes() == before
    other = tmp_path / "letter.txt"
    other.write_text("Dear Hana, the market is closed.")
    done = run(*PLAN, "--resume", str(other))
    assert done.returncode == 2
    assert "is not a file with games of `--resume`" in done.stderr
    assert other.read_text().startswith("Dear Hana")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--bots", "greedy"], "at least two bots"),
        (["--bots", "greedy", "--against", "greedy"], "other than that of --against"),
        (["--bots", "greedy", "--against", "deep"], "There is no bot called “deep”"),
        (["--bots", "greedy,greedy"], "--bots names strong more than once."),
        (["--bots", "greedy,deep"], "There is no bot called “deep”"),
        (["--bots", "random,greedy:5"], "Write master:N"),
        (["--bots", "random,master:"], "Write master:N"),
        (["--games", "0"], "--games must be at least 1"),
        (["--jobs", "0"], "--jobs must be at least 1"),
        (["--until", "0"], "--until must be more than 0 points"),
        (["--players", "9"], "Tsukiji is for 2 to 4 players, not 9."),
        (["--html", "no/such/folder.html"], "there is no folder"),
        (["--json", "-", "--html", "-"], "Only one result can go to standard output"),
    ],
)
def test_wrong_input_is_explained(arguments: list[str], message: str) -> None:
    done = run("arena", "tsukiji", *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_terminal_gets_a_progress_bar() -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [COMMAND, *PLAN, "--json", "-"], stdin=theirs, stdout=subprocess.PIPE, stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"},
    ) as process:  # fmt: skip
        os.close(theirs)
        assert process.stdout is not None
        printed = process.stdout.read()
    shown = os.read(ours, 4096).decode()
    os.close(ours)
    assert json.loads(printed)["games"] == 12
    assert "Playing" in shown


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_is_done(jobs: str, tmp_path: Path) -> None:
    file, results = tmp_path / "games.jsonl", tmp_path / "results.json"
    plan = ["arena", "tsukiji", "--games", "100000", "--bots", "random,beginner", "--jobs", jobs]
    with subprocess.Popen(
        [COMMAND, *plan, "--resume", str(file), "--json", str(results)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        # A process in the background may ignore Ctrl-C, and so would what it starts.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    ) as process:  # fmt: skip
        until = time.monotonic() + PATIENCE
        while not (file.exists() and file.read_text().count("\n") > 5):
            assert time.monotonic() < until
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    done = json.loads(results.read_text())["games"]
    assert f"Stopped after {done} games of 100000." in error
    assert len(file.read_text().splitlines()) == done + 1


def test_bots_that_search_get_a_time_for_a_decision(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    plan = ["arena", "tsukiji", "--bots", "ismcts,random", "--milliseconds", "1", "--jobs", "1"]
    plan += ["--resume", str(file), "--json", "-"]
    begun = run(*plan, "--games", "2")
    assert begun.returncode == 0, begun.stderr
    assert begun.stderr.startswith("Budgets for 1 ms a decision: ismcts:")
    continued = run(*plan, "--games", "4")
    assert continued.stderr == "", "the file tells the budgets"
    names, later = (
        {bot["name"] for bot in json.loads(one.stdout)["bots"]} for one in (begun, continued)
    )
    assert names == later


@pytest.mark.parametrize("time", ["0", "-3", "nan", "inf", "60001"])
def test_a_time_must_be_sensible(time: str) -> None:
    done = run(*PLAN, "--milliseconds", time)
    assert done.returncode == 2
    assert "--milliseconds must be more than 0 and at most 60000" in done.stderr
