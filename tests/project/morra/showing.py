"""A round: everybody hides pebbles at once; when the last one has, they are counted."""

from ichiba.core.decision import Decision
from ichiba.core.messages import Message, Reason
from ichiba.games.morra.table import (
    MOST,
    NAME,
    NOTHING,
    NUMBERS,
    OVER,
    ROUNDS,
    SHOW,
    SHOWING,
    MorraTable,
)


def begin_round(table: MorraTable) -> None:
    """Draw a number, and ask everybody."""
    table.round += 1
    table.number = table.rng.below(NUMBERS)
    table.reveals += 1
    table.hidden = [NOTHING] * table.setup.players
    table.phase, table.actors = SHOWING, tuple(range(table.setup.players))
    table.tell("round", round=table.round, number=table.number)


class Show(Decision[MorraTable]):
    """How many pebbles?"""

    game, name, chapter, kinds, simultaneous = NAME, "showing", "showing", (SHOW,), True

    def choices(self, table: MorraTable, seat: int) -> list[int]:
        return [*range(SHOW, SHOW + MOST + 1)]

    def take(self, table: MorraTable, seat: int, action: int) -> None:
        table.hidden[seat] = action - SHOW
        table.tell("hidden", only=seat, seat=seat, count=action - SHOW)
        table.actors = tuple(other for other in table.actors if other != seat)
        if not table.actors:
            _count(table)

    def label(self, table: MorraTable, seat: int, action: int) -> Message:
        return self.say("show", count=action - SHOW)

    def not_your_turn(self, table: MorraTable, seat: int, action: int) -> Reason:
        return self.no("ready")


def _count(table: MorraTable) -> None:
    table.reveals += 1
    total = sum(table.hidden)
    winner = (table.number + total) % table.setup.players
    table.points[winner] += 1
    table.tell("counted", seat=winner, count=total)
    if table.round < ROUNDS:
        begin_round(table)
    else:
        table.phase = OVER
        table.tell_over()
