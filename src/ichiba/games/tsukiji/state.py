"""A position of Tsukiji: the contract, by way of the rulebook's chapters."""

from random import Random
from typing import Self

from ichiba.core.game import Dump, View
from ichiba.core.messages import Argument, Message, Reason
from ichiba.core.rng import Rng
from ichiba.games.tsukiji import dumping, scoring, view
from ichiba.games.tsukiji.actions import BUY, GIVE, PLACE, REFUSE, TICKET, TICKETS_IN_HAND
from ichiba.games.tsukiji.data import (
    CARDS,
    PRODUCTS,
    REFUSAL,
    TAKUSAN,
    TICKET_BIT,
    TICKETS,
    YAKUZA,
)
from ichiba.games.tsukiji.explain import explain
from ichiba.games.tsukiji.offer import card_keys
from ichiba.games.tsukiji.purchase import (
    affordable,
    buy,
    columns_of,
    give_to_yakuza,
    place_takusan,
    products_of,
    refuse,
)
from ichiba.games.tsukiji.table import (
    NOBODY,
    OVER,
    PHASES,
    PURCHASE,
    TAKUSAN_PLACE,
    VALUATION,
    Table,
)
from ichiba.games.tsukiji.valuation import lay_ticket


class TsukijiState(Table):
    """The table, with all that the contract asks of it."""

    __slots__ = ()

    @property
    def simultaneous(self) -> bool:
        """Tickets are laid by all at once, face down."""
        return self.phase == VALUATION

    def legal(self, seat: int) -> list[int]:
        """What the seat may do now."""
        if seat not in self.actors:
            return []
        if self.phase == VALUATION:
            return TICKETS_IN_HAND[self.hands[seat]][:]
        if self.phase == PURCHASE:
            actions = [BUY + lot for lot in affordable(self, seat)]
            actions.append(REFUSE)
            return actions
        if self.phase == TAKUSAN_PLACE:
            return [PLACE + product for product in columns_of(self, seat)]
        return [GIVE + product for product in products_of(self, seat)]

    def apply(self, seat: int, action: int) -> None:
        """Do it, and all that follows without a decision."""
        if action < BUY:
            lay_ticket(self, seat, action - TICKET)
        elif action < REFUSE:
            buy(self, seat, action - BUY)
        elif action == REFUSE:
            refuse(self, seat)
        elif action < GIVE:
            place_takusan(self, seat, action - PLACE)
        else:
            give_to_yakuza(self, seat, action - GIVE)

    def view(self, seat: int | None) -> View:
        """All that the seat may know."""
        return view.view(self, seat)

    def explain(self, seat: int, action: int) -> Reason | None:
        """Why the seat may not do this now."""
        return explain(self, seat, action)

    def prompt(self, seat: int | None) -> Message:
        """What to do now, or whom to wait for."""
        phase = PHASES[self.phase]
        if self.phase == OVER:
            seats = [*self.winners]
            return Message("tsukiji.prompt.over", {"seats": seats, "count": len(seats)}, "end")
        if seat is not None and seat in self.actors:
            lot = min(len(self.tickets[seat]), self.setup.lots - 1) + 1
            return Message(f"tsukiji.prompt.{phase}", {"lot": lot}, phase)
        waiting: dict[str, Argument] = {"seats": [*self.actors], "count": len(self.actors)}
        return Message(f"tsukiji.waiting.{phase}", waiting, phase)

    def label(self, seat: int, action: int) -> Message:
        """What a legal action would do."""
        if action < BUY:
            ticket = f"tsukiji.ticket.{TICKETS[action - TICKET]}"
            lot = len(self.tickets[seat]) + 1
            return Message("tsukiji.label.ticket", {"ticket": ticket, "lot": lot}, "tickets")
        if action < REFUSE:
            lot = action - BUY
            price = self.setup.prices[self.tiles[lot]]
            cards = card_keys(self.lots[lot])
            return Message(
                "tsukiji.label.buy", {"lot": lot + 1, "price": price, "cards": cards}, "purchase"
            )
        if action == REFUSE:
            return Message("tsukiji.label.refuse", {"yen": REFUSAL}, "purchase")
        kind = "takusan" if action < GIVE else "yakuza"
        product = action - (PLACE if action < GIVE else GIVE)
        size = scoring.column_sizes(self, seat)[product]
        name = f"tsukiji.card.{PRODUCTS[product]}"
        return Message(f"tsukiji.label.{kind}", {"product": name, "count": size}, kind)

    def determinize(self, seat: int | None, rng: Random) -> Self:
        """New tickets for the others where they lie face down, and a new future."""
        world = self.copy()
        world.rng = Rng(rng.getrandbits(128))
        if self.phase == VALUATION:
            for other in self.setup.everyone:
                if other != seat:
                    world._redraw_tickets(other, rng)
        return world

    def _redraw_tickets(self, seat: int, rng: Random) -> None:
        laid = self.tickets[seat]
        hand = self.hands[seat]
        for ticket in laid:
            hand |= TICKET_BIT[ticket]
        drawn = rng.sample(TICKETS_IN_HAND[hand], len(laid))
        for ticket in drawn:
            hand ^= TICKET_BIT[ticket]
        self.tickets[seat] = drawn
        self.hands[seat] = hand

    @property
    def scores(self) -> tuple[int, ...]:
        """By seat, in yen."""
        return scoring.scores(self)

    @property
    def breakdown(self) -> tuple[dict[str, int], ...]:
        """By seat: what the score is made of."""
        return scoring.breakdown(self)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won."""
        return scoring.winners(self)

    def census(self) -> dict[str, int]:
        """All cards, wherever they lie."""
        counts = self.discard[:]
        for card in self.deck:
            counts[card] += 1
        if self.phase != OVER:
            for lot, buyer in zip(self.lots, self.buyers, strict=True):
                for card in lot if buyer == NOBODY else ():
                    counts[card] += 1
        for place, count in enumerate(self.products):
            counts[place % len(PRODUCTS)] += count
        counts[TAKUSAN] += sum(self.takusan) + self.open_takusan
        counts[YAKUZA] += self.open_yakuza
        return dict(zip(CARDS, counts, strict=True))

    def dump(self) -> Dump:
        """The whole position as plain data."""
        return dumping.dump(self)
