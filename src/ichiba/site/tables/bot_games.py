"""What “Play against bots” starts: the same as last time, or what suits a first game."""

from enum import StrEnum

import msgspec
from django.db.models import Count, Q

from ichiba import bots
from ichiba.core.errors import IchibaError
from ichiba.core.game import Game
from ichiba.core.guide import guide_of
from ichiba.core.options import Values
from ichiba.site.models import Person, Seat, Table
from ichiba.site.tables.lobby import ME

DEFAULT_PLAYERS = 3


class Why(StrEnum):
    """Why these bots were chosen."""

    FIRST = "first"
    AGAIN = "again"
    USUAL = "usual"


class BotGame(msgspec.Struct, frozen=True):
    """A game of one person against bots: who sits where, and the options."""

    who: list[str]
    options: Values
    why: Why

    @property
    def bots(self) -> list[str]:
        """The opponents."""
        return [one for one in self.who if one != ME]


def usual_players(game: Game) -> int:
    """Return the number of players unless someone chooses another."""
    return min(max(DEFAULT_PLAYERS, game.min_players), game.max_players)


def gentle_bot(game: Game) -> str:
    """Return the bot for first games, or the weakest if the title has no such bot."""
    guide = guide_of(game)
    wanted = bots.GENTLE if guide is None else guide.bot
    return wanted if wanted in bots.names(game) else bots.names(game)[0]


def next_game(person: Person | None, game: Game) -> BotGame:
    """Return the game that this person starts with one click."""
    again = None if person is None else _last_game(person, game)
    if again is not None:
        return again
    if is_new_to(person, game):
        return first_game(game)
    return BotGame(_places(game, bots.usual(game)), {}, Why.USUAL)


def first_game(game: Game) -> BotGame:
    """Return a game for someone who is new to a title."""
    return BotGame(_places(game, gentle_bot(game)), dict(game.first_game), Why.FIRST)


def is_new_to(person: Person | None, game: Game) -> bool:
    """Return whether this person has never finished a game of this title. Guided games don't
    count."""
    if person is None:
        return True
    return not Seat.objects.filter(
        person=person,
        left=False,
        table__title=game.name,
        table__status=Table.Status.FINISHED,
        table__guided=False,
    ).exists()


def _places(game: Game, bot: str) -> list[str]:
    return [ME] + [bot] * (usual_players(game) - 1)


def _last_game(person: Person, game: Game) -> BotGame | None:
    """Return the last game that the person started against bots alone, unless it can't be set up
    any more. Guided games and markets of the day don't count."""
    last = (
        Table.objects.filter(owner=person, title=game.name, hotseat=False, guided=False, day=None)
        .annotate(people=Count("seats", filter=Q(seats__bot="")))
        .filter(people=1)
        .order_by("-pk")
        .first()
    )
    if last is None:
        return None
    who = [bots.named(seat.bot) or ME for seat in last.seats.all()]
    again = BotGame(who, last.options, Why.AGAIN)
    return again if _is_possible(again, game) else None


def _is_possible(wanted: BotGame, game: Game) -> bool:
    try:
        game.check(len(wanted.who), 0, wanted.options)
        for bot in wanted.bots:
            bots.check(bot, game)
    except IchibaError:
        return False
    return True
