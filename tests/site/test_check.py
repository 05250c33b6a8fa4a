"""`ichiba check` says what is well and what isn't, in the words of our settings."""

import json
import os
import shutil
import socket
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest

from command import COMMAND
from ichiba.core.compiling import is_compiled
from patience import PATIENCE
from server_process import Server
from site_tools import Person

KEY = {"ICHIBA_SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyz" * 2}


def check(data: Path, *arguments: str, **settings: str) -> tuple[int, dict[str, list[str]]]:
    """The exit code, and what was found, by level: "what: text"."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ICHIBA_")}
    done = subprocess.run(
        [COMMAND, "check", "--json", "-", "--data", str(data), *arguments],
        env=kept | settings, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.stderr == ""
    found: dict[str, list[str]] = {"good": [], "note": [], "bad": []}
    for one in json.loads(done.stdout):
        found[one["level"]].append(f"{one['what']}: {one['text']}")
    return done.returncode, found


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of a server that has run, with a game in progress."""
    folder = tmp_path_factory.mktemp("kept")
    folder.chmod(0o700)
    server = Server(folder, **KEY)
    aki = Person(server.url)
    assert aki.act(aki.quick(), "ticket 4").status_code == 200
    server.stop()
    (folder / "log").unlink()
    return folder


@pytest.fixture
def data(kept: Path, tmp_path: Path) -> Path:
    """A copy of this data."""
    return shutil.copytree(kept, tmp_path / "data")


def test_a_good_server_has_nothing_to_improve(data: Path) -> None:
    code, found = check(data, ICHIBA_URL="https://play.example", **KEY)
    assert (code, found["bad"]) == (0, [])
    assert found["note"] == ["mail: Mails are printed and not sent: ICHIBA_MAIL is not set."]
    assert "internet: Ready for https://play.example." in found["good"]
    assert "migrations: The database is up to date." in found["good"]
    engine = "compiled" if is_compiled() else "plain"
    assert any(text.startswith(f"engine: The {engine} engine") for text in found["good"])


@pytest.mark.long
def test_on_a_desk_there_are_only_notes(data: Path) -> None:
    code, found = check(data, ICHIBA_BOTWORKERS="2", ICHIBA_BOT_WORKERS="0", **KEY)
    assert (code, found["bad"]) == (0, [])
    assert "settings: There is no setting ICHIBA_BOTWORKERS. Is it a typing error?" in found["note"]
    assert "settings: This server doesn't move bots: ICHIBA_BOT_WORKERS is 0." in found["note"]
    assert any(text.startswith("internet: This site is not for the") for text in found["note"])


def test_what_is_wrong_is_named(data: Path) -> None:
    with sqlite3.connect(data / "ichiba.sqlite3") as database:
        database.execute("UPDATE site_table SET revision = 99")
        database.execute("UPDATE site_move SET created = '2099-01-01 00:00:00'")
    (data / "notes").write_text("")
    (data / "notes").chmod(0o644)
    settings = {"ICHIBA_HTTPS": "yes", "ICHIBA_DEBUG": "yes", "ICHIBA_HSTS_SECONDS": "0"}
    code, found = check(data, **settings, **KEY)
    assert code == 1
    told = "\n".join(found["bad"])
    for expected in (
        f"files: Other users of this machine can read {data / 'notes'}.",
        "games: This version can't continue 1 of tsukiji revision 99",
        "clock: The last move was made at 2099-01-01 00:00 UTC",
        "internet: Requests for any host name are accepted. Set ICHIBA_URL or ICHIBA_HOSTS.",
        "internet: Error pages show secrets: set ICHIBA_DEBUG to no.",
        "internet: Browsers may forget to use HTTPS: ICHIBA_HSTS_SECONDS is 0.",
    ):
        assert expected in told
    assert "SECURE_" not in told, "these are Django's settings, not ours"
    assert "ALLOWED_HOSTS" not in told


def test_moves_that_are_missing_or_impossible_are_found(data: Path) -> None:
    """Games in progress are replayed, and all are checked for gaps."""
    code, found = check(data, **KEY)
    assert "games: All games in progress can be continued." in found["good"]
    file = data / "ichiba.sqlite3"
    for change, why in (
        ("UPDATE site_move SET text = '0 ticket 99' WHERE number = 1", "Its moves can't be"),
        ("UPDATE site_move SET number = number + 1000", "Move 1 is missing."),
    ):
        with sqlite3.connect(file) as database:
            database.execute(change)
        code, found = check(data, **KEY)
        assert code == 1
        [told] = [text for text in found["bad"] if text.startswith("games: ")]
        assert told.startswith("games: Damaged: table 1 (")
        assert f"): {why}" in told
        assert told.endswith(" Restore a backup, or end the game as a moderator.")
        assert "99" not in told, "moves are secret"
        assert not any(text.startswith("games: ") for text in found["good"])


@pytest.mark.long
def test_another_key_and_a_short_one_are_found(data: Path) -> None:
    _, found = check(data)
    assert any("have another key (fingerprint " in text for text in found["bad"])
    for weak in ("short", "a" * 64):
        _, found = check(data.parent / "new", ICHIBA_SECRET_KEY=weak)
        assert any("should have at least 50 random characters" in text for text in found["bad"])
    assert any("migrations are left" in text for text in found["note"])


def test_a_test_mail_is_sent(data: Path) -> None:
    with mailbox() as (port, received):
        settings = {
            "ICHIBA_MAIL": f"smtp+plain://127.0.0.1:{port}",
            "ICHIBA_URL": "http://a.example",
        }
        _, found = check(data, **settings, **KEY)
        assert any(text.startswith("mail: 127.0.0.1 accepts us.") for text in found["good"])
        assert received == []
        _, found = check(data, "--mail-to", "aki@example.org", **settings, **KEY)
        assert "mail: A mail to aki@example.org is on its way." in found["good"]
    assert "To: aki@example.org" in received
    _, found = check(data, **settings, **KEY)
    assert any(text.startswith("mail: Mail can't be sent through") for text in found["bad"])


@contextmanager
def mailbox() -> Iterator[tuple[int, list[str]]]:
    """A mail server that takes two connections, and the lines of the mails."""
    received: list[str] = []
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        for _ in range(2):
            connection, _address = listener.accept()
            with connection, connection.makefile("rw", newline="\r\n") as lines:
                talk(lines, received)

    thread = Thread(target=serve, daemon=True)
    thread.start()
    yield listener.getsockname()[1], received
    thread.join(PATIENCE)
    listener.close()


def talk(lines, received: list[str]) -> None:  # type: ignore[no-untyped-def]
    """Speak as much SMTP as a mail needs."""

    def say(text: str) -> None:
        lines.write(text + "\n")
        lines.flush()

    say("220 here")
    for line in lines:
        command = line.split()[0].upper()
        if command == "DATA":
            say("354 go on")
            for text in lines:
                if text.rstrip() == ".":
                    break
                received.append(text.rstrip())
        say("221 bye" if command == "QUIT" else "250 fine")
        if command == "QUIT":
            return
