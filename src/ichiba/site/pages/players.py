"""The players as a page shows them."""

from datetime import timedelta

import msgspec
from django.utils import timezone

from ichiba.site.access import Viewer
from ichiba.site.models import Seat, Table
from ichiba.site.pages.clock_faces import Face, face_of
from ichiba.site.store.snapshots import Snapshot

HERE = timedelta(seconds=45)


class Player(msgspec.Struct, frozen=True):
    """A player as the page shows them."""

    seat: int
    name: str
    bot: str
    free: bool
    mine: bool
    here: bool
    thinking: bool
    stand_in: bool  # a bot is playing for this player
    left: bool  # this player has left the game
    program: bool  # a program plays for this player, with an API token
    shared: bool  # one of several people at one screen
    level: str  # as a word: of the bot, also of one that is playing for this player
    portrait: str  # the key of a bot's character
    line: str  # a sentence about that character
    clock: Face | None  # at a table with a time limit


class AtScreen(msgspec.Struct, frozen=True):
    """The people who share one screen, and whose turn it is."""

    people: tuple[int, ...]
    turn: int | None


def turn_at_screen(snapshot: Snapshot) -> AtScreen | None:
    """Return whose turn it is at a shared screen; None if the screen isn't shared."""
    table, seats, match = snapshot.table, snapshot.seats, snapshot.match
    people = tuple(seat.number for seat in seats if seat.person_id is not None)
    if not table.hotseat or len(people) < 2:
        return None
    due = [n for n in match.state.actors if n in people and not seats[n].stand_in]
    turn = table.at_screen if table.at_screen in due else next(iter(due), None)
    return AtScreen(people, turn)


def here(snapshot: Snapshot, seat: Seat) -> bool:
    """Return whether the player has the page open."""
    seen = snapshot.seen.get(seat.number)
    return bool(seat.bot) or (seen is not None and timezone.now() - seen < HERE)


def players_at(snapshot: Snapshot, viewer: Viewer, shared: AtScreen | None = None) -> list[Player]:
    """Return all seats for the page, including free ones. At a shared screen only one is to act."""
    seats, match = snapshot.seats, snapshot.match_or_none
    names = [seat.shown for seat in seats] if match is None else match.record.names
    ended = snapshot.table.status == Table.Status.ENDED
    actors = () if match is None or ended else match.state.actors
    if shared is not None:
        actors = tuple(n for n in actors if n not in shared.people or n == shared.turn)
    return [
        Player(
            seat=seat.number,
            name=names[seat.number],
            bot=seat.bot,
            free=seat.free,
            mine=seat.number in viewer.seats,
            here=here(snapshot, seat),
            thinking=seat.number in actors,
            stand_in=bool(seat.stand_in),
            left=seat.left,
            program=seat.program,
            shared=shared is not None and seat.number in shared.people,
            level=seat.level_played,
            portrait=seat.character.key if seat.character else "",
            line=str(seat.character.line) if seat.character else "",
            clock=face_of(snapshot.table, seat, mine=seat.number in viewer.seats),
        )
        for seat in seats
    ]
