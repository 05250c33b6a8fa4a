"""What all markets have in common, and what all external markets do: entry, interactions, crashes.

Markets have no state of their own: what is on their boards is stored in the table. Whatever views,
boards and bots need to know of a market, they ask it here, so that they need no name of a market.
"""

from typing import ClassVar, Final

from ichiba.core.messages import Argument, Event, Message, Reason
from ichiba.games.tokyo_tsukiji_market.actions import SECOND, TOKEN_AT, kind_of
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import MARKETS, NAME, NUM_FISH, SPACES
from ichiba.games.tokyo_tsukiji_market.holding import spaces_used
from ichiba.games.tokyo_tsukiji_market.keys import MARKET_KEY, TOKEN_KEY
from ichiba.games.tokyo_tsukiji_market.pieces import hand_over, pay
from ichiba.games.tokyo_tsukiji_market.table import BOXED, NO_MARKET, MarketTable

ONLY_BUYS: Final = 1 << 30  # the `least_money` of a market that sells nothing


class Market:
    """A market that can be visited."""

    pays_income = False
    restricted = False  # whether `may_enter` can return False
    # The least money with which a visitor who has nothing to sell could do anything here.
    least_money = 0
    takes_payment = False  # whether what pays for entering can become something to take here (C2)
    in_steps = False  # whether an interaction takes more than one decision
    sells_own_lot = False  # whether others bid for tokens of the visitor
    seller_chooses = False  # whether the seller accepts any bid for a lot, or none (F5)

    market: int

    def __init__(self, market: int) -> None:
        self.market = market
        self.name = MARKETS[market]
        self.key = MARKET_KEY[market]
        self.least_entry = 0  # the yen of the cheapest way to enter

    def set_up(self, table: MarketTable) -> None:
        """Put the starting pieces on the board."""

    def may_enter(self, table: MarketTable, seat: int) -> bool:
        """Whether this seat may enter at all, regardless of the cost."""
        return True

    def interactions(self, table: MarketTable, seat: int) -> list[int]:
        """What the visitor may do here now."""
        raise NotImplementedError

    def could_interact(self, table: MarketTable, seat: int, money: int, room: int) -> bool:
        """Whether a visitor with this money and these free license spaces could do anything.

        Called before the player pays, with the money and spaces left after paying (C2).
        """
        raise NotImplementedError

    def interact(self, table: MarketTable, seat: int, action: int) -> None:
        """Perform an interaction."""
        raise NotImplementedError

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        """What an interaction would do."""
        raise NotImplementedError

    def why_not(self, table: MarketTable, seat: int, action: int) -> Reason:
        """Why the visitor cannot do this here now."""
        kind = kind_of(action)
        if kind in (TOKEN_AT, SECOND) and not table.tokens[seat][action - kind]:
            return self.no("no_such_token", token=TOKEN_KEY[action - kind])
        return self.no("not_here", market=self.key)

    def why_useless(self, table: MarketTable, seat: int) -> Reason:
        """Why the seat could not do anything here."""
        return self.no("nothing_to_do", market=self.key)

    def income(self, table: MarketTable, seat: int) -> int:
        """The license income of a seat when someone enters."""
        return 0

    # What it offers.

    def pays(self, table: MarketTable, kind: int) -> int:
        """The yen that the market pays now for one token; 0 if it buys none alone."""
        return 0

    def price_of(self, action: int) -> int:
        """The yen that an interaction costs; 0 if it costs nothing or the price changes."""
        return 0

    def could_come(self, table: MarketTable, seat: int) -> bool:
        """Whether a player who pays for entering could do anything here, on their turn."""
        money = table.money[seat] + self.income(table, seat) - self.least_entry
        return self.could_interact(table, seat, money, SPACES - spaces_used(table, seat))

    def why_come(self, table: MarketTable, seat: int) -> Message | None:
        """The best reason for a player to come here now, or None."""
        return None

    def only_buys(self, table: MarketTable, seat: int) -> bool:
        """Whether a visitor could sell something, but not buy what the market sells."""
        return False

    def because(self, key: str, **arguments: Argument) -> Message:
        """A reason to come."""
        return Message(f"{NAME}.why.{key}", arguments, self.name)

    # Messages.

    def say(self, key: str, rule: str = "", **arguments: Argument) -> Message:
        """A label of this market; `rule` is the chapter if it is not the market's own."""
        return Message(f"{NAME}.label.{key}", arguments, rule or self.name)

    def no(self, key: str, rule: str = "", **arguments: Argument) -> Reason:
        """A reason of this market; `rule` as for labels."""
        return Reason(f"{NAME}.reason.{key}", arguments, rule or self.name)

    def award(self, table: MarketTable, winner: int, bid: int) -> None:
        """Give the lot of this market's auction to the winner, who pays the active player.

        If the active player wins, the bid goes to the supply (A1).
        """
        if winner == table.seat:
            pay(table, winner, bid)
        else:
            hand_over(table, winner, table.seat, bid)
        for kind in table.prize:
            table.tokens[winner][kind] += 1
        table.prize = ()

    def decline(self, table: MarketTable) -> None:
        """Return the lot to the seller, who accepts no offer."""
        raise NotImplementedError

    def for_trade_in(self, table: MarketTable, seat: int) -> list[int]:
        """The ships that can be traded in here for the Blue Ship."""
        return []

    def trade_in(self, table: MarketTable, seat: int, boat: int) -> None:
        """Trade in a ship for the Blue Ship."""
        raise NotImplementedError

    def tell(self, table: MarketTable, key: str, **arguments: Argument) -> None:
        """Add an event to the log, if there is one."""
        if table.log is not None:
            table.log.append(Event(f"{NAME}.event.{key}", arguments))


