"""All data of one person, as they can download it. It has nothing of others, not even their names.

Keys, digests and addresses of browsers are left out: they are no data about a person, and whoever
finds the file could use them.
"""

from collections.abc import Iterator
from typing import Any

from ichiba.site.models import (
    AutomaticBid,
    ChatLine,
    DailyTry,
    DayOff,
    Happening,
    Move,
    Notices,
    Person,
    Rating,
    Report,
    Search,
    Seat,
    Table,
)

Plain = dict[str, Any]
_NOTICES = (
    "events", "mail", "minutes", "hour", "confirmed", "hook", "hook_kind", "time_zone",
    "quiet_from", "quiet_until", "language",
)  # fmt: skip


def everything_about(person: Person) -> Plain:
    """Return all data of a person."""
    return {
        "person": _about(person),
        "account": _account(person),
        "notifications": _notices(person),
        "browsers": [*person.browsers.values("label", "site", "created")],
        "days_off": [*DayOff.objects.filter(person=person).values("begins", "ends")],
        "tokens": [*person.tokens.order_by("pk").values("label", "created", "seat__table__slug")],
        "ratings": [
            *Rating.objects.filter(person=person).values(
                "title", "tempo", "rating", "deviation", "games", "last"
            )
        ],
        "markets_of_the_day": [
            *DailyTry.objects.filter(person=person)
            .order_by("pk")
            .values("market__title", "market__day", "begun", "finished", "points")
        ],
        "search": Search.objects.filter(person=person)
        .values("title", "pace", "near", "created")
        .first(),
        "reports": [
            *Report.objects.filter(person=person)
            .order_by("pk")
            .values("table__slug", "title", "at", "page", "window", "agent", "text", "created")
        ],
        "opened": [*Table.objects.filter(owner=person).order_by("pk").values("slug", "created")],
        "games": [*_games(person)],
        "chat": [
            *ChatLine.objects.filter(person=person).values(
                "table__slug", "name", "text", "watching", "created"
            )
        ],
        "happenings": [
            *Happening.objects.filter(person=person).values(
                "table__slug", "kind", "name", "move", "created"
            )
        ],
    }


def _about(person: Person) -> Plain:
    names = (
        "id", "name", "created", "speed", "ask", "language", "portrait", "profile", "muted",
        "banned",
    )  # fmt: skip
    return {name: getattr(person, name) for name in names}


def _account(person: Person) -> Plain | None:
    user = person.user
    if user is None:
        return None
    names = ("username", "email", "date_joined", "last_login", "is_staff")
    return {name: getattr(user, name) for name in names}


def _notices(person: Person) -> Plain | None:
    found = Notices.objects.filter(person=person).values(*_NOTICES).first()
    return None if found is None else dict(found)


def _games(person: Person) -> Iterator[Plain]:
    """Yield a person's seats with their own moves, results and settings."""
    seats = Seat.objects.filter(person=person).select_related("table").order_by("pk")
    bids = {
        bid.seat_id: {"kind": bid.kind, "extra": bid.extra}
        for bid in AutomaticBid.objects.filter(seat__person=person)
    }
    results = dict(_results(person))
    for seat in seats.iterator(chunk_size=200):
        table = seat.table
        yield {
            "table": table.slug,
            "title": table.title,
            "players": table.players,
            "options": table.options,
            "status": table.status,
            "time_limit": table.pace,
            "rated": table.rated,
            "created": table.created,
            "started": table.started,
            "finished": table.finished,
            "seat": seat.number,
            "name": seat.name,
            "left": seat.left,
            "removed_from_list": seat.put_away,
            "last_seen": seat.seen,
            "quiet_hours": seat.rests,
            "automatic_bids": bids.get(seat.pk),
            "voted_about": [*seat.given_votes.values_list("seat__number", flat=True)],
            "result": results.get(seat.pk),
            "moves": _moves(seat),
        }


def _results(person: Person) -> Iterator[tuple[int, Plain]]:
    found = Seat.objects.filter(person=person, result__isnull=False)
    for seat in found.select_related("result"):
        names = ("place", "points", "won", "habits")
        yield seat.pk, {name: getattr(seat.result, name) for name in names}


def _moves(seat: Seat) -> list[Plain]:
    """Return the decisions of one seat, without the seat's number."""
    start = f"{seat.number} "
    found = Move.objects.filter(table=seat.table_id, text__startswith=start).order_by("number")
    return [
        {"number": number, "move": text.removeprefix(start), "when": created}
        for number, text, created in found.values_list("number", "text", "created")
    ]
