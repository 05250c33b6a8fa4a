"""Gymnasium's own checks for every title and number of players, and many games at once."""

import warnings
from random import Random

import numpy as np
import pytest

import ichiba
from envs.setups import SETUPS, SMALLEST, need

need("gymnasium", "gymnasium")

import gymnasium  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402

from ichiba.envs.gymnasium import SeatEnv, id_of  # noqa: E402
from ichiba.envs.vector import GamesEnv  # noqa: E402

every_setup = pytest.mark.parametrize(("title", "players"), SETUPS)


@every_setup
def test_gymnasium_finds_nothing_wrong(title: str, players: int) -> None:
    """It chooses actions without a mask, so illegal ones are replaced."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        one = SeatEnv(title, players, illegal="replace", render_mode="ansi")
        check_env(one, skip_render_check=True)
        assert isinstance(one.render(), str)


def test_ids_have_the_revision_of_the_rules() -> None:
    assert id_of("tsukiji") == f"ichiba/Tsukiji-v{ichiba.load('tsukiji').revision}"
    assert id_of("tokyo_tsukiji_market").startswith("ichiba/TokyoTsukijiMarket-v")
    for title in ichiba.games():
        one = gymnasium.make(id_of(title), players=3, bots=["random", "greedy"], seat=1)
        seen, info = one.reset(seed=3)
        assert one.observation_space.contains(seen)
        assert (seen["action_mask"] == info["action_mask"]).all()
    many = gymnasium.make_vec(id_of("tsukiji"), num_envs=3, players=3)
    assert isinstance(many.unwrapped, GamesEnv)
    assert many.num_envs == 3


@pytest.mark.parametrize("seat", [0, 1, None])
def test_one_seat_plays_whole_games(seat: int | None) -> None:
    one, rng, seats = SeatEnv("tsukiji", 2, bots="random", seat=seat), Random(1), set()
    seen, _ = one.reset(seed=1)
    for _ in range(10):
        ended = False
        while not ended:
            seats.add(one.seat)
            assert (one.action_masks() == seen["action_mask"]).all()
            action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
            seen, reward, ended, _, _ = one.step(action)
        assert one.game_state is not None
        assert reward == one.game_state.returns[one.seat]
        with pytest.raises(gymnasium.error.ResetNeeded):
            one.step(0)
        seen, _ = one.reset()
    assert seats == ({0, 1} if seat is None else {seat})


def test_what_is_wrong_is_refused() -> None:
    one = SeatEnv("tsukiji", 2)
    with pytest.raises(gymnasium.error.ResetNeeded):
        GamesEnv("tsukiji", num_envs=2).step(np.zeros(2))
    seen, _ = one.reset(seed=1)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    with pytest.raises(ichiba.IllegalAction):
        one.step(wrong)
    with pytest.raises(ichiba.SetupError, match="Name 2 bots, one for each opponent, not 1"):
        SeatEnv("tsukiji", 3, bots=["random"])
    with pytest.raises(ichiba.SetupError, match="no bot called"):
        SeatEnv("tsukiji", 3, bots="nobody")
    with pytest.raises(ValueError, match="seat must be from 0 to 1, or None, not 2"):
        SeatEnv("tsukiji", 2, seat=2)
    with pytest.raises(ValueError, match="num_envs must be at least 1"):
        GamesEnv("tsukiji", num_envs=0)
    end = SeatEnv("tsukiji", 2, illegal="end")
    end.reset(seed=1)
    assert end.step(wrong)[1:4] == (-1.0, True, False)


@every_setup
def test_many_games_are_the_same_as_single_ones(title: str, players: int) -> None:
    many, rng = GamesEnv(title, players, num_envs=3), Random(3)
    seen, infos = many.reset(seed=5)
    assert many.games[0] == many.seating.new(5)
    ends = 0
    for _ in range(60):
        before = [state.copy() for state in many.games]
        actions = [rng.choice(state.legal(state.actors[0])) for state in before]
        assert [*infos["seat"]] == [state.actors[0] for state in before]
        for number, state in enumerate(before):
            seat = state.actors[0]
            assert seen["observation"][number].tobytes() == state.packed(seat, "f")
            assert [*np.flatnonzero(seen["action_mask"][number])] == sorted(state.legal(seat))
            state.apply(seat, actions[number])
        seen, rewards, ended, truncated, infos = many.step(np.array(actions))
        assert not truncated.any()
        for number, state in enumerate(before):
            assert ended[number] == (not state.actors)
            if state.actors:
                assert many.games[number] == state
                assert rewards[number] == 0
            else:
                ends += 1
                assert tuple(infos["returns"][number]) == state.returns
                assert infos["_returns"][number]
                assert many.games[number].actors
    assert ends or title != "tsukiji" or players > 2


def test_many_games_against_bots() -> None:
    many = GamesEnv("tsukiji", 2, num_envs=4, bots="random", copy=False)
    seen, infos = many.reset(seed=1)
    assert [*infos["seat"]] == [0, 1, 0, 1]
    total = 0
    for _ in range(80):
        actions = seen["action_mask"].argmax(axis=1)
        seen, rewards, ended, _, infos = many.step(actions)
        assert [*infos["seat"]] == [0, 1, 0, 1]
        if ended.any():
            total += int(ended.sum())
            for number in np.flatnonzero(ended):
                assert rewards[number] == infos["returns"][number][number % 2]
    assert total > 3
    again, _ = many.reset(seed=1)
    assert seen["observation"] is again["observation"], "copy=False uses the arrays again"


@pytest.mark.parametrize(("title", "players"), SMALLEST)
def test_an_illegal_action_among_many_changes_nothing(title: str, players: int) -> None:
    many = GamesEnv(title, players, num_envs=2)
    seen, _ = many.reset(seed=1)
    before = [state.copy() for state in many.games]
    good, bad = seen["action_mask"].argmax(axis=1), seen["action_mask"].argmin(axis=1)
    with pytest.raises(ichiba.IllegalAction):
        many.step(np.array([good[0], bad[1]]))
    assert many.games == before
    with pytest.raises(ValueError, match="2 games need 2 actions"):
        many.step(good[:1])
    end = GamesEnv(title, players, num_envs=2, illegal="end")
    end.reset(seed=1)
    _, rewards, ended, _, infos = end.step(np.array([good[0], bad[1]]))
    assert [*ended] == [False, True]
    assert [*rewards] == [0, -1]
    assert infos["returns"][1].min() == -1
