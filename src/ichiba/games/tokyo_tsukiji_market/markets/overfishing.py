"""Overfishing: a board that nobody visits; at the end it punishes and rewards by its name."""

from ichiba.games.tokyo_tsukiji_market.data import TOKEN_FISH, number
from ichiba.games.tokyo_tsukiji_market.markets.base import ExternalMarket
from ichiba.games.tokyo_tsukiji_market.table import OVERFISHED, Table


class Overfishing(ExternalMarket):
    """A step of the final scoring."""

    restricted = True

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.yen = number(self.data.token)

    def may_enter(self, table: Table, seat: int) -> bool:
        """Never."""
        return False

    def interactions(self, table: Table, seat: int) -> list[int]:
        """None."""
        return []

    def could_interact(self, table: Table, seat: int, money: int, room: int) -> bool:
        """Never."""
        return False

    def settle(self, table: Table) -> list[int]:
        """By seat: yen paid for tokens of overfished markets, and taken for all others."""
        signs = [-1 if table.status[fish] == OVERFISHED else 1 for fish in TOKEN_FISH]
        return [
            self.yen * sum(sign * count for sign, count in zip(signs, own, strict=True))
            for own in table.tokens
        ]
