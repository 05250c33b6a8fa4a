"""A position of Tokyo Tsukiji Market: the contract, by way of the rulebook's chapters."""

from random import Random
from typing import Self

from ichiba.core.game import Dump, View
from ichiba.core.messages import Message, Reason
from ichiba.core.rng import Rng
from ichiba.games.tokyo_tsukiji_market import dumping, ending, turn, view, wording
from ichiba.games.tokyo_tsukiji_market.actions import AMOUNT, MOST_YEN
from ichiba.games.tokyo_tsukiji_market.census import census
from ichiba.games.tokyo_tsukiji_market.data import BOX, STEP
from ichiba.games.tokyo_tsukiji_market.explain import explain
from ichiba.games.tokyo_tsukiji_market.table import BIDDING, NOBODY, Table


class MarketState(Table):
    """The table, with all that the contract asks of it."""

    __slots__ = ()

    @property
    def simultaneous(self) -> bool:
        """Bids are made by all at once, in closed fists."""
        return self.phase == BIDDING

    def legal(self, seat: int) -> list[int]:
        """What the seat may do now."""
        if seat not in self.actors:
            return []
        if self.phase == BIDDING:
            most = min(self.money[seat], MOST_YEN) // STEP
            return list(range(AMOUNT, AMOUNT + most + 1))
        return self.choices[:]

    def apply(self, seat: int, action: int) -> None:
        """Do it, and all that follows without a decision."""
        turn.perform(self, seat, action)

    def view(self, seat: int | None) -> View:
        """All that the seat may know."""
        return view.view(self, seat)

    def explain(self, seat: int, action: int) -> Reason | None:
        """Why the seat may not do this now."""
        return explain(self, seat, action)

    def prompt(self, seat: int | None) -> Message:
        """What to do now, or whom to wait for."""
        return wording.prompt(self, seat)

    def label(self, seat: int, action: int) -> Message:
        """What a legal action would do."""
        return wording.label(self, seat, action)

    def determinize(self, seat: int | None, rng: Random) -> Self:
        """New bids for the others while fists are closed, new purses if money is, a new future.

        What bags and piles hold is open; only the order in which it comes is not.
        """
        world = self.copy()
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
        """Any sum below the one that ends the game."""
        for seat in seats:
            money = rng.randrange(BOX.end.yen.value // STEP) * STEP
            self.supply += self.money[seat] - money
            self.money[seat] = money
        # What they had before is as little known.
        self.history = tuple(
            tuple(self.money[one] if one in seats else yen for one, yen in enumerate(row))
            for row in self.history
        )
        if self.actors[0] in seats:
            turn.refresh(self)

    @property
    def scores(self) -> tuple[int, ...]:
        """By seat, in yen."""
        return ending.scores(self)

    @property
    def breakdown(self) -> tuple[dict[str, int], ...]:
        """By seat: what the score is made of."""
        return ending.breakdown(self)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won."""
        return ending.winners(self)

    def census(self) -> dict[str, int]:
        """All pieces and all money, wherever they lie."""
        return census(self)

    def dump(self) -> Dump:
        """The whole position as plain data."""
        return dumping.dump(self)
