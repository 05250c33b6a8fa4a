"""Shinjuku's master is fair and repeatable, and its light player keeps to the rules.

The master thinks less here than at a table, to save time.
"""

from math import exp
from random import Random

import pytest

import ichiba
from ichiba import bots
from ichiba.games.shinjuku.bots.features import Judge
from ichiba.games.shinjuku.bots.greedy import NARROW, Mind, Plan
from ichiba.games.shinjuku.bots.master import ROLLOUTS, Master, breadth_of, tried_of
from ichiba.games.shinjuku.bots.quick.policy import Policy
from ichiba.games.shinjuku.bots.rollout import Foresight, carry_out, distinct
from ichiba.games.shinjuku.customers import size_of
from ichiba.games.shinjuku.state import ShinjukuState
from ichiba.games.shinjuku.table import ACTION

GAME = ichiba.load("shinjuku")


def state_of(players: int, seed: int) -> ShinjukuState:
    state = GAME.new(players, seed=seed)
    assert isinstance(state, ShinjukuState)
    return state


def position(players: int, seed: int, turns: int) -> ShinjukuState:
    """A position after some turns of the light player."""
    state = state_of(players, seed)
    Policy(state).play_on(turns)
    return state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_chooses_only_by_what_its_seat_may_know(players: int) -> None:
    """The same seed gives the same choice in two positions that differ only in what is hidden."""
    rng = Random(players)
    for turns in (0, 12, 24):
        state = position(players, players, turns)
        for _ in range(6):
            seat = state.actors[0]
            other = state.determinize(seat, rng)
            before, draw = state.dump(), rng.random()
            choices = [
                Master(Random(draw), rollouts=2).choose(ichiba.Observer(GAME, world, seat))
                for world in (state, other)
            ]
            assert choices[0] == choices[1]
            assert choices[0] in state.legal(seat)
            assert state.dump() == before
            state.apply(seat, choices[0])


@pytest.mark.long
def test_a_budget_finds_better_plans() -> None:
    """It ranks more first steps, so it may drop one that a smaller budget keeps. On the whole, its
    plans are better."""
    gained = 0.0
    for players, turns in ((2, 15), (2, 26), (3, 10), (3, 15), (4, 15), (4, 20)):
        state = position(players, turns, turns)
        seat = state.player
        without, with_budget = (
            max(plan.value for plan in Mind(state, seat, Judge(state, seat), breadth).plans())
            for breadth in (breadth_of(0), breadth_of(ROLLOUTS))
        )
        gained += with_budget - without
    assert gained > 0


def test_without_a_budget_it_considers_what_greedy_does() -> None:
    """And it tries nothing out: it takes the first choice of the plan with the highest value."""
    assert breadth_of(0) == NARROW
    for turns in (5, 12, 20):
        state = position(3, turns, turns)
        seat = state.player
        plan = best_plans(state)[0]
        choice = Master(Random(1), rollouts=0).choose(ichiba.Observer(GAME, state, seat))
        assert choice == (plan.first.kind if plan.first else plan.then)


def best_plans(state: ShinjukuState) -> list[Plan]:
    plans = Mind(state, state.player, Judge(state, state.player)).plans()
    return sorted(plans, key=lambda plan: plan.value, reverse=True)


def test_it_tries_out_plans_that_differ_in_what_they_do() -> None:
    """Not only in the cards that they pay with. The best plan is always among them."""
    dropped = 0
    for turns in (8, 13, 18):
        plans = best_plans(position(2, turns, turns))
        found = distinct(plans, len(plans))
        assert found[0] == plans[0]
        assert distinct(plans, 8) == found[:8]
        done = [doing(plan) for plan in found]
        assert all(one not in done[:place] for place, one in enumerate(done))
        assert all(doing(plan) in done for plan in plans)
        dropped += len(plans) - len(found)
    assert dropped > 0


def doing(plan: Plan) -> list[object]:
    """What a plan does, apart from what it costs."""
    steps = [step for step in (plan.first, plan.second) if step]
    ways = [step.way and (step.way.path, step.way.given) for step in steps]
    return [plan.then, *ways, *[(step.kind, step.choices) for step in steps if not step.way]]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_end_of_the_game_leaves_nothing_to_estimate(players: int) -> None:
    """Of two plans for the last turn that promise the same, the one that wins has more chances."""
    seed, by_result = 0, dict[bool, Plan]()
    while len(by_result) < 2:
        seed += 1
        by_result.clear()
        state = position(players, seed, 0)
        while state.last_turns != 0:
            Policy(state).play_turn()
        seat = state.player
        foresight = Foresight(Judge(state, seat))
        for plan in best_plans(state):
            world = state.copy()
            carry_out(world, seat, plan)
            won = (seat in world.winners) / len(world.winners)
            assert foresight.chance_after_round(world) == won
            by_result.setdefault(world.winners == (seat,), plan)
    before = state.dump()
    lost, won = (
        foresight.chance(state, by_result[result]._replace(value=0.0)) for result in (False, True)
    )
    assert 0 < lost < won < 1
    assert state.dump() == before