class ExternalMarket(Market):
    """A market that does not belong to one fish."""

    closes = True  # whether it closes when it crashes
    partner: ClassVar[int] = NO_MARKET  # the market that comes into play together with it
    takes_barrel = False  # whether entering costs a barrel

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.data = BOX.external[self.name]
        self.index = market - NUM_FISH
        self.least_entry = min([cost.yen for cost in self.data.entry], default=0)
        self.takes_barrel = any(cost.any_barrel for cost in self.data.entry)
        self.spaces = self.data.spaces.value if self.data.spaces else []
        # The other tokens on its board: their place in `others_left`, and how many there are.
        self.others: tuple[tuple[int, int], ...] = ()

    def set_up(self, table: MarketTable) -> None:
        """Put its other tokens on the board."""
        for row, _ in self.others:
            table.others_left[row], table.box_others[row] = table.box_others[row], 0

    def has_others(self, table: MarketTable) -> bool:
        """Whether any of its other tokens are left."""
        return any(table.others_left[row] for row, _ in self.others)

    def is_in_play(self, table: MarketTable) -> bool:
        """Whether the board is not in the box."""
        return table.external[self.index] != BOXED

    def has_crashed(self, table: MarketTable) -> bool:
        """Whether the board is full or sold out, so that it crashes."""
        return False


class BoardWithoutVisits(ExternalMarket):
    """A board that no Markets action can enter."""

    restricted = True

    def may_enter(self, table: MarketTable, seat: int) -> bool:
        return False

    def interactions(self, table: MarketTable, seat: int) -> list[int]:
        return []

    def could_interact(self, table: MarketTable, seat: int, money: int, room: int) -> bool:
        """Nothing is possible there."""
        return False


class ShelfMarket(ExternalMarket):
    """A market that buys tokens and keeps them on its spaces.

    A space has a price and room for tokens; or else it needs a number of resources or shapes, and
    has a price for all of them together.
    """

    least_money = ONLY_BUYS
    takes_singles = False  # whether tokens are sold one by one
    counts_shapes = False  # whether a space needs different shapes, not resources
    trades_again = False  # whether tokens on its spaces can be taken for others
    space_words = ""  # the words about a space, if they are not its own

    def most(self, table: MarketTable, seat: int) -> int:
        """How many resources or shapes a player could put on a space."""
        return 0

    def why_come(self, table: MarketTable, seat: int) -> Message | None:
        """The empty space that pays best for what the player has."""
        most, shelf = self.most(table, seat), table.shelves[self.index]
        spaces = [
            (yen, need)
            for place, (need, yen) in enumerate(self.spaces)
            if need <= most and not shelf[place]
        ]
        if not spaces:
            return None
        yen, need = max(spaces)
        return self.because("plate" if self.counts_shapes else "trades", yen=yen, count=need)

    def set_up(self, table: MarketTable) -> None:
        """Start with all spaces empty."""
        table.shelves[self.index] = ((),) * len(self.spaces)

    def put_on_shelf(self, table: MarketTable, space: int, kinds: tuple[int, ...]) -> None:
        """Put tokens on a space, where they stay."""
        spaces = list(table.shelves[self.index])
        spaces[space] += kinds
        table.shelves[self.index] = tuple(spaces)
