"""A backup that is restored beside running servers: everything of before is forgotten at once."""

import asyncio
import json
import logging
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from math import inf
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import monotonic
from typing import Any

import httpx
import pytest
from django.db.backends.base.base import NO_DB_ALIAS
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, expect

import ichiba
from api_tools import Program, sat
from browser_tools import press
from command import run
from configuring import configure
from ichiba.arena.thinker import Thinker
from ichiba.core.match import Match
from ichiba.site.api.callers import caller_of
from ichiba.site.api.streaming import SoFar, next_event
from ichiba.site.live import listener, propagation
from ichiba.site.models import Move, SiteValue, Table
from ichiba.site.server import backup, startup
from ichiba.site.store import snapshots, sql
from ichiba.site.store.transactions import writing
from ichiba.site.tables import hints, play, stand_ins
from ichiba.site.tables.bot_driver import Driver
from ichiba.site.tables.changes import MovedOn, lock
from ichiba.site.tables.play import By
from patience import PATIENCE, until
from server_process import Server
from site_scene import hold, new_table, page_token, post_move, seated
from site_tools import Person, moves_in, moves_of, token_in

in_process = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def other_tables() -> Iterator[None]:
    """After a restore, ids are given again. A test must not find what an earlier one has kept."""
    yield
    snapshots.forget_all()


