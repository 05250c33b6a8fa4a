"""Undo is part of the record and never crosses a reveal or another player's visible move."""

from random import Random

import pytest

import ichiba
from contract.cases import Case, random_step, sampled_cases, simultaneous_cases

Effective = list[tuple[int, int, int, bool]]  # seat, action, reveals before, simultaneous


def may_undo(moves: Effective, seat: int, reveals: int, answered: set[int]) -> bool:
    """The undo rule, written differently than in Match.

    `answered` holds the moves after which another seat has acted visibly. They cannot be undone
    even if that seat undoes its own move, because it was seen. A move that made others decide in
    secret cannot be undone while their decisions stand.
    """
    mine = [place for place, move in enumerate(moves) if move[0] == seat]
    if not mine or moves[mine[-1]][2] != reveals or mine[-1] in answered:
        return False
    secret = moves[mine[-1]][3]
    return secret or not any(move[0] != seat and move[3] for move in moves[mine[-1] + 1 :])


def replayed(case: Case, seed: int, moves: Effective) -> dict[str, object]:
    state = case.new(seed)
    for seat, action, _, _ in moves:
        state.apply(seat, action)
    return state.dump()


@pytest.mark.parametrize("case", sampled_cases(), ids=str)
def test_undo_in_random_games(case: Case) -> None:
    undone = refused = 0
    for seed in case.some(15):
        rng = Random(seed)
        match = case.match(seed)
        moves: Effective = []
        answered: set[int] = set()
        while match.state.actors:
            if rng.random() < 0.4:
                seat = rng.randrange(case.players)
                if may_undo(moves, seat, match.state.reveals, answered):
                    check_undo(case, seed, match, moves, seat)
                    undone += 1
                else:
                    check_refusal(match, seat)
                    refused += 1
                continue
            seat, action = random_step(match.state, rng)
            if not match.state.simultaneous:
                answered |= {place for place, move in enumerate(moves) if move[0] != seat}
            moves.append((seat, action, match.state.reveals, match.state.simultaneous))
            match.play(seat, action)
        check_record(match)
    assert undone > 20
    assert refused > 20


def check_undo(case: Case, seed: int, match: ichiba.Match, moves: Effective, seat: int) -> None:
    assert match.why_no_undo(seat) is None
    reveals, length = match.state.reveals, len(match.record.moves)
    match.undo(seat)
    moves.pop(max(place for place, move in enumerate(moves) if move[0] == seat))
    assert match.state.reveals == reveals, "an undo crossed a reveal"
    assert match.record.moves[length:] == [f"{seat} undo"]
    assert match.state.dump() == replayed(case, seed, moves)
    assert seat in match.state.actors


def check_refusal(match: ichiba.Match, seat: int) -> None:
    before = match.state.dump(), [*match.record.moves], match.events
    reason = match.why_no_undo(seat)
    assert reason is not None
    with pytest.raises(ichiba.IllegalAction) as refusal:
        match.undo(seat)
    assert refusal.value.reason == reason
    assert (match.state.dump(), match.record.moves, match.events) == before


def check_record(match: ichiba.Match) -> None:
    again = ichiba.Match.replay(ichiba.Record.decode(match.record.encode()))
    assert again.state.dump() == match.state.dump()
    assert again.events == match.events
    assert again.record == match.record


@pytest.mark.parametrize("case", simultaneous_cases(), ids=str)
def test_everybody_can_take_back_until_the_last_one_is_done(case: Case) -> None:
    """While several seats decide at once, each can undo its own decisions."""
    match, rng = everybody_decides(case)
    start = match.state.dump()
    *early, last = range(case.players)
    for seat in early:
        match.play(seat, rng.choice(match.state.legal(seat)))
    if len(match.state.actors) > 1:  # the last seat may need several steps to decide
        match.play(last, rng.choice(match.state.legal(last)))
        match.undo(last)
    for seat in early:
        match.undo(seat)
    assert match.state.dump() == start


def everybody_decides(case: Case) -> tuple[ichiba.Match, Random]:
    """A match in which every seat has to decide."""
    for seed in range(3, 50):
        match, rng = case.match(seed), Random(seed)
        while match.state.actors:
            if match.state.simultaneous and len(match.state.actors) == case.players:
                return match, rng
            match.play(*random_step(match.state, rng))
    raise AssertionError("all seats never had to decide at once")
