"""What people do with tables: set up, sit down, start, play, take back, talk.

Every function changes rows in one transaction and says so to everybody who watches.
"""

import logging
from collections.abc import Callable, Collection, Sequence
from datetime import timedelta
from enum import Enum, auto
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
from ichiba.site import live, matches, pace, rows, sql
from ichiba.site.locks import writing
from ichiba.site.models import ChatLine, Happening, Person, Seat, StandingOrder, Table
from ichiba.site.observing.metrics import MOVES

log = logging.getLogger("ichiba.tables")

P = ParamSpec("P")
R = TypeVar("R")

ME, FRIEND = "me", "friend"
# How often a move is tried whose number others take: each time somebody else has got on.
ATTEMPTS = 10
# How long a look of somebody counts before the next is kept.
PRESENCE = timedelta(seconds=20)


class Refused(matches.Refusal):
    """Something a person may not do here; the reason is for that person."""

    def __init__(self, why: Reason | str) -> None:
        super().__init__(str(why))
        self.why = why


class By(Enum):
    """Who makes a move for a place."""

    PERSON = auto()
    BOT = auto()
    ORDER = auto()  # the person's standing order


class MovedOn(matches.Refusal):
    """The page was old: somebody, perhaps the same person, has acted meanwhile."""


def changes(
    do: Callable[Concatenate[Table, P], R],
) -> Callable[Concatenate[Table, P], R]:
    """A function that changes a table: all or nothing, then everybody is told."""

    @wraps(do)
    def changing(table: Table, *args: P.args, **kwargs: P.kwargs) -> R:
        with writing():
            result = do(table, *args, **kwargs)
            changed(table)
        return result

    return changing


def changed(table: Table, *, urgent: bool = True) -> None:
    """Within a change: a new version, of which all who watch hear once it is committed."""
    table.version = sql.raise_version(table.pk)
    live.announce(table.pk, urgent=urgent)


def lock(table: Table) -> None:
    """Within a change: the table as it is now; whoever else wants to change it waits."""
    table.refresh_from_db(from_queryset=Table.objects.select_for_update(no_key=True))


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


def check_places(game: Game, who: Sequence[str], *, shared: bool = False) -> None:
    """Refuse places that cannot be: nobody, or somebody twice unless people share a screen."""
    if ME not in who:
        raise Refused(_("Take a place yourself: choose “Me” for one of them."))
    if not shared and who.count(ME) > 1:
        raise Refused(_("You can take only one place, unless you share one screen."))
    for name in who:
        if name not in (ME, FRIEND):
            bots.check(name, game)


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
    check_places(game, who, shared=bool(hotseat_names))
    with writing():
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
    lock(table)
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
    lock(table)
    if table.status != Table.Status.OPEN:
        raise Refused(_("The game has begun."))
    for seat in table.seats.filter(person=person):
        happened(table, Happening.Kind.LEFT, seat)
        seat.person, seat.name = None, ""
        seat.save(update_fields=["person", "name"])


@changes
def fill_with_bots(table: Table, person: Person) -> None:
    """Give all free seats to the best bot and start."""
    lock(table)
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
    names = matches.distinct(seat.name or seat.bot.capitalize() for seat in seats)
    for seat, name in zip(seats, names, strict=True):
        seat.name = name
        seat.save(update_fields=["name"])
    # It is played to its end by the rules of this moment.
    table.revision = load(table.game).revision
    table.status, table.started = Table.Status.RUNNING, timezone.now()
    table.save(update_fields=["status", "started", "revision"])
    if table.pace != Table.Pace.NONE:
        pace.note(table, Match.replay(matches.record_of(table)))
    transaction.on_commit(lambda: live.wake_bots(table.pk))


def token(match: Match, seat: int) -> str:
    """What a page must know to act: it changes when this seat acts or something comes to light.

    It does not change when others lay their tickets, so they disturb nobody's choice.
    """
    own = sum(move.startswith(f"{seat} ") for move in match.record.moves)
    return f"{own}.{match.state.reveals}"


def play(
    table: Table, seat: int, notation: str, page: str | None = None, *, by: By = By.PERSON
) -> None:
    """Make a move; MovedOn if the page is old, IllegalAction if the rules do not allow it."""
    play_all(table, seat, [notation], page, by=by)


