"""Undo and replay stay cheap however often moves are taken back, and give the same game."""

from random import Random

import pytest

import ichiba
from ichiba.core.match import Match, standing
from ichiba.core.record import UNDO, Record
from ichiba.site.pages import moments

GAMES = ("tsukiji", "shinjuku", "tokyo-tsukiji-market")


def fidgeting(name: str, seed: int, undo: float = 0.45, most: int = 10_000) -> Record:
    """A random game in which somebody takes moves back all the time."""
    game, rng = ichiba.load(name), Random(seed)
    match = Match.new(game, players=3, seed=seed, **game.random_options)
    while match.state.actors and len(match.record.moves) < most:
        ways = [seat for seat in range(3) if match.why_no_undo(seat) is None]
        if ways and rng.random() < undo:
            match.undo(rng.choice(ways))
        else:
            seat = rng.choice(match.state.actors)
            match.play(seat, rng.choice(match.state.legal(seat)))
    return match.record


def deep(name: str, pairs: int) -> Record:
    """Open moves without a reveal, then one of them to and fro, then all of them back."""
    game, rng = ichiba.load(name), Random(5)
    match = Match.new(game, players=3, seed=5, **game.random_options)
    while len(match.open_moves) < 6:
        [seat, *_] = match.state.actors
        match.play(seat, rng.choice(match.state.legal(seat)))
    mover = match.open_moves[-1]
    move = match.record.moves[-1]
    for _ in range(pairs):
        match.undo(mover)
        match.replay_move(move)
    while match.why_no_undo(mover) is None:
        match.undo(mover)
    return match.record


def same(one: Match, other: Match) -> bool:
    seats = range(one.record.players)
    return (
        one.state.dump() == other.state.dump()
        and one.events == other.events
        and one.record.moves == other.record.moves
        and [one.why_no_undo(n) for n in seats] == [other.why_no_undo(n) for n in seats]
        and one.open_moves == other.open_moves
    )


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_a_record_is_resumed_as_it_is_replayed(name: str, seed: int) -> None:
    record, rng = fidgeting(name, seed), Random(seed)
    assert sum(move.endswith(UNDO) for move in record.moves) > 20
    for at in [len(record.moves), *(rng.randrange(len(record.moves)) for _ in range(15))]:
        part = record.until(at)
        assert same(Match.resume(part), Match.replay(part)), at


@pytest.mark.parametrize("name", GAMES)
def test_what_stands_gives_the_same_position(name: str) -> None:
    record = fidgeting(name, 7)
    kept = standing(record.moves)
    assert not any(move.endswith(f" {UNDO}") for move in kept)
    short = record.until(0)
    short.moves = kept
    whole = Match.replay(record)
    assert Match.replay(short).state.dump() == whole.state.dump()


@pytest.mark.parametrize("name", GAMES)
def test_an_undo_applies_few_moves_however_many_can_be_taken_back(
    name: str, applied: list[int]
) -> None:
    record = deep(name, 50)
    del applied[:]
    Match.replay(record)
    undone = sum(move.endswith(f" {UNDO}") for move in record.moves)
    assert len(applied) <= len(record.moves) + 8 * undone


def _goes_on(match: Match, seat: int, action: int) -> bool:
    """Whether this move can be taken back, and the same seat goes on."""
    after = match.state.copy()
    after.apply(seat, action)
    return after.reveals == match.state.reveals and after.actors == (seat,)


def test_a_long_turn_is_taken_back_in_linear_time(applied: list[int]) -> None:
    """Every undo used to apply the whole turn again."""
    game, rng = ichiba.load("tokyo-tsukiji-market"), Random(0)
    match = Match.new(game, players=2, seed=2)
    deepest = match.copy()
    while match.state.actors and len(deepest.open_moves) < 40:
        [seat, *_] = match.state.actors
        legal = match.state.legal(seat)
        match.play(seat, rng.choice([one for one in legal if _goes_on(match, seat, one)] or legal))
        if len(match.open_moves) > len(deepest.open_moves):
            deepest = match.copy()
    assert len(deepest.open_moves) > 12
    seat, before = deepest.open_moves[-1], len(deepest.open_moves)
    del applied[:]
    while deepest.why_no_undo(seat) is None:
        deepest.undo(seat)
    assert len(applied) < 5 * before


@pytest.mark.parametrize("name", GAMES)
def test_any_moment_of_a_game_full_of_undos_applies_few_moves(
    name: str, applied: list[int]
) -> None:
    """However often moves were taken back, opening a moment plays what stands, and no more."""
    record, rng = deep(name, 3_000), Random(3)
    last = len(record.moves)
    for at in [last, last - 1, *(rng.randrange(last) for _ in range(5))]:
        moments.forget_all()
        del applied[:]
        moments.match_at(record, at)
        assert len(applied) <= 12, at


@pytest.mark.parametrize("name", GAMES)
def test_a_step_from_a_cached_position_applies_few_moves(name: str, applied: list[int]) -> None:
    record, rng = fidgeting(name, 11, undo=0.2), Random(3)
    moments.forget_all()
    moments.match_at(record, len(record.moves))
    for _ in range(30):
        at = rng.randrange(len(record.moves))
        del applied[:]
        moments.match_at(record, at)
        assert len(applied) <= 3 * moments.EVERY, at
    moments.forget_all()
