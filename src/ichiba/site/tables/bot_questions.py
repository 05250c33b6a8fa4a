"""What bots are asked at a table: where, in which position, and with which random numbers.

In a market of the day, a bot's move depends only on the deal and on what has been played, so that
everybody meets the same opponents. So a bot gets a new generator for each move, made from the seed,
its seat and the number of its moves. It has no plans from earlier moves, which it would lose when a
server restarts. And it sees the position as if nothing had been undone, with simultaneous choices
in the order of the seats, whoever was faster.
"""

from collections.abc import Hashable

import msgspec

from ichiba.arena.playing import derive
from ichiba.core.match import Match, standing
from ichiba.core.record import Record
from ichiba.site.store.snapshots import Snapshot


class Question(msgspec.Struct, frozen=True):
    """What a bot is asked."""

    table: Hashable  # a bot remembers its plans for each of these
    record: Record
    seed: int
    tries: int  # before another bot is asked


def question_for(snapshot: Snapshot, seat: int) -> Question:
    """Return what to ask the bot in a seat."""
    table, record = snapshot.table, snapshot.match.record
    where = (table.pk, snapshot.epoch)
    if table.day is None:
        return Question(where, record, derive(int(table.seed), "bot", seat, len(record.moves)), 1)
    known = even_record(record, seat)
    number = sum(move.startswith(f"{seat} ") for move in known.moves)
    seed = derive(int(table.seed), "bot", seat, number)
    # Another bot would play differently. A machine that is busy for a moment is no reason for it.
    return Question((*where, number), known, seed, 3)


def even_record(record: Record, seat: int) -> Record:
    """Return a record that is the same at all tables where the same was played, for one seat.

    Undone moves are left out. Simultaneous choices are sorted by seat. Of those that are still
    being made, there are only the seat's own.
    """
    match = Match.resume(record.until(0))
    moves: list[str] = []
    choices: list[str] = []
    for move in standing(record.moves):
        together, reveals = match.state.simultaneous, match.state.reveals
        match.replay_move(move)
        if not together:
            moves.append(move)
            continue
        choices.append(move)
        if match.state.reveals != reveals or not match.state.simultaneous:
            moves += sorted(choices, key=_seat_of)
            choices = []
    moves += [move for move in choices if _seat_of(move) == seat]
    even = record.until(0)
    even.moves = moves
    return even


def _seat_of(move: str) -> int:
    return int(move.partition(" ")[0])
