"""The standings as a page shows them: what counts for each player, with the change since the
viewer's last turn."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from ichiba.core.game import Game, View
from ichiba.core.standings import Figure, Note, Row
from ichiba.core.words import Words
from ichiba.site.pages import moments, rendered
from ichiba.site.store.snapshots import Snapshot
from ichiba.site.titles import boards
from ichiba.site.titles.words import words_for

NOTHING: Mapping[int, dict[str, int]] = MappingProxyType({})
_SIZE = 400  # of the numbers that are kept for a viewer, in characters


class Shown(msgspec.Struct, frozen=True):
    """A number with its change since the viewer's last turn."""

    name: str
    value: int
    text: str
    title: str
    symbol: str
    percent: int  # the length of the line towards its goal; -1 for no line
    change: int | None  # None if it isn't compared
    short: str  # for little room

    @property
    def by(self) -> str:
        """The size of the change."""
        return words_for([]).figure(abs(self.change or 0))


class Line(msgspec.Struct, frozen=True):
    """What counts for one player."""

    score: Shown | None = None
    figures: tuple[Shown, ...] = ()
    notes: tuple[Note, ...] = ()
    opens: str = ""


class Course(msgspec.Struct, frozen=True):
    """How far the game is, and how one wins."""

    progress: str
    percent: int
    goal: str
    how: tuple[str, ...]


def standings_context(
    snapshot: Snapshot, view: View, eyes: int | None, decided: int, words: Words
) -> dict[str, Any]:
    """Return the lines by seat, the course of the game and the purse, if the title tells them.

    `view` is what the viewer sees of the position.
    """
    before = _numbers_before(snapshot, eyes, decided, words) if decided else {}
    return standings_at(snapshot.match.game, view, words, before)


def standings_at(
    game: Game, view: View, words: Words, before: Mapping[int, dict[str, int]] = NOTHING
) -> dict[str, Any]:
    """Return the same for any position, compared with numbers by seat and name."""
    now = boards.standings_of(game, view, words)
    if now is None:
        return {"lines": {}, "course": None, "purse": ()}
    purse = boards.purse_of(game, view, words)
    return {
        "lines": {row.seat: _line(row, before.get(row.seat, {})) for row in now.rows},
        "course": Course(now.progress, round(100 * now.part), now.goal, now.how),
        "purse": tuple(_shown(one, {}) for one in purse),
    }


def _numbers_before(
    snapshot: Snapshot, eyes: int | None, decided: int, words: Words
) -> dict[int, dict[str, int]]:
    """Return all compared numbers after the viewer's last turn, by seat and name. The moves up to
    there never change, unless a backup is restored, so they are kept.

    A page is usually rendered right after that turn, so its moves need not be replayed.
    """
    key = ("stood", snapshot.table.pk, eyes, snapshot.epoch)
    known, numbers = rendered.get(key) or (None, {})
    if known != decided:
        match = snapshot.match
        now = decided == len(match.record.moves)
        then = match if now else moments.match_at(match.record, decided)
        stood = boards.standings_of(match.game, then.state.view(eyes), words)
        rows = () if stood is None else stood.rows
        numbers = {row.seat: {one.name: one.value for one in _compared(row)} for row in rows}
        rendered.keep(key, (decided, numbers), _SIZE)
    return numbers


def _compared(row: Row) -> list[Figure]:
    score = [] if row.score is None else [row.score]
    return [one for one in (*score, *row.figures) if one.compared]


def _line(row: Row, before: dict[str, int]) -> Line:
    score = None if row.score is None else _shown(row.score, before)
    figures = tuple(_shown(one, before) for one in row.figures)
    return Line(score, figures, row.notes, row.opens)


def _shown(one: Figure, before: dict[str, int]) -> Shown:
    percent = round(100 * min(max(one.value / one.goal, 0), 1)) if one.goal else -1
    change = one.value - before[one.name] if one.compared and one.name in before else None
    return Shown(one.name, one.value, one.text, one.title, one.symbol, percent, change, one.short)
