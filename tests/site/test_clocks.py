"""Clocks: what is left, what is added, what happens at zero, and what a server's own clock does."""

from datetime import UTC, datetime, timedelta
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from account_tools import text_of
from ichiba.site.errands.workers import do_all_due
from ichiba.site.models import DayOff, Errand, Happening, Seat, SiteValue, Table
from ichiba.site.pages.clock_faces import in_figures
from ichiba.site.store import sql
from ichiba.site.tables import clocks, timekeeping
from site_scene import hold, lay_all, new_table, paced, page_token, post_move

pytestmark = pytest.mark.django_db(transaction=True)

# A Wednesday.
START = datetime(2026, 5, 6, 12, tzinfo=UTC)
TICKETS = ["4", "3", "2"]


class Wall:
    """The clock on the wall, which stands still between two steps."""

    def __init__(self) -> None:
        self.now = START

    def passes(self, alive: bool = True, **time: float) -> None:
        """Let time pass. If servers are alive, they do what is due, and note that they are."""
        end = self.now + timedelta(**time)
        if alive:
            do_all_due()
        while alive and self.now < end:
            alarms = Errand.objects.filter(failed=None, kind="alarm", due__lte=end)
            first = alarms.order_by("due").values_list("due", flat=True).first()
            self.now = end if first is None else max(self.now, first)
            # As if it had been noted every 20 seconds.
            SiteValue.objects.filter(name="beat").update(value=self.now.isoformat())
            do_all_due()
        self.now = end


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    clock = Wall()
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    return clock


@pytest.fixture
def clients() -> list[Client]:
    return [Client(), Client()]


def seat(table: Table, number: int) -> Seat:
    return Seat.objects.get(table=table, number=number)


def left(table: Table, number: int) -> float:
    return clocks.left(Table.objects.get(pk=table.pk), seat(table, number))


def deadline(table: Table, number: int) -> datetime | None:
    return clocks.until(Table.objects.get(pk=table.pk), seat(table, number))


def stand_ins(table: Table) -> list[str]:
    return [one.stand_in for one in table.seats.all()]


def begun(wall: Wall, clients: list[Client], pace: str = "bank15", **data: object) -> Table:
    """A game of Tsukiji in which both have to lay tickets."""
    return paced(clients, pace, "7", **data)


# --- What is left


def test_time_runs_for_all_who_are_due_and_is_added_after_the_turn(
    wall: Wall, clients: list[Client]
) -> None:
    table = begun(wall, clients)
    wall.passes(seconds=100)
    lay_all(clients[0], table, TICKETS)
    assert left(table, 0) == 15 * 60 - 100 + 20
    wall.passes(seconds=50)
    assert (left(table, 0), left(table, 1)) == (820, 750), "only Ben's clock runs"
    assert deadline(table, 0) is None
    assert deadline(table, 1) == START + timedelta(minutes=15)
    lay_all(clients[1], table, TICKETS)
    assert seat(table, 1).time_left == 770


def test_nobody_saves_more_than_the_most(wall: Wall, clients: list[Client]) -> None:
    table = begun(wall, clients, "live")
    wall.passes(seconds=100)
    lay_all(clients[0], table, TICKETS)
    assert left(table, 0) == 300


def test_an_undo_gains_no_time(wall: Wall, clients: list[Client]) -> None:
    table = begun(wall, clients)
    wall.passes(seconds=100)
    lay_all(clients[0], table, TICKETS)
    for _ in range(3):
        clients[0].post(f"/t/{table.slug}/undo/", {"page": page_token(clients[0], table)})
        assert deadline(table, 0) == wall.now + timedelta(seconds=left(table, 0))
        wall.passes(seconds=10)
        lay_all(clients[0], table, TICKETS[-1:])
    assert left(table, 0) == 15 * 60 - 100 + 20 - 30


def test_bots_have_no_clock(wall: Wall) -> None:
    aki = Client()
    table = new_table(["me", "greedy"], aki, name="Aki", pace="live")
    assert [one.due_since is None for one in table.seats.all()] == [False, True]
    assert "player-clock" in text_of(aki.get(f"/t/{table.slug}/"))


def test_a_move_within_a_turn_writes_no_clock_and_one_at_its_end_writes_them_once(
    wall: Wall, clients: list[Client]
) -> None:
    for pace, writes in (("none", [0, 0, 0]), ("live", [0, 0, 1])):
        table = begun(wall, clients, pace)
        found = []
        for ticket in TICKETS:
            token = page_token(clients[0], table)
            with CaptureQueriesContext(
                connection,
            ) as queries:
                assert post_move(clients[0], table, f"ticket {ticket}", token).status_code == 302
            asked = [one["sql"] for one in queries.captured_queries]
            found.append(sum("UPDATE site_seat SET due_since" in one for one in asked))
            assert not any("site_errand" in one for one in asked)
            assert not any("UPDATE" in one and "alarm" in one for one in asked)
        assert found == writes


