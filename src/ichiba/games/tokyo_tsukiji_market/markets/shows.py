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
        """Return the player's tokens that a space still takes."""
        own = table.tokens[seat]
        shelf = table.shelves[self.shelf]
        return [
            TOKEN_AT + kind
            for kind, space, _, demand in self.wanted
            if own[kind] and len(shelf[space]) < demand
        ]

    def price(self, kind: int) -> int:
        """Return the price of a token in yen."""
        space = self.space_of[kind]
        return 0 if space is None else self.spaces[space][0]

    def could_interact(self, table: MarketTable, seat: int, money: int, room: int) -> bool:
        """Return whether the player has a token that a space still takes."""
        own = table.tokens[seat]
        shelf = table.shelves[self.shelf]
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
        table.tokens[seat][kind] -= 1
        self.put_on_shelf(table, space, (kind,))
        earn(table, seat, self.price(kind))
        self.tell(
            table,
            "sold_to",
            seat=seat,
            token=TOKEN_KEY[kind],
            market=self.key,
            yen=self.price(kind),
        )
        check_crash(table, self.market)

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        """Label the sale with the token and its price."""
        kind = action - TOKEN_AT
        return self.say("sell", token=TOKEN_KEY[kind], yen=self.price(kind))

    def has_crashed(self, table: MarketTable) -> bool:
        """Return whether every space is full, including those for fish that are not in play."""
        shelf = table.shelves[self.shelf]
        return all(
            len(there) >= demand for there, (_, demand) in zip(shelf, self.spaces, strict=True)
        )
