"""The caches of tables: what they save, and that they have a bound."""

from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ichiba import Match, Record
from ichiba.site.models import Table
from ichiba.site.pages import live_part, rendered
from ichiba.site.store import snapshots
from ichiba.site.tables import play
from ichiba.site.tables.bot_driver import simple_move
from site_scene import hold, new_table, seated

pytestmark = pytest.mark.django_db(transaction=True)


def test_only_so_many_snapshots_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots.kept, "most", 3)
    tables = [new_table(["me", "greedy"], Client()) for _ in range(5)]
    for table in tables:
        snapshots.newest_of(table.pk)
    assert [snapshots.in_memory(table.pk) is None for table in tables] == [True] * 2 + [False] * 3


def test_finished_games_leave_room_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots.kept, "most", 3)
    monkeypatch.setattr(snapshots.kept_finished, "most", 1)
    games = Path(__file__).parents[1] / "tsukiji" / "games"
    over = Match.replay(Record.load(min(games.glob("*.json"))))
    tables = [new_table(["me", "greedy"], Client()) for _ in range(4)]
    for table in tables:
        found = snapshots.newest_of(table.pk)
        if table in tables[1:3]:
            snapshots.publish(msgspec.structs.replace(found, match_or_none=over))
    assert [snapshots.in_memory(table.pk) is None for table in tables] == [
        False,
        True,
        False,
        False,
    ]
    snapshots.forget(tables[2].pk)
    assert snapshots.in_memory(tables[2].pk) is None


def test_only_so_many_rendered_parts_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    rendered.forget_all()
    monkeypatch.setattr(rendered.kept, "most", 10)
    for number in range(5):
        rendered.keep((number,), "part", 4)
    assert [number for number in range(5) if rendered.get((number,))] == [3, 4]
    rendered.forget_all()


def test_the_newest_version_costs_one_query_also_after_a_move() -> None:
    client = Client()
    table = new_table(["me", "greedy"], client)
    with hold(table) as match:
        move = simple_move(match, 0)
    play.play(table, 0, move)
    with CaptureQueriesContext(connection) as queries:
        found = snapshots.newest(table.slug)
    assert found.match.record.moves == [f"0 {move}"]
    assert len(queries) == 1


def test_the_answer_and_all_who_see_the_same_share_one_rendering(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[Any] = []
    render = live_part.render

    def rendering(context: dict[str, Any]) -> bytes:
        made.append(context)
        return render(context)

    monkeypatch.setattr(live_part, "render", rendering)
    players, watchers = [Client(), Client()], [Client(), Client()]
    table = seated(players, listed="yes")
    for client in (*players, *watchers):
        client.get(f"/t/{table.slug}/", headers={"HX-Request": "true"})
    made.clear()
    page = play.match_token(snapshots.newest(table.slug).match, 0)
    address, htmx = f"/t/{table.slug}/move/", {"HX-Request": "true"}
    answer = players[0].post(address, {"move": "ticket 4", "page": page}, headers=htmx)
    assert answer.status_code == 200
    for client in (*players, *watchers, *players, *watchers):
        client.get(f"/t/{table.slug}/", headers={"HX-Request": "true"})
    assert [context["viewer"].eyes for context in made] == [0, 1, None]


def test_the_shuffle_can_be_checked_at_the_end() -> None:
    client = Client()
    table = new_table(["me", "greedy"], client)
    page = f"/t/{table.slug}/"
    hashed = sha256(table.seed.encode()).hexdigest()
    begin = client.get(page).content.decode()
    assert hashed in begin
    assert table.seed not in begin
    while table.status != Table.Status.FINISHED:
        with hold(table) as match:
            seat = match.state.actors[0]
            move = simple_move(match, seat)
        play.play(table, seat, move)
        table.refresh_from_db()
    end = client.get(page).content.decode()
    assert hashed in end
    assert f'<code id="seed">{table.seed}</code>' in end
