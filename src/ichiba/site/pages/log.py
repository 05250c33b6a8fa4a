"""The log of a table, one block per turn.

Each block is rendered once for all viewers who see the same.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import islice
from operator import is_

import msgspec
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from markupsafe import Markup, escape

from ichiba.core.match import Match
from ichiba.core.story import Chapter, chapters, kind_of, news, story_of
from ichiba.core.telling import Block, Line, tell
from ichiba.core.words import Words
from ichiba.site.models import Happening, Table, somebody
from ichiba.site.pages import rendered
from ichiba.site.pages.templating import player_mark, url
from ichiba.site.store.snapshots import Snapshot
from ichiba.site.titles import boards

# Blocks that a page shows. Earlier ones are in the replay.
SHOWN = 18


class Log(msgspec.Struct, frozen=True):
    """The part of the log that a page shows."""

    html: Markup  # the newest block first
    last: str  # the last headline
    cut: bool  # whether earlier blocks are left out


NOTHING = Log(html=Markup(""), last="", cut=False)


class _Entry(msgspec.Struct, frozen=True):
    """An entry of the log, as markup."""

    move: int  # its first move
    html: str
    headline: str  # "" if it shouldn't be shown under the prompt

    @property
    def fresh(self) -> str:
        """The same markup, marked as new."""
        return self.html.replace('class="log-block', 'class="log-block fresh', 1)


def log_for(snapshot: Snapshot, viewer: int | None, words: Words) -> Log:
    """Return the log as one seat may see it."""
    match = snapshot.match
    told = chapters_for(snapshot, viewer)
    new: set[int] = set()
    if viewer is not None:
        found = news(story_of(match.game), told, viewer, match.last_decision(viewer))
        new = {id(chapter) for chapter, events in found}
    listed: list[tuple[int, int, Chapter | _Entry]] = [
        (chapter.first, number, chapter) for number, chapter in enumerate(told)
    ]
    # Players joining, leaving and so on are listed after the turn in which it happened.
    listed += [(one.move, len(told), one) for one in _around(snapshot, viewer)]
    listed.sort(key=lambda entry: entry[:2])
    shown = [
        (_told(snapshot, viewer, number, one, words), id(one) in new)
        if isinstance(one, Chapter)
        else (one, False)
        for _move, number, one in listed[-SHOWN:]
    ]
    parts = [entry.fresh if is_new else entry.html for entry, is_new in reversed(shown)]
    return Log(
        html=Markup("\n".join(parts)),  # noqa: S704 - escaped line by line
        last=next((entry.headline for entry, is_new in reversed(shown) if entry.headline), ""),
        cut=len(listed) > len(shown),
    )


def chapters_for(snapshot: Snapshot, viewer: int | None) -> list[Chapter]:
    """Return everything that one seat may know, by turns. Most of it is known from last time."""
    match, key = snapshot.match, ("chapters", snapshot.table.pk, viewer)
    events = match.events
    known, told = rendered.get(key) or ([], [])
    if len(known) > len(events) or not all(map(is_, known, events)):
        known, told = [], []  # moves were undone, or the game was replayed
    if not told or len(known) < len(events):
        new = (event for event in islice(events, len(known), None) if event.is_for(viewer))
        told = chapters(story_of(match.game), new, told)
        rendered.keep(key, (events, told), 20 * len(events))
    return told


def _told(
    snapshot: Snapshot, viewer: int | None, number: int, chapter: Chapter, words: Words
) -> _Entry:
    """Return a chapter as markup, addressed to the viewer if it is about the viewer. Most are
    public and about others, so most viewers share what is kept."""
    match, table = snapshot.match, snapshot.table
    reader = viewer if viewer is not None and chapter.mentions(viewer) else None
    public = reader is None and all(event.audience is None for event in chapter.events)
    voice = (words.language, *words.names)
    key = ("log", table.pk, number, None if public else viewer, *voice)
    events, entry = rendered.get(key) or ([], None)
    # The objects are the same unless moves were undone or the game was replayed.
    same = len(events) == len(chapter.events) and all(map(is_, events, chapter.events))
    if entry is None or not same:
        block = tell(match.game.name, story_of(match.game), chapter, words, reader)
        when = snapshot.times[block.last - 1] if block.last else table.started
        entry = _entry(table, match, number, block, when, words)
        rendered.keep(key, (chapter.events, entry), len(entry.html))
    return entry


# --- Markup. It is built by hand, because a template would take ten times as long.


def _entry(
    table: Table, match: Match, number: int, block: Block, when: datetime | None, words: Words
) -> _Entry:
    sounds = boards.web_of(match.game).sounds
    replay = url("replay", table.slug)
    text = " ".join(block.headline)
    more = _more(replay, number, block, sounds)
    css = "log-block" if block.seat is None else f"log-block p{block.seat}"
    sound = "" if more else _sound([*block.details, *block.bookkeeping], sounds)
    html = (
        f'<li class="{css}" id="log-{number}">'
        f'<p class="log-line" data-move="{block.last}"{sound}>'
        f'<a tabindex="-1" href="{escape(replay)}?at={block.last}">{_mark(block)}'
        f"<span>{_with_name(text, block, words)}</span></a>{_time(when)}</p>{more}</li>"
    )
    return _Entry(block.first, html, block.latest if block.is_news else "")


def _more(replay: str, number: int, block: Block, sounds: Mapping[str, str]) -> str:
    """Return the details, collapsed, followed by the bookkeeping."""
    says_more = [line.text for line in block.details] != [*block.headline]
    if not says_more and not block.bookkeeping:
        return ""
    details = "".join(_detail(replay, line, sounds) for line in block.details)
    books = "".join(_detail(replay, line, sounds) for line in block.bookkeeping)
    return (
        f'<details class="log-more" id="log-more-{number}" data-keep="page"><summary tabindex="-1">'
        f'<span class="visually-hidden">{escape(_("Details"))}</span></summary>'
        + (f'<ol class="log-details">{details}</ol>' if details else "")
        + (f'<ol class="log-books">{books}</ol>' if books else "")
        + "</details>"
    )


def _detail(replay: str, line: Line, sounds: Mapping[str, str]) -> str:
    return (
        f'<li data-move="{line.move}"{_sound([line], sounds)}>'
        f'<a tabindex="-1" href="{escape(replay)}?at={line.move}">{escape(line.text)}</a></li>'
    )


def _sound(lines: Sequence[Line], sounds: Mapping[str, str]) -> str:
    """Return the first sound of the lines, as an attribute."""
    kinds = (kind_of(event) for line in lines for event in line.events)
    heard = next((sounds[kind] for kind in kinds if kind in sounds), "")
    return f' data-sound="{escape(heard)}"' if heard else ""


def _mark(block: Block) -> str:
    nobody = '<span class="log-nobody"></span>'
    return nobody if block.seat is None else str(player_mark(block.seat))


def _with_name(text: str, block: Block, words: Words) -> str:
    """Return a headline, with the player's name in bold if it starts with it."""
    name = "" if block.seat is None else words.name(block.seat)
    if not name or not text.startswith(name):
        return str(escape(text))
    return f'<b class="log-name">{escape(name)}</b>{escape(text.removeprefix(name))}'


