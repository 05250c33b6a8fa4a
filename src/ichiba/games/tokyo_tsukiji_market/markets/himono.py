"""Himono: small fish that dry on a Himono license and become more valuable.

Players never choose between their Himono licenses, because one choice is always at least as good:
the one with the fewest barrels at sea catches, the fullest is filled, the emptiest is returned.
"""

from typing import Final

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import DRY_BARREL, DRY_CATCH, DRY_TOKEN
from ichiba.games.tokyo_tsukiji_market.data import (
    BOAT_SLOTS,
    DRYING,
    DRYING_TOKENS,
    HIMONO,
    HIMONO_LICENSES,
)
from ichiba.games.tokyo_tsukiji_market.goods import (
    CAUGHT_WITH,
    FISH_OF,
    ITEM_OF,
    is_token,
    token_of,
)
from ichiba.games.tokyo_tsukiji_market.keys import FISH_KEY, TOKEN_KEY
from ichiba.games.tokyo_tsukiji_market.markets.fish_market import FishMarket
from ichiba.games.tokyo_tsukiji_market.pieces import return_barrel, take_barrel
from ichiba.games.tokyo_tsukiji_market.table import (
    ON_BOARD,
    SEA,
    MarketTable,
)

ROOM: Final = 2  # barrels at sea for each license, and pieces drying on it


def _told(piece: int) -> str:
    """The catalogue key of a piece that dries."""
    return TOKEN_KEY[token_of(piece)] if is_token(piece) else FISH_KEY[piece]


class Himono(FishMarket):
    """Three licenses, each with room for two pieces to dry."""

    licenses_a_visit = 1
    stores_pieces = True
    special_catch = DRY_CATCH

    def set_up(self, table: MarketTable) -> None:
        """Put the licenses on the board as well."""
        super().set_up(table)
        table.himono_owner = [ON_BOARD] * HIMONO_LICENSES

    def buy_license(self, table: MarketTable, seat: int) -> None:
        """Buy one of the licenses on the board."""
        super().buy_license(table, seat)
        table.himono_owner[table.himono_owner.index(ON_BOARD)] = seat

    def license_returned(self, table: MarketTable, seat: int) -> None:
        """Return the emptiest license; what was drying on it goes back to the markets."""
        own = self.licenses_of(table, seat)
        given = min(own, key=lambda one: (len(table.himono_on[one]), self.at_sea(table, seat, one)))
        lost = table.himono_on[given]
        if lost and table.log is not None:
            table.tell("drying_lost", seat=seat, pieces=[_told(piece) for piece in lost])
        self.clear(table, given)
        table.himono_owner[given] = ON_BOARD

    def licenses_of(self, table: MarketTable, seat: int) -> list[int]:
        """The seat's Himono licenses."""
        return [one for one, owner in enumerate(table.himono_owner) if owner == seat]

    def at_sea(self, table: MarketTable, seat: int, one: int) -> int:
        """How many barrels at sea a license has caught, on ships and barges."""
        return sum(
            CAUGHT_WITH[barrel] == one + 1
            for boat in table.fleet[seat]
            if table.place[boat] == SEA
            for barrel in table.cargo[boat]
        )

    def clear(self, table: MarketTable, one: int) -> None:
        """Return everything on a license to its markets."""
        for piece in table.himono_on[one]:
            if not is_token(piece):
                return_barrel(table, piece)
            else:
                table.stock[token_of(piece)] += 1
        table.himono_on[one] = ()

    # Catching.

    def _ready(self, table: MarketTable, seat: int, dried: int) -> list[int]:
        """The licenses not used in this action that have fewer than two barrels at sea."""
        return [
            one
            for one in self.licenses_of(table, seat)
            if not dried >> one & 1 and self.at_sea(table, seat, one) < ROOM
        ]

    def catches(
        self, table: MarketTable, seat: int, boat: int, used: list[int], dried: int
    ) -> list[int]:
        """The small fish that a boat can catch; Himono itself only if there are none."""
        cargo = table.cargo[boat]
        if len(cargo) >= BOAT_SLOTS[boat] or not self._ready(table, seat, dried):
            return []
        small = [fish for fish in DRYING if table.barrels[fish]]
        fishes = small or ([HIMONO] if table.barrels[HIMONO] else [])
        if cargo:
            only = FISH_OF[cargo[0]]
            pure = all(FISH_OF[barrel] == only for barrel in cargo)
            return [DRY_CATCH + only] if pure and only in fishes else []
        markets = table.setup.fish
        return [DRY_CATCH + fish for fish in fishes if markets[fish].licenses_free(table, seat)]

    def caught(self, action: int) -> tuple[int, int]:
        return action - DRY_CATCH, 1

    def catch_label(self, action: int) -> Message:
        """Label the catch with the small fish."""
        return self.say("dry_catch", fish=FISH_KEY[action - DRY_CATCH])

    def catch(self, table: MarketTable, seat: int, boat: int, action: int) -> None:
        """Catch a barrel and remember which license caught it (D16)."""
        one = min(
            self._ready(table, seat, table.dried), key=lambda one: self.at_sea(table, seat, one)
        )
        table.dried |= 1 << one
        table.setup.fish[action - DRY_CATCH].load(table, seat, boat, 1, one + 1)

    # Drying.

    def rack(self, table: MarketTable, seat: int) -> int | None:
        """The license for the next piece: the fullest one that has room."""
        open_racks = [
            one for one in self.licenses_of(table, seat) if len(table.himono_on[one]) < ROOM
        ]
        return max(open_racks, key=lambda one: len(table.himono_on[one]), default=None)

    def add_drying(self, table: MarketTable, seat: int, actions: list[int]) -> None:
        """Add what the player can put on a license to dry: barrels for sale, and tokens."""
        if self.rack(table, seat) is None:
            return
        items = [ITEM_OF[code] for code in table.harbor[seat]]
        actions += [DRY_BARREL + place for place, fish in enumerate(DRYING) if fish in items]
        tokens = table.tokens[seat]
        actions += [DRY_TOKEN + place for place, kind in enumerate(DRYING_TOKENS) if tokens[kind]]

    def hang(self, table: MarketTable, seat: int, piece: int) -> bool:
        """Put a piece on a license to dry; return whether there was room."""
        one = self.rack(table, seat)
        if one is None:
            return False
        table.himono_on[one] += (piece,)
        return True

    def store(self, table: MarketTable, seat: int, fish: int) -> None:
        """Put an unloaded barrel that a Himono license caught on a license, or return it."""
        if self.hang(table, seat, fish):
            self.tell(table, "dried", seat=seat, fish=FISH_KEY[fish])
        else:
            self.tell(table, "no_room", seat=seat, fish=FISH_KEY[fish])
            return_barrel(table, fish)

    def take_in(self, table: MarketTable, seat: int) -> bool:
        """Turn one full license into a Himono barrel; return whether one was full."""
        if not table.licenses[seat][HIMONO]:
            return False
        for one in self.licenses_of(table, seat):
            if len(table.himono_on[one]) == ROOM:
                self.clear(table, one)
                if table.barrels[HIMONO]:
                    take_barrel(table, HIMONO)
                    table.to_price += (HIMONO,)
                    self.tell(table, "himono", seat=seat)
                return True
        return False
