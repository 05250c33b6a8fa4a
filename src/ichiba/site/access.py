"""Who may see a table, and whose secrets: one rule for pages and for the API."""

import msgspec
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _

from ichiba.site.models import Happening, Person, Seat, Table
from ichiba.site.store import snapshots
from ichiba.site.store.snapshots import Snapshot, Unreplayable
from ichiba.site.tables import days, presence


class Viewer(msgspec.Struct, frozen=True):
    """Who is viewing a table, and which seat's secrets they may see."""

    seats: list[int]  # the viewer's own
    eyes: int | None  # the seat whose secrets may be shown; None for public information only
    curtain: int | None = None  # at a shared screen: who has to come before the board is shown

    @property
    def plays(self) -> bool:
        """Whether the viewer is a player."""
        return bool(self.seats)

    @property
    def own(self) -> int | None:
        """The viewer's seat; None for spectators and for several people at one screen."""
        return self.seats[0] if len(self.seats) == 1 else None


def viewer_of(snapshot: Snapshot, person: Person | None) -> Viewer:
    """Return the viewer for a person."""
    table, seats = snapshot.table, snapshot.seats
    own = [seat.number for seat in seats if person is not None and seat.person_id == person.pk]
    if not own:
        return Viewer([], None)
    hidden = table.status in (Table.Status.RUNNING, Table.Status.ENDED)
    if table.hotseat and len(own) > 1 and hidden:
        return Viewer(own, table.at_screen if table.at_screen in own else None)
    return Viewer(own, own[0])


def check_may_look(table: Table, viewer: Viewer) -> None:
    """Raise PermissionDenied if the viewer may not see a table.

    Only players see private games in progress, and games of a market of the day until that day is
    over.
    """
    if days.is_secret(table) and not viewer.plays:
        raise PermissionDenied(
            _("This is a market of the day. Others can see the game when the day is over.")
        )
    shown = table.listed or table.watchable or table.status != Table.Status.RUNNING
    if not shown and not viewer.plays:
        raise PermissionDenied(_("This game is private. Only its players can see it."))


def may_see_profile(owner: Person, visitor: Person | None) -> bool:
    """Return whether a visitor may see somebody's profile. A guest's is only for the guest."""
    if visitor is not None and visitor.pk == owner.pk:
        return True
    if owner.user_id is None or owner.profile == Person.Profile.PRIVATE:
        return False
    if owner.profile == Person.Profile.EVERYONE:
        return True
    return visitor is not None and _have_played(owner, visitor)


def _have_played(one: Person, other: Person) -> bool:
    """Return whether two people have finished a game together."""
    shared = Seat.objects.filter(table__status=Table.Status.FINISHED, left=False)
    return shared.filter(person=one, table__in=shared.filter(person=other).values("table")).exists()


def may_take_record(table: Table) -> bool:
    """Return whether the record may be downloaded. Before the end, it would reveal all secrets.

    The record of a market of the day would also reveal the deal that others are still playing. A
    game that ended because this version can't replay it can only be continued elsewhere.
    """
    if days.is_secret(table):
        return False
    if table.status == Table.Status.ENDED:
        return table.happenings.filter(kind=Happening.Kind.OUTDATED).exists()
    return table.status == Table.Status.FINISHED


class Visitor(msgspec.Struct, frozen=True):
    """Whoever made a request: a person with a cookie or an API token, or nobody in particular."""

    person: Person | None
    seat: Seat | None = None  # the only seat for which an API token is valid

    def viewer(self, snapshot: Snapshot) -> Viewer:
        """Return the viewer of a table."""
        if self.seat is None:
            return viewer_of(snapshot, self.person)
        known = self.person is not None and self.seat.person_id == self.person.pk
        own = known and self.seat.table_id == snapshot.table.pk
        return Viewer([self.seat.number], self.seat.number) if own else Viewer([], None)

    def find(self, slug: str) -> Snapshot:
        """Return the newest version of a table: Http404 if there is none, PermissionDenied if the
        visitor may not see it, Unreplayable if this code can't replay its game."""
        try:
            found = snapshots.newest(slug)
        except Unreplayable:
            self.find_row(slug)
            raise
        check_may_look(found.table, self.viewer(found))
        return found

    def see(self, table: Table) -> Snapshot:
        """Return a table as this process published it last, after an action of the visitor."""
        found = snapshots.of(table)
        check_may_look(found.table, self.viewer(found))
        return found

    def find_row(self, slug: str) -> Table:
        """Return a table even if this code can't replay its game."""
        table = Table.objects.prefetch_related("seats").filter(slug=slug).first()
        if table is None:
            raise Http404
        check_may_look(table, self.viewer(snapshots.outside(table)))
        return table

    def own_seat(self, snapshot: Snapshot) -> int:
        """Return the seat that the visitor plays."""
        eyes = self.viewer(snapshot).eyes
        if eyes is None or snapshot.table.started is None:
            raise PermissionDenied(_("You can't move in this game right now."))
        return eyes

    def player(self, snapshot: Snapshot) -> Person:
        """Return the person, if they are one of the players."""
        if self.person is None or not self.viewer(snapshot).plays:
            raise PermissionDenied(_("Only the players of this game can start a rematch."))
        return self.whole_person()

    def person_at(self, snapshot: Snapshot) -> Person:
        """Return the person, unless their token is for another table or for a seat they gave up."""
        if self.seat is not None and not self.viewer(snapshot).plays:
            raise PermissionDenied(_("This token works only for one player at one table."))
        return self._person()

    def whole_person(self) -> Person:
        """Return the person, unless their token is for one seat only."""
        if self.seat is not None:
            raise PermissionDenied(_("This token works only for one player at one table."))
        return self._person()

    def _person(self) -> Person:
        if self.person is None:
            raise PermissionDenied
        return self.person

    def note_presence(self, snapshot: Snapshot, *, looking: bool = True) -> Snapshot:
        """Record that the visitor has the table open, and return the snapshot with that.

        An open stream doesn't prove that somebody is `looking`: if a laptop was closed or a network
        was lost, it stays open for many minutes. So it doesn't count for people who get notices.
        Their pages say every few seconds that they are visible (`connection.js`).
        """
        own = self.viewer(snapshot).seats
        if not looking:
            own = [number for number in own if not snapshot.seats[number].calls]
        return presence.note_presence(snapshot, own)
