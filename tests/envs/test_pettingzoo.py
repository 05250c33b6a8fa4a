"""PettingZoo's own tests, for every title and number of players, and what they don't ask."""

import pickle
import warnings
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest

import ichiba
from envs.setups import SETUPS, SMALLEST, need

need("pettingzoo", "pettingzoo")

from pettingzoo.test import (  # noqa: E402
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    seed_test,
)
from pettingzoo.utils.conversions import parallel_to_aec  # noqa: E402

from ichiba.envs.pettingzoo import TogetherEnv, TurnEnv, env, parallel_env  # noqa: E402

every_setup = pytest.mark.parametrize(("title", "players"), SETUPS)
CYCLES = 300


def play(one: TurnEnv, seed: int, steps: int = 100_000) -> dict[str, float]:
    """Play at random; the total rewards of the agents."""
    rng, total = Random(seed), dict.fromkeys(one.possible_agents, 0.0)
    one.reset(seed=seed)
    for agent in one.agent_iter(steps):
        seen, reward, ended, cut, info = one.last()
        total[agent] += reward
        assert seen is not None
        assert (seen["action_mask"] == info["action_mask"]).all()
        choices = np.flatnonzero(seen["action_mask"])
        one.step(None if ended or cut else int(rng.choice(choices)))
    return total


@every_setup
def test_the_turn_based_one_passes(title: str, players: int) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should")
        api_test(env(title, players), num_cycles=CYCLES)


@every_setup
def test_the_parallel_one_passes(title: str, players: int) -> None:
    parallel_api_test(parallel_env(title, players), num_cycles=CYCLES)


@every_setup
def test_seeds_determine_games(title: str, players: int) -> None:
    seed_test(lambda: env(title, players), num_cycles=CYCLES)
    parallel_seed_test(lambda: parallel_env(title, players, illegal="replace"), CYCLES)


@every_setup
def test_cycles_are_limited(title: str, players: int) -> None:
    """The test expects all agents in every cycle, so it gets the parallel environment twice."""

    def parallel(max_cycles: int) -> TogetherEnv:
        return parallel_env(title, players, max_cycles=max_cycles, illegal="replace")

    module = SimpleNamespace(
        parallel_env=parallel, env=lambda max_cycles: parallel_to_aec(parallel(max_cycles))
    )
    max_cycles_test(module)
    one = env(title, players, max_cycles=2)
    play(one, 1)
    assert one.agents == []


@pytest.mark.parametrize("title", ["tsukiji", "shinjuku"])
def test_it_is_the_same_game(title: str) -> None:
    """The same seed and actions give the same deal, masks, observations and results."""
    one, rng = env(title, 3), Random(2)
    one.reset(seed=11)
    state = ichiba.load(title).new(3, seed=11)
    while state.actors:
        seat = state.actors[0]
        assert one.agent_selection == f"player_{seat}"
        seen = one.observe(one.agent_selection)
        assert sorted(state.legal(seat)) == [*np.flatnonzero(seen["action_mask"])]
        assert seen["observation"].tobytes() == state.packed(seat, "f")
        action = rng.choice(state.legal(seat))
        one.step(np.int64(action))  # type: ignore[arg-type]
        state.apply(seat, action)
    assert one.game_state == state
    assert tuple(one.rewards.values()) == state.returns


@pytest.mark.parametrize(("title", "players"), SMALLEST)
def test_rewards(title: str, players: int) -> None:
    if title == "tokyo-tsukiji-market":
        options: dict[str, object] = {"round_limit": 3}
    else:
        options = {}
    victory, margin = (env(title, players, rewards=kind, **options)
                       for kind in ("victory", "margin"))  # fmt: skip
    won, ahead = play(victory, 4), play(margin, 4)
    assert sum(won.values()) == pytest.approx(0)
    assert margin.game_state is not None
    first, second = margin.game_state.scores
    assert list(ahead.values()) == [first - second, second - first]
    with pytest.raises(ValueError, match="rewards must be one of victory, margin"):
        env(title, players, rewards="money")


def illegal_action(one: TurnEnv) -> int:
    return int(np.flatnonzero(one.observe(one.agent_selection)["action_mask"] == 0)[0])


