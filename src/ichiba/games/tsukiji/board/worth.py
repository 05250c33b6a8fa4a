"""What cards are worth to a player today, from a view alone."""

from collections.abc import Iterable
from typing import Any

import msgspec

from ichiba.games.tsukiji.data import PRODUCTS
from ichiba.games.tsukiji.scoring import maguro_yen

MAGURO = "maguro"


class Brought(msgspec.Struct, frozen=True):
    """What one card of a lot would bring."""

    yen: int
    column: str = ""  # where a Takusan would join, or what a Yakuza would take; "" for nothing
    number: int = 0  # a product's place in its column


def column_yen(product: str, size: int, yen: int) -> int:
    """What a column of this size is worth, where a card is worth so many yen; tuna have a table."""
    return maguro_yen(size) if product == MAGURO else size * yen


class Worth:
    """The columns of one player, at today's values."""

    def __init__(self, view: dict[str, Any], seat: int) -> None:
        self.yen: dict[str, int] = view["market"]["yen"]
        columns = view["restaurants"][seat]["columns"]
        self.products: dict[str, int] = {one: columns[one]["products"] for one in PRODUCTS}
        self.sizes: dict[str, int] = {
            one: columns[one]["products"] + columns[one]["takusan"] for one in PRODUCTS
        }

    def of_column(self, product: str) -> int:
        """What a column is worth."""
        return column_yen(product, self.sizes[product], self.yen.get(product, 0))

    def gain(self, product: str) -> int:
        """What one more card adds to a column."""
        if product == MAGURO:
            return maguro_yen(self.sizes[product] + 1) - maguro_yen(self.sizes[product])
        return self.yen[product]

    def loss(self, product: str) -> int:
        """What a column loses with one card."""
        if product == MAGURO:
            return maguro_yen(self.sizes[product]) - maguro_yen(self.sizes[product] - 1)
        return self.yen[product]

    def best_column(self) -> str | None:
        """The column to which a Takusan adds most, if there is any column."""
        return max((one for one in PRODUCTS if self.sizes[one]), key=self.gain, default=None)

    def least_card(self) -> str | None:
        """The product of the card that is worth least, if there is any card."""
        return min((one for one in PRODUCTS if self.products[one]), key=self.loss, default=None)

    def of_lot(self, cards: Iterable[str]) -> int:
        """What a lot would add."""
        return sum(one.yen for one in self.by_card(cards))

    def by_card(self, cards: Iterable[str]) -> list[Brought]:
        """What each card of a lot would bring: products first, then Takusan, and then the
        Yakuza takes."""
        listed = [*cards]
        before = dict(self.sizes), dict(self.products)
        found: dict[int, Brought] = {}
        steps = ((self._add, PRODUCTS), (self._join, ("takusan",)), (self._give, ("yakuza",)))
        for place, kinds in steps:
            found |= {at: place(card) for at, card in enumerate(listed) if card in kinds}
        self.sizes, self.products = before
        return [found[at] for at in range(len(listed))]

    def _add(self, product: str) -> Brought:
        gain = self.gain(product)
        self.sizes[product] += 1
        self.products[product] += 1
        return Brought(gain, number=self.sizes[product])

    def _join(self, _takusan: str) -> Brought:
        best = self.best_column()
        if best is None:
            return Brought(0)
        gain = self.gain(best)
        self.sizes[best] += 1
        return Brought(gain, best)

    def _give(self, _yakuza: str) -> Brought:
        least = self.least_card()
        if least is None:
            return Brought(0)
        loss = self.loss(least)
        self.sizes[least] -= 1
        self.products[least] -= 1
        return Brought(-loss, least)
