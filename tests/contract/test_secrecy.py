"""What a seat gets from a state depends only on what that seat may know."""

import json
from random import Random

import pytest

import ichiba
from contract.cases import (
    Case,
    play_some,
    random_step,
    sampled_cases,
    simultaneous_cases,
)

ENOUGH = 1500  # comparisons in a title with long games
LARGE_SEED = 0x5EC2E7_5EED_0BAD_CAFE_F00D_1234_5678_9ABC % (1 << 128)


def all_that_a_seat_gets(case: Case, state: ichiba.State, seat: int | None, draw: int = 0) -> str:
    """Every byte that the contract gives to a seat or a spectator.

    From a large action table only a sample is used, drawn with the given seed.
    """
    parts: list[object] = [state.view(seat), state.known(seat), str(state.prompt(seat))]
    if seat is not None:
        legal = state.legal(seat)
        asked = case.actions(legal, Random(draw))
        reasons = [state.explain(seat, action) for action in asked]
        parts += [legal, [str(reason) for reason in reasons]]
        parts += [str(state.label(seat, action)) for action in legal]
    return json.dumps(parts)


@pytest.mark.parametrize("case", sampled_cases(), ids=str)
def test_positions_that_differ_in_secrets_alone_look_the_same(case: Case) -> None:
    """Bots that think ahead learn nothing either: equal knowledge gives equal `determinize`."""
    differing = compared = 0
    for seed in case.some(25):
        if compared > ENOUGH:
            break
        rng = Random(seed)
        state = case.new(seed)
        while state.actors:
            for seat in (*range(case.players), None):
                other = state.determinize(seat, rng)
                compared += 1
                differing += other.dump() != state.dump()
                draw = rng.randrange(1 << 30)
                assert all_that_a_seat_gets(case, other, seat, draw) == all_that_a_seat_gets(
                    case, state, seat, draw
                ), (seed, seat)
                assert (
                    other.determinize(seat, Random(draw)).dump()
                    == state.determinize(seat, Random(draw)).dump()
                ), (seed, seat)
            play_some(state, rng, 1 + rng.randrange(5 * case.thrift))
    assert differing > 100 // case.thrift, "nothing was hidden, so nothing was tested"


def length_of_a_game(case: Case, seed: int) -> int:
    state, rng, steps = case.new(seed), Random(seed), 0
    while state.actors:
        state.apply(*random_step(state, rng))
        steps += 1
    return steps


@pytest.mark.parametrize("case", sampled_cases(), ids=str)
def test_a_determinized_world_can_be_played_to_the_end(case: Case) -> None:
    for seed in case.some(20):
        rng = Random(seed)
        state = case.new(seed)
        play_some(state, rng, rng.randrange(length_of_a_game(case, seed)))
        pieces = state.census()
        world = state.determinize(rng.choice((*range(case.players), None)), rng)
        assert world.census() == pieces
        assert world.actors == state.actors
        play_some(world, rng, case.game.longest(case.players))
        assert world.actors == ()
        assert world.census() == pieces


@pytest.mark.parametrize("case", simultaneous_cases(), ids=str)
def test_simultaneous_choices_stay_secret_until_the_last_is_made(case: Case) -> None:
    """Two matches in which the others choose differently look the same to a seat until the reveal.

    This covers views, events, prompts and the errors for illegal moves.
    """
    compared = 0
    for seed in range(15 * case.thrift):
        rng = Random(seed)
        seat = rng.choice((*range(case.players), None))
        one, other = case.match(seed), case.match(seed)
        while one.state.actors:
            if not one.state.simultaneous:
                step = random_step(one.state, rng)
                one.play(*step)
                other.play(*step)
                continue
            compared += _choose_apart(case, one, other, seat, rng)
            # After the reveal these would be different games, so continue with two copies of one.
            other = ichiba.Match.replay(one.record)
        if seed >= 15 and compared > 50:
            break
    assert compared > 50


def _choose_apart(
    case: Case, one: ichiba.Match, other: ichiba.Match, seat: int | None, rng: Random
) -> int:
    """Until the reveal, only the others act differently in the two. Counts comparisons."""
    reveals, compared = one.state.reveals, 0
    while one.state.reveals == reveals and one.state.actors == other.state.actors:
        actor = rng.choice(one.state.actors)
        action = rng.choice(one.state.legal(actor))
        same = action if actor == seat else rng.choice(other.state.legal(actor))
        one.play(actor, action)
        other.play(actor, same)
        if one.state.reveals == other.state.reveals == reveals:
            assert _heard(one, seat) == _heard(other, seat)
            assert all_that_a_seat_gets(case, one.state, seat) == all_that_a_seat_gets(
                case, other.state, seat
            )
            compared += 1
    return compared


def _heard(match: ichiba.Match, seat: int | None) -> list[str]:
    return [repr(event) for event in match.events if event.is_for(seat)]


@pytest.mark.parametrize("case", sampled_cases(), ids=str)
def test_neither_seed_nor_generator_leaves_the_state(case: Case) -> None:
    match, rng = case.match(LARGE_SEED), Random(1)
    secrets = [str(LARGE_SEED), f"{LARGE_SEED:x}", str(match.state.dump()["rng"]).split()[0]]
    while match.state.actors:
        for seat in (*range(case.players), None):
            seen = all_that_a_seat_gets(case, match.state, seat) + str(_heard(match, seat))
            assert not any(secret in seen for secret in secrets)
        for _ in range(case.thrift):
            if match.state.actors:
                match.play(*random_step(match.state, rng))
