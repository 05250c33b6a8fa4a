"""The way of a move: what is published, and when."""

import pytest
from django.test import Client

from ichiba.site.live import propagation
from ichiba.site.store import snapshots
from site_scene import page_token, seated


@pytest.mark.django_db(transaction=True)
def test_a_snapshot_is_published_before_the_bell_for_every_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clients = [Client(), Client()]
    table = seated(clients, "7")
    snapshots.newest(table.slug)
    published: list[bool] = []

    def ring(pk: int) -> None:
        known = snapshots.in_memory(pk)
        assert known is not None
        published.append(known.version == snapshots.sql.version_by_pk(pk)[1])  # type: ignore[index]

    monkeypatch.setattr(propagation, "ring", ring)
    address = f"/t/{table.slug}"
    clients[0].post(f"{address}/chat/", {"text": "hello"})
    clients[0].post(f"{address}/move/", {"move": "ticket 4", "page": page_token(clients[0], table)})
    clients[0].post(f"{address}/undo/", {"page": page_token(clients[0], table)})
    clients[1].post(f"{address}/resign/")
    assert published == [True] * 4
