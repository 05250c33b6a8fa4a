"""A table as JSON, with the same information that the pages show to this viewer."""

import msgspec

from ichiba.core.match import Match
from ichiba.core.messages import Event
from ichiba.site.access import Visitor, check_may_look
from ichiba.site.models import ChatLine, Table
from ichiba.site.pages import results
from ichiba.site.pages.moves import Moves, Watching
from ichiba.site.pages.players import Player, players_at
from ichiba.site.pages.table import may_decide, prompt_for
from ichiba.site.store import snapshots
from ichiba.site.store.snapshots import Snapshot, Unreplayable
from ichiba.site.tables import automatic_bids, clocks, days, play, time_limits
from ichiba.site.tables.stand_ins import waiting_for
from ichiba.site.titles.words import words_for

# Events that are returned by default. A long game has a thousand.
LOG_SHOWN = 120


class ShownTable:
    """A table as one visitor may see it."""

    def __init__(self, snapshot: Snapshot, visitor: Visitor) -> None:
        self.snapshot, self.viewer = snapshot, visitor.viewer(snapshot)
        check_may_look(snapshot.table, self.viewer)
        self.players = players_at(snapshot, self.viewer)
        self.words = words_for(snapshot.names)

    @property
    def your_turn(self) -> bool:
        """Whether it is the caller's turn."""
        mine = [player for player in self.players if player.mine and not player.stand_in]
        return any(player.thinking for player in mine)

    def line(self) -> dict[str, object]:
        """Return the summary for a list."""
        table = self.snapshot.table
        return {
            "slug": table.slug,
            "title": table.title,
            "status": table.status,
            "version": table.version,
            "players": [_player(player) for player in self.players],
            "options": table.options,
            "listed": table.listed,
            "watchable": table.watchable,
            "rated": table.rated,
            "pace": table.pace,
            "clock": _clock(table),
            "your_turn": self.your_turn,
        }

    def whole(self, since: int | None = None) -> dict[str, object]:
        """Return all details, with the end of the log or the events after move `since`."""
        table, match = self.snapshot.table, self.snapshot.match_or_none
        over = table.status == Table.Status.FINISHED
        events = self.events() if since is None else self.events(since)
        return self.line() | {
            "seat": self.viewer.eyes,
            "seed_hash": table.seed_hash,
            "position": None if match is None else self._position(match),
            "automatic_bids": self._automatic_bids(),
            "waiting": [] if match is None else self._waiting(),
            "log": [self.told(event) for event in events[-LOG_SHOWN if since is None else 0 :]],
            "chat": [said(line) for line in self.snapshot.chat],
            "result": self._result(match) if match is not None and over else None,
            "rematch": table.rematch.slug if table.rematch else None,
        }

    def events(self, since: int = -1) -> list[Event]:
        """Return the events after move `since` that the caller may see."""
        match, eyes = self.snapshot.match_or_none, self.viewer.eyes
        events = [] if match is None else match.events
        return [event for event in events if event.move > since and event.is_for(eyes)]

    def told(self, event: Event) -> dict[str, object]:
        """Return an event as JSON."""
        return {
            "move": event.move,
            "key": event.key,
            "arguments": event.arguments,
            "text": event.say(self.words),
        }

    def _position(self, match: Match) -> dict[str, object]:
        eyes, state = self.viewer.eyes, match.state
        table, seats = self.snapshot.table, self.snapshot.seats
        deciding = eyes is not None and may_decide(table, seats[eyes])
        moves = Moves(match, eyes, self.words) if deciding else Watching()
        return {
            "view": state.view(eyes),
            "known": state.known(eyes),
            "prompt": prompt_for(match, seats, eyes, self.words),
            "rule": state.prompt(eyes).rule,
            "actions": [{"notation": n, "label": label} for n, label in moves.labels.items()],
            "amount": None if moves.amount is None else msgspec.structs.asdict(moves.amount),
            "page": "" if eyes is None else play.position_token(self.snapshot, eyes),
            "can_undo": deciding and eyes is not None and play.why_no_undo(match, eyes) is None,
        }

    def _automatic_bids(self) -> dict[str, object] | None:
        bids = automatic_bids.shown_to(self.snapshot, self.viewer.eyes)
        return None if bids is None else {"kind": bids["kind"], "extra": bids["extra"]}

    def _waiting(self) -> list[dict[str, object]]:
        found = waiting_for(self.snapshot, self.viewer.seats)
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
            "why": results.why_won(match, self.words),
            "seed": "" if days.is_secret(self.snapshot.table) else self.snapshot.table.seed,
        }


def show(snapshot: Snapshot, visitor: Visitor, since: int | None = None) -> dict[str, object]:
    """Return the details of a table for a visitor."""
    return ShownTable(snapshot, visitor).whole(since)


def line(table: Table, visitor: Visitor) -> dict[str, object]:
    """Return the summary of a table, even if its game can't be replayed."""
    try:
        return ShownTable(snapshots.of(table), visitor).line()
    except Unreplayable:
        return ShownTable(snapshots.outside(table), visitor).line()


def _clock(table: Table) -> dict[str, object] | None:
    if not clocks.has(table):
        return None
    limit = msgspec.structs.asdict(time_limits.of(table))
    return {name: value for name, value in limit.items() if name != "pace"}


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
        "left": player.left,
        "program": player.program,
        "level": player.level,
        "portrait": player.portrait,
    }


def said(chat: ChatLine) -> dict[str, object]:
    """Return a chat message as JSON."""
    return {
        "name": chat.shown,
        "text": chat.text,
        "when": chat.created,
        "watching": chat.watching,
    }
