"""What the pages about a market of the day show: the try, the results of all, and a line to share.

Nothing here tells anything about the deal before the day is over.
"""

from collections.abc import Sequence
from datetime import date
from typing import Any

import msgspec
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from ichiba import bots
from ichiba.core.game import Game
from ichiba.core.words import Words
from ichiba.site.models import DailyMarket, DailyTry, Person, Table
from ichiba.site.tables import bot_games, daily, days, lobby
from ichiba.site.titles import characters
from ichiba.site.titles.words import words_for

# The most rows of a histogram.
MOST_ROWS = 9


class Bar(msgspec.Struct, frozen=True):
    """A row of a histogram: a range of results, and how many there are."""

    range: str
    count: int
    percent: float  # of the longest bar
    mine: bool


class Card(msgspec.Struct, frozen=True):
    """A title's market of the day on the home page."""

    name: str
    title: str
    state: str  # "new", "running", "done" or "over"
    result: str
    players: int
    best: str
    streak: int


def cards(person: Person | None, games: Sequence[Game]) -> list[Card]:
    """Return the cards of today's markets."""
    known, words = daily.of_today(person), words_for([])
    return [_card(person, game, known.get(game.name, daily.Today()), words) for game in games]


def _card(person: Person | None, game: Game, today: daily.Today, words: Words) -> Card:
    own, result = today.own, ""
    if own is not None and own.points is not None:
        result = _result(game, own.points, today.place, today.finished, words)
    return Card(
        name=game.name,
        title=game.title,
        state=_state_of(own),
        result=result,
        players=today.begun,
        best=_points(game, today.best, words) if today.best is not None and result else "",
        streak=daily.streak(person, game.name, days.today()),
    )


def _state_of(own: DailyTry | None) -> str:
    if own is None:
        return "new"
    if own.points is not None:
        return "done"
    running = own.table is not None and own.table.status == Table.Status.RUNNING
    return "running" if running else "over"


def page_of(person: Person | None, game: Game, day: date) -> dict[str, Any]:
    """Return the context of the page of one title's market on one day."""
    words, market = words_for([]), daily.market_of(game.name, day)
    own = daily.own_try(person, market)
    over, today = days.is_over(game.name, day), day == days.today()
    results = [] if market is None else daily.points_of(market)
    mine = own.points if own is not None else None
    return {
        "game": game,
        "day": day,
        "named": day_name(day),
        "is_today": today,
        "over": over,
        "ends": days.ends(day),
        "closes": days.closes(day),
        "state": _state_of(own),
        "late": own is not None and own.points is None and own.finished is not None,
        "own_table": None if own is None else own.table,
        "begun": 0 if market is None else market.tries.count(),
        "finished": len(results),
        "opponents": _opponents(game, market),
        "fingerprint": "" if market is None else lobby.seed_hash(market.seed),
        "seed": market.seed if market is not None and over else "",
        "streak": daily.streak(person, game.name, day),
        "points": "" if mine is None else _points(game, mine, words),
        "place": "" if mine is None else _place(daily.place_among(mine, results), len(results)),
        "bars": histogram(game, results, mine, words) if mine is not None or over else [],
        "share": "" if mine is None else _share(person, game, day, mine, results),
        **_best(game, market, words, over=over),
        **_neighbours(game, day),
    }


def day_name(day: date) -> str:
    """Return a day as the visitor's language writes it."""
    return date_format(day, "MONTH_DAY_FORMAT")


def _opponents(game: Game, market: DailyMarket | None) -> list[dict[str, object]]:
    """Return the characters that everybody plays against."""
    bot = bots.usual(game) if market is None else market.bot
    count = bot_games.usual_players(game) if market is None else market.players
    names = characters.names_for(game.name, [bot] * (count - 1), [])
    level = characters.level_of(bot).word
    return [
        {"name": name, "character": characters.character_named(name), "level": level}
        for name in names
    ]


def _points(game: Game, points: int, words: Words) -> str:
    return words.say(f"{game.name}.result.score", {"count": points})


def _place(place: int, count: int) -> str:
    return _("%(place)s of %(count)s") % {"place": ordinal(place), "count": count}


def ordinal(number: int) -> str:
    """Return a place in short: 1st, 2nd, 12th."""
    if number % 100 in (11, 12, 13):
        return _("%dth") % number
    endings = {1: _("%dst"), 2: _("%dnd"), 3: _("%drd")}
    return endings.get(number % 10, _("%dth")) % number


def _result(game: Game, points: int, place: int, count: int, words: Words) -> str:
    told = {"points": _points(game, points, words), "place": _place(place, count)}
    return _("%(points)s, %(place)s") % told


def _share(
    person: Person | None, game: Game, day: date, points: int, results: Sequence[int]
) -> str:
    """Return the line to share. It says nothing about the deal."""
    words, in_a_row = words_for([]), daily.streak(person, game.name, day)
    told = {
        "title": game.title,
        "day": day_name(day),
        "points": _points(game, points, words),
        "place": _place(daily.place_among(points, results), len(results)),
        "streak": in_a_row,
    }
    line = _("Ichiba · %(title)s of %(day)s · %(points)s · %(place)s")
    if in_a_row > 1:
        line = _("Ichiba · %(title)s of %(day)s · %(points)s · %(place)s · streak %(streak)s")
    return line % told


def histogram(game: Game, results: Sequence[int], mine: int | None, words: Words) -> list[Bar]:
    """Return how many results there are in ranges of equal size, the best first."""
    if not results:
        return []
    step = _step(max(results) - min(results) + 1)
    first, last = min(results) // step, max(results) // step
    counts = [sum(one // step == number for one in results) for number in range(first, last + 1)]
    most = max(counts)
    return [
        Bar(
            range=_range(game, number * step, step, words),
            count=count,
            percent=round(100 * count / most, 1),
            mine=mine is not None and mine // step == number,
        )
        for number, count in reversed([*enumerate(counts, start=first)])
    ]


def _step(spread: int) -> int:
    """Return the size of the ranges: 1, 2 or 5 times a power of ten."""
    size = 1
    while True:
        for factor in (1, 2, 5):
            if spread <= size * factor * (MOST_ROWS - 1):
                return size * factor
        size *= 10


def _range(game: Game, start: int, step: int, words: Words) -> str:
    ends = [start] if step == 1 else [start, start + step - 1]
    told = [words.say(f"{game.name}.result.amount", {"count": end}) for end in ends]
    return told[0] if len(told) == 1 else _("%(from)s to %(to)s") % {"from": told[0], "to": told[1]}


def _best(game: Game, market: DailyMarket | None, words: Words, *, over: bool) -> dict[str, Any]:
    """Return the best result and, once the day is over, its game."""
    best = None if market is None else daily.best_of(market)
    if best is None or best.points is None:
        return {"best": "", "best_table": None, "best_name": ""}
    seat = None if best.table is None else best.table.seats.filter(bot="").first()
    return {
        "best": _points(game, best.points, words),
        "best_table": best.table if over else None,
        "best_name": seat.shown if seat is not None and over else "",
    }


def _neighbours(game: Game, day: date) -> dict[str, Any]:
    """Return the last market before this one, and the next one."""
    known = DailyMarket.objects.filter(title=game.name)
    today = days.today()
    later = known.filter(day__gt=day).order_by("day").values_list("day", flat=True).first()
    if later is None and day < today:
        later = today
    before = known.filter(day__lt=day).order_by("-day").values_list("day", flat=True).first()
    return {
        "before": before,
        "before_named": day_name(before) if before else "",
        "later": later,
        "later_named": day_name(later) if later else "",
    }