def _time(when: datetime | None) -> str:
    if when is None:
        return ""
    local = localtime(when)
    exactly = local.isoformat(timespec="seconds")
    return f' <time datetime="{exactly}">{local:%H:%M}</time>'


def _around(snapshot: Snapshot, viewer: int | None) -> list[_Entry]:
    """Return entries for players joining, leaving and so on."""
    replay, start = url("replay", snapshot.table.slug), snapshot.table.started
    return [
        _Entry(
            -1 if start is None or one.created < start else one.move,
            f'<li class="log-block log-around"><p class="log-line" data-move="{one.move}">'
            f'<a tabindex="-1" href="{escape(replay)}?at={one.move}">{escape(text)}</a>'
            f"{_time(one.created)}</p></li>",
            text,
        )
        for one in snapshot.happenings
        for text in [in_words(one, viewer)]
    ]


def in_words(happening: Happening, reader: int | None = None) -> str:
    """Return a sentence about a player joining, leaving and so on, addressed to the reader."""
    own = _to_reader(happening) if reader is not None and happening.seat == reader else ""
    if own:
        return own
    name = happening.name or somebody()
    return {
        Happening.Kind.SAT: _("%(name)s joins the table."),
        Happening.Kind.LEFT: _("%(name)s leaves the table."),
        Happening.Kind.ABSENT: _("%(name)s is away. A bot takes over."),
        Happening.Kind.UNBLOCKED: _("A moderator lets a bot take over from %(name)s."),
        Happening.Kind.TIME_UP: _("%(name)s ran out of time. A bot takes over."),
        Happening.Kind.GONE: _("%(name)s is gone. A bot takes over."),
        Happening.Kind.QUIT: _("%(name)s leaves the game."),
        Happening.Kind.BACK: _("%(name)s is back."),
        Happening.Kind.ENDED: _("A moderator ends the game."),
        Happening.Kind.TOO_LONG: _("The game has too many moves. It ends without a result."),
        Happening.Kind.OUTDATED: _("The rules have changed. The game ends without a result."),
    }[Happening.Kind(happening.kind)] % {"name": name}


def _to_reader(happening: Happening) -> str:
    """Return what a player reads about what happened to their own seat."""
    return {
        Happening.Kind.SAT: _("You join the table."),
        Happening.Kind.LEFT: _("You leave the table."),
        Happening.Kind.ABSENT: _("You are away. A bot takes over."),
        Happening.Kind.UNBLOCKED: _("A moderator lets a bot take over from you."),
        Happening.Kind.TIME_UP: _("You ran out of time. A bot takes over."),
        Happening.Kind.GONE: _("You are gone. A bot takes over."),
        Happening.Kind.QUIT: _("You leave the game."),
        Happening.Kind.BACK: _("You are back."),
    }.get(Happening.Kind(happening.kind), "")
