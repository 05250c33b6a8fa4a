"""From what a seat sees, a program gets a position that is as good to it as the real one."""

import json
from random import Random
from typing import Any

import pytest

import ichiba
from contract.cases import FUZZ_GAMES, Case, all_cases, play_some, random_step
from ichiba.core.errors import PositionError

# Making a position from a view takes milliseconds, so an ordinary run makes fewer than `make fuzz`.
MANY = 5 if FUZZ_GAMES > 100 else 1


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_a_seat_cannot_tell_the_position_from_the_real_one(case: Case) -> None:
    for seed in case.some(MANY):
        rng, state = Random(seed), case.new(seed)
        while True:
            for seat in (*range(case.players), None):
                seen = json.loads(json.dumps(state.view(seat)))  # as it comes from the API
                world = case.game.from_view(seen, rng)
                assert world.view(seat) == state.view(seat), (seed, seat)
                assert world.actors == state.actors
                assert world.census() == state.census()
                if seat is not None:
                    assert world.legal(seat) == state.legal(seat), (seed, seat)
                    assert world.prompt(seat) == state.prompt(seat)
            if not state.actors:
                break
            play_some(state, rng, 1 + rng.randrange(4 * case.thrift))


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_it_can_be_played_to_the_end(case: Case) -> None:
    for seed in case.some(4 * MANY):
        rng, state = Random(seed), case.new(seed)
        for _ in range(3):
            play_some(state, rng, rng.randrange(20 * case.thrift))
            world = case.game.from_view(state.view(rng.randrange(case.players)), rng)
            play_some(world, rng, case.game.longest(case.players))
            assert world.actors == ()
            assert world.census() == state.census()


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_the_seat_goes_on_in_it_as_in_the_real_one(case: Case) -> None:
    """Until something random or hidden is revealed, a seat's own moves do the same in both."""
    compared = 0
    for seed in case.some(3 * MANY):
        rng, state = Random(seed), case.new(seed)
        while state.actors:
            seat, action = random_step(state, rng)
            world = case.game.from_view(state.view(seat), rng)
            reveals = state.reveals
            state.apply(seat, action)
            if state.reveals == reveals:
                world.apply(seat, action)
                assert world.view(seat) == state.view(seat), (seed, action)
                compared += 1
            play_some(state, rng, rng.randrange(3 * case.thrift))
    assert compared


@pytest.mark.parametrize("title", ichiba.games())
def test_what_is_hidden_is_drawn_again_and_again(title: str) -> None:
    state, rng = ichiba.load(title).new(3, seed=5), Random(5)
    play_some(state, rng, 5)
    view = state.view(0)
    worlds = [ichiba.load(title).from_view(view, Random(draw)) for draw in (1, 1, 2)]
    dumps = [world.dump() for world in worlds]
    assert dumps[0] == dumps[1] != dumps[2]


@pytest.mark.parametrize("title", ichiba.games())
def test_a_newer_server_may_have_more_fields(title: str) -> None:
    game = ichiba.load(title)
    view = game.new(2, seed=5).view(0)
    assert game.from_view({**view, "new": 1}, Random(1)).view(0) == view


@pytest.mark.parametrize("title", ichiba.games())
def test_a_wrong_view_is_refused_in_words(title: str) -> None:
    game = ichiba.load(title)
    view: dict[str, Any] = {**game.new(2, seed=5).view(0)}
    wrong: list[dict[str, Any]] = [
        {}, {"game": "chess"}, {**view, "players": 17}, {**view, "phase": "lunch"},
        {**view, "seat": 5}, {**view, "seat": -1}, {**view, "actors": []}, {**view, "scores": [1]},
        {name: one for name, one in view.items() if name != "phase"},
    ]  # fmt: skip
    for one in wrong:
        with pytest.raises(PositionError, match=f"This is not a position of {game.title}: "):
            game.from_view(one, Random(1))
