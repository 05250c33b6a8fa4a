"""The quick player of Shinjuku: it chooses whole actions by rough estimates, and plays on at an
imagined table.

It is fast rather than exact. Hints use it to look ahead. Its constants, also those of the modules
that it uses, were chosen in games against itself and greedy."""

from random import Random
from typing import Final, cast

from ichiba.core.observer import Observer
from ichiba.games.shinjuku.actions import (
    AT,
    DECLINE,
    END,
    EXPAND,
    GIVE,
    INCOME,
    MOVE,
    OPEN,
    PAY,
    STOP,
    STORE,
    THREE,
    TRACK,
    UPGRADE,
    WARD,
)
from ichiba.games.shinjuku.bots.quick.candidates import LEAST, Action, Ideas
from ichiba.games.shinjuku.bots.quick.evaluate import FAR, WARD_OF, join_areas
from ichiba.games.shinjuku.cards import discard_card, draw_income
from ichiba.games.shinjuku.city import CITY, bits
from ichiba.games.shinjuku.customers import KIND_SIZE, ONE, kinds_buying
from ichiba.games.shinjuku.data import (
    ACTIONS_IN_TURN,
    BONUS_STACKS,
    DEPARTMENT,
    GOODS,
    HAND,
    WILD_CARDS,
    good_of,
    owner_of,
    store_of,
)
from ichiba.games.shinjuku.pieces import (
    add_customers,
    lay_track,
    place_store,
    remove_store,
    take_customers,
)
from ichiba.games.shinjuku.queue import join_queue
from ichiba.games.shinjuku.table import (
    EXPAND_FIRST,
    EXPAND_SECOND,
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
    ShinjukuTable,
    changed,
)
from ichiba.games.shinjuku.turn import end_turn

# The value of a card drawn as income, relative to the price of a card; less if the hand is full.
_INCOME: Final = 1.6
_FULL_HAND: Final = 0.8
# More than sums of the same numbers in another order differ.
_ROUNDING: Final = 1e-9


