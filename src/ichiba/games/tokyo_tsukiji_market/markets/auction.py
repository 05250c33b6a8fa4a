"""The Auction: sells a lot of tokens to the highest bidder; the supply pays the same again."""

from typing import Final

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.data import NUM_TOKENS
from ichiba.games.tokyo_tsukiji_market.holding import counted, worth
from ichiba.games.tokyo_tsukiji_market.markets.lots import LotMarket
from ichiba.games.tokyo_tsukiji_market.pieces import earn, hand_over, pay
from ichiba.games.tokyo_tsukiji_market.table import MarketTable

_NO_LIMIT: Final = 1 << 30


class Auction(LotMarket):
    """The fee depends on the worth of the lot, and the highest bid must be accepted."""

    is_doubled = True

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.least = self.spaces[0][0]

    def why_come(self, table: MarketTable, seat: int) -> Message | None:
        """The lowest fee, if the player has a lot."""
        if not self.could_come(table, seat):
            return None
        return self.because("auction", yen=self.spaces[0][1])

    def fee(self, resources: int) -> int:
        """The fee of the rightmost space that the lot is worth enough for."""
        return max([fee for least, fee in self.spaces if resources >= least], default=0)

    def _limit(self, money: int) -> int:
        """The most resources that a lot may be worth so that this money covers its fee."""
        for least, fee in self.spaces:
            if fee > money:
                return least - 1
        return _NO_LIMIT

    def can_lay(self, table: MarketTable, seat: int, kind: int) -> bool:
        """Whether the player could still pay the fee."""
        counts = counted((*table.lot, kind))
        return worth(table, seat, counts) <= self._limit(table.money[seat])

    def can_offer(self, table: MarketTable, seat: int) -> bool:
        """Whether the lot is worth enough for the first space (C11)."""
        return worth(table, seat, counted(table.lot)) >= self.least

    def could_interact(self, table: MarketTable, seat: int, money: int, room: int) -> bool:
        """Whether the player has a lot that is worth enough and can pay its fee."""
        limit = self._limit(money)
        own = table.tokens[seat]
        if limit < self.least or not any(own):
            return False
        singles = 0  # tokens worth one resource: two of them make a lot
        for kind in range(NUM_TOKENS):
            if own[kind]:
                counts = [0] * NUM_TOKENS
                counts[kind] = 1
                one = worth(table, seat, counts)
                if self.least <= one <= limit:
                    return True
                singles += own[kind] if one == 1 else 0
        return singles >= self.least

    def offer(self, table: MarketTable, seat: int) -> None:
        """Pay the fee, then open the bidding."""
        fee = self.fee(worth(table, seat, counted(table.lot)))
        pay(table, seat, fee)
        self.tell(table, "fee", seat=seat, yen=fee)
        super().offer(table, seat)

    def award(self, table: MarketTable, winner: int, bid: int) -> None:
        """Let both the winner and the supply pay the seller."""
        hand_over(table, winner, table.seat, bid)
        earn(table, table.seat, bid)
        for kind in table.prize:
            table.tokens[winner][kind] += 1
        table.prize = ()
