"""A position of Shinjuku: the table with its decisions, and the rest of the contract."""

from random import Random
from typing import Final, Self

from ichiba.core.game import View
from ichiba.core.rng import Rng
from ichiba.games.shinjuku import observation, scoring, view
from ichiba.games.shinjuku.cards import put_down_unknown, take_card
from ichiba.games.shinjuku.choosing import CHOOSE_ACTION, PARTS, Finish
from ichiba.games.shinjuku.city import CITY
from ichiba.games.shinjuku.customers import KINDS, tokens_of
from ichiba.games.shinjuku.data import GOODS, good_of
from ichiba.games.shinjuku.dumping import DUMPING
from ichiba.games.shinjuku.expanding import ExpandFirst, ExpandSecond
from ichiba.games.shinjuku.income import FreeIncome
from ichiba.games.shinjuku.moving import MoveGive, MoveOn, MoveStart, MoveWard
from ichiba.games.shinjuku.opening import OpenStation, OpenStore
from ichiba.games.shinjuku.paying import Pay, PayThree, can_still_pay
from ichiba.games.shinjuku.table import NONE, ShinjukuTable
from ichiba.games.shinjuku.upgrading import UpgradeCustomer, UpgradeStation

# How often hands are redrawn until the player can go on. It is rarely more than a few times.
_REDRAWS: Final = 500

# By phase.
DECISIONS: Final = (
    CHOOSE_ACTION,
    Finish(),
    OpenStation(),
    OpenStore(),
    Pay(),
    PayThree(),
    ExpandFirst(),
    ExpandSecond(),
    MoveWard(),
    MoveStart(),
    MoveGive(),
    MoveOn(),
    UpgradeStation(),
    UpgradeCustomer(),
    FreeIncome(),
)


class ShinjukuState(ShinjukuTable):
    """The table with the interface of `State`."""

    __slots__ = ()

    decisions = DECISIONS
    dumping = DUMPING
    turn_actions = PARTS

    def view(self, seat: int | None) -> View:
        """Everything that the seat may know."""
        return view.view(self, seat)

    def packed(self, seat: int, kind: str) -> bytes:
        return observation.packed(self, seat, kind)

    def determinize(self, seat: int | None, rng: Random) -> Self:
        """Redraw the others' unknown cards and everything still to come.

        Earned customers stay: everybody saw them being earned, and hiding them is only a courtesy.
        A player who has begun an action gets cards with which they can go on.
        """
        world = self.copy()
        world.log = self.log_for(seat)
        world.rng = Rng.drawn(rng)
        hidden = [other for other in self.setup.everyone if other != seat]
        world._redraw_hands(hidden, self.sizes, rng)
        if seat != self.player:
            for _ in range(_REDRAWS):
                if can_still_pay(world):
                    return world
                world._redraw_hands(hidden, self.sizes, rng)
            world._redraw_hands(hidden, self.sizes, rng, world._fitting_card(hidden, rng))
        return world

    def _fitting_card(self, seats: list[int], rng: Random) -> int:
        """A hidden card with which the player can go on, if chance did not deal one.

        A hand that can go on has such a card, or three cards, which are always enough.
        """
        world, player = self.copy(), self.player
        pool = [*world.deck]
        for seat in seats:
            pool += put_down_unknown(world, seat)
        pool.sort()  # nothing may depend on who has which card
        rng.shuffle(pool)
        for ward in pool:
            trial = world.copy()
            take_card(trial, player, ward)
            if can_still_pay(trial):
                return ward
        return NONE

    def _redraw_hands(
        self, seats: list[int], sizes: list[int], rng: Random, card: int = NONE
    ) -> None:
        """Draw those cards of these seats again that not everybody knows of, up to these sizes.

        The player whose turn it is gets the card, if one is given.
        """
        pool = self.deck
        for seat in seats:
            pool += put_down_unknown(self, seat)
        pool.sort()
        if card != NONE:
            pool.remove(card)
            take_card(self, self.player, card)
        chance = rng.random
        for seat in seats:
            for _ in range(sizes[seat] - self.sizes[seat]):
                take_card(self, seat, pool.pop(int(chance() * len(pool))))

    @property
    def scores(self) -> tuple[int, ...]:
        """By seat, in points."""
        return scoring.scores(self)

    @property
    def breakdown(self) -> tuple[dict[str, int], ...]:
        """By seat: the points by size of set."""
        return tuple(scoring.breakdown_of(self, seat) for seat in self.setup.everyone)

    @property
    def winners(self) -> tuple[int, ...]:
        return scoring.winners(self)

    def census(self) -> dict[str, int]:
        """The number of cards, customers, stores and track of each kind, wherever they are."""
        groups = [*self.queue_groups, *self.wards, *self.earned, self.group, self.removed]
        customers = self.bag + [kind for group in groups for kind in tokens_of(group)]
        on_map = [good_of(store) for store in self.stores if store != NONE]
        wards = CITY.wards
        counts = {
            "cards": len(self.deck) + len(self.discard) + sum(self.cards)
            + sum(ward != NONE for ward in self.queue_wards),
            "departments": sum(self.departments) + on_map.count(len(GOODS)),
            "track": sum(self.track) + sum(owner != NONE for owner in self.links),
        }  # fmt: skip
        for kind, name in enumerate(KINDS):
            counts[name] = customers.count(kind)
        for good, name in enumerate(GOODS):
            counts[f"stores {name}"] = sum(self.supply[good :: len(GOODS)]) + on_map.count(good)
        for ward, name in enumerate(CITY.ward_names):
            piles = self.deck.count(ward) + self.discard.count(ward)
            counts[name] = piles + self.queue_wards.count(ward) + sum(self.cards[ward::wards])
        return counts
