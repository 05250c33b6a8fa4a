"""Describes positions of Tsukiji between two rounds in numbers, and tells each seat's learned
chance of winning from there."""

from functools import cache
from math import sqrt
from typing import Final

from ichiba.bots import values
from ichiba.bots.values import Values, load
from ichiba.games.tsukiji.bots.evaluate import expected_yen
from ichiba.games.tsukiji.data import (
    MAGURO,
    MINUS_ONE,
    PLUS_SIX,
    PRODUCTS,
    ROUNDS,
    TICKET_BIT,
    TIMES_TWO,
)
from ichiba.games.tsukiji.scoring import maguro_yen, scores, special_points
from ichiba.games.tsukiji.table import TsukijiTable

# By seat. The lots of the new round don't count: what they bring depends on everyone's tickets.
FEATURES: Final = (
    "points",  # the score if the game ended now
    "outlook",  # the expected score without further purchases
    "near",  # the same, counting more the fewer rounds are left
    "clear",  # the same, counting more if all hold similar fish, so that markers decide little
    "near_clear",
    "money",
    "short",  # the yen that are missing for a lot of the mean price in every round
    "tuna",  # the value of the set
    "tuna_to_come",  # tuna cards times rounds: more tuna makes each of them worth more
    "minus_one",  # one if the seat still has this ticket
    "plus_six",
    "times_two",
    "clock",  # one for the first player
    "wait",  # the share of players who buy earlier in the new round
)
_COLUMNS: Final = len(PRODUCTS)
_MARKET: Final = range(MAGURO)
_TICKETS: Final = (MINUS_ONE, PLUS_SIX, TIMES_TWO)
# How much different holdings add to the uncertainty of a lead.
_DIFFERENCE: Final = 0.12


def rounds_left(table: TsukijiTable) -> int:
    """How many rounds are still to be played, at the beginning of a round."""
    return ROUNDS - table.round + 1


def stage(table: TsukijiTable) -> float:
    """From 1 after the first round to 0 before the last one."""
    return (rounds_left(table) - 1) / (ROUNDS - 2)


def features(table: TsukijiTable) -> list[list[float]]:
    """By seat: what `FEATURES` names, at the beginning of a round."""
    setup, left = table.setup, rounds_left(table)
    players = setup.players
    yen = expected_yen(table.spaces, left, players)
    budget = left * sum(setup.prices) / setup.lots
    near, clear = 1 / sqrt(left), 1 / sqrt(1 + _DIFFERENCE * _difference(table))
    points, bonus = scores(table), _bonus(table)
    rows = []
    for seat in setup.everyone:
        at = seat * _COLUMNS
        held = [table.products[at + p] + table.takusan[at + p] for p in range(_COLUMNS)]
        money, tuna = table.money[seat], maguro_yen(held[MAGURO])
        outlook = float(money + tuna + bonus[seat])
        for product in _MARKET:
            outlook += held[product] * yen[product]
        row = [points[seat], outlook, outlook * near, outlook * clear, outlook * near * clear]
        row += [money, max(budget - money, 0.0), tuna, held[MAGURO] * left]
        row += [float(table.hands[seat] & TICKET_BIT[one] > 0) for one in _TICKETS]
        wait = (seat - table.first) % players
        row += [float(not wait), wait / players]
        rows.append(row)
    return rows


def _difference(table: TsukijiTable) -> float:
    """The sum of squares of how far everyone's columns on the market are from the mean."""
    total = 0.0
    for product in _MARKET:
        held = [
            table.products[at] + table.takusan[at]
            for at in range(product, len(table.products), _COLUMNS)
        ]
        mean = sum(held) / len(held)
        total += sum([(one - mean) ** 2 for one in held])
    return total


def _bonus(table: TsukijiTable) -> list[int]:
    """By seat: the special points so far, in the variant that has them."""
    if not table.setup.special_points:
        return [0] * table.setup.players
    return [sum(points.values()) for points in special_points(table)]


def chances(table: TsukijiTable, made: Values | None = None) -> list[float]:
    """By seat: the learned chance of winning, at the beginning of a round."""
    weights = (made or learned()).of(table.setup.players).at(stage(table), FEATURES)
    return values.chances([values.score(row, weights) for row in features(table)])


@cache
def learned() -> Values:
    """The weights of this title."""
    return load(__package__)
