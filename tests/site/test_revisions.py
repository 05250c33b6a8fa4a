"""When rules change, a game that cannot be replayed says so, is kept, and affects nothing else."""

import pytest
from django.db.models import F
from django.test import Client

from ichiba.site.models import Move, Table, Upload
from ichiba.site.store import snapshots
from ichiba.site.tables.bot_driver import Driver
from site_scene import hold, new_table, post_move

pytestmark = pytest.mark.django_db(transaction=True)


class Silent:
    """A thinker that never returns a move."""

    def choose(self, *_: object) -> list[str]:
        return []


def foreign(client: Client, **changes: object) -> Table:
    """A table in progress that another version of Ichiba has written."""
    table = new_table(["me", "greedy"], client, listed="yes")
    assert post_move(client, table, "ticket 4").status_code == 302
    Table.objects.filter(pk=table.pk).update(version=F("version") + 1, **changes)
    table.refresh_from_db()
    return table


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"revision": 99}, "this version of Ichiba can only replay revision 1."),
        ({"title": "mahjong"}, "mahjong"),
    ],
)
def test_its_page_says_so_and_it_is_kept(client: Client, changes: dict, why: str) -> None:  # type: ignore[type-arg]
    table = foreign(client, **changes)
    address = f"/t/{table.slug}/"
    for path in (address, f"{address}replay/", f"{address}pulse/", f"{address}stream/"):
        answer = client.get(path)
        assert answer.status_code == 410, path
        assert "The game is kept." in answer.content.decode()
        assert why in answer.content.decode()
    assert client.post(f"{address}move/", {"move": "ticket 3", "page": ""}).status_code == 410
    assert [move.text for move in Move.objects.all()] == ["0 ticket 4"]
    assert Table.objects.get().status == "running"


def test_the_record_of_a_finished_game_can_still_be_taken_along(client: Client) -> None:
    table = foreign(client, revision=99, status="finished")
    record = client.get(f"/t/{table.slug}/record.json").json()
    assert (record["revision"], record["moves"]) == (99, ["0 ticket 4"])


def test_lists_bots_and_other_tables_go_on(client: Client) -> None:
    table = foreign(client, revision=99)
    unknown = foreign(client, title="mahjong")
    other = new_table(["me", "greedy"], client, listed="yes")
    for visitor in (client, Client()):
        page = visitor.get("/")
        assert page.status_code == 200
        for one in (table, unknown, other):
            assert one.slug in page.content.decode()
    driver = Driver()
    for one in (table, unknown):
        with pytest.raises(snapshots.Unreplayable):
            driver.move_bot(one.pk, Silent())  # type: ignore[arg-type]
    driver.move_bot(other.pk, Silent())  # type: ignore[arg-type]
    assert other.moves.count() == 1
    assert post_move(client, other, "ticket 4").status_code == 302


def test_a_game_that_does_not_replay_tells_no_move(client: Client) -> None:
    """The impossible move may be another player's secret."""
    table = foreign(client)
    snapshots.forget(table.pk)
    Move.objects.create(table=table, number=2, text="1 ticket 77")
    answer = client.get(f"/t/{table.slug}/")
    assert answer.status_code == 410
    assert "77" not in answer.content.decode()


def test_a_running_game_keeps_its_revision(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from ichiba.core.registry import load

    game = load("tsukiji")
    table = foreign(client)
    assert table.revision == game.revision
    begun = game.revision
    snapshots.forget(table.pk)
    monkeypatch.setattr(type(game), "revision", begun + 1)
    assert client.get(f"/t/{table.slug}/").status_code == 200
    with hold(table) as match:
        assert match.record.revision == begun, "also in the downloaded record"
    waiting = new_table(["me", "friend"], client)
    Client().post(f"/t/{waiting.slug}/join/", {"name": "Ben"})
    waiting.refresh_from_db()
    assert waiting.revision == begun + 1


def test_an_open_table_begins_by_the_rules_of_the_day(client: Client) -> None:
    table = new_table(["me", "friend"], client)
    Table.objects.update(revision=0)
    assert Client().post(f"/t/{table.slug}/join/", {"name": "Ben"}).status_code == 302
    assert Table.objects.get().revision == 1
    assert client.get(f"/t/{table.slug}/").status_code == 200


def test_an_upload_of_other_rules_says_so(client: Client) -> None:
    table = foreign(client)
    with hold(table) as match:
        record = match.record.until(1)
    record.revision = 99
    kept = Upload.objects.create(content=record.encode().decode())
    answer = client.get(f"/replay/{kept.slug}/")
    assert answer.status_code == 410
    assert "revision 99" in answer.content.decode()
