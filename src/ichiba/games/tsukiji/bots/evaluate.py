"""What cards of Tsukiji will bring at the end, by the market as it is now.

Greedy reckons with exact odds, the quick player with rough ones."""

from functools import cache
from math import erf, exp, sqrt
from typing import Final

from ichiba.games.tsukiji.data import (
    LAST_SPACE,
    MAGURO,
    PRODUCTS,
    RANK_YEN,
    ROUNDS,
    TAKUSAN,
)
from ichiba.games.tsukiji.scoring import maguro_yen
from ichiba.games.tsukiji.setup import SETUPS
from ichiba.games.tsukiji.table import TsukijiTable


@cache
def drift(players: int) -> float:
    """The standard deviation of a marker's move in one round."""
    setup = SETUPS[players, False]
    cards = setup.lots * setup.deck.count(0) * 3 / len(setup.deck)
    return sqrt(cards * sum(move * move for move in setup.moves) / len(setup.moves))


def expected_yen(spaces: list[int], rounds_left: int, players: int) -> list[float]:
    """By product on the market: the expected value of one card."""
    spread = 0.5 + drift(players) * sqrt(2 * rounds_left)
    return [
        _yen_by_odds([_normal((mine - other) / spread) for j, other in enumerate(spaces) if j != i])
        for i, mine in enumerate(spaces)
    ]


def _normal(x: float) -> float:
    return 0.5 + 0.5 * erf(x / sqrt(2))


def _yen_by_odds(ahead: list[float]) -> float:
    """The expected yen over all ranks, given the odds of being ahead of each other marker."""
    by_rank = [1.0]  # the odds of rank 0, 1, ... among the markers considered so far
    for odds in ahead:
        longer = [*by_rank, 0.0]
        for rank, chance in enumerate(by_rank):
            longer[rank] = longer[rank] - chance + chance * odds
            longer[rank + 1] += chance * (1 - odds)
        by_rank = longer
    return sum(chance * yen for chance, yen in zip(by_rank, RANK_YEN, strict=True))


def stock_worth(columns: list[float], yen: list[float], tuna_to_come: float) -> float:
    """The value of columns. For tuna, this includes the tuna expected to be added later."""
    market = sum(columns[product] * yen[product] for product in range(MAGURO))
    tuna = columns[MAGURO]
    whole = int(tuna)
    part = maguro_yen(whole) + (tuna - whole) * (maguro_yen(whole + 1) - maguro_yen(whole))
    return market + part + tuna * tuna_to_come


COLUMNS: Final = len(PRODUCTS)
_MARKET: Final = range(MAGURO)
# The tuna that a player will still buy, in cards a round: each is worth a yen more per card held.
_TUNA_A_ROUND: Final = 0.25
# More than any card is worth.
_DEAR: Final = 1e9


@cache
def _odds(players: int, left: int) -> list[float]:
    """By lead of another marker: the odds that it ends above this one."""
    spread = 0.5 + drift(players) * sqrt(2 * left)
    leads = range(-LAST_SPACE, LAST_SPACE + 1)
    return [1 / (1 + exp(-1.702 * lead / spread)) for lead in leads]


def outlook(table: TsukijiTable, left: int) -> list[float]:
    """By product on the market: roughly what a card will be worth, with this many rounds left."""
    odds = _odds(table.setup.players, left)
    spaces = table.spaces
    worth = []
    for mine in spaces:
        rank = -0.5  # a marker does not overtake itself
        for other in spaces:
            rank += odds[LAST_SPACE + other - mine]
        whole = int(rank) if 0 <= rank < MAGURO - 1 else 0 if rank < 0 else MAGURO - 2
        high, low = RANK_YEN[whole], RANK_YEN[whole + 1]
        worth.append(high + (low - high) * (rank - whole))
    return worth


def lot_gain(table: TsukijiTable, seat: int, cards: list[int], yen: list[float]) -> float:
    """Roughly what a lot adds to a restaurant, with the best use of Takusan and Yakuza."""
    to_come = _TUNA_A_ROUND * (ROUNDS - table.round)
    at = seat * COLUMNS
    tuna = table.products[at + MAGURO] + table.takusan[at + MAGURO]
    gain, takusan, yakuza = 0.0, 0, 0
    for card in cards:
        if card < MAGURO:
            gain += yen[card]
        elif card == MAGURO:
            tuna += 1
            gain += tuna + 2 + to_come
        elif card == TAKUSAN:
            takusan += 1
        else:
            yakuza += 1
    if takusan or yakuza:
        gain += _extras(table, at, cards, [*yen, tuna + 3 + to_come], takusan, yakuza)
    return gain


def _extras(
    table: TsukijiTable, at: int, cards: list[int], worth: list[float], takusan: int, yakuza: int
) -> float:
    """What the Takusan of a lot bring and its Yakuza cost."""
    products, wild = table.products, table.takusan
    best, least = 0.0, _DEAR
    for product, yen in enumerate(worth):
        if products[at + product] or product in cards:
            least = min(least, yen)
        elif not wild[at + product]:
            continue
        best = max(best, yen)
    return takusan * best - (yakuza * least if least < _DEAR else 0.0)
