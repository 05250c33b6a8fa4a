"""Streams of the JSON API: what happens at one table, or at all of a person's tables."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from api_tools import BASE, Program, sat, told
from configuring import configure
from ichiba.site.api import me
from ichiba.site.api.callers import ANYBODY, caller_of
from ichiba.site.api.streaming import SoFar, next_event
from ichiba.site.live import streams
from ichiba.site.live.streams import Gone
from ichiba.site.models import Person, Table

pytestmark = pytest.mark.django_db(transaction=True)


def events(sent: bytes) -> list[tuple[str, dict[str, object]]]:
    """Server-sent events as a program reads them."""
    told = []
    for text in sent.decode().split("\n\n")[:-1]:
        fields = dict(line.split(": ", 1) for line in text.strip().splitlines())
        told.append((fields["event"], json.loads(fields["data"])))
    return told


def test_a_stream_tells_what_happens_what_is_taken_back_and_what_is_said() -> None:
    (aki, ben), table = sat("Aki", "Ben")
    caller, told_so_far, versions = caller_of(aki.secret), SoFar(), [-1]
    assert caller is not None

    def news() -> list[tuple[str, dict[str, object]]]:
        version, sent = next_event(table.slug, caller, told_so_far, -1, versions[-1])
        versions.append(version)
        return events(sent)

    first = news()
    assert first[-1][0] == "changed"
    assert first[-1][1]["your_turn"] is True
    assert news() == [], "nothing new, so no event"
    aki.move(table, "ticket 4")
    [(kind, event), _changed] = news()
    assert (kind, event["text"], event["move"]) == (
        "happened",
        "Aki lays 4 on lot 1.",
        1,
    )
    ben.move(table, "ticket 3")
    assert [kind for kind, _ in news()] == ["changed"], "Ben's tickets are secret"
    page = aki.look(table)["position"]["page"]
    aki.post(f"/tables/{table.slug}/undo", page=page)
    assert news()[0] == ("taken_back", {"count": 1})
    ben.post(f"/tables/{table.slug}/chat", text="well")
    [(kind, line), _] = news()
    assert (kind, line["name"], line["text"]) == ("chat", "Ben", "well")
    aki.delete(f"/tokens/{aki.id}")
    with pytest.raises(Gone):  # revoking a token ends its streams
        news()


def test_a_stranger_has_no_stream_of_a_private_game() -> None:
    _, table = sat("Aki", "Ben")
    with pytest.raises(Gone):
        next_event(table.slug, ANYBODY, SoFar(), -1, -1)
    assert told(Client().get(f"{BASE}/tables/{table.slug}/stream")) == (403, "not_for_you")


@pytest.mark.django_db(transaction=True)
def test_many_guests_of_one_address_have_its_streams_together(settings: Any) -> None:
    configure(settings, streams_by_address=3)
    guests = [Program(f"Guest {number}") for number in range(4)]
    table = guests[0].table(["me", "friend"], listed=True)
    answers = [
        one.get(path) for one in guests for path in (f"/tables/{table.slug}/stream", "/me/stream")
    ]
    assert [one.status_code for one in answers] == [200] * 3 + [429] * 5
    elsewhere = guests[3].client.get(
        f"{BASE}/me/stream", headers=guests[3].headers, REMOTE_ADDR="192.0.2.7"
    )
    assert elsewhere.status_code == 200
    for one in (*answers, elsewhere):
        one.close()


def test_a_person_has_only_so_many_streams_from_all_addresses(settings: Any) -> None:
    configure(settings, streams_by_person=2)
    aki = Person.objects.create(name="Aki")
    places = [streams.place_for(f"address {number}", aki) for number in range(2)]
    with pytest.raises(streams.TooManyStreams):
        streams.place_for("address 3", aki)
    for place in places:
        place.give_back()


def heard(sent: bytes) -> list[tuple[str, dict[str, Any]]]:
    """The events in a part of a stream."""
    parts = re.findall(rb"event: (\w+)\n(?:id: \d+\n)?data: (.*)\n\n", sent)
    return [(kind.decode(), json.loads(data)) for kind, data in parts]


@pytest.mark.django_db(transaction=True)
def test_one_stream_tells_of_all_tables() -> None:
    (aki, ben), one = sat("Aki", "Ben")
    other = ben.table(["me", "friend"])
    Program("Chie").table(["me", "friend"], listed=True)  # not Aki's
    caller, sent = caller_of(aki.secret), me.Sent()
    assert caller is not None

    def news() -> list[tuple[str, dict[str, Any]]]:
        return heard(me.next_event(caller, sent, 0)[1])

    def state(table: Table, status: str, *, your_turn: bool) -> tuple[str, dict[str, Any]]:
        table.refresh_from_db()
        told = {"table": table.slug, "title": "tsukiji", "version": table.version}
        return "changed", told | {"status": status, "your_turn": your_turn}

    assert news() == [state(one, "running", your_turn=True)]
    assert news() == []
    assert aki.post(f"/tables/{other.slug}/join").status_code == 200
    assert news() == [state(other, "running", your_turn=True)]
    for number in ("4", "3", "2"):
        assert aki.move(one, f"ticket {number}").status_code == 200
    assert news() == [state(one, "running", your_turn=False)]
    third = aki.table(["me", "friend"])
    assert news() == [state(third, "open", your_turn=False)]
    aki.post(f"/tables/{third.slug}/leave")
    assert news() == [("left", {"table": third.slug})]
    ben.post(f"/tables/{other.slug}/resign")
    aki.post(f"/tables/{other.slug}/resign")
    assert news() == [state(other, "ended", your_turn=False)]
    assert news() == []
    aki.delete(f"/tokens/{aki.id}")
    with pytest.raises(Gone):
        news()


def test_the_stream_of_all_tables_needs_a_token() -> None:
    assert told(Client().get(f"{BASE}/me/stream")) == (401, "no_token")