class Policy(Ideas):
    """Plays everybody's turns on an imagined table."""

    __slots__ = ("intended",)

    intended: Action | None  # the Move for which a store or track has been built in this turn

    def __init__(self, table: ShinjukuTable) -> None:
        super().__init__(table)
        self.intended = None

    def play_on(self, turns: int) -> None:
        """Play a number of turns, or to the end of the game."""
        table = self.table
        while table.phase != OVER and turns:
            self.play_turn()
            turns -= 1

    def play_turn(self) -> None:
        """Play the rest of a turn."""
        table = self.table
        while table.done < ACTIONS_IN_TURN:
            action = self.choose()
            if action is None:
                break
            self.carry_out(action)
            if action.kind == INCOME:
                break
            table.used |= 1 << action.kind
            table.done += 1
        end_turn(table)

    def choose(self) -> Action | None:
        """The best action, or None to end the turn."""
        table, unused = self.table, ~self.table.used
        if table.done and self.intended:
            self.price_cards()
            return self.intended
        self.study()
        self.intended = None
        found: list[Action] = []
        if unused >> OPEN & 1 and table.sizes[self.seat]:
            found += self.best_opens()
        if unused >> EXPAND & 1 and table.track[self.seat]:
            found += self.best_expands()
        if unused >> MOVE & 1 and table.crowded:
            move = self.best_move()
            first = None if table.done else self._before_move(found, move)
            if first:
                return first
            found += [move] if move else []
        if unused >> UPGRADE & 1 and table.departments[self.seat]:
            found += self.best_upgrade()
        best = max(found, key=_worth, default=None)
        if best and best.worth <= LEAST:
            best = None
        if best is None or table.done:
            return self._income_or(best)
        return best

    def _income_or(self, best: Action | None) -> Action | None:
        """Income, if it is better than an action and there are cards to draw."""
        table = self.table
        if not table.deck and not table.discard:
            return best
        size = table.sizes[self.seat]
        cards = HAND - size if size < HAND else _FULL_HAND
        worth = _INCOME * self.price * cards
        return Action(worth, INCOME) if worth > (best.worth if best else LEAST) else best

    def _before_move(self, builds: list[Action], move: Action | None) -> Action | None:
        """The store or track that makes the next Move better, if there is one."""
        now = move.worth if move else 0.0
        best = LEAST + now + max([build.worth for build in builds if build.worth > 0], default=0.0)
        first = None
        for build in builds:
            needed = best - build.worth - _ROUNDING
            after = self.move_after(build, max(needed, now, LEAST))
            if after and build.worth + after.worth > best:
                best, first, self.intended = build.worth + after.worth, build, after
        return first

    def carry_out(self, action: Action) -> None:
        """Carry out an action of the player whose turn it is."""
        table = self.table
        seat = table.player
        if action.pays != NONE:
            for card in self.payment(action.pays):
                discard_card(table, seat, card)
        kind = action.kind
        if kind == MOVE:
            self._move(seat, action)
        elif kind == OPEN:
            at = seat * len(GOODS) + action.what
            table.supply = changed(table.supply, at, table.supply[at] - 1)
            place_store(table, action.where, store_of(seat, action.what))
        elif kind == EXPAND:
            self._lay(seat, action.where)
            if action.what != NONE:
                self._lay(seat, action.what)
        elif kind == UPGRADE:
            self._upgrade(seat, action.where, action.what)
        else:
            draw_income(table, seat)

    def _lay(self, seat: int, link: int) -> None:
        lay_track(self.table, seat, link)
        join_areas(self.areas, link)

    def _move(self, seat: int, action: Action) -> None:
        table = self.table
        group = take_customers(table, action.where)
        stores, links, earned = table.stores, table.links, table.earned
        fares, last = 0, NONE
        for station, kind in zip(action.path, action.given):  # noqa: B905 - hot
            if last != NONE:
                link = CITY.link_between.get((last, station), NONE)
                if link != NONE and links[link] != seat:
                    fares |= 1 << links[link]
            if kind != NONE:
                group -= ONE[kind]
                earned[owner_of(stores[station])] += ONE[kind]
            last = station
        if group:
            add_customers(table, WARD_OF[last], group)
        if fares:
            players = table.setup.players
            for place in range(1, players):
                other = (seat + place) % players
                if fares >> other & 1:
                    draw_income(table, other)

    def _upgrade(self, seat: int, station: int, kind: int) -> None:
        table = self.table
        good = good_of(table.stores[station])
        remove_store(table, station)
        place_store(table, station, store_of(seat, DEPARTMENT))
        table.departments = changed(table.departments, seat, table.departments[seat] - 1)
        at = seat * len(GOODS) + good
        table.supply = changed(table.supply, at, table.supply[at] + 1)
        table.earned[seat] -= ONE[kind]
        if table.last_turns == NONE:
            join_queue(table, kind)
        else:
            table.removed += ONE[kind]
        claimed = len(table.stack_owners)
        table.stack_owners += (seat,)
        if claimed < len(BONUS_STACKS):
            bonus = table.bonus[seat] + BONUS_STACKS[claimed]
            table.bonus = changed(table.bonus, seat, bonus)


def _worth(action: Action) -> float:
    return action.worth


Steps = list[int]  # choices, the last one first


