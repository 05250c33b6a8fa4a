"""Errands: nothing is lost, nothing is done twice, and what can't be done is visible."""

import threading
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from threading import Barrier, Thread

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from account_tools import sign_up
from ichiba.site.errands import kinds, orders, taking, workers
from ichiba.site.errands.kinds import GiveUp, Lane, Task, does
from ichiba.site.errands.workers import do_all_due
from ichiba.site.models import Errand, SiteValue
from ichiba.site.observing import metrics
from ichiba.site.server import checks
from patience import until

pytestmark = pytest.mark.django_db(transaction=True)

done: list[object] = []
problems: list[Exception] = []
again: list[datetime] = []


@pytest.fixture(autouse=True)
def two_kinds() -> Iterator[None]:
    """One kind that only changes the database, and one that does something outside."""
    for one in (done, problems, again):
        one.clear()

    @does("own", Lane.OWN, most=3)
    def _own(task: Task) -> datetime | None:
        SiteValue.objects.create(name=f"own {task.pk} {task.tries}", value="done")
        return act(task)

    @does("outer", Lane.HOOK, most=3)
    def _outer(task: Task) -> datetime | None:
        return act(task)

    yield
    for name in ("own", "outer"):
        del kinds.KINDS[name]


def act(task: Task) -> datetime | None:
    if problems:
        raise problems.pop(0)
    done.append(task.payload)
    return again.pop(0) if again else None


def order(kind: str = "own", key: str = "one", payload: object = 1, **more: object) -> None:
    with transaction.atomic():
        orders.order(kind, key, payload, **more)  # type: ignore[arg-type]


def value(name: str, *labels: str) -> float:
    found = metrics.REGISTRY.get_sample_value(
        name, dict(zip(("kind", "outcome"), labels, strict=True))
    )
    return found or 0.0


@pytest.mark.parametrize("kind", ["own", "outer"])
def test_an_errand_is_done_once_and_then_it_is_gone(kind: str) -> None:
    before = value("ichiba_errands_total", kind, "done")
    order(kind, payload={"table": 7})
    assert do_all_due() == 1
    assert done == [{"table": 7}]
    assert do_all_due() == 0
    assert not Errand.objects.exists()
    assert value("ichiba_errands_total", kind, "done") == before + 1


def test_an_errand_belongs_to_the_transaction_of_its_cause() -> None:
    with transaction.atomic():
        orders.order("own", "one", 1)
        transaction.set_rollback(True)
    assert do_all_due() == 0


def test_nothing_is_done_before_its_time() -> None:
    order(due=timezone.now() + timedelta(minutes=1))
    assert do_all_due() == 0
    Errand.objects.update(due=timezone.now())
    assert do_all_due() == 1


def test_ordering_again_keeps_one_errand_with_the_earlier_time() -> None:
    soon, late = (timezone.now() + timedelta(minutes=one) for one in (1, 9))
    order(due=soon, payload=1)
    order(due=late, payload=2)
    [one] = Errand.objects.all()
    assert (one.due, one.payload) == (soon, 2)
    order(due=late, payload=3, move=True)
    assert Errand.objects.get().due == late
    order("outer", due=late)
    assert Errand.objects.count() == 2, "keys are unique for each kind"


def test_what_is_ordered_again_while_it_is_done_is_done_once_more() -> None:
    order("outer", payload="first")
    task = taking.take(["outer"])
    assert task is not None
    order("outer", payload="second")
    workers.carry_out(task)
    assert done == ["first"]
    assert do_all_due() == 1
    assert done == ["first", "second"]


def test_a_failure_is_tried_again_with_longer_and_longer_pauses() -> None:
    problems[:] = [OSError(111, "secret"), OSError(111, "secret")]
    order()
    pauses = []
    for tries in (1, 2):
        do_all_due()
        waiting = Errand.objects.get()
        assert (waiting.tries, waiting.failed) == (tries, None)
        assert waiting.error == "ConnectionRefusedError 111"
        pauses.append((waiting.due - timezone.now()).total_seconds())
        Errand.objects.update(due=timezone.now())
    assert 3 < pauses[0] < 7
    assert 14 < pauses[1] < 26
    assert do_all_due() == 1
    assert done == [1]
    assert SiteValue.objects.filter(name__startswith="own").count() == 1, "failures leave no trace"


def test_pauses_differ_and_have_a_limit() -> None:
    assert len({taking.pause_after(2) for _ in range(20)}) > 10
    assert taking.pause_after(50) <= taking.LONGEST_PAUSE * (1 + taking.JITTER)