# --- At zero


def test_a_bot_of_the_chosen_level_takes_over_until_the_player_is_back(
    wall: Wall, clients: list[Client]
) -> None:
    table = begun(wall, clients, at_zero="greedy")
    lay_all(clients[1], table, TICKETS)
    wall.passes(minutes=14, seconds=59)
    assert stand_ins(table) == ["", ""]
    wall.passes(seconds=1)
    assert stand_ins(table) == ["greedy", ""]
    assert Happening.objects.filter(kind="time_up", seat=0).count() == 1
    assert "Aki ran out of time. A bot takes over." in text_of(clients[1].get(f"/t/{table.slug}/"))
    assert deadline(table, 0) is None
    wall.passes(minutes=5)
    assert clients[0].post(f"/t/{table.slug}/back/").status_code == 302
    assert stand_ins(table) == ["", ""]
    assert left(table, 0) == 15 * 60 / 4, "a quarter, so that the same doesn't happen at once"
    assert deadline(table, 0) == wall.now + timedelta(seconds=225)
    wall.passes(seconds=225)
    assert stand_ins(table) == ["greedy", ""]


def test_where_the_others_decide_the_page_tells_them(wall: Wall, clients: list[Client]) -> None:
    table = begun(wall, clients)
    lay_all(clients[1], table, TICKETS)
    version = Table.objects.get().version
    wall.passes(minutes=15)
    assert Table.objects.get().version > version
    assert stand_ins(table) == ["", ""]
    assert "Aki is out of time." in text_of(clients[1].get(f"/t/{table.slug}/"))
    assert Table.objects.get().alarm is None
    assert not Errand.objects.filter(kind="alarm").exists()
    wall.passes(minutes=1)
    assert not Errand.objects.filter(kind="beat").exists(), "nothing runs any more"
    assert post_move(clients[0], table, "ticket 4").status_code == 302, "late moves are accepted"


def test_all_who_decide_at_the_same_time_have_clocks_of_their_own(
    wall: Wall, clients: list[Client]
) -> None:
    table = begun(wall, clients, at_zero="greedy")
    Seat.objects.filter(number=1).update(time_left=60)
    sql.raise_version(table.pk)
    clocks.order_alarm(table.pk, wall.now + timedelta(seconds=60))
    wall.passes(minutes=2)
    assert stand_ins(table) == ["", "greedy"]
    assert deadline(table, 0) == START + timedelta(minutes=15)
    assert Table.objects.get().alarm == deadline(table, 0)


def test_an_errand_that_was_lost_is_ordered_again(wall: Wall, clients: list[Client]) -> None:
    table = begun(wall, clients, at_zero="greedy")
    Errand.objects.filter(kind="alarm").update(failed=wall.now, due=wall.now)
    wall.passes(minutes=21)
    assert stand_ins(table) == ["greedy", "greedy"]


def test_a_game_that_is_over_has_no_alarm(wall: Wall, clients: list[Client]) -> None:
    table = begun(wall, clients)
    for client in clients:
        client.post(f"/t/{table.slug}/resign/")
    wall.passes(minutes=20)
    assert not Errand.objects.filter(kind__in=("alarm", "beat")).exists()


# --- The server's own clock


def test_while_no_server_runs_nobody_loses_time(wall: Wall, clients: list[Client]) -> None:
    """As after a kill: the rows of the errands are there, and nobody does them."""
    table = begun(wall, clients, at_zero="greedy")
    wall.passes(minutes=10)
    wall.passes(alive=False, hours=3)
    wall.passes(seconds=1)
    assert stand_ins(table) == ["", ""]
    assert 4 * 60 < left(table, 0) <= 5 * 60
    wall.passes(minutes=6)
    assert stand_ins(table) == ["greedy", "greedy"]


def test_whoever_moves_before_the_clocks_are_corrected_loses_nothing_either(
    wall: Wall, clients: list[Client]
) -> None:
    table = begun(wall, clients, at_zero="greedy")
    wall.passes(minutes=10)
    wall.passes(alive=False, hours=3)
    lay_all(clients[0], table, TICKETS)
    assert 4 * 60 < left(table, 0) <= 5 * 60 + 40
    lost = left(table, 0)
    wall.passes(seconds=30)
    assert left(table, 0) == lost, "it isn't corrected twice"


