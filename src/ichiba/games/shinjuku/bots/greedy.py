"""Shinjuku's greedy bot. It plans the actions of a turn together, estimates the customers that
stores, track and moves will bring, and takes the first step of the best plan."""

from random import Random
from typing import Final, NamedTuple, cast

from ichiba.core.observer import Observer
from ichiba.games.shinjuku.actions import AT, END, EXPAND, INCOME, MOVE, OPEN, UPGRADE
from ichiba.games.shinjuku.bots.candidates import Step, Steps, next_choice
from ichiba.games.shinjuku.bots.evaluate import Outlook
from ichiba.games.shinjuku.bots.hand import Hand, Payment, without
from ichiba.games.shinjuku.bots.sketch import Sketch
from ichiba.games.shinjuku.cards import can_draw
from ichiba.games.shinjuku.city import CITY
from ichiba.games.shinjuku.data import ACTIONS_IN_TURN, WILD_CARDS
from ichiba.games.shinjuku.paying import ALL_WARDS
from ichiba.games.shinjuku.table import (
    ACTION,
    EXPAND_SECOND,
    FREE_INCOME,
    MOVE_GIVE,
    MOVE_ON,
    MOVE_START,
    NONE,
    OPEN_STATION,
    OPEN_STORE,
    PAYMENT,
    PAYMENT_THREE,
    UPGRADE_CUSTOMER,
    ShinjukuTable,
)

# By first action: the second actions, as bits, with which the pair is tried in the other order.
_TRIED_BEFORE: Final = {EXPAND: 1 << OPEN, UPGRADE: 1 << OPEN | 1 << EXPAND}


class Breadth(NamedTuple):
    """How many steps are considered."""

    # Of each action: stores, track, wards with customers, and ways of each ward.
    opens: int = 8
    expands: int = 6
    wards: int = 6
    ways: int = 3
    # The same after another action.
    after: int = 3
    wards_after: int = 2
    ways_after: int = 1
    # First steps that are combined with a second one: at the start of a turn, by number of players
    # (more players take longer to evaluate), and in the middle of an action.
    firsts: tuple[int, ...] = (0, 0, 7, 5, 4)
    firsts_at_hand: int = 2


NARROW: Final = Breadth()


class Plan(NamedTuple):
    """What to do in the rest of a turn, and its estimated value."""

    value: float
    first: Step | None  # None for income or nothing
    payment: Payment
    then: int  # END or INCOME, if there is no second step
    second: Step | None = None
    second_payment: Payment = ()


def next_of(table: ShinjukuTable, plan: Plan) -> int:
    """What to choose now to carry out a plan."""
    return next_choice(table, plan.first, plan.payment) if plan.first else plan.then


