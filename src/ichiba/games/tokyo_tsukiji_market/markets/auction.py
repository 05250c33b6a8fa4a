"""The Auction: a lot of tokens to the highest bidder, and the market pays the same again."""

from ichiba.games.tokyo_tsukiji_market.data import NUM_TOKENS
from ichiba.games.tokyo_tsukiji_market.holding import counted, worth
from ichiba.games.tokyo_tsukiji_market.markets.lots import LotMarket
from ichiba.games.tokyo_tsukiji_market.pieces import earn, hand_over, pay
from ichiba.games.tokyo_tsukiji_market.table import Table

_NO_LIMIT = 1 << 30


class Auction(LotMarket):
    """A fee by the lot's worth; the highest bid must be taken."""

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.spaces = self.data.spaces.value if self.data.spaces else []
        self.least = self.spaces[0][0]

    def fee(self, table: Table, seat: int) -> int:
        """What the rightmost space costs that fits the lot's worth."""
        resources = worth(table, seat, counted(table.lot))
        return max([fee for least, fee in self.spaces if resources >= least], default=0)

    def _limit(self, money: int) -> int:
        """The most resources that a lot may have for its fee to be paid with this money."""
        for least, fee in self.spaces:
            if fee > money:
                return least - 1
        return _NO_LIMIT

    def can_lay(self, table: Table, seat: int, kind: int) -> bool:
        """As long as the fee can be paid."""
        counts = counted((*table.lot, kind))
        return worth(table, seat, counts) <= self._limit(table.money[seat])

    def can_offer(self, table: Table, seat: int) -> bool:
        """A lot of fewer than two resources fits on no space (C11)."""
        return worth(table, seat, counted(table.lot)) >= self.least

    def could_interact(self, table: Table, seat: int, money: int, room: int) -> bool:
        """Whether some lot is worth enough and its fee can be paid."""
        limit = self._limit(money)
        own = table.tokens[seat]
        if limit < self.least or not any(own):
            return False
        singles = 0  # tokens of one resource: two of them make a lot
        for kind in range(NUM_TOKENS):
            if own[kind]:
                counts = [0] * NUM_TOKENS
                counts[kind] = 1
                one = worth(table, seat, counts)
                if self.least <= one <= limit:
                    return True
                singles += own[kind] if one == 1 else 0
        return singles >= self.least

    def offer(self, table: Table, seat: int) -> None:
        """The fee first."""
        fee = self.fee(table, seat)
        pay(table, seat, fee)
        self.tell(table, "fee", seat=seat, yen=fee)
        super().offer(table, seat)

    def award(self, table: Table, winner: int, bid: int) -> None:
        """The winner pays the seller, and so does the supply."""
        hand_over(table, winner, table.seat, bid)
        earn(table, table.seat, bid)
        for kind in table.prize:
            table.tokens[winner][kind] += 1
        table.prize = ()
