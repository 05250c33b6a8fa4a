"""From what a seat knows, a program gets a position that is as good to it as the real one."""

import json
from random import Random
from typing import Any

import pytest

import ichiba
from contract.cases import FUZZ_GAMES, Case, all_cases, play_some, random_step, sampled_cases
from ichiba.core.errors import PositionError
from ichiba.core.fields import hole

# Making a position takes milliseconds, so an ordinary run makes fewer than `make fuzz`.
MANY = 5 if FUZZ_GAMES > 100 else 1


@pytest.mark.parametrize("case", sampled_cases(), ids=str)
def test_a_seat_cannot_tell_the_position_from_the_real_one(case: Case) -> None:
    for seed in case.some(MANY):
        rng, state = Random(seed), case.new(seed)
        while True:
            for seat in (*range(case.players), None):
                known = json.loads(json.dumps(state.known(seat)))  # as it comes from the API
                world = case.game.from_known(known, rng)
                assert world.view(seat) == state.view(seat), (seed, seat)
                assert world.known(seat) == known
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
            world = case.game.from_known(state.known(rng.randrange(case.players)), rng)
            play_some(world, rng, case.game.longest(case.players))
            assert world.actors == ()
            assert world.census() == state.census()


@pytest.mark.parametrize("case", sampled_cases(), ids=str)
def test_the_seat_goes_on_in_it_as_in_the_real_one(case: Case) -> None:
    """Until something random or hidden is revealed, a seat's own moves do the same in both."""
    compared = 0
    for seed in case.some(3 * MANY):
        rng, state = Random(seed), case.new(seed)
        while state.actors:
            seat, action = random_step(state, rng)
            world = case.game.from_known(state.known(seat), rng)
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
    known = state.known(0)
    worlds = [ichiba.load(title).from_known(known, Random(draw)) for draw in (1, 1, 2)]
    dumps = [world.dump() for world in worlds]
    assert dumps[0] == dumps[1] != dumps[2]


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_known_is_the_dump_with_holes(case: Case) -> None:
    """What a seat knows is true, and everything else is a hole."""
    holes = 0
    for seed in case.some(4 * MANY):
        rng, state = Random(seed), case.new(seed)
        while state.actors:
            dump = state.dump()
            for seat in (*range(case.players), None):
                known = state.known(seat)
                assert known.pop("viewer") == seat
                assert [*known] == [*dump]
                holes += count_holes(known, dump)
            play_some(state, rng, 1 + rng.randrange(8 * case.thrift))
    assert holes


def count_holes(known: Any, true: Any) -> int:
    """How many holes there are; where there is none, the value is true."""
    if known is None:
        return 1
    if isinstance(known, list):
        assert len(known) == len(true)
        return sum(count_holes(one, other) for one, other in zip(known, true, strict=True))
    if isinstance(known, dict):
        return sum(count_holes(known[name], true[name]) for name in known)
    assert known == true
    return 0


@pytest.mark.parametrize("title", ichiba.games())
def test_what_nobody_knows_is_refused_in_words(title: str) -> None:
    game = ichiba.load(title)
    closed = {one.name: True for one in game.options if one.name == "closed_money"}
    state = game.new(2, seed=5, **closed)
    play_some(state, Random(5), 4)
    known: dict[str, Any] = {**state.known(0)}
    wrong: list[dict[str, Any]] = [
        {}, {"game": "chess"}, {**known, "players": 17}, {**known, "phase": "lunch"},
        {**known, "viewer": 5}, {**known, "viewer": -1}, {**known, "viewer": True},
        {**known, "actors": []}, {**known, "actors": [None]}, {**known, "actors": None},
        {**known, "rng": state.dump()["rng"]}, {**known, "new": 1}, {**known, "viewer": None},
        {**state.dump(), "viewer": 0}, state.dump(), {**known, "options": []},
        {name: one for name, one in known.items() if name != "phase"},
    ]  # fmt: skip
    for one in wrong:
        with pytest.raises(PositionError, match=f"This is not a position of {game.title}: "):
            game.from_known(one, Random(1))


@pytest.mark.parametrize("title", ichiba.games())
def test_holes_in_other_places_are_refused(title: str) -> None:
    game, state, rng = ichiba.load(title), ichiba.load(title).new(3, seed=5), Random(5)
    play_some(state, rng, 4)
    known = state.known(0)
    for name, value in known.items():
        if name != "viewer" and flat(hole(value)) and None not in flat(value):
            with pytest.raises(PositionError):
                game.from_known({**known, name: hole(value)}, rng)


def flat(value: Any) -> list[Any]:
    """All single values."""
    return [one for part in value for one in flat(part)] if isinstance(value, list) else [value]


@pytest.mark.parametrize("title", ichiba.games())
def test_every_choice_in_an_imagined_position_does_something(title: str) -> None:
    """A choice that changes nothing is one that cannot be carried out, and a bot repeats it."""
    game, rng = ichiba.load(title), Random(4)
    for seed in range(MANY):
        state = game.new(3, seed=seed)
        for _ in range(40):
            if not state.actors:
                break
            viewer = rng.choice((None, *range(3)))
            known = game.from_known(state.known(viewer), rng)
            for world in (known, state.determinize(viewer, rng)):
                before = world.dump()
                for seat in world.actors:
                    for action in world.legal(seat)[:20]:
                        twin = world.copy()
                        twin.apply(seat, action)
                        assert twin.dump() != before, game.notation(action)
            play_some(state, rng, 1 + rng.randrange(5))
