"""Tsukiji's greedy bot. It buys the lot with the highest value above its price. It values lots so
that its own products rise, the others' products fall, and the lot it wants to buy stays cheap."""

from itertools import combinations
from random import Random
from typing import Final, cast

from ichiba.core.observer import Observer
from ichiba.games.tsukiji.actions import ACTIONS
from ichiba.games.tsukiji.bots.evaluate import expected_yen, stock_worth
from ichiba.games.tsukiji.data import CARDS, MAGURO, ON_MARKET, PRODUCTS, REFUSAL, TAKUSAN, YAKUZA
from ichiba.games.tsukiji.view_types import TsukijiView

# Roughly what a ticket adds to a lot's value; for x2, the others are assumed to lay about 2 each.
_WEIGHT: Final = {
    "0": 0.0,
    "1": 1.0,
    "2": 2.0,
    "3": 3.0,
    "4": 4.0,
    "cancel": 0.5,
    "-1": -1.0,
    "+6": 6.0,
}
_MEAN_TICKET: Final = 2.0
# The value of keeping a special ticket for later, in yen per round to come.
_PATIENCE: Final = 1.5
# How many spaces a marker is moved either way to estimate the effect of a move.
_STEP: Final = 3
# The future value of a tuna card: each one bought later will be worth one yen more.
_TUNA_A_ROUND: Final = 0.25


class Greedy:
    """Looks one step ahead and considers the market's odds. It is deterministic."""

    def __init__(self, rng: Random) -> None:
        del rng

    def choose(self, observer: Observer) -> int:
        """Choose the best action."""
        legal = observer.legal()
        view = cast(TsukijiView, observer.view())
        mind = _Mind(view, observer.seat)
        if view["phase"] == "valuation":
            return ACTIONS.numbers[f"ticket {mind.best_ticket()}"]
        return max(legal, key=lambda action: mind.gain(observer.game.notation(action)))


