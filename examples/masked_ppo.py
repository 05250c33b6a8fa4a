"""Masked PPO in NumPy: learns a title against bots, and writes its training curve as a picture.

    pip install "ichiba[gymnasium]"
    python examples/masked_ppo.py --games 20000 --bots random --curve curve.svg

Illegal actions get a probability of 0, in the policy and in its gradient. There is one hidden layer
and no other library. Training ends after a number of games, so a slow machine learns as much.
"""

import argparse
import os
from pathlib import Path

# The matrices are small: several threads would mostly wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from ichiba.envs.vector import GamesEnv

GAMES, STEPS = 64, 64  # played at once, and steps between two updates
EPOCHS, BATCH = 3, 512
RATE, CLIP, ENTROPY, LAMBDA = 1e-3, 0.2, 0.01, 0.95
HIDDEN = 128


class Network:
    """A policy and a value on one hidden layer, trained by Adam."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator) -> None:
        shapes = {"w": (inputs, HIDDEN), "p": (HIDDEN, actions), "v": (HIDDEN, 1)}
        scales = {"w": 1 / np.sqrt(inputs), "p": 0.01, "v": 0.1}
        self.weights = {name: rng.normal(0, scales[name], shapes[name]) for name in shapes}
        self.weights |= {f"{name}0": np.zeros(shapes[name][1]) for name in shapes}
        self.first = {name: np.zeros_like(one) for name, one in self.weights.items()}
        self.second = {name: np.zeros_like(one) for name, one in self.weights.items()}
        self.updates = 0

    def forward(self, seen: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, ...]:
        """The hidden layer, the probabilities of legal actions, and the value."""
        weights = self.weights
        hidden = np.tanh(seen @ weights["w"] + weights["w0"])
        logits = np.where(masks, hidden @ weights["p"] + weights["p0"], -1e9)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True)) * masks
        chances /= chances.sum(axis=1, keepdims=True)
        return hidden, chances, (hidden @ weights["v"] + weights["v0"])[:, 0]

    def learn(
        self,
        seen: np.ndarray,
        masks: np.ndarray,
        actions: np.ndarray,
        before: np.ndarray,
        gains: np.ndarray,
        targets: np.ndarray,
    ) -> None:
        """One step of PPO's clipped objective, with a bonus for entropy."""
        hidden, chances, values = self.forward(seen, masks)
        count = len(actions)
        rows = np.arange(count)
        ratio = chances[rows, actions] / before
        inside = np.where(gains > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        slope = np.zeros_like(chances)
        slope[rows, actions] = 1
        to_policy = -(gains * ratio * inside)[:, None] * (slope - chances)
        logs = np.log(np.maximum(chances, 1e-12))
        spread = -(chances * logs).sum(axis=1, keepdims=True)
        to_policy += ENTROPY * chances * (logs + spread)
        to_value = 0.5 * (values - targets)[:, None]
        weights = self.weights
        to_hidden = (to_policy @ weights["p"].T + to_value @ weights["v"].T) * (1 - hidden**2)
        slopes = {"w": seen.T @ to_hidden, "p": hidden.T @ to_policy, "v": hidden.T @ to_value}
        slopes |= {"w0": to_hidden.sum(0), "p0": to_policy.sum(0), "v0": to_value.sum(0)}
        self._step({name: one / count for name, one in slopes.items()})

    def _step(self, slopes: dict[str, np.ndarray]) -> None:
        self.updates += 1
        for name, slope in slopes.items():
            self.first[name] += 0.1 * (slope - self.first[name])
            self.second[name] += 0.001 * (slope**2 - self.second[name])
            mean = self.first[name] / (1 - 0.9**self.updates)
            square = self.second[name] / (1 - 0.999**self.updates)
            self.weights[name] -= RATE * mean / (np.sqrt(square) + 1e-8)


def choose(chances: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """An action for each game, drawn by its probabilities."""
    sums = chances.cumsum(axis=1)
    return (sums > rng.random(len(sums))[:, None] * sums[:, -1:]).argmax(axis=1)


def train(title: str, bots: str, games: int, seed: int) -> list[tuple[int, float]]:
    """Train for some games. Returns the curve: games so far, share of victories."""
    rng = np.random.default_rng(seed)
    env = GamesEnv(title, 2, num_envs=GAMES, bots=bots)
    low, high = env.seating.bounds
    network = Network(len(low), env.seating.num_actions, rng)
    seen, _ = env.reset(seed=seed)
    curve: list[tuple[int, float]] = []
    played = 0
    while played < games:
        rows, won = [], []
        for _ in range(STEPS):
            inputs = (seen["observation"] - low) / (high - low)
            masks = seen["action_mask"].astype(bool)
            _, chances, values = network.forward(inputs, masks)
            actions = choose(chances, rng)
            seen, rewards, ended, _, _ = env.step(actions)
            taken = chances[np.arange(GAMES), actions]
            rows.append((inputs, masks, actions, taken, values, rewards, ended))
            won += [*(rewards[ended] > 0)]
        inputs = (seen["observation"] - low) / (high - low)
        last = network.forward(inputs, seen["action_mask"].astype(bool))[2]
        update(network, rows, last, rng)
        played += len(won)
        if won:
            curve.append((played, float(np.mean(won))))
    return curve


def update(network: Network, rows: list[tuple], last: np.ndarray, rng: np.random.Generator) -> None:
    """Estimate advantages backwards in time (GAE without discounting), then learn from them."""
    inputs, masks, actions, taken, values, rewards, ended = (
        np.stack(one) for one in zip(*rows, strict=True)
    )
    gains, gain, following = np.zeros_like(values), np.zeros(GAMES), last
    for step in reversed(range(STEPS)):
        goes_on = 1 - ended[step]
        gain = rewards[step] + goes_on * (following + LAMBDA * gain) - values[step]
        gains[step], following = gain, values[step]
    targets = (gains + values).ravel()
    gains = ((gains - gains.mean()) / (gains.std() + 1e-8)).ravel()
    flat = [one.reshape(-1, *one.shape[2:]) for one in (inputs, masks, actions, taken)]
    for _ in range(EPOCHS):
        for part in np.array_split(rng.permutation(len(gains)), len(gains) // BATCH):
            network.learn(*(one[part] for one in flat), gains[part], targets[part])


def smooth(curve: list[tuple[int, float]], width: int = 10) -> list[tuple[int, float]]:
    """The mean over the last few updates."""
    shares = [share for _, share in curve]
    return [
        (games, float(np.mean(shares[max(0, at - width + 1) : at + 1])))
        for at, (games, _) in enumerate(curve)
    ]


def draw(curve: list[tuple[int, float]], path: Path) -> None:
    """Write the curve as a picture."""
    points = smooth(curve)
    most = points[-1][0]
    line = " ".join(f"{40 + 540 * games / most:.1f},{210 - 180 * won:.1f}" for games, won in points)
    marks = "".join(
        f'<path d="M40 {210 - 180 * share}H580" stroke="#ddd"/>'
        f'<text x="4" y="{214 - 180 * share}">{share:.0%}</text>'
        for share in (0, 0.5, 1)
    )
    path.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 240" font-family="sans-serif"'
        f' font-size="12"><rect width="600" height="240" fill="#fff"/>{marks}'
        f'<polyline points="{line}" fill="none" stroke="#c33" stroke-width="2"/>'
        f'<text x="300" y="232" text-anchor="middle">{most:,} games</text></svg>\n',
        encoding="utf-8",
    )


def main() -> None:
    """Train as the command line says, and show what came of it."""
    parser = argparse.ArgumentParser(description="Learn a title against bots.")
    parser.add_argument("--title", default="tsukiji")
    parser.add_argument("--bots", default="random", help="the opponent [random]")
    parser.add_argument("--games", type=int, default=20_000, help="to learn from [20000]")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, help="write the curve to this file, as SVG")
    given = parser.parse_args()
    curve = train(given.title, given.bots, given.games, given.seed)
    shown = smooth(curve)
    for games, won in [*shown[:: max(1, len(shown) // 12)], shown[-1]]:
        print(f"{games:7,} games  {won:6.1%} won  {'#' * round(40 * won)}")
    if given.curve:
        draw(curve, given.curve)


if __name__ == "__main__":
    main()
