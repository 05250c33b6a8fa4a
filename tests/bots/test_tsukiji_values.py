"""Tsukiji's learned values: fair, complete, and used by the expert, who thinks of one round."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import ichiba
from ichiba import bots
from ichiba.games.tsukiji.bots import features, master, rollout
from ichiba.games.tsukiji.bots.lessons import play
from ichiba.games.tsukiji.bots.master import Master
from ichiba.games.tsukiji.state import TsukijiState

ROOT = Path(__file__).parents[2]
GAME = ichiba.load("tsukiji")


def between_rounds(players: int, rounds: int, *, special_points: bool = False) -> TsukijiState:
    """A position at the beginning of a round, after some rounds between light players."""
    state = GAME.new(players, seed=rounds, special_points=special_points)
    assert isinstance(state, TsukijiState)
    rng = Random(rounds)
    for _ in range(rounds):
        rollout.lay_for_all(state, rng)
        rollout.play_round(state, rng)
    return state


def test_every_feature_has_a_weight() -> None:
    file = features.learned()
    for players in (2, 3, 4):
        assert tuple(file.of(players).weights) == features.FEATURES
        made = file.of(players).made
        assert made.revision == GAME.revision
        assert made.log_loss < made.log_loss_by_points
        assert len(made.by_stage) == 6
        assert all(loss < by_points for _, loss, by_points in made.by_stage)


@pytest.mark.parametrize("special_points", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_chances_know_only_what_the_seat_knows(players: int, special_points: bool) -> None:
    for rounds in (1, 4, 6):
        state = between_rounds(players, rounds, special_points=special_points)
        state.apply(0, state.legal(0)[0])  # hidden from the others
        rows = features.features(state)
        assert {len(row) for row in rows} == {len(features.FEATURES)}
        for seat in range(1, players):
            assert features.features(state.determinize(seat, Random(rounds))) == rows
        assert sum(features.chances(state)) == pytest.approx(1)


def test_stages_go_from_one_to_zero() -> None:
    assert [features.stage(between_rounds(2, rounds)) for rounds in (1, 6)] == [1.0, 0.0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_more_money_means_a_better_chance(players: int) -> None:
    for rounds in (1, 3, 6):
        state = between_rounds(players, rounds)
        before = features.chances(state)
        state.money[1] += 10
        after = features.chances(state)
        assert after[1] > before[1]
        assert all(after[seat] < before[seat] for seat in range(players) if seat != 1)


def test_lessons_describe_the_positions_between_rounds() -> None:
    lesson = play(3, 1, None)
    assert [round(position.stage, 1) for position in lesson.positions] == [1, 0.8, 0.6, 0.4, 0.2, 0]
    assert max(lesson.scores) == lesson.scores[lesson.winners[0]]
    assert play(3, 1, None) == lesson


@pytest.mark.parametrize("players", [2, 4])
def test_the_expert_thinks_of_one_round_only(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """It asks for chances until the last round, and plays no game to its end."""
    asked: list[int] = []

    def chances(table: TsukijiState) -> list[float]:
        asked.append(table.round)
        return [1 / players] * players

    monkeypatch.setattr(master, "chances", chances)
    expert = bots.make(bots.EXPERT, GAME, Random(1))
    assert isinstance(expert, Master)
    for rounds in (2, 6):
        asked.clear()
        state = between_rounds(players, rounds)
        assert expert.choose(ichiba.Observer(GAME, state, 0)) in state.legal(0)
        assert {*asked} == ({rounds + 2} if rounds < 6 else set())


def train(folder: Path) -> str:
    script, out = str(ROOT / "scripts" / "train.py"), str(folder / "weights.json")
    command = [sys.executable, script, "tsukiji", "--players", "2", "--games", "10", "--seed", "7"]
    command += ["--out", out, "--keep", str(folder)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_training_is_repeatable_and_continues_where_it_was_stopped(tmp_path: Path) -> None:
    told = train(tmp_path)
    assert "10 of 10 games" in told
    assert "at stage 0.0: log-loss" in told
    whole = (tmp_path / "weights.json").read_bytes()
    (games,) = tmp_path.glob("*.jsonl")
    games.write_bytes(b"".join(games.read_bytes().splitlines(keepends=True)[:4]))
    (tmp_path / "weights.json").unlink()
    train(tmp_path)
    assert (tmp_path / "weights.json").read_bytes() == whole
