"""Locks: one order for everything that writes, so that nobody waits for somebody who waits."""

import ast
from pathlib import Path
from statistics import median
from threading import Event, RLock, Thread
from time import monotonic

import pytest
from django.db import connection
from django.test import Client

from account_tools import PASSWORD, log_in, sign_up
from configuring import configure
from ichiba import site
from ichiba.site.models import Person, Seat
from ichiba.site.store import transactions
from server_process import Server
from site_scene import new_table
from site_tools import Person as Visitor

TABLES = 10


class Queue:
    """The writers' queue, which notes whoever comes to it with the database locked already."""

    def __init__(self) -> None:
        self.lock, self.depth, self.late, self.entered = RLock(), 0, 0, 0

    def acquire(self, timeout: float) -> bool:
        self.late += not self.depth and connection.in_atomic_block
        self.depth, self.entered = self.depth + 1, self.entered + 1
        return self.lock.acquire(timeout=timeout)

    def release(self) -> None:
        self.depth -= 1
        self.lock.release()


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="only SQLite has one writer at a time")
def test_nobody_waits_for_the_queue_inside_a_transaction(
    settings,  # type: ignore[no-untyped-def]
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    queue = Queue()
    monkeypatch.setattr(transactions, "writers", queue)
    configure(settings, limits={"log-in": (10, 60), "sign-up": (10, 60)})
    owner, elsewhere = Client(), Client()
    sign_up(owner)
    new_table(["me", "greedy"], owner)
    for _ in range(3):
        new_table(["me", "greedy"], elsewhere)
    log_in(elsewhere)
    assert Seat.objects.filter(person__user__isnull=False).count() == 4
    elsewhere.post("/account/delete/", {"current": PASSWORD})
    assert not Person.objects.exclude(user=None).exists()
    assert queue.late == 0
    assert queue.entered > 10


def test_all_transactions_are_opened_in_one_place() -> None:
    folder = Path(site.__file__).parent
    opened = {
        file.relative_to(folder).as_posix()
        for file in folder.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "atomic"
    }
    assert opened == {"store/transactions.py"}


@pytest.mark.long
def test_an_account_with_many_tables_is_deleted_while_others_play(tmp_path: Path) -> None:
    """Each table used to cost two seconds in which nobody on the site could write."""
    server = Server(tmp_path, ICHIBA_BOT_WORKERS="0")
    aki = Visitor(server.url)
    aki.post("/account/new/", name="Aki", password=PASSWORD)
    for _ in range(TABLES):
        aki.new(["me", "friend"])
    over, statuses, times = Event(), [], []

    def talk() -> None:
        ben = Visitor(server.url)
        table = ben.new(["me", "friend"], name="Ben")
        while not over.is_set():
            answer = ben.post(f"{table}chat/", text="Good morning")
            statuses.append(answer.status_code)
            times.append(answer.elapsed.total_seconds())

    others = [Thread(target=talk) for _ in range(3)]
    for thread in others:
        thread.start()
    while len(statuses) < 10:
        over.wait(0.01)
    start = monotonic()
    gone = aki.post("/account/delete/", current=PASSWORD)
    took = monotonic() - start
    over.set()
    for thread in others:
        thread.join()
    server.stop()
    assert gone.status_code == 200
    assert "Aki" not in gone.text
    assert {*statuses} == {200}
    most = max(1.0, 5 * median(times))  # half of two seconds, or longer if the machine is busy
    assert took < most * TABLES, f"{took:.1f} s"
    assert not server.errors(), server.log()
