"""What other sites show for a link to this one: a title, a sentence and a picture.

A picture is the same for everybody, whoever asks for it: it shows what a stranger who follows the
link may see. A private game in progress has a picture of its title instead.
"""

from collections.abc import Callable
from hashlib import blake2b

import msgspec
from django.core.exceptions import PermissionDenied
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from ichiba.core.game import Game
from ichiba.core.match import Match
from ichiba.core.record import Record
from ichiba.core.registry import games, load
from ichiba.site.access import Viewer, check_may_look
from ichiba.site.bounded import Bounded
from ichiba.site.models import Table
from ichiba.site.pictures import painter
from ichiba.site.pictures.card import position_card, scene_of, title_card
from ichiba.site.store.snapshots import Snapshot
from ichiba.site.titles.descriptions import card_of
from ichiba.site.titles.words import words_for

# In bytes. A picture has up to 200 kB.
_pictures: Bounded[bytes] = Bounded(16_000_000, len)
_films: Bounded[bytes] = Bounded(8_000_000, len)
_STRANGER = Viewer([], None)


class Link(msgspec.Struct, frozen=True):
    """What a page says about itself to other sites."""

    title: str
    text: str
    picture: str  # its full address, or "" if this server can't make pictures


class Picture(msgspec.Struct, frozen=True):
    """A picture that can be made. Equal keys mean equal pictures."""

    key: tuple[object, ...]
    draw: Callable[[], str]
    lasts: bool = False  # whether it stays the same for good

    @property
    def tag(self) -> str:
        """A short text that differs if the picture does."""
        return blake2b(repr(self.key).encode(), digest_size=12).hexdigest()

    def png(self) -> bytes:
        """Return the file, from the cache if it is there. NoPicture if it can't be made."""
        made = _pictures.get(self.key)
        if made is None:
            made = painter.picture(self.draw())
            _pictures.keep(self.key, made)
        return made


def is_public(table: Table) -> bool:
    """Return whether a stranger with the link may see a table."""
    try:
        check_may_look(table, _STRANGER)
    except PermissionDenied:
        return False
    return True


def of_table(found: Snapshot) -> Picture:
    """Return the picture of a table: its position, or who sits there before the start."""
    table = found.table
    if not is_public(table):
        return of_title(load(table.title))
    key = ("table", table.pk, found.epoch, found.version, _language())
    match = found.match_or_none
    if match is None:
        return Picture(key, lambda: _waiting(found))
    return Picture(key, lambda: _position(match), lasts=table.status == Table.Status.FINISHED)


def of_record(slug: str, record: Record) -> Picture:
    """Return the picture of an uploaded game: its last position."""
    key = ("upload", slug, len(record.moves), _language())
    return Picture(key, lambda: _position(Match.replay(record)), lasts=True)


def of_title(game: Game) -> Picture:
    """Return the picture of a title."""
    return Picture(("title", game.name, _language()), lambda: _title(game))


def of_day(game: Game, named: str, players: int) -> Picture:
    """Return the picture of a market of the day that others may still be playing."""
    key = ("day", game.name, named, players, _language())
    return Picture(key, lambda: _day(game, named, players))


def of_site() -> Picture:
    """Return the picture of the whole site."""
    return Picture(("site", _language()), _site)


def film_of(slug: str, record: Record) -> bytes:
    """Return an animation of a game, cached. NoPicture if it can't be made."""
    key = (slug, len(record.moves), _language())
    made = _films.get(key)
    if made is None:
        made = painter.film(record, record.names, _language())
        _films.keep(key, made)
    return made


def has_film(slug: str, record: Record) -> bool:
    """Return whether the animation has been made before."""
    return _films.get((slug, len(record.moves), _language())) is not None


def forget_all() -> None:
    """Empty the caches."""
    _pictures.clear()
    _films.clear()


def _language() -> str:
    return get_language() or "en"


def _position(match: Match) -> str:
    return position_card(match.game, match.state, match.record.names, _language())


def _title(game: Game) -> str:
    card = card_of(game.name)
    return title_card(game.title, [str(card["line"]), str(card["players"])], scene_of(game))


def _day(game: Game, named: str, players: int) -> str:
    told = ngettext("%d person has played", "%d people have played", players) % players
    lines = [_("Market of the day"), named, *([told] if players else [])]
    return title_card(game.title, lines, scene_of(game))


def _waiting(found: Snapshot) -> str:
    """The title and who has joined so far."""
    game, free = load(found.table.title), sum(seat.free for seat in found.seats)
    told = ngettext("%d free place", "%d free places", free) % free
    names = [seat.shown for seat in found.seats if not seat.free]
    return title_card(game.title, [told], scene_of(game), names)


def _site() -> str:
    first = load(games()[0])
    line = _("Three board games set in Tokyo. Play with friends or against bots.")
    titles = [load(name).title for name in games()]
    return title_card("Ichiba", [line, words_for([]).series(titles)], scene_of(first))
