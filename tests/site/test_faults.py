"""Failures: killed servers, a missing or full database, a lost connection. No move may be lost."""

import resource
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import monotonic, sleep

import httpx
import pytest

from patience import PATIENCE, until
from postgres_process import Line, Postgres
from server_process import Server
from site_tools import Person, moves_in, token_in

AWAY = "The database is unavailable right now. Your games are safe."
KILLS = 20
SHARED = {"ICHIBA_SECRET_KEY": "shared by both machines, and long enough"}


class Friends:
    """Two people who play as fast as they can, whatever happens to the server."""

    def __init__(self, url: str, number: int) -> None:
        self.rng = Random(number)
        self.people = [Person(url), Person(url)]
        self.table = self.people[0].new(seats=["me", "friend"])
        self.people[1].post(f"{self.table}join/", name="Ben")
        self.taken: list[str] = []  # moves that were acknowledged
        # Moves without an answer, by the number of acknowledged moves before them.
        self.unknown: defaultdict[int, list[str]] = defaultdict(list)

    @property
    def slug(self) -> str:
        return self.table.split("/")[2]

    def play(self, over: Event) -> None:
        while not over.is_set():
            for seat, person in enumerate(self.people):
                try:
                    self._move(seat, person)
                except httpx.TransportError:
                    sleep(0.05)

    def _move(self, seat: int, person: Person) -> None:
        text = person.get(self.table).text
        moves, page = moves_in(text), token_in(text)
        if not moves:
            return
        move = self.rng.choice(moves)
        try:
            answer = person.act(self.table, move, page)
        except httpx.TransportError:
            self.unknown[len(self.taken)].append(f"{seat} {move}")
            raise
        assert answer.status_code in (200, 409), answer.text
        if answer.status_code == 200:
            self.taken.append(f"{seat} {move}")

    def compare(self, rows: list[tuple[int, str]]) -> None:
        """Every acknowledged move is there once and in order, and nothing that nobody sent."""
        assert [number for number, _ in rows] == [*range(1, len(rows) + 1)]
        # Acknowledged moves so far, and attempts without an answer since; a move may be both.
        places = {(0, 0)}
        for _, text in rows:
            places = {after for place in places for after in self._after(place, text)}
            assert places, "a row that nobody has sent"
        assert any(at == len(self.taken) for at, _ in places), "an acknowledged move is lost"

    def _after(self, place: tuple[int, int], text: str) -> Iterator[tuple[int, int]]:
        """The position after this row: it was acknowledged, or had no answer."""
        at, tried = place
        if at < len(self.taken) and self.taken[at] == text:
            yield at + 1, 0
        if text in self.unknown[at][tried:]:
            yield at, self.unknown[at].index(text, tried) + 1


def rows_of(data: Path, slug: str) -> list[tuple[int, str]]:
    query = """SELECT number, text FROM site_move JOIN site_table ON site_table.id = table_id
               WHERE slug = ? ORDER BY number"""
    with sqlite3.connect(data / "ichiba.sqlite3") as file:
        return file.execute(query, [slug]).fetchall()


def wait_for_moves(tables: list[Friends], count: int) -> None:
    """Wait until this many more moves have been acknowledged."""
    wanted = sum(len(table.taken) for table in tables) + count
    until(
        lambda: sum(len(table.taken) for table in tables) >= wanted,
        "the games do not go on",
        pause=0.001,
    )


@pytest.mark.long
def test_twenty_kills_under_load_lose_no_acknowledged_move(tmp_path) -> None:  # type: ignore[no-untyped-def]
    server = Server(tmp_path, ICHIBA_BOT_WORKERS="0")
    tables = [Friends(server.url, number) for number in range(8)]
    over = Event()
    threads = [Thread(target=table.play, args=(over,)) for table in tables]
    for thread in threads:
        thread.start()
    rng = Random(1)
    for _ in range(KILLS):
        wait_for_moves(tables, rng.randint(1, 10))
        server.kill()
        server.start()
    wait_for_moves(tables, len(tables))
    over.set()
    for thread in threads:
        thread.join()
    for table in tables:
        table.compare(rows_of(tmp_path, table.slug))
    with sqlite3.connect(tmp_path / "ichiba.sqlite3") as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    server.stop()
    assert not server.errors(), server.log()


@pytest.fixture
def on_postgres(postgres: Postgres, tmp_path: Path) -> Iterator[tuple[Server, Server, Line]]:
    """Two servers on one database, one of them connected through a proxy that can be cut."""
    line = Line(postgres.port)
    name = postgres.new_database()
    servers = []
    for place, port in (("near", postgres.port), ("far", line.port)):
        (tmp_path / place).mkdir()
        settings = {"DATABASE_URL": postgres.url(name, port), "ICHIBA_BOT_SECONDS": "1"}
        servers.append(Server(tmp_path / place, **settings, **SHARED))
    yield servers[0], servers[1], line
    for server in servers:
        server.stop()


