"""The workers of a process: threads that take errands and do them.

One thread looks for what is due, and wakes the threads of a lane. It is woken when this process
orders an errand for now, and it looks twice a second for what others have ordered or left behind.
"""

import logging
import time
from threading import Event, Thread

from django.db import Error, close_old_connections
from django.utils import timezone

from ichiba.site.errands import orders, taking
from ichiba.site.errands.kinds import GiveUp, Lane, Task, kind_of, kinds_in
from ichiba.site.live.threads import let_people_go_first
from ichiba.site.models import Errand
from ichiba.site.observing.logs import in_short
from ichiba.site.observing.metrics import (
    ERRAND_SECONDS,
    ERRANDS,
    ERRANDS_GIVEN_UP,
    ERRANDS_WAITING,
)
from ichiba.site.store.transactions import writing

log = logging.getLogger("ichiba.errands")

# Seconds between two looks for what is due.
POLL = 0.5
# Seconds between two counts for the metrics.
COUNT = 15.0
# Seconds for what is being done when the server stops. The rest waits for the next start.
LAST = 3.0
# Threads of each lane. Push services and webhooks are many, and some are slow.
THREADS = {Lane.OWN: 1, Lane.MAIL: 1, Lane.PUSH: 4, Lane.HOOK: 4, Lane.PLAY: 1}


def carry_out(task: Task) -> None:
    """Do an errand and note how it went."""
    kind, outcome = kind_of(task), "done"
    try:
        if task.tries > kind.most:  # those who tried were killed and couldn't say so
            raise GiveUp("The server stopped each time before this was done.")
        if kind.inside:
            with writing():
                taking.acknowledge(task, kind.do(task))
        else:
            again = kind.do(task)
            with writing():
                taking.acknowledge(task, again)
        ERRAND_SECONDS.labels(task.kind).observe((timezone.now() - task.due).total_seconds())
    except taking.Superseded:
        outcome = "superseded"
    except GiveUp as why:
        outcome = "given up"
        taking.give_up(task, str(why))
        log.error("An errand (%s) was given up: %s", task.kind, why)
    except Exception as error:  # whatever it is, the errand is tried again
        outcome = _failed(task, kind.most, error)
    ERRANDS.labels(task.kind, outcome).inc()


def _failed(task: Task, most: int, error: Exception) -> str:
    """Try again later, or give up. Unexpected errors are logged with their traceback."""
    why = what_failed(error)
    if not isinstance(error, OSError | Error):
        log.exception("An errand (%s) could not be done.", task.kind)
    if task.tries >= most:
        taking.give_up(task, why)
        log.error("An errand (%s) was given up after %d tries: %s", task.kind, task.tries, why)
        return "given up"
    taking.try_later(task, why)
    log.warning("An errand (%s) is tried again later: %s", task.kind, why)
    return "retried"


def what_failed(error: Exception) -> str:
    """Return the type and number of an error. Its words may contain an address."""
    number = getattr(error, "smtp_code", None) or getattr(error, "errno", None)
    return f"{type(error).__name__} {number or ''}".rstrip()


def do_all_due(lanes: list[Lane] | None = None) -> int:
    """Do everything that is due, one after the other, and return how many errands that was."""
    kinds, count = kinds_in([*Lane] if lanes is None else lanes), 0
    while (task := taking.take(kinds)) is not None:
        carry_out(task)
        count += 1
    return count


class Workers:
    """The threads of one process."""

    def __init__(self) -> None:
        self._stopped = False
        self._look = Event()
        self._lanes = {lane: Event() for lane in Lane}
        self._threads = [Thread(target=self._watch, daemon=True, name="errands")]
        for lane, count in THREADS.items():
            self._threads += [
                Thread(target=self._work, args=(lane,), daemon=True, name=f"errands {lane}")
                for _ in range(count)
            ]

    def start(self) -> None:
        """Begin to work."""
        orders.wake_with(self._look.set)
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Finish what is being done, if it doesn't take long."""
        orders.wake_with(None)
        self._stopped = True
        for event in (self._look, *self._lanes.values()):
            event.set()
        end = time.monotonic() + LAST
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))

    def _watch(self) -> None:
        """Wake the lanes of what is due."""
        counted = 0.0
        while not self._stopped:
            try:
                due = taking.due_kinds()
                for lane, event in self._lanes.items():
                    if not due.isdisjoint(kinds_in([lane])):
                        event.set()
                if time.monotonic() - counted > COUNT:
                    counted = time.monotonic()
                    count_for_metrics()
            except Error as error:
                log.warning("Database error while looking for errands: %s", in_short(error))
            finally:
                close_old_connections()
            self._look.wait(POLL)
            self._look.clear()

    def _work(self, lane: Lane) -> None:
        event, kinds = self._lanes[lane], kinds_in([lane])
        while not self._stopped:
            event.wait()
            event.clear()
            try:
                while not self._stopped and (task := taking.take(kinds)) is not None:
                    let_people_go_first()
                    carry_out(task)
            except Error as error:  # the lease ends, and then the errand is tried again
                log.warning("Database error during an errand: %s", in_short(error))
            finally:
                close_old_connections()


def count_for_metrics() -> None:
    """Count the errands that are late, and those that were given up."""
    waiting = Errand.objects.filter(failed=None, due__lte=timezone.now()).count()
    ERRANDS_WAITING.set(waiting)
    ERRANDS_GIVEN_UP.set(Errand.objects.exclude(failed=None).count())
