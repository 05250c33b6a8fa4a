"""OpenSpiel's own tests for every title and number of players, and its searches on our games."""

from random import Random

import numpy as np
import pytest

import ichiba
from envs.setups import SETUPS, SMALLEST, need

need("pyspiel", "openspiel")

import pyspiel  # noqa: E402
from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402

from ichiba.envs.openspiel import SpielState, name_of, register  # noqa: E402

NAMES = register()
# Titles whose players decide at the same time.
TOGETHER = [name.removesuffix("_simultaneous") for name in NAMES if name.endswith("_simultaneous")]
SHORT = {"tokyo-tsukiji-market": {"round_limit": 2}}


def load(title: str, players: int = 2, *, simultaneous: bool = False, **params: object):  # type: ignore[no-untyped-def]
    name = name_of(title, simultaneous=simultaneous)
    given = {"players": players, **SHORT.get(title, {}), **params}
    return pyspiel.load_game(name, given)


def started(title: str, players: int = 2, steps: int = 0, **params: object) -> SpielState:
    state, rng = load(title, players, **params).new_initial_state(), Random(1)
    state.apply_action(3)
    for _ in range(steps):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.long
@pytest.mark.parametrize(("title", "players"), SETUPS)
def test_openspiel_finds_nothing_wrong(title: str, players: int) -> None:
    game = pyspiel.load_game(name_of(title), {"players": players})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.long
@pytest.mark.parametrize(
    ("title", "players"), [each for each in SETUPS if name_of(each[0]) in TOGETHER]
)
def test_nothing_is_wrong_with_simultaneous_nodes(title: str, players: int) -> None:
    game = load(title, players, simultaneous=True)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_a_short_game_passes() -> None:
    game = load("tsukiji", 2)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_registering_twice_does_no_harm() -> None:
    assert register() == NAMES
    assert {*NAMES} <= {*pyspiel.registered_names()}
    assert TOGETHER


@pytest.mark.parametrize(("title", "players"), SMALLEST)
def test_it_is_the_same_game(title: str, players: int) -> None:
    state, rng = started(title, players), Random(2)
    game = state.get_game()
    own = ichiba.load(title).new_with_log(players, seed=3, **game.options)
    for _ in range(60):
        if not own.actors:
            break
        seat = own.actors[0]
        assert state.current_player() == seat
        assert state.legal_actions() == sorted(own.legal(seat))
        assert state.information_state_string(seat) == own.information_state(seat)
        assert np.float32(state.observation_tensor(seat)).tobytes() == own.packed(seat, "f")
        action = rng.choice(own.legal(seat))
        assert state.action_to_string(seat, action) == game.title.notation(action)
        state.apply_action(action)
        own.apply(seat, action)
    assert state.position == own
    assert tuple(state.returns()) == own.returns


@pytest.mark.parametrize(("title", "players"), SMALLEST)
def test_clones_go_their_own_way(title: str, players: int) -> None:
    state = started(title, players, 20)
    twin, before = state.clone(), str(state)
    assert str(twin) == before
    seat = state.current_player()
    assert twin.information_state_string(seat) == state.information_state_string(seat)
    twin.apply_action(twin.legal_actions()[0])
    assert str(state) == before != str(twin)


@pytest.mark.parametrize(("title", "players"), SMALLEST)
def test_resampling_keeps_what_the_player_knows(title: str, players: int) -> None:
    different = 0
    for steps in range(1, 40, 3):
        state = started(title, players, steps)
        if state.is_terminal():
            break
        seat = state.current_player()
        other = state.resample_from_infostate(seat, pyspiel.UniformProbabilitySampler(0.0, 1.0))
        assert other.information_state_string(seat) == state.information_state_string(seat)
        assert other.legal_actions() == state.legal_actions()
        assert other.history() == state.history()
        different += str(other) != str(state)
    assert different > 3


def test_illegal_actions_are_refused() -> None:
    state = started("tsukiji")
    wrong = next(one for one in range(27) if one not in state.legal_actions())
    before = str(state)
    with pytest.raises(Exception, match=r"lot|ticket|turn"):
        state.apply_action(wrong)
    assert str(state) == before


def test_parameters_are_options() -> None:
    game = load("tokyo-tsukiji-market", 3, fish_markets="squid+eel+octopus", closed_money=True)
    options = game.options
    assert options["fish_markets"] == ["squid", "eel", "octopus"]
    assert options["closed_money"] is True
    assert options["round_limit"] == 2
    with pytest.raises(Exception, match="is for 2 to"):
        load("tsukiji", 9)


def test_simultaneous_nodes_are_for_everybody() -> None:
    state = started("tsukiji", 2, simultaneous=True)
    assert state.is_simultaneous_node()
    assert state.legal_actions(0)
    assert state.legal_actions(1)
    first = [state.legal_actions(seat)[0] for seat in (0, 1)]
    own = ichiba.load("tsukiji").new(2, seed=3)
    state.apply_actions(first)
    for seat, action in enumerate(first):
        own.apply(seat, action)
    assert state.position == own


def test_observers_have_named_planes() -> None:
    game = load("tsukiji", 2)
    observer = game.make_py_observer()
    state = started("tsukiji", 2, 5)
    observer.set_from(state, 1)
    assert {*observer.dict} == {plane.name for plane in game.spec.planes}
    assert observer.tensor.tobytes() == state.position.packed(1, "f")
    remembering = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    assert remembering.string_from(state, 1) == state.information_state_string(1)


@pytest.mark.parametrize(
    ("title", "moves"),
    [
        ("tsukiji", 6),
        pytest.param("shinjuku", 6, marks=pytest.mark.long),
        pytest.param("tokyo-tsukiji-market", 6, marks=pytest.mark.long),
    ],
)
def test_their_search_plays_our_games(title: str, moves: int) -> None:
    game = load(title)
    chance = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, chance), uct_c=2.0, max_simulations=4,
        random_state=chance,
    )  # fmt: skip
    state = started(title, 2, 5)
    for _ in range(moves):
        if state.is_terminal():
            break
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
