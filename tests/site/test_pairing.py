"""Quick pairing: people who look for the same game get one table, exactly once."""

from datetime import UTC, datetime, timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

import ichiba
from account_tools import text_of
from configuring import configure
from ichiba.site.errands.workers import do_all_due
from ichiba.site.models import Errand, Person, Rating, Search, Seat, Table
from ichiba.site.server.cleanup import clean_up
from ichiba.site.tables import pairing

pytestmark = pytest.mark.django_db(transaction=True)
START = datetime(2026, 11, 19, 12, tzinfo=UTC)


class Wall:
    """The clock on the wall, which stands still between two steps."""

    now = START

    def passes(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture(autouse=True)
def wall(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Wall:
    configure(settings, limits={})
    clock = Wall()
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    return clock


class Seeker(Client):
    """Somebody in a browser of their own."""

    def looks(
        self, title: str = "tsukiji", pace: str = "live", *, bots: bool = False, near: bool = False
    ) -> "Seeker":
        data = {"title": title, "pace": pace}
        data |= ({"bots": "yes"} if bots else {}) | ({"near": "yes"} if near else {})
        answer = self.post("/find/", data)
        assert answer.status_code == 302, text_of(answer)
        return self

    @property
    def state(self) -> str:
        state: str = self.get("/find/pulse/").json()["state"]
        return state

    @property
    def table(self) -> Table:
        address = self.get("/find/pulse/").json()["address"]
        return Table.objects.get(slug=address.split("/")[2])


def seekers(count: int, **how: Any) -> list[Seeker]:
    return [Seeker().looks(**how) for _ in range(count)]


def test_three_people_who_look_for_the_same_game_get_a_table() -> None:
    two = seekers(2)
    do_all_due()
    assert [one.state for one in two] == ["waiting", "waiting"]
    three = [*two, *seekers(1)]
    do_all_due()
    [table] = Table.objects.all()
    assert [one.table for one in three] == [table] * 3
    assert (table.status, table.pace, table.listed) == ("running", "bank15", False)
    assert table.at_zero == "strong"
    page = three[0].get("/find/")
    assert page["location"] == f"/t/{table.slug}/"
    assert three[0].get("/find/").status_code == 200, "and then they can look again"


def test_only_people_who_want_the_same_meet() -> None:
    seekers(2)
    seekers(2, pace="days")
    seekers(2, title="shinjuku")
    do_all_due()
    assert not Table.objects.exists()
    seekers(1, pace="days")
    do_all_due()
    assert Table.objects.get().pace == "days3"


def test_whom_somebody_may_not_meet_they_do_not_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    first, *others = seekers(4)
    foe = Search.objects.earliest("pk").pk
    monkeypatch.setattr(pairing, "fits", lambda one, other: foe not in (one.pk, other.pk))
    do_all_due()
    assert first.state == "waiting"
    assert {one.state for one in others} == {"found"}


def rated(rating: float) -> Seeker:
    """Somebody who has a rating for live games of Tsukiji, and none for others."""
    one = Seeker().looks("shinjuku")
    person = Person.objects.latest("pk")
    Rating.objects.create(
        person=person, title="tsukiji", tempo="live", rating=rating, deviation=90, games=20,
        last=timezone.now(),
    )  # fmt: skip
    return one


def test_whoever_wants_opponents_of_about_the_same_rating_gets_no_others() -> None:
    strong, other = rated(1300).looks(near=True), rated(1090).looks()
    weak = [rated(points).looks() for points in (1000, 1010)]
    do_all_due()
    assert strong.state == "waiting"
    assert {one.state for one in (other, *weak)} == {"found"}, "these want anybody"
    assert "Nobody else is looking" in strong.get("/find/").content.decode()
    equals = [rated(points).looks() for points in (1100, 1500)]
    do_all_due()
    assert {one.state for one in (strong, *equals)} == {"found"}


def test_without_a_rating_one_counts_as_a_beginner_of_ratings() -> None:
    near = [Seeker().looks(near=True), rated(1000).looks(near=True), rated(600).looks()]
    do_all_due()
    assert {one.state for one in near} == {"waiting"}, "400 points are between two of them"
    near.append(rated(900).looks())
    do_all_due()
    assert [one.state for one in near] == ["found", "found", "waiting", "found"]


def test_bots_fill_the_table_after_a_minute(wall: Wall) -> None:
    one, other = Seeker().looks(bots=True), Seeker().looks(bots=True)
    patient = Seeker()
    wall.passes(30)
    patient.looks("shinjuku", bots=False)
    do_all_due()
    assert one.state == other.state == patient.state == "waiting"
    wall.passes(29)
    do_all_due()
    assert one.state == "waiting"
    wall.passes(1)
    do_all_due()
    assert one.table == other.table
    seats = one.table.seats.all()
    assert [seat.bot for seat in seats] == ["", "", "strong"]
    assert patient.state == "waiting", "who wants no bots gets none"


def test_who_wants_no_bots_is_not_seated_with_them(wall: Wall) -> None:
    alone, other = Seeker().looks(bots=True), Seeker().looks(bots=False)
    wall.passes(61)
    do_all_due()
    assert sum(not seat.bot for seat in alone.table.seats.all()) == 1
    assert other.state == "waiting"


def test_a_search_ends_with_its_page_or_by_a_click(wall: Wall) -> None:
    gone, stopped, there = seekers(3, bots=True)
    Errand.objects.all().delete()  # as if nobody had had time for them
    stopped.post("/find/stop/")
    assert stopped.state == "gone"
    for _ in range(4):
        wall.passes(25)
        assert there.state == "waiting"
    Seeker().looks(bots=False)
    do_all_due()
    people = there.table.seats.exclude(person=None)
    assert people.count() == 1
    assert gone.state == "gone"
    assert "We stopped looking" in text_of(gone.get("/find/?gone"))


def test_a_closed_page_ends_the_search_and_a_reload_does_not(wall: Wall) -> None:
    closed, reloaded = seekers(2)
    wall.passes(30)
    for one in (closed, reloaded):
        one.get("/find/pulse/?leaving")
    wall.passes(5)
    assert reloaded.state == "waiting"
    wall.passes(6)
    assert closed.state == "gone"
    assert reloaded.state == "waiting"
    days = Seeker().looks(pace="days")
    days.get("/find/pulse/?leaving")
    wall.passes(3600)
    assert days.state == "waiting"


def test_a_search_for_a_game_over_days_lasts_for_a_day(wall: Wall) -> None:
    early = seekers(1, pace="days")
    wall.passes(23 * 3600)
    late = seekers(2, pace="days")
    do_all_due()
    assert {one.state for one in [*early, *late]} == {"found"}
    early = seekers(1, pace="days")
    wall.passes(25 * 3600)
    seekers(2, pace="days")
    do_all_due()
    assert early[0].state == "gone"
    assert Table.objects.count() == 1


def test_one_person_is_looked_for_once_and_by_one_row() -> None:
    one = Seeker().looks().looks("shinjuku").looks()
    do_all_due()
    assert Search.objects.count() == 1
    assert one.state == "waiting"
    others = seekers(2)
    do_all_due()
    assert others[0].table == one.table


def test_banned_people_are_not_seated() -> None:
    first, *others = seekers(3)
    Person.objects.filter(search__pk=Search.objects.earliest("pk").pk).update(banned=True)
    do_all_due()
    assert others[0].state == "waiting"
    assert "banned" in text_of(first.post("/find/", {"title": "tsukiji", "pace": "live"}))


@pytest.mark.parametrize("data", [{"title": "tsukiji"}, {"title": "tsukiji", "pace": "soon"}])
def test_a_wrong_form_is_told(data: dict[str, str]) -> None:
    answer = Client().post("/find/", data)
    assert answer.status_code == 422
    assert "Choose whether to play live or over days." in text_of(answer)
    assert not Search.objects.exists()


def test_old_searches_are_cleaned_up(wall: Wall) -> None:
    seekers(1)
    wall.passes(49 * 3600)
    clean_up()
    assert not Search.objects.exists()


def test_many_workers_give_everybody_one_table() -> None:
    """Nobody is seated twice, and nobody is left over who could have been seated."""
    seekers(10)
    late = Person.objects.create(name="Late")
    game, start = ichiba.load("tsukiji"), Barrier(4)

    def work() -> None:
        try:
            start.wait()
            for _ in range(3):
                do_all_due()
        finally:
            connection.close()

    threads = [Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    start.wait()
    pairing.look(late, game, Search.Pace.LIVE, with_bots=False)
    for thread in threads:
        thread.join()
    do_all_due()
    people = [*Seat.objects.values_list("person", flat=True)]
    assert len(people) == len({*people}) == 9
    assert Search.objects.filter(table=None).count() == 2
    assert {table.seats.count() for table in Table.objects.all()} == {3}
    assert not Errand.objects.filter(kind="pair").exists()
