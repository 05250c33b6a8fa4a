"""The game on the front page: people at a listed table, or else a game that bots played today.

The game of bots is played once a day, for each title, and only if somebody opens the front page.
It takes about a second in another process. From then on it is a record, and the clock says which of
its positions is shown, so all visitors and all processes show the same without a word between them.
"""

import gzip
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from secrets import randbits
from time import monotonic

import msgspec
from django.db.models import Max
from django.http import Http404
from django.utils import timezone
from django.utils.translation import get_language

from ichiba import bots
from ichiba.arena.thinker import Players
from ichiba.bots.characters import names_for
from ichiba.core.match import Match
from ichiba.core.record import Record
from ichiba.core.registry import games, load
from ichiba.site.bounded import Bounded
from ichiba.site.errands.kinds import GiveUp, Lane, Task, does
from ichiba.site.errands.orders import order
from ichiba.site.models import Move, SiteValue, Table, Upload
from ichiba.site.pictures.card import position_card
from ichiba.site.pictures.film import moments_of
from ichiba.site.store import snapshots
from ichiba.site.store.snapshots import Snapshot, Unreplayable
from ichiba.site.store.transactions import writing
from ichiba.site.titles.boards import has_web

SHOW = "show"  # the kind of errand that lets bots play
PACE = 7  # seconds for which a position is shown
_MOST = 80  # positions of a game
_LAST = 4  # how many times as long its end is shown
_PLAYERS = 4
LEVEL = "strong"
_LONGEST = 600.0  # seconds for a game of bots; most take one, but a machine may be busy
# How long a table counts as being played after a move.
_RECENT = timedelta(minutes=5)
_CANDIDATES = 8  # listed tables that are looked at
_KEPT = 5.0  # seconds for which the choice is kept in memory

_chosen: tuple[float, "Showing | None"] | None = None
_ordered: dict[str, str] = {}  # by title: the day for which this process has asked for a game
_records: Bounded["_Show"] = Bounded(6)
# In bytes, compressed: about ten thousand for each position and theme.
_frames: Bounded[bytes] = Bounded(4_000_000, len)


class Showing(msgspec.Struct, frozen=True):
    """What the front page shows."""

    slug: str
    title: str
    names: list[str]
    at: int
    following: tuple[int, ...]  # the positions that come next
    live: bool  # whether people are playing it now


class _Show(msgspec.Struct, frozen=True):
    """A game that bots have played."""

    slug: str
    record: Record
    moments: tuple[int, ...]


def current() -> Showing | None:
    """Return what the front page shows now; None if there is nothing yet."""
    global _chosen  # noqa: PLW0603 - one a process
    kept = _chosen
    if kept is None or monotonic() - kept[0] > _KEPT:
        found = _live() or _shown(timezone.now())
        kept = _chosen = (monotonic(), found)
    return kept[1]


def frame(slug: str, at: int, theme: str) -> bytes | None:
    """Return a position as compressed SVG; None if it isn't one that is shown.

    Of a table where people play it is the newest position, which may be later than `at`.
    """
    show = _show_of(slug)
    if show is not None:
        replay = partial(_at, show, at)
        return _drawn(slug, at, theme, replay) if at in show.moments else None
    match = _of_people(slug, at)
    return None if match is None else _drawn(slug, len(match.record.moves), theme, lambda: match)


def _drawn(slug: str, at: int, theme: str, find: Callable[[], Match]) -> bytes:
    """Return a position, from the cache if it is there."""
    language = get_language() or "en"
    key = (slug, at, theme, language)
    made = _frames.get(key)
    if made is None:
        match = find()
        svg = position_card(match.game, match.state, match.record.names, language, theme)
        made = gzip.compress(svg.encode(), 6, mtime=0)
        _frames.keep(key, made)
    return made


def forget_all() -> None:
    """Forget everything that is kept in memory."""
    global _chosen  # noqa: PLW0603 - one a process
    _chosen = None
    _ordered.clear()
    _records.clear()
    _frames.clear()


# --- People


