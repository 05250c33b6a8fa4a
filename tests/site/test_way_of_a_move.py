"""The way of a move: a reader can follow it, and the picture in the documents is true."""

import re
import sys
from pathlib import Path
from types import FrameType

import pytest
from django.test import Client

import ichiba
from ichiba.site.live import notifications
from ichiba.site.store import snapshots
from site_scene import page_token, seated

SITE = Path(ichiba.__file__).parent / "site"
PICTURE = Path(__file__).parents[2] / "docs" / "architecture.md"


def modules_of(code: str, do) -> list[str]:  # type: ignore[no-untyped-def]
    """The modules of the site that run, in this order, while a function of this name runs."""
    found: dict[str, None] = {}
    inside: list[FrameType] = []

    def note(frame: FrameType, event: str, _argument: object) -> None:
        file = Path(frame.f_code.co_filename)
        if event == "call" and frame.f_code.co_name == code:
            inside.append(frame)
        if inside and event == "call" and file.is_relative_to(SITE):
            found[file.relative_to(SITE).as_posix()] = None
        if event == "return" and inside and frame is inside[-1]:
            inside.pop()

    sys.setprofile(note)
    try:
        do()
    finally:
        sys.setprofile(None)
    return [*found]


@pytest.mark.django_db(transaction=True)
def test_it_runs_through_few_modules_until_everyone_is_notified() -> None:
    clients = [Client(), Client()]
    table = seated(clients, "7")
    form = {"move": "ticket 4", "page": page_token(clients[0], table)}
    walk = modules_of("acting", lambda: clients[0].post(f"/t/{table.slug}/move/", form))
    assert table.moves.count() == 1
    assert walk[0] == "views/table.py"
    assert {"tables/play.py", "store/snapshots.py", "live/notifications.py"} <= {*walk}
    assert len(walk) <= 12, walk


@pytest.mark.django_db(transaction=True)
def test_a_snapshot_is_published_before_the_bell_for_every_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clients = [Client(), Client()]
    table = seated(clients, "7")
    snapshots.newest(table.slug)
    published: list[bool] = []

    def ring(pk: int) -> None:
        known = snapshots._kept[pk]
        published.append(known.version == snapshots.sql.version_by_pk(pk)[1])  # type: ignore[index]

    monkeypatch.setattr(notifications, "ring", ring)
    address = f"/t/{table.slug}"
    clients[0].post(f"{address}/chat/", {"text": "hello"})
    clients[0].post(f"{address}/move/", {"move": "ticket 4", "page": page_token(clients[0], table)})
    clients[0].post(f"{address}/undo/", {"page": page_token(clients[0], table)})
    clients[1].post(f"{address}/resign/")
    assert published == [True] * 4


def test_the_picture_names_modules_that_exist() -> None:
    text = PICTURE.read_text(encoding="utf-8")
    [picture] = re.findall(r"```mermaid\n(.*?)```", text, re.S)
    boxes = re.findall(r'(\w+)\["([^"]*)"\]', picture)
    assert 6 <= len(boxes) <= 10
    for _box, told in boxes:
        modules = re.findall(r"[a-z_]+/[a-z_]+\.py", told)
        assert modules, told
        for module in modules:
            assert (SITE / module).is_file(), module
    lines = re.findall(r"(\w+)(?:\[[^\]]*\])? --> (\w+)", picture)
    assert {box for line in lines for box in line} == {box for box, _ in boxes}
