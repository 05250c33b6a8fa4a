"""What people do with tables: set up, sit down, start, play, take back, talk.

Every function changes rows in one transaction and says so to everybody who watches.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from hashlib import sha256
from secrets import randbits
from typing import Concatenate, ParamSpec, TypeVar

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ichiba import bots
from ichiba.core.errors import IllegalAction
from ichiba.core.game import Game
from ichiba.core.match import Match
from ichiba.core.messages import Reason
from ichiba.core.options import Values
from ichiba.core.record import UNDO
from ichiba.core.registry import load
from ichiba.site import live, matches, pace
from ichiba.site.models import ChatLine, Happening, Move, Person, Seat, Table

P = ParamSpec("P")
R = TypeVar("R")

ME, FRIEND = "me", "friend"


class Refused(Exception):  # noqa: N818 - reads as what it is
    """Something a person may not do here; the reason is for that person."""

    def __init__(self, why: Reason | str) -> None:
        super().__init__(str(why))
        self.why = why


class MovedOn(Exception):  # noqa: N818 - it is no error: the table was quicker
    """The page was old: somebody, perhaps the same person, has acted meanwhile."""


def changes(
    do: Callable[Concatenate[Table, P], R],
) -> Callable[Concatenate[Table, P], R]:
    """A function that changes a table: all or nothing, then everybody is told."""

    @wraps(do)
    def changing(table: Table, *args: P.args, **kwargs: P.kwargs) -> R:
        with transaction.atomic():
            result = do(table, *args, **kwargs)
            table.touch()
        live.ring(table.pk)
        return result

    return changing


def lock(table: Table) -> None:
    """Within a change: wait for other changes of this table, and know how it stands."""
    table.refresh_from_db(from_queryset=Table.objects.select_for_update())


def happened(table: Table, kind: Happening.Kind, seat: Seat | None = None) -> None:
    """Note something around the game; the log tells it, the record does not."""
    Happening.objects.create(
        table=table,
        kind=kind,
        seat=None if seat is None else seat.number,
        person_id=None if seat is None else seat.person_id,
        name="" if seat is None else seat.name,
        move=table.moves.count(),
    )


def check_welcome(person: Person) -> None:
    """Refused if a moderator has banned this person."""
    if person.banned:
        raise Refused(_("A moderator has closed the tables to you."))


def seed_hash(seed: str) -> str:
    """What is shown of a seed before the end."""
    return sha256(seed.encode()).hexdigest()


def create(
    owner: Person,
    game: Game,
    who: Sequence[str],
    options: Values,
    *,
    listed: bool = False,
    hotseat_names: Sequence[str] = (),
    pace: str = Table.Pace.NONE,
) -> Table:
    """A table; `who` says for each seat ME, FRIEND or a bot. When it is full it starts."""
    check_welcome(owner)
    seed = str(randbits(128))
    values = game.check(len(who), int(seed), options)
    for name in who:
        if name not in (ME, FRIEND):
            bots.check(name, game)
    with transaction.atomic():
        table = Table.objects.create(
            game=game.name,
            revision=game.revision,
            players=len(who),
            options=values,
            seed=seed,
            seed_hash=seed_hash(seed),
            listed=listed and not hotseat_names,
            hotseat=bool(hotseat_names),
            pace=Table.Pace.NONE if hotseat_names else pace,
            owner=owner,
        )
        people = iter(hotseat_names or [owner.name])
        for number, name in enumerate(who):
            mine = name == ME
            seat = Seat.objects.create(
                table=table,
                number=number,
                person=owner if mine else None,
                bot="" if name in (ME, FRIEND) else name,
                name=next(people, owner.name) if mine else "",
            )
            if mine:
                happened(table, Happening.Kind.SAT, seat)
        _start_if_full(table)
    return table


@changes
def sit_down(table: Table, person: Person) -> Seat:
    """Take the first free seat."""
    table.refresh_from_db()
    check_welcome(person)
    held = table.seats.filter(person=person).first()
    if held is not None:
        return held
    free = table.seats.filter(person=None, bot="").first()
    if table.status != Table.Status.OPEN or free is None:
        raise Refused(_("This table is full."))
    free.person, free.name = person, person.name
    free.save(update_fields=["person", "name"])
    happened(table, Happening.Kind.SAT, free)
    _start_if_full(table)
    return free


@changes
def stand_up(table: Table, person: Person) -> None:
    """Give a seat back before the game begins."""
    table.refresh_from_db()
    if table.status != Table.Status.OPEN:
        raise Refused(_("The game has begun."))
    for seat in table.seats.filter(person=person):
        happened(table, Happening.Kind.LEFT, seat)
        seat.person, seat.name = None, ""
        seat.save(update_fields=["person", "name"])


@changes
def fill_with_bots(table: Table, person: Person) -> None:
    """Give all free seats to the best bot and start."""
    table.refresh_from_db()
    if table.owner_id != person.pk:
        raise Refused(_("Only the host of this table can do that."))
    if table.status == Table.Status.OPEN:
        best = bots.names(load(table.game))[-1]
        table.seats.filter(person=None, bot="").update(bot=best)
        _start_if_full(table)


def _start_if_full(table: Table) -> None:
    seats = list(table.seats.all())
    if table.status != Table.Status.OPEN or any(seat.free for seat in seats):
        return
    names = _distinct(seat.name or seat.bot.capitalize() for seat in seats)
    for seat, name in zip(seats, names, strict=True):
        seat.name = name
        seat.save(update_fields=["name"])
    table.status, table.started = Table.Status.RUNNING, timezone.now()
    table.save(update_fields=["status", "started"])
    if table.pace != Table.Pace.NONE:
        pace.note(table, Match.replay(matches.record_of(table)))
    transaction.on_commit(lambda: live.wake_bots(table.pk))


def names_of(seats: Sequence[Seat]) -> list[str]:
    """What the players of a game are called, for whoever looks."""
    return _distinct(seat.shown for seat in seats)


def _distinct(names: Iterable[str]) -> list[str]:
    """The names, with a number behind those that are taken."""
    distinct: list[str] = []
    for name in names:
        number, one = 1, name
        while one in distinct:
            number += 1
            one = f"{name[:36]} {number}"
        distinct.append(one)
    return distinct


def token(match: Match, seat: int) -> str:
    """What a page must know to act: it changes when this seat acts or something comes to light.

    It does not change when others lay their tickets, so they disturb nobody's choice.
    """
    own = sum(move.startswith(f"{seat} ") for move in match.record.moves)
    return f"{own}.{match.state.reveals}"


def play(
    table: Table, seat: int, notation: str, page: str | None = None, *, bot: bool = False
) -> None:
    """Make a move; MovedOn if the page is old, IllegalAction if the rules do not allow it."""
    with matches.hold(table) as match:
        _check_page(match, seat, page)
        action = match.game.parse(notation)
        _write(table, match, seat, lambda: match.play(seat, action), notation, bot=bot)
    live.wake_bots(table.pk)


def undo(table: Table, seat: int, page: str | None = None, *, whole_turn: bool = False) -> None:
    """Take back the last decision, or all that can be taken back."""
    with matches.hold(table) as match:
        _check_page(match, seat, page)
        while True:
            _write(table, match, seat, lambda: match.undo(seat), UNDO)
            if not whole_turn or match.why_no_undo(seat) is not None:
                break
    live.wake_bots(table.pk)


def _check_page(match: Match, seat: int, page: str | None) -> None:
    if page is not None and page != token(match, seat):
        raise MovedOn


def _write(
    table: Table, match: Match, seat: int, act: Callable[[], None], text: str, *, bot: bool = False
) -> None:
    """Act on the match and add the row; another writer's row with the same number wins."""
    try:
        act()
    except IllegalAction as error:
        raise Refused(error.reason) from None
    try:
        _add_row(table, match, seat, text, bot=bot)
    except IntegrityError:
        raise MovedOn from None


