"""Tables before the game: create one, join, leave, fill the seats, start; and rematches."""

from collections.abc import Sequence
from datetime import date
from hashlib import sha256
from secrets import randbits

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ichiba import bots
from ichiba.core.game import Game
from ichiba.core.match import Match
from ichiba.core.options import Values
from ichiba.core.record import distinct
from ichiba.core.registry import load
from ichiba.site.live import propagation
from ichiba.site.models import Event, Happening, Notices, Person, Seat, Table, due_bits
from ichiba.site.store.records import record_of
from ichiba.site.store.transactions import writing
from ichiba.site.tables import calls, clocks, time_limits
from ichiba.site.tables.changes import Refused, Unchanged, changed, changes, happened, lock
from ichiba.site.tables.time_limits import TimeLimit
from ichiba.site.titles import characters

ME, FRIEND = "me", "friend"


def check_welcome(person: Person) -> None:
    """Raise Refused if a moderator has banned this person."""
    if person.banned:
        raise Refused(_("You have been banned from this site by a moderator."))


def wants_notices(person: Person) -> bool:
    """Return whether this person wants to get notices about games."""
    notices = Notices.objects.filter(person=person).select_related("person__user").first()
    return notices is not None and notices.active


def new_seed() -> str:
    """Return a seed that nobody can guess."""
    return str(randbits(128))


def seed_hash(seed: str) -> str:
    """Return the hash of a seed, which is shown before the game is over."""
    return sha256(seed.encode()).hexdigest()


def check_places(game: Game, who: Sequence[str], *, shared: bool = False) -> None:
    """Raise Refused unless the owner has exactly one seat, or several at a shared screen."""
    if ME not in who:
        raise Refused(_("Choose “Me” for one of the players."))
    if not shared and who.count(ME) > 1:
        raise Refused(_("Choose “Me” only once. To share a screen, choose Pass and play."))
    for name in who:
        if name not in (ME, FRIEND):
            bots.check(name, game)


def check_rated(owner: Person, who: Sequence[str], limit: TimeLimit, *, shared: bool) -> None:
    """Raise Refused unless a game can be rated: between accounts, and with a time limit.

    Without one, whoever is behind could stop playing.
    """
    if owner.user_id is None:
        raise Refused(_("Only people with an account can play rated games. Sign up or log in."))
    if shared or FRIEND not in who:
        raise Refused(_("A rated game needs at least two people, each at their own screen."))
    if limit.pace == Table.Pace.NONE:
        raise Refused(_("Choose a time limit for a rated game."))


def create(
    owner: Person,
    game: Game,
    who: Sequence[str],
    options: Values,
    *,
    listed: bool = False,
    watchable: bool = True,
    hotseat_names: Sequence[str] = (),
    limit: TimeLimit = time_limits.NONE,
    guided: bool = False,
    rated: bool = False,
    deal: int | None = None,
    day: date | None = None,
) -> Table:
    """Create a table, and start it if it is full. `who` is ME, FRIEND or a bot for each seat.

    `deal` is the seed of a game that everybody plays with the same cards: a guided game or, on a
    `day`, its market.
    """
    check_welcome(owner)
    seed = new_seed() if deal is None else str(deal)
    values = game.check(len(who), int(seed), options)
    time_limits.check(limit, game)
    check_places(game, who, shared=bool(hotseat_names))
    if rated:
        check_rated(owner, who, limit, shared=bool(hotseat_names))
    with writing():
        table = Table.objects.create(
            title=game.name,
            revision=game.revision,
            players=len(who),
            options=values,
            seed=seed,
            seed_hash=seed_hash(seed),
            listed=listed and not hotseat_names,
            watchable=watchable,
            hotseat=bool(hotseat_names),
            guided=guided,
            rated=rated,
            day=day,
            owner=owner,
            **({} if hotseat_names else msgspec.structs.asdict(limit)),
        )
        people = iter(hotseat_names or [owner.name])
        for number, name in enumerate(who):
            mine = name == ME
            seat = Seat.objects.create(
                table=table,
                number=number,
                person=owner if mine else None,
                calls=mine and not hotseat_names and wants_notices(owner),
                bot="" if name in (ME, FRIEND) else bots.named(name),
                name=next(people, owner.name) if mine else "",
            )
            if mine:
                happened(table, Happening.Kind.SAT, seat)
        _start_if_full(table)
    return table


