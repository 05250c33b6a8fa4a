"""When clocks rest: quiet hours, weekends, days off, and summer time."""

from datetime import UTC, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest

from ichiba.site.tables import rests
from ichiba.site.tables.rests import Rests

HOUR = 3600
NIGHT = Rests("Europe/Amsterdam", (22, 7))
ZONES = ("UTC", "Europe/Amsterdam", "America/Santiago", "Africa/Cairo", "Australia/Lord_Howe")


def at(text: str, zone: str = "UTC") -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def test_without_rests_a_clock_runs_straight_on() -> None:
    start = at("2026-05-01T12:00")
    assert rests.after(start, 90.5) == start + timedelta(seconds=90.5)
    assert rests.counted(start, start + timedelta(days=3)) == 3 * 24 * HOUR
    assert rests.counted(start, start - timedelta(hours=1)) == 0, "a clock never runs backwards"
    assert rests.after(start, -5) == start


@pytest.mark.parametrize(
    ("start", "hours", "end"),
    [
        ("2026-05-01T20:00", 1, "2026-05-01T21:00"),
        ("2026-05-01T20:00", 3, "2026-05-02T08:00"),
        ("2026-05-01T23:30", 1, "2026-05-02T08:00"),
        ("2026-05-02T03:00", 16, "2026-05-03T08:00"),
        ("2026-05-01T20:00", 2, "2026-05-02T07:00"),  # zero at ten in the evening is seven
        ("2026-03-28T20:00", 3, "2026-03-29T08:00"),  # a night of eight hours
        ("2026-10-24T20:00", 3, "2026-10-25T08:00"),  # a night of ten hours
    ],
)
def test_quiet_hours_are_those_of_the_clock_on_the_wall(start: str, hours: int, end: str) -> None:
    zone = "Europe/Amsterdam"
    assert rests.after(at(start, zone), hours * HOUR, NIGHT) == at(end, zone)
    if hours != 2:
        assert rests.counted(at(start, zone), at(end, zone), NIGHT) == hours * HOUR


def test_quiet_hours_can_be_by_day() -> None:
    work = Rests("Asia/Tokyo", (9, 17))
    assert rests.after(at("2026-05-01T08:00", "Asia/Tokyo"), 2 * HOUR, work) == at(
        "2026-05-01T18:00", "Asia/Tokyo"
    )


def test_weekends_are_those_of_the_players_time_zone() -> None:
    weekends = Rests("Asia/Tokyo", weekends=True)
    friday = at("2026-05-01T20:00", "Asia/Tokyo")
    assert rests.after(friday, 6 * HOUR, weekends) == at("2026-05-04T02:00", "Asia/Tokyo")
    sunday = at("2026-05-03T20:00", "Asia/Tokyo")
    assert rests.after(sunday, HOUR, weekends) == at("2026-05-04T01:00", "Asia/Tokyo")
    both = Rests("Asia/Tokyo", (22, 7), weekends=True)
    assert rests.after(friday, 6 * HOUR, both) == at("2026-05-04T11:00", "Asia/Tokyo")


def test_a_day_off_begins_when_time_is_up_and_lasts_a_day() -> None:
    start = at("2026-05-01T12:00")
    end = rests.after(start, 5 * HOUR)
    off = Rests(days_off=[(end, end + timedelta(days=1))])
    assert rests.after(start, 5 * HOUR, off) == end + timedelta(days=1)
    assert rests.counted(start, end + timedelta(days=1), off) == 5 * HOUR


def test_when_time_is_up_just_this_time_has_run() -> None:
    rng = Random(1)
    for _ in range(300):
        begin = rng.randrange(24)
        off = at("2026-03-20T00:00") + timedelta(hours=rng.randrange(1000))
        one = Rests(
            rng.choice(ZONES),
            rng.choice([None, (begin, (begin + rng.randint(1, rests.MOST_QUIET)) % 24)]),
            rng.random() < 0.5,
            [(off, off + timedelta(days=1))] if rng.random() < 0.5 else [],
        )
        start = at("2026-03-20T00:00") + timedelta(minutes=rng.randrange(60 * 24 * 250))
        seconds = rng.randint(1, 10 * 24 * HOUR)
        end = rests.after(start, seconds, one)
        assert abs(rests.counted(start, end, one) - seconds) < 0.01, one
        assert rests.counted(start, end - timedelta(minutes=1), one) <= seconds
        assert rests.read(rests.write(one)) == one


@pytest.mark.parametrize(
    ("begin", "end", "fine"),
    [(22, 7, True), (9, 21, True), (9, 22, False), (7, 7, False), (24, 3, False), (-1, 3, False)],
)
def test_quiet_hours_leave_half_a_day_to_play(begin: int, end: int, fine: bool) -> None:
    assert rests.are_quiet(begin, end) == fine
