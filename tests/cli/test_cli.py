"""The command through its real entry point, as a person runs it."""

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ichiba

COMMAND = str(Path(sys.executable).parent / "ichiba")


def run(*arguments: str, typed: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess:
    environment = {**os.environ, "COLUMNS": "110", "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [COMMAND, *arguments],
        input=typed,
        cwd=cwd,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def test_games_are_listed() -> None:
    done = run("games")
    assert done.returncode == 0
    assert "tsukiji" in done.stdout
    assert "2 to 4" in done.stdout
    assert "greedy" in done.stdout


@pytest.mark.parametrize("command", [[], ["games"], ["play"], ["simulate"], ["replay"], ["bench"]])
def test_help_has_an_example(command: list[str]) -> None:
    done = run(*command, "--help")
    assert done.returncode == 0
    assert "Usage" in done.stdout
    if command:
        assert re.search(rf"Examples?: ichiba {command[0]}", " ".join(done.stdout.split()))


def test_without_a_command_the_help_is_shown() -> None:
    done = run()
    assert done.returncode == 0
    assert "simulate" in done.stdout
    assert run("--version").stdout == f"ichiba {ichiba.__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["fish"], "No such command 'fish'"),
        (["play"], "say which game"),
        (["play", "go"], "There is no game called “go”"),
        (["play", "tsukiji", "--players", "7"], "Tsukiji is for 2 to 4 players, not 7."),
        (["play", "tsukiji", "--players", "two"], "'two'"),
        (["play", "tsukiji", "--players", "2", *["--seat", "a"] * 3], "3 --seat for 2 players"),
        (["play", "tsukiji", "--option", "special_points"], "given as name=value"),
        (["play", "tsukiji", "--option", "special_points=7"], "wants yes or no"),
        (["play", "tsukiji", "--option", "fish=7"], "Tsukiji has no option “fish”"),
        (["play", "tsukiji", "--seed", "-1"], "A seed is a whole number from 0"),
        (["play", "tsukiji", "--seat", "a\tb"], "cannot be a name"),
        (["play", "--resume", "nothing.json"], "nothing.json cannot be read"),
        (["play", "tsukiji", "--resume", "nothing.json"], "give nothing else with it"),
        (["play", "tsukiji", "--colour", "red"], "No such option: --colour"),
        (["simulate", "go"], "There is no game called “go”"),
        (["simulate", "tsukiji", "--games", "0"], "--games must be at least 1"),
        (["simulate", "tsukiji", "--jobs", "0"], "--jobs must be at least 1"),
        (["simulate", "tsukiji", "--bots", "deep"], "There is no bot called “deep”"),
        (["simulate", "tsukiji", "--bots", "greedy,random,random"], "3 bots for 2 players"),
        (["simulate", "tsukiji", "--json", "no/folder.json"], "there is no folder"),
        (["replay"], "Missing argument"),
        (["replay", "nothing.json"], "nothing.json cannot be read"),
        (["bench", "go"], "There is no game called “go”"),
        (["bench", "--seconds", "0"], "--seconds must be at least"),
    ],
)
def test_wrong_input_is_one_clear_line_and_code_2(arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


def test_a_whole_game_is_played_by_numbers(tmp_path: Path) -> None:
    done = run("play", "tsukiji", "--seed", "3", "--seat", "Aki", typed="1\n" * 120, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "You run a restaurant." in done.stdout, "a newcomer is told the idea"
    assert "Round 1 begins." in done.stdout
    assert "Lay a ticket on lot 4." in done.stdout
    assert "Buy a lot, or refuse." in done.stdout
    assert "Round 7 of 7" in done.stdout
    assert "Final scores" in done.stdout
    assert "The seed of this game was 3." in done.stdout
    assert list(tmp_path.iterdir()) == [], "a finished game leaves no file that nobody asked for"


def test_undo_rules_reasons_and_wrong_answers(tmp_path: Path) -> None:
    answers = ["9x", "99", "u", "?", "? market", "? fish", "why", "why buy 1", "why ticket 4",
               "why fly", "5", "u", "ticket 0", "0", "-1"]  # fmt: skip
    done = run("play", "tsukiji", "--seed", "3", typed="\n".join(answers) + "\n", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    for expected in (
        "“9x” is not among the choices",
        "“99” is not among the choices",
        "There is nothing to take back.",
        "everybody lays one ticket on every lot",
        "The market",
        "There is no chapter “fish”",
        "Say which move",
        "First Guest has to finish laying tickets.",
        "You may: it is one of the choices.",
        "“fly” is not a move of Tsukiji.",
        "Taken back.",
    ):
        assert expected in " ".join(done.stdout.split()), expected
    saved = list(tmp_path.iterdir())
    assert len(saved) == 1, "when the input ends, the game is saved"
    assert ichiba.Record.load(saved[0]).moves[-2:] == ["0 undo", "0 ticket 0"]


def test_save_quit_resume_and_finish(tmp_path: Path) -> None:
    file = tmp_path / "my game.json"
    setup = ["--seed", "8", "--seat", "Aki", "--option", "special_points=yes"]
    typed = "1\n1\ns\n1\nq\n"
    first = run("play", "tsukiji", *setup, "--save", str(file), typed=typed, cwd=tmp_path)
    assert first.returncode == 0, first.stderr
    assert "Go on with: ichiba play --resume" in first.stdout
    record = ichiba.Record.load(file)
    assert record.names == ["Aki", "greedy", "greedy 2"]
    assert record.options == {"special_points": True}
    second = run("play", "--resume", str(file), typed="1\n" * 120, cwd=tmp_path)
    assert second.returncode == 0, second.stderr
    assert "Final scores" in second.stdout
    assert "Diverse" in second.stdout
    assert ichiba.Record.load(file).result is not None, "a resumed game is saved when it is over"


def test_friends_at_one_screen_see_only_their_own_tickets(tmp_path: Path) -> None:
    typed = "9\n8\n7\n" + "\n1\n2\n3\nq\n"
    done = run("play", "tsukiji", "--seed", "5", "--players", "2", "--seat", "Aki", "--seat", "Ben",
               typed="\n" + typed, cwd=tmp_path)  # fmt: skip
    assert done.returncode == 0, done.stderr
    for_aki, for_ben = done.stdout.split("Hand over to Ben.")[:2]
    until_reveal = for_ben.split("Lot 1: tickets")[0]
    assert "Aki: ticket x2 on lot 1." in for_aki
    assert "Aki: ticket" not in until_reveal
    assert "Aki has laid all tickets." in until_reveal
    assert "Lot 1: tickets x2 and 0 make 0." in done.stdout


def test_bots_can_play_alone(tmp_path: Path) -> None:
    done = run("play", "tsukiji", "--seat", "random", "--seat", "greedy", "--players", "2")
    assert done.returncode == 0
    assert "the bots play by themselves" in done.stdout
    assert "Final scores" in done.stdout


def test_a_real_terminal_gets_colours() -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [COMMAND, "play", "tsukiji", "--seed", "1", "--seat", "random", "--players", "2"],
        stdin=theirs, stdout=theirs, stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"},
    ) as process:  # fmt: skip
        os.close(theirs)
        shown = b""
        while True:
            try:
                shown += os.read(ours, 4096)
            except OSError:
                break
    os.close(ours)
    assert process.returncode == 0
    assert "\x1b[1;31mE\x1b[0m" in shown.decode()


def test_simulate_gives_the_same_for_any_number_of_jobs(tmp_path: Path) -> None:
    figures = []
    for jobs in ("1", "2"):
        file = tmp_path / f"{jobs}.json"
        plan = ["--players", "3", "--games", "30", "--seed", "4", "--bots", "greedy,random,random"]
        done = run("simulate", "tsukiji", *plan, "--jobs", jobs, "--json", str(file))
        assert done.returncode == 0, done.stderr
        assert "95 % interval" in done.stdout
        figures.append(json.loads(file.read_text()))
    assert figures[0] == figures[1]
    assert figures[0]["lines"][0]["bot"] == "greedy"
    assert figures[0]["lines"][0]["win_rate"] > 0.9
    assert figures[0]["balanced"] is True


def test_simulate_says_when_seats_cannot_be_balanced() -> None:
    done = run("simulate", "tsukiji", "--players", "2", "--games", "5", "--bots", "random")
    assert done.returncode == 0
    assert "5 games do not divide by 2 players" in done.stdout


@pytest.fixture
def golden() -> str:
    folder = Path(__file__).parent.parent / "tsukiji" / "games"
    return str(folder / "three-with-undo.json")


def test_replay_steps_forward_back_and_jumps(golden: str) -> None:
    done = run("replay", golden, typed="\n\nb\n100\nb\n999\nx\nq\n")
    assert done.returncode == 0, done.stderr
    steps = re.findall(r"After move (\d+) of 190", done.stdout)
    assert steps == ["0", "1", "2", "1", "100", "99"]
    assert "“999” is no step" in done.stdout
    assert "takes a move back." in run("replay", golden, typed="\n" * 190).stdout


def test_replay_with_a_players_eyes(golden: str) -> None:
    spectator = run("replay", golden, "--story").stdout
    aki = run("replay", golden, "--story", "--seat", "1").stdout
    assert "Aki: ticket" not in spectator
    assert "Aki: ticket" in aki
    assert "Ben: ticket" not in aki
    assert "The game is over. Chie wins." in spectator
    wrong = run("replay", golden, "--seat", "4")
    assert (wrong.returncode, wrong.stderr) == (2, "ichiba: --seat goes from 1 to 3, not 4\n")


def test_a_damaged_record_is_told_in_one_line(golden: str, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.json"
    damaged.write_text(Path(golden).read_text().replace("ticket", "tikcet", 1))
    for command in (["replay", str(damaged)], ["play", "--resume", str(damaged)]):
        done = run(*command)
        assert done.returncode == 2
        assert done.stderr == "ichiba: Moves 1 to 10 were changed after the record was saved.\n"


def test_bench_prints_figures(tmp_path: Path) -> None:
    file = tmp_path / "bench.json"
    done = run("bench", "tsukiji", "--seconds", "0.1", "--json", str(file))
    assert done.returncode == 0, done.stderr
    assert "Actions/s" in done.stdout
    ours = [row for row in json.loads(file.read_text()) if row["name"] == "tsukiji"]
    assert [row["players"] for row in ours] == [2, 3, 4]
    assert all(row["actions_per_second"] > 0 and row["copy_microseconds"] > 0 for row in ours)


def test_the_module_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ichiba", "--version"], capture_output=True, text=True, check=False
    )
    assert done.stdout == f"ichiba {ichiba.__version__}\n"
