"""Who comes first in the threads of the streams: people's moves before those of bots."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest

from ichiba.site.live import threads
from ichiba.site.live.threads import in_thread, people_first
from patience import PATIENCE


def run(doing: Coroutine[Any, Any, Any]) -> Any:
    """Run in a new event loop; this thread may already have one, for a browser."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, doing).result(timeout=PATIENCE)


@pytest.mark.django_db
def test_a_patient_call_waits_for_urgent_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "PATIENCE", 50.0)
    done: list[str] = []
    go = Event()

    def slowly() -> None:
        go.wait(50)
        done.append("urgent")

    async def both() -> None:
        urgent = asyncio.create_task(in_thread(slowly))
        await asyncio.sleep(0)
        patient = asyncio.create_task(in_thread(done.append, "patient", urgent=False))
        await asyncio.wait({patient}, timeout=0.05)
        assert not patient.done()
        go.set()
        await asyncio.gather(urgent, patient)

    run(both())
    assert done == ["urgent", "patient"]


@pytest.mark.django_db
def test_a_patient_call_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "PATIENCE", 0.01)
    done: list[str] = []

    async def both() -> None:
        with people_first():
            await in_thread(done.append, "patient", urgent=False)

    run(both())
    assert done == ["patient"]


@pytest.mark.django_db
def test_a_failed_urgent_call_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "PATIENCE", 50.0)
    done: list[str] = []

    def fail() -> None:
        raise ZeroDivisionError

    async def both() -> None:
        with pytest.raises(ZeroDivisionError):
            await in_thread(fail)
        await in_thread(done.append, "patient", urgent=False)

    run(both())
    assert done == ["patient"]
