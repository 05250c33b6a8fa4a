"""A position of Shinjuku: the contract, by way of the rulebook's chapters."""

from collections.abc import Callable
from random import Random
from typing import Self

from ichiba.core.game import Dump, View
from ichiba.core.messages import Message, Reason
from ichiba.core.rng import Rng
from ichiba.games.shinjuku import (
    cards,
    dumping,
    expanding,
    moving,
    opening,
    scoring,
    telling,
    upgrading,
    view,
)
from ichiba.games.shinjuku.actions import DECLINE, END, EXPAND, INCOME, MOVE, OPEN, UPGRADE
from ichiba.games.shinjuku.data import GOODS, KINDS, tokens_of
from ichiba.games.shinjuku.explain import explain
from ichiba.games.shinjuku.table import (
    ACTION,
    EXPAND_FIRST,
    EXPAND_SECOND,
    FINISH,
    FREE_INCOME,
    MOVE_GIVE,
    MOVE_ON,
    MOVE_START,
    MOVE_WARD,
    NONE,
    OPEN_STATION,
    OPEN_STORE,
    PAYMENT,
    PAYMENT_THREE,
    STORES,
    UPGRADE_CUSTOMER,
    UPGRADE_STATION,
    Table,
)
from ichiba.games.shinjuku.turn import end_turn, income


