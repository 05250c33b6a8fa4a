"""Operations for playing: move, undo, explain, chat and so on."""

import msgspec
from django.utils.translation import gettext as _
from ninja import Query, Router

from ichiba.site import operations
from ichiba.site.api.callers import WITH_TOKEN, ApiRequest, spenders
from ichiba.site.api.problems import Refusal, may_answer
from ichiba.site.api.shapes import (
    HintShape,
    NewAutomaticBids,
    NewHint,
    NewLine,
    NewMove,
    NewStandIn,
    NewUndo,
    Notation,
    Slug,
    TableShape,
    WhyShape,
)
from ichiba.site.api.tables import at, operate, shown
from ichiba.site.pages.hint_rows import rows_of
from ichiba.site.people import limits
from ichiba.site.tables import hints
from ichiba.site.tables.play import By
from ichiba.site.titles.words import words_for

router = Router(tags=["play"])


@router.post("/{slug}/moves", **WITH_TOKEN, response=may_answer(200, TableShape), summary="Move")
def move(request: ApiRequest, slug: Slug, data: NewMove) -> object:
    """Make a move. If `page` is outdated, you get 409 and nothing changes: get the table again."""
    return operate(request, slug, "move", data.notation, data.page, by=By.PROGRAM)


@router.post("/{slug}/undo", **WITH_TOKEN, response=may_answer(200, TableShape), summary="Undo")
def undo(request: ApiRequest, slug: Slug, data: NewUndo) -> object:
    """Undo your last decision. This isn't possible once hidden information has been revealed."""
    whole_turn = data.whole_turn
    return operate(request, slug, "undo", data.page, whole_turn=whole_turn, by=By.PROGRAM)


@router.post(
    "/{slug}/automatic-bids",
    **WITH_TOKEN,
    response=may_answer(200, TableShape),
    summary="Automatic bids",
)
def bid_automatically(request: ApiRequest, slug: Slug, data: NewAutomaticBids) -> object:
    """Set how to bid in blind auctions automatically, so that others don't have to wait for you."""
    return operate(request, slug, "automatic-bids", data.kind, str(data.extra))


@router.get("/{slug}/why", **WITH_TOKEN, response=may_answer(200, WhyShape), summary="Why not?")
def why(request: ApiRequest, slug: Slug, notation: Query[Notation]) -> object:
    """Check whether you may make a move now, and if not, why."""
    visitor, found = at(request, slug)
    seat = visitor.own_seat(found)
    match = found.match
    reason = match.state.explain(seat, match.game.parse(notation))
    return {
        "allowed": reason is None,
        "reason": "" if reason is None else reason.say(words_for(match.record.names)),
    }


@router.post("/{slug}/hint", **WITH_TOKEN, response=may_answer(200, HintShape), summary="Hint")
def hint(request: ApiRequest, slug: Slug, data: NewHint) -> object:
    """Ask what a strong player would do. This works only if all your opponents are bots."""
    visitor, found = at(request, slug)
    seat = visitor.own_seat(found)
    if getattr(request, "scope", {}).get(limits.CROWDED):
        limits.spend("hint", *spenders(request))
        raise Refusal(503, "crowded", _("Many people are asking for a hint. Try again soon."))
    hints.check(found, seat, data.page)
    advice = hints.known(found, seat)
    if advice is None:
        limits.spend("hint", *spenders(request))
        advice = hints.think(found, seat)
    rows = rows_of(advice, found.match, words_for(found.names))
    return {"page": data.page, "ways": [msgspec.structs.asdict(row) for row in rows]}


@router.post("/{slug}/chat", **WITH_TOKEN, response=may_answer(200, TableShape), summary="Chat")
def say(request: ApiRequest, slug: Slug, data: NewLine) -> object:
    """Send a chat message to everyone at the table."""
    return operate(request, slug, "chat", data.text)


@router.post(
    "/{slug}/rematch", **WITH_TOKEN, response=may_answer(200, TableShape), summary="Rematch"
)
def rematch(request: ApiRequest, slug: Slug) -> object:
    """Open a new table with the same players. All players who ask get the same table."""
    visitor, found = at(request, slug)
    table = operations.run("rematch", visitor, found, lambda: spenders(request))
    return shown(request, table.slug)


@router.post(
    "/{slug}/replace", **WITH_TOKEN, response=may_answer(200, TableShape), summary="Vote for a bot"
)
def replace(request: ApiRequest, slug: Slug, data: NewStandIn) -> object:
    """Vote to let a bot play for someone who is out of time; with enough votes it takes over."""
    return operate(request, slug, "replace", data.seat)


@router.post(
    "/{slug}/back", **WITH_TOKEN, response=may_answer(200, TableShape), summary="Take over"
)
def back(request: ApiRequest, slug: Slug) -> object:
    """Take over again from the bot that is playing for you."""
    return operate(request, slug, "back")