def test_a_server_that_is_killed_between_zero_and_its_errand(
    wall: Wall, clients: list[Client]
) -> None:
    table = begun(wall, clients, at_zero="greedy")
    wall.passes(minutes=14, seconds=50)
    wall.passes(alive=False, seconds=30)  # zero passes, and a new server is there soon
    assert stand_ins(table) == ["", ""]
    wall.passes(seconds=1)
    assert stand_ins(table) == ["greedy", "greedy"]
    assert Happening.objects.filter(kind="time_up").count() == 2
    assert do_all_due() == 0


def test_a_clock_that_jumps_forward_takes_a_minute_at_most(
    wall: Wall, clients: list[Client]
) -> None:
    table = begun(wall, clients, at_zero="greedy")
    wall.passes(minutes=2)
    wall.now += timedelta(days=400)
    wall.passes(seconds=1)
    assert stand_ins(table) == ["", ""]
    assert 11 * 60 <= left(table, 0) <= 13 * 60


def test_a_clock_that_jumps_back_gives_nobody_more_than_they_had(
    wall: Wall, clients: list[Client]
) -> None:
    table = begun(wall, clients, at_zero="greedy")
    wall.passes(minutes=5)
    wall.now -= timedelta(hours=2)
    assert left(table, 0) == 15 * 60
    lay_all(clients[0], table, TICKETS)
    assert left(table, 0) == 15 * 60 + 20
    wall.passes(hours=2, minutes=16)
    assert stand_ins(table) == ["", "greedy"]


def test_two_servers_whose_clocks_differ_correct_nothing_twice(
    wall: Wall, clients: list[Client]
) -> None:
    table = begun(wall, clients, at_zero="greedy")
    wall.passes(minutes=2)
    for seconds in (20, -20, 30, -30):
        wall.now += timedelta(seconds=seconds)
        do_all_due()
    assert seat(table, 0).due_since == START


# --- Over days


def wish(client: Client, **chosen: object) -> None:
    usual = {"mail": "", "minutes": 30, "hour": 8, "time_zone": "Asia/Tokyo", "hook": ""}
    response = client.post("/me/notices/", {**usual, "hook_kind": "json", **chosen})
    assert response.status_code == 302, text_of(response)


def test_quiet_hours_hold_from_the_next_turn_on_and_others_learn_nothing(
    wall: Wall, clients: list[Client]
) -> None:
    table = begun(wall, clients, "day")
    wish(clients[0], quiet_from=22, quiet_until=7)
    assert deadline(table, 0) == START + timedelta(days=1), "this turn has begun without them"
    lay_all(clients[0], table, TICKETS)
    lay_all(clients[1], table, TICKETS)
    with hold(table) as match:
        while 0 not in match.state.actors:
            move = match.game.notation(match.state.legal(1)[0])
            assert post_move(clients[1], table, move).status_code == 302
            match.replay_move(f"1 {move}")
    end = deadline(table, 0)
    # It is nine in the evening in Tokyo: one hour, fifteen of the next day, eight of the third.
    assert end == datetime(2026, 5, 8, 6, tzinfo=UTC)
    own, other = (text_of(one.get(f"/t/{table.slug}/")) for one in clients)
    assert end.isoformat() in own
    assert end.isoformat() not in other
    assert "2026-05-08T12:00:00+00:00" in other, "half a day is all that others see"
    for secret in ("Asia/Tokyo", "days_off", "weekends"):
        assert secret not in other


def test_what_is_left_of_others_is_not_shown_over_days(wall: Wall, clients: list[Client]) -> None:
    table = begun(wall, clients, "days3")
    lay_all(clients[0], table, TICKETS)
    own, other = (client.get(f"/t/{table.slug}/").content.decode() for client in clients)
    assert "3d 12h" in own
    assert "3d 12h" not in other


def test_what_waits_for_you_is_listed_by_the_time_left(wall: Wall, clients: list[Client]) -> None:
    tables = [begun(wall, clients, pace) for pace in ("none", "day", "live", "days3")]
    wall.passes(seconds=1)
    tables.append(begun(wall, clients, "none"))
    page = clients[0].get("/").content.decode()
    order = sorted(tables, key=lambda table: page.index(f'href="/t/{table.slug}/"'))
    assert [table.pace for table in order] == ["live", "day", "days3", "none", "none"]
    assert order[3] == tables[4], "the newest of those without a limit"
    end = deadline(tables[1], 0)
    assert end is not None
    assert f'until <time datetime="{end.isoformat()}">' in " ".join(page.split())


def test_weekends_are_off_if_the_table_says_so(wall: Wall, clients: list[Client]) -> None:
    table = begun(wall, clients, "days3", weekends_off="yes")
    wall.passes(days=0)
    assert deadline(table, 0) == datetime(2026, 5, 11, 12, tzinfo=UTC)
    assert deadline(begun(wall, clients, "days3"), 0) == datetime(2026, 5, 9, 12, tzinfo=UTC)
    assert not begun(wall, clients, "live", weekends_off="yes").weekends_off


