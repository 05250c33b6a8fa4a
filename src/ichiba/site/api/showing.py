"""A table as JSON, for one pair of eyes: the same knowledge as the pages have, in other clothes."""

from collections.abc import Callable
from typing import TypeVar

import msgspec
from django.db.models import QuerySet

from ichiba.core.match import Match
from ichiba.core.messages import Event
from ichiba.core.words import Words
from ichiba.site import standing, tables
from ichiba.site.absent import waiting_for
from ichiba.site.api.callers import Caller
from ichiba.site.matches import Unreplayable, hold, names_of
from ichiba.site.models import ChatLine, Seat, Table
from ichiba.site.seeing import (
    Moves,
    Player,
    Viewer,
    Watching,
    may_decide,
    players_at,
    prompt_for,
    why_won,
    words_for,
)

T = TypeVar("T")

CHAT_SHOWN = 100
# Entries of the log that are told unasked: a long game has a thousand.
LOG_SHOWN = 120


class Seen(msgspec.Struct, frozen=True):
    """A table as it stands for one caller."""

    table: Table
    viewer: Viewer
    players: list[Player]
    seats: list[Seat]
    match: Match | None
    words: Words

    @property
    def your_turn(self) -> bool:
        """Whether the table waits for the caller."""
        mine = [player for player in self.players if player.mine and not player.stand_in]
        return any(player.thinking for player in mine)

    def line(self) -> dict[str, object]:
        """What a list tells of it."""
        table = self.table
        return {
            "slug": table.slug,
            "title": table.game,
            "status": table.status,
            "version": table.version,
            "players": [_player(player) for player in self.players],
            "options": table.options,
            "listed": table.listed,
            "pace": table.pace,
            "your_turn": self.your_turn,
        }

    def whole(self, since: int | None = None) -> dict[str, object]:
        """All there is to know; of the log the end, or what came after so many moves."""
        table, match = self.table, self.match
        over = table.status == Table.Status.FINISHED
        events = self.events() if since is None else self.events(since)
        return self.line() | {
            "seat": self.viewer.eyes,
            "seed_hash": table.seed_hash,
            "position": None if match is None else self._position(match),
            "order": self._order(),
            "waiting": [] if match is None else self._waiting(match),
            "log": [self.told(event) for event in events[-LOG_SHOWN if since is None else 0 :]],
            "chat": [said(line) for line in last_lines(table)],
            "result": self._result(match) if match is not None and over else None,
            "rematch": table.rematch.slug if table.rematch else None,
        }

    def events(self, since: int = -1) -> list[Event]:
        """What happened after so many moves, as far as the caller may know of it."""
        events = [] if self.match is None else self.match.events
        eyes = self.viewer.eyes
        return [event for event in events if event.move > since and event.is_for(eyes)]

    def told(self, event: Event) -> dict[str, object]:
        """An entry of the log."""
        return {
            "move": event.move,
            "key": event.key,
            "arguments": event.arguments,
            "text": event.say(self.words),
        }

    def _position(self, match: Match) -> dict[str, object]:
        eyes, state = self.viewer.eyes, match.state
        deciding = eyes is not None and may_decide(self.table, self.seats[eyes])
        moves = Moves(match, eyes, self.words) if deciding else Watching()
        return {
            "view": state.view(eyes),
            "prompt": prompt_for(match, self.seats, eyes, self.words),
            "rule": state.prompt(eyes).rule,
            "actions": [{"notation": n, "label": label} for n, label in moves.labels.items()],
            "amount": None if moves.amount is None else msgspec.structs.asdict(moves.amount),
            "page": "" if eyes is None else tables.token(match, eyes),
            "can_undo": deciding and match.why_no_undo(eyes) is None,
        }

    def _order(self) -> dict[str, object] | None:
        order = standing.shown_to(self.table, self.viewer.eyes)
        return None if order is None else {"kind": order["kind"], "extra": order["extra"]}

    def _waiting(self, match: Match) -> list[dict[str, object]]:
        names = match.record.names
        found = waiting_for(self.table, self.seats, names, self.viewer.seats)
        return [
            {
                "seat": one.seat,
                "until": one.until,
                "over": one.over,
                "may_ask": one.may_ask and one.over and not one.asked,
                "votes": one.votes,
                "needed": one.needed,
            }
            for one in found
        ]

    def _result(self, match: Match) -> dict[str, object]:
        state = match.state
        return {
            "scores": [*state.scores],
            "winners": [*state.winners],
            "breakdown": [
                {self.words.say(key): points for key, points in part.items()}
                for part in state.breakdown
            ],
            "why": why_won(match, self.words),
            "seed": self.table.seed,
        }


def show(table: Table, caller: Caller, since: int | None = None) -> dict[str, object]:
    """A table for its caller."""
    return look(table, caller, lambda seen: seen.whole(since))


def line(table: Table, caller: Caller) -> dict[str, object]:
    """A table in a list; one of other rules is told as far as it is known without playing it."""
    try:
        return look(table, caller, Seen.line)
    except Unreplayable:
        return _outside(table, caller).line()


def look(table: Table, caller: Caller, tell: Callable[[Seen], T]) -> T:
    """Tell something of a table while nobody changes it."""
    if table.started is None:
        return tell(_outside(table, caller))
    seats, viewer = [*table.seats.all()], caller.viewer(table)
    ended = table.status == Table.Status.ENDED
    with hold(table) as match:
        match.record.names = names_of(seats)
        players = players_at(seats, match, viewer, ended=ended)
        words = words_for(match.record.names)
        return tell(Seen(table, viewer, players, seats, match, words))


def _outside(table: Table, caller: Caller) -> Seen:
    """A table without its game."""
    seats, viewer = [*table.seats.all()], caller.viewer(table)
    players = players_at(seats, None, viewer)
    return Seen(table, viewer, players, seats, None, words_for([]))


def _player(player: Player) -> dict[str, object]:
    return {
        "seat": player.seat,
        "name": player.name,
        "bot": player.bot,
        "free": player.free,
        "yours": player.mine,
        "here": player.here,
        "to_act": player.thinking,
        "stand_in": player.stand_in,
    }


def last_lines(table: Table) -> list[ChatLine]:
    """The end of the chat."""
    newest: QuerySet[ChatLine] = table.chat.order_by("-pk")[:CHAT_SHOWN]
    return [*newest][::-1]


def said(chat: ChatLine) -> dict[str, object]:
    """A line of the chat."""
    return {"name": chat.shown, "text": chat.text, "when": chat.created}
