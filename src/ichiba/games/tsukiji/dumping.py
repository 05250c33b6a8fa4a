"""What makes a dump of Tsukiji sound, and the options that it stores."""

from collections import Counter
from typing import Any

from ichiba.core.fields import Dumping, Row, all_fit
from ichiba.core.game import Dump
from ichiba.core.origin import Origin
from ichiba.games.tsukiji.data import (
    ALL_TICKETS,
    CARDS,
    LAST_SPACE,
    NAME,
    ON_MARKET,
    PRODUCTS,
    REVISION,
    SETUPS,
    TICKETS,
    TITLE,
)
from ichiba.games.tsukiji.table import NOBODY, OVER, VALUATION, TsukijiTable


class TsukijiDumping(Dumping[TsukijiTable]):
    """Positions of Tsukiji as plain data, and back."""

    def upgrade(self, plain: Dump) -> Dump:
        """Fields have got other names since the first version."""
        if "history" in plain:
            plain["past_spaces"] = plain.pop("history")
        return plain

    def settings(self, table: TsukijiTable) -> dict[str, object]:
        """The number of players and the option."""
        setup = table.setup
        return {"players": setup.players, "special_points": setup.special_points}

    def set_up(self, table: TsukijiTable, settings: Any) -> None:
        """Choose the set-up."""
        table.setup = SETUPS[settings.players, settings.special_points]

    def complete(self, table: TsukijiTable) -> bool:
        """Whether all lists have their lengths, all numbers are in range, and no card is lost."""
        return (
            all_fit(_rows(table))
            and len(table.lots) == table.setup.lots
            and _tickets_fit(table)
            and table.census() == _full_deck(table)
        )


def _rows(table: TsukijiTable) -> list[Row]:
    setup = table.setup
    players, columns, cards = setup.players, setup.players * len(PRODUCTS), len(setup.deck)
    return [
        (table.actors, None, range(players)),
        ((table.first,), 1, range(players)),
        ((table.phase,), 1, range(OVER + 1)),
        (table.money, players, range(1 << 30)),
        (table.hands, players, range(ALL_TICKETS + 1)),
        (table.yakuza, players, range(cards)),
        (table.products, columns, range(cards)),
        (table.takusan, columns, range(cards)),
        (table.discard, len(CARDS), range(cards + 1)),
        (table.buyers, setup.lots, range(NOBODY, players)),
        (table.spaces, len(ON_MARKET), range(1, LAST_SPACE + 1)),
        (table.arrivals, len(ON_MARKET), range(1 << 16)),
        (table.deck, None, range(len(CARDS))),
        *((lot, None, range(len(CARDS))) for lot in table.lots),
        *((laid, None, range(len(TICKETS))) for laid in table.tickets),
    ]


def _tickets_fit(table: TsukijiTable) -> bool:
    lots = table.setup.lots
    tiles = [] if table.phase == VALUATION else list(range(lots))
    return (
        len(table.tickets) == table.setup.players
        and all(len(laid) <= lots for laid in table.tickets)
        and sorted(table.tiles) == tiles
        and len(table.values) == len(tiles)
    )


def _full_deck(table: TsukijiTable) -> dict[str, int]:
    return dict.fromkeys(CARDS, 0) | Counter(CARDS[card] for card in table.setup.deck)


DUMPING = TsukijiDumping(
    Origin(NAME, TITLE, REVISION), TsukijiTable.stored, {"players": int, "special_points": bool}
)
