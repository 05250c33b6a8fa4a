"""The standings: what counts for each player, with the change since the viewer's last turn."""

import re

import msgspec
import pytest
from django.test import Client

from ichiba.games.tsukiji.state import TsukijiState
from ichiba.site.models import Table
from ichiba.site.pages import moments
from ichiba.site.pages.log import chapters_for
from ichiba.site.pages.since import before_turn
from ichiba.site.pages.standings import standings_context
from ichiba.site.store import snapshots
from ichiba.site.tables import play
from ichiba.site.titles.words import words_for
from site_scene import hold, lay_all, seated

pytestmark = pytest.mark.django_db


def rows(client: Client, table: Table) -> list[str]:
    page = client.get(f"/t/{table.slug}/").content.decode()
    standings = page[page.index('<section id="players"') : page.index('<div class="said"')]
    return re.findall(r'<li class="player .*?</ul>', standings, re.S)


def turn_of(table: Table) -> int:
    with hold(table) as match:
        return match.state.actors[0]


def decided(table: Table, seat: int) -> int:
    found = snapshots.newest_of(table.pk)
    return before_turn(found.match, chapters_for(found, seat), seat)


def test_the_viewer_stands_first_and_spectators_see_all_in_order() -> None:
    clients = [Client(), Client()]
    table = seated(clients, seed="7", listed="yes")
    assert 'id="player-1"' in rows(clients[1], table)[0]
    assert " own" in rows(clients[1], table)[0].split(">", 1)[0]
    shown = rows(Client(), table)
    assert 'id="player-0"' in shown[0]
    assert not any(" own" in row.split(">", 1)[0] for row in shown)


def test_a_change_is_counted_from_the_end_of_ones_last_turn() -> None:
    clients = [Client(), Client()]
    table = seated(clients, seed="7")
    for client in clients:
        lay_all(client, table, ["4", "3", "2"])
    first = turn_of(table)
    second = 1 - first
    with hold(table) as match:
        before = match.state.view(None)["scores"]
    play.play(table, first, "refuse")
    with hold(table) as match:
        after = match.state.view(None)["scores"]
    gain = after[first] - before[first]
    assert gain > 0
    [row] = [one for one in rows(clients[second], table) if f'id="player-{first}"' in one]
    assert f"up {gain} since your last turn" in row
    assert "since your last turn" not in rows(clients[first], table)[0], "one's own turn ended now"


def test_a_turn_lasts_while_nobody_else_does_anything_that_is_told() -> None:
    clients = [Client(), Client()]
    table = seated(clients, seed="7")
    assert decided(table, 0) == 0
    lay_all(clients[0], table, ["4", "3"])
    assert decided(table, 0) == 0, "tickets are laid in one turn"
    lay_all(clients[1], table, ["4"])
    lay_all(clients[0], table, ["2"])
    lay_all(clients[1], table, ["3", "2"])
    with hold(table) as match:
        laid = [n for n, move in enumerate(match.record.moves, 1) if move.startswith("0 ")][-1]
    assert decided(table, 0) == laid


def test_how_one_wins_is_told_in_the_first_turn_and_one_click_away_later() -> None:
    clients = [Client(), Client()]
    table = seated(clients, seed="7")
    page = clients[0].get(f"/t/{table.slug}/").content.decode()
    assert 'class="how-now"' in page
    assert 'popovertarget="how-one-wins"' in page
    for client in clients:
        lay_all(client, table, ["4", "3", "2"])
    seat = turn_of(table)
    page = clients[seat].get(f"/t/{table.slug}/").content.decode()
    assert 'class="how-now"' not in page
    assert 'popovertarget="how-one-wins"' in page


def test_the_last_round_says_so() -> None:
    clients = [Client(), Client()]
    table = seated(clients, seed="7")
    while True:
        with hold(table) as match:
            seat = match.state.actors[0]
            if match.state.view(None)["round"] == 7:
                break
            move = match.game.notation(match.state.legal(seat)[-1])
        play.play(table, seat, move)
    assert "Last round: 7 of 7" in clients[0].get(f"/t/{table.slug}/").content.decode()


def test_a_live_part_takes_one_view_and_replays_nothing_after_ones_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clients, views = [Client(), Client()], []
    table = seated(clients, seed="7")
    view = TsukijiState.view

    def seen(state: TsukijiState, seat: int | None) -> object:
        views.append(seat)
        return view(state, seat)

    def looks() -> list[int | None]:
        views.clear()
        found = clients[0].get(f"/t/{table.slug}/", headers={"HX-Request": "true"})
        assert b'id="player-1"' in found.content
        return views

    monkeypatch.setattr(TsukijiState, "view", seen)
    monkeypatch.setattr(moments, "match_at", None)
    for ticket in ("4", "3", "2"):
        play.play(table, 0, f"ticket {ticket}")
    assert looks() == [0, 0]  # of the position, and once of that after the last turn
    play.play(table, 1, "ticket 4")
    assert looks() == [0]


def test_a_change_is_not_counted_from_a_game_that_a_restore_replaced() -> None:
    clients, found = [Client(), Client()], []
    table = seated(clients, seed="7")
    for client in clients:
        lay_all(client, table, ["4", "3", "2"])
    first, before = turn_of(table), snapshots.newest_of(table.pk)
    for epoch, choice in (("before", 0), ("after", -1)):
        match = before.match.copy()
        match.play(first, match.state.legal(first)[choice])
        now = msgspec.structs.replace(before, epoch=epoch, match_or_none=match)
        at, view = match.last_decision(first), match.state.view(first)
        shown = standings_context(now, view, first, at, words_for(match.record.names))
        found.append([line.score.change for line in shown["lines"].values()])
    assert found == [[0, 0], [0, 0]]
