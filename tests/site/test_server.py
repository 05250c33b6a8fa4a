"""The running server: streams, several at once, kill and start again."""

import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import httpx

from server_process import Server
from site_tools import Person, wait_for_moves


def test_a_stream_sends_the_table_and_every_change(server) -> None:  # type: ignore[no-untyped-def]
    aki = Person(server.url)
    table = aki.quick()
    with aki.client.stream("GET", f"{table}stream/", timeout=20) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        lines = stream.iter_lines()
        first = read_event(lines)
        assert 'id="table"' in first
        assert "Lay a ticket on lot 1." in first
        aki.act(table, "ticket 4")
        for _ in range(20):
            if "Lay a ticket on lot 2." in read_event(lines):
                break
        else:
            raise AssertionError("the change did not arrive")


def test_the_stream_of_a_stranger_ends_when_a_private_game_begins(server) -> None:  # type: ignore[no-untyped-def]
    host, stranger, friend = (Person(server.url) for _ in range(3))
    table = host.new(seats=["me", "friend"])
    with stranger.client.stream("GET", f"{table}stream/", timeout=20) as stream:
        lines = stream.iter_lines()
        assert "Sit down" in read_event(lines)
        friend.post(f"{table}join/", name="Ben")
        while (event := read_event(lines)) != "gone":
            assert "prompt" not in event, "nothing of the game is shown"


def read_event(lines) -> str:  # type: ignore[no-untyped-def]
    data = []
    for line in lines:
        if line.startswith("data: "):
            data.append(line[6:])
        elif not line and data:
            return "\n".join(data)
    raise AssertionError("the stream ended")


def test_ten_clicks_at_once_make_one_move(server) -> None:  # type: ignore[no-untyped-def]
    aki = Person(server.url)
    table = aki.quick()
    page = aki.page_token(table)
    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(lambda _: aki.act(table, "ticket 4", page).status_code, range(10)))
    assert answers.count(200) == 1
    assert answers.count(409) == 9
    assert "Lay a ticket on lot 2." in aki.get(table).text


def test_three_friends_lay_tickets_at_the_same_moment(server) -> None:  # type: ignore[no-untyped-def]
    host = Person(server.url)
    table = host.new(seats=["me", "friend", "friend"])
    friends = [host, Person(server.url), Person(server.url)]
    for number, friend in enumerate(friends[1:], start=2):
        friend.post(f"{table}join/", name=f"Friend {number}")
    for lot in range(4):
        with ThreadPoolExecutor(3) as pool:
            acts = [pool.submit(friend.act, table, f"ticket {lot}") for friend in friends]
        answers = [act.result().status_code for act in acts]
        assert answers == [200, 200, 200], "nobody is disturbed by the others"
    assert "Buy a lot" in "".join(friend.get(table).text for friend in friends)


def test_what_was_acknowledged_survives_kill_9(server) -> None:  # type: ignore[no-untyped-def]
    aki = Person(server.url)
    table = aki.quick()
    assert aki.act(table, "ticket x2").status_code == 200
    server.kill()
    server.start()
    assert "Lay a ticket on lot 2." in aki.get(table).text
    for ticket in ("4", "3", "2"):
        assert aki.act(table, f"ticket {ticket}").status_code == 200
    assert wait_for_moves(aki, table), "the bots go on after the restart"


def test_a_foreign_site_cannot_post(server) -> None:  # type: ignore[no-untyped-def]
    aki = Person(server.url)
    table = aki.quick()
    answer = aki.client.post(f"{table}move/", data={"move": "ticket 4"})
    assert answer.status_code == 403
    assert re.search("load the page again", answer.text, re.IGNORECASE)


def test_static_files_are_served_with_their_types(server) -> None:  # type: ignore[no-untyped-def]
    for path, kind in (
        ("site/site.css", "text/css"),
        ("site/table.js", "text/javascript"),
        ("site/symbols.svg", "image/svg+xml"),
        ("tsukiji/board.css", "text/css"),
    ):
        answer = httpx.get(f"{server.url}/static/{path}")
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith(kind)


def test_two_processes_show_each_others_moves(tmp_path) -> None:  # type: ignore[no-untyped-def]
    """Whichever process takes the move, streams of both hear of it; bots move once."""
    server = Server(tmp_path, "--workers", "2")
    aki = Person(server.url)
    table = aki.quick()
    streams = [Person(server.url) for _ in range(4)]
    for one in streams:
        one.client.cookies = aki.client.cookies
    with ExitStack() as stack:
        lines = []
        for one in streams:
            stream = stack.enter_context(one.client.stream("GET", f"{table}stream/", timeout=20))
            lines.append(stream.iter_lines())
        for one in lines:
            assert "Lay a ticket on lot" in read_event(one)
        aki.act(table, "ticket 4")
        for one in lines:
            while "Lay a ticket on lot 2." not in read_event(one):
                pass
    server.stop()
    assert not server.errors(), server.log()