@changes
def sit_down(table: Table, person: Person) -> Seat | Unchanged[Seat]:
    """Take the first free seat."""
    lock(table)
    check_welcome(person)
    held = table.seats.filter(person=person).first()
    if held is not None:
        return Unchanged(held)
    free = table.seats.filter(person=None, bot="").first()
    if table.status != Table.Status.OPEN or free is None:
        raise Refused(_("This game is full. You can join another one from the home page."))
    if table.rated and person.user_id is None:
        raise Refused(_("This game is rated. Sign up or log in to join it."))
    free.person, free.name, free.calls = person, person.name, wants_notices(person)
    free.silent, free.seen, free.told = False, None, None
    free.save(update_fields=["person", "name", "calls", "silent", "seen", "told"])
    happened(table, Happening.Kind.SAT, free)
    choose_host(table)
    _start_if_full(table)
    return free


@changes
def stand_up(table: Table, person: Person) -> Unchanged[None] | None:
    """Give up a seat before the game starts. Of those who stay, the first becomes the host."""
    lock(table)
    if table.status != Table.Status.OPEN:
        raise Refused(_("The game has already started."))
    own = [*table.seats.filter(person=person)]
    for seat in own:
        happened(table, Happening.Kind.LEFT, seat)
        seat.person, seat.name = None, ""
        seat.save(update_fields=["person", "name"])
    choose_host(table)
    return None if own else Unchanged(None)


def choose_host(table: Table) -> bool:
    """Make the first of the people at an open table its host, unless the host is one of them.

    Return whether there are any. Call it within a change of the table.
    """
    people = [*table.seats.exclude(person=None).values_list("person", flat=True)]
    if people and table.owner_id not in people:
        table.owner_id = people[0]
        table.save(update_fields=["owner"])
    return bool(people)


@changes
def fill_with_bots(table: Table, person: Person) -> Unchanged[None] | None:
    """Give all free seats to the usual bot and start. Only a host who plays can do this."""
    lock(table)
    if table.owner_id != person.pk:
        raise Refused(_("Only the host can fill the table with bots."))
    if table.status != Table.Status.OPEN:
        return Unchanged(None)
    if not table.seats.filter(person=person).exists():
        raise Refused(_("Join the game first. Bots don't play alone."))
    if table.rated and table.seats.exclude(person=None).count() < 2:
        raise Refused(_("A rated game needs at least two people. Wait until somebody joins."))
    bot = bots.usual(load(table.title))
    table.seats.filter(person=None, bot="").update(bot=bot)
    _start_if_full(table)
    return None


def _name_bots(game: str, seats: list[Seat]) -> None:
    """Give the bots characters whose names differ from those of the people."""
    people = [seat.name for seat in seats if not seat.bot]
    for seat, name in zip(
        seats, characters.names_for(game, [seat.bot for seat in seats], people), strict=True
    ):
        if seat.bot:
            seat.name = name


def _start_if_full(table: Table) -> None:
    """Name the players, and start the game if all seats are taken, at least one by a person."""
    seats = list(table.seats.all())
    if table.status != Table.Status.OPEN:
        return
    full = not any(seat.free for seat in seats) and any(seat.person_plays for seat in seats)
    _name_bots(table.title, seats)
    names = distinct(seat.name for seat in seats) if full else [s.name for s in seats]
    for seat, name in zip(seats, names, strict=True):
        seat.name = name
        seat.save(update_fields=["name"])
    if not full:
        return
    # The whole game is played by the current revision of the rules.
    table.revision = load(table.title).revision
    table.status, table.started = Table.Status.RUNNING, timezone.now()
    match = Match.replay(record_of(table))
    table.due = due_bits(match.state.actors)
    table.save(update_fields=["status", "started", "revision", "due"])
    clocks.begin(table, seats, match)
    for event, who in ((Event.BEGAN, seats), (Event.TURN, [seats[n] for n in match.state.actors])):
        calls.call(table, who, event)
    transaction.on_commit(lambda: propagation.wake_bots(table))


def rematch(table: Table, person: Person) -> Table:
    """Return a new table with the same players. All who ask get the same one."""
    with writing():
        old = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
        if old.rematch is not None:
            return old.rematch
        if old.status != Table.Status.FINISHED:
            raise Refused(_("This game isn't over yet."))
        seats = list(old.seats.all())
        who = [s.bot or (ME if old.hotseat or s.person_id == person.pk else FRIEND) for s in seats]
        new = create(
            person,
            load(old.title),
            who,
            old.options,
            listed=old.listed,
            watchable=old.watchable,
            hotseat_names=[s.shown for s in seats if not s.bot] if old.hotseat else (),
            limit=time_limits.of(old),
            rated=old.rated,
        )
        calls.call(new, (seat for seat in seats if seat.person_id != person.pk), Event.INVITED)
        old.rematch = new
        old.save(update_fields=["rematch"])
        changed(old.pk)
    return new
