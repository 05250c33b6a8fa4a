"""One event stream for all tables of the caller, so that a program can play many games at once.

`changed` means that a table has a new version. `left` means that the caller no longer plays there.
`gone` means that the token was revoked.
"""

from functools import partial

from django.db.models import Q
from django.http import HttpResponseBase
from ninja import Router

from ichiba.site.api.callers import WITH_TOKEN, ApiRequest, Caller, again
from ichiba.site.api.problems import may_answer
from ichiba.site.api.showing import line
from ichiba.site.api.streaming import STREAMED, event
from ichiba.site.api.tables import tables_of
from ichiba.site.live.propagation import Followed
from ichiba.site.live.streams import Gone, event_stream, place_for
from ichiba.site.models import Table
from ichiba.site.people import limits

router = Router(tags=["play"])

IDLE = b": %d tables, still here\n\n"  # a comment, which clients ignore
MOST_FOLLOWED = 200
_PLAYING = (Table.Status.OPEN, Table.Status.RUNNING)


class Sent(Followed):
    """The tables that a stream follows, and their slugs."""

    def __init__(self) -> None:
        super().__init__()
        self.slugs: dict[int, str] = {}


@router.get(
    "/stream",
    auth=WITH_TOKEN["auth"],
    response=may_answer(200, None),
    summary="Event stream of all your tables",
    openapi_extra=STREAMED,
)
async def stream(request: ApiRequest) -> HttpResponseBase:
    """Server-sent events with JSON data: changed, left and gone."""
    sent, caller = Sent(), request.auth
    place = place_for(limits.address(request), caller.person)
    news = partial(next_event, caller, sent)
    return event_stream(request, sent.watching(), place, news, idle=IDLE, gone=event("gone", {}))


def next_event(caller: Caller, sent: Sent, _seen: int) -> tuple[int, bytes]:
    """Return the number of tables, and the events since the last call."""
    now = again(caller)
    if now is None:
        raise Gone
    own = tables_of(now)
    playing = own.filter(Q(status__in=_PLAYING) | Q(pk__in=[*sent.versions]))
    followed = [*playing.order_by("-created", "-pk").values_list("pk", flat=True)[:MOST_FOLLOWED]]
    sent.follow(followed)  # before the versions are read, so that no change is missed
    versions = dict(own.filter(pk__in=followed).values_list("pk", "version"))
    new = [pk for pk, version in versions.items() if sent.versions.get(pk) != version]
    events = [_left(sent, pk) for pk in [*sent.versions] if pk not in versions]
    for table in own.filter(pk__in=new).prefetch_related("seats").order_by("pk"):
        events.append(_changed(sent, table, now))
    return len(sent.versions), b"".join(events)


def _changed(sent: Sent, table: Table, caller: Caller) -> bytes:
    """Return the event for a new version. A game that is over is followed no longer."""
    told = line(table, caller.visitor)
    sent.versions[table.pk], sent.slugs[table.pk] = table.version, table.slug
    if table.status not in _PLAYING:
        _forget(sent, table.pk)
    names = ("title", "version", "status", "your_turn")
    return event("changed", {"table": table.slug, **{name: told[name] for name in names}})


def _left(sent: Sent, pk: int) -> bytes:
    return event("left", {"table": _forget(sent, pk)})


def _forget(sent: Sent, pk: int) -> str:
    del sent.versions[pk]
    return sent.slugs.pop(pk)
