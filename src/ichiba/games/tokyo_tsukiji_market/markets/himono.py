"""Himono: small fish that dry on their license and become something better.

Which license catches, holds or leaves is settled for the player where one choice is never worse:
the one with the fewest barrels at sea catches, the fullest is filled, the emptiest is returned.
"""

from ichiba.games.tokyo_tsukiji_market.actions import DRY_CATCH
from ichiba.games.tokyo_tsukiji_market.data import (
    BOAT_SLOTS,
    DRYING,
    HIMONO,
    HIMONO_LICENSES,
)
from ichiba.games.tokyo_tsukiji_market.keys import FISH_KEY
from ichiba.games.tokyo_tsukiji_market.markets.base import FishMarket
from ichiba.games.tokyo_tsukiji_market.pieces import return_barrel, take_barrel
from ichiba.games.tokyo_tsukiji_market.table import (
    CAUGHT_BY,
    DRIED_TOKEN,
    ON_BOARD,
    SEA,
    Table,
)

ROOM = 2  # barrels at sea for each license, and pieces on it


class Himono(FishMarket):
    """Three licenses, each with a rack of two."""

    licenses_a_visit = 1

    def set_up(self, table: Table) -> None:
        """The licenses lie on the board."""
        super().set_up(table)
        table.himono_owner = [ON_BOARD] * HIMONO_LICENSES

    def buy_license(self, table: Table, seat: int) -> None:
        """One of those on the board."""
        super().buy_license(table, seat)
        table.himono_owner[table.himono_owner.index(ON_BOARD)] = seat

    def license_returned(self, table: Table, seat: int) -> None:
        """What dried on it goes back to its markets."""
        own = self.licenses_of(table, seat)
        given = min(own, key=lambda one: (len(table.himono_on[one]), self.at_sea(table, seat, one)))
        self.clear(table, given)
        table.himono_owner[given] = ON_BOARD

    def licenses_of(self, table: Table, seat: int) -> list[int]:
        """The seat's Himono licenses."""
        return [one for one, owner in enumerate(table.himono_owner) if owner == seat]

    def at_sea(self, table: Table, seat: int, one: int) -> int:
        """How many barrels at sea a license has caught, on ships and barges alike."""
        return sum(
            barrel // CAUGHT_BY == one + 1
            for boat in table.fleet[seat]
            if table.place[boat] == SEA
            for barrel in table.cargo[boat]
        )

    def clear(self, table: Table, one: int) -> None:
        """Everything on a license goes back to its markets."""
        for piece in table.himono_on[one]:
            if piece < DRIED_TOKEN:
                return_barrel(table, piece)
            else:
                table.stock[piece - DRIED_TOKEN] += 1
        table.himono_on[one] = ()

    # Catching.

    def _ready(self, table: Table, seat: int) -> list[int]:
        """Licenses that can catch now: not used in this action, fewer than two barrels at sea."""
        return [
            one
            for one in self.licenses_of(table, seat)
            if not table.dried >> one & 1 and self.at_sea(table, seat, one) < ROOM
        ]

    def catches(self, table: Table, seat: int, boat: int) -> list[int]:
        """Small fish; Himono itself only where there are none."""
        cargo = table.cargo[boat]
        if len(cargo) >= BOAT_SLOTS[boat] or not self._ready(table, seat):
            return []
        small = [fish for fish in DRYING if table.barrels[fish]]
        fishes = small or ([HIMONO] if table.barrels[HIMONO] else [])
        if cargo:
            only = cargo[0] % CAUGHT_BY
            pure = all(barrel % CAUGHT_BY == only for barrel in cargo)
            return [DRY_CATCH + only] if pure and only in fishes else []
        markets = table.setup.fish
        return [DRY_CATCH + fish for fish in fishes if markets[fish].licenses_free(table, seat)]

    def catch(self, table: Table, seat: int, boat: int, action: int) -> None:
        """Remember which license caught the barrel (D16)."""
        one = min(self._ready(table, seat), key=lambda one: self.at_sea(table, seat, one))
        table.dried |= 1 << one
        table.setup.fish[action - DRY_CATCH].load(table, seat, boat, 1, one + 1)

    # Drying.

    def rack(self, table: Table, seat: int) -> int | None:
        """The license that the next piece goes on: the fullest with room."""
        open_racks = [
            one for one in self.licenses_of(table, seat) if len(table.himono_on[one]) < ROOM
        ]
        return max(open_racks, key=lambda one: len(table.himono_on[one]), default=None)

    def hang(self, table: Table, seat: int, piece: int) -> bool:
        """Put a piece on a license, if there is room."""
        one = self.rack(table, seat)
        if one is None:
            return False
        table.himono_on[one] += (piece,)
        return True

    def store(self, table: Table, seat: int, fish: int) -> None:
        """An unloaded barrel that a Himono license caught: onto a license, or to its market."""
        if self.hang(table, seat, fish):
            self.tell(table, "dried", seat=seat, fish=FISH_KEY[fish])
        else:
            return_barrel(table, fish)

    def take_in(self, table: Table, seat: int) -> bool:
        """At the start of the turn a full license becomes a Himono barrel; whether one was full."""
        for one in self.licenses_of(table, seat):
            if len(table.himono_on[one]) == ROOM:
                self.clear(table, one)
                if table.barrels[HIMONO]:
                    take_barrel(table, HIMONO)
                    table.queue += (HIMONO,)
                    self.tell(table, "himono", seat=seat)
                return True
        return False
