"""Learns the values of a title from games that its bots play: `make train TITLE=shinjuku`.

In each round it plays games, by the values of the round before if there are some, and fits weights
to all positions so far. Every fifth game is kept back to validate. The seed is fixed, so it gives
the same weights on every machine. All games are kept in build/train/, so it continues where it was
stopped. Delete that folder after a change to a bot.
"""

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, cast

import msgspec
import numpy as np

from ichiba.arena import pool
from ichiba.bots.lessons import Lesson, Teacher
from ichiba.bots.values import Made, Values, Weights
from ichiba.core.registry import load

BOTS = Path(__file__).parent.parent / "src" / "ichiba" / "bots"
KEPT = Path("build") / "train"
_GAMES, _ROUNDS = 200, 2  # unless the title has other numbers
_HELD_BACK = 5  # every fifth game
_STEADY = 3.0  # the penalty for large weights, in games
_FREE = 0.05  # the same for the features that a title trusts
_AHEAD = 0.9  # how much the result counts next to what is foretold one position later
_PASSES = 4
_NEWTON = 12  # steps
_BANDS = 5  # of the calibration


class Fit(NamedTuple):
    """Weights, and how well they foretell the winners of games that they were not fitted to."""

    weights: np.ndarray  # by feature: at the beginning, at the end
    log_loss: float
    foretold: np.ndarray  # chances by position and seat
    won: np.ndarray
    losses: np.ndarray  # log-losses by position


class Examples:
    """Positions as arrays. Features appear twice: times the stage, and times what is left of it."""

    def __init__(self, lessons: Sequence[Lesson], scale: float) -> None:
        stages, rows, targets, wins, weights = [], [], [], [], []
        self.games: list[slice] = []
        for lesson in lessons:
            target = _softmax(np.array([lesson.scores]) / scale)[0]
            won = [float(seat in lesson.winners) for seat in range(len(lesson.scores))]
            self.games.append(slice(len(rows), len(rows) + len(lesson.positions)))
            for position in lesson.positions:
                stages.append(position.stage)
                rows.append(position.rows)
                targets.append(target)
                wins.append([one / len(lesson.winners) for one in won])
                weights.append(1 / len(lesson.positions))
        features = np.array(rows, dtype=float)  # position, seat, feature
        stage = np.array(stages)[:, None, None]
        self.inputs = np.concatenate([features * stage, features * (1 - stage)], axis=2)
        self.targets, self.wins = np.array(targets), np.array(wins)
        self.weights, self.stages = np.array(weights), np.array(stages)

    def looking_ahead(self, foretold: np.ndarray) -> np.ndarray:
        """Targets that mix the result with what is foretold for the positions in between. They
        vary less than results, which depend on the luck of a whole game."""
        targets = self.targets.copy()
        for game in self.games:
            for place in range(game.stop - 2, game.start - 1, -1):
                after = foretold[place + 1]
                targets[place] = (1 - _AHEAD) * after + _AHEAD * targets[place + 1]
        return targets


def main() -> None:
    """Learn, print how well it went, and write the file."""
    options = _options()
    teacher = _teacher(options.title)
    options.games = options.games or getattr(teacher, "GAMES", _GAMES)
    options.rounds = options.rounds or getattr(teacher, "ROUNDS", _ROUNDS)
    file = options.out or BOTS / _package(options.title) / "weights.json"
    old = msgspec.json.decode(file.read_bytes(), type=Values) if file.exists() else None
    values = Values({**old.players} if old else {})
    for players in options.players:
        current: Values | None = None
        lessons: list[Lesson] = []
        for turn in range(options.rounds):
            lessons += played(options, players, turn, current)
            weights = learn(teacher, lessons, options, players)
            current = Values({str(players): weights})
        values.players[str(players)] = weights
    file.write_bytes(msgspec.json.format(msgspec.json.encode(values), indent=2) + b"\n")


def _teacher(title: str) -> Teacher:
    return cast(Teacher, import_module(f"ichiba.bots.{_package(title)}.lessons"))


def lesson(title: str, players: int, values: Values | None, seed: int) -> Lesson:
    """Play one game."""
    return _teacher(title).play(players, seed, values)


