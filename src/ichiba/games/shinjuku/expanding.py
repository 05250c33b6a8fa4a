"""Expand: lay track on any free link and, for a card, a second piece that continues it."""

from ichiba.core.messages import Message, Reason
from ichiba.games.shinjuku.actions import EXPAND, STOP, TRACK
from ichiba.games.shinjuku.city import CITY, station_name
from ichiba.games.shinjuku.paying import ask_payment, payable_wards
from ichiba.games.shinjuku.pieces import lay_track
from ichiba.games.shinjuku.table import (
    EXPAND_FIRST,
    EXPAND_SECOND,
    NONE,
    ShinjukuTable,
    Step,
    TurnAction,
)
from ichiba.games.shinjuku.turn import finish_action


class Expand(TurnAction):
    """The action, from the first piece of track to the second."""

    chapter = "expand"
    kinds = (EXPAND,)
    first_step = EXPAND_FIRST

    def impossible(self, table: ShinjukuTable, seat: int) -> Reason:
        """There is no free link, or no track left."""
        return self.no("no_link" if table.track[seat] else "no_track")

    def paid(self, table: ShinjukuTable, seat: int) -> None:
        """Lay the second piece. The first one is free."""
        _lay(table, seat, table.second_link)
        finish_action(table)


class _TrackStep(Step):
    """A piece of track."""

    chapter = "expand"

    def label(self, table: ShinjukuTable, seat: int, action: int) -> Message:
        """The two ends of the link."""
        a, b = CITY.ends[action - TRACK]
        return self.say("track", station=station_name(a), other=station_name(b))

    def why_not(self, table: ShinjukuTable, seat: int, action: int) -> Reason:
        """The link has track, or it does not continue the first piece."""
        owner = table.links[action - TRACK]
        return self.no("not_connected") if owner == NONE else self.no("link_taken", seat=owner)


class ExpandFirst(_TrackStep):
    """Where does the first piece go?"""

    name = "expand_first"
    kinds = (TRACK,)

    def choices(self, table: ShinjukuTable, seat: int) -> list[int]:
        return table.free_track[:]

    def take(self, table: ShinjukuTable, seat: int, action: int) -> None:
        """Lay the first piece, and ask for a second where one is possible.

        A card of the ward at either end of the first piece pays for the second.
        """
        table.first_link = action - TRACK
        _lay(table, seat, table.first_link)
        if table.track[seat] and CITY.wards_at[table.first_link] & payable_wards(table, seat):
            table.ask(EXPAND_SECOND, seat)
        else:
            finish_action(table)


class ExpandSecond(_TrackStep):
    """Where does the second piece go, if there is one?"""

    name = "expand_second"
    kinds = (TRACK, STOP)

    def choices(self, table: ShinjukuTable, seat: int) -> list[int]:
        """The free links at either end of the first piece, or beyond a permanent link there."""
        links = table.links
        further = CITY.extensions[table.first_link]
        found = [TRACK + link for link in further if links[link] == NONE]
        found.append(STOP)
        return found

    def take(self, table: ShinjukuTable, seat: int, action: int) -> None:
        """Choose a second piece, which must be paid for, or none."""
        if action == STOP:
            finish_action(table)
            return
        table.second_link = action - TRACK
        ask_payment(table, seat, CITY.wards_at[table.first_link])

    def label(self, table: ShinjukuTable, seat: int, action: int) -> Message:
        """The link, or stopping."""
        return self.say("no_second") if action == STOP else super().label(table, seat, action)


def _lay(table: ShinjukuTable, seat: int, link: int) -> None:
    lay_track(table, seat, link)
    if table.log is not None:
        a, b = CITY.ends[link]
        table.tell("track", seat=seat, station=station_name(a), other=station_name(b))
