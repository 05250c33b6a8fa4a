"""The master of Tokyo Tsukiji Market is fair, repeatable, and stronger than greedy. Where whole
games are compared, it tries nothing out, to save time."""

from math import sqrt
from random import Random
from statistics import mean, stdev

import pytest

import ichiba
from contract.cases import Case, play_some
from ichiba import bots
from ichiba.games.tokyo_tsukiji_market.bots.master import Master
from ichiba.games.tokyo_tsukiji_market.data import FISH
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from sampling import first_is_enough
from tokyo_tsukiji_market.scene import GAME, at_sea, do, money, own, refresh, sell, table
from tokyo_tsukiji_market.setups import cases

# Decisions of each set-up that the master makes.
DECISIONS = 5
# Rounds of each set-up that it plays.
ROUNDS = 1


@pytest.mark.parametrize("case", first_is_enough(cases()), ids=str)
def test_it_chooses_only_by_what_its_seat_may_know(case: Case) -> None:
    """The same seed gives the same choice in two positions that differ only in what is hidden, and
    the choice is legal."""
    rng = Random(5)
    state = case.new(5)
    for _ in range(DECISIONS):
        play_some(state, rng, 1 + rng.randrange(2 * case.thrift))
        if not state.actors:
            break
        seat = rng.choice(state.actors)
        other = state.determinize(seat, rng)
        before, draw = state.dump(), rng.random()
        choices = [
            Master(Random(draw), rollouts=1).choose(ichiba.Observer(case.game, world, seat))
            for world in (state, other)
        ]
        assert choices[0] == choices[1]
        assert choices[0] in state.legal(seat)
        assert state.dump() == before


@pytest.mark.parametrize("case", first_is_enough(cases()), ids=str)
def test_it_plans_in_every_set_up(case: Case) -> None:
    """At its full strength, as it plays on the site, it makes only legal choices."""
    state = case.game.new(case.players, seed=3, **{**case.values, "round_limit": ROUNDS})
    minds = [Master(Random(seat)) for seat in range(case.players)]
    while state.actors:
        for seat in state.actors:
            choice = minds[seat].choose(ichiba.Observer(case.game, state, seat))
            assert choice in state.legal(seat)
            state.apply(seat, choice)


def test_it_can_be_the_only_bidder() -> None:
    state = table(2, "barter")
    own(state, 0, mackerel=3)
    do(state, 0, "enter barter", "token mackerel", "token mackerel", "offer")
    assert state.actors == (1,)
    choice = Master(Random(1)).choose(ichiba.Observer(GAME, state, 1))
    assert choice in state.legal(1)


def test_it_plays_whole_games_the_same_way_with_the_same_seed() -> None:
    def moves() -> list[int]:
        state = GAME.new(2, seed=4, round_limit=3)
        minds = [Master(Random(seat), rollouts=1) for seat in range(2)]
        done = []
        while state.actors:
            seat = state.actors[0]
            done.append(minds[seat].choose(ichiba.Observer(GAME, state, seat)))
            state.apply(seat, done[-1])
        return done

    first = moves()
    assert len(first) > 20
    assert moves() == first


@pytest.mark.parametrize(("price", "buys"), [(100, True), (200, False)])
def test_with_one_rival_it_buys_only_for_less_than_half_the_gain(price: int, buys: bool) -> None:
    """What it pays makes the only rival richer. An Octopus is worth 300 yen."""
    state = table(2, "octopus")
    for _ in range(3):
        sell(state, 1, "octopus", price)
    do(state, 0, "purchase")
    choice = Master(Random(1)).choose(ichiba.Observer(GAME, state, 0))
    assert GAME.notation(choice).startswith("buy") == buys


