"""Bots are fair, legal and as good as they claim to be."""

from random import Random
from statistics import quantiles
from time import process_time

import pytest

import ichiba
from contract.cases import FUZZ_GAMES, Case, all_cases, play_some, random_step
from ichiba import bots
from ichiba.arena.simulation import Plan, simulate
from ichiba.core.options import Value, Values


def bot_cases() -> list[tuple[Case, str]]:
    """Without the gentle one, which does at every decision what one of the others does."""
    return [(case, name) for case in all_cases() for name in (bots.RANDOM, bots.GREEDY)]


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


@pytest.mark.parametrize("title", ichiba.games())
def test_a_bot_goes_on_wherever_slips_have_led_it(title: str) -> None:
    """Its next decision is legal after every decision that it would not have made itself."""
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


def test_an_unknown_bot_is_told_with_the_known_ones() -> None:
    with pytest.raises(ichiba.SetupError, match="There are: random, gentle and greedy"):
        bots.make("deep", ichiba.load("tsukiji"), Random(1))


def test_tsukiji_greedy_beats_one_random_in_95_of_100_games() -> None:
    """The claim of the bot, over 400 seat-balanced games of two players."""
    plan = Plan("tsukiji", ("greedy", "random"), 400, 1, {"special_points": False})
    report = simulate(plan)
    assert report.balanced
    assert report.lines[0].win_rate >= 0.95


def test_tsukiji_gentle_stands_between_random_and_greedy() -> None:
    wins = [
        simulate(Plan("tsukiji", ("gentle", other), 200, 1, {"special_points": False}))
        .lines[0]
        .win_rate
        for other in (bots.RANDOM, bots.GREEDY)
    ]
    assert wins[0] > 0.6
    assert wins[1] < 0.4


@pytest.mark.parametrize("players", [3, 4])
def test_tsukiji_greedy_beats_a_table_of_random(players: int) -> None:
    seats = ("greedy", *["random"] * (players - 1))
    report = simulate(Plan("tsukiji", seats, 20 * players, 1, {"special_points": True}))
    assert report.lines[0].win_rate >= 0.9


# The claims of this bot, over 200 games, are tested by `make fuzz`; each run looks at a part.
MARKET = "tokyo-tsukiji-market"
MARKET_GAMES = 204 if FUZZ_GAMES > 100 else 12


def market_values(**options: Value) -> Values:
    return ichiba.load(MARKET).check(3, 0, options)


def test_market_greedy_wins_95_of_100_games_with_one_random_at_the_table() -> None:
    plan = Plan(MARKET, ("greedy", "greedy", "random"), MARKET_GAMES, 1, market_values())
    report = simulate(plan)
    assert report.balanced
    assert sum(line.wins for line in report.lines[:2]) >= 0.95 * MARKET_GAMES


@pytest.mark.parametrize("portion", range(3))
def test_market_greedy_ends_its_games_by_the_rules_within_60_rounds(portion: int) -> None:
    game = ichiba.load(MARKET)
    games = max(2, MARKET_GAMES // 4)
    ended = 0
    for seed in range(portion * games, (portion + 1) * games):
        state = game.new(3, seed=seed)
        players = [bots.make("greedy", game, Random(seed + i)) for i in range(3)]
        while state.actors and state.round <= 60:  # type: ignore[attr-defined]
            seat = state.actors[0]
            state.apply(seat, players[seat].choose(ichiba.Observer(game, state, seat)))
        ended += not state.actors
    assert ended >= 0.95 * games


@pytest.mark.parametrize("seed", range(5))
def test_market_greedy_plays_with_every_set_of_markets(seed: int) -> None:
    """Some rounds with many markets, each decision thought out in time."""
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
    assert quantiles(times, n=20)[-1] < 0.05, "nineteen of twenty decisions within 50 ms"
