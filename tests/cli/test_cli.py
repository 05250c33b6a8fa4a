"""The command line, run through its real entry point."""

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ichiba
from command import COMMAND, run

# Answers for a whole game of Tsukiji: tickets, a purchase, columns. The others are refused.
A_ROUND = "".join(f"{answer}\n" for answer in (0, 1, 2, 3, 4, "r", *"efgijlmoptvxyz"))


@pytest.mark.parametrize(
    "command",
    [
        [],
        ["games"],
        ["play"],
        ["simulate"],
        ["arena"],
        ["replay"],
        ["bench"],
        ["serve"],
        ["moderator"],
    ],
)
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
        (["play"], "Name a game, for example: ichiba play tsukiji"),
        (["play", "go"], "There is no game called “go”"),
        (["play", "tsukiji", "--players", "7"], "Tsukiji is for 2 to 4 players, not 7."),
        (["play", "tsukiji", "--players", "two"], "'two'"),
        (
            ["play", "tsukiji", "--players", "2", *["--seat", "a"] * 3],
            "--seat 3 times for 2 players.",
        ),
        (
            ["play", "tsukiji", "--option", "special_points"],
            "Write options as name=value",
        ),
        (["play", "tsukiji", "--option", "special_points=7"], "must be yes or no"),
        (["play", "tsukiji", "--option", "fish=7"], "Tsukiji has no option “fish”"),
        (["play", "tsukiji", "--seed", "-1"], "A seed must be a whole number from 0"),
        (["play", "tsukiji", "--seat", "a\tb"], "cannot be used as a name"),
        (["play", "--resume", "nothing.json"], "Cannot read nothing.json"),
        (
            ["play", "tsukiji", "--resume", "nothing.json"],
            "--resume cannot be combined",
        ),
        (["play", "tsukiji", "--colour", "red"], "No such option: --colour"),
        (["play", "tsukiji", "--save", "."], "--save . is a folder. Name a file."),
        (["play", "tsukiji", "--save", "no/game.json"], "there is no folder no."),
        (["play", "tsukiji", "--pause", "-1"], "--pause must be at least 0"),
        (["simulate", "go"], "There is no game called “go”"),
        (["simulate", "tsukiji", "--games", "0"], "--games must be at least 1"),
        (["simulate", "tsukiji", "--jobs", "0"], "--jobs must be at least 1"),
        (["simulate", "tsukiji", "--bots", "deep"], "There is no bot called “deep”"),
        (["simulate", "tsukiji", "--bots", "greedy,random,random"], "3 bots for 2 players"),
        (["simulate", "tsukiji", "--json", "no/folder.json"], "there is no folder"),
        (["simulate", "tsukiji", "--csv", "."], "Cannot write .: it is a folder. Name a file."),
        (["simulate", "tsukiji", "--json", "-", "--csv", "-"], "Only one result can go to"),
        (["simulate", "tsukiji", "--records", sys.executable], "--records must be a folder"),
        (["bench", "--json", "."], "it is a folder"),
        (["games", "go"], "There is no game called “go”"),
        (["games", "--json", "no/folder.json"], "there is no folder"),
        (["replay"], "Missing argument"),
        (["replay", "nothing.json"], "Cannot read nothing.json"),
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


def test_a_whole_game_is_played_by_keys(tmp_path: Path) -> None:
    setup = ["--seed", "3", "--seat", "Aki"]
    work, data = tmp_path / "work", tmp_path / "data"
    work.mkdir()
    done = run("play", "tsukiji", *setup, typed=A_ROUND * 30, cwd=work, data=data)
    assert done.returncode == 0, done.stderr
    assert "You run a restaurant." in done.stdout, "a new player gets a short introduction"
    assert "Round 1 begins." in done.stdout
    assert "Lay a ticket on lot 4." in done.stdout
    assert "Buy a lot, or refuse." in done.stdout
    assert "Round 7 of 7" in done.stdout
    assert "Final scores" in done.stdout
    assert "The seed of this game was 3." in done.stdout
    assert list(work.iterdir()) == [], "nothing may be left in the current folder"
    (kept,) = (data / "saved").iterdir()
    assert ichiba.Record.load(kept).result is not None, "a finished game is kept"
    assert f"ichiba replay {kept.name}" in done.stdout
    told = run("replay", kept.name, "--story", cwd=work, data=data)
    assert " wins with ¥" in told.stdout or "You win with ¥" in told.stdout, (
        "a saved game is found by its name"
    )
    assert (data / "saved").stat().st_mode & 0o077 == 0, "others can't read saved games"


