"""Ratings of people, from the places of rated games.

A rated game is one between accounts, maybe with bots, and has a time limit. When it is over, an
errand rates it. Live games and games over days have ratings of their own, for each title.

**Scale.** It is that of docs/ratings.md: whoever has 100 points more finishes ahead in 64 % of the
games. Bots are its fixed points: theirs come from contests between bots, and never change.

**Method.** The model of Weng and Lin (openskill), which takes each pair of players of a game as a
comparison; who shares a place, shares the win. A rating has a deviation, which gets smaller with
each game. The interval that is shown contains the true strength with 95 %, if the model is right.

**Leaving.** Whoever leaves a game, or is replaced and doesn't come back, loses against everyone who
stayed. Nobody else's rating changes. If all leave, whoever was last has not left anybody.

Every rating follows from the rows of `RatedGame` alone, in their order (`recompute`).
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from math import log, sqrt
from typing import NamedTuple

import msgspec
from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone
from openskill.models import BradleyTerryFull

from ichiba.bots import named
from ichiba.bots.title import bots_of
from ichiba.core.registry import games, load
from ichiba.site.errands import orders
from ichiba.site.errands.kinds import Lane, Task, does
from ichiba.site.models import (
    Happening,
    Person,
    RatedGame,
    Rating,
    Result,
    Seat,
    Table,
    Tempo,
    tempo_of,
)
from ichiba.site.models.tables import OVER_DAYS
from ichiba.site.store.transactions import writing

RATE = "rate"
# About the level `steady`. With the deviation, it covers all levels of all titles.
START, START_DEVIATION = 800.0, 250.0
# Until then, a rating is provisional.
PROVISIONAL = 10
# Whoever has not played for so long is not on the leaderboard.
ACTIVE = {Tempo.LIVE: timedelta(days=90), Tempo.DAYS: timedelta(days=180)}
# 400 points more: ten times as often ahead. Between two well-known players, the model divides the
# difference by this times the square root of two.
_BETA = 400 / log(10) / sqrt(2)
# Added to a deviation with each game, because people change, and because the players of one game
# are compared in pairs as if these were independent.
_TAU = 15.0
_BOT_DEVIATION = 1.0
_HALF = 1.96  # half of a 95 % interval, in deviations
# `gamma` slows down how fast deviations get smaller. With its default, the intervals of two players
# are still far too wide after forty games.
_MODEL = BradleyTerryFull(
    mu=START, sigma=START_DEVIATION, beta=_BETA, tau=_TAU, gamma=lambda *_args: 1.0
)


class Place(NamedTuple):
    """A seat of a rated game that is over, as it is stored."""

    person: int | None
    bot: str
    place: int | None  # None if the game has no result
    left: bool


class Strength(msgspec.Struct, frozen=True):
    """A rating and how it came about."""

    rating: float = START
    deviation: float = START_DEVIATION
    games: int = 0
    last: datetime | None = None

    @property
    def provisional(self) -> bool:
        """Whether it rests on few games."""
        return self.games < PROVISIONAL

    @property
    def interval(self) -> tuple[float, float]:
        """The bounds of the 95 % interval."""
        half = _HALF * self.deviation
        return self.rating - half, self.rating + half


def strength_of(row: Rating) -> Strength:
    """Return the strength in a row."""
    return Strength(row.rating, row.deviation, row.games, row.last)


# --- One game


def after(
    title: str, seats: Sequence[Place], over: datetime, known: Mapping[int, Strength]
) -> dict[int, Strength]:
    """Return the new strengths of the people whose ratings a game changes."""
    anchors = anchors_of(title)
    stayed = [seat for seat in seats if not seat.left and _is_known(seat, anchors)]
    leavers = [seat for seat in seats if seat.left and seat.person is not None]
    if leavers:
        rounds = [[leaver, *stayed] for leaver in leavers]
        ranks = [1.0, *[0.0] * len(stayed)]
        return {
            new[0]: new[1]
            for players in rounds
            for new in _compared(players, ranks, over, known, anchors)[:1]
        }
    if any(seat.place is None for seat in seats):
        return {}
    places = [float(seat.place or 0) for seat in stayed]
    return dict(_compared(stayed, places, over, known, anchors))


def anchors_of(title: str) -> Mapping[str, int]:
    """Return the ratings of a title's bots."""
    return bots_of(load(title)).ratings if title in games() else {}


def _is_known(seat: Place, anchors: Mapping[str, int]) -> bool:
    """Return whether others can be compared with this player."""
    return seat.person is not None or named(seat.bot) in anchors


def _compared(
    players: Sequence[Place],
    ranks: Sequence[float],
    over: datetime,
    known: Mapping[int, Strength],
    anchors: Mapping[str, int],
) -> list[tuple[int, Strength]]:
    """Return the new strengths of the people among these players, in their order."""
    if len(players) < 2:
        return []
    olds = [_old(player, known, anchors) for player in players]
    teams = [[_MODEL.rating(mu=old.rating, sigma=old.deviation)] for old in olds]
    news = _MODEL.rate(teams, ranks=[*ranks])
    return [
        (player.person, Strength(new.mu, new.sigma, old.games + 1, over))
        for player, old, [new] in zip(players, olds, news, strict=True)
        if player.person is not None
    ]


