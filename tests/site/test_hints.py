"""Hints: only for a person against bots alone, in their turn, without any effect on the game."""

import re
from collections.abc import Iterator
from multiprocessing import active_children
from random import Random
from threading import Event
from typing import Any

import pytest
from django.test import Client

from account_tools import text_of
from api_tools import Program, told
from configuring import configure
from ichiba import bots
from ichiba.bots.advice import Advice
from ichiba.core.match import Match
from ichiba.core.observer import Observer
from ichiba.core.record import Record
from ichiba.games.tsukiji.bots.adviser import Adviser
from ichiba.site.models import Seat, Table
from ichiba.site.people import limits
from ichiba.site.server.request_threads import CrowdedOut, ordinary, threads_for
from ichiba.site.store import snapshots, sql
from ichiba.site.tables import hints, play
from ichiba.site.views import table as views
from patience import PATIENCE
from site_scene import new_table, page_token, play_bots, post_move, seated

pytestmark = pytest.mark.django_db(transaction=True)

ALONE = "There are hints only when all your opponents are bots."
LATER = "You can get a hint when it&#39;s your turn."


class Quick:
    """Thinks at once, and a little only."""

    def __init__(self) -> None:
        self.asked = 0

    def advise(self, record: Record, seat: int, seed: int) -> list[Advice]:
        self.asked += 1
        match = Match.resume(record)
        return Adviser(Random(seed), games=6).advise(Observer(match.game, match.state, seat))


@pytest.fixture
def tutor(monkeypatch: pytest.MonkeyPatch) -> Iterator[Quick]:
    quick = Quick()
    monkeypatch.setattr(hints, "process", lambda: quick)
    hints.forget_all()
    yield quick
    hints.forget_all()


@pytest.fixture
def table(client: Client) -> Table:
    return new_table(["me", "greedy", "gentle"], client, name="Aki")


def ask(client: Client, table: Table, page: str | None = None, **headers: str) -> Any:
    token = page_token(client, table) if page is None else page
    return client.post(f"/t/{table.slug}/hint/", {"page": token}, headers=headers)


def ways_of(answer: Any) -> list[str]:
    return re.findall(r'class="hint-way"[^>]* data-move="([^"]*)"', answer.content.decode())


def test_a_person_against_bots_gets_three_ways_and_nothing_changes(
    client: Client, table: Table, tutor: Quick
) -> None:
    before = snapshots.newest_of(table.pk)
    answer = ask(client, table)
    assert answer.status_code == 200
    page = answer.content.decode()
    ways = ways_of(answer)
    assert len(ways) == 3
    assert all(way.startswith("ticket ") for way in ways)
    percents = [int(found) for found in re.findall(r"wins about (\d+)%", page)]
    assert len(percents) == 3
    assert percents == sorted(percents, reverse=True)
    assert page.count('class="hint-reason">') == 3
    after = snapshots.newest_of(table.pk)
    assert after.version == before.version
    assert after.match.record.encode() == before.match.record.encode()
    assert post_move(client, table, ways[0]).status_code == 302, "it is an ordinary move"


def test_an_open_page_gets_only_its_live_part(client: Client, table: Table, tutor: Quick) -> None:
    part = ask(client, table, hx_request="true")
    assert part.status_code == 200
    assert len(ways_of(part)) == 3
    assert "<html" not in part.content.decode()
    later = client.get(f"/t/{table.slug}/", headers={"hx-request": "true"})
    assert not ways_of(later), "the hint is for the page that asked"


def test_the_same_position_has_the_same_hint(client: Client, table: Table, tutor: Quick) -> None:
    first, again = ask(client, table), ask(client, table)
    assert ways_of(first) == ways_of(again)
    assert tutor.asked == 1
    hints.forget_all()
    assert ways_of(ask(client, table)) == ways_of(first), "also if it is thought of again"


def test_the_choices_of_bots_at_the_same_time_do_not_change_it(
    client: Client, table: Table, tutor: Quick
) -> None:
    page = page_token(client, table)
    first = ask(client, table, page)
    play_bots(table, once=True)
    assert ways_of(ask(client, table, page)) == ways_of(first)
    assert tutor.asked == 1


# --- Who may not ask


