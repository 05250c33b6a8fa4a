"""Bots in a process of their own: in time, or not at all."""

import time

import pytest

import ichiba
import minds
from ichiba.arena.thinker import Thinker


@pytest.fixture
def record() -> ichiba.Record:
    return ichiba.Match.new(ichiba.load("tsukiji"), players=2, seed=1).record


def test_a_bot_answers_with_all_that_it_decides_at_the_same_time(record: ichiba.Record) -> None:
    thinker = Thinker(20)
    for name in ("random", "greedy"):
        moves = thinker.choose(record, 1, name, seed=3)
        match = ichiba.Match.replay(record)
        for move in moves:
            match.play(1, match.game.parse(move))
        assert len(moves) == 3, "its three tickets"
        assert match.state.actors == (0,)
    thinker.stop()


def test_a_bot_answers_with_one_move_where_all_is_open() -> None:
    record = ichiba.Match.new(ichiba.load("shinjuku"), players=2, seed=1).record
    thinker = Thinker(20)
    [seat] = ichiba.Match.replay(record).state.actors
    [move] = thinker.choose(record, seat, "greedy", seed=3)
    assert ichiba.load("shinjuku").parse(move) in ichiba.Match.replay(record).state.legal(seat)
    thinker.stop()


@pytest.mark.parametrize("mind", [minds.sleeps, minds.dies, minds.raises])
def test_a_bot_that_sleeps_dies_or_raises_is_given_up_in_time(record, mind) -> None:  # type: ignore[no-untyped-def]
    thinker = Thinker(3, mind)
    start = time.monotonic()
    assert thinker.choose(record, 0, "greedy", seed=1) == []
    assert time.monotonic() - start < 10
    assert thinker.choose(record, 0, "greedy", seed=1) == [], "its successor is asked as well"
    thinker.stop()
