"""What makes a dump of Tokyo Tsukiji Market sound, the options that it stores, and older dumps."""

from typing import Any

from ichiba.core.fields import Dumping, Row, all_fit
from ichiba.core.game import Dump
from ichiba.core.options import Values
from ichiba.core.origin import Origin
from ichiba.games.tokyo_tsukiji_market.census import census, full_box
from ichiba.games.tokyo_tsukiji_market.data import (
    EXTERNAL,
    HIMONO_LICENSES,
    NAME,
    NUM_BOATS,
    NUM_FISH,
    NUM_MARKETS,
    NUM_TOKENS,
    REVISION,
    TITLE,
)
from ichiba.games.tokyo_tsukiji_market.goods import BARRELS, ITEMS_FOR_SALE
from ichiba.games.tokyo_tsukiji_market.options import checked
from ichiba.games.tokyo_tsukiji_market.setup import Setup, others_in_box
from ichiba.games.tokyo_tsukiji_market.table import (
    BUYERS_STAGE,
    OTHERS,
    OVER,
    TURN,
    MarketTable,
)

_LARGE = range(1 << 30)

# Dumps of earlier versions had their fields in groups, and some of them under other names.
_GROUPS = ("ints", "flags", "rows", "grids")
_NEW_NAMES = {
    "base": "menu",
    "boxed": "box_others",
    "chest": "others_left",
    "final": "turns_left",
    "history": "standings",
    "moves": "turns_begun",
    "queue": "to_price",
    "second": "second_catch",
    "step": "stage",
}
_OLD_STARTING = 18  # was the menu until the actions began
_OLD_BUYERS = -1  # was the stage of the Buyers


class MarketDumping(Dumping[MarketTable]):
    """Positions of Tokyo Tsukiji Market as plain data, and back."""

    def settings(self, table: MarketTable) -> dict[str, object]:
        """The number of players and the options."""
        return {"players": table.setup.players, "options": table.setup.options}

    def upgrade(self, plain: Dump) -> Dump:
        """Take the fields of an older dump out of their groups and give them their new names."""
        if not all(isinstance(plain.get(group), dict) for group in _GROUPS):
            return plain
        flat = {name: value for name, value in plain.items() if name not in _GROUPS}
        for group in _GROUPS:
            fields: Any = plain[group]
            flat |= fields
        flat = {_NEW_NAMES.get(name, name): value for name, value in flat.items()}
        if flat.get("menu") == _OLD_STARTING:
            flat["menu"] = TURN
        if flat.get("stage") == _OLD_BUYERS:
            flat["stage"] = BUYERS_STAGE
        return flat

    def set_up(self, table: MarketTable, settings: Any) -> None:
        """Check the options again."""
        table.setup = Setup(settings.players, checked(settings.players, settings.options))

    def complete(self, table: MarketTable) -> bool:
        """Compute the boats of each seat; check lengths, ranges and the count of all pieces."""
        table.choices = []
        table.fleet = [
            tuple(boat for boat, owner in enumerate(table.owner) if owner == seat)
            for seat in table.setup.everyone
        ]
        return (
            all_fit(_rows(table))
            and all_fit(_pieces(table))
            and census(table) == full_box(others_in_box())
        )


def _rows(table: MarketTable) -> list[Row]:
    """Return the rows by seat and by market, and single numbers."""
    players = table.setup.players
    seats, by_seat = range(players), range(-3, players)
    return [
        ((table.phase, table.menu), 2, range(OVER + 1)),
        ((table.stage,), 1, range(BUYERS_STAGE + 1)),
        ((table.seat, table.start), 2, seats),
        (table.actors, None, seats),
        (table.in_play, None, range(NUM_MARKETS)),
        (table.status, NUM_FISH, range(3)),
        (table.external, len(EXTERNAL), range(4)),
        (table.money, players, _LARGE),
        (table.ports, players, range(1, 4)),
        (table.buyers, players, _LARGE),
        (table.loans, players, _LARGE),
        (table.shares, players, _LARGE),
        (table.himono_owner, HIMONO_LICENSES, by_seat),
        (table.owner, NUM_BOATS, by_seat),
        (table.place, NUM_BOATS, range(5)),
        (table.rented, NUM_BOATS, range(3)),
    ]


def _pieces(table: MarketTable) -> list[Row]:
    """Return the rows by kind of piece; of rows by seat or boat also how many there are."""
    players = table.setup.players
    by_fish = (
        table.track, table.barrels, table.licenses_left, table.used, table.landed,
        table.box_barrels, table.box_licenses, *table.licenses,
    )  # fmt: skip
    lengths = [len(row) for row in (table.tokens, table.licenses, table.harbor, table.freezers,
                                    table.carts)]  # fmt: skip
    return [
        *((row, NUM_FISH, _LARGE) for row in by_fish),
        *((row, NUM_TOKENS, _LARGE) for row in (table.stock, table.box_tokens, *table.tokens)),
        *((row, len(OTHERS), _LARGE) for row in (table.others_left, table.box_others)),
        *((items, None, ITEMS_FOR_SALE) for items in (*table.harbor, table.to_price)),
        *((cargo, None, BARRELS) for cargo in table.cargo),
        (lengths, len(lengths), range(players, players + 1)),
        ((len(table.cargo),), 1, range(NUM_BOATS, NUM_BOATS + 1)),
        ((len(table.himono_on),), 1, range(HIMONO_LICENSES, HIMONO_LICENSES + 1)),
        ((len(table.shelves),), 1, range(len(EXTERNAL), len(EXTERNAL) + 1)),
    ]


DUMPING = MarketDumping(
    Origin(NAME, TITLE, REVISION), MarketTable.stored, {"players": int, "options": Values}
)
