"""The log of a table: each line is put into words once, and kept as long as its match is."""

from datetime import datetime
from threading import Lock
from weakref import WeakKeyDictionary

import msgspec
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from markupsafe import Markup, escape

from ichiba.core.match import Match
from ichiba.core.messages import Event
from ichiba.core.record import UNDO
from ichiba.core.words import Words
from ichiba.site import boards, matches
from ichiba.site.models import Happening, Table, somebody
from ichiba.site.templating import url

# Lines that a page shows; what was before is in the replay.
SHOWN = 60
# Languages and sets of names in which the lines of a match are kept.
VOICES = 4


class Line(msgspec.Struct, frozen=True):
    """Something that happened after so many moves, in words and as markup."""

    move: int
    text: str
    html: str
    event: Event | None = None  # of the game; what happens around it has none

    @property
    def fresh(self) -> str:
        """The same for somebody to whom it is new."""
        return self.html.replace('class="log-line', 'class="log-line fresh', 1)


class Log(msgspec.Struct, frozen=True):
    """What a page shows of the log."""

    html: Markup  # the newest line first
    last: str  # what happened last
    cut: bool  # whether there is more than is shown


NOTHING = Log(html=Markup(""), last="", cut=False)


class _Told(msgspec.Struct):
    """What has been told of a match."""

    lines: dict[tuple[str, ...], list[Line]] = {}  # by language and names


_lock = Lock()
_kept: WeakKeyDictionary[Match, _Told] = WeakKeyDictionary()


def log_for(table: Table, match: Match, eyes: int | None, words: Words) -> Log:
    """The log as one seat may see it. The caller holds the match."""
    since = _last_own_move(match, eyes)
    seen = [
        line
        for line in _lines(table, match, words)
        if line.event is not None and line.event.is_for(eyes)
    ]
    # What happened around the game stands behind the move after which it happened.
    seen = sorted([*seen, *_around(table)], key=lambda line: line.move)
    shown = seen[-SHOWN:]
    parts = [
        line.fresh if line.event is not None and line.move > since else line.html
        for line in reversed(shown)
    ]
    return Log(
        html=Markup("\n".join(parts)),  # noqa: S704 - escaped line by line
        last=shown[-1].text if shown else "",
        cut=len(seen) > len(shown),
    )


def _lines(table: Table, match: Match, words: Words) -> list[Line]:
    """All lines: those that are known, without what was taken back, and what is new."""
    with _lock:
        told = _kept.setdefault(match, _Told())
    voice = (words.language, *words.names)
    if voice not in told.lines and len(told.lines) >= VOICES:
        told.lines.clear()  # somebody has another name now
    lines = told.lines.setdefault(voice, [])
    events = match.events
    same = 0
    while same < min(len(lines), len(events)) and lines[same].event is events[same]:
        same += 1
    del lines[same:]
    if same < len(events):
        times = [table.started, *matches.times_of(match)]
        lines += [_line(table, match, event, times[event.move], words) for event in events[same:]]
    return lines


def _line(table: Table, match: Match, event: Event, when: datetime | None, words: Words) -> Line:
    kind = event.key.rpartition(".")[2]
    text = event.say(words)
    sound = boards.web_of(match.game).SOUNDS.get(kind, "")
    return Line(event.move, text, _html(table, text, event.move, when, kind, sound), event)


def _html(
    table: Table, text: str, move: int, when: datetime | None, kind: str, sound: str = ""
) -> str:
    # By hand: a template would take ten times as long, for every line of every table.
    heard = f' data-sound="{escape(sound)}"' if sound else ""
    return (
        f'<li class="log-line kind-{escape(kind)}" data-move="{move}"{heard}>'
        f'<a tabindex="-1" href="{escape(url("replay", table.slug))}?at={move}">{escape(text)}</a>'
        f"{_time(when)}</li>"
    )


def _time(when: datetime | None) -> str:
    if when is None:
        return ""
    local = localtime(when)
    return f' <time datetime="{local.isoformat()}">{local:%H:%M}</time>'


def _around(table: Table) -> list[Line]:
    """What happened around the game."""
    return [
        Line(one.move, text, _html(table, text, one.move, one.created, "around"))
        for one in table.told
        for text in [in_words(one)]
    ]


def in_words(happening: Happening) -> str:
    """Something around the game as a sentence."""
    name = happening.name or somebody()
    return {
        Happening.Kind.SAT: _("%(name)s sits down."),
        Happening.Kind.LEFT: _("%(name)s stands up."),
        Happening.Kind.ABSENT: _("%(name)s is away. A bot plays for %(name)s."),
        Happening.Kind.UNBLOCKED: _("A moderator lets a bot play for %(name)s."),
        Happening.Kind.GONE: _("%(name)s has left. A bot plays on."),
        Happening.Kind.BACK: _("%(name)s is back."),
        Happening.Kind.ENDED: _("A moderator ends the game."),
    }[Happening.Kind(happening.kind)] % {"name": name}


def _last_own_move(match: Match, eyes: int | None) -> float:
    """After which move everything is new to these eyes; a spectator is not told what is new."""
    if eyes is None:
        return float("inf")
    own, count = f"{eyes} ", len(match.record.moves)
    for back, move in enumerate(reversed(match.record.moves)):
        if move.startswith(own) and not move.endswith(f" {UNDO}"):
            return count - back
    return 0
