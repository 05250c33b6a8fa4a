"""Commands for scripts: results as files and on standard output, lists, and simulations."""

import csv
import json
import os
import pty
import signal
import subprocess
import time
from pathlib import Path

import pytest

import ichiba
from command import COMMAND, run
from patience import PATIENCE

PLAN = ["simulate", "tsukiji", "--games", "12", "--seed", "4", "--jobs", "1"]


@pytest.mark.parametrize("columns", [20, 40, 80, 200])
def test_games_are_listed_with_what_must_be_typed(columns: int) -> None:
    done = run("games", columns=columns)
    assert done.returncode == 0, done.stderr
    words = done.stdout.replace(",", " ").split()
    for name in ichiba.games():
        game = ichiba.load(name)
        assert {name, *(option.name for option in game.options)} <= set(words)
    assert "strong" in words
    assert "2 to 4 players" in " ".join(done.stdout.split())


@pytest.mark.parametrize("name", ichiba.games())
def test_one_game_tells_all_its_options_with_their_values(name: str) -> None:
    game = ichiba.load(name)
    done = run("games", name, columns=60)
    assert done.returncode == 0, done.stderr
    text = " ".join(done.stdout.split())
    assert game.title in text
    for option in game.options:
        assert f" {option.name}=" in text
        for value in option.allowed:
            assert option.type in (bool, int) or f"- {value}" in text
    example = text.partition("Example: ichiba ")[2].split()
    started = run(*example, typed="q\n")
    assert "ichiba:" not in started.stderr, "the example works"


def test_values_are_explained() -> None:
    text = " ".join(run("games", "tokyo-tsukiji-market").stdout.split())
    assert "eel: Its value rises with every barrel unloaded" in text
    assert "closed_money=no Closed money. Players hide their yen. Either yes or no." in text
    assert "extra_fish=0 Additional fish markets (variant). This many fish markets" in text
    assert "on top of the usual number. A number from 0 to 11." in text
    assert "fish_markets=random" in text


def test_lists_can_be_read_by_programs(tmp_path: Path) -> None:
    listed = json.loads(run("games", "--json", "-").stdout)
    assert [game["name"] for game in listed] == [*ichiba.games()]
    one = json.loads(run("games", "tsukiji", "--json", "-").stdout)
    assert one == listed[0]
    assert one["options"][0]["name"] == "special_points"
    assert one["bots"] == ["random", "beginner", "gentle", "steady", "strong", "expert", "master"]
    assert [level["bot"] for level in one["levels"]] == one["bots"][1:]
    assert [level["bot"] for level in one["levels"] if level["usual"]] == ["strong"]
    file = tmp_path / "games.json"
    done = run("games", "--json", str(file))
    assert json.loads(file.read_text()) == listed
    assert "tsukiji" in done.stdout, "with a file, the list is shown, too"


def test_a_log_can_be_read_by_programs() -> None:
    golden = Path(__file__).parent.parent / "tsukiji" / "games" / "three-with-undo.json"
    seen = json.loads(run("replay", str(golden), "--json", "-").stdout)
    own = json.loads(run("replay", str(golden), "--json", "-", "--seat", "1").stdout)
    assert seen["names"][0] == "Aki"
    assert seen["result"] == json.loads(golden.read_text())["result"]
    assert seen["log"][-1]["key"] == "tsukiji.event.over"
    assert seen["log"][-1]["text"].startswith("Chie wins with ¥")
    hidden = [entry for entry in own["log"] if entry not in seen["log"]]
    assert {entry["key"] for entry in hidden} == {"tsukiji.event.ticket"}
    assert {entry["arguments"]["seat"] for entry in hidden} == {0}


def test_simulate_gives_the_same_for_any_number_of_jobs(tmp_path: Path) -> None:
    figures = []
    for jobs in ("1", "2"):
        file = tmp_path / f"{jobs}.json"
        plan = ["--players", "3", "--games", "30", "--seed", "4", "--bots", "greedy,random,random"]
        done = run("simulate", "tsukiji", *plan, "--jobs", jobs, "--json", str(file))
        assert done.returncode == 0, done.stderr
        assert "95% interval" in done.stdout
        figures.append(json.loads(file.read_text()))
    assert figures[0] == figures[1]
    assert figures[0]["bots"][0]["name"] == "strong"
    assert figures[0]["bots"][0]["win_rate"] > 0.9
    assert figures[0]["bots"][1]["seats"] == 2
    assert figures[0]["balanced"] is True
    assert figures[0]["deals"] == 10
    assert "30 games, 10 different deals." in done.stdout


