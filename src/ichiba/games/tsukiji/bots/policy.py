"""The quick player of Tsukiji: it guesses what everybody wants, and is fast rather than exact."""

from functools import cache
from random import Random
from typing import Final, cast

from ichiba.core.observer import Observer
from ichiba.games.tsukiji.actions import BUY, GIVE, PLACE, REFUSE, TICKET
from ichiba.games.tsukiji.bots.evaluate import (
    _MARKET,
    _TUNA_A_ROUND,
    COLUMNS,
    _odds,
    lot_gain,
    outlook,
)
from ichiba.games.tsukiji.data import (
    FOUR,
    LAST_SPACE,
    MAGURO,
    MINUS_ONE,
    PLUS_SIX,
    RANK_YEN,
    REFUSAL,
    ROUNDS,
    TICKET_BIT,
    TIMES_TWO,
)
from ichiba.games.tsukiji.table import NOBODY, PURCHASE, TAKUSAN_PLACE, VALUATION, TsukijiTable

# How uncertain the guesses are, in yen. Of wishes, it is the most that a guess is wrong by.
_WISH_NOISE: Final = 4.9
_PURCHASE_NOISE: Final = 1.0
# How far a marker is moved either way to estimate what a space is worth.
_STEP: Final = 3
# What a ticket of another player adds to a lot on average, and what it is worth to keep a special
# ticket, in yen for each round left.
_MEAN_TICKET: Final = 2.0
KEEPING: Final = 1.5
# By number of players: what the lot with the clock is worth more, in yen, unless it is the last
# round. Whoever buys it has the first choice in the next one.
_CLOCK: Final = {2: 1.5, 3: 4.0, 4: 6.0}


def purchase(
    table: TsukijiTable, seat: int, rng: Random | None, yen: list[float] | None = None
) -> int:
    """What the seat chooses when it buys; a random generator blurs its judgement.

    The outlook is the same for all purchases of a round, so it can be given.
    """
    if yen is None:
        yen = outlook(table, ROUNDS - table.round)
    if table.phase == PURCHASE:
        return _best_lot(table, seat, yen, rng)
    at = seat * COLUMNS
    tuna = table.products[at + MAGURO] + table.takusan[at + MAGURO]
    worth = [*yen, tuna + 3 + _TUNA_A_ROUND * (ROUNDS - table.round)]
    if table.phase == TAKUSAN_PLACE:
        return max(table.legal(seat), key=lambda action: worth[action - PLACE])
    return min(table.legal(seat), key=lambda action: worth[action - GIVE])


def _best_lot(table: TsukijiTable, seat: int, yen: list[float], rng: Random | None) -> int:
    best, best_gain = REFUSE, float(REFUSAL)
    money, prices, tiles = table.money[seat], table.setup.prices, table.tiles
    clock = _CLOCK[table.setup.players] if table.round < ROUNDS else 0.0
    for lot, buyer in enumerate(table.buyers):
        price = prices[tiles[lot]]
        if buyer == NOBODY and price <= money:
            gain = lot_gain(table, seat, table.lots[lot], yen) - price
            if not tiles[lot]:  # the most expensive tile has the clock
                gain += clock
            if rng is not None:
                gain += rng.random() * _PURCHASE_NOISE
            if gain > best_gain:
                best, best_gain = BUY + lot, gain
    return best


def wishes(table: TsukijiTable) -> list[list[float]]:
    """By seat and lot: what a higher tile on the lot would bring, relative to the others."""
    setup = table.setup
    left = ROUNDS - table.round + 1
    yen = outlook(table, left)
    buyers = _expected_buyers(table, yen)
    holdings = _holdings_after(table, buyers)
    slopes = _slopes(table, max(left - 1, 1))
    share = 1 / (setup.players - 1)
    move = (setup.moves[0] - setup.moves[-1]) / (setup.lots - 1)
    price = (setup.prices[0] - setup.prices[-1]) / (setup.lots - 1)
    totals = [sum(held[p] for held in holdings) for p in _MARKET]
    found = []
    for seat in setup.everyone:
        held = holdings[seat]
        lead = [held[p] * (1 + share) - totals[p] * share for p in _MARKET]
        pull = [
            move * sum([slope * (mine - other) for slope, other in zip(row, lead, strict=True)])
            for row, mine in zip(slopes, lead, strict=True)
        ]
        row = []
        for lot, cards in enumerate(table.lots):
            wish = 0.0
            for card in cards:
                if card < MAGURO:
                    wish += pull[card]
            buyer = buyers[lot]
            if buyer != NOBODY:
                wish += -price if buyer == seat else price * share
            row.append(wish)
        found.append(row)
    return found


def _expected_buyers(table: TsukijiTable, yen: list[float]) -> list[int]:
    """By lot: who buys it if each player in turn takes what is worth most to them."""
    setup = table.setup
    buyers = [NOBODY] * setup.lots
    for place in setup.everyone:
        seat = (table.first + place) % setup.players
        best, best_gain = 0, float("-inf")
        for lot, cards in enumerate(table.lots):
            if buyers[lot] == NOBODY:
                gain = lot_gain(table, seat, cards, yen)
                if gain > best_gain:
                    best, best_gain = lot, gain
        buyers[best] = seat
    return buyers