class _Mind:
    """The evaluation of one decision."""

    def __init__(self, view: TsukijiView, seat: int) -> None:
        self.view = view
        self.seat = seat
        self.players = view["players"]
        self.rounds_left = view["rounds"] - view["round"] + (view["phase"] == "valuation")
        self.spaces = [view["market"]["spaces"][product] for product in ON_MARKET]
        self.yen = self._yen(self.spaces)
        self.tuna_to_come = _TUNA_A_ROUND * self.rounds_left
        self.columns = [
            [float(r["columns"][p]["products"] + r["columns"][p]["takusan"]) for p in PRODUCTS]
            for r in view["restaurants"]
        ]
        self.lots = [[CARDS.index(card) for card in lot["cards"]] for lot in view["lots"]]

    def gain(self, notation: str) -> float:
        """The expected yen that an action brings by the end of the game."""
        kind, _, what = notation.partition(" ")
        if kind == "buy":
            lot = int(what) - 1
            tile = self.view["lots"][lot]["tile"]
            price = tile["price"] if tile else 0
            return self._lot_worth(self.seat, lot) - price
        if kind == "refuse":
            return float(REFUSAL)
        change = 1.0 if kind == "takusan" else -1.0
        mine = self.columns[self.seat][:]
        mine[PRODUCTS.index(what)] += change
        return self._worth(mine)

    def best_ticket(self) -> str:
        """The ticket for the next lot, from the best assignment of tickets to all lots left."""
        me = self.view["restaurants"][self.seat]
        hand = sorted(me["hand"] or [], key=self._weight, reverse=True)
        wish = self._wishes()
        mean = sum(wish) / len(wish)
        due = range(me["placed"], len(wish))
        keen = sorted(due, key=lambda lot: wish[lot], reverse=True)
        best, best_gain = "", float("-inf")
        for tickets in combinations(hand, len(keen)):
            gain = sum(
                self._weight(ticket) * (wish[lot] - mean) - self._keeping(ticket)
                for ticket, lot in zip(tickets, keen, strict=True)
            )
            if gain > best_gain:
                best, best_gain = tickets[keen.index(me["placed"])], gain
        return best

    def _yen(self, spaces: list[int]) -> list[float]:
        return expected_yen(spaces, self.rounds_left, self.players)

    def _worth(self, columns: list[float]) -> float:
        return stock_worth(columns, self.yen, self.tuna_to_come)

    def _weight(self, ticket: str) -> float:
        return _WEIGHT.get(ticket, _MEAN_TICKET * (self.players - 1))

    def _keeping(self, ticket: str) -> float:
        special = not ticket.isdigit()
        return _PATIENCE * (self.rounds_left - 1) if special else 0.0

    def _lot_worth(self, seat: int, lot: int) -> float:
        """The value that a lot adds to a restaurant, with the best use of Takusan and Yakuza."""
        before = self.columns[seat]
        return self._worth(self._with_lot(before, lot)) - self._worth(before)

    def _with_lot(self, before: list[float], lot: int) -> list[float]:
        columns = before[:]
        cards = self.lots[lot]
        for card in cards:
            if card <= MAGURO:
                columns[card] += 1
        for _ in range(cards.count(TAKUSAN)):
            owned = [product for product, count in enumerate(columns) if count]
            if owned:
                columns[max(owned, key=lambda product: self._value_of_one(columns, product))] += 1
        for _ in range(cards.count(YAKUZA)):
            owned = [product for product, count in enumerate(columns) if count]
            if owned:
                columns[min(owned, key=lambda product: self._value_of_one(columns, product))] -= 1
        return columns

    def _value_of_one(self, columns: list[float], product: int) -> float:
        if product < MAGURO:
            return self.yen[product]
        return columns[MAGURO] + 2 + self.tuna_to_come

    def _wishes(self) -> list[float]:
        """By lot: the yen gained, relative to the others, from one more point of value."""
        buyers = self._expected_buyers()
        pull = self._pull_of_products(buyers)
        tiles = self.view["tiles"]
        steps = len(tiles) - 1
        move = (tiles[0]["move"] - tiles[-1]["move"]) / steps
        price = (tiles[0]["price"] - tiles[-1]["price"]) / steps
        wishes = []
        for lot, cards in enumerate(self.lots):
            market = sum(pull[card] for card in cards if card < MAGURO)
            buyer = buyers.get(lot)
            paid = 0.0 if buyer is None else -1.0 if buyer == self.seat else self._share
            wishes.append((market * move + paid * price) / _MEAN_TICKET)
        return wishes

    @property
    def _share(self) -> float:
        """The weight of one yen of an opponent."""
        return 1 / (self.players - 1)

    def _expected_buyers(self) -> dict[int, int]:
        """Who will buy which lot if each player takes the lot that is worth most to them."""
        players = self.players
        buyers: dict[int, int] = {}
        for place in range(players):
            seat = (self.view["first_player"] + place) % players
            left = [lot for lot in range(len(self.lots)) if lot not in buyers]
            buyers[max(left, key=lambda lot: self._lot_worth(seat, lot))] = seat
        return buyers

    def _pull_of_products(self, buyers: dict[int, int]) -> list[float]:
        """By product: the gain from one more space, relative to the mean of the others."""
        bought = {seat: lot for lot, seat in buyers.items()}
        lead = [0.0] * len(ON_MARKET)
        for seat, columns in enumerate(self.columns):
            full = self._with_lot(columns, bought[seat])
            sign = 1.0 if seat == self.seat else -self._share
            for product in range(len(ON_MARKET)):
                lead[product] += sign * full[product]
        pulls = []
        for product in range(len(ON_MARKET)):
            up, down = self.spaces[:], self.spaces[:]
            up[product] += _STEP
            down[product] -= _STEP
            change = [a - b for a, b in zip(self._yen(up), self._yen(down), strict=True)]
            gain = sum(step * count for step, count in zip(change, lead, strict=True))
            pulls.append(gain / (2 * _STEP))
        return pulls
