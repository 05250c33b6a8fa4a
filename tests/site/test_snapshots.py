"""Snapshots: what is published at commit always equals the database, and nobody changes it."""

import msgspec
import pytest
from django.db.models import Model
from django.test import Client

from ichiba.site.models import ChatLine, Move, Seat, Table
from ichiba.site.operations import OPERATIONS
from ichiba.site.store import snapshots
from ichiba.site.store.snapshots import Snapshot
from ichiba.site.tables import chat, play
from ichiba.site.tables.bot_driver import simple_move
from ichiba.site.tables.changes import Refused
from ichiba.site.tables.play import By
from site_scene import hold, new_table, paced, play_bots, post_move, seated

pytestmark = pytest.mark.django_db(transaction=True)


def values(row: Model) -> dict[str, object]:
    """All values in a row, apart from when someone was last seen."""
    fields = [field.attname for field in row._meta.concrete_fields if field.name != "seen"]
    return {name: getattr(row, name) for name in fields}


def all_of(snapshot: Snapshot) -> list[object]:
    """Everything in a snapshot."""
    match = snapshot.match_or_none
    return [
        values(snapshot.table),
        [values(seat) for seat in snapshot.table.seats.all()],
        [values(seat) for seat in snapshot.seats],
        [values(line) for line in snapshot.chat],
        [values(one) for one in snapshot.happenings],
        sorted(snapshot.votes),
        {number: values(bid) for number, bid in snapshot.bids.items()},
        None if match is None else (match.record, match.state.dump(), match.events),
        snapshot.times,
    ]


def check(table: Table) -> None:
    """Check that the published snapshot is what anyone would read from the database."""
    known = [snapshots.newest(table.slug), snapshots.newest_of(table.pk)]
    assert known[0] is known[1]
    snapshots.forget(table.pk)
    fresh = snapshots.newest_of(table.pk)
    assert fresh is not known[0]
    assert fresh.version == Table.objects.get(pk=table.pk).version
    assert [move.created for move in Move.objects.filter(table=table)] == fresh.times
    assert all_of(known[0]) == all_of(fresh)
    snapshots.publish(known[0], fresh)


def test_they_follow_a_whole_game(client: Client) -> None:
    table = new_table(["me", "greedy"], client)
    while Table.objects.get().status == "running":
        check(table)
        play_bots(table)
        check(table)
        with hold(table) as match:
            legal = match.state.legal(0) if 0 in match.state.actors else []
            move = match.game.notation(legal[0]) if legal else None
        if move is not None:
            assert post_move(client, table, move).status_code == 302
    check(table)
    assert snapshots.newest(table.slug).table.status == "finished"


def test_they_follow_clocks_talk_and_undo() -> None:
    clients = [Client(), Client()]
    table = paced(clients)
    for seat, client in enumerate(clients):
        post_move(client, table, "ticket 4")
        check(table)
        client.post(f"/t/{table.slug}/chat/", {"text": "hello"})
        check(table)
        with hold(table) as match:
            page = play.match_token(match, seat)
        assert client.post(f"/t/{table.slug}/undo/", {"page": page}).status_code == 302
        check(table)
    assert ChatLine.objects.count() == 2
    assert Move.objects.count() == 4


def test_they_follow_what_another_process_does() -> None:
    """Another process writes rows, which bypasses the cache of this one."""
    clients = [Client(), Client()]
    table = seated(clients)
    post_move(clients[0], table, "ticket 4")
    Move.objects.create(table=table, number=2, text="1 ticket 3")
    Seat.objects.filter(table=table, number=1).update(name="Bea")
    play.sql.raise_version(table.pk)
    check(table)
    assert post_move(clients[0], table, "ticket 2").status_code == 302
    check(table)


def test_a_change_between_reading_and_moving_is_not_lost() -> None:
    clients = [Client(), Client()]
    table = seated(clients)
    old = snapshots.newest(table.slug)
    Seat.objects.filter(table=table, number=1).update(name="Bea")
    play.sql.raise_version(table.pk)
    play.play(table, 0, "ticket 4")
    assert snapshots.newest(table.slug) is not old
    check(table)


def test_no_move_is_refused_because_this_process_is_behind() -> None:
    """Another process has made the move after which this one is legal."""
    table = seated([Client(), Client()])
    match = snapshots.newest(table.slug).match.copy()
    while 0 in match.state.actors:
        move = simple_move(match, 0)
        match.play(0, match.game.parse(move))
        play.play(table, 0, move)
    behind, known = snapshots.newest(table.slug), len(match.record.moves)
    while match.state.simultaneous:
        match.play(1, match.game.parse(simple_move(match, 1)))
    for number, text in enumerate(match.record.moves[known:], start=known + 1):
        Move.objects.create(table=table, number=number, text=text)
    play.sql.raise_version(table.pk)
    seat = match.state.actors[0]
    move = simple_move(match, seat)
    assert behind.match.state.explain(seat, match.game.parse(move)) is not None
    play.play(behind.table, seat, move)
    assert snapshots.newest(table.slug).match.record.moves == [
        *match.record.moves,
        f"{seat} {move}",
    ]
    check(table)


def test_the_answer_to_a_change_shows_it_whatever_happened_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clients = [Client(), Client()]
    table = seated(clients)
    say = chat.say

    def late(*args: object) -> None:
        play.play(snapshots.newest(table.slug).table, 1, "ticket 4")
        say(*args)  # type: ignore[arg-type]

    operation = msgspec.structs.replace(OPERATIONS["chat"], do=late)
    monkeypatch.setitem(OPERATIONS, "chat", operation)
    form = {"text": "good morning"}
    answer = clients[0].post(f"/t/{table.slug}/chat/", form, headers={"HX-Request": "true"})
    assert "good morning" in answer.content.decode()
    check(table)


def test_who_looks_is_known_to_all_at_once() -> None:
    clients = [Client(), Client()]
    table = seated(clients)
    Seat.objects.update(seen=None)
    snapshots.forget(table.pk)
    before = snapshots.newest(table.slug)
    clients[1].get(f"/t/{table.slug}/")
    after = snapshots.newest(table.slug)
    assert [after.seen[seat] is not None for seat in (0, 1)] == [False, True]
    assert before.seen == {0: None, 1: None}, "a snapshot is never changed"
    assert after.version == before.version


def test_several_moves_are_one_change_or_none(client: Client) -> None:
    table = new_table(["me", "greedy"], client)
    before = snapshots.newest(table.slug).version
    with pytest.raises(Refused):
        play.play_all(table, 1, ["ticket 4", "ticket 3", "ticket 3"], by=By.BOT)
    check(table)
    assert not Move.objects.exists()
    play.play_all(table, 1, ["ticket 4", "ticket 3", "ticket 2"], by=By.BOT)
    check(table)
    assert Move.objects.count() == 3
    assert snapshots.newest(table.slug).version == before + 1
