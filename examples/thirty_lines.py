"""From nothing to a bot in thirty lines: it learns Tsukiji from random games in a second.

It learns what each number that a seat observes is worth, in points at the end. As a bot, it does
what leads to the best numbers.
"""

from random import Random

import numpy as np

import ichiba

TSUKIJI = ichiba.load("tsukiji")


def learn(games: int) -> np.ndarray:
    """What each number that a seat observes is worth, in points ahead at the end."""
    seen, ahead = [], []
    for seed in range(games):
        state, rng, seats = TSUKIJI.new(2, seed=seed), Random(seed), []
        while state.actors:
            seat = state.actors[0]
            state.apply(seat, rng.choice(state.legal(seat)))
            seen.append(state.observed(seat))
            seats.append(seat)
        ahead += [state.scores[seat] - state.scores[1 - seat] for seat in seats]
    x = np.array(seen)
    return np.linalg.solve(x.T @ x + 30 * np.eye(len(x[0])), x.T @ np.array(ahead))


class Learned:
    """Looks one action ahead, in a position that fits what its seat knows."""

    titles = ("tsukiji",)
    worth = learn(300)

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, observer: ichiba.Observer) -> int:
        """Choose the action after which the numbers are worth most."""
        world = observer.determinize(self.rng)
        return max(observer.legal(), key=lambda action: self.value(world.copy(), observer, action))

    def value(self, world: ichiba.State, observer: ichiba.Observer, action: int) -> float:
        """What the numbers are worth after an action."""
        world.apply(observer.seat, action)
        return float(np.dot(world.observed(observer.seat), self.worth))