def played(
    options: argparse.Namespace, players: int, turn: int, values: Values | None
) -> list[Lesson]:
    """The games of a round. Those that are in its file are not played again."""
    first = options.seed * 1_000_000 + players * 100_000 + turn * 10_000
    options.keep.mkdir(parents=True, exist_ok=True)
    file = options.keep / f"{options.title}-{first}-{options.games}.jsonl"
    lines = file.read_bytes().splitlines() if file.exists() else []
    lessons = [msgspec.json.decode(line, type=Lesson) for line in lines]
    play = partial(lesson, options.title, players, values)
    left = range(first + len(lessons), first + options.games)
    how = {"on": options.on, "jobs": options.jobs, "address": options.address}
    with file.open("ab") as kept:
        for one in pool.run(play, left, **how):
            kept.write(msgspec.json.encode(one) + b"\n")
            kept.flush()
            lessons.append(one)
            done = len(lessons)
            if done % max(10, options.games // 20) == 0 or done == options.games:
                _tell(f"{players} players, round {turn + 1}: {done} of {options.games} games")
    return lessons


def learn(
    teacher: Teacher, lessons: list[Lesson], options: argparse.Namespace, players: int
) -> Weights:
    """Fit weights, compare them with the points so far, and tell the result."""
    names = teacher.FEATURES
    kept = [one for number, one in enumerate(lessons) if number % _HELD_BACK == 0]
    used = [one for number, one in enumerate(lessons) if number % _HELD_BACK]
    seen, unseen = Examples(used, teacher.SCALE), Examples(kept, teacher.SCALE)
    penalties = [_FREE if name in teacher.TRUSTED else _STEADY for name in names]
    full = fit(seen, unseen, penalties, range(len(names)))
    points = fit(seen, unseen, penalties, [names.index("points")])
    bands = calibration(full)
    made = Made(
        _command(options), load(options.title).revision, len(lessons),
        sum(len(one.positions) for one in lessons), round(full.log_loss, 4),
        round(points.log_loss, 4), bands, by_stage(unseen, full, points),
    )  # fmt: skip
    _tell(f"{players} players, {made.games} games, {made.positions} positions")
    _tell(f"log-loss {made.log_loss}, by points so far {made.log_loss_by_points}")
    for stage, loss, loss_by_points in made.by_stage:
        _tell(f"at stage {stage:.1f}: log-loss {loss:.3f}, by points so far {loss_by_points:.3f}")
    for foretold, won, count in bands:
        _tell(f"foretold {foretold:.2f}, won {won:.2f} of {count}")
    early, late = np.split(np.round(full.weights, 4), 2)
    return Weights(made, {
        name: (float(one), float(other))
        for name, one, other in zip(names, early, late, strict=True)
    })  # fmt: skip


def fit(seen: Examples, unseen: Examples, penalties: Sequence[float], chosen: Sequence[int]) -> Fit:
    """Fit weights of some features by Newton's method. The targets are soft: how far ahead a player
    ended tells more than who won. One more factor then turns them into chances of winning."""
    half = seen.inputs.shape[2] // 2
    columns = [*chosen, *[half + one for one in chosen]]
    inputs = seen.inputs[:, :, columns]
    spread = np.maximum((inputs - inputs.mean(axis=1, keepdims=True)).std(axis=(0, 1)), 1e-9)
    inputs = inputs / spread
    steady = np.array([penalties[one] for one in chosen] * 2)
    targets = seen.targets
    for _ in range(_PASSES):
        weights = _newton(inputs, targets, seen.weights, steady)
        targets = seen.looking_ahead(_softmax(inputs @ weights))
    scored = (inputs @ weights)[:, :, None]
    factor = _newton(scored, seen.wins, seen.weights, np.array([_FREE]))
    weights = weights / spread * factor[0]
    foretold = _softmax(unseen.inputs[:, :, columns] @ weights)
    losses = -(unseen.wins * np.log(np.maximum(foretold, 1e-12))).sum(axis=1)
    loss = float(np.average(losses, weights=unseen.weights))
    return Fit(weights, loss, foretold, unseen.wins, losses)


def _newton(
    inputs: np.ndarray, targets: np.ndarray, weights: np.ndarray, steady: np.ndarray
) -> np.ndarray:
    """The weights with the least cross-entropy, and a penalty for large ones."""
    size = inputs.shape[2]
    found = np.zeros(size)
    for _ in range(_NEWTON):
        chances = _softmax(inputs @ found)
        slope = np.einsum("p,ps,psf->f", weights, chances - targets, inputs) + steady * found
        middle = np.einsum("ps,psf->pf", chances, inputs)[:, None, :]
        apart = (inputs - middle) * np.sqrt(weights[:, None] * chances)[:, :, None]
        flat = apart.reshape(-1, size)
        found = found - np.linalg.solve(flat.T @ flat + np.diag(steady), slope)
    return found


def calibration(fitted: Fit) -> list[tuple[float, float, int]]:
    """By band of foretold chances: their mean, the share of wins, and how many there are."""
    foretold, won = fitted.foretold.ravel(), fitted.won.ravel()
    band = np.minimum((foretold * _BANDS).astype(int), _BANDS - 1)
    return [
        (round(float(foretold[band == one].mean()), 3), round(float(won[band == one].mean()), 3),
         int((band == one).sum()))
        for one in range(_BANDS) if (band == one).any()
    ]  # fmt: skip


def by_stage(unseen: Examples, full: Fit, points: Fit) -> list[tuple[float, float, float]]:
    """By stage of the game, in fifths: the log-losses of two fits."""
    band = np.round(unseen.stages * _BANDS)
    return [
        (one / _BANDS, round(float(full.losses[band == one].mean()), 4),
         round(float(points.losses[band == one].mean()), 4))
        for one in range(_BANDS, -1, -1) if (band == one).any()
    ]  # fmt: skip


def _softmax(scores: np.ndarray) -> np.ndarray:
    parts = np.exp(scores - scores.max(axis=1, keepdims=True))
    return cast(np.ndarray, parts / parts.sum(axis=1, keepdims=True))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("title")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--games", type=int, help="a round, if not the title's number")
    parser.add_argument("--rounds", type=int, help="if not the title's number")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, help="processes, if not one for each core")
    parser.add_argument("--on", choices=[pool.LOCAL, pool.RAY], default=pool.LOCAL)
    parser.add_argument("--address", help="of a Ray cluster, if it is not to start here")
    parser.add_argument("--keep", type=Path, default=KEPT, help="the folder of the games")
    parser.add_argument("--out", type=Path, help="the file to write, if not the title's")
    return parser.parse_args()


def _command(options: argparse.Namespace) -> str:
    players = " ".join(map(str, options.players))
    return (
        f"python scripts/train.py {options.title} --players {players} --games {options.games} "
        f"--rounds {options.rounds} --seed {options.seed}"
    )


def _package(title: str) -> str:
    return title.replace("-", "_")


def _tell(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