@pytest.mark.parametrize(("worth", "price"), [(5, 400), (6, 500)])
def test_it_asks_what_the_next_players_pay(worth: int, price: int) -> None:
    """Greedy also asks for what an Eel may be worth later, which nobody pays."""
    state = table(3, "eel")
    state.track[FISH.index("eel")] = worth - 1  # unloading one moves the marker
    at_sea(state, 0, "eel")
    do(state, 0, "fish", "boat one_slot 1")
    usual = bots.make(bots.GREEDY, GAME, Random(1)).choose(ichiba.Observer(GAME, state, 0))
    assert GAME.notation(usual) in (f"price {price + 100}", "price other")
    choice = Master(Random(1)).choose(ichiba.Observer(GAME, state, 0))
    assert GAME.notation(choice) == f"price {price}"


def moves_of_a_turn(state: MarketState) -> list[str]:
    """What the master does in the turn of seat 0, in notation."""
    refresh(state)
    master, turns = Master(Random(1)), state.turns_begun
    moves: list[str] = []
    while state.turns_begun == turns:
        choice = master.choose(ichiba.Observer(GAME, state, 0))
        moves.append(GAME.notation(choice))
        state.apply(0, choice)
    return moves


@pytest.mark.parametrize(("trades", "buys"), [(True, True), (False, False)])
def test_it_buys_what_it_can_sell_for_more_in_the_same_turn(trades: bool, buys: bool) -> None:
    """A Takoyaki is worth ¥500 in the end. Trading pays ¥900 for it, and ¥1,800 for two."""
    state = table(3, "octopus", "trading" if trades else "barter")
    money(state, 2000, 100, 100)
    for _ in range(2):
        sell(state, 1, "takoyaki", 500)
    moves = moves_of_a_turn(state)
    assert ("buy 2 takoyaki upper" in moves) == buys
    assert ("enter trading" in moves) == buys


@pytest.mark.parametrize(("rival", "bid"), [(300, 400), (5000, 0)])
def test_it_outbids_the_others_by_one_step_or_not_at_all(rival: int, bid: int) -> None:
    """It expects them to bid a part of what a Tuna is worth to them, as far as they have money."""
    state = table(3, "auction", "tuna", "octopus")
    own(state, 0, tuna_25=1)
    own(state, 1, takoyaki=8)
    money(state, 1000, rival, 1000)
    do(state, 0, "enter auction", "token tuna_25", "offer")
    choice = Master(Random(1)).choose(ichiba.Observer(GAME, state, 2))
    assert GAME.notation(choice) == f"yen {bid}"


def test_two_masters_don_t_wait_for_each_other() -> None:
    """Nothing has changed for some rounds, so it does something."""
    state = table(2, "octopus")
    money(state, 700, 1000)
    state.round = 20
    state.standings = ((700, 1000, 0, 0),) * 12
    refresh(state)
    choice = Master(Random(1)).choose(ichiba.Observer(GAME, state, 0))
    assert GAME.notation(choice) not in ("pass", "fish")


def lead_over_greedy(seed: int) -> int:
    """By how many yen the master wins a game against greedy if it is short-sighted."""
    state, seat = GAME.new(2, seed=seed), seed % 2
    minds = [bots.make(bots.GREEDY, GAME, Random(seed)) for _ in range(2)]
    minds[seat] = Master(Random(seed), rollouts=0)
    while state.actors:
        due = state.actors[0]
        state.apply(due, minds[due].choose(ichiba.Observer(GAME, state, due)))
    return state.scores[seat] - state.scores[1 - seat]


@pytest.mark.long
def test_it_is_stronger_than_greedy_even_if_it_tries_nothing_out() -> None:
    """Its mean lead is more than two standard errors above zero. The games are always the same:
    this notices if it gets weaker, and proves no more."""
    leads = [lead_over_greedy(seed) for seed in range(48)]
    assert mean(leads) > 2 * stdev(leads) / sqrt(len(leads))


def test_people_meet_it_only_if_they_choose_it() -> None:
    assert bots.names(GAME)[-1] == bots.MASTER
    assert bots.usual(GAME) == bots.STRONG
    assert isinstance(bots.make(bots.MASTER, GAME, Random(1)), Master)
