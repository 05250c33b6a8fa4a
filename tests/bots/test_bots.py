"""Bots use only what their seat may know, make legal moves, and are as strong as documented."""

from random import Random
from statistics import quantiles
from time import process_time

import pytest

import ichiba
from contract.cases import FUZZ_GAMES, Case, play_some, random_step, sampled_cases
from ichiba import bots
from ichiba.arena import Plan, simulate
from ichiba.core.options import Value, Values
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import NOBODY
from sampling import first_is_enough

# `make fuzz` looks at more games.
FAIR_GAMES = 12 if FUZZ_GAMES > 100 else 2
NAMES = (bots.RANDOM, bots.GREEDY)  # gentle always does what one of these two would do


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("case", sampled_cases(), ids=str)
def test_a_bot_chooses_only_by_what_its_seat_may_know(case: Case, name: str) -> None:
    """It makes the same choice in two positions that differ only in what it can't know."""
    for seed in case.some(FAIR_GAMES):
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


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("case", sampled_cases(), ids=str)
def test_choosing_does_not_change_the_position(case: Case, name: str) -> None:
    state, rng = case.new(3), Random(3)
    while state.actors:
        seat, action = random_step(state, rng)
        before = state.dump()
        bots.make(name, case.game, Random(1)).choose(ichiba.Observer(case.game, state, seat))
        assert state.dump() == before
        state.apply(seat, action)
        play_some(state, rng, case.thrift - 1)


@pytest.mark.parametrize("title", first_is_enough(["tokyo-tsukiji-market", "tsukiji", "shinjuku"]))
def test_a_bot_can_continue_from_any_position(title: str) -> None:
    """Its choice is legal after moves that it would not have made itself."""
    game, asked = ichiba.load(title), 0
    for seed in range(4):
        rng, state = Random(seed), game.new(game.max_players, seed=seed)
        while state.actors and asked < 1200 * (seed + 1):
            seat = rng.choice(state.actors)
            legal = state.legal(seat)
            choice = bots.make("greedy", game, Random(asked)).choose(
                ichiba.Observer(game, state, seat)
            )
            assert choice in legal
            state.apply(seat, choice if rng.random() < 0.7 else rng.choice(legal))
            asked += 1
    assert asked > 300


def test_the_error_for_an_unknown_bot_lists_the_known_ones() -> None:
    with pytest.raises(
        ichiba.SetupError,
        match="Available bots: random, beginner, gentle, steady, strong, expert and master",
    ):
        bots.make("deep", ichiba.load("tsukiji"), Random(1))


def test_the_old_name_of_a_level_is_still_accepted() -> None:
    game = ichiba.load("tsukiji")
    bots.check("greedy", game)
    assert bots.named("greedy") == bots.STRONG
    assert bots.STRONG in bots.names(game)
    assert "greedy" not in bots.names(game)


@pytest.mark.long
def test_tsukiji_greedy_beats_one_random_in_95_of_100_games() -> None:
    """Over 400 two-player games, with both bots on each seat equally often."""
    plan = Plan("tsukiji", ("greedy", "random"), 400, 1, {"special_points": False})
    report = simulate(plan)
    assert report.balanced
    assert report.bots[0].win_rate >= 0.95


@pytest.mark.long
def test_tsukiji_gentle_stands_between_random_and_greedy() -> None:
    wins = [
        simulate(Plan("tsukiji", ("gentle", other), 200, 1, {"special_points": False}))
        .bots[0]
        .win_rate
        for other in (bots.RANDOM, bots.GREEDY)
    ]
    assert wins[0] > 0.6
    assert wins[1] < 0.4


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.long
def test_tsukiji_greedy_beats_a_table_of_random(players: int) -> None:
    seats = ("greedy", *["random"] * (players - 1))
    report = simulate(Plan("tsukiji", seats, 20 * players, 1, {"special_points": True}))
    assert report.bots[0].win_rate >= 0.9


# `make fuzz` tests these claims over 200 games, an ordinary run over a few of them.
MARKET = "tokyo-tsukiji-market"
MARKET_GAMES = 204 if FUZZ_GAMES > 100 else 12


def market_values(**options: Value) -> Values:
    return ichiba.load(MARKET).check(3, 0, options)


@pytest.mark.long
def test_market_greedy_wins_95_of_100_games_with_one_random_at_the_table() -> None:
    plan = Plan(MARKET, ("greedy", "greedy", "random"), MARKET_GAMES, 1, market_values())
    report = simulate(plan)
    assert report.balanced
    assert (report.bots[0].name, report.bots[0].seats) == ("greedy", 2)
    assert report.bots[0].wins >= 0.95 * MARKET_GAMES


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.long
def test_market_greedy_ends_99_of_100_games_by_the_printed_trigger_within_60_rounds(
    players: int,
) -> None:
    game = ichiba.load(MARKET)
    games = MARKET_GAMES // 2 if FUZZ_GAMES > 100 else 2
    ended = 0
    for seed in range(games):
        state = game.new(players, seed=seed)
        assert isinstance(state, MarketState)
        minds = [bots.make("greedy", game, Random(seed + seat)) for seat in range(players)]
        while state.actors and state.round <= 60:
            seat = state.actors[0]
            state.apply(seat, minds[seat].choose(ichiba.Observer(game, state, seat)))
        ended += not state.actors and state.trigger != NOBODY
    assert ended >= 0.99 * games


@pytest.mark.parametrize("seed", range(5))
def test_market_greedy_plays_with_every_set_of_markets(seed: int) -> None:
    """Three rounds with many markets; almost every decision takes less than 50 ms."""
    game = ichiba.load(MARKET)
    state = game.new(
        2 + seed % 5, seed=seed, expansion=True, extra_fish=6, extra_external=6, blue_ship=True,
        barges="four_slot" if seed % 2 else "six_slot", crashing=True, round_limit=3,
    )  # fmt: skip
    players = [bots.make("greedy", game, Random(i)) for i in range(2 + seed % 5)]
    times = []
    while state.actors:
        seat = state.actors[0]
        start = process_time()
        action = players[seat].choose(ichiba.Observer(game, state, seat))
        times.append(process_time() - start)
        assert action in state.legal(seat)
        state.apply(seat, action)
    assert quantiles(times, n=20)[-1] < 0.05, "95 % of decisions take less than 50 ms"