def test_with_four_players_its_own_next_turn_counts() -> None:
    """The chance is that of the best plan for its next turn, in the world that it foresees."""
    for turns in (6, 15, 24):
        world = position(4, turns, turns)
        seat = world.player
        carry_out(world, seat, best_plans(world)[0])
        chance = Foresight(Judge(world, seat)).chance_after_round(world)
        assert world.player == seat
        odds = exp(best_plans(world)[0].value)
        assert chance == pytest.approx(odds / (1 + odds))


@pytest.mark.long
def test_it_often_foresees_what_greedy_will_do() -> None:
    """Greedy plans anew after its first action, so this can't always be right."""
    same = 0
    for turns in range(4, 28, 3):
        state = position(2, turns, turns)
        seat = state.player
        carry_out(state, seat, best_plans(state)[0])
        foreseen = state.copy()
        Foresight(Judge(state, seat)).chance_after_round(foreseen)
        greedy = bots.make(bots.GREEDY, GAME, Random(1))
        while state.actors and state.player != seat:
            due = state.actors[0]
            state.apply(due, greedy.choose(ichiba.Observer(GAME, state, due)))
        same += foreseen.earned == state.earned and foreseen.stores == state.stores
    assert same > 4


def test_more_players_and_smaller_budgets_mean_fewer_trials() -> None:
    assert tried_of(ROLLOUTS, 2) > tried_of(ROLLOUTS, 3) > tried_of(ROLLOUTS, 4)
    assert tried_of(ROLLOUTS, 4) > tried_of(ROLLOUTS // 2, 4) > tried_of(0, 4) == 1
    assert tried_of(10 * ROLLOUTS, 4) == tried_of(ROLLOUTS, 4)


def test_the_light_player_keeps_to_the_rules() -> None:
    """No piece is lost or made, in whole games."""
    for seed in range(12):
        state = state_of(2 + seed % 3, seed)
        census = state.census()
        Policy(state).play_on(200)
        assert not state.actors
        assert state.census() == census


def test_the_light_player_makes_the_move_for_which_it_builds() -> None:
    kept = 0
    for seed in range(3):
        state = state_of(2 + seed, seed)
        while state.actors:
            light = Policy(state.copy())
            first, intended, table = light.choose(), light.intended, light.table
            if first and intended:
                light.carry_out(first)
                table.used |= 1 << first.kind
                table.done += 1
                assert light.choose() is intended
                before = sum(map(size_of, table.wards))
                light.carry_out(intended)
                assert sum(map(size_of, table.wards)) < before  # customers have found stores
                kept += 1
            Policy(state).play_turn()
    assert kept


def test_it_follows_its_plan_through_an_action() -> None:
    """All choices of a turn are legal, and the same seed gives the same turn."""
    turns = []
    for _ in range(2):
        state = position(2, 5, 14)
        master, seat, turn = Master(Random(1), rollouts=8), state.player, state.turn
        chosen = []
        while state.turn == turn and state.actors == (seat,):
            choice = master.choose(ichiba.Observer(GAME, state, seat))
            assert choice in state.legal(seat)
            chosen.append(choice)
            state.apply(seat, choice)
        turns.append(chosen)
    assert turns[0] == turns[1]
    assert len(turns[0]) > 1


def test_it_needs_no_memory() -> None:
    """On the site, each choice is made by a new object, whoever made the choices before."""
    rng = Random(3)
    for players, turns in ((2, 10), (3, 20), (4, 16)):
        state = position(players, turns, turns)
        for _ in range(20):
            seat = state.actors[0]
            legal = state.legal(seat)
            choice = Master(Random(2), rollouts=2).choose(ichiba.Observer(GAME, state, seat))
            assert choice in legal
            state.apply(seat, choice if rng.random() < 0.7 else rng.choice(legal))


def test_it_drops_a_plan_that_somebody_else_has_changed() -> None:
    """For example a person who took the seat back in the middle of an action."""
    rng = Random(4)
    for turns in (8, 16, 24):
        state = position(2, turns, turns)
        master = Master(Random(1), rollouts=2)
        for _ in range(30):
            seat = state.actors[0]
            legal = state.legal(seat)
            choice = master.choose(ichiba.Observer(GAME, state, seat))
            assert choice in legal
            state.apply(seat, choice if rng.random() < 0.5 else rng.choice(legal))


@pytest.mark.long
def test_the_light_player_beats_random_moves() -> None:
    """In fixed games, so the result is always the same."""
    wins, games = 0, 20
    for seed in range(games):
        state, rng, seat = state_of(2, seed), Random(seed), seed % 2
        while state.actors:
            due = state.actors[0]
            if due == seat and state.phase == ACTION:
                Policy(state).play_turn()
            else:
                state.apply(due, rng.choice(state.legal(due)))
        wins += seat in state.winners
    assert wins >= 0.9 * games


def test_people_meet_it_only_if_they_choose_it() -> None:
    assert bots.names(GAME)[-1] == bots.MASTER
    assert bots.usual(GAME) == bots.STRONG
    assert isinstance(bots.make(bots.MASTER, GAME, Random(1)), Master)