def test_games_between_people_have_no_hints(tutor: Quick) -> None:
    players = [Client(), Client()]
    table = seated(players)
    for client in players:
        refused = ask(client, table)
        assert refused.status_code == 409
        assert ALONE in refused.content.decode()
        assert 'id="hint"' not in client.get(f"/t/{table.slug}/").content.decode()
    assert not tutor.asked


def test_a_game_that_somebody_left_is_still_one_between_people(tutor: Quick) -> None:
    players = [Client(), Client()]
    table = seated(players)
    assert players[1].post(f"/t/{table.slug}/resign/").status_code == 302
    refused = ask(players[0], table)
    assert (refused.status_code, ALONE in refused.content.decode()) == (409, True)


def test_people_at_one_screen_have_no_hints(client: Client, tutor: Quick) -> None:
    table = new_table(["me", "me"], client, mode="hotseat", name0="Aki", name1="Ben")
    client.post(f"/t/{table.slug}/unveil/", {"seat": "0"})
    refused = ask(client, table)
    assert (refused.status_code, ALONE in refused.content.decode()) == (409, True)


def test_spectators_get_neither_a_hint_nor_the_button(table: Table, tutor: Quick) -> None:
    Table.objects.filter(pk=table.pk).update(watchable=True)
    sql.raise_version(table.pk)
    stranger = Client()
    page = stranger.get(f"/t/{table.slug}/")
    assert page.status_code == 200
    assert 'id="hint"' not in page.content.decode()
    refused = ask(stranger, table, "")
    assert refused.status_code == 403
    assert not tutor.asked


def test_a_hint_is_for_the_turn_of_the_person(client: Client, table: Table, tutor: Quick) -> None:
    for ticket in "0123":
        assert post_move(client, table, f"ticket {ticket}").status_code == 302
    page = client.get(f"/t/{table.slug}/").content.decode()
    assert re.search(r'id="hint"[^>]* disabled>', page)
    refused = ask(client, table)
    assert (refused.status_code, LATER in refused.content.decode()) == (409, True)
    play_bots(table)
    assert ask(client, table).status_code == (200 if _is_due(table) else 409)


def _is_due(table: Table) -> bool:
    return 0 in snapshots.newest_of(table.pk).match.state.actors


def test_while_a_bot_stands_in_there_is_no_hint(client: Client, table: Table, tutor: Quick) -> None:
    Seat.objects.filter(table=table, number=0).update(stand_in="greedy")
    sql.raise_version(table.pk)
    assert ask(client, table).status_code == 409
    assert not tutor.asked


def test_a_game_that_is_over_has_no_hints(client: Client, table: Table, tutor: Quick) -> None:
    assert client.post(f"/t/{table.slug}/resign/").status_code == 302
    assert ask(client, table, "").status_code == 409
    assert not tutor.asked


# --- Limits


def test_hints_have_a_limit(client: Client, table: Table, tutor: Quick, settings: Any) -> None:
    configure(settings, limits={"hint": (2, 600)})
    for ticket in "01":
        assert ask(client, table).status_code == 200
        assert ask(client, table).status_code == 200, "a hint that is known costs nothing"
        post_move(client, table, f"ticket {ticket}")
    refused = ask(client, table)
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 600
    assert "Try again in 10 minutes." in text_of(refused)
    assert tutor.asked == 2


def test_a_page_that_is_outdated_gets_the_position_instead(
    client: Client, table: Table, tutor: Quick
) -> None:
    old = page_token(client, table)
    post_move(client, table, "ticket 2")
    refused = ask(client, table, old)
    assert refused.status_code == 409
    assert "The position has changed." in refused.content.decode()
    quiet = ask(client, table, old, hx_request="true")
    assert quiet.status_code == 409
    assert "The position has changed." not in quiet.content.decode(), "the page shows it anyway"
    assert not tutor.asked


