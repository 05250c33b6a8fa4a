"""The Foreign Market: boats dock here instead of at home, and their barrels are auctioned."""

from ichiba.games.tokyo_tsukiji_market import auctions
from ichiba.games.tokyo_tsukiji_market.data import NUM_FISH, TOKEN_FISH, UPPER, number
from ichiba.games.tokyo_tsukiji_market.keys import fish_told, tokens_told
from ichiba.games.tokyo_tsukiji_market.markets.base import ExternalMarket
from ichiba.games.tokyo_tsukiji_market.pieces import hand_over, pay, return_barrel
from ichiba.games.tokyo_tsukiji_market.table import CAUGHT_BY, FOREIGN, Table


class ForeignMarket(ExternalMarket):
    """Visited while docking, and only then."""

    restricted = True

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.fee = number(self.data.group)

    def may_enter(self, table: Table, seat: int) -> bool:
        """Not by a Markets action."""
        return False

    def interactions(self, table: Table, seat: int) -> list[int]:
        """None."""
        return []

    def could_interact(self, table: Table, seat: int, money: int, room: int) -> bool:
        """Never."""
        return False

    def dock(self, table: Table, seat: int, boat: int) -> None:
        """A boat joins the group; the first one pays for all."""
        if not table.abroad:
            pay(table, seat, self.fee)
        table.abroad += (boat,)
        table.place[boat] = FOREIGN

    def auction(self, table: Table) -> None:
        """All bid for all barrels of the group; what makes no token is returned first (D14)."""
        barrels = [0] * NUM_FISH
        for boat in table.abroad:
            for barrel in table.cargo[boat]:
                barrels[barrel % CAUGHT_BY] += 1
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
                table.tell("foreign_lot", fishes=fish_told(crate), tokens=tokens_told(prize))
            auctions.open_bids(table, self.market, table.setup.everyone)

    def _prepare(
        self, table: Table, fish: int, count: int, crate: list[int], prize: list[int]
    ) -> None:
        market = table.setup.fish[fish]
        if not market.group:
            crate += [fish] * count
            for _ in range(count):
                market.shipped_abroad(table)
            return
        for _ in range(count):
            return_barrel(table, fish)
        for _ in range(count // market.group):
            if market.tokens_left(table):
                prize.append(market.draw_prize(table))

    def award(self, table: Table, winner: int, bid: int) -> None:
        """The winner takes a token for each barrel, as far as they last."""
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