def _holdings_after(table: TsukijiTable, buyers: list[int]) -> list[list[int]]:
    """By seat and product on the market: the cards held once these lots are bought."""
    products, takusan = table.products, table.takusan
    holdings = [
        [products[at + p] + takusan[at + p] for p in _MARKET]
        for at in range(0, len(products), COLUMNS)
    ]
    for lot, buyer in enumerate(buyers):
        if buyer != NOBODY:
            for card in table.lots[lot]:
                if card < MAGURO:
                    holdings[buyer][card] += 1
    return holdings


def _slopes(table: TsukijiTable, left: int) -> list[list[float]]:
    """By two products on the market: what a card of the first gains, and a card of the second
    loses, because of each other, if the first one's marker moves up by one space."""
    odds = _odds(table.setup.players, left)
    yen = (RANK_YEN[0] - RANK_YEN[-1]) / (MAGURO - 1) / (2 * _STEP)
    slopes = []
    for mine in table.spaces:
        row = []
        for space in table.spaces:
            lead = LAST_SPACE + space - mine
            up, down = min(lead + _STEP, 2 * LAST_SPACE), max(lead - _STEP, 0)
            row.append((odds[up] - odds[down]) * yen)
        slopes.append(row)
    return slopes


@cache
def _pool(extra: int, players: int) -> list[tuple[float, int]]:
    """The normal tickets and these special ones, as bits: each with roughly what it adds to the
    value of a lot, the highest first. The others are taken to lay about 2 each."""
    weights = {MINUS_ONE: -1.0, PLUS_SIX: 6.0, TIMES_TWO: _MEAN_TICKET * (players - 1)}
    specials = [(weights[one], one) for one in weights if extra & TICKET_BIT[one]]
    return sorted([(float(one), one) for one in range(FOUR + 1)] + specials, reverse=True)


@cache
def _extras_of(hand: int) -> list[int]:
    """The sets of special tickets that a hand can add to the normal ones, as bits."""
    found = [0]
    for ticket in (MINUS_ONE, PLUS_SIX, TIMES_TWO):
        if hand & TICKET_BIT[ticket]:
            found += [extra | TICKET_BIT[ticket] for extra in found]
    return found


def best_tickets(wish: list[float], hand: int, left: int) -> list[int]:
    """The tickets that serve these wishes best, from left to right: the highest for the lots that
    should rise, the lowest for the others, and special ones if that is worth it now."""
    lots = len(wish)
    mean = sum(wish) / lots
    order = sorted(range(lots), key=wish.__getitem__, reverse=True)
    keen = [(wish[lot] - mean) / _MEAN_TICKET for lot in order]
    high = sum([one > 0 for one in keen])
    best: list[tuple[float, int]] = []
    best_gain = float("-inf")
    for extra in _extras_of(hand):
        pool = _pool(extra, lots - 1)
        chosen = pool[:high] + pool[len(pool) - lots + high :]
        gain = -KEEPING * (left - 1) * extra.bit_count()
        for (weight, _), one in zip(chosen, keen, strict=True):
            gain += weight * one
        if gain > best_gain:
            best, best_gain = chosen, gain
    tickets = [0] * lots
    for (_, ticket), lot in zip(best, order, strict=True):
        tickets[lot] = ticket
    return tickets


def guess_tickets(wish: list[float], hand: int, left: int, rng: Random) -> list[int]:
    """Tickets that a player with roughly these wishes might lay, from left to right."""
    chance = rng.random
    blurred = [one + _WISH_NOISE * (chance() - chance()) for one in wish]
    return best_tickets(blurred, hand, left)


class Quick:
    """Plays as the master expects of others. It remembers its tickets for the round."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._plan: tuple[int, list[int]] = (0, [])  # the round, and the tickets for it

    def choose(self, observer: Observer) -> int:
        """Choose what looks good."""
        table, seat = cast(TsukijiTable, observer.determinize(self._rng)), observer.seat
        if table.phase != VALUATION:
            return purchase(table, seat, None)
        laid = table.tickets[seat]
        number, plan = self._plan
        if number != table.round or plan[: len(laid)] != laid:
            plan = self._tickets(table, seat)
            self._plan = (table.round, plan)
        return TICKET + plan[len(laid)]

    def _tickets(self, table: TsukijiTable, seat: int) -> list[int]:
        """Tickets for all lots, beginning with those that are already laid."""
        laid, left = table.tickets[seat], ROUNDS - table.round + 1
        likely = best_tickets(wishes(table)[seat], table.hands[seat], left)
        rest = [ticket for ticket in likely if ticket not in laid]
        rest += [action - TICKET for action in table.legal(seat) if action - TICKET not in rest]
        return laid + rest[: table.setup.lots - len(laid)]