def play_all(
    table: Table,
    seat: int,
    notations: Sequence[str],
    page: str | None = None,
    *,
    by: By = By.PERSON,
) -> None:
    """Make several moves of one seat as one change: all of them or none."""

    def act(match: Match) -> None:
        for notation in notations:
            match.play(seat, match.game.parse(notation))

    _act(table, seat, page, act, by)


def undo(table: Table, seat: int, page: str | None = None, *, whole_turn: bool = False) -> None:
    """Take back the last decision, or all that can be taken back."""

    def act(match: Match) -> None:
        match.undo(seat)
        while whole_turn and match.why_no_undo(seat) is None:
            match.undo(seat)

    _act(table, seat, page, act)


def _act(
    table: Table,
    seat: int,
    page: str | None,
    act: Callable[[Match], None],
    by: By = By.PERSON,
) -> None:
    """Act if the page is still good, also after what another process has just added."""
    for _attempt in range(ATTEMPTS):
        try:
            with matches.hold(table) as match:
                if page is not None and page != token(match, seat):
                    raise MovedOn
                known = len(match.record.moves)
                try:
                    act(match)
                except IllegalAction as error:
                    raise Refused(error.reason) from None
                _add_rows(table, match, seat, known, by)
        except IntegrityError:
            continue
        live.wake_bots(table.pk)
        return
    raise MovedOn


def _add_rows(table: Table, match: Match, seat: int, known: int, by: By) -> None:
    """Write what the match has more than the rows; IntegrityError if another writer was faster."""
    now, moves = timezone.now(), match.record.moves[known:]
    with writing():
        version = _check_who_plays(table, seat, by)
        sql.add_moves(table.pk, known + 1, moves, now)
        plain = _note_what_follows(table, match, seat, undone=moves[-1].endswith(f" {UNDO}"))
        changed(table, urgent=by is By.PERSON)
        transaction.on_commit(lambda: matches.moved(table, match, version, [now] * len(moves)))
        if plain:
            transaction.on_commit(lambda: rows.moved(table, version))
    MOVES.labels(table.game).inc(len(moves))
    # Not which move: it may be a secret.
    log.info("a move was made", extra={"table": table.pk, "move": known + len(moves)})


def _note_what_follows(table: Table, match: Match, seat: int, *, undone: bool) -> bool:
    """What else changes with a move; whether nothing does, and only the version is new."""
    plain = table.pace == Table.Pace.NONE
    pace.note(table, match, seat, undone=undone)
    if table.hotseat and table.at_screen not in match.state.actors:
        table.at_screen, plain = None, False
        table.save(update_fields=["at_screen"])
    if not match.state.actors:
        table.status, table.finished, plain = Table.Status.FINISHED, timezone.now(), False
        table.scores, table.winners = [*match.state.scores], [*match.state.winners]
        table.save(update_fields=["status", "finished", "scores", "winners"])
    return plain


def _check_who_plays(table: Table, number: int, by: By) -> int:
    """The game runs; a bot that stands in, and not its person, moves, as long as it stands in.

    So does a standing order, as long as it stands. The version of the table, which is locked now.
    """
    locked = sql.lock_for_move(table.pk, number)
    if locked is None:
        raise MovedOn
    status, version, seat, bot, stand_in = locked
    ended = status == Table.Status.ENDED
    if by is By.BOT and (ended or not (bot or stand_in)):
        raise MovedOn
    if by is By.ORDER and (ended or bot or stand_in or not _has_order(seat)):
        raise MovedOn
    if ended:
        raise Refused(_("A moderator has ended this game."))
    if stand_in and by is By.PERSON:
        raise Refused(_("A bot plays for you. Take your place back first."))
    return version


def _has_order(seat: int) -> bool:
    return StandingOrder.objects.filter(seat=seat).exists()


def note_presence(table: Table, numbers: Collection[int]) -> None:
    """Keep that players look; not with every look, which would cost a write each."""
    now = timezone.now()
    own = [seat for seat in table.seats.all() if seat.number in numbers]
    if any(seat.seen is None or now - seat.seen > PRESENCE for seat in own):
        with writing():
            Seat.objects.filter(pk__in=[seat.pk for seat in own]).update(seen=now)
        rows.seen(table, numbers, now)


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
    with writing():
        old = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
        if old.rematch is not None:
            return old.rematch
        if old.status != Table.Status.FINISHED:
            raise Refused(_("This game is not over yet."))
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
        changed(old)
    return new
