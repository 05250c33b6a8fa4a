"""The second phase of a round: all players lay a ticket face down on every lot, simultaneously."""

from random import Random

from ichiba.core.messages import Message, Reason
from ichiba.games.tsukiji.actions import ACTIONS, BUY, GIVE, PLACE, REFUSE, TICKET, TICKETS_IN_HAND
from ichiba.games.tsukiji.data import TICKET_BIT, TICKETS
from ichiba.games.tsukiji.round import reveal_tickets
from ichiba.games.tsukiji.table import Step, TsukijiTable


class Valuation(Step):
    """Which ticket goes on the next lot, from left to right?"""

    name = "valuation"
    chapter = "valuation"
    kinds = (TICKET,)
    simultaneous = True
    postpones = (BUY, REFUSE, PLACE, GIVE)

    def choices(self, table: TsukijiTable, seat: int) -> list[int]:
        """All tickets in the hand."""
        return TICKETS_IN_HAND[table.hands[seat]][:]

    def take(self, table: TsukijiTable, seat: int, action: int) -> None:
        """Lay a ticket. After the last ticket of all players, they are revealed."""
        ticket = action - TICKET
        laid = table.tickets[seat]
        laid.append(ticket)
        hand = table.hands[seat] ^ TICKET_BIT[ticket]
        table.hands[seat] = hand
        if table.log is not None:
            table.tell("ticket", only=seat, seat=seat, lot=len(laid), ticket=_key(ticket))
        if len(laid) == table.setup.lots:
            _finish(table, seat)
        elif not hand & (hand - 1):  # one ticket left
            self.settle(table, seat, TICKETS_IN_HAND[hand])

    def prompt(self, table: TsukijiTable, seat: int) -> Message:
        return self.question(table, lot=len(table.tickets[seat]) + 1)

    def label(self, table: TsukijiTable, seat: int, action: int) -> Message:
        """The ticket and its lot."""
        lot = len(table.tickets[seat]) + 1
        return self.say("ticket", "tickets", ticket=_key(action - TICKET), lot=lot)

    def why_not(self, table: TsukijiTable, seat: int, action: int) -> Reason:
        """The ticket is already on a lot, or it is a special one from an earlier round."""
        ticket, laid = action - TICKET, table.tickets[seat]
        if ticket in laid:
            return self.no("ticket_laid", ticket=_key(ticket), lot=laid.index(ticket) + 1)
        return self.no("ticket_spent", "tickets", ticket=_key(ticket))

    def comes_first(self, table: TsukijiTable, seat: int) -> Reason:
        """Names the players who are still laying tickets, or tells the seat to lay its own."""
        if seat in table.actors:
            return self.no("first_own_tickets")
        return self.no("first_valuation", seats=[*table.actors], count=len(table.actors))

    def not_your_turn(self, table: TsukijiTable, seat: int, action: int) -> Reason:
        """There are no turns here: the seat has laid all its tickets and waits for the others."""
        if ACTIONS.kind_of[action] == TICKET:
            return self.no("tickets_complete")
        return self.comes_first(table, seat)


def _key(ticket: int) -> str:
    return f"tsukiji.ticket.{TICKETS[ticket]}"


def _finish(table: TsukijiTable, seat: int) -> None:
    if table.log is not None:
        table.tell("ready", seat=seat)
    actors = table.actors
    if len(actors) > 1:
        at = actors.index(seat)
        table.actors = actors[:at] + actors[at + 1 :]
    else:
        reveal_tickets(table)


def redraw_tickets(table: TsukijiTable, seat: int, rng: Random) -> None:
    """Replace a seat's face-down tickets by random ones, for somebody who cannot see them."""
    laid = table.tickets[seat]
    hand = table.held[seat]
    could_be = TICKETS_IN_HAND[hand][:]
    drawn = []
    for _ in laid:
        ticket = could_be.pop(int(rng.random() * len(could_be))) - TICKET
        hand ^= TICKET_BIT[ticket]
        drawn.append(ticket)
    table.tickets[seat] = drawn
    table.hands[seat] = hand
