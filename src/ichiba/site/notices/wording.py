"""What a notice says: the title, the table, the deadline and a link. Never a secret of the game.

It is made only of what everybody at the table may know: the rows of the table and its seats.
"""

from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from ichiba.core.errors import UnknownGame
from ichiba.core.registry import load
from ichiba.site.models import Event, Result, Seat, Table
from ichiba.site.store.records import names_of
from ichiba.site.tables import clocks


class Notice(msgspec.Struct, frozen=True):
    """A notice for one person, in words."""

    event: str
    headline: str  # a few words
    text: str  # a sentence or two
    title: str  # of the game
    players: list[str]  # the others
    deadline: datetime | None
    path: str  # of the table's page

    @property
    def whole(self) -> str:
        """The text with the headline."""
        return f"{self.headline}\n{self.text}"


def listed(names: list[str]) -> str:
    """Return names as a phrase: “Aki, Ben and Chie”."""
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def title_of(table: Table) -> str:
    """Return the title of a table's game."""
    try:
        return load(table.title).title
    except UnknownGame:
        return table.title


def name_of(table: Table, others: list[str]) -> str:
    """Return how a table is called: “Tsukiji with Aki and Ben”."""
    if not others:
        return title_of(table)
    return _("%(title)s with %(names)s") % {"title": title_of(table), "names": listed(others)}


def in_zone(when: datetime, zone: ZoneInfo) -> str:
    """Return a time in a person's time zone."""
    local = timezone.localtime(when, zone)
    return f"{date_format(local, 'D j M, H:i')} ({zone.key})"


def compose(event: str, table: Table, seat: Seat, zone: ZoneInfo) -> Notice:
    """Write the notice about an event for the person in a seat."""
    seats = [*table.seats.all()]
    names = names_of(seats)
    others = [
        name for name, one in zip(names, seats, strict=True)
        if one.person_id != seat.person_id and not one.free
    ]  # fmt: skip
    called = name_of(table, others)
    deadline = clocks.until(table, seat) if seat.table_id == table.pk else None
    headline, text = _in_words(event, table, seat, called)
    if deadline is not None and table.status == Table.Status.RUNNING:
        text += " " + _("You have until %s.") % in_zone(deadline, zone)
    return Notice(
        event=event,
        headline=headline,
        text=text,
        title=title_of(table),
        players=others,
        deadline=deadline,
        path=reverse("table", args=[table.slug]),
    )


def _in_words(event: str, table: Table, seat: Seat, called: str) -> tuple[str, str]:
    if event == Event.TIME:
        return _("Time is running out: %s") % called, _("Your time for this turn is running out.")
    if event == Event.BEGAN:
        told = _("It's your turn.") if is_due(table, seat) else _("It's another player's turn.")
        return _("The game has begun: %s") % called, told
    if event == Event.ENDED:
        return _("The game is over: %s") % called, _outcome(table, seat)
    if event == Event.INVITED:
        return _("Rematch: %s") % called, _("Someone you played with has opened a rematch.")
    if event == Event.CHAT:
        return _("New chat messages: %s") % called, _("Someone wrote in the chat of this game.")
    return _("Your turn: %s") % called, _("The other players are waiting for you.")


def _outcome(table: Table, seat: Seat) -> str:
    if table.status != Table.Status.FINISHED:
        return _("It ended without a result.")
    results = Result.objects.filter(seat__table=table, won=True).select_related("seat")
    winners = [one.seat for one in results]
    if seat.pk in [one.pk for one in winners]:
        return _("You won.") if len(winners) == 1 else _("You shared the win.")
    return _("%s won.") % listed([one.shown for one in winners])


def is_due(table: Table, seat: Seat) -> bool:
    """Return whether a table is waiting for the person in this seat."""
    running = table.status == Table.Status.RUNNING
    return running and seat.person_plays and seat.number in table.due_seats
