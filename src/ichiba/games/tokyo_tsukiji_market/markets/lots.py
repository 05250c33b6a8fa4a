"""What Auction and Barter share: the player makes up a lot of tokens, and the others bid for it."""

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market import auctions
from ichiba.games.tokyo_tsukiji_market.actions import OFFER, TAKE_BACK, TOKEN_AT
from ichiba.games.tokyo_tsukiji_market.holding import counted, worth
from ichiba.games.tokyo_tsukiji_market.keys import TOKEN_KEY, tokens_told
from ichiba.games.tokyo_tsukiji_market.markets.base import ONLY_BUYS, ExternalMarket
from ichiba.games.tokyo_tsukiji_market.table import NO_SPACE, MarketTable


def lay(table: MarketTable, seat: int, kind: int) -> None:
    """Move a token from the player to the lot."""
    table.tokens[seat][kind] -= 1
    table.lot += (kind,)


def take_back(table: MarketTable, seat: int) -> None:
    """Return the whole lot to the player."""
    for kind in table.lot:
        table.tokens[seat][kind] += 1
    table.lot = ()
    table.space = NO_SPACE


class LotMarket(ExternalMarket):
    """A market where players offer one lot a visit."""

    least_money = ONLY_BUYS
    in_steps = True
    sells_own_lot = True
    is_doubled = False  # whether the supply pays the highest bid once more
    least = 0  # the resources that a lot must be worth

    def can_lay(self, table: MarketTable, seat: int, kind: int) -> bool:
        """Whether a token may be added to the lot."""
        return True

    def can_offer(self, table: MarketTable, seat: int) -> bool:
        """Whether the lot may be offered as it is."""
        return bool(table.lot)

    def fee(self, resources: int) -> int:
        """The fee for offering a lot that is worth so many resources."""
        return 0

    def interactions(self, table: MarketTable, seat: int) -> list[int]:
        """The choices: add a token, offer the lot, or take it back."""
        if table.uses:
            return []
        own = table.tokens[seat]
        actions = [
            TOKEN_AT + kind
            for kind, count in enumerate(own)
            if count and self.can_lay(table, seat, kind)
        ]
        if table.lot:
            if self.can_offer(table, seat):
                actions.append(OFFER)
            actions.append(TAKE_BACK)
        return actions

    def could_interact(self, table: MarketTable, seat: int, money: int, room: int) -> bool:
        """Whether the player has a token."""
        return any(table.tokens[seat])

    def interact(self, table: MarketTable, seat: int, action: int) -> None:
        """Add a token, take the lot back, or offer it to all other players (F7)."""
        if action == TAKE_BACK:
            take_back(table, seat)
        elif action == OFFER:
            self.offer(table, seat)
        else:
            lay(table, seat, action - TOKEN_AT)

    def offer(self, table: MarketTable, seat: int) -> None:
        """Open the bidding of all other players for the lot."""
        table.uses = 1
        table.interacted = True
        table.prize, table.lot = tuple(sorted(table.lot)), ()
        if table.log is not None:
            table.tell("lot", seat=seat, tokens=tokens_told(table.prize), market=self.key)
        others = tuple(other for other in table.setup.everyone if other != seat)
        auctions.open_bids(table, self.market, others)

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        """What the choice does with the lot."""
        if action == TAKE_BACK:
            return self.say("take_back")
        if action == OFFER:
            resources = worth(table, seat, counted(table.lot))
            fee = self.fee(resources)
            return self.say("offer" if fee else "offer_free", yen=fee, resources=resources)
        return self.say("lay", token=TOKEN_KEY[action - TOKEN_AT])
