"""Paying: with a card of the ward, with a wild card, or with any three cards."""

from typing import Final

from ichiba.core.messages import Message, Reason
from ichiba.games.shinjuku.actions import PAY, PAY_WITH, THREE, for_wards
from ichiba.games.shinjuku.cards import discard_card
from ichiba.games.shinjuku.city import CITY, ward_name, ward_names
from ichiba.games.shinjuku.data import WILD_CARDS
from ichiba.games.shinjuku.table import (
    EXPAND_SECOND,
    OPEN_STORE,
    PAYMENT,
    PAYMENT_THREE,
    UPGRADE_CUSTOMER,
    ShinjukuTable,
    Step,
)

ALL_WARDS: Final = (1 << CITY.wards) - 1


def payable_wards(table: ShinjukuTable, seat: int) -> int:
    """The wards that the seat can pay for, as bits: all of them if it has a wild card."""
    if table.sizes[seat] >= WILD_CARDS:
        return ALL_WARDS
    held = table.held[seat]
    return ALL_WARDS if held & table.wild[seat] else held


def ask_payment(table: ShinjukuTable, seat: int, wards: int) -> None:
    """Ask how to pay for one of these wards. Then the action goes on with its `paid`."""
    table.pay_for = wards
    table.ask(PAYMENT, seat)


def can_still_pay(table: ShinjukuTable) -> bool:
    """Whether the player can go on with the action that they have begun, if they have to decide."""
    seat = table.player
    if seat not in table.actors:
        return True
    due = ALL_WARDS
    if table.phase in (OPEN_STORE, UPGRADE_CUSTOMER):  # the station is chosen
        due = 1 << CITY.ward_of[table.station]
    elif table.phase == EXPAND_SECOND:  # a second piece is offered, so it can be paid for
        due = CITY.wards_at[table.first_link]
    if due != ALL_WARDS and not payable_wards(table, seat) & due:
        return False
    return bool(table.decisions[table.phase].choices(table, seat))


class Pay(Step):
    """How does the player pay?"""

    name = "pay"
    chapter = "wildcards"
    kinds = (PAY, THREE)

    def choices(self, table: ShinjukuTable, seat: int) -> list[int]:
        """A matching card, a wild card, or any three cards."""
        cards = table.held[seat] & (table.pay_for | table.wild[seat])
        found = for_wards(PAY_WITH, cards)
        if table.sizes[seat] >= WILD_CARDS:
            found.append(THREE)
        return found

    def few(self, table: ShinjukuTable, seat: int) -> list[int] | None:
        """With three cards, each card that matches is another way to pay."""
        cards = table.held[seat] & (table.pay_for | table.wild[seat])
        if cards and (table.sizes[seat] >= WILD_CARDS or cards & (cards - 1)):
            return None
        return self.choices(table, seat)

    def take(self, table: ShinjukuTable, seat: int, action: int) -> None:
        """Pay with a card, or begin to pay with three."""
        if action == THREE:
            table.three = WILD_CARDS
            table.ask(PAYMENT_THREE, seat)
            return
        ward = action - PAY
        discard_card(table, seat, ward)
        if table.log is not None:
            key = "pays" if table.pay_for >> ward & 1 else "pays_wild"
            table.tell(key, seat=seat, card=ward_name(ward))
        table.turn_actions[table.action].paid(table, seat)

    def label(self, table: ShinjukuTable, seat: int, action: int) -> Message:
        """The card, and whether it is used as a wild card."""
        if action == THREE:
            return self.say("three")
        ward = action - PAY
        return self.say("pay" if table.pay_for >> ward & 1 else "pay_wild", card=ward_name(ward))

    def why_not(self, table: ShinjukuTable, seat: int, action: int) -> Reason:
        """The seat does not have the cards, or the card does not match."""
        if action == THREE:
            return self.no("few_cards", count=table.sizes[seat])
        ward = action - PAY
        key = "no_match" if table.held[seat] >> ward & 1 else "no_such_card"
        return self.no(key, card=ward_name(ward))


class PayThree(Step):
    """Which is the next of three cards?"""

    name = "pay_three"
    chapter = "wildcards"
    kinds = (PAY,)

    def choices(self, table: ShinjukuTable, seat: int) -> list[int]:
        """Any card in the hand."""
        return for_wards(PAY_WITH, table.held[seat])

    def few(self, table: ShinjukuTable, seat: int) -> list[int] | None:
        """If all cards are needed, their order does not matter: the last ward is the first."""
        held = table.held[seat]
        if table.sizes[seat] == table.three:
            return [PAY + held.bit_length() - 1]
        return None if held & (held - 1) else self.choices(table, seat)

    def take(self, table: ShinjukuTable, seat: int, action: int) -> None:
        """Give a card. After the last one, the action goes on."""
        discard_card(table, seat, action - PAY)
        table.three -= 1
        if table.three:
            table.ask(PAYMENT_THREE, seat)
            return
        if table.log is not None:
            table.tell("pays_three", seat=seat, cards=ward_names(table.discard[-WILD_CARDS:]))
        table.turn_actions[table.action].paid(table, seat)

    def prompt(self, table: ShinjukuTable, seat: int) -> Message:
        """Says how many cards are missing."""
        return self.question(table, cards=table.three)

    def label(self, table: ShinjukuTable, seat: int, action: int) -> Message:
        return self.say("give_card", card=ward_name(action - PAY))

    def why_not(self, table: ShinjukuTable, seat: int, action: int) -> Reason:
        """The seat does not have the card."""
        return self.no("no_such_card", card=ward_name(action - PAY))
