"""Games that are over without having been played: a table with results."""

from datetime import timedelta
from random import Random

from django.utils import timezone

from ichiba.site.models import Person, Result, Seat, Table
from ichiba.site.store import snapshots, sql
from ichiba.site.store.transactions import writing


def finished(
    *places: tuple[Person | str, int], title: str = "tsukiji", ago: int = 0, **more: object
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


def all_but_over(table: Table, rng: Random) -> tuple[int, str]:
    """Play a game with random moves up to the last decision, and return its seat and its move."""
    match = snapshots.newest_of(table.pk).match.copy()
    while match.state.actors:
        seat = rng.choice(match.state.actors)
        match.play(seat, rng.choice(match.state.legal(seat)))
    *moves, last = match.record.moves
    with writing():
        sql.add_moves(table.pk, 1, moves, timezone.now())
        sql.raise_version(table.pk)
    seat, _, notation = last.partition(" ")
    return int(seat), notation