@changes
def _add_row(table: Table, match: Match, number: int, text: str, *, bot: bool) -> None:
    _check_who_plays(table, number, bot)
    Move.objects.create(table=table, number=len(match.record.moves), text=f"{number} {text}")
    pace.note(table, match, number, undone=text == UNDO)
    if table.hotseat and table.at_screen not in match.state.actors:
        table.at_screen = None
        table.save(update_fields=["at_screen"])
    if not match.state.actors:
        table.status, table.finished = Table.Status.FINISHED, timezone.now()
        table.scores, table.winners = [*match.state.scores], [*match.state.winners]
        table.save(update_fields=["status", "finished", "scores", "winners"])


def _check_who_plays(table: Table, number: int, bot: bool) -> None:
    """The game runs; a bot that stands in, and not its person, moves, as long as it stands in."""
    # First the lock of the table, then its place as it is under that lock.
    status = Table.objects.select_for_update().values_list("status", flat=True).get(pk=table.pk)
    seat = Seat.objects.get(table=table, number=number)
    ended = status == Table.Status.ENDED
    if bot and (ended or not seat.played_by):
        raise MovedOn
    if ended:
        raise Refused(_("A moderator has ended this game."))
    if seat.stand_in and not bot:
        raise Refused(_("A bot plays for you. Take your place back first."))


@changes
def come_to_screen(table: Table, seat: int) -> None:
    """At a shared screen: this player looks now."""
    table.at_screen = seat
    table.save(update_fields=["at_screen"])


@changes
def say(table: Table, person: Person, text: str) -> None:
    """Put a line into the chat."""
    check_welcome(person)
    if person.muted:
        raise Refused(_("A moderator has muted you: you can play, but not write."))
    line = "".join(letter for letter in " ".join(text.split()) if letter.isprintable())
    if not line:
        raise Refused(_("There is nothing to say in that."))
    seat = table.seats.filter(person=person).first()
    name = seat.name if seat is not None and seat.name else person.name
    ChatLine.objects.create(table=table, person=person, name=name, text=line[:400])


def rematch(table: Table, person: Person) -> Table:
    """The same people again: one table for all who ask."""
    with transaction.atomic():
        old = Table.objects.select_for_update().get(pk=table.pk)
        if old.rematch is not None:
            return old.rematch
        seats = list(old.seats.all())
        who = [s.bot or (ME if old.hotseat or s.person_id == person.pk else FRIEND) for s in seats]
        new = create(
            person,
            load(old.game),
            who,
            old.options,
            listed=old.listed,
            hotseat_names=[s.shown for s in seats if not s.bot] if old.hotseat else (),
            pace=old.pace,
        )
        old.rematch = new
        old.save(update_fields=["rematch"])
        old.touch()
    live.ring(old.pk)
    return new
