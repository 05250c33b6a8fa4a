"""What makes a dump of Tokyo Tsukiji Market sound, and what is hidden in it."""

from collections.abc import Iterator
from random import Random
from typing import Any

from ichiba.core.dumping import Dumping
from ichiba.core.origin import Origin
from ichiba.games.tokyo_tsukiji_market import contradictions
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.census import census, full_box
from ichiba.games.tokyo_tsukiji_market.data import NAME, REVISION, TITLE
from ichiba.games.tokyo_tsukiji_market.fields import Fields
from ichiba.games.tokyo_tsukiji_market.pieces import fleets
from ichiba.games.tokyo_tsukiji_market.setup import others_in_box
from ichiba.games.tokyo_tsukiji_market.table import NOBODY, MarketTable


class MarketDumping(Dumping[MarketTable]):
    """Positions of Tokyo Tsukiji Market as plain data, and back."""

    def complete(self, table: MarketTable) -> None:
        """Compute the boats of each seat."""
        table.cached_choices = []
        table.fleet = fleets(table.owner, table.setup.players)

    def fill(self, plain: Any, setup: Any, rng: Random) -> None:
        """Make hidden money and bids 0; `determinize` draws others."""
        plain["money"] = [yen or 0 for yen in plain["money"]]
        plain["standings"] = [[yen or 0 for yen in row] for row in plain["standings"]]
        if plain["supply"] is None:
            plain["supply"] = BOX.start.supply.value - sum(plain["money"])
        waiting = {*range(setup.players)} - {*plain["offers"]} | {*plain["actors"]}
        plain["bids"] = [
            bid if bid is not None else NOBODY if seat in waiting else 0
            for seat, bid in enumerate(plain["bids"])
        ]

    def has_all_pieces(self, table: MarketTable) -> bool:
        """Whether the count of all pieces is that of the box."""
        return census(table) == full_box(others_in_box())

    def contradictions(self, table: MarketTable) -> Iterator[str]:
        """The names of fields that contradict others."""
        yield from super().contradictions(table)
        yield from contradictions.found(table)


DUMPING = MarketDumping(Origin(NAME, TITLE, REVISION), Fields)
