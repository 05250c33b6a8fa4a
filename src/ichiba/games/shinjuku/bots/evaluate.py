"""Evaluates maps of Shinjuku: the customers that each player can expect, and their points."""

from functools import lru_cache
from typing import Final

from ichiba.games.shinjuku.bots.reach import CHART, Area, Reach, Sharing
from ichiba.games.shinjuku.bots.sketch import Sketch
from ichiba.games.shinjuku.box import BOX
from ichiba.games.shinjuku.city import CITY, bits, stations_in
from ichiba.games.shinjuku.customers import KIND_COUNT, KIND_GOOD, KIND_SIZE, ONE, count_of, size_of
from ichiba.games.shinjuku.data import BONUS_STACKS, GOODS, SLOTS
from ichiba.games.shinjuku.queue import queue_size
from ichiba.games.shinjuku.scoring import POINTS
from ichiba.games.shinjuku.table import NONE, ShinjukuTable

# The value of one more customer, from the player's most frequent good to the rarest.
STEPS: Final = tuple(more - less for more, less in zip(POINTS, (0, *POINTS), strict=False))
# The average value of a customer, and how much weight it has next to the exact value of the sets.
_MEAN: Final = 1.9
_ANY_SET: Final = 0.3
# The probability of a player's next move, and the weight of customers that nobody takes soon.
NEXT: Final = 0.6
_LATER: Final = 0.3
# By number of cards in hand: the probability of paying for a ward without a known matching card.
_PAYS: Final = (0.15, 0.45, 0.65, 0.9)
# The share of a department store's bonus that counts once there is a store on its site.
_SITE: Final = 0.25
# Per turn: the value of a ward's wild cards, and of a piece of track that others may use.
_WILD: Final = 0.6
_TOLL: Final = 0.02

ALL: Final = (max(KIND_COUNT),) * len(GOODS)  # by good: enough stores for any group

_GOODS: Final = range(len(GOODS))
# By good: its kinds of customers, those that count twice first.
_SIZES: Final = {
    good: sorted((k for k, g in enumerate(KIND_GOOD) if g == good), key=lambda k: -KIND_SIZE[k])
    for good in _GOODS
}


def points(columns: list[float], bonus: int) -> float:
    """The points of these customers: a mix of the exact value and the average value."""
    ranked = sorted(columns)
    for _ in range(bonus):
        ranked[0] += 1
        ranked.sort()
    sets = sum(step * column for step, column in zip(STEPS, reversed(ranked), strict=True))
    return (1 - _ANY_SET) * sets + _ANY_SET * _MEAN * sum(ranked)


