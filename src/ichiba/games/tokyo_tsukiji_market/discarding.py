"""Discards: before the first action, barrels on boats at sea can be returned to their markets."""

from ichiba.core.messages import Message, Reason
from ichiba.games.tokyo_tsukiji_market.actions import BOAT, CATCH, DISCARD
from ichiba.games.tokyo_tsukiji_market.keys import BOAT_KEY, FISH_KEY
from ichiba.games.tokyo_tsukiji_market.picking import pick
from ichiba.games.tokyo_tsukiji_market.pieces import fish_on, return_barrel, take_off
from ichiba.games.tokyo_tsukiji_market.table import (
    DISCARDING,
    NO_BOAT,
    SEA,
    TURN,
    Choice,
    MarketTable,
    Step,
)


def boats_with_cargo(table: MarketTable, seat: int) -> list[int]:
    """The boats at sea with cargo that can be discarded."""
    return [boat for boat in table.fleet[seat] if table.cargo[boat] and table.place[boat] == SEA]


class StartDiscarding(Choice):
    """Discarding, in the menu of the turn."""

    chapter = "catching"
    kinds = (DISCARD,)

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        """Ask for the boat."""
        table.boat = NO_BOAT
        table.phase = DISCARDING

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        return self.say("discard", "turn")

    def why_not(self, table: MarketTable, seat: int, action: int) -> Reason:
        """It is too late, or nothing is at sea."""
        return self.no("discard_early" if table.acted else "nothing_at_sea")


class Discarding(Step):
    """Which boat discards a barrel, and which fish?"""

    name = "discarding"
    chapter = "catching"
    kinds = (BOAT, CATCH)

    def choices(self, table: MarketTable, seat: int) -> list[int]:
        """The boats, then the kinds of fish on the chosen boat."""
        if table.boat == NO_BOAT:
            return [BOAT + boat for boat in boats_with_cargo(table, seat)]
        return [CATCH + fish for fish in fish_on(table.cargo[table.boat])]

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        """Choose the boat, or discard a barrel of the chosen fish."""
        boat, fish = table.boat, action - CATCH
        if boat == NO_BOAT:
            table.boat = action - BOAT
            return
        barrels = pick(table, seat, action)
        if not barrels:
            return
        take_off(table, boat, barrels[0])
        return_barrel(table, fish)
        table.tell("discarded", seat=seat, fish=FISH_KEY[fish], boat=BOAT_KEY[boat])
        table.boat = NO_BOAT
        table.phase = TURN

    def prompt(self, table: MarketTable, seat: int) -> Message:
        """Asks for the boat, or for the fish on it."""
        if table.boat == NO_BOAT:
            return self.question(table)
        return self.question(table, "discarding_fish", boat=BOAT_KEY[table.boat])

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        """The boat or the fish."""
        if table.boat == NO_BOAT:
            return self.say("discard_boat", boat=BOAT_KEY[action - BOAT])
        return self.say("discard_fish", fish=FISH_KEY[action - CATCH])