@pytest.fixture(autouse=True)
def any_database(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the tests open a second database: Django allows them this name only."""
    monkeypatch.setattr(backup, "ALIAS", NO_DB_ALIAS)


def lay(table: Table, seat: int, *tickets: int) -> None:
    for ticket in tickets:
        play.play(table, seat, f"ticket {ticket}")


def numbers(table: Table) -> list[int]:
    return [*Move.objects.filter(table=table).values_list("number", flat=True)]


def play_on(table: Table, count: int) -> None:
    """Make moves until there are this many."""
    while True:
        with hold(table) as match:
            if len(match.record.moves) >= count:
                return
            seat = match.state.actors[0]
            move = match.game.notation(match.state.legal(seat)[0])
        play.play(table, seat, move)


def saved(folder: Path, name: str = "copy") -> Path:
    file = folder / name
    backup.write(file)
    return file


@in_process
def test_the_restored_position_is_shown_and_moves_follow_it(tmp_path: Path) -> None:
    clients = [Client(), Client()]
    table = seated(clients, "7")
    play_on(table, 6)
    file = saved(tmp_path)
    known = snapshots.newest(table.slug)
    play_on(table, 13)
    later = snapshots.newest(table.slug)
    backup.restore(file)
    restored = snapshots.newest(table.slug)
    assert restored.match.record.moves == known.match.record.moves
    assert restored.version > later.version, "open pages show only newer versions"
    assert len(restored.times) == 6
    play_on(table, 8)
    assert numbers(table) == [*range(1, 9)]
    snapshots.forget(table.pk)
    assert clients[0].get(f"/t/{table.slug}/").status_code == 200
    assert startup.damaged_games() == []


@in_process
def test_a_move_that_does_not_follow_the_last_one_is_never_written() -> None:
    """The rows were replaced by other means, so there is no new epoch and no new version."""
    clients = [Client(), Client()]
    table = seated(clients, "7")
    lay(table, 0, 4, 3)
    lay(table, 1, 4)
    Move.objects.filter(table=table, number__gt=1).delete()
    answer = post_move(clients[0], table, "ticket 2")
    assert answer.status_code == 409
    assert "The position has changed." in answer.content.decode()
    assert numbers(table) == [1]
    assert post_move(clients[0], table, "ticket 2").status_code == 302
    assert numbers(table) == [1, 2]


@in_process
@pytest.mark.parametrize("first", [1, 2, 4])
def test_the_database_itself_refuses_a_gap_and_a_second_move(first: int) -> None:
    table = seated([Client(), Client()])
    lay(table, 0, 4, 3)
    now = timezone.now()
    with pytest.raises(sql.NotNext), writing():
        sql.add_moves(table.pk, first, ["0 ticket 2", "0 ticket 1"], now)
    assert numbers(table) == [1, 2]
    sql.add_moves(table.pk, 3, ["0 ticket 2", "0 ticket 1"], now)
    assert numbers(table) == [1, 2, 3, 4]


@in_process
def test_moves_that_were_lost_without_a_restore_are_noticed() -> None:
    table = seated([Client(), Client()], "7")
    play_on(table, 13)
    Move.objects.filter(table=table, number__gt=6).delete()
    sql.raise_version(table.pk)
    assert len(snapshots.newest(table.slug).times) == 6


@in_process
def test_a_page_of_before_is_old_even_if_its_numbers_are_right_again(tmp_path: Path) -> None:
    clients = [Client(), Client()]
    table = seated(clients, "7")
    play_on(table, 6)
    file = saved(tmp_path)
    before = [page_token(client, table) for client in clients]
    with hold(table) as match:
        positions = [play.match_token(match, seat) for seat in (0, 1)]
        seat = match.state.actors[0]
        move = match.game.notation(match.state.legal(seat)[0])
    backup.restore(file)
    with hold(table) as match:
        assert [play.match_token(match, seat) for seat in (0, 1)] == positions
    assert post_move(clients[seat], table, move, before[seat]).status_code == 409
    undo = clients[seat].post(f"/t/{table.slug}/undo/", {"page": before[seat]})
    assert undo.status_code == 409
    assert len(numbers(table)) == 6
    assert post_move(clients[seat], table, move).status_code == 302


@in_process
def test_a_second_click_counts_only_in_the_same_epoch(tmp_path: Path) -> None:
    clients = [Client(), Client()]
    table = seated(clients, "7")
    page = page_token(clients[0], table)
    assert post_move(clients[0], table, "ticket 4", page).status_code == 302
    assert post_move(clients[0], table, "ticket 4", page).status_code == 302
    backup.restore(saved(tmp_path))
    assert post_move(clients[0], table, "ticket 4", page).status_code == 409
    page = page_token(clients[0], table)
    assert post_move(clients[0], table, "ticket 3", page).status_code == 302
    assert post_move(clients[0], table, "ticket 3", page).status_code == 302
    assert len(numbers(table)) == 2


@in_process
@pytest.mark.parametrize("known", [True, False])
def test_a_move_that_is_under_way_during_a_restore_is_not_made(
    known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even without a page, or if the position is the same: the seat may be someone else's."""
    table = seated([Client(), Client()], "7")
    lay(table, 0, 4)
    ask = sql.lock_for_move

    def late(*of: int) -> Any:
        monkeypatch.setattr(sql, "lock_for_move", ask)
        pretend_restore()
        return ask(*of)

    monkeypatch.setattr(sql, "lock_for_move", late)
    before = snapshots.newest(table.slug) if known else None
    with pytest.raises(MovedOn):
        play.play_all(table, 0, ["ticket 3"], known=before)
    assert numbers(table) == [1]
    lay(table, 0, 3)
    assert numbers(table) == [1, 2]


def pretend_restore() -> None:
    """What a restore of the same rows leaves behind, for a test that is in a transaction."""
    SiteValue.objects.update_or_create(name=SiteValue.EPOCH, defaults={"value": "other"})
    Table.objects.update(version=10**6)


@in_process
def test_a_bot_that_thinks_during_a_restore_thinks_again(
    client: Client,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    settings: Any,
) -> None:
    configure(settings, bot_pause=0)
    table = new_table(["me", "greedy"], client)
    file = saved(tmp_path)
    asked: list[object] = []

    class Slow:
        def choose(self, of: object, record: Any, seat: int, *_: object) -> list[str]:
            asked.append(of)
            if len(asked) == 1:
                backup.restore(file)
            match = Match.replay(record)
            return [match.game.notation(match.state.legal(seat)[0])]

    with caplog.at_level(logging.INFO, "ichiba.bots"):
        Driver().move_bot(table.pk, Slow())  # type: ignore[arg-type]
    assert "The position changed before the bot moved." in caplog.text
    assert numbers(table) == []
    Driver().move_bot(table.pk, Slow())  # type: ignore[arg-type]
    assert numbers(table) == [1]
    assert asked[0] != asked[1], "a bot of another epoch remembers other games"


def test_a_bot_remembers_plans_by_table_and_epoch() -> None:
    """After a restore, a table of another title may have the same number."""
    thinker = Thinker(PATIENCE)
    for epoch, game in (("", "tsukiji"), ("5fd1", "shinjuku")):
        match = Match.new(ichiba.load(game), players=2, seed=1)
        seat = match.state.actors[0]
        [*moves] = thinker.choose((1, epoch), match.record, seat, "greedy", 1)
        assert match.state.explain(seat, match.game.parse(moves[0])) is None
    thinker.stop()


@in_process
def test_a_hint_of_before_is_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client()
    table = new_table(["me", "greedy"], client)
    monkeypatch.setattr(hints, "process", Adviser)
    before = snapshots.newest(table.slug)
    hint = hints.think(before, 0)
    assert hints.known(before, 0) is hint
    backup.restore(saved(tmp_path))
    assert hints.known(snapshots.newest(table.slug), 0) is None


class Adviser:
    def advise(self, *_: object) -> list[str]:
        return ["advice"]


@in_process
def test_a_change_of_a_table_that_is_gone_or_replaced_is_not_made(tmp_path: Path) -> None:
    empty = saved(tmp_path)
    table = seated([Client(), Client()], pace="live")
    person = table.owner
    backup.restore(empty)
    with pytest.raises(MovedOn):
        stand_ins.ask_for_bot(table, person, 1)
    other = seated([Client(), Client()])
    Table.objects.filter(pk=other.pk).update(slug="another")
    with pytest.raises(MovedOn), writing():
        lock(other)


@in_process
def test_a_program_hears_what_is_taken_back_and_said(tmp_path: Path) -> None:
    (aki, ben), table = sat("Aki", "Ben")
    caller, so_far, versions = caller_of(aki.secret), SoFar(), [-1]
    assert caller is not None

    def news() -> list[str]:
        version, sent = next_event(table.slug, caller, so_far, -1, versions[-1])
        versions.append(version)
        data = re.findall(r"event: (\w+)\n(?:id: \d+\n)?data: (.*)\n", sent.decode())
        return [f"{kind} {json.loads(text).get('text', '')}".strip() for kind, text in data]

    def say(who: Program, text: str) -> None:
        who.post(f"/tables/{table.slug}/chat", text=text)

    say(ben, "hello")
    file = saved(tmp_path)
    aki.move(table, "ticket 4")
    say(ben, "lost")
    assert [one for one in news() if one.startswith("chat")] == ["chat hello", "chat lost"]
    backup.restore(file)
    assert news() == ["taken_back", "changed"]
    say(ben, "again")
    assert news() == ["chat again", "changed"], "its number is that of a message that was sent"


@in_process
def test_versions_are_newer_than_those_of_a_database_that_is_lost(tmp_path: Path) -> None:
    table = seated([Client(), Client()])
    file = saved(tmp_path)
    play_on(table, 13)
    shown = snapshots.newest(table.slug).version
    Table.objects.all().delete()  # a new machine
    for _ in range(3):
        backup.restore(file)
        assert snapshots.newest(table.slug).version > shown
        shown = snapshots.newest(table.slug).version
    assert shown < 2**31 / 5


class Bots:
    """Counts how often the bots of all tables are checked."""

    def __init__(self) -> None:
        self.starts = 0

    def start_again(self) -> None:
        self.starts += 1


@in_process
def test_every_process_notices_a_restore(tmp_path: Path) -> None:
    new_table(["me", "greedy"], Client())
    file, bots = saved(tmp_path), Bots()
    propagation.use_bots(bots)  # type: ignore[arg-type]
    try:
        in_loop(listener.ask)
        in_loop(listener.ask)
        assert bots.starts == 0
        backup.restore(file)
        in_loop(listener.ask)
        in_loop(listener.ask)
        assert bots.starts == 1
    finally:
        propagation.use_bots(None)


def in_loop(do: Callable[[], Any]) -> None:
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(do())).result()


