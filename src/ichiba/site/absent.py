"""Absent players: the others may let a bot play for somebody whose time is over.

The bot stands in: the place stays its person's, who may come back at any time. None of it is a
move, so the record stays what it is.
"""

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ichiba import bots
from ichiba.core.registry import load
from ichiba.site import live, pace
from ichiba.site.models import Happening, Person, Seat, Table, Vote
from ichiba.site.tables import Refused, changes, happened, lock


class Waiting(msgspec.Struct, frozen=True):
    """Somebody for whom a table with a pace waits, as one viewer sees it."""

    seat: int
    name: str
    mine: bool
    until: object  # a datetime
    over: bool
    may_ask: bool  # the viewer may ask for a bot once the time is over
    asked: bool  # and has done so
    votes: int
    needed: int


def present(table: Table, seats: list[Seat], absent: Seat) -> list[Seat]:
    """Those who decide about an absent player: the other people, but for who is late as well."""
    now = timezone.now()
    return [
        seat
        for seat in seats
        if seat.pk != absent.pk
        and seat.person_id is not None
        and not seat.played_by
        and not pace.is_over(table, seat, now)
    ]


def needed(voters: list[Seat]) -> int:
    """More than half of them; one of one."""
    return len(voters) // 2 + 1


def waiting_for(table: Table, seats: list[Seat], names: list[str], own: list[int]) -> list[Waiting]:
    """For whom the table waits, and until when."""
    if table.pace == Table.Pace.NONE or table.status != Table.Status.RUNNING:
        return []
    votes = [*Vote.objects.filter(seat__table=table).values_list("seat_id", "by_id")]
    found = []
    for seat in seats:
        until = pace.until(table, seat)
        if until is None:
            continue
        voters = present(table, seats, seat)
        given = {by for about, by in votes if about == seat.pk}
        mine = [voter for voter in voters if voter.number in own]
        found.append(
            Waiting(
                seat=seat.number,
                name=names[seat.number],
                mine=seat.number in own,
                until=until,
                over=pace.is_over(table, seat),
                may_ask=bool(mine),
                asked=any(voter.pk in given for voter in mine),
                votes=sum(voter.pk in given for voter in voters),
                needed=needed(voters),
            )
        )
    return found


@changes
def ask_for_bot(table: Table, person: Person, number: int) -> None:
    """Vote that a bot plays for somebody whose time is over; enough votes, and it does."""
    lock(table)
    seats = list(table.seats.all())
    absent = next((seat for seat in seats if seat.number == number), None)
    if table.status != Table.Status.RUNNING or absent is None or absent.person_id is None:
        raise Refused(_("There is nobody to replace."))
    if absent.played_by:
        return
    voters = present(table, seats, absent)
    voter = next((seat for seat in voters if seat.person_id == person.pk), None)
    if voter is None:
        raise Refused(_("Only the others at the table can ask for that."))
    if not pace.is_over(table, absent):
        raise Refused(_("%s still has time.") % absent.shown)
    Vote.objects.get_or_create(seat=absent, by=voter)
    given = absent.votes.filter(by__in=voters).count()
    if given >= needed(voters):
        let_bot_play(table, absent, Happening.Kind.ABSENT)


def let_bot_play(table: Table, seat: Seat, why: Happening.Kind) -> None:
    """From now on the best bot makes this seat's moves. Within a change of the table."""
    seat.stand_in = bots.names(load(table.game))[-1]
    seat.save(update_fields=["stand_in"])
    seat.votes.all().delete()
    happened(table, why, seat)
    transaction.on_commit(lambda: live.wake_bots(table.pk))


@changes
def come_back(table: Table, person: Person) -> None:
    """Take the place back from the bot that stands in."""
    lock(table)
    if table.status != Table.Status.RUNNING:
        raise Refused(_("This game is over."))
    for seat in table.seats.filter(person=person).exclude(stand_in=""):
        seat.stand_in = ""
        seat.save(update_fields=["stand_in"])
        pace.restart(seat)
        happened(table, Happening.Kind.BACK, seat)
    # A bot may have thought for this place; others may be due as well.
    transaction.on_commit(lambda: live.wake_bots(table.pk))
