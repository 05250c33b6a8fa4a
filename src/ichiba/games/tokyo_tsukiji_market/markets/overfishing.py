"""Overfishing: a board nobody can visit; at the end it rewards tokens of healthy fish."""

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.data import TOKEN_FISH, number
from ichiba.games.tokyo_tsukiji_market.markets.base import BoardWithoutVisits
from ichiba.games.tokyo_tsukiji_market.table import OVERFISHED, MarketTable


class Overfishing(BoardWithoutVisits):
    """A step of the final scoring."""

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.yen = number(self.data.token)

    def why_come(self, table: MarketTable, seat: int) -> Message | None:
        """What final scoring would pay for the player's tokens now."""
        return self.because("overfishing", yen=self.settle(table)[seat])

    def settle(self, table: MarketTable) -> list[int]:
        """By seat: the yen earned for tokens, minus those lost for tokens of overfished markets."""
        signs = [-1 if table.status[fish] == OVERFISHED else 1 for fish in TOKEN_FISH]
        return [
            self.yen * sum(sign * count for sign, count in zip(signs, own, strict=True))
            for own in table.tokens
        ]
