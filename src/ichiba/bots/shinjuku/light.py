"""A quick player for Shinjuku: it chooses whole actions by rough estimates, and plays on at an
imagined table.

It is fast rather than exact. Hints use it to look ahead, and `quick.py` makes a bot of it. Its
constants, also those of the modules that it uses, were chosen in games against itself and greedy.
"""

from typing import Final

from ichiba.bots.shinjuku.ideas import LEAST, Action, Ideas
from ichiba.bots.shinjuku.terrain import WARD_OF, join_areas
from ichiba.games.shinjuku.actions import EXPAND, INCOME, MOVE, OPEN, UPGRADE
from ichiba.games.shinjuku.cards import discard_card, draw_income
from ichiba.games.shinjuku.city import CITY
from ichiba.games.shinjuku.customers import ONE
from ichiba.games.shinjuku.data import (
    ACTIONS_IN_TURN,
    BONUS_STACKS,
    DEPARTMENT,
    GOODS,
    HAND,
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
from ichiba.games.shinjuku.table import NONE, OVER, ShinjukuTable, changed
from ichiba.games.shinjuku.turn import end_turn

# The value of a card drawn as income, relative to the price of a card; less if the hand is full.
_INCOME: Final = 1.6
_FULL_HAND: Final = 0.8
# More than sums of the same numbers in another order differ.
_ROUNDING: Final = 1e-9


class Light(Ideas):
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
