"""Clocks and server processes: a kill between a deadline and its errand, and two servers."""

import sqlite3
from pathlib import Path

import pytest

from patience import until
from postgres_process import Postgres
from server_process import Server
from site_tools import Person

KEY = {"ICHIBA_SECRET_KEY": "shared by both machines, and long enough"}


def with_clocks(*urls: str) -> tuple[str, Person]:
    """A game of two, and its second player."""
    players = [Person(url) for url in urls]
    table = players[0].new(["me", "friend"], name="Aki", pace="live", at_zero="greedy")
    players[1].post(f"{table}join/", name="Ben")
    return table, players[1]


def told(person: Person, table: str) -> int:
    return person.get(table).text.count("Aki ran out of time. A bot takes over.")


@pytest.mark.long
def test_a_kill_between_a_deadline_and_its_errand(tmp_path: Path) -> None:
    server = Server(tmp_path, **KEY)
    table, ben = with_clocks(server.url, server.url)
    server.kill()
    with sqlite3.connect(tmp_path / "ichiba.sqlite3", timeout=20) as file:
        file.execute(
            "UPDATE site_seat SET due_since = datetime('now', '-2 hours') WHERE number = 0"
        )
        file.execute("UPDATE site_errand SET due = created WHERE kind = 'alarm'")
        # The errand was taken, but its server was killed before it was done.
        file.execute("UPDATE site_errand SET holder = 'killed', leased = created, tries = 1")
    server.start()
    until(lambda: told(ben.at(server.url), table), "nobody takes over")
    server.stop()
    with sqlite3.connect(tmp_path / "ichiba.sqlite3", timeout=20) as file:
        found = file.execute("SELECT seat FROM site_happening WHERE kind = 'time_up'").fetchall()
    assert found == [(0,)]
    assert not server.errors(), server.log()


@pytest.mark.long
def test_two_servers_let_a_bot_take_over_once(tmp_path: Path, postgres: Postgres) -> None:
    database = postgres.url(postgres.new_database())
    name = database.rpartition("/")[2]
    servers = []
    for place in ("here", "there"):
        (tmp_path / place).mkdir()
        servers.append(Server(tmp_path / place, **KEY, DATABASE_URL=database))
    games = [with_clocks(servers[0].url, servers[1].url) for _ in range(4)]
    postgres.ask(
        "UPDATE site_seat SET due_since = now() - interval '2 hours' WHERE number = 0", name
    )
    postgres.ask("UPDATE site_errand SET due = now() WHERE kind = 'alarm'", name)
    for table, ben in games:
        until(lambda table=table, ben=ben: told(ben, table), "nobody takes over")  # type: ignore[misc]
    for server in servers:
        server.stop()
        assert not server.errors(), server.log()
    found = postgres.ask(
        "SELECT count(*), count(DISTINCT table_id) FROM site_happening WHERE kind = 'time_up'", name
    )
    assert found == [(4, 4)]
