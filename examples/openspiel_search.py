"""Lets OpenSpiel's ISMCTS play Tsukiji: information-set Monte Carlo tree search, without training.

It knows nothing about the game but its rules: it redraws what its seat can't know, and plays on at
random. The more simulations, the better it plays. Needs: pip install ".[openspiel]"

    python examples/openspiel_search.py --simulations 5 40 --games 20
"""

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from ichiba.envs.openspiel import register


def win_share(simulations: int, games: int, seed: int) -> float:
    """The share of games with two players that the search wins against a random player."""
    register()
    game = pyspiel.load_game("ichiba_tsukiji", {"players": 2})
    won = 0.0
    for number in range(games):
        seat = number % 2
        rng = np.random.RandomState(seed + number)
        returns = play(game, seat, number // 2, simulations, rng)
        won += (returns[seat] > returns[1 - seat]) + (returns[0] == returns[1]) / 2
    return won / games


def play(
    game: pyspiel.Game, seat: int, deal: int, simulations: int, rng: np.random.RandomState
) -> list[float]:
    """Play one game: the search has this seat, and the other one moves at random."""
    rollouts = RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    search = ISMCTSBot(
        game=game, uct_c=2.0, evaluator=rollouts, random_state=rng, max_simulations=simulations
    )
    state = game.new_initial_state()
    state.apply_action(deal)
    while not state.is_terminal():
        legal = state.legal_actions()
        searches = state.current_player() == seat and len(legal) > 1
        state.apply_action(int(search.step(state) if searches else rng.choice(legal)))
    return state.returns()


def main() -> None:
    """Compare numbers of simulations."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--simulations", type=int, nargs="+", default=[5, 40])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for simulations in options.simulations:
        share = win_share(simulations, options.games, options.seed)
        print(f"{simulations:5} simulations: {share:.0%} of {options.games} games")


if __name__ == "__main__":
    main()
