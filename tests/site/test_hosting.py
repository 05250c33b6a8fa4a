"""Commands for hosts: `ichiba person` and `ichiba prune`, used while a server runs."""

import re
import sqlite3
from pathlib import Path

import pytest

from account_tools import PASSWORD
from command import run
from server_process import Server
from site_tools import Person


def log_in(server: Server, name: str, password: str) -> bool:
    """Whether somebody can log in."""
    visitor = Person(server.url)
    visitor.post("/account/log-in/", name=name, password=password)
    return visitor.get("/account/password/").url.path == "/account/password/"


@pytest.fixture
def server(tmp_path: Path) -> Server:
    """A server with the account Aki, who plays a game."""
    server = Server(tmp_path)
    server.aki = Person(server.url)  # type: ignore[attr-defined]
    server.aki.post("/account/new/", name="Aki", password=PASSWORD)  # type: ignore[attr-defined]
    server.table = server.aki.new(seats=["me", "greedy"])  # type: ignore[attr-defined]
    yield server
    server.stop()
    assert not server.errors(), server.log()


def person(server: Server, *arguments: str) -> str:
    done = run("person", *arguments, "--data", str(server.data))
    assert done.returncode == 0, done.stderr
    return str(done.stdout)


def test_an_account_is_described(server: Server) -> None:
    assert re.fullmatch(r"Aki: joined \d{4}-\d\d-\d\d, 1 games?\n", person(server, "aki"))
    refused = run("person", "Nobody", "--data", str(server.data))
    assert (refused.returncode, refused.stderr) == (
        2,
        "ichiba: There is no account called 'Nobody'.\n",
    )


@pytest.mark.long
def test_a_forgotten_password_is_replaced(server: Server) -> None:
    assert log_in(server, "Aki", PASSWORD)
    printed = person(server, "Aki", "--new-password")
    found = re.search(r"The new password of Aki is (\S+) ", printed)
    assert found
    assert not log_in(server, "Aki", PASSWORD)
    assert log_in(server, "Aki", found[1])


@pytest.mark.long
def test_a_new_name_is_shown_everywhere(server: Server) -> None:
    assert "Akiko: joined" in person(server, "Aki", "--rename", "Akiko")
    page = server.aki.get(server.table).text  # type: ignore[attr-defined]
    assert "Akiko" in page
    assert log_in(server, "Akiko", PASSWORD)
    assert not log_in(server, "Aki", PASSWORD)
    Person(server.url).post("/account/new/", name="Ben", password=PASSWORD)
    taken = run("person", "Akiko", "--rename", "Ben", "--data", str(server.data))
    assert (taken.returncode, taken.stderr) == (
        2,
        "ichiba: This name is already taken. Choose another.\n",
    )


@pytest.mark.long
def test_somebody_can_be_banned_and_forgiven(server: Server) -> None:
    aki: Person = server.aki  # type: ignore[attr-defined]
    assert ", banned, muted" in person(server, "Aki", "--ban", "--mute")
    assert "You have been banned" in aki.post("/quick/tsukiji/").text
    assert "banned" not in person(server, "Aki", "--unban", "--unmute")


@pytest.mark.long
def test_only_old_things_are_pruned_and_only_when_told(server: Server) -> None:
    visitor, player = Person(server.url), Person(server.url)
    visitor.post("/me/name/", name="Visitor")
    finished, recent = player.quick(), player.quick()
    with sqlite3.connect(server.data / "ichiba.sqlite3") as database:
        old, slug = "2020-01-01 00:00:00", finished.split("/")[2]
        database.execute(
            "INSERT INTO site_person (name, key, created, speed, ask, language, portrait, profile,"
            " muted, banned) VALUES ('Gone', 'x', ?, 'normal', '', '', '', 'private', 0, 0)",
            [old],
        )
        database.execute(
            "UPDATE site_table SET status='ended', finished=? WHERE slug=?", [old, slug]
        )
        database.execute("UPDATE site_person SET created=? WHERE name='Aki'", [old])
    here = ["--data", str(server.data)]
    dry = run("prune", "--tables", "365", *here)
    assert dry.stdout.startswith("Found 1 guest without games and 1 old table. Nothing was deleted")
    assert player.get(finished).status_code == 200
    assert "Found 1 guest without games and 0 old tables." in run("prune", *here).stdout
    done = run("prune", "--tables", "365", "--delete", *here)
    assert done.stdout == "Deleted 1 guest without games and 1 old table.\n"
    assert player.get(finished).status_code == 404
    assert player.get(recent).status_code == 200
    assert log_in(server, "Aki", PASSWORD), "accounts stay, however old they are"
    assert run("prune", "--guests", "0", *here).returncode == 2
