"""Blind bids: everybody in the bidding decides at the same time, in steps of ¥100."""

from ichiba.games.tokyo_tsukiji_market.data import BARTER
from ichiba.games.tokyo_tsukiji_market.table import (
    AWARDING,
    BIDDING,
    NOBODY,
    RESUMING,
    Table,
)


def open_bids(table: Table, market: int, bidders: tuple[int, ...]) -> None:
    """Begin; whoever is known to have nothing bids nothing without being asked."""
    table.bidding = market
    table.bids = [NOBODY] * table.setup.players
    table.phase = BIDDING
    table.offers = bidders
    if not table.setup.closed_money:
        for seat in bidders:
            if not table.money[seat]:
                table.bids[seat] = 0
    table.actors = tuple(seat for seat in bidders if table.bids[seat] == NOBODY)
    if not table.actors:
        _reveal(table)


def bid(table: Table, seat: int, yen: int) -> None:
    """Lay money into the fist; the last bid reveals all."""
    table.bids[seat] = yen
    if table.log is not None:
        table.tell("own_bid", only=seat, seat=seat, yen=yen)
        table.tell("has_bid", seat=seat)
    table.actors = tuple([other for other in table.actors if other != seat])
    if not table.actors:
        _reveal(table)


def _reveal(table: Table) -> None:
    """Open all fists: one winner, or a choice for the one whose turn it is (F3 to F6)."""
    table.reveals += 1
    bidders = table.offers
    if table.log is not None:
        for seat in bidders:
            table.tell("bid", seat=seat, yen=table.bids[seat])
    if table.bidding == BARTER:
        table.phase = AWARDING
        return
    best = max([table.bids[seat] for seat in bidders])
    table.offers = tuple([seat for seat in bidders if table.bids[seat] == best])
    table.phase = AWARDING  # where there is one to choose, nobody is asked


def award(table: Table, winner: int) -> None:
    """The market gives the prize; play goes on where it stopped."""
    yen = table.bids[winner]
    if table.log is not None:
        table.tell("awarded", seat=winner, yen=yen)
    table.setup.boards[table.bidding].award(table, winner, yen)
    _close(table)


def decline(table: Table) -> None:
    """The seller takes no offer."""
    if table.log is not None:
        table.tell("declined", seat=table.seat)
    table.setup.bartering.decline(table)
    _close(table)


def _close(table: Table) -> None:
    table.bidding = NOBODY
    table.bids = []
    table.offers = ()
    table.phase = RESUMING
