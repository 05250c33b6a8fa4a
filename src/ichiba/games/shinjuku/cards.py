"""Ward cards: drawing and discarding them, what a hand can pay for, and paying."""

from ichiba.games.shinjuku.actions import THREE
from ichiba.games.shinjuku.city import bits
from ichiba.games.shinjuku.data import HAND, WILD_CARDS
from ichiba.games.shinjuku.table import NONE, PAYMENT, PAYMENT_THREE, Table


def can_draw(table: Table) -> bool:
    """Whether there is a card to draw."""
    return bool(table.deck or table.discard)


def draw_card(table: Table) -> int:
    """The next card, or NONE; when the deck has run out, the discard pile is shuffled into it."""
    if not table.deck:
        if not table.discard:
            return NONE
        table.deck = sorted(table.discard)
        table.discard = []
        if table.log is not None:
            table.tell("reshuffle")
    return table.rng.take(table.deck, 1)[0]


def take_card(table: Table, seat: int, ward: int) -> None:
    """A card comes into a hand."""
    table.cards[seat * table.setup.city.wards + ward] += 1
    table.held[seat] |= 1 << ward
    table.sizes[seat] += 1


def discard_card(table: Table, seat: int, ward: int) -> None:
    """A card goes from a hand to the discard pile, seen by all."""
    place = seat * table.setup.city.wards + ward
    table.cards[place] -= 1
    if not table.cards[place]:
        table.held[seat] ^= 1 << ward
    if table.known[place]:
        table.known[place] -= 1
    table.sizes[seat] -= 1
    table.discard.append(ward)


def draw_income(table: Table, seat: int) -> None:
    """Fill the hand up to four cards; with four or more draw one. As many as there are."""
    drawn = []
    for _ in range(max(1, HAND - table.sizes[seat])):
        ward = draw_card(table)
        if ward == NONE:
            break
        take_card(table, seat, ward)
        drawn.append(ward)
    table.reveals += 1
    if table.log is not None:
        table.tell("income", seat=seat, count=len(drawn))
        names = [table.ward_name(ward) for ward in drawn]
        table.tell("drawn", only=seat, seat=seat, cards=names)


def can_pay(table: Table, wards: int) -> bool:
    """Whether the player's hand has a card of these wards, or a wild one."""
    seat = table.player
    return table.held[seat] & (wards | table.wild[seat]) != 0 or table.sizes[seat] >= WILD_CARDS


def payable_wards(table: Table) -> int:
    """All the wards for which the player's hand could pay, as bits."""
    seat = table.player
    held = table.held[seat]
    if held & table.wild[seat] or table.sizes[seat] >= WILD_CARDS:
        return NONE  # every bit is set
    return held


def payments(table: Table) -> list[int]:
    """The ways to pay for what is at hand: a matching card, a wild card, any three cards."""
    seat = table.player
    pay = table.setup.actions.pay
    ways = [pay + ward for ward in bits(table.held[seat] & (table.pay_for | table.wild[seat]))]
    if table.sizes[seat] >= WILD_CARDS:
        ways.append(THREE)
    return ways


def cards_to_give(table: Table) -> list[int]:
    """One of three cards: any in the hand."""
    pay = table.setup.actions.pay
    return [pay + ward for ward in bits(table.held[table.player])]


def ask_payment(table: Table, wards: int) -> bool:
    """Ask how to pay for one of these wards; True if there was nothing to ask and it is paid."""
    table.pay_for = wards
    ways = payments(table)
    if len(ways) == 1:
        return pay(table, ways[0])
    table.phase = PAYMENT
    return False


def pay(table: Table, action: int) -> bool:
    """Pay with a card, or begin to pay with three; True if it is paid."""
    if action == THREE:
        table.three = WILD_CARDS
        return _ask_for_cards(table)
    seat = table.player
    ward = action - table.setup.actions.pay
    discard_card(table, seat, ward)
    if table.log is not None:
        kind = "pays" if table.pay_for >> ward & 1 else "pays_wild"
        table.tell(kind, seat=seat, card=table.ward_name(ward))
    return True


def give_card(table: Table, action: int) -> bool:
    """Give one of three cards; True if that was the last."""
    discard_card(table, table.player, action - table.setup.actions.pay)
    table.three -= 1
    return _ask_for_cards(table)


def _ask_for_cards(table: Table) -> bool:
    """Ask for the next of three cards, unless there is nothing to choose."""
    seat = table.player
    held = table.held[seat]
    while table.three and (table.sizes[seat] == table.three or not held & (held - 1)):
        discard_card(table, seat, held.bit_length() - 1)
        table.three -= 1
        held = table.held[seat]
    if table.three:
        table.phase = PAYMENT_THREE
        return False
    if table.log is not None:
        names = [table.ward_name(ward) for ward in table.discard[-WILD_CARDS:]]
        table.tell("pays_three", seat=seat, cards=names)
    return True
