"""What pages tell other sites, which show it where somebody posts a link."""

from datetime import date

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from ichiba.core.record import Record
from ichiba.core.registry import load
from ichiba.site.pictures import painter
from ichiba.site.pictures.links import Link
from ichiba.site.request import Request
from ichiba.site.store.snapshots import Snapshot
from ichiba.site.titles.boards import progress_of
from ichiba.site.titles.descriptions import card_of
from ichiba.site.titles.words import words_for


def link_to_site(request: Request) -> Link:
    """Return what the front page says about itself."""
    told = _("Three board games set in Tokyo. Play with friends or against bots.")
    return Link("Ichiba 市場", told, _address(request, reverse("picture-of-site")))


def link_to_title(request: Request, name: str) -> Link:
    """Return what a page about a title says about itself."""
    address = _address(request, reverse("picture-of-title", args=[name]))
    return Link(load(name).title, str(card_of(name)["line"]), address)


def link_to_day(request: Request, name: str, day: date, told: str) -> Link:
    """Return what the market of a day says about itself. It spoils nothing."""
    address = _address(request, reverse("picture-of-day", args=[name, day.isoformat()]))
    return Link(_("%(title)s: market of the day") % {"title": load(name).title}, told, address)


def link_to_table(request: Request, found: Snapshot, told: str = "") -> Link:
    """Return what a table says about itself. `told` is its result, if the game is over."""
    table, title = found.table, load(found.table.title).title
    names = words_for([]).series([seat.shown for seat in found.seats if not seat.free])
    match = found.match_or_none
    if match is None:
        told = _("Join the game: there is a place for you.")
    elif not told:
        told = progress_of(match, words_for(match.record.names))
    path = reverse("picture-of-table", args=[table.slug])
    heading = _("%(title)s: %(names)s") % {"title": title, "names": names} if names else title
    return Link(heading, told, _address(request, f"{path}?v={found.version}"))


def link_to_upload(request: Request, slug: str, record: Record) -> Link:
    """Return what the replay of a file says about itself."""
    names = words_for([]).series(record.names)
    heading = _("%(title)s: %(names)s") % {"title": load(record.game).title, "names": names}
    path = reverse("picture-of-upload", args=[slug])
    return Link(heading, _("Watch the game move by move."), _address(request, path))


def _address(request: Request, path: str) -> str:
    if not painter.is_installed():
        return ""
    site = settings.CONFIGURATION.url or request.build_absolute_uri("/")[:-1]
    return f"{site}{path}"
