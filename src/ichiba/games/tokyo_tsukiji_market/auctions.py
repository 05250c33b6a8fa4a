"""Blind bids: all bidders decide at the same time, in steps of ¥100; then somebody gets the lot."""

from ichiba.core.flowing import RESUMING
from ichiba.core.messages import Message, Reason
from ichiba.games.tokyo_tsukiji_market.actions import (
    AMOUNT,
    CHOOSE,
    DONE,
    MOST_YEN,
    bid_of,
    yen_of,
)
from ichiba.games.tokyo_tsukiji_market.keys import fish_told, tokens_told
from ichiba.games.tokyo_tsukiji_market.table import (
    AWARDING,
    BIDDING,
    NO_MARKET,
    NOBODY,
    MarketTable,
    Step,
)


def open_bids(table: MarketTable, market: int, bidders: tuple[int, ...]) -> None:
    """Open the bidding. Players known to have no money bid nothing without being asked."""
    table.bidding = market
    table.bids = [NOBODY] * table.setup.players
    table.phase = BIDDING
    table.offers = bidders
    if not table.setup.closed_money:
        for seat in bidders:
            if not table.money[seat]:
                table.bids[seat] = 0
    table.actors = tuple([seat for seat in bidders if table.bids[seat] == NOBODY])
    if not table.actors:
        _reveal(table)


class Bidding(Step):
    """How much does each bidder offer?"""

    name = "bidding"
    chapter = "bids"
    kinds = (AMOUNT,)
    simultaneous = True

    def choices(self, table: MarketTable, seat: int) -> list[int]:
        """Everything up to the bidder's money."""
        return list(range(AMOUNT, bid_of(min(table.money[seat], MOST_YEN)) + 1))

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        """Record a bid. The last bid reveals all of them."""
        yen = yen_of(action)
        table.bids[seat] = yen
        if table.log is not None:
            table.tell("own_bid", only=seat, seat=seat, yen=yen)
            table.tell("has_bid", seat=seat)
        table.actors = tuple([other for other in table.actors if other != seat])
        if not table.actors:
            _reveal(table)

    def prompt(self, table: MarketTable, seat: int) -> Message:
        return self.question(table, tokens=[*fish_told(table.crate), *tokens_told(table.prize)])

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        return self.say("bid", yen=yen_of(action))

    def why_not(self, table: MarketTable, seat: int, action: int) -> Reason:
        """The bidder has less money."""
        money = min(table.money[seat], MOST_YEN)
        return self.no("bid_too_high", yen=yen_of(action), money=money)


def _reveal(table: MarketTable) -> None:
    """Reveal all bids: there is one winner, or the active player chooses (F3 to F6)."""
    table.reveals += 1
    bidders = table.offers
    if table.log is not None:
        for seat in bidders:
            table.tell("bid", seat=seat, yen=table.bids[seat])
    table.phase = AWARDING  # resolved without asking if there is only one to choose
    if not table.setup.boards[table.bidding].seller_chooses:
        best = max([table.bids[seat] for seat in bidders])
        table.offers = tuple([seat for seat in bidders if table.bids[seat] == best])


class Awarding(Step):
    """Whose bid wins?"""

    name = "awarding"
    chapter = "bids"
    kinds = (CHOOSE, DONE)

    def choices(self, table: MarketTable, seat: int) -> list[int]:
        """The highest bids; or any bid and none, if the market leaves it to the seller."""
        actions = [CHOOSE + bidder for bidder in table.offers]
        if table.setup.boards[table.bidding].seller_chooses:
            actions.append(DONE)
        return actions

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        """Give the lot to the winner or back to the seller; play continues where it stopped."""
        market = table.setup.boards[table.bidding]
        if action == DONE:
            if table.log is not None:
                table.tell("declined", seat=seat)
            market.decline(table)
        else:
            winner = action - CHOOSE
            yen = table.bids[winner]
            if table.log is not None:
                if len(table.offers) > 1 and not market.seller_chooses:
                    _tell_choice(table, seat, winner, yen)
                table.tell("awarded", seat=winner, yen=yen)
            market.award(table, winner, yen)
        table.bidding = NO_MARKET
        table.bids = []
        table.offers = ()
        table.phase = RESUMING

    def prompt(self, table: MarketTable, seat: int) -> Message:
        """Asks for a winner, or whether to accept an offer."""
        chooses = table.setup.boards[table.bidding].seller_chooses
        return self.question(table, "offers" if chooses else "")

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        """The bidder with the bid, or declining."""
        if action == DONE:
            return self.say("decline")
        chooses, winner = table.setup.boards[table.bidding].seller_chooses, action - CHOOSE
        return self.say("take_offer" if chooses else "choose", seat=winner, yen=table.bids[winner])


def _tell_choice(table: MarketTable, seat: int, winner: int, yen: int) -> None:
    """Report whom the active player chose among tied bids."""
    if winner == seat:
        table.tell("chosen_self", seat=seat, yen=yen)
    else:
        table.tell("chosen", seat=seat, seats=[winner], yen=yen)
