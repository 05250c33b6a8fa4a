"""Salmon: one barrel a boat; fresh tokens are worth as many as all players own together."""

from ichiba.games.tokyo_tsukiji_market.data import DEGRADED_SALMON, FRESH_SALMON, LOWER
from ichiba.games.tokyo_tsukiji_market.markets.base import FishMarket
from ichiba.games.tokyo_tsukiji_market.pieces import check_overfishing
from ichiba.games.tokyo_tsukiji_market.table import Table


class Salmon(FishMarket):
    """A fish that wants company, but not on board."""

    one_on_a_boat = True
    changing = (FRESH_SALMON,)

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.sustaining = (FRESH_SALMON,)  # on the board no token has a side yet

    def owned(self, table: Table) -> int:
        """Salmon tokens of all players, whatever their side (A5); a lot is still its owner's."""
        count = sum([own[FRESH_SALMON] + own[DEGRADED_SALMON] for own in table.tokens])
        return count + sum(kind in (FRESH_SALMON, DEGRADED_SALMON) for kind in table.lot)

    def worth(self, table: Table, count: int) -> int:
        """Fresh tokens: as many resources each as there are tokens with players."""
        return count * self.owned(table)

    def bought(self, table: Table, seat: int, row: int) -> None:
        """The token lies with the side up that the barrel's row tells."""
        table.stock[FRESH_SALMON] -= 1
        table.tokens[seat][DEGRADED_SALMON if row == LOWER else FRESH_SALMON] += 1
        check_overfishing(table, self.fish)
