"""Running servers: streams, concurrent players, two processes, kill and restart."""

import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from time import monotonic

import httpx
import pytest

from patience import PATIENCE
from server_process import Server
from site_tools import Person, moves_of, wait_for_moves


def test_a_stream_of_one_process_sends_what_happens_in_the_other(pair) -> None:  # type: ignore[no-untyped-def]
    here, there = pair
    aki = Person(here.url)
    table = aki.quick()
    with aki.at(there.url).client.stream("GET", f"{table}stream/", timeout=PATIENCE) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        lines = stream.iter_lines()
        first = read_event(lines)
        assert 'id="table"' in first
        assert "Lay a ticket on lot 1." in first
        for lot, ticket in ((2, "4"), (3, "3")):
            before = monotonic()
            assert aki.act(table, f"ticket {ticket}").status_code == 200
            while f"Lay a ticket on lot {lot}." not in read_event(lines):
                pass
            assert monotonic() - before < 30, "must arrive by NOTIFY, not by polling once a minute"


def test_the_stream_of_a_stranger_ends_when_a_private_game_begins(pair) -> None:  # type: ignore[no-untyped-def]
    here, there = pair
    host, stranger, friend = Person(here.url), Person(there.url), Person(here.url)
    table = host.new(seats=["me", "friend"])
    with stranger.client.stream("GET", f"{table}stream/", timeout=PATIENCE) as stream:
        lines = stream.iter_lines()
        assert "Join game" in read_event(lines)
        friend.post(f"{table}join/", name="Ben")
        while (event := read_event(lines)) != "gone":
            assert "prompt" not in event, "nothing of the game may be shown"


def read_event(lines) -> str:  # type: ignore[no-untyped-def]
    data = []
    for line in lines:
        if line.startswith("data: "):
            data.append(line[6:])
        elif not line and data:
            return "\n".join(data)
    raise AssertionError("the stream ended")


def test_ten_clicks_at_once_make_one_move(pair) -> None:  # type: ignore[no-untyped-def]
    here, there = pair
    aki = Person(here.url)
    table = aki.quick()
    page = aki.page_token(table)
    tabs = [aki, aki.at(there.url)] * 5
    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(lambda tab: tab.act(table, "ticket 4", page).status_code, tabs))
    assert set(answers) == {200}, "the same move from the same page is not an error"
    for tab in tabs[:2]:
        assert "Lay a ticket on lot 2." in tab.get(table).text
    page = aki.page_token(table)
    moves = [f"ticket {number}" for number in (3, 2, 1, 0, 3, 2, 1, 0, 3, 2)]
    with ThreadPoolExecutor(10) as pool:
        sent = pool.map(lambda tab, move: tab.act(table, move, page).status_code, tabs, moves)
        answers = list(sent)
    assert {move for move, answer in zip(moves, answers, strict=True) if answer == 409}
    made = {move for move, answer in zip(moves, answers, strict=True) if answer == 200}
    assert len(made) == 1, "one of several different moves is made, and the others are refused"
    for tab in tabs[:2]:
        assert "Lay a ticket on lot 3." in tab.get(table).text


def test_three_friends_lay_tickets_at_the_same_moment(pair) -> None:  # type: ignore[no-untyped-def]
    here, there = pair
    host = Person(here.url)
    table = host.new(seats=["me", "friend", "friend"])
    friends = [host, Person(there.url), Person(here.url)]
    for number, friend in enumerate(friends[1:], start=2):
        friend.post(f"{table}join/", name=f"Friend {number}")
    for lot in range(4):
        with ThreadPoolExecutor(3) as pool:
            acts = [pool.submit(friend.act, table, f"ticket {lot}") for friend in friends]
        answers = [act.result().status_code for act in acts]
        assert answers == [200, 200, 200], "moves of others must not make a page outdated"
    assert "Buy a lot" in "".join(friend.get(table).text for friend in friends)


def test_four_who_sit_down_at_the_same_moment_get_a_place_each(pair) -> None:  # type: ignore[no-untyped-def]
    here, there = pair
    host = Person(here.url)
    table = host.new(seats=["me", "friend", "friend", "friend"])
    friends = [Person(server.url) for server in (here, there, here, there)]
    with ThreadPoolExecutor(4) as pool:
        joins = [pool.submit(friend.post, f"{table}join/", name="Ben") for friend in friends]
    answers = sorted(join.result().status_code for join in joins)
    assert answers == [200, 200, 200, 403], "three places, then the private game starts"
    assert "Lay a ticket on lot 1." in host.get(table).text


