"""Hints: what a strong player would do, for a person who plays against bots alone.

A process of its own thinks about hints, one after the other, so that bots are not held up. A hint
uses only what the person may know, and changes nothing at the table. Its random numbers are made
from the fingerprint of the shuffle, which everybody may know, not from the seed of the game.
"""

from threading import Lock

from django.conf import settings
from django.utils.translation import gettext as _

from ichiba import bots
from ichiba.arena.playing import derive
from ichiba.arena.thinker import Tutor
from ichiba.site.bounded import Bounded
from ichiba.site.models import Table
from ichiba.site.store import snapshots
from ichiba.site.store.snapshots import Snapshot
from ichiba.site.tables import play
from ichiba.site.tables.changes import MovedOn, Refused

Hint = list[bots.Advice]
# A position as one seat knows it: the table, the seat and the token.
_Key = tuple[int, int, str]

_lock = Lock()  # for the process
_tutor: Tutor | None = None  # started for the first hint
_kept: Bounded[Hint] = Bounded(200)


def are_offered(snapshot: Snapshot) -> bool:
    """Return whether there are hints at a table: one person plays against bots alone.

    A bot that plays for an absent person doesn't count: this is a game between people. In a market
    of the day, people are compared, so there are none either.
    """
    if snapshot.table.day is not None:
        return False
    people = [seat for seat in snapshot.seats if not seat.bot]
    return len(people) == 1 and bots.advises(snapshot.match.game)


def check(snapshot: Snapshot, seat: int, token: str | None) -> None:
    """Refused if the seat can't get a hint now; MovedOn if the page is outdated."""
    match = snapshot.match
    if not bots.advises(match.game):
        raise Refused(_("There are no hints for this game."))
    if snapshot.table.day is not None:
        raise Refused(_("There are no hints in the market of the day."))
    if not are_offered(snapshot):
        raise Refused(_("There are hints only when all your opponents are bots."))
    if snapshot.table.status != Table.Status.RUNNING:
        raise Refused(_("This game is over."))
    if snapshot.seats[seat].stand_in:
        raise Refused(_("A bot is playing for you. Take over from the bot first."))
    if token is not None and token != play.position_token(snapshot, seat):
        raise MovedOn
    if seat not in match.state.actors:
        raise Refused(_("You can get a hint when it's your turn."))


def known(snapshot: Snapshot, seat: int) -> Hint | None:
    """Return the hint for this position if it has been thought of before."""
    return _kept.get(_key(snapshot, seat))


def think(snapshot: Snapshot, seat: int) -> Hint:
    """Return the hint for a position, which takes some seconds.

    MovedOn if the position changes meanwhile, Refused if there is no answer in time.
    """
    table, match = snapshot.table, snapshot.match
    key = _key(snapshot, seat)
    # The seed is made from what everybody knows, so it can't betray anything.
    seed = derive(int(table.seed_hash, 16), "hint", seat, key[2])
    with _lock:
        hint = process().advise(match.record, seat, seed)
    if _key(snapshots.newest_of(table.pk), seat) != key:
        raise MovedOn
    if not hint:
        raise Refused(_("We couldn't find a hint in time. Try again."))
    _kept.keep(key, hint)
    return hint


def stop() -> None:
    """Stop the process when the server stops."""
    global _tutor  # noqa: PLW0603 - one a process
    with _lock:
        if _tutor is not None:
            _tutor.stop()
        _tutor = None


def forget_all() -> None:
    """Forget the hints that have been thought of."""
    _kept.clear()


def process() -> Tutor:
    """Return the process that thinks about hints; it is started for the first one."""
    global _tutor  # noqa: PLW0603 - one a process
    if _tutor is None:
        _tutor = Tutor(settings.CONFIGURATION.hint_seconds)
    return _tutor


def _key(snapshot: Snapshot, seat: int) -> _Key:
    return snapshot.table.pk, seat, play.position_token(snapshot, seat)
