"""The fields that follow from others stay true, and a position travels light."""

import pickle
from random import Random

import pytest

from ichiba.games.shinjuku.pieces import summarize
from ichiba.games.shinjuku.state import ShinjukuState
from shinjuku.scene import GAME, Scene

DERIVED = [
    "crowded", "empty", "places", "free_track", "built", "held", "sizes", "wild", "visited",
]  # fmt: skip


def summary(state: ShinjukuState) -> dict[str, object]:
    return {name: getattr(state, name) for name in DERIVED}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_follows_from_other_fields_is_right_after_every_decision(players: int) -> None:
    for seed in range(5):
        state, rng = GAME.new(players, seed=seed), Random(seed)
        assert isinstance(state, ShinjukuState)
        while state.actors:
            seat = state.actors[0]
            state.apply(seat, rng.choice(state.legal(seat)))
            again = state.copy()
            summarize(again)
            assert summary(again) == summary(state)


def test_after_an_upgrade_as_well() -> None:
    """Random players seldom get that far."""
    scene = Scene().hand(0, "shibuya", "ota").store(0, "food", "shibuya").earned(0, "food")
    scene.queue(("ota", ("food",)), ("kita", ("books",)), ("koto", ()), ("taito", ()))
    scene.do("upgrade", "at shibuya")
    again = scene.state.copy()
    summarize(again)
    assert summary(again) == summary(scene.state)


def test_determinizing_keeps_them_true() -> None:
    state, rng = GAME.new(3, seed=2), Random(2)
    assert isinstance(state, ShinjukuState)
    while state.actors:
        world = state.determinize(state.actors[0], rng)
        again = world.copy()
        summarize(again)
        assert summary(again) == summary(world)
        assert world.deck == sorted(world.deck)
        assert world.census() == state.census()
        state.apply(state.actors[0], rng.choice(state.legal(state.actors[0])))


def test_a_pickled_position_does_not_carry_the_city() -> None:
    state, rng = GAME.new(4, seed=1), Random(1)
    assert isinstance(state, ShinjukuState)
    for _ in range(100):
        state.apply(state.actors[0], rng.choice(state.legal(state.actors[0])))
    data = pickle.dumps(state)
    assert b"Shibuya" not in data
    assert len(data) < 4000
    twin = pickle.loads(data)  # noqa: S301 - our own data
    assert twin.setup is state.setup
    assert twin.dump() == state.dump()
