"""Playing: move, take back, ask why not, talk."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Query, Router

from ichiba.site import absent, limits, standing, tables
from ichiba.site.api.callers import WITH_TOKEN
from ichiba.site.api.problems import may_answer
from ichiba.site.api.shapes import (
    NewLine,
    NewMove,
    NewOrder,
    NewStandIn,
    NewUndo,
    Notation,
    Slug,
    TableShape,
    WhyShape,
)
from ichiba.site.api.tables import at, shown
from ichiba.site.matches import hold
from ichiba.site.seeing import words_for

router = Router(tags=["play"])


@router.post("/{slug}/moves", **WITH_TOKEN, response=may_answer(200, TableShape), summary="Move")
def move(request: HttpRequest, slug: Slug, data: NewMove) -> object:
    """Make a decision. With an old `page` nothing happens and you are to look again (409)."""
    caller, table = at(request, slug)
    tables.play(table, caller.acting(table), data.notation, data.page)
    return shown(request, table)


@router.post("/{slug}/undo", **WITH_TOKEN, response=may_answer(200, TableShape), summary="Undo")
def undo(request: HttpRequest, slug: Slug, data: NewUndo) -> object:
    """Take back your last decision, unless something has come to light since."""
    caller, table = at(request, slug)
    tables.undo(table, caller.acting(table), data.page, whole_turn=data.whole_turn)
    return shown(request, table)


@router.post(
    "/{slug}/order", **WITH_TOKEN, response=may_answer(200, TableShape), summary="Standing order"
)
def order(request: HttpRequest, slug: Slug, data: NewOrder) -> object:
    """Say how your place bids in blind auctions by itself, so that the others need not wait."""
    caller, table = at(request, slug)
    standing.give(table, caller.acting(table), data.kind, str(data.extra))
    return shown(request, table)


@router.get("/{slug}/why", **WITH_TOKEN, response=may_answer(200, WhyShape), summary="Why not?")
def why(request: HttpRequest, slug: Slug, notation: Query[Notation]) -> object:
    """Whether you may make a move now, and if not, why."""
    caller, table = at(request, slug)
    seat = caller.acting(table)
    with hold(table) as match:
        action = match.game.parse(notation)
        reason = match.state.explain(seat, action)
        return {
            "allowed": reason is None,
            "reason": "" if reason is None else reason.say(words_for(match.record.names)),
        }


@router.post("/{slug}/chat", **WITH_TOKEN, response=may_answer(200, TableShape), summary="Talk")
def chat(request: HttpRequest, slug: Slug, data: NewLine) -> object:
    """Say something that everybody at the table can read."""
    caller, table = at(request, slug)
    person = caller.person_at(table)
    limits.spend("chat", limits.address(request), f"person {person.pk}")
    tables.say(table, person, data.text)
    return shown(request, table)


@router.post(
    "/{slug}/rematch", **WITH_TOKEN, response=may_answer(200, TableShape), summary="Rematch"
)
def rematch(request: HttpRequest, slug: Slug) -> object:
    """The same people again, at one new table for all who ask; you get the new table."""
    caller, table = at(request, slug)
    if not caller.viewer(table).plays:
        raise PermissionDenied(_("Only those who played can ask for a rematch."))
    person = caller.whole_person()
    limits.spend("table", limits.address(request))
    return shown(request, tables.rematch(table, person))


@router.post(
    "/{slug}/replace", **WITH_TOKEN, response=may_answer(200, TableShape), summary="Ask for a bot"
)
def replace(request: HttpRequest, slug: Slug, data: NewStandIn) -> object:
    """Vote that a bot plays for somebody whose time is over; with enough votes it does."""
    caller, table = at(request, slug)
    absent.ask_for_bot(table, caller.person_at(table), data.seat)
    return shown(request, table)


@router.post("/{slug}/back", **WITH_TOKEN, response=may_answer(200, TableShape), summary="Be back")
def back(request: HttpRequest, slug: Slug) -> object:
    """Take your place back from the bot that stands in."""
    caller, table = at(request, slug)
    absent.come_back(table, caller.person_at(table))
    return shown(request, table)