def _old(player: Place, known: Mapping[int, Strength], anchors: Mapping[str, int]) -> Strength:
    if player.person is None:
        return Strength(float(anchors[named(player.bot)]), _BOT_DEVIATION)
    return known.get(player.person, Strength())


# --- When a game is over


def order(table: Table) -> None:
    """Order that a game is rated. Call it within the change that finishes or ends the game."""
    if table.rated and table.started is not None:
        tempo = tempo_of(table)
        orders.order(RATE, f"{table.title}.{tempo}", {"title": table.title, "tempo": tempo.value})


@does(RATE, Lane.OWN)
def _rate_those_that_wait(task: Task) -> None:
    """Rate the games of a title and tempo that are over, in the order in which they ended.

    Games of one title and tempo share an errand, so two workers never rate them at the same time.
    """
    for table in _waiting(task.payload["title"], Tempo(task.payload["tempo"])):
        seats = seats_of(table)
        game = RatedGame.objects.create(
            table=table,
            title=table.title,
            tempo=tempo_of(table),
            over=table.finished or timezone.now(),
            seats=seats,
        )
        _store(game, seats)


def _waiting(title: str, tempo: Tempo) -> QuerySet[Table]:
    """Return the rated games that are over and have not been rated."""
    over = Table.objects.filter(
        title=title,
        rated=True,
        rated_game=None,
        started__isnull=False,
        status__in=(Table.Status.FINISHED, Table.Status.ENDED),
    )
    days = tempo == Tempo.DAYS
    found = over.filter(bank__gte=OVER_DAYS) if days else over.filter(bank__lt=OVER_DAYS)
    return found.order_by("finished", "pk")


def seats_of(table: Table) -> list[Place]:
    """Return what counts of each seat of a table that is over."""
    finished = table.status == Table.Status.FINISHED
    places = dict(Result.objects.filter(seat__table=table).values_list("seat_id", "place"))
    seats = [*table.seats.all()]
    people = [seat for seat in seats if seat.person_id is not None]
    last = _last_to_leave(table) if all(_has_left(seat) for seat in people) else None
    return [
        Place(
            person=seat.person_id,
            bot=seat.bot,
            place=places.get(seat.pk) if finished else None,
            left=seat.person_id is not None and _has_left(seat) and seat.number != last,
        )
        for seat in seats
    ]


def _has_left(seat: Seat) -> bool:
    """Return whether a person left, or was replaced and did not come back."""
    return seat.left or bool(seat.stand_in)


_LEAVING = (
    Happening.Kind.QUIT,
    Happening.Kind.GONE,
    Happening.Kind.ABSENT,
    Happening.Kind.TIME_UP,
    Happening.Kind.UNBLOCKED,
)


def _last_to_leave(table: Table) -> int | None:
    found = table.happenings.filter(kind__in=_LEAVING).order_by("-pk").first()
    return None if found is None else found.seat


def _store(game: RatedGame, seats: Sequence[Place]) -> None:
    """Store the new ratings after one game."""
    people = [seat.person for seat in seats if seat.person is not None]
    rows = {
        row.person_id: row
        for row in Rating.objects.select_for_update().filter(
            person__in=people, title=game.title, tempo=game.tempo
        )
    }
    known = {person: strength_of(row) for person, row in rows.items()}
    for person, new in after(game.title, seats, game.over, known).items():
        row = rows.get(person) or Rating(person_id=person, title=game.title, tempo=game.tempo)
        _fill(row, new, game.over)
        row.save()


def _fill(row: Rating, new: Strength, over: datetime) -> Rating:
    row.rating, row.deviation, row.games, row.last = new.rating, new.deviation, new.games, over
    return row


# --- All games


def recompute() -> int:
    """Compute all ratings anew from the results of the rated games; return how many games."""
    with writing():
        if connection.vendor == "postgresql":  # wait for workers, and let them wait
            with connection.cursor() as cursor:
                cursor.execute("LOCK TABLE site_ratedgame IN SHARE ROW EXCLUSIVE MODE")
        count, rows = 0, []
        for (title, tempo), (games_of, known) in _all_anew().items():
            count += games_of
            for person, new in known.items():
                row = Rating(person_id=person, title=title, tempo=tempo)
                rows.append(_fill(row, new, new.last or timezone.now()))
        Rating.objects.all().delete()
        there = {*Person.objects.filter(pk__in={row.person_id for row in rows}).values_list("pk")}
        Rating.objects.bulk_create(row for row in rows if (row.person_id,) in there)
    return count


_Pools = dict[tuple[str, str], tuple[int, dict[int, Strength]]]


def _all_anew() -> _Pools:
    """Return for each title and tempo the number of games, and all strengths."""
    pools: _Pools = {}
    for game in RatedGame.objects.order_by("pk").iterator():
        count, known = pools.get((game.title, game.tempo), (0, {}))
        known.update(after(game.title, [*_places_in(game)], game.over, known))
        pools[game.title, game.tempo] = count + 1, known
    return pools


def _places_in(game: RatedGame) -> Iterator[Place]:
    return (Place(*seat) for seat in game.seats)
