"""Tsukiji's master is fair, repeatable, and stronger than greedy. It thinks less here than at a
table, to save time."""

from random import Random

import pytest

import ichiba
from ichiba import bots
from ichiba.bots.tsukiji.master import Master
from ichiba.games.tsukiji.actions import BUY, TICKET
from ichiba.games.tsukiji.state import TsukijiState

GAME = ichiba.load("tsukiji")


def state_of(players: int, seed: int, *, special_points: bool = False) -> TsukijiState:
    state = GAME.new(players, seed=seed, special_points=special_points)
    assert isinstance(state, TsukijiState)
    return state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_chooses_only_by_what_its_seat_may_know(players: int) -> None:
    """The same seed gives the same choice in two positions that differ only in what is hidden."""
    rng = Random(players)
    state = state_of(players, players, special_points=True)
    while state.actors:
        seat = rng.choice(state.actors)
        other = state.determinize(seat, rng)
        before, draw = state.dump(), rng.random()
        choices = [
            Master(Random(draw), rollouts=4).choose(ichiba.Observer(GAME, world, seat))
            for world in (state, other)
        ]
        assert choices[0] == choices[1]
        assert choices[0] in state.legal(seat)
        assert state.dump() == before
        state.apply(seat, choices[0] if rng.random() < 0.5 else rng.choice(state.legal(seat)))


def test_it_lays_the_tickets_of_a_round_as_it_planned_them() -> None:
    state = state_of(2, 1)
    master, eyes = Master(Random(1), rollouts=60), ichiba.Observer(GAME, state, 0)
    planned = []
    while 0 in state.actors and state.simultaneous:
        planned.append(master.choose(eyes) - TICKET)
        state.apply(0, planned[-1] + TICKET)
    again = Master(Random(1), rollouts=60)
    assert again.choose(ichiba.Observer(GAME, state_of(2, 1), 0)) - TICKET == planned[0]
    assert len(planned) == state.setup.lots


def test_it_plans_around_tickets_that_are_already_laid() -> None:
    """Someone else may have played until now, for example a person who has left."""
    state = state_of(3, 2)
    state.apply(1, TICKET + 4)
    choice = Master(Random(5), rollouts=30).choose(ichiba.Observer(GAME, state, 1))
    assert choice in state.legal(1)
    assert choice != TICKET + 4


def test_it_buys_a_lot_that_is_far_better_than_the_others() -> None:
    state = state_of(2, 3)
    while state.simultaneous:
        seat = state.actors[0]
        state.apply(seat, state.legal(seat)[0])
    seat = state.actors[0]
    state.round = 7  # the last round: only what is bought now counts
    state.lots = [[5, 5, 5], [7, 7, 7], [7, 7, 7]]  # tuna, Yakuza
    for _ in range(2):
        choice = Master(Random(1), rollouts=60).choose(ichiba.Observer(GAME, state, seat))
        assert choice == BUY


def test_it_beats_greedy() -> None:
    """In fixed games, so the result is always the same. `ichiba simulate` plays more of them."""
    wins, games = 0.0, 16
    for seed in range(games):
        state, seat = state_of(2, seed), seed % 2
        minds = [bots.make(bots.GREEDY, GAME, Random(seed)) for _ in range(2)]
        minds[seat] = Master(Random(seed), rollouts=60)
        while state.actors:
            due = state.actors[0]
            state.apply(due, minds[due].choose(ichiba.Observer(GAME, state, due)))
        wins += (seat in state.winners) / len(state.winners)
    assert wins >= 0.75 * games


def test_people_meet_it_only_if_they_choose_it() -> None:
    assert bots.names(GAME)[-1] == bots.MASTER
    assert bots.usual(GAME) == bots.GREEDY
    assert isinstance(bots.make(bots.MASTER, GAME, Random(1)), Master)
