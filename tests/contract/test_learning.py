"""What programs that learn need: observations, histories and returns, for every title."""

import json
from array import array
from random import Random

import numpy as np
import pytest

import ichiba
from contract.cases import (
    Case,
    all_cases,
    play_some,
    random_step,
    sampled_cases,
    simultaneous_cases,
)

ENOUGH = 1500  # comparisons in a title with long games


def observation(case: Case, state: ichiba.State, seat: int, kind: str = "d") -> "array[float]":
    buffer = array(kind, [-1e9] * case.game.observation(case.players, **case.values).size)
    state.observe(seat, buffer)
    return buffer


@pytest.mark.parametrize("name", ichiba.games())
def test_every_title_has_observations(name: str) -> None:
    game = ichiba.load(name)
    assert game.observation(game.min_players).size > 0


@pytest.mark.parametrize("case", sampled_cases(), ids=str)
def test_an_observation_is_what_its_spec_says(case: Case) -> None:
    spec = case.game.observation(case.players, **case.values)
    slices = spec.slices()
    assert len(slices) == len(spec.planes), "two planes have the same name"
    assert all(plane.meaning.endswith(".") for plane in spec.planes)
    seen: dict[str, set[float]] = {plane.name: set() for plane in spec.planes}
    for seed in case.some(10):
        rng, state = Random(seed), case.new(seed)
        while True:
            for seat in range(case.players):
                buffer = observation(case, state, seat)
                assert len(state.observed(seat)) == len(buffer) == spec.size
                for plane in spec.planes:
                    numbers = buffer[slices[plane.name]]
                    assert plane.low <= min(numbers), (plane.name, seed)
                    assert max(numbers) <= plane.high, (plane.name, seed)
                    seen[plane.name].update(numbers)
            if not state.actors:
                break
            play_some(state, rng, 1 + rng.randrange(3 * case.thrift))
    assert [name for name, numbers in seen.items() if len(numbers) == 1] == [], "planes that say 0"


@pytest.mark.parametrize("case", sampled_cases(), ids=str)
def test_observations_keep_secrets(case: Case) -> None:
    """Positions that differ only in what a seat cannot know give it the same bytes."""
    differing = compared = 0
    for seed in case.some(25):
        rng, state = Random(seed), case.new(seed)
        while state.actors and compared <= ENOUGH:
            for seat in range(case.players):
                other = state.determinize(seat, rng)
                compared += 1
                differing += other.dump() != state.dump()
                one, two = observation(case, state, seat), observation(case, other, seat)
                assert one.tobytes() == two.tobytes(), (seed, seat)
            play_some(state, rng, 1 + rng.randrange(5 * case.thrift))
    assert differing > 100 // case.thrift, "nothing was hidden, so nothing was tested"


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_seats_are_told_from_the_observer_on(case: Case) -> None:
    """Different seats see different numbers, and a float buffer gets the same ones."""
    state, rng = case.new(3), Random(3)
    play_some(state, rng, 40)
    seen = [observation(case, state, seat) for seat in range(case.players)]
    assert len({one.tobytes() for one in seen}) == case.players
    small = observation(case, state, 0, "f")
    assert list(small) == pytest.approx(list(seen[0]))
    assert ichiba.Observer(case.game, state, 0).observed() == list(seen[0])


@pytest.mark.parametrize("name", ichiba.games())
def test_a_wrong_buffer_is_refused(name: str) -> None:
    game = ichiba.load(name)
    state = game.new(game.min_players, seed=1)
    with pytest.raises(ValueError, match=r"the buffer has room for 3"):
        state.observe(0, array("d", [0.0] * 3))
    with pytest.raises(TypeError, match=r"a buffer of floats or doubles"):
        state.observe(0, array("i", [0] * 9999))
    with pytest.raises(TypeError):
        state.observe(0, b"read only".ljust(99999))
    with pytest.raises((TypeError, BufferError)):
        state.observe(0, memoryview(array("d", [0.0] * 9999)).toreadonly())


@pytest.mark.parametrize("name", ichiba.games())
def test_a_buffer_may_be_a_column_of_a_matrix(name: str) -> None:
    game = ichiba.load(name)
    state, size = game.new(2, seed=1), game.observation(2).size
    matrix = np.zeros((size, 3), np.float32)
    state.observe(1, matrix[:, 2])
    assert matrix[:, 2].tobytes() == state.packed(1, "f")
    assert not matrix[:, :2].any()
    with pytest.raises(TypeError, match="must be contiguous"):
        state.observe(1, np.zeros((2 * size, 4), np.float32)[:, ::2])


def test_spectators_have_no_observation() -> None:
    state = ichiba.load("tsukiji").new(2, seed=1)
    with pytest.raises(TypeError, match="observe needs a seat"):
        state.observe(None, array("f", [0.0] * 999))


@pytest.mark.parametrize("case", sampled_cases(), ids=str)
def test_a_history_is_never_forgotten(case: Case) -> None:
    """A later history begins with the earlier one, and belongs to everybody alike in a match."""
    state = case.game.new_with_log(case.players, seed=5, **case.values)
    match, rng = case.match(5), Random(5)
    seats = (*range(case.players), None)
    earlier: dict[int | None, list[object]] = {seat: [] for seat in seats}
    for _ in range(150):
        if not state.actors:
            break
        step = random_step(state, rng)
        if rng.random() < 0.2:
            state = state.copy_with_log()
        state.apply(*step)
        match.play(*step)
        for seat in seats:
            seen = json.loads(state.history(seat))
            assert seen[: len(earlier[seat])] == earlier[seat]
            assert match.history(seat) == state.history(seat)
            earlier[seat] = seen
    assert all(earlier.values())


def test_without_a_log_there_is_no_history() -> None:
    state = ichiba.load("tsukiji").new(2, seed=1)
    with pytest.raises(LookupError, match="new_with_log"):
        state.history(0)


@pytest.mark.parametrize("case", simultaneous_cases(), ids=str)
def test_histories_keep_secrets_and_tell_ones_own(case: Case) -> None:
    """If only the others choose differently, a seat's history stays the same; its own does not."""
    games = told_apart = compared = 0
    for seed in range(20 * case.thrift):
        one, other = case.match(seed), case.match(seed)
        rng = Random(seed)
        while one.state.actors and not one.state.simultaneous:
            step = random_step(one.state, rng)
            one.play(*step)
            other.play(*step)
        if not one.state.actors:
            continue  # in some titles, not every game gets there
        games += 1
        if games > 20:
            break
        seat, before = rng.choice(one.state.actors), one.state.reveals
        for match, pick in ((one, 0), (other, -1)):
            match.play(seat, match.state.legal(seat)[pick])
        differ = one.history(seat) != other.history(seat)
        told_apart += differ
        for third in (*range(case.players), None):
            if third != seat and one.state.reveals == other.state.reveals == before:
                assert one.history(third) == other.history(third)
                compared += 1
    assert told_apart > 10
    assert compared > 10


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_returns_are_shared_by_the_winners_and_sum_to_zero(case: Case) -> None:
    low, high = case.game.utility
    for seed in case.some(10):
        rng, state = Random(seed), case.new(seed)
        assert state.returns == (0.0,) * case.players
        play_some(state, rng, case.game.longest(case.players))
        assert sum(state.returns) == pytest.approx(0)
        assert all(low <= one <= high for one in state.returns)
        best = [seat for seat, one in enumerate(state.returns) if one == max(state.returns)]
        assert tuple(best) == state.winners