@pytest.mark.long
def test_people_at_two_processes_play_a_whole_game_with_a_bot(pair) -> None:  # type: ignore[no-untyped-def]
    here, there = pair
    aki, ben = Person(here.url), Person(there.url)
    table = aki.new(seats=["me", "friend", "greedy"])
    ben.post(f"{table}join/", name="Ben")
    until = monotonic() + 5 * PATIENCE
    while 'data-status="finished"' not in aki.get(table).text:
        assert monotonic() < until, "the game does not end"
        for person in (aki, ben):
            if moves := moves_of(person, table):
                assert person.act(table, moves[0]).status_code == 200
    records = [person.get(f"{table}record.json") for person in (aki, ben)]
    assert [record.status_code for record in records] == [200, 200], "the game is over"
    assert records[0].content == records[1].content
    assert len(records[0].json()["result"]["scores"]) == 3


def test_what_was_acknowledged_survives_kill_9(pair) -> None:  # type: ignore[no-untyped-def]
    here, there = pair
    aki = Person(here.url)
    table = aki.quick()
    assert aki.act(table, "ticket x2").status_code == 200
    here.kill()
    elsewhere = aki.at(there.url)
    assert "Lay a ticket on lot 2." in elsewhere.get(table).text, "the other process continues"
    assert elsewhere.act(table, "ticket 4").status_code == 200
    here.start()
    for ticket in ("3", "2"):
        assert aki.act(table, f"ticket {ticket}").status_code == 200
    assert wait_for_moves(aki, table), "the bots continue after the restart"


@pytest.mark.long
def test_the_bots_of_a_killed_process_are_moved_by_another(postgres, tmp_path) -> None:  # type: ignore[no-untyped-def]
    folders = [tmp_path / "here", tmp_path / "there"]
    for folder in folders:
        folder.mkdir()
    url = postgres.url(postgres.new_database())
    key = "shared by both servers, and long enough"
    shared = {"DATABASE_URL": url, "ICHIBA_SECRET_KEY": key, "ICHIBA_BOT_SECONDS": "1"}
    # The process that takes the moves has no bot driver, as if it had died right afterwards.
    here = Server(folders[0], **shared, ICHIBA_BOT_WORKERS="0")
    there = Server(folders[1], **shared)
    aki = Person(here.url)
    table = aki.quick()
    for ticket in ("x2", "4", "3", "2"):
        assert aki.act(table, f"ticket {ticket}").status_code == 200
    here.kill()
    assert wait_for_moves(aki.at(there.url), table)
    there.stop()
    assert not there.errors(), there.log()


def test_a_foreign_site_cannot_post(server) -> None:  # type: ignore[no-untyped-def]
    aki = Person(server.url)
    table = aki.quick()
    answer = aki.client.post(f"{table}move/", data={"move": "ticket 4"})
    assert answer.status_code == 403
    assert re.search("Reload it and try again", answer.text, re.IGNORECASE)


def test_static_files_are_served_with_their_types(server) -> None:  # type: ignore[no-untyped-def]
    for path, kind in (
        ("site/site.css", "text/css"),
        ("site/table.js", "text/javascript"),
        ("site/symbols.svg", "image/svg+xml"),
        ("tsukiji/board.css", "text/css"),
    ):
        answer = httpx.get(f"{server.url}/static/{path}", timeout=PATIENCE)
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith(kind)


@pytest.mark.long
def test_two_processes_show_each_others_moves(tmp_path) -> None:  # type: ignore[no-untyped-def]
    """Streams of both processes show every move, and each bot move is made once."""
    server = Server(tmp_path, "--workers", "2")
    aki = Person(server.url)
    table = aki.quick()
    streams = [Person(server.url) for _ in range(4)]
    for one in streams:
        one.client.cookies = aki.client.cookies
    with ExitStack() as stack:
        lines = []
        for one in streams:
            stream = stack.enter_context(
                one.client.stream("GET", f"{table}stream/", timeout=PATIENCE)
            )
            lines.append(stream.iter_lines())
        for one in lines:
            assert "Lay a ticket on lot" in read_event(one)
        aki.act(table, "ticket 4")
        for one in lines:
            while "Lay a ticket on lot 2." not in read_event(one):
                pass
    server.stop()
    assert not server.errors(), server.log()
