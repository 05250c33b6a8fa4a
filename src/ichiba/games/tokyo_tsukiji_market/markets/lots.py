"""What Auction and Barter share: tokens are laid into a lot, and the others bid for it."""

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market import auctions
from ichiba.games.tokyo_tsukiji_market.actions import OFFER, TAKE_BACK, TOKEN_AT
from ichiba.games.tokyo_tsukiji_market.holding import counted, worth
from ichiba.games.tokyo_tsukiji_market.keys import TOKEN_KEY, tokens_told
from ichiba.games.tokyo_tsukiji_market.markets.base import ExternalMarket
from ichiba.games.tokyo_tsukiji_market.table import Table


def lay(table: Table, seat: int, kind: int) -> None:
    """A token from the player into the lot."""
    table.tokens[seat][kind] -= 1
    table.lot += (kind,)


def take_back(table: Table, seat: int) -> None:
    """The whole lot back to the player."""
    for kind in table.lot:
        table.tokens[seat][kind] += 1
    table.lot = ()
    table.space = -1


class LotMarket(ExternalMarket):
    """One lot a visit."""

    in_steps = True

    def can_lay(self, table: Table, seat: int, kind: int) -> bool:
        """Whether a token may join the lot."""
        return True

    def can_offer(self, table: Table, seat: int) -> bool:
        """Whether the lot may be offered as it is."""
        return bool(table.lot)

    def fee(self, table: Table, seat: int) -> int:
        """What offering the lot costs."""
        return 0

    def interactions(self, table: Table, seat: int) -> list[int]:
        """Lay a token, offer the lot, or take it back."""
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

    def could_interact(self, table: Table, seat: int, money: int, room: int) -> bool:
        """Any token."""
        return any(table.tokens[seat])

    def interact(self, table: Table, seat: int, action: int) -> None:
        """Do it; an offer opens the bidding of all others (F7)."""
        if action == TAKE_BACK:
            take_back(table, seat)
        elif action == OFFER:
            self.offer(table, seat)
        else:
            lay(table, seat, action - TOKEN_AT)

    def offer(self, table: Table, seat: int) -> None:
        """Everybody else bids for the lot."""
        table.uses = 1
        table.interacted = True
        table.prize, table.lot = tuple(sorted(table.lot)), ()
        if table.log is not None:
            table.tell("lot", seat=seat, tokens=tokens_told(table.prize), market=self.key)
        others = tuple(other for other in table.setup.everyone if other != seat)
        auctions.open_bids(table, self.market, others)

    def label(self, table: Table, seat: int, action: int) -> Message:
        """What would happen with the lot."""
        if action == TAKE_BACK:
            return self.say("take_back")
        if action == OFFER:
            resources = worth(table, seat, counted(table.lot))
            return self.say("offer", yen=self.fee(table, seat), resources=resources)
        return self.say("lay", token=TOKEN_KEY[action - TOKEN_AT])
