"""Bots in a separate process either answer in time or are stopped."""

import time
from multiprocessing import active_children, get_context
from random import Random
from threading import Timer

import pytest

import ichiba
import minds
from ichiba import bots
from ichiba.arena import thinker as thinkers
from ichiba.arena.budgets import Pace
from ichiba.arena.thinker import Thinker, _Minds, think
from ichiba.core.game import Game
from patience import PATIENCE


@pytest.fixture
def record() -> ichiba.Record:
    return ichiba.Match.new(ichiba.load("tsukiji"), players=2, seed=1).record


def test_a_bot_answers_with_all_that_it_decides_at_the_same_time(record: ichiba.Record) -> None:
    thinker = Thinker(20)
    for name in ("random", "greedy"):
        moves = thinker.choose(1, record, 1, name, seed=3)
        match = ichiba.Match.replay(record)
        for move in moves:
            match.play(1, match.game.parse(move))
        assert len(moves) == 3, "the bot lays all three tickets at once"
        assert match.state.actors == (0,)
    thinker.stop()


def test_a_bot_answers_with_one_move_where_all_is_open() -> None:
    record = ichiba.Match.new(ichiba.load("shinjuku"), players=2, seed=1).record
    thinker = Thinker(PATIENCE)
    [seat] = ichiba.Match.replay(record).state.actors
    [move] = thinker.choose(1, record, seat, "greedy", seed=3)
    assert ichiba.load("shinjuku").parse(move) in ichiba.Match.replay(record).state.legal(seat)
    thinker.stop()


@pytest.mark.parametrize("mind", [minds.sleeps, minds.dies, minds.raises])
def test_a_bot_that_sleeps_dies_or_raises_is_given_up_in_time(record, mind) -> None:  # type: ignore[no-untyped-def]
    thinker = Thinker(3, mind)
    start = time.monotonic()
    assert thinker.choose(1, record, 0, "greedy", seed=1) == []
    assert time.monotonic() - start < 60, "it would sleep for ten minutes"
    assert thinker.choose(1, record, 0, "greedy", seed=1) == [], (
        "the new process is given up as well"
    )
    thinker.stop()


def test_a_process_that_ends_with_its_server_is_neither_replaced_nor_mourned(
    record: ichiba.Record, caplog: pytest.LogCaptureFixture
) -> None:
    """A new process would print a traceback, as nobody would be there to tell it what to do."""
    others = {*active_children()}
    thinker = Thinker(PATIENCE, minds.sleeps)
    [process] = {*active_children()} - others
    Timer(1, process.terminate).start()  # so does Python when the server ends
    assert thinker.choose(1, record, 0, "greedy", seed=1) == []
    assert {*active_children()} <= others
    assert caplog.messages == []


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
        ours.send((1, record.encode(), 0, "random", 1))
    ours.close()
    process.join(PATIENCE)
    assert process.exitcode == 0
    assert capfd.readouterr().err == ""


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The bots that are made, all of them greedy."""
    names: list[str] = []
    make = bots.make

    def spy(name: str, game: Game, rng: Random) -> bots.Bot:
        names.append(name)
        return make("greedy", game, rng)

    monkeypatch.setattr(bots, "make", spy)
    return names


def test_a_bot_remembers_its_plan_but_only_at_its_own_table(
    record: ichiba.Record, made: list[str]
) -> None:
    minds = _Minds(Pace(1.0))
    for table, seat, count in ((1, 0, 1), (1, 0, 1), (1, 1, 2), (2, 0, 3), (1, 0, 3)):
        minds.moves(table, record.encode(), seat, "master", 3)
        assert len(made) == count


def test_the_bots_that_were_asked_longest_ago_are_forgotten(
    record: ichiba.Record, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinkers, "_MINDS", 2)
    minds = _Minds(Pace(1.0))
    for table, count in ((1, 1), (2, 2), (1, 2), (3, 3), (1, 3), (2, 4)):
        minds.moves(table, record.encode(), 0, "greedy", 3)
        assert len(made) == count


def test_a_bot_gets_a_smaller_budget_after_a_slow_thought(
    record: ichiba.Record, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = iter([0.0, 4.0, 4.0, 4.1])
    monkeypatch.setattr(thinkers, "process_time", lambda: next(ticks))
    minds = _Minds(Pace(1.0))
    for _ in range(2):
        minds.moves(1, record.encode(), 0, "master", 3)
    full = bots.budget("master", ichiba.load("tsukiji")) or 0
    assert made == ["master", f"master:{full // 4}"]


@pytest.mark.parametrize("title", ichiba.games())
def test_a_bot_that_is_remembered_plays_whole_games(title: str) -> None:
    """Like at a table: each question brings the record, and somebody else moves in between."""
    game = ichiba.load(title)
    match = ichiba.Match.new(game, players=2, seed=4)
    minds, quick = _Minds(Pace(1.0)), bots.make("quick", game, Random(1))
    for _ in range(80):
        if not match.state.actors:
            break
        seat = match.state.actors[-1]
        if seat:
            for move in minds.moves(1, match.record.encode(), seat, "expert", 5):
                match.play(seat, game.parse(move))
        else:
            match.play(seat, quick.choose(ichiba.Observer(game, match.state, seat)))
    assert len(match.record.moves) > 40
