"""Tsukiji's master is fair, repeatable, and stronger than greedy. It thinks less here than at a
table, to save time."""

from collections.abc import Sequence
from operator import mul
from random import Random

import pytest

import ichiba
from ichiba import bots
from ichiba.bots.search import Mix, equilibrium
from ichiba.games.tsukiji.actions import BUY, TICKET
from ichiba.games.tsukiji.bots.candidates import Ranking, Worths, keeping, possible_tickets
from ichiba.games.tsukiji.bots.master import Master
from ichiba.games.tsukiji.bots.rollout import Rivals, lay_for_all, play_round
from ichiba.games.tsukiji.data import ROUNDS
from ichiba.games.tsukiji.state import TsukijiState
from ichiba.games.tsukiji.table import TsukijiTable
from sampling import first_is_enough

GAME = ichiba.load("tsukiji")


def state_of(players: int, seed: int, *, special_points: bool = False) -> TsukijiState:
    state = GAME.new(players, seed=seed, special_points=special_points)
    assert isinstance(state, TsukijiState)
    return state


@pytest.mark.parametrize("players", first_is_enough([2, 3, 4]))
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


@pytest.mark.long
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


class Watched:
    """Guesses like `Rivals`, and keeps what the tickets of both players are worth."""

    def __init__(self, world: TsukijiTable, seat: int, rng: Random) -> None:
        self._world = world
        self._rivals = Rivals(world, seat, rng)
        self.mix: Mix = []
        self.payoffs: list[list[float]] = []  # by own tickets and the other's: the other's gain

    def guess(self) -> list[Sequence[int]]:
        return self._rivals.guess()

    def balance(self, own: Ranking, worths: Sequence[Worths], yen: float) -> Mix:
        left = ROUNDS - self._world.round + 1
        answers = possible_tickets(self._world.hands[1], self._world.setup.lots, ())
        costs = [yen * keeping(one, left) for one in answers]
        for _, one in own:
            paid = yen * keeping(one, left)
            found = worths[1].against(answers, [one])
            self.payoffs.append(
                [worth + paid - cost for worth, cost in zip(found, costs, strict=True)]
            )
        self.mix = self._rivals.balance(own, worths, yen)
        return self.mix


def watch(seed: int) -> Watched:
    """Let a master at its full budget lay tickets in a position of a game between light players."""
    state, rng = state_of(2, seed), Random(seed)
    for _ in range(seed % ROUNDS):
        lay_for_all(state, rng)
        play_round(state, rng)
    seen = []

    def rivals(world: TsukijiTable, seat: int, rng: Random) -> Watched:
        seen.append(Watched(world, seat, rng))
        return seen[-1]

    Master(Random(seed), rivals=rivals).choose(ichiba.Observer(GAME, state, 0))
    return seen[0]


def gains(watched: Watched) -> tuple[float, float]:
    """What the other player gains by knowing how often the master lays which tickets, and would
    gain if it always laid those that look best."""
    table = watched.payoffs

    def payoffs(player: int, mixes: Sequence[Mix]) -> list[float]:
        if player:
            return [sum(map(mul, mixes[0], column)) for column in zip(*table, strict=True)]
        return [-sum(map(mul, mixes[1], row)) for row in table]

    mixes = equilibrium([len(table), len(table[0])], payoffs, 60)
    safe = -max(payoffs(0, mixes))
    best = max(payoffs(1, [watched.mix, mixes[1]]))
    return best - safe, max(table[0]) - safe


@pytest.mark.long
def test_knowing_how_often_it_lays_which_tickets_gains_little() -> None:
    found = [gains(watch(seed)) for seed in range(14)]
    read, plain = (sum(column) / len(found) for column in zip(*found, strict=True))
    assert read < 0.2 * plain


def test_people_meet_it_only_if_they_choose_it() -> None:
    assert bots.names(GAME)[-1] == bots.MASTER
    assert bots.usual(GAME) == bots.STRONG
    assert isinstance(bots.make(bots.MASTER, GAME, Random(1)), Master)