class Watcher(Thread):
    """Keeps a stream open and records what it sends."""

    def __init__(self, person: Person, table: str) -> None:
        super().__init__(daemon=True)
        self.person, self.table = person, table
        self.text = ""
        self.ended = False
        self.start()

    def run(self) -> None:
        with self.person.client.stream("GET", f"{self.table}stream/", timeout=None) as stream:
            try:
                for part in stream.iter_text():
                    self.text += part
            except httpx.TransportError:
                pass
        self.ended = True

    def saw(self, text: str) -> bool:
        end = monotonic() + PATIENCE
        while text not in self.text and monotonic() < end:
            sleep(0.05)
        return text in self.text


def says_that_it_is_away(person: Person, table: str) -> None:
    """A page, a part of a page and a move return an explanation, and no move is made."""
    page = person.get(table)
    assert (page.status_code, AWAY in page.text) == (503, True)
    assert "Try again" in page.text
    part = person.client.get(table, headers={"HX-Request": "true"})
    assert (part.status_code, part.text) == (503, AWAY)
    move = person.client.post(
        f"{table}move/",
        data={"move": "ticket 3", "csrfmiddlewaretoken": person.client.cookies["ichiba_csrf"]},
        headers={"Referer": str(person.client.base_url), "HX-Request": "true"},
    )
    assert (move.status_code, move.text) == (503, AWAY)


def heals(person: Person, table: str) -> None:
    until(lambda: person.get(table).status_code == 200, "the server does not recover")


@pytest.mark.long
def test_a_restart_of_the_database(postgres, on_postgres) -> None:  # type: ignore[no-untyped-def]
    near, far, _ = on_postgres
    aki = Person(near.url)
    table = aki.quick()
    watchers = [Watcher(aki.at(server.url), table) for server in (near, far)]
    assert aki.act(table, "ticket 4").status_code == 200
    for watcher in watchers:
        assert watcher.saw("Lay a ticket on lot 2.")
    postgres.stop()
    says_that_it_is_away(aki, table)
    postgres.start()
    heals(aki, table)
    heals(aki.at(far.url), table)
    assert aki.act(table, "ticket 3").status_code == 200
    for watcher in watchers:
        assert watcher.saw("Lay a ticket on lot 3."), "the open streams continue automatically"
        assert not watcher.ended
    for ticket in ("2", "1"):
        assert aki.act(table, f"ticket {ticket}").status_code == 200
    for watcher in watchers:
        assert watcher.saw("Buy a lot"), "and so do the bots"


@pytest.mark.long
def test_a_process_that_is_cut_off_says_so_and_comes_back(on_postgres) -> None:  # type: ignore[no-untyped-def]
    near, far, line = on_postgres
    aki = Person(near.url)
    table = aki.quick()
    elsewhere = aki.at(far.url)
    watcher = Watcher(elsewhere, table)
    assert watcher.saw("Lay a ticket on lot 1.")
    line.cut()
    says_that_it_is_away(elsewhere, table)
    assert aki.act(table, "ticket 4").status_code == 200, "the other process continues"
    line.mend()
    assert watcher.saw("Lay a ticket on lot 2."), "missed changes are shown after reconnecting"
    heals(elsewhere, table)
    assert elsewhere.act(table, "ticket 3").status_code == 200
    assert aki.act(table, "ticket 2").status_code == 200
    assert watcher.saw("Lay a ticket on lot 4."), "the server listens again"


LISTENERS = "FROM pg_stat_activity WHERE application_name = 'ichiba listener'"


@pytest.mark.long
def test_a_listener_that_is_lost_is_replaced(postgres, on_postgres) -> None:  # type: ignore[no-untyped-def]
    near, far, _ = on_postgres
    aki = Person(near.url)
    table = aki.quick()
    watcher = Watcher(aki.at(far.url), table)
    assert watcher.saw("Lay a ticket on lot 1.")
    for lot, ticket in ((2, "4"), (3, "3")):
        postgres.ask(f"SELECT pg_terminate_backend(pid) {LISTENERS}")
        assert aki.act(table, f"ticket {ticket}").status_code == 200
        assert watcher.saw(f"Lay a ticket on lot {lot}.")
    until(
        lambda: postgres.ask(f"SELECT count(*) {LISTENERS}") == [(2,)],
        "a server does not listen again",
    )


@pytest.mark.long
def test_a_full_disk(tmp_path) -> None:  # type: ignore[no-untyped-def]
    """The server's files cannot grow, as with a full disk or a quota."""
    server = Server(tmp_path, ICHIBA_BOT_WORKERS="0")
    aki = Person(server.url)
    table = aki.quick()
    assert aki.act(table, "ticket 4").status_code == 200
    page = aki.page_token(table)
    unlimited = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1024, unlimited[1]))
    answer = aki.act(table, "ticket 3", page)
    assert (answer.status_code, AWAY in answer.text) == (503, True)
    assert "Lay a ticket on lot 2." in aki.get(table).text, (
        "reading still works, and the move was not made"
    )
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)
    assert aki.act(table, "ticket 3").status_code == 200
    assert "Lay a ticket on lot 3." in aki.get(table).text
    server.stop()
    with sqlite3.connect(tmp_path / "ichiba.sqlite3") as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert [text for _, text in rows_of(tmp_path, table.split("/")[2])] == [
        "0 ticket 4",
        "0 ticket 3",
    ]