class Quick:
    """Plans its whole turn at an imagined table, and remembers the plan."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._actions: list[Steps] = []  # the next actions of the turn, the last one first
        self._steps: Steps = []  # the rest of the current action

    def choose(self, observer: Observer) -> int:
        """Choose the next step of the plan."""
        legal = observer.legal()
        if len(legal) == 1:
            return legal[0]
        if DECLINE in legal:
            return INCOME
        if END in legal:
            if not self._actions or self._actions[-1][-1] not in legal:
                self._actions = _plan(self._imagine(observer))
            self._steps = self._actions.pop()
        steps = self._steps
        while steps:
            step = steps.pop()
            if step in legal:  # the game makes forced choices itself
                return step
        self._steps = steps = _Rest(self._imagine(observer)).steps()
        return steps.pop() if steps and steps[-1] in legal else legal[0]

    def _imagine(self, observer: Observer) -> ShinjukuTable:
        return cast(ShinjukuTable, observer.determinize(self._rng))


def _plan(table: ShinjukuTable) -> list[Steps]:
    """The steps of the next actions of this turn, the last one first."""
    policy = Policy(table)
    found = []
    while table.done < ACTIONS_IN_TURN:
        action = policy.choose()
        if action is None:
            break
        found.append(_steps_of(policy, action))
        if action.kind == INCOME:
            break
        policy.carry_out(action)
        table.used |= 1 << action.kind
        table.done += 1
    else:
        return found[::-1]
    if not found or found[-1] != [INCOME]:
        found.append([END])
    return found[::-1]


def _steps_of(policy: Policy, action: Action) -> Steps:
    """The choices that make up an action, the last one first."""
    kind, where, what = action.kind, action.where, action.what
    steps = [kind]
    pay = [] if action.pays == NONE else _paying(policy.payment(action.pays))
    if kind == OPEN:
        steps += [AT + where, STORE + what, *pay]
    elif kind == EXPAND:
        steps += [TRACK + where, STOP if what == NONE else TRACK + what, *pay]
    elif kind == UPGRADE:
        steps += [AT + where, GIVE + what, *pay]
    elif kind == MOVE:
        steps += [WARD + where, *pay, *_travel(action.path, action.given)]
    steps.reverse()
    return steps


def _paying(cards: tuple[int, ...]) -> Steps:
    pay = [PAY + card for card in cards]
    return [THREE, *pay] if len(cards) == WILD_CARDS else pay


def _travel(path: tuple[int, ...], given: tuple[int, ...]) -> Steps:
    steps = []
    for station, kind in zip(path, given, strict=True):
        steps.append(AT + station)
        if kind != NONE:
            steps.append(GIVE + kind)
    return [*steps, STOP]


class _Rest(Policy):
    """Finds the rest of an action that somebody else has begun."""

    __slots__ = ()

    def steps(self) -> Steps:
        """The next choices, the last one first; none if nothing looks good."""
        self.study()
        phase = self.table.phase
        if phase in (PAYMENT, PAYMENT_THREE):
            found = self._pay(phase)
        elif phase in (MOVE_WARD, MOVE_START, MOVE_GIVE, MOVE_ON):
            found = self._go(phase)
        elif phase in (EXPAND_FIRST, EXPAND_SECOND):
            found = self._expand(phase)
        elif phase in (OPEN_STATION, OPEN_STORE):
            found = self._open(phase)
        else:
            found = self._improve(phase)
        return found[::-1]

    def _pay(self, phase: int) -> Steps:
        if phase == PAYMENT_THREE:
            return [PAY + card for card in self.cheapest_cards(self.table.three)]
        ward = min(bits(self.table.pay_for), key=self.cost)
        return _paying(self.payment(ward))

    def _open(self, phase: int) -> Steps:
        if phase == OPEN_STATION:
            return _steps_of(self, self.best_opens()[0])[-2::-1]
        table, at = self.table, self.seat * len(GOODS)
        goods = [good for good in range(len(GOODS)) if table.supply[at + good]]
        station = table.station
        if not goods:
            return []
        good = self.best_good(self.areas[station], goods)[1]
        return [STORE + good, *_paying(self.payment(WARD_OF[station]))]

    def _expand(self, phase: int) -> Steps:
        if phase == EXPAND_FIRST:
            found = self.best_expands()
            return _steps_of(self, found[0])[-2::-1] if found else []
        more = self.second_piece(Action(0.0, EXPAND, self.table.first_link))
        if more is None or more.worth <= 0:
            return [STOP]
        return [TRACK + more.what, *_paying(self.payment(more.pays))]

    def _improve(self, phase: int) -> Steps:
        if phase == UPGRADE_CUSTOMER:
            table = self.table
            kinds = kinds_buying(table.earned[self.seat], table.good)
            return [GIVE + min(kinds, key=KIND_SIZE.__getitem__)]
        found = self.best_upgrade()
        return _steps_of(self, found[0])[-2::-1] if found else []

    def _go(self, phase: int) -> Steps:
        table = self.table
        if phase == MOVE_WARD:
            move = self.best_move()
            return _steps_of(self, move)[-2::-1] if move else []
        if phase == MOVE_GIVE:
            return [GIVE + self.serve(table.path[-1], table.group, 0.0)[2]]
        if phase == MOVE_ON:
            here = table.path[-1]
            _, path, given = self.onward(here, table.group, table.visited, 0.0, NONE)
            return _travel(path, given)[1:]
        best, steps = -FAR, []
        for station in bits(CITY.stations_in[table.ward]):
            gain, path, given = self.way(station, table.group)
            if gain > best:
                best, steps = gain, _travel(path, given)
        return steps
