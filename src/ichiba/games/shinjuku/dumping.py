"""What makes a dump of Shinjuku sound, and the option that it stores."""

from typing import Any

from ichiba.core.fields import Dumping, Row, all_fit
from ichiba.core.origin import Origin
from ichiba.games.shinjuku.actions import TURN_ACTIONS
from ichiba.games.shinjuku.city import CITY
from ichiba.games.shinjuku.customers import GROUPS, KIND_COUNT, KINDS
from ichiba.games.shinjuku.data import GOODS, NAME, REVISION, SLOTS, STORE_NAMES, TITLE
from ichiba.games.shinjuku.pieces import summarize
from ichiba.games.shinjuku.setups import SETUPS
from ichiba.games.shinjuku.table import NONE, OVER, ShinjukuTable


class ShinjukuDumping(Dumping[ShinjukuTable]):
    """Positions of Shinjuku as plain data, and back."""

    def settings(self, table: ShinjukuTable) -> dict[str, object]:
        """The number of players and the option."""
        return {"players": table.setup.players, "open_customers": table.setup.open_customers}

    def set_up(self, table: ShinjukuTable, settings: Any) -> None:
        """Choose the set-up."""
        table.setup = SETUPS[settings.players, settings.open_customers]

    def complete(self, table: ShinjukuTable) -> bool:
        """Compute the derived fields. False if a number is out of range or a piece is missing."""
        if not all_fit(_rows(table)):
            return False
        summarize(table)
        census = table.census()
        customers = dict(zip(KINDS, KIND_COUNT, strict=True))
        cards = {ward.id: ward.cards for ward in CITY.map.wards}
        return all(census[piece] == count for piece, count in (customers | cards).items())


def _rows(table: ShinjukuTable) -> list[Row]:
    players = table.setup.players
    seats, kinds = range(players), range(len(KINDS))
    wards, stations, links = range(CITY.wards), range(CITY.stations), range(NONE, CITY.links)
    few = range(len(CITY.cards) + 1)
    return [
        (table.actors, None, seats),
        (table.deck, None, wards),
        (table.discard, None, wards),
        (table.bag, None, kinds),
        (table.queue_wards, SLOTS, range(NONE, CITY.wards)),
        (table.queue_groups, SLOTS, GROUPS),
        (table.wards, CITY.wards, GROUPS),
        (table.stores, CITY.stations, range(NONE, players * len(STORE_NAMES))),
        (table.links, CITY.links, range(NONE, players)),
        (table.cards, players * CITY.wards, few),
        (table.known, players * CITY.wards, few),
        (table.supply, players * len(GOODS), few),
        (table.departments, players, few),
        (table.track, players, few),
        (table.earned, players, GROUPS),
        (table.bonus, players, few),
        (table.stack_owners, None, seats),
        (table.path, None, stations),
        ((table.player, table.first), 2, seats),
        ((table.group, table.removed), 2, GROUPS),
        ((table.station, table.origin), 2, range(NONE, CITY.stations)),
        ((table.first_link, table.second_link), 2, links),
        ((table.ward,), 1, range(NONE, CITY.wards)),
        ((table.good,), 1, range(NONE, len(STORE_NAMES))),
        ((table.kind,), 1, range(NONE, len(KINDS))),
        ((table.action,), 1, range(NONE, max(TURN_ACTIONS) + 1)),
        ((table.phase,), 1, range(OVER + 1)),
    ]


DUMPING = ShinjukuDumping(
    Origin(NAME, TITLE, REVISION), ShinjukuTable.stored, {"players": int, "open_customers": bool}
)
