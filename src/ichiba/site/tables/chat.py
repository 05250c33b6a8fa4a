"""Chat at a table."""

from django.utils.translation import gettext as _

from ichiba.site.models import ChatLine, Event, Person, Table
from ichiba.site.tables import calls
from ichiba.site.tables.changes import Refused, changes
from ichiba.site.tables.lobby import check_welcome


@changes
def say(table: Table, person: Person, text: str) -> None:
    """Add a chat message."""
    check_welcome(person)
    if person.muted:
        raise Refused(_("A moderator has muted you. You can play, but not chat."))
    line = "".join(letter for letter in " ".join(text.split()) if letter.isprintable())
    if not line:
        raise Refused(_("Type a message first."))
    seat = table.seats.filter(person=person).first()
    name = seat.name if seat is not None and seat.name else person.name
    watching = seat is None and table.status != Table.Status.OPEN
    ChatLine.objects.create(
        table=table, person=person, name=name, text=line[:400], watching=watching
    )
    if not watching:
        calls.call_all(table, Event.CHAT, but=person.pk)
