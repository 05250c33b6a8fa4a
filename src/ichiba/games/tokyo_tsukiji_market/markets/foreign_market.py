"""The Foreign Market: boats dock here instead of in a port, and their barrels are auctioned."""

from ichiba.games.tokyo_tsukiji_market import auctions
from ichiba.games.tokyo_tsukiji_market.data import NUM_FISH, TOKEN_FISH, UPPER, number
from ichiba.games.tokyo_tsukiji_market.goods import FISH_OF
from ichiba.games.tokyo_tsukiji_market.keys import fish_told, tokens_told
from ichiba.games.tokyo_tsukiji_market.markets.base import BoardWithoutVisits
from ichiba.games.tokyo_tsukiji_market.pieces import hand_over, pay, return_barrel
from ichiba.games.tokyo_tsukiji_market.table import FOREIGN, MarketTable


class ForeignMarket(BoardWithoutVisits):
    """Can only be visited by docking boats."""

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.fee = number(self.data.group)

    def dock(self, table: MarketTable, seat: int, boat: int) -> None:
        """Add a boat to the group. Only the first boat of a group pays."""
        if not table.abroad:
            pay(table, seat, self.fee)
        table.abroad += (boat,)
        table.place[boat] = FOREIGN

    def auction(self, table: MarketTable) -> None:
        """Auction all barrels as one lot; fish sold by auction become tokens first (D14)."""
        barrels = [0] * NUM_FISH
        for boat in table.abroad:
            for barrel in table.cargo[boat]:
                barrels[FISH_OF[barrel]] += 1
            table.cargo[boat] = ()
        table.abroad = ()
        crate: list[int] = []
        prize: list[int] = []
        for fish, count in enumerate(barrels):
            if count:
                self._prepare(table, fish, count, crate, prize)
        table.crate, table.prize = tuple(crate), tuple(sorted(prize))
        if crate or prize:
            if table.log is not None:
                lot = [*fish_told(crate), *tokens_told(table.prize)]
                table.tell("foreign_lot", seat=table.seat, lot=lot)
            auctions.open_bids(table, self.market, table.setup.everyone)

    def _prepare(
        self, table: MarketTable, fish: int, count: int, crate: list[int], prize: list[int]
    ) -> None:
        market = table.setup.fish[fish]
        if not market.group:
            crate += [fish] * count
            for _ in range(count):
                market.shipped_abroad(table)
            return
        left = count % market.group
        if left:
            self.tell(table, "left_over", seat=table.seat, fishes=fish_told([fish] * left))
        for _ in range(count):
            return_barrel(table, fish)
        for _ in range(count // market.group):
            if market.tokens_left(table):
                prize.append(market.draw_prize(table))

    def award(self, table: MarketTable, winner: int, bid: int) -> None:
        """Give the winner a token for each barrel, as far as the tokens last."""
        if winner == table.seat:
            pay(table, winner, bid)
        else:
            hand_over(table, winner, table.seat, bid)
        auctioned = sorted({TOKEN_FISH[kind] for kind in table.prize})
        for kind in table.prize:
            table.tokens[winner][kind] += 1
        crate, table.crate, table.prize = table.crate, (), ()
        for fish in crate:
            return_barrel(table, fish)
            market = table.setup.fish[fish]
            if market.tokens_left(table):
                market.bought(table, winner, UPPER)
        for fish in auctioned:
            table.setup.fish[fish].follow_bid(table, bid)
