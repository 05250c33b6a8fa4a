"""Bots in a separate process either answer in time or are stopped."""

import time
from multiprocessing import get_context

import pytest

import ichiba
import minds
from ichiba.arena.thinker import Thinker, think


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
        assert len(moves) == 3, "the bot lays all three tickets at once"
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
    assert thinker.choose(record, 0, "greedy", seed=1) == [], "the new process is given up as well"
    thinker.stop()


@pytest.mark.parametrize("asked", [True, False])
def test_a_process_whose_server_is_gone_ends_without_a_word(
    asked: bool, record: ichiba.Record, capfd: pytest.CaptureFixture[str]
) -> None:
    """It used to print a traceback: nobody was there to take the answer."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=think, args=(theirs,))
    process.start()
    theirs.close()
    if asked:
        ours.send((record.encode(), 0, "random", 1))
    ours.close()
    process.join(60)
    assert process.exitcode == 0
    assert capfd.readouterr().err == ""
