"""Bots in a process of their own: in time, or not at all."""

import time

import pytest

import ichiba
import minds
from ichiba.arena.thinker import Thinker


@pytest.fixture
def record() -> ichiba.Record:
    return ichiba.Match.new(ichiba.load("tsukiji"), players=2, seed=1).record


def test_a_bot_answers_with_a_legal_move(record: ichiba.Record) -> None:
    thinker = Thinker(20)
    for name in ("random", "greedy"):
        move = thinker.choose(record, 1, name, seed=3)
        assert move is not None
        match = ichiba.Match.replay(record)
        match.play(1, match.game.parse(move))
    thinker.stop()


@pytest.mark.parametrize("mind", [minds.sleeps, minds.dies, minds.raises])
def test_a_bot_that_sleeps_dies_or_raises_is_given_up_in_time(record, mind) -> None:  # type: ignore[no-untyped-def]
    thinker = Thinker(3, mind)
    start = time.monotonic()
    assert thinker.choose(record, 0, "greedy", seed=1) is None
    assert time.monotonic() - start < 10
    assert thinker.choose(record, 0, "greedy", seed=1) is None, "its successor is asked as well"
    thinker.stop()
