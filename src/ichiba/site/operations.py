"""What people and programs do at tables: for each operation who may do it, how often, and the
function that does it. The pages and the API both call `run`."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ichiba.site.access import Visitor
from ichiba.site.models import Person
from ichiba.site.notices import choosing
from ichiba.site.people import limits, reports
from ichiba.site.store.snapshots import Snapshot
from ichiba.site.tables import automatic_bids, bot_games, chat, leaving, lobby, play, stand_ins


class Operation(msgspec.Struct, frozen=True):
    """Something that is done at a table, as `do(table, who, …)`."""

    # The person or the seat, if they may; None if it can be anybody.
    who: Callable[[Visitor, Snapshot], Person | int | None]
    do: Callable[..., Any]
    limit: str = ""
    newcomers: bool = False  # whether a page makes whoever has no name yet a guest


OPERATIONS = {
    "move": Operation(Visitor.own_seat, play.play),
    "undo": Operation(Visitor.own_seat, play.undo),
    "automatic-bids": Operation(Visitor.own_seat, automatic_bids.set_for),
    "join": Operation(
        lambda visitor, _: visitor.whole_person(), lobby.sit_down, limit="join", newcomers=True
    ),
    "leave": Operation(Visitor.person_at, lobby.stand_up),
    "fill": Operation(Visitor.person_at, lobby.fill_with_bots),
    "resign": Operation(Visitor.person_at, leaving.leave),
    "replace": Operation(Visitor.person_at, stand_ins.ask_for_bot),
    "back": Operation(Visitor.person_at, stand_ins.come_back),
    "chat": Operation(Visitor.person_at, chat.say, limit="chat", newcomers=True),
    "climb": Operation(Visitor.player, bot_games.climb, limit="table"),
    "rematch": Operation(Visitor.player, lobby.rematch, limit="table"),
    "notices": Operation(Visitor.person_at, choosing.silence),
    "report": Operation(lambda visitor, _: visitor.person, reports.report_table, limit="report"),
}


def run(
    name: str,
    visitor: Visitor,
    found: Snapshot,
    spenders: Callable[[], Sequence[str]],
    *details: Any,
    newcomer: Callable[[], Person] | None = None,
    **more: Any,
) -> Any:
    """Do something at a table, and return the result.

    `spenders` are whom its limit counts it for. Pages pass how a `newcomer` becomes a guest.
    """
    operation = OPERATIONS[name]
    is_new = operation.newcomers and newcomer is not None and visitor.person is None
    who = None if is_new else operation.who(visitor, found)
    if operation.limit:
        limits.spend(operation.limit, *spenders())
    if is_new and newcomer is not None:
        who = newcomer()
    return operation.do(found.table, who, *details, **more)
