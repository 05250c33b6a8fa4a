"""What the quick player could do: the most promising whole actions. This module has the Moves, and
what a Move would bring after a store or track."""

from typing import Final

from ichiba.games.shinjuku.actions import MOVE, OPEN
from ichiba.games.shinjuku.bots.quick.builds import LEAST, Action, Builds
from ichiba.games.shinjuku.bots.quick.evaluate import (
    ENDS,
    EVERYWHERE,
    FAR,
    STATIONS_IN,
    area_of,
    counts_in,
    join_areas,
    route_to,
)
from ichiba.games.shinjuku.customers import KIND_GOOD, KIND_SIZE, ONE, buyers, kinds_buying
from ichiba.games.shinjuku.data import good_of, owner_of, store_of
from ichiba.games.shinjuku.table import NONE, changed

__all__ = ["LEAST", "Action", "Ideas"]

# The cost of a customer that a rival gets, relative to its own worth, and of a step.
_LOSS: Final = 0.374
_STEP: Final = 0.0196
# How many starting stations are tried for a Move.
_TRIES: Final = 4


class Ideas(Builds):
    """Finds actions for the player whose turn it is. `study` comes first."""

    __slots__ = ()

    def best_move(self, least: float = LEAST, within: int = EVERYWHERE) -> Action | None:
        """The best Move that brings more than `least` and begins at one of some stations. Only the
        most promising starts are tried out."""
        best, found = least, None
        for most, station, ward, cost in self._ranked_starts(least, within)[:_TRIES]:
            if most <= best:
                break
            gain, path, given = self.way(station, self.table.wards[ward])
            gain -= cost
            if gain > best:
                best, found = gain, Action(gain, MOVE, ward, NONE, ward, path, given)
        return found

    def _ranked_starts(self, least: float, within: int) -> list[tuple[float, int, int, float]]:
        """Where a Move could begin, from the most it could bring: that, the station, the ward and
        the cost."""
        worth, own, areas = self.worth, self.own, self.areas
        wards, costs, three = self.table.wards, self.costs, self.any_card
        everywhere = (own[0] | own[1] | own[2] | own[3]) & within
        ranked = []
        for ward in area_of(within)[1]:
            if not wards[ward]:
                continue
            cost = costs.get(ward, FAR)
            cost = cost if cost < three else three
            if cost >= FAR:
                continue
            counts = counts_in(wards[ward])
            for station in STATIONS_IN[ward]:
                area = areas[station]
                if not area & everywhere:
                    continue
                gain = -cost
                for good, count in counts:
                    stores = (area & own[good]).bit_count()
                    if stores:
                        limit = 2 * stores if good else stores
                        gain += worth[good] * (count if count < limit else limit)
                if gain > least:
                    ranked.append((gain, station, ward, cost))
        ranked.sort(reverse=True)
        return ranked

    def way(self, start: int, group: int) -> tuple[float, tuple[int, ...], tuple[int, ...]]:
        """From store to store, always to the nearest; it ends where the gain is highest."""
        gain, group, kind = self.serve(start, group, 0.0)
        return self.onward(start, group, 1 << start, gain, kind)

    def onward(
        self, start: int, group: int, visited: int, gain: float, kind: int
    ) -> tuple[float, tuple[int, ...], tuple[int, ...]]:
        """The rest of a way: `kind` was given at its start, after visits to some stations."""
        own, rivals, built = self.own, self.rivals, self.table.built
        path, given = [start], [kind]
        here, area = start, self.areas[start]
        best, stops = gain, 1
        while group:
            targets = closed = 0
            for good, _ in counts_in(group):
                targets |= own[good]
                closed |= rivals[good]
            targets &= area & ~visited
            if not targets:
                break
            route = route_to(built, here, targets, visited | closed)
            if not route:
                route = route_to(built, here, targets, visited)
                if not route:
                    break
            for here in route:
                path.append(here)
                visited |= 1 << here
                gain, group, kind = self.serve(here, group, gain - _STEP)
                given.append(kind)
                if not group:
                    break
            if gain > best:
                best, stops = gain, len(path)
        return best, tuple(path[:stops]), tuple(given[:stops])

    def serve(self, station: int, group: int, gain: float) -> tuple[float, int, int]:
        """Give a customer to the store at a station, if there is one who wants its goods: the gain
        after that, the rest of the group, and the kind of customer."""
        store = self.table.stores[station]
        if store == NONE:
            return gain, group, NONE
        kinds = kinds_buying(group, good_of(store))
        if not kinds:
            return gain, group, NONE
        worth = self.worth
        if owner_of(store) == self.seat:
            best, kind = -1.0, NONE
            for one in kinds:
                value = worth[KIND_GOOD[one]] * KIND_SIZE[one]
                if value > best:
                    best, kind = value, one
            gain += best
        else:
            best, kind = FAR, NONE
            for one in kinds:
                value = worth[KIND_GOOD[one]] * KIND_SIZE[one]
                if value < best:
                    best, kind = value, one
            gain -= _LOSS * best
        return gain, group - ONE[kind], kind

    def move_after(self, build: Action, least: float) -> Action | None:
        """The best Move after a store or track, if that makes it worth more than `least`."""
        if build.kind == OPEN:
            return self._move_to(build, least)
        areas, built = self.areas, self.table.built
        a, b = ENDS[build.where]
        first, second = areas[a], areas[b]
        if build.what != NONE:
            a, b = ENDS[build.what]
            second |= areas[a] | areas[b]
        joined = first | second
        if not self._helps(first, second) and not self._helps(second, first):
            return None
        self.areas, self.table.built = areas[:], built[:]
        for link in (build.where, build.what):
            if link != NONE:
                a, b = ENDS[link]
                self.table.built[a] |= 1 << b
                self.table.built[b] |= 1 << a
                join_areas(self.areas, link)
        move = self._move_once_paid(build, least, joined)
        self.areas, self.table.built = areas, built
        return move

    def _move_to(self, build: Action, least: float) -> Action | None:
        """The best Move with one more store."""
        table, own, station, good = self.table, self.own, build.where, build.what
        for ward in area_of(self.areas[station])[1]:
            if buyers(table.wards[ward], good):
                break
        else:
            return None
        self.own = [*own]
        self.own[good] |= 1 << station
        stores = table.stores
        table.stores = changed(stores, station, store_of(self.seat, good))
        move = self._move_once_paid(build, least, self.areas[station])
        self.own, table.stores = own, stores
        return move

    def _helps(self, here: int, there: int) -> bool:
        """Whether there are customers here for own stores there."""
        wards, own = self.table.wards, self.own
        for ward in area_of(here)[1]:
            if wards[ward]:
                for good, _ in counts_in(wards[ward]):
                    if own[good] & there:
                        return True
        return False

    def _move_once_paid(self, build: Action, least: float, within: int) -> Action | None:
        """The best Move without the cards that a store or track costs."""
        if build.pays == NONE:
            return self.best_move(least, within)
        if not self._ranked_starts(least, within):  # with fewer cards there is no better one
            return None
        costs, wild, three = self.costs, self.wild_card, self.any_card
        self.price_cards(self.payment(build.pays))
        move = self.best_move(least, within)
        self.costs, self.wild_card, self.any_card = costs, wild, three
        return move