@pytest.mark.parametrize("title", ichiba.games())
def test_an_illegal_action_changes_nothing(title: str) -> None:
    one = env(title, 2)
    one.reset(seed=5)
    assert one.game_state is not None
    before = one.game_state.dump()
    for action in (illegal_action(one), -1, 99_999, None, 1.5, "0", True):
        with pytest.raises(ichiba.IllegalAction):
            one.step(action)  # type: ignore[arg-type]
    assert one.game_state.dump() == before
    play(one, 5, 10)


def test_an_illegal_action_can_end_the_game() -> None:
    one = env("tsukiji", 3, illegal="end")
    one.reset(seed=5)
    agent = one.agent_selection
    one.step(illegal_action(one))
    assert all(one.terminations.values())
    assert one.rewards == {name: -1.0 if name == agent else 0.0 for name in one.possible_agents}
    for _ in range(3):
        one.step(None)
    assert one.agents == []


def test_an_illegal_action_can_be_replaced() -> None:
    games = []
    for _ in range(2):
        one = env("tsukiji", 3, illegal="replace")
        one.reset(seed=5)
        one.step(illegal_action(one))
        games.append(one.game_state)
    assert games[0] == games[1], "the same seed, the same replacement"


def test_in_parallel_only_those_who_decide_act() -> None:
    one = parallel_env("tsukiji", 2)
    seen, _ = one.reset(seed=1)
    wait = one.passing
    assert all(mask["action_mask"][wait] == 0 for mask in seen.values()), "all lay tickets at once"
    with pytest.raises(ichiba.IllegalAction):
        one.step(dict.fromkeys(one.agents, wait))
    assert one.game_state == ichiba.load("tsukiji").new(2, seed=1)
    while one.game_state.simultaneous:
        legal = {name: int(np.flatnonzero(each["action_mask"])[0]) for name, each in seen.items()}
        seen, *_ = one.step(legal)
    waiting = [name for name, each in seen.items() if each["action_mask"][wait]]
    assert len(waiting) == 1
    assert seen[waiting[0]]["action_mask"].sum() == 1
    buyer = next(name for name in seen if name not in waiting)
    action = int(np.flatnonzero(seen[buyer]["action_mask"])[0])
    with pytest.raises(ichiba.IllegalAction):
        one.step({buyer: action, waiting[0]: action})
    one.step({buyer: action})  # whoever is left out passes


def test_illegal_actions_in_parallel() -> None:
    one = parallel_env("shinjuku", 2, illegal="end")
    seen, _ = one.reset(seed=1)
    actor = next(name for name, each in seen.items() if not each["action_mask"][one.passing])
    _, rewards, ended, _, _ = one.step(dict.fromkeys(seen, one.passing))
    assert rewards[actor] == -1
    assert all(ended.values())
    assert one.agents == []
    with pytest.raises(RuntimeError, match="reset"):
        one.step({})


@pytest.mark.parametrize("title", ichiba.games())
def test_boards_are_shown(title: str) -> None:
    shown = env(title, 2, render_mode="ansi")
    drawn = env(title, 2, render_mode="rgb_array")
    for one in (shown, drawn):
        play(one, 1, 5)
    text, picture = shown.render(), drawn.render()
    assert isinstance(text, str)
    assert len(text.splitlines()) > 5
    assert picture.dtype == np.uint8
    assert picture.shape[2] == 3
    assert len(np.unique(picture)) > 5, "no ink of any colour"
    assert env(title, 2).render() is None
    with pytest.raises(ValueError, match="render_mode"):
        env(title, 2, render_mode="human")


def test_the_name_has_the_revision_of_the_rules() -> None:
    game = ichiba.load("tokyo-tsukiji-market")
    one = env("tokyo_tsukiji_market", 2, max_cycles=1)
    assert str(one) == one.metadata["name"] == f"tokyo_tsukiji_market_v{game.revision}"


def test_an_environment_can_be_pickled() -> None:
    one = env("tsukiji", 2)
    one.reset(seed=3)
    twin = pickle.loads(pickle.dumps(one))  # noqa: S301
    assert twin.game_state == one.game_state
    action = int(np.flatnonzero(one.last()[0]["action_mask"])[0])
    for each in (one, twin):
        each.step(action)
    assert twin.game_state == one.game_state


def test_wrong_seeds_are_refused() -> None:
    one = env("tsukiji", 2)
    with pytest.raises(ichiba.SetupError):
        one.reset(seed=-1)
    with pytest.raises(ichiba.SetupError):
        env("tsukiji", 9)
    with pytest.raises(ichiba.SetupError):
        env("tsukiji", 2, no_such_option=True)
