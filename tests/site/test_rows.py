"""Rows that many share: always those that the database would give."""

import pytest
from django.forms import model_to_dict
from django.test import Client

from ichiba.site import live, matches, rows, tables
from ichiba.site.models import ChatLine, Move, Seat, Table
from site_scene import lay_all, new_table, paced, play_bots, post_move, seated

pytestmark = pytest.mark.django_db(transaction=True)


def all_of(table: Table) -> list[object]:
    """Everything that rows tell of a table."""
    seats = [model_to_dict(seat) for seat in table.seats.all()]
    said = [line.text for line in table.last_chat]
    return [{**model_to_dict(table), "version": table.version}, seats, said, table.told]


def check(table: Table) -> None:
    """What is shared is what the database has."""
    fresh = Table.objects.prefetch_related("seats").get(pk=table.pk)
    assert all_of(rows.newest(table.slug)) == all_of(fresh)
    assert all_of(rows.newest_of(table.pk)) == all_of(fresh)
    with matches.hold(fresh) as match:
        assert match.record.moves == [move.text for move in Move.objects.filter(table=table)]
        times = [move.created for move in Move.objects.filter(table=table)]
        assert matches.times_of(match) == times


def test_they_follow_a_whole_game(client: Client) -> None:
    table = new_table(["me", "greedy"], client)
    while Table.objects.get().status == "running":
        check(table)
        play_bots(table)
        check(table)
        with matches.hold(table) as match:
            legal = match.state.legal(0) if 0 in match.state.actors else []
            move = match.game.notation(legal[0]) if legal else None
        if move is not None:
            assert post_move(client, table, move).status_code == 302
    check(table)
    assert rows.newest(table.slug).status == "finished"


def test_they_follow_clocks_talk_and_undo() -> None:
    clients = [Client(), Client()]
    table = paced(clients)
    for seat, client in enumerate(clients):
        post_move(client, table, "ticket 4")
        check(table)
        client.post(f"/t/{table.slug}/chat/", {"text": "hello"})
        check(table)
        with matches.hold(table) as match:
            page = tables.token(match, seat)
        assert client.post(f"/t/{table.slug}/undo/", {"page": page}).status_code == 302
        check(table)
    assert ChatLine.objects.count() == 2
    assert Move.objects.count() == 4


def test_they_follow_what_another_process_does() -> None:
    """Another process writes rows, and nothing in the memory of this one."""
    clients = [Client(), Client()]
    table = seated(clients)
    post_move(clients[0], table, "ticket 4")
    Move.objects.create(table=table, number=2, text="1 ticket 3")
    Seat.objects.filter(table=table, number=1).update(name="Bea")
    tables.sql.raise_version(table.pk)
    check(table)
    assert post_move(clients[0], table, "ticket 2").status_code == 302
    check(table)


def test_a_change_between_reading_and_moving_is_not_lost() -> None:
    clients = [Client(), Client()]
    table = seated(clients)
    old = rows.newest(table.slug)
    Seat.objects.filter(table=table, number=1).update(name="Bea")
    tables.sql.raise_version(table.pk)
    tables.play(table, 0, "ticket 4")
    assert rows.newest(table.slug) is not old
    check(table)


def test_the_answer_to_a_change_shows_it_whatever_happened_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clients = [Client(), Client()]
    table = seated(clients)
    say = tables.say

    def late(*args: object) -> None:
        tables.play(rows.copy(rows.newest(table.slug)), 1, "ticket 4")
        say(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(tables, "say", late)
    form = {"text": "good morning"}
    answer = clients[0].post(f"/t/{table.slug}/chat/", form, headers={"HX-Request": "true"})
    assert "good morning" in answer.content.decode()
    check(table)


def test_who_looks_is_known_to_all_at_once() -> None:
    clients = [Client(), Client()]
    table = seated(clients)
    shared = rows.newest(table.slug)
    Seat.objects.update(seen=None)
    for seat in shared.seats.all():
        seat.seen = None
    clients[1].get(f"/t/{table.slug}/")
    assert [seat.seen is not None for seat in shared.seats.all()] == [False, True]


def test_several_moves_are_one_change_or_none(client: Client) -> None:
    table = new_table(["me", "greedy"], client)
    before = rows.newest(table.slug).version
    with pytest.raises(tables.Refused):
        tables.play_all(table, 1, ["ticket 4", "ticket 3", "ticket 3"], by=tables.By.BOT)
    check(table)
    assert not Move.objects.exists()
    tables.play_all(table, 1, ["ticket 4", "ticket 3", "ticket 2"], by=tables.By.BOT)
    check(table)
    assert Move.objects.count() == 3
    assert rows.newest(table.slug).version == before + 1


def test_what_people_wait_for_comes_before_the_moves_of_bots(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = new_table(["me", "greedy"], client)
    rung: list[bool] = []
    monkeypatch.setattr(live, "ring", lambda _table, *, urgent: rung.append(urgent))
    play_bots(table, once=True)
    lay_all(client, table, ["4"])
    client.post(f"/t/{table.slug}/chat/", {"text": "hello"})
    assert rung == [False, True, True]