class Greedy:
    """Plans one turn. Randomness only fills in the hidden cards, which it does not look at."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._outlook: Outlook | None = None  # of the last decision

    def choose(self, observer: Observer) -> int:
        """Choose the next step of the best plan for the rest of the turn."""
        legal = observer.legal()
        if len(legal) == 1:
            return legal[0]
        table = cast(ShinjukuTable, observer.determinize(self._rng))
        if table.phase == FREE_INCOME:
            return INCOME
        old = self._outlook
        # Within a turn, the map hardly changes, so most of what can be reached is known already.
        like = old if old is not None and old.table.turn == table.turn else None
        self._outlook = Outlook(table, observer.seat, like)
        return Mind(table, observer.seat, self._outlook).choice()


class Mind:
    """The evaluation of one decision: the plans for the rest of the turn."""

    def __init__(
        self,
        table: ShinjukuTable,
        seat: int,
        outlook: Outlook | None = None,
        breadth: Breadth = NARROW,
    ) -> None:
        self.table = table
        self.seat = seat
        self.outlook = outlook or Outlook(table, seat)
        self.breadth = breadth
        self.sketch = Sketch.of(table)
        counts = table.cards[seat * CITY.wards : (seat + 1) * CITY.wards]
        cards = [ward for ward, count in enumerate(counts) for _ in range(count)]
        share = sum(table.wild[seat] >> card & 1 for card in CITY.cards) / len(CITY.cards)
        self.hand = Hand(cards, table.crowded, self.outlook.turns_left, share)

    def choice(self) -> int:
        """What to do in this phase."""
        return next_of(self.table, max(self.plans(), key=_value))

    def plans(self) -> list[Plan]:
        """All plans for the rest of the turn."""
        steps = Steps(self.outlook, self.sketch, self._payable_now())
        value, effort = self.outlook.value, self.outlook.effort
        firsts = [(value(step.after) - effort, step) for step in self._firsts(steps)]
        last = self.table.done == ACTIONS_IN_TURN - 1
        plans = [self._alone(value, step, last=last) for value, step in firsts]
        ranked = sorted(plans, key=_value, reverse=True)
        if self.table.phase == ACTION:
            plans += self._idle()
        if not last:
            later = self._later(steps, [plan.first for plan in ranked if plan.first])
            count = self.breadth.firsts_at_hand
            if self.table.phase == ACTION:
                count = self.breadth.firsts[self.outlook.players]
            for plan in ranked[:count]:
                if plan.first:
                    plans += self._pairs(plan.first, later)
        return plans

    def outcome(self, plan: Plan) -> tuple[Sketch, float]:
        """The map after a plan, and what the cards in hand are worth then, in points."""
        last = plan.second or plan.first
        sketch = last.after if last else self.sketch
        cards = without(self.hand.cards, plan.payment + plan.second_payment)
        keep = self.hand.after_income if plan.then == INCOME else self.hand.worth
        return sketch, keep(cards, sketch.wild[self.seat])

    def _later(self, steps: Steps, ranked: list[Step]) -> list[Step]:
        """The stores and track that could follow a first step."""
        used = self.table.used
        if self.table.phase != ACTION:
            used |= 1 << self.table.action
            ranked = [] if used >> OPEN & 1 else steps.opens(self.breadth.after)
            ranked += [] if used >> EXPAND & 1 else steps.expands(self.breadth.after)
        opens = [step for step in ranked if step.kind == OPEN]
        expands = [step for step in ranked if step.kind == EXPAND]
        return opens[: self.breadth.after] + expands[: self.breadth.after]

    def _idle(self) -> list[Plan]:
        """Plans without a step: income, or ending the turn."""
        value, card = self.outlook.value(self.sketch), self.outlook.card
        wild, cards = self.sketch.wild[self.seat], self.hand.cards
        plans = [Plan(value + card * self.hand.worth(cards, wild), None, (), END)]
        if can_draw(self.table):
            worth = value + card * self.hand.after_income(cards, wild)
            plans.append(Plan(worth, None, (), INCOME))
        return plans

    def _alone(self, value: float, step: Step, *, last: bool) -> Plan:
        """Plans with one step, followed by income if that is still possible."""
        draws = not last and can_draw(self.table)
        keep = self.hand.after_income if draws else self.hand.worth
        then = INCOME if draws else END
        wild, card = step.after.wild[self.seat], self.outlook.card
        plans = []
        for payment in self._payments(step):
            worth = value + card * keep(without(self.hand.cards, payment), wild)
            plans.append(Plan(worth, step, payment, then))
        return max(plans, key=_value)

    def _pairs(self, first: Step, later: list[Step]) -> list[Plan]:
        """Plans with two steps: for each way to pay for the first, the best second one."""
        wild = first.after.wild[self.seat]
        rests = [(payment, without(self.hand.cards, payment)) for payment in self._payments(first)]
        payable = 0
        for _, cards in rests:
            payable |= self._payable(cards, wild)
        plans = []
        for second in self._seconds(first, later, payable):
            value = self.outlook.value(second.after) - 2 * self.outlook.effort
            kept, card = second.after.wild[self.seat], self.outlook.card
            for payment, cards in rests:
                others = self.hand.cheapest(cards, second.needs, wild) if second.needs else [()]
                for other in others:
                    worth = value + card * self.hand.worth(without(cards, other), kept)
                    plans.append(Plan(worth, first, payment, END, second, other))
        return plans

    def _payments(self, step: Step) -> list[Payment]:
        """The ways to pay for the first step of a plan, or for the rest of it."""
        cards, wild = self.hand.cards, self.sketch.wild[self.seat]
        if self.table.phase == PAYMENT_THREE:
            return self.hand.several(cards, self.table.three, wild)
        return self.hand.payments(cards, step.needs, wild) if step.needs else [()]

    def _payable(self, cards: list[int], wild: int) -> int:
        """The wards that the cards can pay for, as bits; all wards if a card is wild."""
        held = sum(1 << card for card in set(cards))
        return ALL_WARDS if held & wild or len(cards) >= WILD_CARDS else held

    def _payable_now(self) -> int:
        return self._payable(self.hand.cards, self.sketch.wild[self.seat])

    def _firsts(self, steps: Steps) -> list[Step]:
        """The possible first steps, or the ways to finish the current action."""
        table = self.table
        if table.phase == ACTION:
            return self._all_steps(steps, table.used)
        if table.action == OPEN:
            return self._opens(steps)
        if table.action == EXPAND:
            return self._expands(steps)
        if table.action == UPGRADE:
            return self._upgrades(steps)
        return self._moves(steps)

    def _all_steps(self, steps: Steps, used: int) -> list[Step]:
        found: list[Step] = []
        if not used >> OPEN & 1:
            found += steps.opens(self.breadth.opens)
        if not used >> EXPAND & 1:
            found += steps.expands(self.breadth.expands)
        if not used >> MOVE & 1:
            found += steps.moves(self.breadth.wards, self.breadth.ways)
        if not used >> UPGRADE & 1:
            found += steps.upgrades()
        return found

    def _seconds(self, first: Step, later: list[Step], payable: int) -> list[Step]:
        """The steps that could follow a step. Interchangeable pairs are tried in one order only."""
        used = self.table.used | 1 << first.kind
        if self.table.phase == ACTION:
            used |= _TRIED_BEFORE.get(first.kind, 0)
        steps = Steps(self.outlook, first.after, payable)
        found = [step for old in later if not used >> old.kind & 1 for step in steps.again(old)]
        if first.kind == OPEN and not used >> EXPAND & 1:
            found += steps.expands_at(first.choices[OPEN_STATION] - AT, self.breadth.after)
        if not used >> MOVE & 1:
            found += steps.moves(self.breadth.wards_after, self.breadth.ways_after)
        if not used >> UPGRADE & 1:
            found += steps.upgrades()
        return found

    def _opens(self, steps: Steps) -> list[Step]:
        table = self.table
        if table.phase == OPEN_STORE:
            return steps.opens(self.breadth.opens, table.station)
        if table.phase in (PAYMENT, PAYMENT_THREE):
            return [steps.open_step(table.station, table.good, table.origin)]
        return steps.opens(self.breadth.opens)

    def _expands(self, steps: Steps) -> list[Step]:
        table = self.table
        if table.phase == EXPAND_SECOND:
            return steps.seconds(table.first_link, self.breadth.expands)
        if table.phase in (PAYMENT, PAYMENT_THREE):
            return [steps.second_step(table.first_link, table.second_link)]
        return steps.expands(self.breadth.expands)

    def _upgrades(self, steps: Steps) -> list[Step]:
        table = self.table
        if table.phase in (PAYMENT, PAYMENT_THREE):
            return [steps.upgrade_step(table.station, table.kind)]
        return steps.upgrades(table.station if table.phase == UPGRADE_CUSTOMER else NONE)

    def _moves(self, steps: Steps) -> list[Step]:
        table = self.table
        if table.phase in (PAYMENT, PAYMENT_THREE):
            return steps.moves_of(table.ward, self.breadth.ways)
        if table.phase == MOVE_START:
            return steps.starting_steps(table.ward, table.group, self.breadth.ways)
        if table.phase == MOVE_ON:
            return steps.onward_steps(table.ward, table.path, table.group, self.breadth.ways)
        if table.phase == MOVE_GIVE:
            return steps.giving_steps(table.ward, table.path, table.group, self.breadth.ways)
        return steps.moves(self.breadth.wards, self.breadth.ways)


def _value(plan: Plan) -> float:
    return plan.value