def test_after_too_many_failures_an_operator_can_see_why(client: Client) -> None:
    problems[:] = [TimeoutError(110, "x")] * 3
    order("outer", payload={"secret": "words"})
    for _ in range(3):
        do_all_due()
        Errand.objects.update(due=timezone.now())
    failed = Errand.objects.get()
    assert (failed.tries, failed.error) == (3, "TimeoutError 110")
    assert failed.failed is not None
    assert do_all_due() == 0
    found = {one.text: one.level for one in checks.errands()}
    [(text, level)] = found.items()
    assert level == checks.BAD
    assert text.startswith("1 of kind “outer” were given up, the last at ")
    assert "TimeoutError 110" in text
    workers.count_for_metrics()
    assert metrics.REGISTRY.get_sample_value("ichiba_errands_given_up") == 1
    sign_up(client)
    User.objects.update(is_staff=True)
    client.post("/account/log-in/", {"name": "Aki", "password": "market at dawn"})
    page = client.get("/admin/site/errand/").content.decode()
    assert "TimeoutError 110" in page
    assert "words" not in page, "what it is about isn't shown"
    chosen = {"action": "try_again", "_selected_action": [failed.pk]}
    assert client.post("/admin/site/errand/", chosen).status_code == 302
    assert do_all_due() == 1
    assert done == [{"secret": "words"}]
    assert [one.level for one in checks.errands()] == [checks.GOOD]


def test_what_can_not_succeed_is_given_up_at_once() -> None:
    problems[:] = [GiveUp("Nobody lives there.")]
    order()
    do_all_due()
    failed = Errand.objects.get()
    assert failed.failed is not None
    assert failed.error == "Nobody lives there."
    order()
    assert do_all_due() == 1, "a new cause is a new errand"


def test_what_kills_its_server_each_time_is_given_up() -> None:
    order()
    for _ in range(3):
        assert taking.take(["own"]) is not None  # and then the process is killed
        Errand.objects.update(leased=timezone.now())
    do_all_due()
    assert done == []
    assert Errand.objects.get().error == "The server stopped each time before this was done."


def test_a_lease_keeps_others_away_until_it_ends() -> None:
    order()
    first = taking.take(["own"])
    assert first is not None
    assert do_all_due() == 0
    Errand.objects.update(leased=timezone.now())
    assert do_all_due() == 1
    workers.carry_out(first)
    assert SiteValue.objects.filter(name__startswith="own").count() == 1, "the late one is undone"


def test_an_errand_can_come_back() -> None:
    tomorrow = timezone.now() + timedelta(days=1)
    again[:] = [tomorrow]
    order()
    assert do_all_due() == 1
    assert Errand.objects.get().due == tomorrow


def test_one_errand_at_a_time_is_for_the_same_receiver() -> None:
    for key in ("1.10", "1.11", "2.10", "11.1"):
        order("outer", key)
    first = taking.take(["outer"])
    others = [taking.take(["outer"]) for _ in range(3)]
    assert [task and task.key for task in (first, *others)] == ["1.10", "2.10", "11.1", None]
    assert first is not None
    with transaction.atomic():
        taking.acknowledge(first)
    following = taking.take(["outer"])
    assert following is not None
    assert following.key == "1.11"


def test_a_receiver_that_does_not_answer_keeps_only_its_own_errands_waiting() -> None:
    """But not for ever: perhaps only one of them can't be done."""
    for key in ("1.10", "1.11", "2.10"):
        order("outer", key)
    problems[:] = [OSError()]
    assert do_all_due() == 2, "it is not asked again for the next one"
    assert done == [1]
    waiting = Errand.objects.filter(key="1.10")
    assert [*waiting.values_list("tries", flat=True)] == [1]
    assert taking.take(["outer"]) is None
    waiting.update(tries=4)
    other = taking.take(["outer"])
    assert other is not None
    assert other.key == "1.11"


def test_errands_of_other_kinds_do_not_wait_for_a_receiver() -> None:
    order("outer", "1.10")
    order("own", "1.10")
    assert taking.take(["outer", "own"]) is not None
    assert taking.take(["outer", "own"]) is not None


def test_many_workers_do_each_errand_once() -> None:
    for number in range(30):
        order("outer", f"{number}", number)
    start = Barrier(4)

    def work() -> None:
        start.wait()
        try:
            do_all_due()
        finally:
            connection.close()

    threads = [Thread(target=work) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert Counter(done) == Counter(range(30))


def test_the_workers_of_a_process_do_what_is_ordered_and_stop() -> None:
    others, running = {*threading.enumerate()}, workers.Workers()
    running.start()
    threads = {*threading.enumerate()} - others
    order("outer", payload="a")
    order("own", payload="b")
    until(lambda: {*done} == {"a", "b"}, "the workers don't work")
    running.stop()
    order("own", "two", payload="c")
    until(lambda: not any(thread.is_alive() for thread in threads), "a worker goes on")
    assert Errand.objects.filter(key="two").exists(), "it waits for the next start"
