"""What the rows of a table say without a replay: whose turn it is, and how a game ended."""

from importlib import import_module
from random import Random
from types import SimpleNamespace

import pytest
from django.db import connection
from django.test import Client

from history import apps_at
from ichiba.site.models import Person, Result, Table
from ichiba.site.pages.your_games import IN_SIGHT, your_games
from ichiba.site.people import moderation
from ichiba.site.store import snapshots
from ichiba.site.tables import play
from ichiba.site.tables.play import By
from site_scene import hold, market, new_table, post_move, seated

pytestmark = pytest.mark.django_db(transaction=True)


def play_on(table: Table, moves: int = 100_000) -> None:
    """Make random moves for all seats, and check after each that the row says who is due."""
    rng = Random(1)
    for _ in range(moves):
        table.refresh_from_db()
        with hold(table) as match:
            actors = match.state.actors
            assert table.due_seats == [*actors]
            if not actors:
                return
            seat = rng.choice(actors)
            move = match.game.notation(rng.choice(match.state.legal(seat)))
        play.play(table, seat, move, by=By.PERSON)


@pytest.mark.parametrize("start", [seated, market])
def test_a_row_says_whose_turn_it_is(start) -> None:  # type: ignore[no-untyped-def]
    table = start([Client(), Client()])
    assert table.due_seats == [*snapshots.newest_of(table.pk).match.state.actors]
    play_on(table, 25)
    moderation.end(table)
    assert Table.objects.get().due == 0


def test_undo_is_noted() -> None:
    clients = [Client(), Client()]
    table = seated(clients, "7")
    first = Table.objects.get().due_seats
    assert post_move(clients[first[0]], table, "ticket 4").status_code == 302
    play.undo(table, first[0])
    assert Table.objects.get().due_seats == first


def stored() -> list[tuple[int, int, bool]]:
    return [*Result.objects.order_by("seat__number").values_list("place", "points", "won")]


def test_a_finished_game_has_a_result_for_each_seat_and_a_migration_gives_old_ones_theirs() -> None:
    table = seated([Client(), Client(), Client()])
    play_on(table)
    table.refresh_from_db()
    assert (table.status, table.due) == ("finished", 0)
    found = stored()
    assert [points for _, points, _ in found] == table.scores
    assert [number for number, one in enumerate(found) if one[2]] == table.winners
    assert all(place == 1 for place, _, won in found if won)
    assert sorted(found, key=lambda one: one[0])[0][2], "a winner comes first"
    running = seated([Client(), Client()])
    play_on(running, 7)
    due = Table.objects.get(pk=running.pk).due
    assert due
    Result.objects.all().delete()
    Table.objects.update(due=0)
    migration = import_module("ichiba.site.migrations.0012_errands")
    for step in (migration.store_results, migration.store_due):
        step(apps_at("0013_notices"), SimpleNamespace(connection=connection))
    assert stored() == found
    assert Table.objects.get(pk=running.pk).due == due


def test_the_migration_leaves_games_that_it_can_not_replay() -> None:
    new_table(["me", "greedy"], Client())
    Table.objects.update(revision=99, due=0)
    migration = import_module("ichiba.site.migrations.0012_errands")
    migration.store_due(apps_at("0013_notices"), SimpleNamespace(connection=connection))
    assert Table.objects.get().due == 0


def test_the_list_of_games_replays_only_those_in_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client()
    tables = [new_table(["me", "greedy"], client) for _ in range(IN_SIGHT + 4)]
    replayed = []
    of = snapshots.of
    monkeypatch.setattr(snapshots, "of", lambda table: replayed.append(table.pk) or of(table))
    rows = your_games(Person.objects.get())
    assert len(rows) == len(tables)
    assert len(replayed) == IN_SIGHT
    assert all(row.turn for row in rows), "whose turn it is stands in the rows"