@in_process
def test_all_bots_are_due_after_a_restore(client: Client) -> None:
    tables = [new_table(["me", "greedy"], client) for _ in range(2)]
    driver = Driver()
    driver.start_again()
    until(lambda: all(driver.planned(table.pk) is not None for table in tables), "no plans")
    assert all((driver.planned(table.pk) or inf) <= monotonic() for table in tables)


# --- Games whose moves are incomplete or damaged


@in_process
@pytest.mark.parametrize("damage", ["gap", "impossible"])
def test_a_damaged_game_says_so(damage: str, client: Client) -> None:
    (aki, _ben), table = sat("Aki", "Ben")
    play_on(table, 10)
    if damage == "gap":
        Move.objects.filter(table=table, number__in=(7, 8)).delete()
    else:
        Move.objects.filter(table=table, number=7).update(text="1 ticket 770077")
    snapshots.forget(table.pk)
    sql.raise_version(table.pk)
    Table.objects.update(watchable=True)
    page = client.get(f"/t/{table.slug}/")
    assert page.status_code == 410
    text = page.content.decode()
    assert "The moves of this game are incomplete or damaged" in text
    assert "version of the rules" not in text
    assert "770077" not in text
    answer = aki.get(f"/tables/{table.slug}")
    assert (answer.status_code, answer.json()["error"]) == (410, "damaged")
    [found] = startup.damaged_games()
    why = "Move 7 is missing." if damage == "gap" else "Its moves can't be replayed."
    assert (found.table, found.names, found.why) == (table.pk, ("Aki", "Ben"), why)
    assert "770077" not in str(found)


