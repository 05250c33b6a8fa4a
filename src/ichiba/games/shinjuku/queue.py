"""The customer queue: new customers wait on ward cards, and come to the map from slot 1."""

from ichiba.games.shinjuku.cards import draw_card, take_card
from ichiba.games.shinjuku.data import BOX, KIND_GOOD, KINDS, ONE, SELLS, SLOTS, size_of, tokens_of
from ichiba.games.shinjuku.table import NONE, Table


def fill_queue(table: Table) -> None:
    """The queue of a new game: a card in every slot, and the first customers."""
    table.queue_wards = [draw_card(table) for _ in range(SLOTS)]
    table.queue_groups = [0] * SLOTS
    if table.log is not None:
        table.tell("queue", cards=[table.ward_name(ward) for ward in table.queue_wards])
    _draw_customers(table, BOX.first_queue.value)


def queue_size(table: Table) -> int:
    """How many customers the queue holds while there are customers in the bag."""
    return BOX.first_queue.value + len(table.stack_owners)


def place_customers(table: Table) -> None:
    """Begin a turn: slot 1 goes to the map, its card to the hand, and the queue is refreshed."""
    seat = table.player
    ward, group = table.queue_wards[0], table.queue_groups[0]
    if group:
        table.wards[ward] += group
        if table.log is not None:
            kinds = kind_keys(group)
            table.tell("placed", seat=seat, ward=table.ward_name(ward), customers=kinds)
    _take_first_card(table, seat)
    _draw_customers(table, size_of(group))
    table.reveals += 1
    if table.last_turns == NONE and not table.bag and not any(table.queue_groups):
        table.last_turns = table.setup.players - 1
        if table.log is not None:
            table.tell("last_customer", seat=seat)


def _take_first_card(table: Table, seat: int) -> None:
    """The card of slot 1 goes to the hand, the others move up, new ones are drawn.

    The last card of all stays, so that the customers to come have a place.
    """
    cards = table.queue_wards
    ward = cards[0]
    table.queue_groups[0] = 0
    if cards[1] == NONE and not table.deck and not table.discard:
        return
    take_card(table, seat, ward)
    table.known[seat * table.setup.city.wards + ward] += 1
    if table.log is not None:
        table.tell("card_taken", seat=seat, card=table.ward_name(ward))
    cards.append(NONE)
    del cards[0]
    table.queue_groups.append(0)
    del table.queue_groups[0]
    for slot in range(SLOTS):
        if cards[slot] == NONE:
            cards[slot] = draw_card(table)
            if table.log is not None and cards[slot] != NONE:
                table.tell("card_added", slot=slot + 1, card=table.ward_name(cards[slot]))


def _draw_customers(table: Table, count: int) -> None:
    """Draw customers from the bag into the queue, one at a time, as many as there are."""
    for kind in table.rng.take(table.bag, min(count, len(table.bag))):
        join_queue(table, kind)


def join_queue(table: Table, kind: int) -> None:
    """A customer goes to its like, or else to the lowest card without customers."""
    groups = table.queue_groups
    alike = SELLS[KIND_GOOD[kind]]
    chosen = NONE
    for slot, group in enumerate(groups):
        if group & alike:
            chosen = slot
            break
        if not group and chosen == NONE and table.queue_wards[slot] != NONE:
            chosen = slot
    if chosen == NONE:  # fewer cards than goods: on the last card
        chosen = sum(ward != NONE for ward in table.queue_wards) - 1
    groups[chosen] += ONE[kind]
    if table.log is not None:
        ward = table.ward_name(table.queue_wards[chosen])
        key = f"shinjuku.customer.{KINDS[kind]}"
        table.tell("joined", customer=key, slot=chosen + 1, ward=ward)


def kind_keys(group: int) -> list[str]:
    """Customers as the keys of their names."""
    return [f"shinjuku.customer.{KINDS[kind]}" for kind in tokens_of(group)]
