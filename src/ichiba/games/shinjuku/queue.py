"""The queue: new customers wait on ward cards and go to the map from slot 1."""

from ichiba.games.shinjuku.box import BOX
from ichiba.games.shinjuku.cards import draw_card, take_card
from ichiba.games.shinjuku.city import ward_name, ward_names
from ichiba.games.shinjuku.customers import (
    ALIKE,
    ONE,
    customer_key,
    customer_keys,
    size_of,
)
from ichiba.games.shinjuku.data import SLOTS
from ichiba.games.shinjuku.pieces import add_customers
from ichiba.games.shinjuku.table import NONE, ShinjukuTable


def fill_queue(table: ShinjukuTable) -> None:
    """Set up the queue: a card in every slot, and the first customers."""
    table.queue_wards = table.rng.take(table.deck, SLOTS)
    if table.log is not None:
        table.tell("queue", cards=ward_names(table.queue_wards))
    _draw_customers(table, BOX.first_queue.value)


def queue_size(table: ShinjukuTable) -> int:
    """The number of customers in the queue, as long as there are customers in the bag."""
    return BOX.first_queue.value + len(table.stack_owners)


def place_customers(table: ShinjukuTable) -> None:
    """Begin a turn: move slot 1's customers to the map and its card to the hand, then refill."""
    seat = table.player
    ward, group = table.queue_wards[0], table.queue_groups[0]
    if group:
        add_customers(table, ward, group)
        if table.log is not None:
            customers = customer_keys(group)
            table.tell("placed", seat=seat, ward=ward_name(ward), customers=customers)
    _take_first_card(table, seat)
    if group:
        _draw_customers(table, size_of(group))
    table.reveals += 1
    if table.last_turns == NONE and not table.bag and not any(table.queue_groups):
        table.last_turns = table.setup.players - 1
        if table.log is not None:
            table.tell("last_customer", seat=seat)


def _take_first_card(table: ShinjukuTable, seat: int) -> None:
    """Take the card in slot 1 into the hand, move the others up, and draw new ones.

    The very last card stays, so that there is a place for future customers.
    """
    cards, groups = table.queue_wards, table.queue_groups
    if cards[1] == NONE and not table.deck and not table.discard:
        groups[0] = 0
        return
    ward = cards.pop(0)
    table.open_cards[take_card(table, seat, ward)] += 1
    if table.log is not None:
        table.tell("card_taken", seat=seat, card=ward_name(ward))
    cards.append(NONE)
    del groups[0]
    groups.append(0)
    for slot in range(cards.index(NONE), SLOTS):
        cards[slot] = draw_card(table)
        if table.log is not None and cards[slot] != NONE:
            table.tell("card_added", slot=slot + 1, card=ward_name(cards[slot]))


def _draw_customers(table: ShinjukuTable, count: int) -> None:
    """Draw customers from the bag into the queue, one at a time, while there are any."""
    for kind in table.rng.take(table.bag, min(count, len(table.bag))):
        join_queue(table, kind)


def join_queue(table: ShinjukuTable, kind: int) -> None:
    """Add a customer to the card with the same good, or else to the lowest empty card."""
    groups, alike = table.queue_groups, ALIKE[kind]
    chosen = NONE
    for slot, group in enumerate(groups):
        if group:
            if group & alike:
                chosen = slot
                break
        elif chosen == NONE and table.queue_wards[slot] != NONE:
            chosen = slot
    if chosen == NONE:  # fewer cards than goods: use the last card
        chosen = sum(ward != NONE for ward in table.queue_wards) - 1
    groups[chosen] += ONE[kind]
    if table.log is not None:
        ward = ward_name(table.queue_wards[chosen])
        table.tell("joined", customer=customer_key(kind), slot=chosen + 1, ward=ward)
