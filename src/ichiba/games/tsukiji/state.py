"""A position of Tsukiji: the table with its decisions, and the rest of the contract."""

from random import Random
from typing import Final, Self

from ichiba.core.game import View
from ichiba.core.messages import Reason
from ichiba.core.observation import pack
from ichiba.core.rng import Rng
from ichiba.games.tsukiji import observation, scoring, view
from ichiba.games.tsukiji.actions import BUY
from ichiba.games.tsukiji.data import CARDS, PRODUCTS, TAKUSAN, YAKUZA
from ichiba.games.tsukiji.dumping import DUMPING
from ichiba.games.tsukiji.purchase import PayYakuza, PlaceTakusan, Purchase
from ichiba.games.tsukiji.table import NOBODY, OVER, VALUATION, TsukijiTable
from ichiba.games.tsukiji.valuation import Valuation, redraw_tickets

# By phase.
DECISIONS: Final = (Valuation(), Purchase(), PlaceTakusan(), PayYakuza())


class TsukijiState(TsukijiTable):
    """The table with the interface of `State`."""

    __slots__ = ()

    decisions = DECISIONS
    dumping = DUMPING

    def missing(self, action: int) -> Reason | None:
        """There is one lot more than there are players."""
        lot, lots = action - BUY, self.setup.lots
        if lot < lots or self.actions.kind_of[action] != BUY:
            return None
        return Reason("tsukiji.reason.no_such_lot", {"lot": lot + 1, "lots": lots}, "offer")

    def view(self, seat: int | None) -> View:
        """Everything that the seat may know."""
        return view.view(self, seat)

    def packed(self, seat: int, kind: str) -> bytes:
        return pack(observation.numbers(self, seat), kind)

    def determinize(self, seat: int | None, rng: Random) -> Self:
        """Redraw the others' face-down tickets and everything still to come."""
        world = self.copy()
        world.log = self.log_for(seat)
        world.rng = Rng.drawn(rng)
        if self.phase == VALUATION:
            for other in self.setup.everyone:
                if other != seat and self.tickets[other]:
                    redraw_tickets(world, other, rng)
        return world

    @property
    def scores(self) -> tuple[int, ...]:
        """By seat, in yen."""
        return scoring.scores(self)

    @property
    def breakdown(self) -> tuple[dict[str, int], ...]:
        """By seat: the parts of the score."""
        return scoring.breakdown(self)

    @property
    def winners(self) -> tuple[int, ...]:
        return scoring.winners(self)

    def census(self) -> dict[str, int]:
        """The number of cards of each kind, wherever they are."""
        counts = self.discard[:]
        for card in self.deck:
            counts[card] += 1
        if self.phase != OVER:
            for lot, buyer in zip(self.lots, self.buyers, strict=True):
                for card in lot if buyer == NOBODY else ():
                    counts[card] += 1
        for place, count in enumerate(self.products):
            counts[place % len(PRODUCTS)] += count
        counts[TAKUSAN] += sum(self.takusan) + self.open_takusan
        counts[YAKUZA] += self.open_yakuza
        return dict(zip(CARDS, counts, strict=True))
