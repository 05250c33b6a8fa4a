"""Bots are fair, legal and as good as they claim to be."""

from random import Random

import pytest

import ichiba
from contract.cases import Case, all_cases, play_some, random_step
from ichiba import bots
from ichiba.arena.simulation import Plan, simulate


def bot_cases() -> list[tuple[Case, str]]:
    return [(case, name) for case in all_cases() for name in bots.names(case.game)]


@pytest.mark.parametrize(("case", "name"), bot_cases(), ids=str)
def test_a_bot_chooses_only_by_what_its_seat_may_know(case: Case, name: str) -> None:
    """In two positions that differ only in secrets it does the same."""
    for seed in case.some(6):
        rng = Random(seed)
        state = case.new(seed)
        while state.actors:
            seat = rng.choice(state.actors)
            other = state.determinize(seat, rng)
            draw = rng.random()
            choices = [
                bots.make(name, case.game, Random(draw)).choose(
                    ichiba.Observer(case.game, world, seat)
                )
                for world in (state, other)
            ]
            assert choices[0] == choices[1]
            assert choices[0] in state.legal(seat)
            play_some(state, rng, 1 + rng.randrange(3 * case.thrift))


@pytest.mark.parametrize(("case", "name"), bot_cases(), ids=str)
def test_looking_changes_nothing(case: Case, name: str) -> None:
    state, rng = case.new(3), Random(3)
    while state.actors:
        seat, action = random_step(state, rng)
        before = state.dump()
        bots.make(name, case.game, Random(1)).choose(ichiba.Observer(case.game, state, seat))
        assert state.dump() == before
        state.apply(seat, action)
        play_some(state, rng, case.thrift - 1)


def test_an_unknown_bot_is_told_with_the_known_ones() -> None:
    with pytest.raises(ichiba.SetupError, match="There are: random and greedy"):
        bots.make("deep", ichiba.load("tsukiji"), Random(1))


def test_tsukiji_greedy_beats_one_random_in_95_of_100_games() -> None:
    """The claim of the bot, over 400 seat-balanced games of two players."""
    plan = Plan("tsukiji", ("greedy", "random"), 400, 1, {"special_points": False})
    report = simulate(plan)
    assert report.balanced
    assert report.lines[0].win_rate >= 0.95


@pytest.mark.parametrize("players", [3, 4])
def test_tsukiji_greedy_beats_a_table_of_random(players: int) -> None:
    seats = ("greedy", *["random"] * (players - 1))
    report = simulate(Plan("tsukiji", seats, 20 * players, 1, {"special_points": True}))
    assert report.lines[0].win_rate >= 0.9