@in_process
def test_the_first_moves_and_those_of_a_finished_game_are_missed_too(client: Client) -> None:
    table = new_table(["me", "greedy"], client)
    play.play(table, 1, "ticket 4", by=By.BOT)
    lay(table, 0, 4, 3)
    Move.objects.filter(table=table, number=1).delete()
    for status in Table.Status.RUNNING, Table.Status.FINISHED, Table.Status.ENDED:
        Table.objects.update(status=status)
        assert [one.why for one in startup.damaged_games()] == ["Move 1 is missing."]


# --- Real servers


def options(server: Server) -> list[str]:
    url = server.settings["DATABASE_URL"]
    return ["--data", str(server.data), "--database-url", url]


def restored(server: Server, file: Path) -> None:
    done = run("restore", str(file), "--yes", *options(server))
    assert done.returncode == 0, done.stderr


def number_in(page: str) -> int:
    """How many moves a page shows."""
    return int(re.findall(r'data-number="(\d+)"', page)[-1])


@pytest.mark.long
def test_six_moves_are_restored_while_two_servers_show_thirteen(
    pair: tuple[Server, Server], tmp_path: Path
) -> None:
    here, there = pair
    aki, ben = Person(here.url), Person(there.url)
    table = aki.new(["me", "friend"])
    ben.post(f"{table}join/", name="Ben")
    for ticket in (4, 3, 2):
        assert aki.act(table, f"ticket {ticket}").status_code == 200
        assert ben.act(table, f"ticket {ticket}").status_code == 200
    file = tmp_path / "copy.sqlite3"
    assert run("backup", str(file), *options(here)).returncode == 0
    people = [aki, ben]
    while number_in(aki.get(table).text) < 13:
        go_on(people, table)
    old = [token_in(one.get(table).text) for one in people]
    gone = aki.new(["me", "friend"])
    streams = [Stream(one, table) for one in people]
    for stream in streams:
        until(lambda stream=stream: stream.shown == 13, "the streams don't start")
    restored(here, file)
    for stream in streams:
        until(lambda stream=stream: stream.shown == 6, "the streams don't send what was restored")
    for one, page in zip(people, old, strict=True):
        assert number_in(one.get(table).text) == 6
        assert one.act(table, "ticket 1", page).status_code == 409
    assert aki.get(gone).status_code == 404
    go_on(people, table)
    for one in people:
        assert number_in(one.get(table).text) == 7
    for stream in streams:
        until(lambda stream=stream: stream.shown == 7, "the streams don't follow the game")
        stream.close()
    [games] = [one for one in checked(here) if one["what"] == "games"]
    assert games["level"] == "good", games


