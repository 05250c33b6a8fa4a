"""Quick pairing: people who look for opponents get a table together.

Each search is a row. One errand for each title and pace makes the tables, in one transaction. So no
two processes give the same person two tables, and nobody is left over who could have been seated.
With enough people, a table starts at once. After a minute, bots take the free seats for those who
want that.

A search ends when its person leaves. In live games they have to keep the page open. A search for a
game over days lasts for a day, because the game can begin without them.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from ichiba import bots
from ichiba.core.game import Game
from ichiba.core.registry import load
from ichiba.site.errands import orders
from ichiba.site.errands.kinds import Lane, Task, does
from ichiba.site.models import Person, Rating, Search, Table, Tempo
from ichiba.site.store.transactions import writing
from ichiba.site.tables import bot_games, lobby, ratings, time_limits

PAIR = "pair"
# When bots may take the free seats.
PATIENCE = timedelta(minutes=1)
# How long a search lasts without a sign of its person. Browsers let hidden pages ask once a minute.
HERE = {Search.Pace.LIVE: timedelta(seconds=90), Search.Pace.DAYS: timedelta(days=1)}
_TEMPO = {Search.Pace.LIVE: Tempo.LIVE, Search.Pace.DAYS: Tempo.DAYS}
# Points between people who want opponents about as strong as they are. Whoever has 200 points more
# finishes ahead in three of four games. People without a rating count as beginning with one.
WINDOW = 200
LIMITS = {Search.Pace.LIVE: Table.Pace.BANK_15, Search.Pace.DAYS: Table.Pace.DAYS_3}
# Signs are stored at most this often.
_SIGN = timedelta(seconds=20)
# How long a search lasts after its page was closed. Reloading takes less.
LEAVING = timedelta(seconds=10)


def fits(one: Search, other: Search) -> bool:
    """Return whether two people who look for the same game may meet."""
    picky = one.near or other.near
    return not picky or abs(one.rating - other.rating) <= WINDOW


def look(
    person: Person, game: Game, pace: Search.Pace, *, with_bots: bool, near: bool = False
) -> Search:
    """Begin to look for opponents, instead of an earlier search."""
    lobby.check_welcome(person)
    now = timezone.now()
    known = Rating.objects.filter(person=person, title=game.name, tempo=_TEMPO[pace]).first()
    with writing():
        search, _new = Search.objects.update_or_create(
            person=person,
            defaults={
                "title": game.name,
                "pace": pace,
                "rating": ratings.START if known is None else known.rating,
                "near": near,
                "bots_from": now + PATIENCE if with_bots else None,
                "created": now,
                "seen": now,
                "table": None,
            },
        )
        about = {"title": game.name, "pace": pace.value}
        orders.order(PAIR, f"{game.name} {pace.value}", about)
    return search


def search_of(person: Person | None) -> Search | None:
    """Return a person's search, and note that they are there. One that has expired is deleted."""
    search = None if person is None else Search.objects.filter(person=person).first()
    now = timezone.now()
    if search is None or search.table_id is not None or now - search.seen < _SIGN:
        return search
    own = Search.objects.filter(pk=search.pk, table=None)
    with writing():
        if now - search.seen >= HERE[Search.Pace(search.pace)]:
            own.delete()
        else:
            own.update(seen=now)
    return Search.objects.filter(pk=search.pk).first()


def leave_soon(person: Person) -> None:
    """Let a search for a live game end, unless its page is opened again at once."""
    pace = Search.Pace.LIVE
    seen = timezone.now() - HERE[pace] + LEAVING
    with writing():
        Search.objects.filter(person=person, pace=pace, table=None).update(seen=seen)


def stop(person: Person) -> None:
    """Forget a person's search."""
    with writing():
        Search.objects.filter(person=person).delete()


def waiting(title: str, pace: str) -> "list[Search]":
    """Return those who look for the same game and are there, in the order in which they came."""
    since = timezone.now() - HERE[Search.Pace(pace)]
    found = Search.objects.filter(title=title, pace=pace, table=None, seen__gt=since)
    allowed = found.filter(person__banned=False).select_related("person")
    return [*allowed.order_by("created", "pk")]


@does(PAIR, Lane.OWN)
def pair(task: Task) -> datetime | None:
    """Seat those who wait. Return when bots may take the next free seats."""
    title, pace = task.payload["title"], Search.Pace(task.payload["pace"])
    game, now = load(title), timezone.now()
    # The errand is done by one worker at a time, but people may leave at the same moment.
    locked = Search.objects.filter(title=title, pace=pace, table=None)
    held = {*locked.select_for_update(of=("self",)).values_list("pk", flat=True)}
    left = [one for one in waiting(title, pace) if one.pk in held]
    size = bot_games.usual_players(game)
    while group := _group(left, left, size, size):
        left = _seat(group, left, game, pace)
    while group := _group_with_bots(left, size, now):
        left = _seat(group, left, game, pace)
    return min((one.bots_from for one in left if one.bots_from is not None), default=None)


def _group(
    starters: Sequence[Search], others: Sequence[Search], least: int, most: int
) -> list[Search]:
    """Return the first group of people who fit together, or an empty list if there is none."""
    for first in starters:
        group = [first]
        for one in others:
            if len(group) < most and one.pk != first.pk and all(fits(one, by) for by in group):
                group.append(one)
        if len(group) >= least:
            return group
    return []


def _group_with_bots(left: Sequence[Search], size: int, now: datetime) -> list[Search]:
    """Return people with whom bots may play now: the first has waited long enough, and the others
    want bots, too."""
    willing = [one for one in left if one.bots_from is not None]
    patient = [one for one in willing if one.bots_from is not None and one.bots_from <= now]
    return _group(patient, willing, 1, size)


def _seat(
    group: Sequence[Search], left: Sequence[Search], game: Game, pace: Search.Pace
) -> list[Search]:
    """Start a game for a group. Return those who are still waiting."""
    size, usual = bot_games.usual_players(game), bots.usual(game)
    friends = [lobby.FRIEND] * (len(group) - 1)
    who = [lobby.ME, *friends, *[usual] * (size - len(group))]
    limit = time_limits.with_rule(time_limits.named(LIMITS[pace]), usual, weekends_off=False)
    table = lobby.create(group[0].person, game, who, {}, limit=limit)
    for one in group[1:]:
        lobby.sit_down(table, one.person)
    seated = [one.pk for one in group]
    Search.objects.filter(pk__in=seated).update(table=table)
    return [one for one in left if one.pk not in seated]
