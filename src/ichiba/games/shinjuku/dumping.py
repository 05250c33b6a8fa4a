"""What makes a dump of Shinjuku sound, and what is hidden in it."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from ichiba.core.dumping import Dumping
from ichiba.core.origin import Origin
from ichiba.games.shinjuku.actions import EXPAND, MOVE, OPEN, UPGRADE
from ichiba.games.shinjuku.box import BOX
from ichiba.games.shinjuku.city import CITY
from ichiba.games.shinjuku.customers import KIND_COUNT, KINDS
from ichiba.games.shinjuku.data import (
    DEPARTMENT,
    GOODS,
    NAME,
    REVISION,
    TITLE,
    store_of,
)
from ichiba.games.shinjuku.fields import ALL_CUSTOMERS, Fields
from ichiba.games.shinjuku.pieces import summarize
from ichiba.games.shinjuku.table import (
    EXPAND_FIRST,
    EXPAND_SECOND,
    FREE_INCOME,
    MOVE_GIVE,
    MOVE_ON,
    MOVE_START,
    MOVE_WARD,
    NONE,
    OPEN_STATION,
    OPEN_STORE,
    OVER,
    PAYMENT,
    PAYMENT_THREE,
    UPGRADE_CUSTOMER,
    UPGRADE_STATION,
    ShinjukuTable,
)

# The action to which a step belongs.
_ACTION_OF = {
    OPEN_STATION: OPEN, OPEN_STORE: OPEN, EXPAND_FIRST: EXPAND, EXPAND_SECOND: EXPAND,
    MOVE_WARD: MOVE, MOVE_START: MOVE, MOVE_GIVE: MOVE, MOVE_ON: MOVE, UPGRADE_STATION: UPGRADE,
    UPGRADE_CUSTOMER: UPGRADE,
}  # fmt: skip
# What has been chosen before a payment for an action, and before a step.
_CHOSEN = {
    OPEN: ("station", "good"), EXPAND: ("first_link", "second_link"), MOVE: ("ward",),
    UPGRADE: ("station", "good", "kind"),
}  # fmt: skip
_NEEDED = {
    OPEN_STORE: ("station",), EXPAND_SECOND: ("first_link",), MOVE_START: ("ward",),
    MOVE_GIVE: ("path",), MOVE_ON: ("path",), UPGRADE_CUSTOMER: ("station", "good"),
}  # fmt: skip


class ShinjukuDumping(Dumping[ShinjukuTable]):
    """Positions of Shinjuku as plain data, and back."""

    def fill(self, plain: Any, setup: Any, rng: Random) -> None:
        """Draw hidden customers; hidden cards can be any, because `determinize` draws others."""
        _fill_customers(plain, rng)
        _fill_cards(plain)

    def complete(self, table: ShinjukuTable) -> None:
        """Compute the derived fields."""
        summarize(table)

    def has_all_pieces(self, table: ShinjukuTable) -> bool:
        """Whether no card, customer or store is missing."""
        census = table.census()
        customers = dict(zip(KINDS, KIND_COUNT, strict=True))
        cards = {ward.id: ward.cards for ward in CITY.map.wards}
        players, own = table.setup.players, BOX.players
        pieces = {f"stores {good}": players * own.stores_of_a_good.value for good in GOODS}
        pieces |= {"departments": players * own.departments.value}
        everything = customers | cards | pieces
        return all(census[piece] == count for piece, count in everything.items())

    def contradictions(self, table: ShinjukuTable) -> Iterator[str]:
        """The steps of an action need what was chosen for it; nobody has more than their pieces."""
        yield from super().contradictions(table)
        phase, player, action = table.phase, table.player, table.action
        if phase not in (FREE_INCOME, OVER) and table.actors != (player,):
            yield "actors"
        if phase == FREE_INCOME and (len(table.actors) != 1 or table.actors == (player,)):
            yield "actors"
        if any(one > held for one, held in zip(table.open_cards, table.cards, strict=True)):
            yield "open_cards"
        if phase in _ACTION_OF and action != _ACTION_OF[phase]:
            yield "action"
        if phase in (PAYMENT, PAYMENT_THREE) and action not in _CHOSEN:
            yield "action"
        if phase in (PAYMENT, PAYMENT_THREE):
            yield from _wrong_choices(table)
        for name in _NEEDED.get(phase, ()):
            if getattr(table, name) in (NONE, ()):
                yield name
        if phase == PAYMENT_THREE and not 0 < table.three <= table.sizes[player]:
            yield "three"
        yield from _too_many(table)


def _wrong_choices(table: ShinjukuTable) -> Iterator[str]:
    """The names of choices that are missing, or impossible, in the action that is being paid."""
    missing = [name for name in _CHOSEN.get(table.action, ()) if getattr(table, name) == NONE]
    yield from missing
    if missing:
        return
    station = table.station
    if table.action == EXPAND:
        is_free = table.links[table.second_link] == NONE
        if not is_free or table.second_link not in CITY.extensions[table.first_link]:
            yield "second_link"
    store = {OPEN: NONE, UPGRADE: store_of(table.player, table.good)}.get(table.action)
    if store is not None and table.stores[station] != store:
        yield "station"
    if table.action in (OPEN, UPGRADE) and table.good == DEPARTMENT:
        yield "good"
    elif table.action == OPEN:
        yield from _wrong_origin(table)


def _wrong_origin(table: ShinjukuTable) -> Iterator[str]:
    """The store to be opened is in the supply, or on the map at its origin."""
    player, good, origin = table.player, table.good, table.origin
    if origin == NONE and not table.supply[player * len(GOODS) + good]:
        yield "supply"
    if origin != NONE and table.stores[origin] != store_of(player, good):
        yield "origin"


def _too_many(table: ShinjukuTable) -> Iterator[str]:
    """The names of fields in which a player has more or fewer pieces than at the start."""
    for seat in table.setup.everyone:
        if table.track[seat] + table.links.count(seat) != BOX.players.track.value:
            yield "track"


def _fill_customers(plain: Any, rng: Random) -> None:
    """Give the players and the bag the customers that are nowhere else."""
    earned, bag = plain["earned"], plain["bag"]
    if plain["kind"] != NONE and None in earned[plain["player"]]:
        earned[plain["player"]][0] = plain["kind"]  # somebody with this customer spends it
    groups = [*plain["queue_groups"], *plain["wards"], plain["removed"], plain["group"]]
    pool = _rest(ALL_CUSTOMERS, [*groups, *earned, bag])
    rng.shuffle(pool)
    for own in (*earned, bag):
        _put_in(own, pool)
    bag.sort()


def _fill_cards(plain: Any) -> None:
    """Give the players and the deck the cards that are nowhere else."""
    hands, deck = plain["cards"], plain["deck"]
    for hand, shown in zip(hands, plain["open_cards"], strict=True):
        if None in hand:
            hand[: len(shown)] = shown
    queue = [ward for ward in plain["queue_wards"] if ward != NONE]
    pool = _rest(CITY.cards, [plain["discard"], queue, *hands, deck])
    for hand in (*hands, deck):
        _put_in(hand, pool)
        hand.sort()


def _rest(everything: list[int], groups: list[list[int | None]]) -> list[int]:
    """What is left if these groups are taken away."""
    left = Counter(everything)
    left.subtract(one for group in groups for one in group if one is not None)
    return sorted(left.elements())


def _put_in(group: list[int | None], pool: list[int]) -> None:
    """Replace the holes in a group by the first pieces of the pool."""
    for place, one in enumerate(group):
        if one is None:
            group[place] = pool.pop(0)


DUMPING = ShinjukuDumping(Origin(NAME, TITLE, REVISION), Fields)