def _live() -> Showing | None:
    """Return the listed table where people have moved last, if that was just now."""
    listed = Table.objects.filter(status=Table.Status.RUNNING, listed=True)
    newest = {table.pk: table for table in listed.order_by("-started")[:_CANDIDATES]}
    moved = Move.objects.filter(table__in=newest).values("table").annotate(last=Max("created"))
    recent = [row for row in moved if row["last"] > timezone.now() - _RECENT]
    for row in sorted(recent, key=lambda row: row["last"], reverse=True):
        try:
            found = snapshots.of(newest[row["table"]])
        except Unreplayable:
            continue
        if _is_played_by_people(found):
            at = len(found.match.record.moves)
            return Showing(found.table.slug, found.table.title, found.names, at, (), True)
    return None


def _of_people(slug: str, at: int) -> Match | None:
    """Return the newest match of a listed table."""
    try:
        found = snapshots.newest(slug)
    except (Http404, Unreplayable):
        return None
    match = found.match_or_none
    shown = found.table.listed and match is not None and at <= len(match.record.moves)
    return match if shown else None


def _is_played_by_people(found: Snapshot) -> bool:
    is_on = found.match_or_none is not None and bool(found.match.state.actors)
    return is_on and any(not seat.played_by for seat in found.seats)


# --- Bots


def _shown(now: datetime) -> Showing | None:
    """Return the position of one of today's games that the clock says, and order new games."""
    today = now.date().isoformat()
    stored, shows = _stored(), []
    for title in _titles():
        day, slug = stored.get(title, ("", ""))
        if day != today:
            _order(title, today)
        show = _show(slug) if slug else None
        if show is not None:
            shows.append(show)
    return _on(shows, int(now.timestamp()) // PACE) if shows else None


def _on(shows: Sequence[_Show], tick: int) -> Showing:
    """Return what is shown at a tick of the clock: one game after the other, over and over."""
    frames = [(show, at) for show in shows for at in (*show.moments, *show.moments[-1:] * _LAST)]
    here = tick % len(frames)
    show, at = frames[here]
    following = tuple(later for other, later in frames[here + 1 :] if other is show)
    return Showing(show.slug, show.record.game, show.record.names, at, following, live=False)


def _stored() -> dict[str, tuple[str, str]]:
    """Return the day and the slug of the newest game of each title."""
    names = {_name(title): title for title in _titles()}
    rows = SiteValue.objects.filter(name__in=names).values_list("name", "value")
    return {names[name]: (value[:10], value[11:]) for name, value in rows}


def _show_of(slug: str) -> _Show | None:
    """Return a game of the bots, which another process may have let them play."""
    show = _records.get(slug)
    if show is None and any(slug == stored for _, stored in _stored().values()):
        show = _show(slug)
    return show


def _at(show: _Show, at: int) -> Match:
    return Match.replay(show.record.until(at))


def _show(slug: str) -> _Show | None:
    show = _records.get(slug)
    if show is None:
        kept = Upload.objects.filter(slug=slug).first()
        if kept is None:
            return None
        record = Record.decode(kept.content.encode())
        game = load(record.game)
        if not game.oldest <= record.revision <= game.revision:
            return None
        show = _Show(slug, record, (0, *moments_of(record, _MOST)))
        _records.keep(slug, show)
    return show


def _titles() -> list[str]:
    return [name for name in games() if has_web(load(name)) and LEVEL in bots.levels(load(name))]


def _name(title: str) -> str:
    return f"show {title}"


def _order(title: str, today: str) -> None:
    """Let bots play, once a day: each process asks once, and only one of them does it."""
    if _ordered.get(title) == today:
        return
    _ordered[title] = today
    with writing():
        order(SHOW, title, {"day": today})


@does(SHOW, Lane.PLAY, most=3)
def let_bots_play(task: Task) -> datetime | None:
    """Let bots play the game of a day."""
    if task.key not in _titles():
        return None
    game, day = load(task.key), str(task.payload["day"])
    known = SiteValue.objects.filter(name=_name(game.name)).first()
    if known is not None and known.value.partition(" ")[0] == day:
        return None
    seats = [LEVEL] * min(_PLAYERS, game.max_players)
    players = Players(_LONGEST)
    try:
        content = players.play(game.name, seats, names_for(game.name, seats, []), randbits(128))
    finally:
        players.stop()
    if not content:
        raise GiveUp("The bots' game for the front page took too long.")
    with writing():
        kept = Upload.objects.create(content=_canonical(content))
        value = {"value": f"{day} {kept.slug}"}
        SiteValue.objects.update_or_create(name=_name(game.name), defaults=value)
    return None


def _canonical(content: bytes) -> str:
    return msgspec.json.encode(Record.decode(content)).decode()