class ShinjukuState(Table):
    """The table, with all that the contract asks of it."""

    __slots__ = ()

    @property
    def simultaneous(self) -> bool:
        """Everything is decided one after the other."""
        return False

    def legal(self, seat: int) -> list[int]:
        """What the seat may do now."""
        if seat not in self.actors:
            return []
        return _LEGAL[self.phase](self)

    def apply(self, seat: int, action: int) -> None:
        """Do it, and all that follows without a decision."""
        del seat  # the only one who decides
        _APPLY[self.phase](self, action)

    def view(self, seat: int | None) -> View:
        """All that the seat may know."""
        return view.view(self, seat)

    def explain(self, seat: int, action: int) -> Reason | None:
        """Why the seat may not do this now."""
        return explain(self, seat, action)

    def prompt(self, seat: int | None) -> Message:
        """What to do now, or whom to wait for."""
        return telling.prompt(self, seat)

    def label(self, seat: int, action: int) -> Message:
        """What a legal action would do."""
        return telling.label(self, seat, action)

    def determinize(self, seat: int | None, rng: Random) -> Self:
        """New cards for the others, except those that all saw them take; a new future.

        Customers stay: everybody saw them come, and the screens hide them from lookers only.
        """
        world = self.copy()
        world.rng = Rng(rng.getrandbits(128))
        hidden = [other for other in self.setup.everyone if other != seat]
        pool = self.deck[:]
        for other in hidden:
            pool += world._put_down_unknown(other)
        pool.sort()
        rng.shuffle(pool)
        for other in hidden:
            for _ in range(self.sizes[other] - world.sizes[other]):
                cards.take_card(world, other, pool.pop())
        world.deck = sorted(pool)
        return world

    def _put_down_unknown(self, seat: int) -> list[int]:
        """Keep the cards that everybody knows of, and give back the others."""
        wards = self.setup.city.wards
        place = seat * wards
        held, known = self.cards[place : place + wards], self.known[place : place + wards]
        self.cards[place : place + wards] = known
        self.sizes[seat] = sum(known)
        self.held[seat] = sum(1 << ward for ward, count in enumerate(known) if count)
        return [
            ward
            for ward, (has, seen) in enumerate(zip(held, known, strict=True))
            for _ in range(has - seen)
        ]

    @property
    def scores(self) -> tuple[int, ...]:
        """By seat, in points."""
        return scoring.scores(self)

    @property
    def breakdown(self) -> tuple[dict[str, int], ...]:
        """By seat: points by size of set."""
        return tuple(scoring.breakdown_of(self, seat) for seat in self.setup.everyone)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won."""
        return scoring.winners(self)

    def census(self) -> dict[str, int]:
        """All cards, customers, stores and track, wherever they are."""
        groups = [*self.queue_groups, *self.wards, *self.earned, self.group, self.removed]
        customers = self.bag + [kind for group in groups for kind in tokens_of(group)]
        on_map = [store % STORES for store in self.stores if store != NONE]
        wards = self.setup.city.wards
        counts = {
            "cards": len(self.deck) + len(self.discard) + sum(self.cards)
            + sum(ward != NONE for ward in self.queue_wards),
            "departments": sum(self.departments) + on_map.count(len(GOODS)),
            "track": sum(self.track) + sum(owner != NONE for owner in self.links),
        }  # fmt: skip
        for kind, name in enumerate(KINDS):
            counts[name] = customers.count(kind)
        for good, name in enumerate(GOODS):
            counts[f"stores {name}"] = sum(self.supply[good :: len(GOODS)]) + on_map.count(good)
        for ward, name in enumerate(self.setup.city.ward_names):
            piles = self.deck.count(ward) + self.discard.count(ward)
            counts[name] = piles + self.queue_wards.count(ward) + sum(self.cards[ward::wards])
        return counts

    def dump(self) -> Dump:
        """The whole position as plain data."""
        return dumping.dump(self)


def _actions(table: Table) -> list[int]:
    """The actions of a turn that were not used and can be done; or the end of the turn."""
    used = table.used
    found = [action for action, can in _CAN if not used >> action & 1 and can(table)]
    found.append(END)
    return found


def _begin_action(table: Table, action: int) -> None:
    """An action is chosen: ask for its first step. Or the turn ends."""
    table.action = action
    if action == END:
        end_turn(table)
    elif action == INCOME:
        income(table)
    else:
        table.phase = _FIRST_STEP[action]


def _pay(table: Table, action: int) -> None:
    if cards.pay(table, action):
        _PAID[table.action](table)


def _give_card(table: Table, action: int) -> None:
    if cards.give_card(table, action):
        _PAID[table.action](table)


_CAN: tuple[tuple[int, Callable[[Table], bool]], ...] = (
    (OPEN, opening.can_open),
    (EXPAND, expanding.can_expand),
    (INCOME, cards.can_draw),
    (MOVE, moving.can_move),
    (UPGRADE, upgrading.can_upgrade),
)
_FIRST_STEP = {
    OPEN: OPEN_STATION,
    EXPAND: EXPAND_FIRST,
    MOVE: MOVE_WARD,
    UPGRADE: UPGRADE_STATION,
}
_PAID: dict[int, Callable[[Table], None]] = {
    OPEN: opening.open_store,
    EXPAND: expanding.lay_second,
    MOVE: moving.gather,
    UPGRADE: upgrading.upgrade,
}
# By phase: what may be chosen, and what the choice does.
_LEGAL: dict[int, Callable[[Table], list[int]]] = {
    ACTION: _actions,
    FINISH: lambda _: [END],
    OPEN_STATION: opening.stations,
    OPEN_STORE: opening.stores_to_place,
    PAYMENT: cards.payments,
    PAYMENT_THREE: cards.cards_to_give,
    EXPAND_FIRST: expanding.first_links,
    EXPAND_SECOND: expanding.second_choices,
    MOVE_WARD: moving.wards_to_move,
    MOVE_START: moving.starts,
    MOVE_GIVE: moving.customers_to_give,
    MOVE_ON: moving.ways,
    UPGRADE_STATION: upgrading.stores_to_upgrade,
    UPGRADE_CUSTOMER: upgrading.customers_to_spend,
    FREE_INCOME: lambda _: [INCOME, DECLINE],
}
_APPLY: dict[int, Callable[[Table, int], None]] = {
    ACTION: _begin_action,
    FINISH: _begin_action,
    OPEN_STATION: opening.choose_station,
    OPEN_STORE: opening.choose_store,
    PAYMENT: _pay,
    PAYMENT_THREE: _give_card,
    EXPAND_FIRST: expanding.lay_first,
    EXPAND_SECOND: expanding.choose_second,
    MOVE_WARD: moving.choose_ward,
    MOVE_START: moving.start,
    MOVE_GIVE: moving.give,
    MOVE_ON: moving.go_on,
    UPGRADE_STATION: upgrading.choose_station,
    UPGRADE_CUSTOMER: upgrading.choose_customer,
    FREE_INCOME: moving.take_free_income,
}