def test_every_move_is_saved_at_once(tmp_path: Path) -> None:
    """A killed process loses nothing, and its game can be continued."""
    ours, theirs = os.pipe()
    with subprocess.Popen(
        [COMMAND, "play", "tsukiji", "--seed", "3", "--seat", "Aki"],
        stdin=ours, stdout=subprocess.PIPE, env={**os.environ, "ICHIBA_DATA": str(tmp_path)},
    ) as process:  # fmt: skip
        os.close(ours)
        os.write(theirs, b"2\n4\n")
        assert process.stdout is not None
        shown = b""
        while b"Lay a ticket on lot 3." not in shown:
            shown += os.read(process.stdout.fileno(), 4096)
        process.kill()
    os.close(theirs)
    (file,) = (tmp_path / "saved").iterdir()
    assert ichiba.Record.load(file).moves[-2:] == ["0 ticket 2", "0 ticket 4"]
    again = run("play", "--resume", file.name, typed="q\n", data=tmp_path)
    assert "Lay a ticket on lot 3." in again.stdout


def test_games_of_bots_alone_are_not_kept(tmp_path: Path) -> None:
    plan = ["--players", "2", "--seat", "random", "--seat", "random"]
    run("play", "tsukiji", *plan, data=tmp_path)
    assert not (tmp_path / "saved").exists()


def test_undo_rules_reasons_and_wrong_answers(tmp_path: Path) -> None:
    answers = ["9x", "99", "u", "?", "? market", "? fish", "why", "why buy 1", "why ticket 4",
               "why fly", "4", "u", "ticket 0", "0", "5"]  # fmt: skip
    done = run("play", "tsukiji", "--seed", "3", typed="\n".join(answers) + "\n", data=tmp_path)
    assert done.returncode == 0, done.stderr
    for expected in (
        "“9x” is not one of the choices",
        "“99” is not one of the choices",
        "There is nothing to undo.",
        "All players lay one ticket face down on every lot",
        "The market",
        "There is no chapter “fish”",
        "Type a move after “why”",
        "First lay a ticket on every lot.",
        "You can do that: it is one of the choices.",
        "“fly” is not a move of Tsukiji.",
        "Move undone.",
    ):
        assert expected in " ".join(done.stdout.split()), expected
    saved = list((tmp_path / "saved").iterdir())
    assert len(saved) == 1, "the game must be saved when the input ends"
    assert ichiba.Record.load(saved[0]).moves[-2:] == ["0 undo", "0 ticket 0"]


def test_save_quit_resume_and_finish(tmp_path: Path) -> None:
    file = tmp_path / "my game.json"
    setup = ["--seed", "8", "--seat", "Aki", "--option", "special_points=yes"]
    typed = "1\n2\ns\n3\nq\n"
    first = run("play", "tsukiji", *setup, "--save", str(file), typed=typed, cwd=tmp_path)
    assert first.returncode == 0, first.stderr
    assert f"To continue, run: ichiba play --resume '{file}'" in first.stdout, "spaces are quoted"
    record = ichiba.Record.load(file)
    assert record.names == ["Aki", "Goro · strong", "Rin · strong"]
    assert record.options == {"special_points": True}
    second = run("play", "--resume", str(file), typed=A_ROUND * 30, cwd=tmp_path)
    assert second.returncode == 0, second.stderr
    assert "Final scores" in second.stdout
    assert "Diverse" in second.stdout
    assert ichiba.Record.load(file).result is not None, (
        "a resumed game must be saved when it is over"
    )


