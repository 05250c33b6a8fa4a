"""Estimates what Tsukiji's products will be worth at the end, based on the current market."""

from functools import cache
from math import erf, sqrt

from ichiba.games.tsukiji.data import MAGURO, RANK_YEN
from ichiba.games.tsukiji.scoring import maguro_yen
from ichiba.games.tsukiji.setup import SETUPS


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
