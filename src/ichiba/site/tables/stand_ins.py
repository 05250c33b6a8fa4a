"""Absent players: a bot plays for someone who is out of time, or the others can vote for that.

The bot only stands in. The seat still belongs to its person, who can come back at any time. None of
this is a move, so the record doesn't change.
"""

from datetime import datetime

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ichiba import bots
from ichiba.core.registry import load
from ichiba.site.live import propagation
from ichiba.site.models import Happening, Person, Seat, Table, Vote
from ichiba.site.store.snapshots import Snapshot
from ichiba.site.tables import clocks
from ichiba.site.tables.changes import Refused, Unchanged, changes, happened, lock


class Waiting(msgspec.Struct, frozen=True):
    """A player whom a table with a time limit is waiting for, as one viewer sees it."""

    seat: int
    name: str
    mine: bool
    until: datetime
    over: bool
    may_ask: bool  # whether the viewer may vote for a bot once the time is up
    asked: bool  # whether the viewer has voted
    votes: int
    needed: int


def present(table: Table, seats: list[Seat], absent: Seat) -> list[Seat]:
    """Return the seats that vote on an absent player: other people who aren't out of time."""
    now = timezone.now()
    return [
        seat
        for seat in seats
        if seat.pk != absent.pk
        and seat.person_id is not None
        and not seat.played_by
        and not clocks.is_over(table, seat, now)
    ]


def needed(voters: list[Seat]) -> int:
    """Return the number of votes needed: more than half of the voters."""
    return len(voters) // 2 + 1


def waiting_for(snapshot: Snapshot, own: list[int]) -> list[Waiting]:
    """Return the players whom the table is waiting for, with their deadlines."""
    table, seats, names = snapshot.table, snapshot.seats, snapshot.names
    if table.pace == Table.Pace.NONE or table.status != Table.Status.RUNNING:
        return []
    found = []
    for seat in seats:
        until = clocks.shown_until(table, seat, mine=seat.number in own)
        if until is None:
            continue
        voters = present(table, seats, seat)
        given = {by for about, by in snapshot.votes if about == seat.pk}
        mine = [voter for voter in voters if voter.number in own]
        found.append(
            Waiting(
                seat=seat.number,
                name=names[seat.number],
                mine=seat.number in own,
                until=until,
                over=clocks.is_over(table, seat),
                may_ask=bool(mine) and not table.at_zero,
                asked=any(voter.pk in given for voter in mine),
                votes=sum(voter.pk in given for voter in voters),
                needed=needed(voters),
            )
        )
    return found


@changes
def ask_for_bot(table: Table, person: Person, number: int) -> Unchanged[None] | None:
    """Vote to let a bot play for someone who is out of time; with enough votes it takes over."""
    lock(table)
    seats = list(table.seats.all())
    absent = next((seat for seat in seats if seat.number == number), None)
    if table.status != Table.Status.RUNNING or absent is None or absent.person_id is None:
        raise Refused(_("There's no player to replace."))
    if absent.played_by:
        return Unchanged(None)
    voters = present(table, seats, absent)
    voter = next((seat for seat in voters if seat.person_id == person.pk), None)
    if voter is None:
        raise Refused(_("Only the other players can vote for a bot."))
    if not clocks.is_over(table, absent):
        raise Refused(_("%s still has time to move.") % absent.shown)
    new = Vote.objects.get_or_create(seat=absent, by=voter)[1]
    given = absent.votes.filter(by__in=voters).count()
    if given >= needed(voters):
        let_bot_play(table, absent, Happening.Kind.ABSENT)
    elif not new:
        return Unchanged(None)
    return None


def let_bot_play(table: Table, seat: Seat, why: Happening.Kind, bot: str = "") -> None:
    """Let a bot make this seat's moves from now on. Call it within a change of the table.

    Unless the table names one, it is the usual one: strong enough not to spoil the game, and quick.
    A stronger one would often play better than the person did, and decide a game between people.
    """
    clocks.pause(table, seat)
    seat.stand_in = bot or bots.usual(load(table.title))
    seat.save(update_fields=["stand_in"])
    seat.votes.all().delete()
    happened(table, why, seat)
    transaction.on_commit(lambda: propagation.wake_bots(table))


@changes
def come_back(table: Table, person: Person) -> Unchanged[None] | None:
    """Take over again from the bot that stands in."""
    lock(table)
    if table.status != Table.Status.RUNNING:
        raise Refused(_("This game is over."))
    own = [*table.seats.filter(person=person, left=False).exclude(stand_in="")]
    if not own:
        return Unchanged(None)
    for seat in own:
        seat.stand_in = ""
        seat.save(update_fields=["stand_in"])
        clocks.restart(table, seat)
        happened(table, Happening.Kind.BACK, seat)
    # The bot may have been choosing a move for this seat, and other bots may have to move.
    transaction.on_commit(lambda: propagation.wake_bots(table))
    return None
