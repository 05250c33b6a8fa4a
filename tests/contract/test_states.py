"""What programs expect of any position: copies, pickles, equality, and a checked `play`."""

import copy
import pickle
from random import Random

import numpy as np
import pytest

import ichiba
from contract.cases import Case, all_cases, play_some, random_step

SMALL = 4096  # bytes of a pickle without a log


def with_log(case: Case, seed: int, steps: int) -> ichiba.State:
    state = case.game.new_with_log(case.players, seed=seed, **case.values)
    play_some(state, Random(seed), steps)
    return state


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_copies_and_pickles_are_equal_and_independent(case: Case) -> None:
    state = with_log(case, 4, 60)
    before, rng = state.dump(), Random(4)
    for twin in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):  # noqa: S301
        assert twin == state
        assert twin.log == state.log
        for seat in range(case.players):
            assert twin.information_state(seat) == state.information_state(seat)
            assert twin.legal(seat) == state.legal(seat)
        play_some(twin, rng, 3)
        assert twin != state or not state.actors
        assert state.dump() == before
    assert len(pickle.dumps(state.copy())) < SMALL
    assert pickle.loads(pickle.dumps(state.copy())).log is None  # noqa: S301


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_play_refuses_whatever_is_illegal(case: Case) -> None:
    """It refuses exactly what `explain` explains, in the same words, and changes nothing."""
    state, rng, refused = case.new(6), Random(6), 0
    for _ in range(40):
        if not state.actors:
            break
        before = state.dump()
        seat = rng.randrange(case.players)
        action = rng.randrange(case.game.num_actions)
        reason = state.explain(seat, action)
        if reason is not None:
            refused += 1
            with pytest.raises(ichiba.IllegalAction) as caught:
                state.play(seat, action)
            assert caught.value.reason == reason
            assert state.dump() == before
        state.play(*random_step(state, rng))
    else:  # a game that is not over yet has had many chances
        assert refused > 10
    assert refused


@pytest.mark.parametrize("name", ichiba.games())
def test_integers_of_numpy_are_integers(name: str) -> None:
    game = ichiba.load(name)
    state = game.new(np.int64(2), seed=np.uint32(5))
    assert state == game.new(2, seed=5)
    assert game.observation(np.int8(2)) == game.observation(2)
    match = ichiba.Match.new(game, players=np.int64(2), seed=np.int64(5))
    seat = state.actors[0]
    action = state.legal(seat)[0]
    state.play(np.int32(seat), np.int64(action))
    match.play(np.int32(seat), np.int64(action))
    assert match.state == state
    assert match.record.moves == [f"{seat} {game.notation(action)}"]
    assert match.record.players == 2


@pytest.mark.parametrize("wrong", [None, True, 1.0, "1", 99_999, -1])
def test_nothing_else_is_an_integer(wrong: object) -> None:
    game = ichiba.load("tsukiji")
    state, match = game.new(2, seed=1), ichiba.Match.new(game, players=2, seed=1)
    before = state.dump()
    for one in (state, match):
        with pytest.raises(ichiba.IllegalAction, match="There is no action"):
            one.play(0, wrong)  # type: ignore[arg-type]
        with pytest.raises(ichiba.IllegalAction, match="There is no player"):
            one.play(wrong, 0)  # type: ignore[arg-type]
    assert state.dump() == match.state.dump() == before
    with pytest.raises(ichiba.SetupError):
        game.new(wrong, seed=1)  # type: ignore[arg-type]


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_a_state_says_what_it_is(case: Case) -> None:
    state = case.new(1)
    assert state.players == case.players
    assert state.num_actions == case.game.num_actions
    assert f"{case.players} players, to decide: {state.actors[0]}" in repr(state)
    assert state != case.new(2)
    assert state != object()
    with pytest.raises(TypeError):
        hash(state)


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_redrawing_keeps_what_the_seat_has_seen(case: Case) -> None:
    state = with_log(case, 3, 50)
    for seat in range(case.players):
        world = state.determinize(seat, Random(seat))
        assert world.history(seat) == state.history(seat)
        assert world.information_state(seat) == state.information_state(seat)
        assert world.log is not None
        assert all(event.is_for(seat) for event in world.log[1:])
        assert not world.log[0].is_for(seat)  # a note for the others: see `events_for`
    assert state.copy().determinize(0, Random(0)).log is None
    watched = ichiba.Observer(case.game, state, 0).determinize(Random(0))
    assert watched.log is None


def test_underscores_are_hyphens() -> None:
    assert ichiba.load("tokyo_tsukiji_market") is ichiba.load("tokyo-tsukiji-market")
    with pytest.raises(ichiba.UnknownGame):
        ichiba.load("tokyo_tsukiji")


@pytest.mark.parametrize("name", ichiba.games())
def test_a_fingerprint_tells_what_has_changed(name: str) -> None:
    game = ichiba.load(name)
    saved = game.fingerprint(2)
    game.check_fingerprint(saved, 2)
    title, actions, planes = saved.split(" ")
    assert title == name
    wrong = {
        f"other {actions} {planes}": f"not trained for {game.title}",
        f"{title} 0 {planes}": "another table of actions",
        f"{title} {actions} 0": "other observations",
        game.fingerprint(3): "another number of players",
        "": "not trained for",
    }
    for text, words in wrong.items():
        with pytest.raises(ichiba.SetupError, match=words):
            game.check_fingerprint(text, 2)