def test_days_off_begin_by_themselves_at_all_tables_and_end_after_21(
    wall: Wall, clients: list[Client]
) -> None:
    table = begun(wall, clients, "day", at_zero="greedy")
    longer = begun(wall, clients, "days3", at_zero="greedy")
    live = begun(wall, clients, "live")
    wall.passes(days=1, minutes=1)
    assert stand_ins(table) == ["", ""]
    assert DayOff.objects.count() == 2, "one for each of the two"
    assert deadline(table, 0) == START + timedelta(days=2)
    assert deadline(longer, 0) == START + timedelta(days=4), "it rests there, too"
    assert seat(live, 0).rests == ""
    wall.passes(days=20)
    assert stand_ins(table) == ["", ""]
    assert "you have 0 left this year" in text_of(clients[0].get("/me/notices/"))
    wall.passes(days=1)
    assert stand_ins(table) == ["greedy", "greedy"]
    assert DayOff.objects.count() == 42
    assert stand_ins(longer) == ["", ""]
    wall.passes(days=2)
    assert stand_ins(longer) == ["greedy", "greedy"]


def test_a_new_year_brings_new_days(wall: Wall, clients: list[Client]) -> None:
    begun(wall, clients, "day")
    person = seat(Table.objects.get(), 0).person_id
    DayOff.objects.create(person_id=person, begins=START, ends=START + timedelta(days=1))
    assert timekeeping.days_left(person, 2026) == 20  # type: ignore[arg-type]
    assert timekeeping.days_left(person, 2027) == 21  # type: ignore[arg-type]


@pytest.mark.parametrize("hours", [{"quiet_from": 22}, {"quiet_from": 8, "quiet_until": 22}])
def test_impossible_quiet_hours_are_refused(wall: Wall, hours: dict[str, int]) -> None:
    data = {"mail": "", "minutes": 30, "hour": 8, "time_zone": "UTC", "hook_kind": "json", **hours}
    response = Client().post("/me/notices/", data)
    assert response.status_code == 422
    assert "Choose both hours, at most 12 hours apart." in text_of(response)


# --- Setting up


def test_a_limit_of_ones_own(wall: Wall, clients: list[Client]) -> None:
    table = begun(wall, clients, "own", minutes="20", seconds="10")
    assert (table.bank, table.gain, table.most) == (1200, 10, 4800)
    assert table.time_limit == "20 minutes, plus 10 seconds per turn"


@pytest.mark.parametrize(
    "wrong",
    [
        {"pace": "own", "minutes": "0", "seconds": "5"},
        {"pace": "own", "minutes": "x", "seconds": "5"},
        {"pace": "own", "minutes": "5", "seconds": "-1"},
        {"pace": "live", "at_zero": "nobody"},
        {"pace": "hurry"},
    ],
)
def test_wrong_limits_are_refused_in_words(wrong: dict[str, str], client: Client) -> None:
    response = client.post("/new/tsukiji/", {"players": "2", "seat0": "me", **wrong})
    assert response.status_code == 422
    assert not Table.objects.exists()


def test_a_rematch_has_the_same_limit(wall: Wall, clients: list[Client]) -> None:
    table = begun(wall, clients, "days3", at_zero="greedy", weekends_off="yes")
    Table.objects.update(status="finished")
    sql.raise_version(table.pk)
    slug = clients[0].post(f"/t/{table.slug}/rematch/").headers["location"].split("/")[2]
    again = Table.objects.get(slug=slug)
    assert (again.pace, again.most, again.at_zero, again.weekends_off) == (
        "days3",
        5 * 86_400,
        "greedy",
        True,
    )


def test_clocks_show_figures() -> None:
    shown = [in_figures(one, over_days=False) for one in (0, 65, 3605)]
    assert shown == ["0:00", "1:05", "1:00:05"]
    assert [in_figures(one, over_days=True) for one in (300, 7260, 100_000)] == [
        "0h 05m",
        "2h 01m",
        "1d 3h",
    ]


def test_old_tables_keep_their_limit(wall: Wall, clients: list[Client]) -> None:
    table = begun(wall, clients, "live")
    Table.objects.update(bank=0, gain=0, most=0, alarm=None)
    Errand.objects.all().delete()
    migration = import_module("ichiba.site.migrations.0016_clocks")
    migration.set_numbers(apps, SimpleNamespace(connection=connection))
    table.refresh_from_db()
    assert (table.bank, table.gain, table.most, table.at_zero) == (300, 300, 300, "")
    wall.passes(seconds=1)
    assert Table.objects.get().alarm == START + timedelta(minutes=5)
    assert SiteValue.objects.filter(name="beat").exists()
