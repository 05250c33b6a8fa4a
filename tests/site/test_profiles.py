"""Profiles: what they count, who sees them, and the download of all own data."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from account_tools import sign_up, text_of
from ichiba.site.models import Person, Result, Seat, Table

pytestmark = pytest.mark.django_db(transaction=True)


def account(name: str) -> tuple[Client, Person]:
    client = Client()
    sign_up(client, name)
    return client, Person.objects.get(name=name)


def finished(
    places: list[tuple[Person | str, int]], title: str = "tsukiji", ago: int = 0, **more: object
) -> Table:
    """A finished game of people and bots with these places."""
    people = [who for who, _ in places if isinstance(who, Person)]
    table = Table.objects.create(
        title=title, revision=1, players=len(places), seed="1", seed_hash="", owner=people[0],
        status="finished", started=timezone.now(), finished=timezone.now() - timedelta(hours=ago),
        winners=[n for n, (_, place) in enumerate(places) if place == 1],
        scores=[100 - place for _, place in places], **more,
    )  # fmt: skip
    for number, (who, place) in enumerate(places):
        person = who if isinstance(who, Person) else None
        seat = Seat.objects.create(
            table=table, number=number, person=person, bot="" if person else who,
            name=person.name if person else f"Bot {number}",
        )  # fmt: skip
        Result.objects.create(seat=seat, place=place, points=100 - place, won=place == 1)
    return table


def see(client: Client, person: Person):  # type: ignore[no-untyped-def]
    return client.get(f"/people/{person.pk}/")


def test_it_shows() -> None:
    client, aki = account("Aki")
    _, ben = account("Ben")
    finished([(aki, 1), ("gentle", 2), ("gentle", 3)])
    finished([(aki, 1), (ben, 2)])
    page = text_of(see(client, aki))
    print(page)
    assert client.get("/ratings/", follow=True).status_code == 200
    assert client.get("/me/").status_code == 200
    assert client.post("/me/data/").status_code == 200
    assert client.get("/").status_code == 200
