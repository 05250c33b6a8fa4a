"""Collecting licenses for their income must not be a way to win (ruling C5)."""

from math import comb
from random import Random

import pytest

import ichiba
from bots.hoarder import Hoarder
from ichiba import bots
from tokyo_tsukiji_market.scene import GAME

GAMES = 8
ROUNDS = 60  # a hoarder that has not won by then counts as a loser

pytestmark = pytest.mark.long


def most_by_chance(games: int, share: float) -> int:
    """The number of wins that 39 of 40 fair players would not exceed."""
    odds = 0.0
    for wins in range(games + 1):
        odds += comb(games, wins) * share**wins * (1 - share) ** (games - wins)
        if odds >= 0.975:
            return wins
    return games


def hoarder_wins(players: int, name: str, game: int, *, thinks: bool) -> float:
    """Play one game with a hoarder, on a seat that rotates; return its part of the win."""
    others = [bots.make(name, GAME, Random(game * 10 + seat)) for seat in range(players)]
    seat = game % players
    everyone: list[bots.Bot] = [*others]
    everyone[seat] = Hoarder(others[seat] if thinks else None)
    state = GAME.new(players, seed=1000 + game, round_limit=ROUNDS)
    while state.actors:
        actor = state.actors[0]
        state.apply(actor, everyone[actor].choose(ichiba.Observer(GAME, state, actor)))
    return (seat in state.winners) / len(state.winners)


@pytest.mark.parametrize("name", ["greedy", "gentle"])
@pytest.mark.parametrize("players", range(GAME.min_players, GAME.max_players + 1))
def test_a_hoarder_of_mackerel_licenses_wins_no_more_than_its_share(
    players: int, name: str
) -> None:
    """Half of the hoarders only collect licenses; the other half otherwise play like the others."""
    wins = sum(hoarder_wins(players, name, game, thinks=game % 2 == 1) for game in range(GAMES))
    assert wins <= most_by_chance(GAMES, 1 / players)
