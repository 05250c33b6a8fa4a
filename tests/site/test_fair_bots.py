"""Bots play only where a person plays, and nobody's tables hold up the bots of others."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client

from api_tools import Program, told
from configuring import configure
from ichiba.core.record import Record
from ichiba.site.live import propagation
from ichiba.site.live.threads import people_first
from ichiba.site.models import Move, Table
from ichiba.site.people import moderation
from ichiba.site.tables import bot_driver
from ichiba.site.tables.bot_driver import Driver
from ichiba.site.tables.changes import Refused
from patience import until
from site_scene import late, new_table, paced, seated

pytestmark = pytest.mark.django_db(transaction=True)


class Clock:
    """A clock that goes on only while a bot thinks."""

    now = 1_000.0

    def __call__(self) -> float:
        return self.now


class Thinkers:
    """Stands in for the processes in which bots think, and notes the tables."""

    start: Callable[[], None]

    def __init__(self, clock: Clock) -> None:
        self.asked: list[int] = []
        self.seconds: dict[int, float] = {}  # how long the bots of a table think; else a second
        self._clock = clock
        self._last = (0, 0)

    def __call__(self, _seconds: float) -> "Thinkers":
        return self

    def choose(
        self, key: tuple[int, str], record: Record, _seat: int, _bot: str, _seed: int
    ) -> list[str]:
        table, _epoch = key
        if self._last != (table, len(record.moves)):  # otherwise the usual bot is asked
            self.asked.append(table)
            self._clock.now += self.seconds.get(table, 1.0)
        self._last = (table, len(record.moves))
        return []

    def stop(self) -> None:
        pass


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(bot_driver, "monotonic", found)
    return found


@pytest.fixture
def thinkers(settings: Any, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Thinkers]:
    """Where the bots think. The driver has one thread, which has to be started."""
    found = Thinkers(clock)
    monkeypatch.setattr(bot_driver, "Thinker", found)
    configure(settings, bot_workers=1, bot_pause=0.0)
    driver = Driver()
    propagation.use_bots(driver)
    found.start = driver.start
    yield found
    propagation.use_bots(None)
    driver.stop()


def tables_of(address: str, count: int) -> list[int]:
    """Games against two bots, all from one address but each of another guest."""
    with people_first(address):
        return [new_table(["me", "random", "random"], Client()).pk for _ in range(count)]


def test_somebody_with_many_tables_does_not_hold_up_others(thinkers: Thinkers) -> None:
    many = tables_of("address a", 12)
    [one] = tables_of("address b", 1)
    thinkers.start()
    until(lambda: len(thinkers.asked) == 13 * 8, "all bots have laid their tickets")
    order = thinkers.asked
    places = [place for place, table in enumerate(order) if table == one]
    assert places == [1, 3, 5, 7, 9, 11, 13, 15], "every second turn"
    assert order[:3:2] == many[:2], "the others in turn"


def test_a_quick_bot_makes_several_moves_before_the_next_slow_one(thinkers: Thinkers) -> None:
    tables_of("address a", 3)
    quick = tables_of("address b", 2)
    thinkers.seconds = dict.fromkeys(quick, 0.001)
    thinkers.start()
    until(lambda: len(thinkers.asked) == 5 * 8, "all bots have laid their tickets")
    assert {*thinkers.asked[1:17]} == {*quick}


def test_people_at_their_table_come_before_tables_where_nobody_is(thinkers: Thinkers) -> None:
    for _ in range(12):  # without a request, as when a server starts
        new_table(["me", "random", "random"], Client())
    [one] = tables_of("address b", 1)
    thinkers.start()
    until(lambda: len(thinkers.asked) == 13 * 8, "all bots have laid their tickets")
    last = max(place for place, table in enumerate(thinkers.asked) if table == one)
    assert last < 12


def test_a_host_who_has_stood_up_starts_no_game() -> None:
    host = Client()
    table = new_table(["me", "random", "friend"], host)
    host.post(f"/t/{table.slug}/leave/")
    version = Table.objects.get().version
    refused = host.post(f"/t/{table.slug}/fill/")
    assert refused.status_code == 409
    assert "Join the game first." in refused.content.decode()
    table.refresh_from_db()
    assert (table.status, table.version) == ("open", version)
    host.post(f"/t/{table.slug}/join/")
    assert host.post(f"/t/{table.slug}/fill/").status_code == 302
    assert Table.objects.get().status == "running"


def test_a_program_is_refused_before_anything_happens() -> None:
    aki, ben = Program("Aki"), Program("Ben")
    table = aki.table(["me", "friend", "friend"])
    fill = f"/tables/{table.slug}/fill"
    bound = aki.with_token(aki.post("/tokens", table=table.slug).json()["token"])
    aki.post(f"/tables/{table.slug}/leave")
    assert told(aki.post(fill)) == (409, "refused")
    assert told(bound.post(fill)) == (403, "not_for_you")
    ben.post(f"/tables/{table.slug}/join")
    aki.post(f"/tables/{table.slug}/join")  # in another place than that of the token
    assert told(bound.post(fill)) == (403, "not_for_you")
    assert Table.objects.get().status == "open"
    assert not Move.objects.exists()


def test_whoever_stays_is_the_host() -> None:
    host, friend = Client(), Client()
    table = new_table(["me", "friend", "friend"], host)
    friend.post(f"/t/{table.slug}/join/", {"name": "Ben"})
    assert "Fill with bots" not in friend.get(f"/t/{table.slug}/").content.decode()
    host.post(f"/t/{table.slug}/leave/")
    assert "Fill with bots" in friend.get(f"/t/{table.slug}/").content.decode()
    host.post(f"/t/{table.slug}/join/")
    assert host.post(f"/t/{table.slug}/fill/").status_code == 409
    assert friend.post(f"/t/{table.slug}/fill/").status_code == 302
    assert Table.objects.get().status == "running"


class Quick:
    """A thinker that leaves every move to the simplest bot."""

    def choose(self, *_: object) -> list[str]:
        return []


def move_bots(table: Table) -> int:
    """Let a server look at the table some times, and return how many moves were made."""
    before, driver = Move.objects.count(), Driver()
    for _ in range(4):
        driver.move_bot(table.pk, Quick())  # type: ignore[arg-type]
    return Move.objects.count() - before


def test_a_game_rests_while_bots_play_for_everybody() -> None:
    aki, ben = Client(), Client()
    table = paced([aki, ben])
    late(table, 0)
    ben.post(f"/t/{table.slug}/replace/", {"seat": "0"})
    assert move_bots(table) == 3, "for Aki, who is away"
    ben.post(f"/t/{table.slug}/resign/")
    assert Table.objects.get().status == "running", "Aki may come back"
    assert move_bots(table) == 0
    aki.post(f"/t/{table.slug}/back/")
    assert move_bots(table) == 3, "for Ben, who has left"


def test_a_moderator_lets_no_bots_play_alone(client: Client) -> None:
    alone, together = new_table(["me", "random"], client), seated([Client(), Client()])
    with pytest.raises(Refused, match="Only bots would play on"):
        moderation.unblock(alone)
    with pytest.raises(Refused, match="Only bots would play on"):
        moderation.unblock(together)  # both have to decide
