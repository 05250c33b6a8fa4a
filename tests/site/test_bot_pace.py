"""The pause between bot moves, with the default settings."""

import sqlite3
from datetime import datetime
from itertools import pairwise
from pathlib import Path

import pytest

from ichiba.core.match import Match
from ichiba.core.record import Record
from ichiba.core.registry import load
from server_process import SeededServer, Server
from site_tools import Person

PAUSE = 0.7  # the default, repeated here so that the test is independent of the code


@pytest.fixture(scope="module")
def usual(paced_server: SeededServer) -> SeededServer:
    """A server as `make play` starts it, except that deals can be repeated."""
    paced_server.choose(1)
    return paced_server


def rows(server: Server, table: str) -> tuple[Match, list[datetime]]:
    """The game of a table, and when each of its moves was made."""
    slug = table.strip("/").split("/")[-1]
    with sqlite3.connect(Path(server.data) / "ichiba.sqlite3") as database:
        pk, game, players, seed = database.execute(
            "SELECT id, game, players, seed FROM site_table WHERE slug = ?", [slug]
        ).fetchone()
        found = database.execute(
            "SELECT text, created FROM site_move WHERE table_id = ? ORDER BY number", [pk]
        ).fetchall()
    record = Record(
        game=game, revision=load(game).revision, players=players, options={}, seed=seed,
        names=["A", "B", "C", "D"][:players], moves=[text for text, _ in found],
    )  # fmt: skip
    return Match.replay(record), [datetime.fromisoformat(created) for _, created in found]


def gaps(match: Match, times: list[datetime]) -> list[float]:
    """Seconds between each visible bot move and the next bot move."""
    told = {event.move for event in match.events if event.audience is None}
    moves = match.record.moves
    return [
        (after - before).total_seconds()
        for number, (before, after) in enumerate(pairwise(times), start=1)
        if number in told and not moves[number - 1].startswith("0") and moves[number][0] != "0"
    ]


def pass_turns(person: Person, table: str, count: int) -> None:
    """End one's turn in Shinjuku this many times, each time waiting for the bots' turns."""
    for _ in range(count):
        person.wait_for_turn(table)
        assert person.act(table, "end").status_code == 200
    person.wait_for_turn(table)


def test_bots_pause_between_visible_moves_by_default(usual: Server) -> None:
    person = Person(usual.url)
    table = person.quick("shinjuku")
    pass_turns(person, table, 1)
    pauses = gaps(*rows(usual, table))
    assert len(pauses) >= 3, "two bots have had whole turns"
    assert min(pauses) >= PAUSE - 0.02
    # The machine may be busy, but most moves come as soon as they are allowed to.
    assert sorted(pauses)[len(pauses) // 2] < PAUSE + 1.0


@pytest.mark.long
def test_the_pause_can_be_set(tmp_path: Path) -> None:
    server = Server(tmp_path, ICHIBA_BOT_PAUSE="2")
    try:
        person = Person(server.url)
        table = person.quick("shinjuku")
        pass_turns(person, table, 1)
        assert min(gaps(*rows(server, table))) >= 1.98
    finally:
        server.stop()


def test_whoever_wants_it_instantly_does_not_wait(usual: Server) -> None:
    person = Person(usual.url)
    assert person.post("/me/preferences/", speed="instant", ask="").status_code == 204
    table = person.quick("shinjuku")
    pass_turns(person, table, 2)
    assert sorted(gaps(*rows(usual, table)))[0] < PAUSE / 2


@pytest.mark.long
def test_skipping_lets_the_bots_hurry_until_a_person_is_due(usual: Server) -> None:
    person = Person(usual.url)
    table = person.quick("shinjuku")
    pass_turns(person, table, 1)
    unhurried = len(gaps(*rows(usual, table)))
    person.act(table, "end")
    assert person.post(f"{table}skip/").status_code == 200
    person.wait_for_turn(table)
    hurried = gaps(*rows(usual, table))[unhurried:]
    assert sum(pause >= PAUSE - 0.02 for pause in hurried) <= 1, (
        "only a move that was already in progress"
    )
    pass_turns(person, table, 1)
    later = gaps(*rows(usual, table))[unhurried + len(hurried) :]
    assert later
    assert min(later) >= PAUSE - 0.02, "the next time the bots pause again"


def test_only_players_can_skip(usual: Server) -> None:
    table = Person(usual.url).new(["me", "friend"], listed="yes")
    assert Person(usual.url).post(f"{table}skip/").status_code == 403


def test_preferences_are_refused_if_they_are_unknown(usual: Server) -> None:
    person = Person(usual.url)
    assert person.post("/me/preferences/", speed="warp", ask="").status_code == 400
    assert person.post("/me/preferences/", speed="slow", ask="maybe").status_code == 400
