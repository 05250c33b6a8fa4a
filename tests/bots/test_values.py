"""Learned values: chances of winning, fair and repeatable, and weights that anyone can make."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import ichiba
from ichiba.bots import values
from ichiba.games.shinjuku.bots.features import FEATURES, Judge, Survey, learned
from ichiba.games.shinjuku.bots.greedy import Mind
from ichiba.games.shinjuku.bots.quick.policy import Policy
from ichiba.games.shinjuku.bots.sketch import Sketch
from ichiba.games.shinjuku.state import ShinjukuState
from sampling import first_is_enough

ROOT = Path(__file__).parents[2]
GAME = ichiba.load("shinjuku")
# The titles whose values are learned.
TRAINED = ("shinjuku", "tokyo-tsukiji-market")


def position(players: int, seed: int, turns: int) -> ShinjukuState:
    state = GAME.new(players, seed=seed)
    assert isinstance(state, ShinjukuState)
    Policy(state).play_on(turns)
    return state


def made_up() -> values.Weights:
    made = values.Made("by hand", 1, 0, 0, 0.0, 0.0, [])
    return values.Weights(made, {"points": (0.1, 0.3), "cards": (0.2, 0.0)})


def test_chances_add_up_to_one() -> None:
    rng = Random(1)
    for players in (2, 3, 4, 6):
        scores = [rng.uniform(-900, 900) for _ in range(players)]
        chances = values.chances(scores)
        assert sum(chances) == pytest.approx(1)
        assert chances.index(max(chances)) == scores.index(max(scores))


def test_odds_rank_like_chances() -> None:
    scores = [0.4, 0.1, -0.7]
    for seat, chance in enumerate(values.chances(scores)):
        assert 1 / (1 + 2.718281828 ** -values.log_odds(scores, seat)) == pytest.approx(chance)
    assert values.log_odds([5000.0, 0.0], 0) == 5000


def test_weights_change_with_the_stage() -> None:
    weights = made_up()
    assert weights.at(1.0, ["points", "cards"]) == [0.1, 0.2]
    assert weights.at(0.5, ["cards", "points"]) == [0.1, 0.2]
    assert values.score([2.0, 1.0], weights.at(0.0, ["points", "cards"])) == 0.6


def test_other_numbers_of_players_use_the_nearest_weights() -> None:
    both = values.Values({"2": made_up(), "4": made_up()})
    assert both.of(2) is both.players["2"]
    assert both.of(6) is both.players["4"]


def test_every_feature_of_shinjuku_has_a_weight() -> None:
    file = learned()
    for players in (2, 3, 4):
        assert tuple(file.of(players).weights) == FEATURES
        assert file.of(players).made.revision == GAME.revision
        assert file.of(players).made.log_loss < file.of(players).made.log_loss_by_points


@pytest.mark.parametrize("players", [2, 3, 4])
def test_features_know_only_what_the_seat_knows(players: int) -> None:
    """Two worlds that differ only in what is hidden from a seat have the same features for it."""
    for turns in (0, 9, 30):
        state = position(players, turns, turns)
        seat = state.player
        other = state.determinize(seat, Random(turns))
        rows, same = (
            Survey(world, seat).features(Sketch.of(world), 1.0) for world in (state, other)
        )
        assert rows == same
        assert {len(row) for row in rows} == {len(FEATURES)}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_cached_stays_true(players: int) -> None:
    """A survey that has described many maps describes the next one like a new survey."""
    for turns in (6, 18):
        state = position(players, turns, turns)
        seat = state.player
        mind = Mind(state, seat, Judge(state, seat))
        used = Survey(state, seat)
        for plan in mind.plans()[::5]:
            sketch, hand = mind.outcome(plan)
            rows = used.features(sketch, hand)
            assert Survey(state, seat).features(sketch, hand) == rows


def test_more_points_mean_more_chances() -> None:
    state = position(2, 3, 40)
    seat = state.player
    before = Judge(state, seat).value(Sketch.of(state))
    state.bonus = [one + 3 * (place == seat) for place, one in enumerate(state.bonus)]
    assert Judge(state, seat).value(Sketch.of(state)) > before


def train(title: str, folder: Path) -> str:
    script, out = str(ROOT / "scripts" / "train.py"), str(folder / "weights.json")
    budget = ["--players", "2", "--games", "2", "--rounds", "1", "--seed", "7"]
    command = [sys.executable, script, title, *budget, "--out", out, "--keep", str(folder)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize("title", first_is_enough(TRAINED))
def test_training_is_repeatable(title: str, tmp_path: Path) -> None:
    told = train(title, tmp_path / "one")
    assert "2 of 2 games" in told
    assert "log-loss" in told
    train(title, tmp_path / "two")
    first, second = ((tmp_path / one / "weights.json").read_bytes() for one in ("one", "two"))
    assert first == second


@pytest.mark.parametrize("title", TRAINED)
@pytest.mark.long
def test_training_continues_where_it_was_stopped(title: str, tmp_path: Path) -> None:
    train(title, tmp_path)
    whole = (tmp_path / "weights.json").read_bytes()
    (games,) = tmp_path.glob("*.jsonl")
    games.write_bytes(b"".join(games.read_bytes().splitlines(keepends=True)[:1]))
    (tmp_path / "weights.json").unlink()
    train(title, tmp_path)
    assert (tmp_path / "weights.json").read_bytes() == whole
