"""What “Play against bots” starts: the same as last time, or what suits a first game; and the
ladder of levels, on which results lead up and down."""

from collections.abc import Sequence
from enum import StrEnum

import msgspec
from django.db.models import Count, Q
from django.utils.translation import gettext as _

from ichiba import bots
from ichiba.core.errors import IchibaError
from ichiba.core.game import Game
from ichiba.core.guide import guide_of
from ichiba.core.options import Values
from ichiba.core.registry import load
from ichiba.site.models import Person, Result, Seat, Table
from ichiba.site.tables import lobby
from ichiba.site.tables.changes import Refused
from ichiba.site.tables.lobby import ME

DEFAULT_PLAYERS = 3
# After so many lost games in a row at a level, the one below it is suggested.
LOST = 3


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


class Step(msgspec.Struct, frozen=True):
    """What a finished game against bots suggests: the next level, up or down. At the top, there is
    no next one."""

    won: bool
    beaten: list[str]  # the bots' names
    level: str  # that of the strongest of them
    next: str  # the suggested level; "" if there is none


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
    count, and lost markets of the day neither: their bots are strong, and nobody chose them."""
    if person is None:
        return True
    finished = Seat.objects.filter(
        person=person,
        left=False,
        table__title=game.name,
        table__status=Table.Status.FINISHED,
        table__guided=False,
    )
    return not finished.filter(Q(table__day__isnull=True) | Q(result__won=True)).exists()


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


# --- The ladder


def step_after(table: Table, seats: Sequence[Seat], person: int | None) -> Step | None:
    """Return what a finished game suggests to a person who has played it against bots alone.

    None if it suggests nothing, as after a single lost game.
    """
    own = [seat for seat in seats if not seat.bot]
    if table.status != Table.Status.FINISHED or table.guided or len(own) != 1:
        return None
    if person is None or own[0].person_id != person or own[0].left or own[0].stand_in:
        return None
    levels = bots.levels(load(table.title))
    found = [bots.named(seat.bot) for seat in seats if seat.bot]
    if not all(bot in levels for bot in found):
        return None
    strongest = max(map(levels.index, found))
    names = [seat.shown for seat in seats if seat.bot]
    if own[0].number in (table.winners or []):
        higher = levels[strongest + 1 : strongest + 2]
        return Step(True, names, levels[strongest], higher[0] if higher else "")
    if strongest and _lost_in_a_row(table, person, levels[strongest]):
        return Step(False, names, levels[strongest], levels[strongest - 1])
    return None


def _lost_in_a_row(table: Table, person: int, level: str) -> bool:
    """Return whether this was the last of several lost games in a row against this level."""
    results = Result.objects.filter(
        seat__person=person,
        seat__table__title=table.title,
        seat__table__players=table.players,
        seat__table__finished__lte=table.finished,
        seat__table__seats__bot=level,
    )
    last = results.order_by("-seat__table__finished", "-pk").distinct()[:LOST]
    won = [result.won for result in last]
    return len(won) == LOST and not any(won)


def last_step(person: Person | None, game: Game) -> tuple[Table, Step] | None:
    """Return the last finished game of a title against bots, and what it suggests."""
    if person is None:
        return None
    table = (
        Table.objects.filter(
            owner=person, title=game.name, hotseat=False, status=Table.Status.FINISHED
        )
        .annotate(people=Count("seats", filter=Q(seats__bot="")))
        .order_by("-finished")
        .first()
    )
    step = None if table is None else step_after(table, [*table.seats.all()], person.pk)
    return None if table is None or step is None else (table, step)


def climb(table: Table, person: Person) -> Table:
    """Start the game that a finished one suggests: the same, against bots of the next level."""
    seats = [*table.seats.all()]
    step = step_after(table, seats, person.pk)
    if step is None or not step.next:
        raise Refused(_("There is no other level to suggest. Choose bots on the home page."))
    who = [step.next if seat.bot else ME for seat in seats]
    return lobby.create(person, load(table.title), who, table.options, watchable=table.watchable)
