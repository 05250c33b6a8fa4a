"""A position of Tokyo Tsukiji Market: the table with its decisions."""

from random import Random
from typing import Final, Self

from ichiba.core.game import View
from ichiba.core.rng import Rng
from ichiba.games.tokyo_tsukiji_market import ending, observation, turn, view
from ichiba.games.tokyo_tsukiji_market.actions import ACTIONS
from ichiba.games.tokyo_tsukiji_market.activity import Activity, DockAbroad
from ichiba.games.tokyo_tsukiji_market.auctions import Awarding, Bidding
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.census import census
from ichiba.games.tokyo_tsukiji_market.data import STEP
from ichiba.games.tokyo_tsukiji_market.discarding import Discarding
from ichiba.games.tokyo_tsukiji_market.dumping import DUMPING
from ichiba.games.tokyo_tsukiji_market.fishing import Fishing
from ichiba.games.tokyo_tsukiji_market.menu import TurnMenu
from ichiba.games.tokyo_tsukiji_market.picking import Picking
from ichiba.games.tokyo_tsukiji_market.pricing import Pricing, PricingFreely
from ichiba.games.tokyo_tsukiji_market.purchasing import Purchasing
from ichiba.games.tokyo_tsukiji_market.starting import BuyOwnFugu, UseFreezer
from ichiba.games.tokyo_tsukiji_market.table import BIDDING, NOBODY, MarketTable
from ichiba.games.tokyo_tsukiji_market.transferring import ChoosingBarge, Transferring
from ichiba.games.tokyo_tsukiji_market.visiting import TradeIn, Visit

_KINDS: Final = ACTIONS.kind_of

# By phase.
DECISIONS: Final = (
    UseFreezer(), BuyOwnFugu(), Pricing(), PricingFreely(), TurnMenu(_KINDS), Discarding(),
    Fishing(_KINDS), Activity(), DockAbroad(), Transferring(), ChoosingBarge(), Purchasing(),
    Visit(_KINDS), TradeIn(), Bidding(), Awarding(), Picking(),
)  # fmt: skip


class MarketState(MarketTable):
    """The table with the interface of `State`."""

    __slots__ = ()

    decisions = DECISIONS
    dumping = DUMPING

    def resume(self) -> None:
        """Continue with whatever is due."""
        turn.resume(self)

    def view(self, seat: int | None) -> View:
        """Everything that the seat may know."""
        return view.view(self, seat)

    def packed(self, seat: int, kind: str) -> bytes:
        return observation.packed(self, seat, kind)

    def determinize(self, seat: int | None, rng: Random) -> Self:
        """Replace hidden bids, hidden money and future random draws by random ones.

        The contents of bags and piles are public; only the order of draws is not.
        """
        world = self.copy()
        world.log = self.log_for(seat)
        world.rng = Rng(rng.getrandbits(128))
        others = [other for other in self.setup.everyone if other != seat]
        if self.setup.closed_money and self.actors:
            world._redraw_money(others, rng)
        if self.phase == BIDDING:
            for other in others:
                if self.bids[other] != NOBODY:
                    world.bids[other] = rng.randrange(world.money[other] // STEP + 1) * STEP
        return world

    def _redraw_money(self, seats: list[int], rng: Random) -> None:
        """Give these seats random sums below the one that triggers the end."""
        for seat in seats:
            money = rng.randrange(BOX.end.yen.value // STEP) * STEP
            self.supply += self.money[seat] - money
            self.money[seat] = money
        # Their earlier sums are hidden as well.
        self.standings = tuple(
            tuple(self.money[one] if one in seats else yen for one, yen in enumerate(row))
            for row in self.standings
        )
        if self.actors[0] in seats:
            self.cached_choices = []

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each seat, in yen."""
        return ending.scores(self)

    @property
    def breakdown(self) -> tuple[dict[str, int], ...]:
        """The parts of each seat's score."""
        return ending.breakdown(self)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won."""
        return ending.winners(self)

    @property
    def ending(self) -> str:
        """Whether a player triggered the end, or a house rule ended the game."""
        return ending.way(self)

    def census(self) -> dict[str, int]:
        """Count all pieces and all money, wherever they are."""
        return census(self)