def test_bots_are_characters_with_their_level(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    seats = ["--seat", "gentle", "--seat", "Hana", "--seat", "Goro", "--seat", "greedy"]
    first = run("play", "tsukiji", "--seed", "8", *seats, "--save", str(file), typed="\nq\n")
    assert first.returncode == 0, first.stderr
    assert "Players: Jiro · gentle, Hana, Goro and Rin · strong." in first.stdout
    assert "Jiro has laid all their tickets." in first.stdout, "sentences leave the level out"
    record = ichiba.Record.load(file)
    assert record.names == ["Jiro · gentle", "Hana", "Goro", "Rin · strong"]
    tickets = "0\n1\n2\n3\n4\n"
    second = run("play", "--resume", str(file), typed=f"\n{tickets}\n{tickets}q\n")
    assert second.returncode == 0, second.stderr
    assert "Players: Jiro · gentle, Hana, Goro and Rin · strong." in second.stdout
    seats_that_moved = {move.split()[0] for move in ichiba.Record.load(file).moves}
    assert seats_that_moved == {"0", "1", "2", "3"}, "people are asked, bots still play"
    log = run("replay", str(file), "--story").stdout
    assert "Jiro goes first." in log
    assert "· strong" not in log


def test_the_level_of_the_other_bots_can_be_chosen(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    seats = ["--seat", "Aki", "--level", "beginner", "--save", str(file)]
    assert run("play", "tsukiji", *seats, typed="q\n").returncode == 0
    assert ichiba.Record.load(file).names == ["Aki", "Ponta · beginner", "Kamome · beginner"]
    done = run("play", "tsukiji", "--level", "grandmaster")
    assert done.returncode == 2
    assert "There is no bot called “grandmaster”." in done.stderr


def test_the_levels_are_listed_with_what_they_are_like() -> None:
    lines = [line.strip() for line in run("games", "tsukiji").stdout.splitlines()]
    start = lines.index("Bots, from the weakest:")
    about = "beginner: plays what catches the eye. Likes expensive lots and large tickets."
    assert lines[start + 2] == about
    assert lines[start + 5] == "strong: takes what looks best right now"
    assert lines[start + 7] == "master: thinks ahead"


def test_people_with_the_same_name_are_numbered(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run("play", "tsukiji", *["--seat", "Aki"] * 3, "--save", str(file), typed="q\n")
    assert ichiba.Record.load(file).names == ["Aki", "Aki 2", "Aki 3"]


def test_friends_at_one_screen_see_only_their_own_tickets(tmp_path: Path) -> None:
    typed = "x2\n+6\n-1\n" + "\n0\n1\n2\nq\n"
    done = run("play", "tsukiji", "--seed", "5", "--players", "2", "--seat", "Aki", "--seat", "Ben",
               typed="\n" + typed, cwd=tmp_path)  # fmt: skip
    assert done.returncode == 0, done.stderr
    for_aki, for_ben = done.stdout.split("Hand the screen to Ben.")[:2]
    until_reveal = for_ben.split("Lot 1: Aki")[0]
    assert "You lay x2 on lot 1." in for_aki
    assert "lays x2" not in until_reveal
    assert "You lay x2" not in until_reveal
    assert "Aki has laid all their tickets." in until_reveal
    assert "Lot 1: Aki x2 and you 0 make 0." in done.stdout


def test_bots_can_play_alone(tmp_path: Path) -> None:
    done = run("play", "tsukiji", "--seat", "random", "--seat", "greedy", "--players", "2")
    assert done.returncode == 0
    assert "The bots play by themselves" in done.stdout
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


@pytest.fixture
def golden() -> str:
    folder = Path(__file__).parent.parent / "tsukiji" / "games"
    return str(folder / "three-with-undo.json")


def test_replay_steps_forward_back_and_jumps(golden: str) -> None:
    done = run("replay", golden, typed="\n\nb\n100\nb\n999\nx\nq\n")
    assert done.returncode == 0, done.stderr
    steps = re.findall(r"After move (\d+) of 190", done.stdout)
    assert steps == ["0", "1", "2", "1", "100", "99"]
    assert "“999” is not a command" in done.stdout
    assert "undoes a move." in run("replay", golden, typed="\n" * 190).stdout


def test_replay_with_a_players_eyes(golden: str) -> None:
    spectator = run("replay", golden, "--story").stdout
    aki = run("replay", golden, "--story", "--seat", "1").stdout
    assert " on lot " not in spectator
    assert "  You lay " not in aki, "that is a detail"
    details = run("replay", golden, "--story", "--details", "--seat", "1").stdout
    assert re.search(r"  You lay \S+ on lot 1\.", details)
    assert "Aki" not in details
    assert "Ben lays" not in details
    assert "Chie wins with ¥" in spectator
    assert "Chie wins with ¥" in aki
    wrong = run("replay", golden, "--seat", "4")
    assert (wrong.returncode, wrong.stderr) == (2, "ichiba: --seat must be from 1 to 3, not 4.\n")


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
    assert "Compared with catanatron" in done.stdout or "'ichiba[bench]'" in done.stdout
    ours = [row for row in json.loads(file.read_text()) if row["name"] == "tsukiji"]
    assert [row["players"] for row in ours] == [2, 3, 4]
    assert all(row["actions_per_second"] > 0 and row["copy_microseconds"] > 0 for row in ours)


def test_the_module_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ichiba", "--version"], capture_output=True, text=True, check=False
    )
    assert done.stdout == f"ichiba {ichiba.__version__}\n"


def test_commands_import_large_packages_only_when_they_need_them() -> None:
    large = "textual", "markdown_it", "django", "multiprocessing.pool", "importlib.metadata"
    code = f"import sys, ichiba.cli; print([name for name in {large} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n", "commands such as --version stay quick"