def go_on(people: list[Person], table: str) -> None:
    """Let whoever is due make a move."""
    due = next(one for one in people if one.get(f"{table}pulse/").json()["turn"])
    move = next(one for one in moves_of(due, table) if "#" not in one)
    assert due.act(table, move).status_code == 200


class Stream:
    """The event stream of a person's page."""

    def __init__(self, person: Person, table: str) -> None:
        self.shown = -1  # the number of moves in the last event
        self._client = httpx.Client(
            base_url=person.client.base_url, cookies=person.client.cookies, timeout=PATIENCE
        )
        self._table = table
        self._thread = Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        with (
            suppress(httpx.TransportError),  # it was closed
            self._client.stream("GET", f"{self._table}stream/") as stream,
        ):
            for line in stream.iter_lines():
                if 'data-number="' in line:
                    self.shown = number_in(line)

    def close(self) -> None:
        self._client.close()


def checked(server: Server) -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads(run("check", "--json", "-", *options(server)).stdout)
    return found


def test_an_open_page_shows_what_was_restored_and_plays_on(
    browser: Browser, tmp_path: Path
) -> None:
    server = Server(tmp_path, DATABASE_URL=f"sqlite:///{tmp_path}/ichiba.sqlite3")
    context = browser.new_context(base_url=server.url, reduced_motion="reduce")
    page = context.new_page()
    page.goto("/new/tsukiji/?mode=bots")
    press(page, "Start game")
    prompt = page.locator("#prompt")

    def lay(ticket: int, then: str) -> None:
        page.locator(f'#board .can[value="ticket {ticket}"] >> visible=true').first.click()
        expect(prompt).to_have_text(then)

    expect(prompt).to_have_text("Lay a ticket on lot 1.")
    page.evaluate("() => { window.same = true }")
    lay(4, "Lay a ticket on lot 2.")
    file = tmp_path / "copy"
    assert run("backup", str(file), *options(server)).returncode == 0
    lay(3, "Lay a ticket on lot 3.")
    restored(server, file)
    expect(prompt).to_have_text("Lay a ticket on lot 2.")
    lay(2, "Lay a ticket on lot 3.")
    assert page.evaluate("() => window.same"), "the page was not loaded again"
    context.close()
    server.stop()
    assert not server.errors(), server.log()


@pytest.mark.long
def test_restores_under_load_leave_no_gap(pair: tuple[Server, Server], tmp_path: Path) -> None:
    """People move on two servers all the time. Every game stays sound, and nothing locks up."""
    here, there = pair
    friends = [Friends(server.url, number) for number, server in enumerate([*pair, *pair])]
    file, over = tmp_path / "copy", Event()
    assert run("backup", str(file), *options(here)).returncode == 0
    players = [Thread(target=one.play, args=[over]) for one in friends]
    for player in players:
        player.start()
    for _ in range(5):
        until(lambda: all(one.taken for one in friends), "nobody can move")
        for one in friends:
            one.taken.clear()
        restored(there, file)
    until(lambda: all(one.taken for one in friends), "nobody can move")
    over.set()
    for player in players:
        player.join()
    assert [one for one in checked(here) if one["what"] == "games" and one["level"] != "good"] == []
    for one in friends:
        counts = [number_in(person.at(server.url).get(one.table).text)
                  for person in one.people for server in pair]  # fmt: skip
        assert len({*counts}) == 1, "both servers show the same"


class Friends:
    """Two people who play as fast as they can."""

    def __init__(self, url: str, number: int) -> None:
        self.rng = Random(number)
        self.people = [Person(url), Person(url)]
        self.table = self.people[0].new(["me", "friend"])
        self.people[1].post(f"{self.table}join/", name="Ben")
        self.taken: list[str] = []

    def play(self, over: Event) -> None:
        while not over.is_set():
            for person in self.people:
                text = person.get(self.table).text
                for move in self.rng.sample(moves := moves_in(text), min(1, len(moves))):
                    answer = person.act(self.table, move, token_in(text))
                    assert answer.status_code in (200, 409, 503), answer.text
                    self.taken += [move] * (answer.status_code == 200)
