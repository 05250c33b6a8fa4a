"""Which positions of a game an animation shows, and for how long."""

from collections.abc import Iterator

from ichiba.core.match import Match
from ichiba.core.record import Record

MOST = 30  # positions that are shown
HOLD, FRAME, LAST = 1200, 750, 5000  # milliseconds: the first, those between, the last


def stills(record: Record) -> Iterator[Match]:
    """The match at each position to show. It is the same object, further on."""
    match = Match.replay(record.until(0))
    yield match
    done = 0
    for at in moments_of(record):
        match.follow(record.moves[done:at])
        done = at
        yield match


def moments_of(record: Record, most: int = MOST) -> tuple[int, ...]:
    """Return the numbers of moves after which something is shown: a turn or a reveal is over.

    There are at most so many, spread over the game, and the end is one of them.
    """
    match, last = Match.replay(record.until(0)), len(record.moves)
    reveals, actors = match.state.reveals, match.state.actors
    ends = []
    for at, move in enumerate(record.moves, start=1):
        match.follow([move])
        state = match.state
        passed = state.actors != actors and len(state.actors) == 1
        if at == last or passed or state.reveals != reveals:
            ends.append(at)
        reveals, actors = state.reveals, state.actors
    count = min(len(ends), most)
    step = len(ends) / count if count else 1
    return tuple(ends[-1 - int(step * back)] for back in reversed(range(count)))