def test_a_hint_for_a_position_that_has_passed_is_thrown_away(
    client: Client, table: Table, tutor: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    think = tutor.advise

    def while_the_person_moves(record: Record, seat: int, seed: int) -> list[Advice]:
        found = think(record, seat, seed)
        play.play(table, 0, "ticket 2")
        return found

    monkeypatch.setattr(tutor, "advise", while_the_person_moves)
    late = ask(client, table, hx_request="true")
    assert late.status_code == 409
    assert not ways_of(late)
    assert hints.known(snapshots.newest_of(table.pk), 0) is None
    play.undo(table, 0)
    assert hints.known(snapshots.newest_of(table.pk), 0) is None


def test_no_answer_in_time_is_told(client: Client, table: Table, tutor: Quick) -> None:
    tutor.advise = lambda *_: []  # type: ignore[method-assign]
    late = ask(client, table)
    assert late.status_code == 409
    assert "We couldn&#39;t find a hint in time. Try again." in late.content.decode()


def test_a_process_thinks_and_is_stopped(client: Client, table: Table, settings: Any) -> None:
    configure(settings, hint_seconds=60)
    hints.forget_all()
    before = {*active_children()}
    assert len(ways_of(ask(client, table))) == 3
    [process] = {*active_children()} - before
    hints.stop()
    assert not process.is_alive()


def test_many_who_ask_do_not_hold_up_others(settings: Any) -> None:
    """Hints have a thread of their own, and its queue is short."""
    configure(settings, hints_waiting=2)
    threads = threads_for("/t/abc/hint/")
    assert threads_for("/api/v1/tables/abc/hint") is threads
    assert threads_for("/t/abc/") is threads_for("/t/abc/move/") is ordinary is not threads
    go_on = Event()
    busy = [threads.place((one, "")).submit(go_on.wait, PATIENCE) for one in ("a", "b", "c")]
    crowded = threads.place(("d", "")).submit(go_on.wait, PATIENCE)
    with pytest.raises(CrowdedOut):
        crowded.result(PATIENCE)
    assert ordinary.place(("d", "")).submit(lambda: "here").result(PATIENCE) == "here"
    go_on.set()
    assert all(one.result(PATIENCE) for one in busy)


def test_a_full_queue_is_told_in_words(client: Client, table: Table, tutor: Quick) -> None:
    request = client.get(f"/t/{table.slug}/").wsgi_request
    request.method, request.scope = "POST", {limits.CROWDED: True}
    request._dont_enforce_csrf_checks = True
    answer = views.hint(request, table.slug)
    assert answer.status_code == 503
    assert "Try again in a few seconds." in answer.content.decode()
    assert answer.headers["Retry-After"]
    assert not tutor.asked


def test_refused_hints_count(client: Client, table: Table, tutor: Quick, settings: Any) -> None:
    configure(settings, limits={"hint": (2, 300)})
    request = client.get(f"/t/{table.slug}/").wsgi_request
    request.method, request.scope = "POST", {limits.CROWDED: True}
    request._dont_enforce_csrf_checks = True
    statuses = [views.hint(request, table.slug).status_code for _ in range(3)]
    assert statuses == [503, 503, 429]


# --- Programs


def test_a_program_against_bots_gets_a_hint(tutor: Quick) -> None:
    program = Program()
    table = program.table(["me", "greedy"])
    page = program.look(table)["position"]["page"]
    answer = program.post(f"/tables/{table.slug}/hint", page=page)
    assert answer.status_code == 200
    found = answer.json()
    assert found["page"] == page
    assert len(found["ways"]) == 3
    chances = [way["chance"] for way in found["ways"]]
    assert chances == sorted(chances, reverse=True)
    assert found["ways"][0].keys() == {"notation", "label", "chance", "reason", "then"}
    assert program.move(table, found["ways"][0]["notation"]).status_code == 200
    assert told(program.post(f"/tables/{table.slug}/hint", page=page)) == (409, "moved_on")


def test_a_program_against_people_gets_none(tutor: Quick) -> None:
    program, person = Program(), Client()
    table = program.table(["me", "friend"])
    person.post(f"/t/{table.slug}/join/", {"name": "Ben"})
    page = program.look(table)["position"]["page"]
    assert told(program.post(f"/tables/{table.slug}/hint", page=page)) == (409, "refused")
    other = Program("Chie")
    Table.objects.filter(pk=table.pk).update(watchable=True)
    sql.raise_version(table.pk)
    assert told(other.post(f"/tables/{table.slug}/hint", page="")) == (403, "not_for_you")
    assert not tutor.asked


def test_all_titles_with_a_master_offer_hints(client: Client) -> None:
    for title in ("tsukiji", "shinjuku", "tokyo-tsukiji-market"):
        table = new_table(["me", "greedy"], client, title, name="Aki")
        page = client.get(f"/t/{table.slug}/").content.decode()
        assert 'id="hint"' in page
        assert bots.advises(snapshots.newest_of(table.pk).match.game)
