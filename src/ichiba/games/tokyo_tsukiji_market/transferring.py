"""Transfers, a free step: a barrel moves from a ship at sea to a barge at sea that has room."""

from typing import Final

from ichiba.core.flowing import RESUMING
from ichiba.core.messages import Message, Reason
from ichiba.games.tokyo_tsukiji_market.actions import BOAT, CATCH, TRANSFER
from ichiba.games.tokyo_tsukiji_market.data import BOAT_SLOTS, IS_BARGE
from ichiba.games.tokyo_tsukiji_market.goods import FISH_OF
from ichiba.games.tokyo_tsukiji_market.keys import BOAT_KEY, FISH_KEY
from ichiba.games.tokyo_tsukiji_market.picking import pick
from ichiba.games.tokyo_tsukiji_market.pieces import fish_on, take_off
from ichiba.games.tokyo_tsukiji_market.table import (
    CHOOSING_BARGE,
    NO_BOAT,
    NOT_RENTED,
    SEA,
    TRANSFERRING,
    Choice,
    MarketTable,
    Step,
)

_FIRST_BARGE: Final = IS_BARGE.index(True)


def add_transfers(table: MarketTable, seat: int, actions: list[int]) -> None:
    """Add the ships from which a barrel can be transferred."""
    fleet = table.fleet[seat]
    if fleet[-1] >= _FIRST_BARGE:
        actions += [TRANSFER + boat for boat in fleet if _is_transferable(table, seat, boat)]


def _is_transferable(table: MarketTable, seat: int, ship: int) -> bool:
    """Whether a ship at sea that is not rented has a barrel for a barge."""
    return (
        table.place[ship] == SEA
        and not IS_BARGE[ship]
        and table.rented[ship] == NOT_RENTED
        and any(_barges_for(table, seat, FISH_OF[barrel]) for barrel in table.cargo[ship])
    )


def _barges_for(table: MarketTable, seat: int, fish: int) -> list[int]:
    """The barges that can take a barrel; some fish allow only one barrel on a boat."""
    alone = table.setup.fish[fish].one_on_a_boat
    return [
        boat
        for boat in table.fleet[seat]
        if IS_BARGE[boat]
        and table.place[boat] == SEA
        and len(table.cargo[boat]) < BOAT_SLOTS[boat]
        and not (alone and fish in fish_on(table.cargo[boat]))
    ]


class Transfer(Choice):
    """A transfer, in a menu."""

    chapter = "catching"
    kinds = (TRANSFER,)

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        """Ask for the barrel; `carrier` remembers the ship until the barge is chosen."""
        table.carrier = action - TRANSFER
        table.boat = NO_BOAT
        table.phase = TRANSFERRING

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        return self.say("transfer", boat=BOAT_KEY[action - TRANSFER])

    def why_not(self, table: MarketTable, seat: int, action: int) -> Reason:
        """The ship belongs to somebody else, or it has nothing that a barge could take."""
        boat = action - TRANSFER
        if table.owner[boat] != seat:
            return self.no("not_your_boat", "fishing", boat=BOAT_KEY[boat])
        return self.no("no_transfer", boat=BOAT_KEY[boat])


class Transferring(Step):
    """Which fish is transferred?"""

    name = "transferring"
    chapter = "catching"
    kinds = (CATCH,)

    def choices(self, table: MarketTable, seat: int) -> list[int]:
        """The kinds of fish on the ship that a barge can take."""
        fishes = fish_on(table.cargo[table.carrier])
        return [CATCH + fish for fish in fishes if _barges_for(table, seat, fish)]

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        """Choose the barrel; `picked` remembers it until the barge is chosen."""
        barrels = pick(table, seat, action)
        if barrels:
            table.picked = barrels
            table.phase = CHOOSING_BARGE

    def prompt(self, table: MarketTable, seat: int) -> Message:
        return self.question(table, boat=BOAT_KEY[table.carrier])

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        return self.say("transfer_fish", fish=FISH_KEY[action - CATCH])


class ChoosingBarge(Step):
    """Which barge takes the barrel?"""

    name = "choosing_barge"
    chapter = "catching"
    kinds = (BOAT,)

    def choices(self, table: MarketTable, seat: int) -> list[int]:
        """The barges with room."""
        fish = FISH_OF[table.picked[0]]
        return [BOAT + boat for boat in _barges_for(table, seat, fish)]

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        """Move the barrel from the ship to the chosen barge."""
        ship, barge, barrel = table.carrier, action - BOAT, table.picked[0]
        take_off(table, ship, barrel)
        table.cargo[barge] = tuple(sorted((*table.cargo[barge], barrel)))
        table.tell(
            "transferred", seat=seat, fish=FISH_KEY[FISH_OF[barrel]], boat=BOAT_KEY[ship],
            barge=BOAT_KEY[barge],
        )  # fmt: skip
        table.boat = table.carrier = NO_BOAT
        table.picked = ()
        table.phase = RESUMING

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        return self.say("to_barge", boat=BOAT_KEY[action - BOAT])
