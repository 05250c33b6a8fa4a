"""The log of a table: each line is put into words once, and kept as long as its match is."""

from datetime import datetime
from threading import Lock
from weakref import WeakKeyDictionary

import msgspec
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from ichiba.core.match import Match
from ichiba.core.messages import Event
from ichiba.core.record import UNDO
from ichiba.core.words import Words
from ichiba.site import boards
from ichiba.site.models import Table

# Lines that a page shows; what was before is in the replay.
SHOWN = 120


class Line(msgspec.Struct, frozen=True):
    """Something that happened, and its markup."""

    event: Event
    html: str

    @property
    def fresh(self) -> str:
        """The same for somebody to whom it is new."""
        return self.html.replace('class="log-line', 'class="log-line fresh', 1)


class Log(msgspec.Struct, frozen=True):
    """What a page shows of the log."""

    html: SafeString  # the newest line first
    last: str  # what happened last
    cut: bool  # whether there is more than is shown


class _Told(msgspec.Struct):
    """What has been told of a match."""

    times: dict[int, datetime] = {}
    lines: dict[str, list[Line]] = {}  # by language


_lock = Lock()
_kept: WeakKeyDictionary[Match, _Told] = WeakKeyDictionary()


def log_for(table: Table, match: Match, eyes: int | None, words: Words) -> Log:
    """The log as one seat may see it. The caller holds the match."""
    since = _last_own_move(match, eyes)
    seen = [line for line in _lines(table, match, words) if line.event.is_for(eyes)]
    shown = seen[-SHOWN:]
    parts = [line.fresh if line.event.move > since else line.html for line in reversed(shown)]
    return Log(
        html=mark_safe("\n".join(parts)),  # noqa: S308 - made of templates
        last=shown[-1].event.say(words) if shown else "",
        cut=len(seen) > len(shown),
    )


def _lines(table: Table, match: Match, words: Words) -> list[Line]:
    """All lines: those that are known, without what was taken back, and what is new."""
    with _lock:
        told = _kept.setdefault(match, _Told())
    lines = told.lines.setdefault(words.language, [])
    events = match.events
    same = 0
    while same < min(len(lines), len(events)) and lines[same].event is events[same]:
        same += 1
    del lines[same:]
    if same < len(events):
        newer = table.moves.filter(number__gt=max(told.times, default=0))
        told.times.update(newer.values_list("number", "created"))
    lines += [_line(table, match, event, told, words) for event in events[same:]]
    return lines


def _line(table: Table, match: Match, event: Event, told: _Told, words: Words) -> Line:
    kind = event.key.rpartition(".")[2]
    context = {
        "table": table,
        "text": event.say(words),
        "move": event.move,
        "when": told.times.get(event.move, table.started),
        "kind": kind,
        "sound": boards.web_of(match.game).SOUNDS.get(kind, ""),
    }
    return Line(event, render_to_string("site/_log_line.html", context).strip())


def _last_own_move(match: Match, eyes: int | None) -> float:
    """After which move everything is new to these eyes; a spectator is not told what is new."""
    if eyes is None:
        return float("inf")
    own, count = f"{eyes} ", len(match.record.moves)
    for back, move in enumerate(reversed(match.record.moves)):
        if move.startswith(own) and not move.endswith(f" {UNDO}"):
            return count - back
    return 0
