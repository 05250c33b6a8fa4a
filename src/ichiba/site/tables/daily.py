"""The market of the day: everybody plays the same deal against the same bots, once.

Each person has one try for each title and day. An account has one in all browsers. A guest is known
only by the cookie of their browser, so whoever deletes it, or uses another browser, is a new guest;
nothing can prevent that without asking people to sign up. A guest who logs in takes the try along,
unless the account has played as well: then only the account's try counts.

Whoever leaves has used up the try, and it doesn't count. Whoever doesn't finish in time can play
on, but the result doesn't count.

The bots are the usual ones. They are quick, so no budget depends on the machine, and they make no
slips, so nobody's place depends on a slip that happened only after their moves.
"""

from collections.abc import Iterable, Mapping
from datetime import date, timedelta

import msgspec
from django.db import IntegrityError
from django.db.models import Count, Max, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from ichiba import bots
from ichiba.core.game import Game
from ichiba.site.models import DailyMarket, DailyTry, Person, Table
from ichiba.site.store.transactions import writing
from ichiba.site.tables import bot_games, days, lobby
from ichiba.site.tables.changes import Refused

# Days that are looked at for a streak.
MOST_DAYS = 400


def begin(person: Person, game: Game) -> Table:
    """Return the table of a person's only try today. The first time, it is created."""
    for _attempt in range(2):
        known = own_try(person, market_of(game.name, days.today()))
        if known is not None:
            if known.table is None:
                raise Refused(_("You have already played today's market."))
            return known.table
        try:
            return _begin(person, game)
        except IntegrityError:  # a second click was faster
            continue
    raise Refused(_("You have already played today's market."))


def _begin(person: Person, game: Game) -> Table:
    with writing():
        day = days.today()
        market, _new = DailyMarket.objects.get_or_create(
            day=day,
            title=game.name,
            defaults={
                "seed": lobby.new_seed(),
                "players": bot_games.usual_players(game),
                "bot": bots.usual(game),
            },
        )
        who = [lobby.ME, *[market.bot] * (market.players - 1)]
        table = lobby.create(person, game, who, {}, watchable=False, deal=int(market.seed), day=day)
        DailyTry.objects.create(market=market, person=person, table=table, begun=timezone.now())
    return table


def market_of(title: str, day: date) -> DailyMarket | None:
    """Return the market of a day, or None if nobody has begun it."""
    return DailyMarket.objects.filter(title=title, day=day).first()


def own_try(person: Person | None, market: DailyMarket | None) -> DailyTry | None:
    """Return a person's try at a market, if they have begun it."""
    if person is None or market is None:
        return None
    return market.tries.filter(person=person).select_related("table").first()


def points_of(market: DailyMarket) -> list[int]:
    """Return all results that count, the best first."""
    counted = market.tries.order_by("-points").values_list("points", flat=True)
    return [points for points in counted if points is not None]


def place_among(points: int, results: Iterable[int]) -> int:
    """Return the place of a result, from 1. Equal results share a place."""
    return 1 + sum(other > points for other in results)


def best_of(market: DailyMarket) -> DailyTry | None:
    """Return the best try; of several, the one that was finished first."""
    counted = market.tries.exclude(points=None).select_related("table")
    return counted.order_by("-points", "finished", "pk").first()


def streak(person: Person | None, title: str, day: date) -> int:
    """Return on how many days in a row, up to this one, a person's try has counted.

    If there is none on this day, it may still come, so the streak up to the day before is kept.
    """
    if person is None:
        return 0
    counted = DailyTry.objects.filter(person=person, market__title=title, market__day__lte=day)
    found = counted.exclude(points=None).order_by("-market__day")
    played = {*found.values_list("market__day", flat=True)[:MOST_DAYS]}
    last = day if day in played else day - timedelta(days=1)
    count = 0
    while last - timedelta(days=count) in played:
        count += 1
    return count


class Today(msgspec.Struct, frozen=True):
    """A title's market of the day, for a list."""

    begun: int = 0  # by how many people
    finished: int = 0
    best: int | None = None
    own: DailyTry | None = None
    place: int = 0  # of the own result, if it counts


def of_today(person: Person | None) -> Mapping[str, Today]:
    """Return today's markets by title, without those that nobody has begun."""
    markets = DailyMarket.objects.filter(day=days.today())
    counted = markets.annotate(
        begun=Count("tries"),
        finished=Count("tries", filter=Q(tries__points__isnull=False)),
        best=Max("tries__points"),
    )
    own = {}
    if person is not None:
        tries = DailyTry.objects.filter(market__in=markets, person=person).select_related("table")
        own = {one.market_id: one for one in tries}
    found = {}
    for market in counted:
        mine = own.get(market.pk)
        better = 0
        if mine is not None and mine.points is not None:
            better = market.tries.filter(points__gt=mine.points).count()
        found[market.title] = Today(market.begun, market.finished, market.best, mine, better + 1)
    return found


def take_along(guest: Person, person: Person) -> None:
    """Move a guest's tries to the account with which they log in, within that transaction.

    Where the account has a try of its own, the guest's is forgotten: one person has one try.
    """
    played = DailyTry.objects.filter(person=person).values("market")
    guest.daily_tries.filter(market__in=[*played.values_list("market", flat=True)]).delete()
    guest.daily_tries.update(person=person)