@lru_cache(maxsize=20_000)
def taken(group: int, stores: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """The customers of a group that go to these numbers of stores, and their count by good."""
    gone = 0
    counts = []
    for good in _GOODS:
        count, free = 0, stores[good]
        for kind in _SIZES[good]:
            number = min(free, count_of(group, kind))
            gone += number * ONE[kind]
            count += number * KIND_SIZE[kind]
            free -= number
        counts.append(count)
    return gone, tuple(counts)


@lru_cache(maxsize=20_000)
def wishes(group: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Each good that customers of a group want, and the count of those who go there by number of
    stores, up to all of them."""
    found = []
    for good in _GOODS:
        counts = [0]
        for kind in _SIZES[good]:
            for _ in range(count_of(group, kind)):
                counts.append(counts[-1] + KIND_SIZE[kind])
        if len(counts) > 1:
            found.append((good, tuple(counts)))
    return tuple(found)


class Outlook:
    """Evaluates maps for one decision of one seat."""

    card = 1.0  # how much a card counts next to the values of maps
    effort = 0.05  # the minimum gain of a step, so that nothing useless is done near the end

    def __init__(self, table: ShinjukuTable, seat: int, like: "Outlook | None" = None) -> None:
        """`like` is an outlook of the same game, so that the same areas are found only once."""
        self.table = table
        self.seat = seat
        self.players = table.setup.players
        self.seats = table.setup.everyone
        self.share = 1.0 / (self.players - 1)
        self.to_come = [0.0] * len(GOODS)  # customers in the bag, counting those marked 2 twice
        for kind in table.bag:
            self.to_come[KIND_GOOD[kind]] += KIND_SIZE[kind]
        self.turns_left = self._turns_left()
        self.order = self._order()
        self.still_playing = self.seats if self.turns_left else self.order
        self._pays = [self._chances_to_pay(seat) for seat in self.seats]
        self._reaches: dict[tuple[int, int, int], Reach] = like._reaches if like else {}
        self._wards_of: dict[int, tuple[int, int]] = like._wards_of if like else {}
        self._alike: dict[tuple[Area, ...], Reach] = like._alike if like else {}
        self._sharings: dict[tuple[Reach, ...], Sharing] = like._sharings if like else {}
        self.worth = [[_MEAN] * len(GOODS) for _ in self.seats]
        self._set_worth(Sketch.of(table))

    def _turns_left(self) -> float:
        """Roughly how many more turns this seat will have."""
        table = self.table
        if table.last_turns != NONE:
            return 0.0
        waiting = sum(size_of(group) for group in table.queue_groups)
        at_once = max(1.0, queue_size(table) / 2.6)
        return (len(table.bag) + waiting) / at_once / self.players

    def _order(self) -> list[int]:
        """The players who have a turn before and including the seat's next one."""
        others = [(self.seat + place) % self.players for place in range(1, self.players)]
        if self.table.last_turns != NONE:
            return others[: self.table.last_turns]
        return [*others, self.seat]

    def _set_worth(self, sketch: Sketch) -> None:
        """By seat and good: the value of one more customer, given the expected ones."""
        for seat, columns in enumerate(self._columns(sketch)):
            bonus = sketch.bonus[seat]
            base = points(columns, bonus)
            for good in _GOODS:
                more = columns[:]
                more[good] += 1
                self.worth[seat][good] = points(more, bonus) - base

    def _columns(self, sketch: Sketch) -> list[list[float]]:
        """By seat and good: roughly how many customers there will be at the end."""
        return [
            [now + more for now, more in zip(taken(group, ALL)[1], coming, strict=True)]
            for group, coming in zip(sketch.earned, self.expected(sketch), strict=True)
        ]

    def value(self, sketch: Sketch) -> float:
        """The value of a map for the seat, in points relative to the mean of the others."""
        total = 0.0
        for seat, worth in enumerate(self.totals(sketch)):
            total += worth if seat == self.seat else -self.share * worth
        return total

    def totals(self, sketch: Sketch) -> list[float]:
        """By seat: roughly the points at the end, and what stores and track are worth."""
        return [
            points(columns, sketch.bonus[seat]) + self._standing(sketch, seat)
            for seat, columns in enumerate(self._columns(sketch))
        ]

    def _standing(self, sketch: Sketch, seat: int) -> float:
        """The value of stores and track apart from customers."""
        turns = self.turns_left
        if not turns:
            return 0.0
        wild = self._weigh(stations_in(sketch.wild[seat]))[0].bit_count()
        worth = _WILD * turns * wild / CHART.deck
        worth += _TOLL * turns * (BOX.players.track.value - sketch.track[seat])
        stack = sketch.stacks
        if stack < len(BONUS_STACKS) and turns > 1 and sketch.can_grow(seat):
            worth += _SITE * (3.0 * BONUS_STACKS[stack])
        return worth

    def expected(self, sketch: Sketch) -> list[list[float]]:
        """By seat and good: the expected customers, counting those marked 2 twice."""
        reaches = self.reaches(sketch)
        sharings = self.sharings(reaches)
        expected = [[0.0] * len(GOODS) for _ in self.seats]
        left = self._play_round(sketch, reaches, expected)
        self._share_out(sharings, expected)
        for ward, group in left.items():
            if group:
                self._share_rest(ward, group, sharings, expected)
        return expected

    def sharings(self, reaches: list[list[Reach]]) -> list[Sharing]:
        """By good: how the players share its customers."""
        found = []
        for good in _GOODS:
            row = tuple([own[good] for own in reaches])
            sharing = self._sharings.get(row)
            if sharing is None:
                sharing = self._sharings[row] = Sharing(row)
            found.append(sharing)
        return found

    def _share_out(self, sharings: list[Sharing], expected: list[list[float]]) -> None:
        """Share out the customers in the bag among those who reach the wards they may come to."""
        for good, coming in enumerate(self.to_come):
            if coming:
                for seat, share in enumerate(sharings[good].bag):
                    expected[seat][good] += coming * share

    def _share_rest(
        self, ward: int, group: int, sharings: list[Sharing], expected: list[list[float]]
    ) -> None:
        """Share out the customers of a ward that nobody takes at once."""
        for good, counts in wishes(group):
            total, shares = sharings[good].of_ward(ward)
            part = _LATER * counts[-1] / total
            for seat, share in shares:
                if seat in self.still_playing:
                    expected[seat][good] += part * share

    def _play_round(
        self, sketch: Sketch, reaches: list[list[Reach]], expected: list[list[float]]
    ) -> dict[int, int]:
        """Let each player take the customers of their best ward; return who is left."""
        left = {ward: group for ward, group in enumerate(sketch.wards) if group}
        slots = self.table.queue_wards
        for place, seat in enumerate(self.order):
            fresh = slots[place] if place < SLOTS else NONE
            if fresh != NONE and sketch.queue[place]:
                left[fresh] = left.get(fresh, 0) + sketch.queue[place]
            best = self._best_ward(seat, reaches[seat], left, fresh)
            if best != NONE:
                gone, counts = taken(
                    left[best], tuple([reach.stores_from(best) for reach in reaches[seat]])
                )
                sure = NEXT * (1.0 if best == fresh else self._pays[seat][best])
                for good in _GOODS:
                    expected[seat][good] += sure * counts[good]
                left[best] -= gone
        for place in range(len(self.order), SLOTS):
            if slots[place] != NONE and sketch.queue[place]:
                left[slots[place]] = left.get(slots[place], 0) + sketch.queue[place]
        return left

    def _best_ward(self, seat: int, reaches: list[Reach], left: dict[int, int], fresh: int) -> int:
        """The ward that a player would move; `fresh` is the ward of the card just taken."""
        best, best_gain = NONE, 0.0
        for ward, group in left.items():
            if group:
                gain = self.gain(seat, reaches, ward, group)
                if ward != fresh:
                    gain *= self._pays[seat][ward]
                if gain > best_gain:
                    best, best_gain = ward, gain
        return best

    def gain(self, seat: int, reaches: list[Reach], ward: int, group: int) -> float:
        """Roughly what a move of these customers would bring a player."""
        worth = self.worth[seat]
        gain = 0.0
        for good, counts in wishes(group):
            reach = reaches[good]
            stores = reach.by_ward[ward]
            if stores < 0:
                stores = reach.stores_from(ward)
            if stores:
                gain += worth[good] * (counts[stores] if stores < len(counts) else counts[-1])
        return gain

    def _chances_to_pay(self, seat: int) -> list[float]:
        """By ward: the probability that a player can pay for it."""
        table = self.table
        cards = table.cards if seat == self.seat else table.open_cards
        chance = _PAYS[min(table.sizes[seat], len(_PAYS) - 1)]
        return [1.0 if cards[seat * CITY.wards + ward] else chance for ward in range(CITY.wards)]

    def reaches(self, sketch: Sketch) -> list[list[Reach]]:
        """By seat and good: where the seat can get customers from, past the others' stores."""
        if sketch.reaches is None:
            sketch.reaches = [[] for _ in self.seats]
            for good in _GOODS:
                owned = sketch.sellers_by_seat(good)
                sold = 0
                for own in owned:
                    sold |= own
                for row, own in zip(sketch.reaches, owned):  # noqa: B905 - hot
                    row.append(self.reach_of(sketch, own, sold & ~own))
        return sketch.reaches

    def reach_of(self, sketch: Sketch, own: int, rivals: int) -> Reach:
        """Where stores can be reached from, past rivals' stores; both are stations as bits."""
        key = (sketch.laid, own, rivals)
        found = self._reaches.get(key)
        if found is None:
            found = self._reaches[key] = self._find_reach(sketch, own, rivals)
        return found

    def _find_reach(self, sketch: Sketch, own: int, rivals: int) -> Reach:
        areas = []
        rest = own
        while rest:
            area = sketch.flood(rest & -rest, rivals)
            areas.append((area, (area & own).bit_count()))
            rest &= ~area
        key = tuple(areas)
        found = self._alike.get(key)
        if found is None:
            cards = near = 0
            for area, _ in areas:
                here, beyond = self._weigh(area)
                cards |= here
                near |= beyond
            found = self._alike[key] = Reach(areas, cards, near & ~cards)
        return found

    def _weigh(self, area: int) -> tuple[int, int]:
        """The cards of an area's wards, and of the wards that one more link would add."""
        found = self._wards_of.get(area)
        if found is None:
            ward_of, cards_of = CITY.ward_of, CHART.cards_of
            neighbours = CHART.neighbours
            cards = beyond = 0
            for station in bits(area):
                cards |= cards_of[ward_of[station]]
                beyond |= neighbours[station]
            near = 0
            for station in bits(beyond & ~area):
                near |= cards_of[ward_of[station]]
            found = self._wards_of[area] = (cards, near & ~cards)
        return found
