"""EXPAND: a piece of track on any free link, and for a card a second one that continues it."""

from ichiba.games.shinjuku.actions import STOP
from ichiba.games.shinjuku.cards import ask_payment, can_pay
from ichiba.games.shinjuku.city import bits
from ichiba.games.shinjuku.table import EXPAND_SECOND, NONE, Table
from ichiba.games.shinjuku.turn import finish_action


def can_expand(table: Table) -> bool:
    """Whether there is track, and a link without any."""
    return table.track[table.player] > 0 and NONE in table.links


def first_links(table: Table) -> list[int]:
    """All links without track."""
    track = table.setup.actions.track
    return [track + link for link, owner in enumerate(table.links) if owner == NONE]


def lay_first(table: Table, action: int) -> None:
    """Lay the first piece, and ask for a second where one is possible."""
    link = action - table.setup.actions.track
    table.first_link = link
    lay_track(table, link)
    if table.track[table.player] and can_pay(table, wards_of(table, link)) and second_links(table):
        table.phase = EXPAND_SECOND
    else:
        finish_action(table)


def second_choices(table: Table) -> list[int]:
    """A second piece, or none."""
    return [*second_links(table), STOP]


def second_links(table: Table) -> list[int]:
    """Free links at either end of the first piece, or beyond a permanent link there."""
    track = table.setup.actions.track
    extensions = table.setup.city.extensions[table.first_link]
    return [track + link for link in bits(extensions) if table.links[link] == NONE]


def wards_of(table: Table, link: int) -> int:
    """The wards of both ends, as bits: a card of either pays for the second piece."""
    city = table.setup.city
    a, b = city.ends[link]
    return 1 << city.ward_of[a] | 1 << city.ward_of[b]


def choose_second(table: Table, action: int) -> None:
    """A second piece, to be paid for; or none."""
    if action == STOP:
        finish_action(table)
        return
    table.second_link = action - table.setup.actions.track
    if ask_payment(table, wards_of(table, table.first_link)):
        lay_second(table)


def lay_second(table: Table) -> None:
    """Paid: the second piece lies."""
    lay_track(table, table.second_link)
    finish_action(table)


def lay_track(table: Table, link: int) -> None:
    """A piece of track joins two stations, for everybody."""
    seat = table.player
    a, b = table.setup.city.ends[link]
    table.links[link] = seat
    table.track[seat] -= 1
    table.built[a] |= 1 << b
    table.built[b] |= 1 << a
    if table.log is not None:
        table.tell("track", seat=seat, station=table.station_name(a), other=table.station_name(b))