def test_simulate_says_when_seats_cannot_be_balanced() -> None:
    plan = ["--players", "2", "--games", "5"]
    done = run("simulate", "tsukiji", "--jobs", "1", *plan, "--bots", "random,gentle")
    assert done.returncode == 0
    assert "5 games, 3 different deals." in done.stdout
    assert "not played with every seating" in done.stdout


def test_simulate_with_one_bot_counts_by_order_of_play() -> None:
    done = run(
        "simulate", "tsukiji", "--jobs", "1", "--players", "3", "--games", "5", "--bots", "random"
    )
    assert done.returncode == 0
    assert "Order of play" in done.stdout
    assert "Bot" not in done.stdout, "a table by bot is pointless: one bot wins every game"
    assert "5 games, 5 different deals." in done.stdout
    assert "every seating" not in done.stdout
    done = run(
        "simulate", "tsukiji", "--jobs", "1", "--players", "2", "--games", "1", "--bots", "random"
    )
    assert "1 game, 1 different deal." in done.stdout


def test_a_summary_tells_places_lengths_and_ends() -> None:
    plan = ["--games", "6", "--bots", "random", "--option", "round_limit=8"]
    done = run("simulate", "tokyo-tsukiji-market", "--jobs", "1", *plan)
    assert done.returncode == 0, done.stderr
    for words in ("Score of place", "Lead of the winner", "Rounds", "Decisions", "How games ended"):
        assert words in done.stdout
    shinjuku = run("simulate", "shinjuku", "--jobs", "1", "--games", "2", "--bots", "random").stdout
    assert "Turns" in shinjuku
    assert "Rounds" not in shinjuku
    assert "How games ended" not in shinjuku, "the title has only one ending"


def test_rows_and_records_agree(tmp_path: Path) -> None:
    table, lines, folder = tmp_path / "a b.csv", tmp_path / "x.jsonl", tmp_path / "records"
    plan = [*PLAN, "--bots", "random,greedy", "--csv", str(table), "--jsonl", str(lines)]
    done = run(*plan, "--records", str(folder), "--jobs", "2")
    assert done.returncode == 0, done.stderr
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    objects = [json.loads(line) for line in lines.read_text().splitlines()]
    records = [ichiba.Record.load(file) for file in sorted(folder.iterdir())]
    assert len(rows) == len(objects) == len(records) == 12
    for row, found, record in zip(rows, objects, records, strict=True):
        assert record.result is not None
        assert found["scores"] == record.result.scores == [int(row["score_0"]), int(row["score_1"])]
        assert found["winners"] == record.result.winners
        assert found["seed"] == record.seed == row["seed"]
        assert found["bots"] == [row["bot_0"], row["bot_1"]]
        assert found["decisions"] == len(record.moves) == int(row["decisions"])
        assert float(row["won_0"]) + float(row["won_1"]) == 1
    assert [row["game"] for row in rows] == [str(number) for number in range(12)]


def test_standard_output_has_nothing_but_the_result() -> None:
    summary = json.loads(run(*PLAN, "--json", "-").stdout)
    assert (summary["games"], summary["planned"], summary["players"]) == (12, 12, 2)
    lines = run(*PLAN, "--jsonl", "-").stdout.splitlines()
    assert [json.loads(line)["game"] for line in lines] == [*range(12)]
    head, *rows = run(*PLAN, "--csv", "-").stdout.splitlines()
    assert head.startswith("game,deal,seed,first,")
    assert len(rows) == 12
    assert run(*PLAN, "--json", "-").stderr == "", "there is no terminal for a progress bar"


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
def test_ctrl_c_keeps_and_tells_what_is_done(jobs: str, tmp_path: Path) -> None:
    lines, summary = tmp_path / "games.jsonl", tmp_path / "summary.json"
    plan = ["simulate", "tsukiji", "--games", "1000000", "--bots", "random", "--jobs", jobs]
    with subprocess.Popen(
        [COMMAND, *plan, "--jsonl", str(lines), "--json", str(summary)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "COLUMNS": "120"},
        # A process in the background may ignore Ctrl-C, and so would what it starts.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    ) as process:  # fmt: skip
        until = time.monotonic() + PATIENCE
        while not (lines.exists() and lines.stat().st_size) and time.monotonic() < until:
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        printed, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    found = json.loads(summary.read_text())
    rows = [json.loads(line) for line in lines.read_text().splitlines()]
    assert 0 < found["games"] == len(rows) < found["planned"]
    games = "1 game" if found["games"] == 1 else f"{found['games']} games"
    assert told == f"Stopped after {games} of 1000000.\n"
    assert "Order of play" in printed
