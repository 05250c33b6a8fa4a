"""Reports of problems: what is stored of one, and the golden game that developers get from it."""

import msgspec
from django.utils.translation import gettext as _

from ichiba.core.errors import IchibaError
from ichiba.core.match import Match
from ichiba.core.record import Record
from ichiba.site.models import Person, Report, Table
from ichiba.site.store import snapshots
from ichiba.site.store.snapshots import Unreplayable
from ichiba.site.store.transactions import writing
from ichiba.site.tables import days
from ichiba.site.tables.changes import Refused

_PATH, _AGENT, _WINDOW = 200, 300, 20


class Seen(msgspec.Struct, frozen=True):
    """What somebody saw when they reported a problem."""

    at: int
    page: str
    window: str
    agent: str


def report_table(table: Table, person: Person | None, text: str, seen: Seen) -> Report:
    """Store a report about a table. Its record is added only if the game is over.

    That of a market of the day is left out until the day is over, because others play that deal.
    """
    record = ""
    if table.status == Table.Status.FINISHED and not days.is_secret(table):
        record = snapshots.record_file(table).decode()
    return _store(table, table.title, record, person, text, seen)


def report_record(record: Record, person: Person | None, text: str, seen: Seen) -> Report:
    """Store a report about an uploaded game."""
    return _store(None, record.game, record.encode().decode(), person, text, seen)


def _store(
    table: Table | None, title: str, record: str, person: Person | None, text: str, seen: Seen
) -> Report:
    text = text.strip()
    if not text:
        raise Refused(_("Say in a sentence what went wrong."))
    if len(text) > Report.LONGEST:
        raise Refused(_("Your report is too long. Use at most %d characters.") % Report.LONGEST)
    with writing():
        return Report.objects.create(
            table=table, person=person, title=title, record=record, text=text, at=seen.at,
            page=seen.page[:_PATH], window=seen.window[:_WINDOW], agent=seen.agent[:_AGENT],
        )  # fmt: skip


def golden_game(report: Report) -> bytes:
    """Return the record of the game as a golden game, with numbers instead of names.

    Refused while the game or its market of the day is in progress, because the record would reveal
    the seed, and if the game ended without a result.
    """
    content = report.record
    if not content and report.table is not None:
        if report.table.status == Table.Status.RUNNING or days.is_secret(report.table):
            raise Refused(
                _(
                    "This game or its market of the day is still in progress, so its record would "
                    "reveal secrets. Export it when that is over."
                )
            )
        if report.table.status == Table.Status.FINISHED:
            content = snapshots.record_file(report.table).decode()
    if not content:
        raise Refused(_("There is no record, because this game has no result."))
    try:
        return _unnamed(Record.decode(content.encode()))
    except (IchibaError, Unreplayable):
        raise Refused(_("This version of Ichiba can't replay the game.")) from None


def _unnamed(record: Record) -> bytes:
    names = [f"Player {seat + 1}" for seat in range(record.players)]
    plain = msgspec.structs.replace(record, names=names, checks={})
    return Match.replay(plain).record.encode()
