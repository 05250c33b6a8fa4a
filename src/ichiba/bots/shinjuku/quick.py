"""Shinjuku's light player as a bot of its own, to compare others with."""

from random import Random
from typing import cast

from ichiba.bots.shinjuku.glance import FAR
from ichiba.bots.shinjuku.ideas import Action
from ichiba.bots.shinjuku.light import Light
from ichiba.bots.shinjuku.terrain import WARD_OF
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
from ichiba.games.shinjuku.city import CITY, bits
from ichiba.games.shinjuku.customers import KIND_SIZE, kinds_buying
from ichiba.games.shinjuku.data import ACTIONS_IN_TURN, GOODS, WILD_CARDS
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
    PAYMENT,
    PAYMENT_THREE,
    UPGRADE_CUSTOMER,
    ShinjukuTable,
)

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
    light = Light(table)
    found = []
    while table.done < ACTIONS_IN_TURN:
        action = light.choose()
        if action is None:
            break
        found.append(_steps_of(light, action))
        if action.kind == INCOME:
            break
        light.carry_out(action)
        table.used |= 1 << action.kind
        table.done += 1
    else:
        return found[::-1]
    if not found or found[-1] != [INCOME]:
        found.append([END])
    return found[::-1]


def _steps_of(light: Light, action: Action) -> Steps:
    """The choices that make up an action, the last one first."""
    kind, where, what = action.kind, action.where, action.what
    steps = [kind]
    pay = [] if action.pays == NONE else _paying(light.payment(action.pays))
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


class _Rest(Light):
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
