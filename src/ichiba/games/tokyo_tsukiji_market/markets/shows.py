"""What both Aquariums share: a space for each shape, with a price and a number of tokens."""

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import TOKEN_AT
from ichiba.games.tokyo_tsukiji_market.data import FISH, NUM_TOKENS, TOKEN_SHAPE
from ichiba.games.tokyo_tsukiji_market.keys import TOKEN_KEY
from ichiba.games.tokyo_tsukiji_market.markets.base import ShelfMarket
from ichiba.games.tokyo_tsukiji_market.pieces import check_crash, earn
from ichiba.games.tokyo_tsukiji_market.table import MarketTable


class Show(ShelfMarket):
    """Buys a few tokens of each shape and keeps them."""

    takes_singles = True
    space_words = "aquarium"

    def __init__(self, market: int) -> None:
        super().__init__(market)
        names = self.data.shapes.value if self.data.shapes else []
        shapes = [{FISH.index(fish) for fish in fishes} for fishes in names]
        # By kind of token: the space that takes it, or None.
        self.space_of = tuple(
            next((place for place, fits in enumerate(shapes) if TOKEN_SHAPE[kind] in fits), None)
            for kind in range(NUM_TOKENS)
        )
        self.wanted = tuple(
            (kind, space, *self.spaces[space])
            for kind, space in enumerate(self.space_of)
            if space is not None
        )

    def interactions(self, table: MarketTable, seat: int) -> list[int]:
        """The player's tokens that a space still takes."""
        own = table.tokens[seat]
        shelf = table.shelves[self.index]
        return [
            TOKEN_AT + kind
            for kind, space, _, demand in self.wanted
            if own[kind] and len(shelf[space]) < demand
        ]

    def pays(self, table: MarketTable, kind: int) -> int:
        """The price of the token's space, if it has room."""
        space = self.space_of[kind]
        if space is None or len(table.shelves[self.index][space]) >= self.spaces[space][1]:
            return 0
        return self.spaces[space][0]

    def why_come(self, table: MarketTable, seat: int) -> Message | None:
        """How many tokens the player could sell here, and for how much."""
        room = [
            demand - len(there)
            for there, (_, demand) in zip(table.shelves[self.index], self.spaces, strict=True)
        ]
        count = yen = 0
        for kind, space, price, _ in self.wanted:
            taken = min(room[space], table.tokens[seat][kind])
            room[space] -= taken
            count, yen = count + taken, yen + taken * price
        return self.because("takes", count=count, yen=yen) if count else None

    def could_interact(self, table: MarketTable, seat: int, money: int, room: int) -> bool:
        """Whether the player has a token that a space still takes."""
        own = table.tokens[seat]
        shelf = table.shelves[self.index]
        for kind, space, _, demand in self.wanted:
            if own[kind] and len(shelf[space]) < demand:
                return True
        return False

    def interact(self, table: MarketTable, seat: int, action: int) -> None:
        """Sell a token, which stays here for the rest of the game."""
        kind = action - TOKEN_AT
        space = self.space_of[kind]
        if space is None:
            raise ValueError(action)
        yen = self.spaces[space][0]
        table.tokens[seat][kind] -= 1
        self.put_on_shelf(table, space, (kind,))
        earn(table, seat, yen)
        self.tell(table, "sold_to", seat=seat, token=TOKEN_KEY[kind], market=self.key, yen=yen)
        check_crash(table, self.market)

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        """Label the sale with the token and its price."""
        kind = action - TOKEN_AT
        return self.say("sell", token=TOKEN_KEY[kind], yen=self.pays(table, kind))

    def has_crashed(self, table: MarketTable) -> bool:
        """Whether every space is full, including those for fish that are not in play."""
        shelf = table.shelves[self.index]
        return all(
            len(there) >= demand for there, (_, demand) in zip(shelf, self.spaces, strict=True)
        )
