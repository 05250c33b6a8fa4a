"""Bots at tables: they move automatically, and none of their failures blocks a table."""

import pytest
from django.test import Client

from configuring import configure
from ichiba.core.record import Record
from ichiba.site.live import propagation
from ichiba.site.models import Move, Table
from ichiba.site.tables import bot_driver
from ichiba.site.tables.bot_driver import PACES, Driver
from site_scene import lay_all, new_table

pytestmark = pytest.mark.django_db(transaction=True)


class Silent:
    """A thinker that never returns a move."""

    def choose(self, *_: object) -> list[str]:
        return []


class Slow:
    """A thinker for whom the master takes too long."""

    def choose(self, _table: int, _record: Record, _seat: int, bot: str, _seed: int) -> list[str]:
        return [] if bot == "master" else ["ticket 2"]


def test_the_usual_bot_moves_for_a_master_that_takes_too_long(client: Client) -> None:
    table = new_table(["me", "master"], client)
    Driver().move_bot(table.pk, Slow())  # type: ignore[arg-type]
    assert Move.objects.get().text == "1 ticket 2"


def test_a_bot_that_has_chosen_its_move_waits_for_people(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = new_table(["me", "greedy"], client)
    moves_before: list[int] = []
    monkeypatch.setattr(
        bot_driver, "let_people_go_first", lambda: moves_before.append(Move.objects.count())
    )
    Driver().move_bot(table.pk, Slow())  # type: ignore[arg-type]
    assert moves_before == [0]
    assert Move.objects.count() == 1


class Wrong:
    """A thinker that returns an illegal move."""

    def choose(self, *_: object) -> list[str]:
        return ["buy 5"]


def test_a_bot_without_a_move_is_replaced_for_that_move(client: Client) -> None:
    table = new_table(["me", "greedy"], client)
    driver = Driver()
    for _ in range(3):
        driver.move_bot(table.pk, Silent())  # type: ignore[arg-type]
    assert [move.text[:8] for move in Move.objects.all()] == ["1 ticket"] * 3


def test_a_bot_with_an_illegal_move_is_replaced_for_that_move(client: Client) -> None:
    table = new_table(["me", "greedy"], client)
    Driver().move_bot(table.pk, Wrong())  # type: ignore[arg-type]
    assert Move.objects.get().text.startswith("1 ticket")


class Eager:
    """A thinker that returns several moves, one of them illegal."""

    def choose(self, *_: object) -> list[str]:
        return ["ticket 4", "ticket 4", "ticket 3"]


def test_a_bot_makes_its_moves_up_to_the_first_that_is_not_allowed(client: Client) -> None:
    table = new_table(["me", "greedy"], client)
    Driver().move_bot(table.pk, Eager())  # type: ignore[arg-type]
    assert [move.text for move in Move.objects.all()] == ["1 ticket 4"]


def test_those_who_watch_hear_once_of_moves_made_together(client: Client, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    table = new_table(["me", "greedy"], client)
    rung: list[int] = []
    monkeypatch.setattr(propagation, "ring", lambda table, **_: rung.append(table))

    class Quick:
        def choose(self, *_: object) -> list[str]:
            return ["ticket 4", "ticket 3", "ticket 2"]

    Driver().move_bot(table.pk, Quick())  # type: ignore[arg-type]
    assert Move.objects.count() == 3
    assert rung == [table.pk]


def test_bots_wait_for_people(client: Client) -> None:
    table = new_table(["me", "greedy"], client)
    driver = Driver()
    for _ in range(6):
        driver.move_bot(table.pk, Silent())  # type: ignore[arg-type]
    assert Move.objects.count() == 3, "it has laid its three tickets and waits"
    lay_all(client, table, ["4", "3", "2"])
    assert Table.objects.get().status == "running"


def test_a_table_that_is_over_or_gone_is_left_alone(client: Client) -> None:
    table = new_table(["me", "friend"], client)
    Driver().move_bot(table.pk, Silent())  # type: ignore[arg-type]
    Driver().move_bot(999_999, Silent())  # type: ignore[arg-type]
    assert not Move.objects.exists()


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


def is_due(driver: Driver, table: int) -> bool:
    """Whether a thread of this process would look at the table now."""
    at = driver.planned(table)
    return at is not None and at <= bot_driver.monotonic()


def test_another_process_steps_in_only_after_a_long_silence(monkeypatch, settings) -> None:  # type: ignore[no-untyped-def]
    clock = Clock()
    monkeypatch.setattr(bot_driver, "monotonic", clock)
    configure(settings, bot_seconds=5.0, bot_pause=1.5)
    longest = 2 * settings.CONFIGURATION.bot_seconds + settings.CONFIGURATION.bot_pause * max(
        PACES.values()
    )
    driver = Driver()
    driver.leave_to_others(7)
    clock.now += longest
    assert not is_due(driver, 7), "the other process may still be thinking"
    driver.leave_to_others(7)  # it has just moved
    clock.now += longest
    assert not is_due(driver, 7), "each move starts the time again"
    clock.now += 1.0
    assert is_due(driver, 7)


def test_a_table_of_this_process_does_not_wait_for_others(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    clock = Clock()
    monkeypatch.setattr(bot_driver, "monotonic", clock)
    driver = Driver()
    driver.leave_to_others(7)
    driver.wake(7)
    driver.leave_to_others(7)
    assert is_due(driver, 7)
