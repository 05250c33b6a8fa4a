"""What both Aquariums share: spaces for fish of one shape, each with a price and a demand."""

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import TOKEN_AT
from ichiba.games.tokyo_tsukiji_market.data import FISH, NUM_TOKENS, TOKEN_SHAPE
from ichiba.games.tokyo_tsukiji_market.keys import TOKEN_KEY
from ichiba.games.tokyo_tsukiji_market.markets.base import ExternalMarket
from ichiba.games.tokyo_tsukiji_market.pieces import check_crash, earn
from ichiba.games.tokyo_tsukiji_market.table import Table


class Show(ExternalMarket):
    """Buys a few of each shape and keeps them."""

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.spaces = self.data.spaces.value if self.data.spaces else []
        shapes = [{FISH.index(fish) for fish in names} for names in self.data.shapes]
        # By token: the space that takes it, or None.
        self.space_of = tuple(
            next((place for place, fits in enumerate(shapes) if TOKEN_SHAPE[kind] in fits), None)
            for kind in range(NUM_TOKENS)
        )
        self.wanted = tuple(
            (kind, space, *self.spaces[space])
            for kind, space in enumerate(self.space_of)
            if space is not None
        )

    def set_up(self, table: Table) -> None:
        """All spaces are empty."""
        self.clear_shelf(table, len(self.spaces))

    def interactions(self, table: Table, seat: int) -> list[int]:
        """Any token that is in demand."""
        own = table.tokens[seat]
        shelf = table.shelves[self.shelf]
        return [
            TOKEN_AT + kind
            for kind, space, _, demand in self.wanted
            if own[kind] and len(shelf[space]) < demand
        ]

    def price(self, kind: int) -> int:
        """Yen for a token."""
        space = self.space_of[kind]
        return 0 if space is None else self.spaces[space][0]

    def could_interact(self, table: Table, seat: int, money: int, room: int) -> bool:
        """Any token in demand."""
        own = table.tokens[seat]
        shelf = table.shelves[self.shelf]
        for kind, space, _, demand in self.wanted:
            if own[kind] and len(shelf[space]) < demand:
                return True
        return False

    def interact(self, table: Table, seat: int, action: int) -> None:
        """The token stays for the rest of the game."""
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

    def label(self, table: Table, seat: int, action: int) -> Message:
        """The token and its price."""
        kind = action - TOKEN_AT
        return self.say("sell", token=TOKEN_KEY[kind], yen=self.price(kind))

    def has_crashed(self, table: Table) -> bool:
        """Every space is full, also those for fish that are not in play."""
        shelf = table.shelves[self.shelf]
        return all(
            len(there) >= demand for there, (_, demand) in zip(shelf, self.spaces, strict=True)
        )
