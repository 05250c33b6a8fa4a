"""Simulations are balanced and reproducible, and report correct figures."""

import signal
from pathlib import Path
from typing import Any

import pytest

from ichiba.arena import Plan, Played, Report, record_of, report, simulate
from ichiba.arena import play_all as play_all_and_tell
from ichiba.arena.figures import wilson
from ichiba.arena.plan import seats_of
from ichiba.arena.playing import Outcome, derive, play_bots
from ichiba.core.match import Match
from ichiba.core.record import Record
from ichiba.core.registry import games, load
from ichiba.core.words import Words

PLAIN = {"special_points": False}


def play_all(plan: Plan, **how: Any) -> list[Played]:
    """The games of a plan; after Ctrl-C, those that are over."""
    return play_all_and_tell(plan, **how)[0]


def report_of(plan: Plan, outcomes: list[Outcome]) -> Report:
    """The report of made-up games."""
    played = []
    for number, outcome in enumerate(outcomes):
        deal, bots = seats_of(plan, number)
        played.append(Played(number, deal, "0", bots, outcome))
    return report(plan, played)


def test_the_number_of_jobs_changes_nothing() -> None:
    plan = Plan("tsukiji", ("greedy", "random", "random"), 30, 5, PLAIN)
    assert simulate(plan, jobs=1) == simulate(plan, jobs=3)


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_while_a_result_is_written_loses_nothing(jobs: int) -> None:
    plan = Plan("tsukiji", ("random",) * 2, 10_000, 5, PLAIN)
    written: list[Played] = []

    def each(one: Played) -> None:
        written.append(one)
        if len(written) == 3:
            signal.raise_signal(signal.SIGINT)

    assert play_all(plan, jobs=jobs, each=each) == written
    assert 3 <= len(written) < plan.games


def test_another_seed_gives_another_result() -> None:
    plans = [Plan("tsukiji", ("random",) * 2, 10, seed, PLAIN) for seed in (1, 2)]
    reports = [simulate(plan) for plan in plans]
    assert reports[0].bots != reports[1].bots


def test_each_bot_has_each_seat_equally_often() -> None:
    """The outcomes are made up: seat 0 always wins, so each bot wins once per rotation."""
    plan = Plan("tsukiji", ("a", "b", "c"), 9, 1, PLAIN)
    found = report_of(plan, [Outcome(0, (3, 2, 1), (0,), 10)] * 9)
    assert [line.wins for line in found.bots] == [3, 3, 3]
    assert [line.scores.mean for line in found.bots] == [2, 2, 2]
    assert found.balanced
    assert found.deals == 3
    assert found.decisions.mean == 10


def test_equal_bots_play_a_new_deal_every_game() -> None:
    plan = Plan("tsukiji", ("random",) * 3, 12, 1, PLAIN)
    played = play_all(plan)
    found = report(plan, played)
    assert found.deals == found.games == found.planned == 12
    assert found.balanced
    deals = [play_bots(load("tsukiji"), plan.bots, derive(1, deal), PLAIN) for deal in range(12)]
    assert [one.outcome for one in played] == deals
    [line] = found.bots
    assert (line.name, line.seats, line.games, line.wins) == ("random", 3, 36, 12)


def test_a_seating_that_comes_again_is_not_played_again() -> None:
    """If every second of four bots is the same, a rotation by two repeats the seating."""
    plan = Plan("tsukiji", ("a", "b", "a", "b"), 6, 1, PLAIN)
    found = report_of(plan, [Outcome(0, (4, 3, 2, 1), (0,), 1)] * 6)
    assert found.deals == 3
    assert [(line.name, line.seats, line.wins) for line in found.bots] == [
        ("a", 2, 3),
        ("b", 2, 3),
    ]


def test_victories_are_counted_by_order_of_play() -> None:
    """Whoever is on seat 1 wins. That seat plays second, first and last in three games."""
    plan = Plan("tsukiji", ("a", "a", "a"), 3, 1, PLAIN)
    found = report_of(plan, [Outcome(first, (0, 9, 0), (1,), 1) for first in (0, 1, 2)])
    assert [line.wins for line in found.order] == [1, 1, 1]
    found = report_of(plan, [Outcome(first, (0, 9, 0), (1,), 1) for first in (1, 1, 0)])
    assert [(line.name, line.wins) for line in found.order] == [("1", 2), ("2", 1), ("3", 0)]
    assert [line.scores.mean for line in found.order] == [6, 3, 0]


@pytest.mark.parametrize("name", games())
def test_every_title_tells_who_plays_first(name: str) -> None:
    """That seat makes the first decision, or one of the first if all decide at once."""
    game = load(name)
    for seed in range(20):
        outcome = play_bots(game, ("random",) * game.min_players, seed, game.random_options)
        assert outcome.first in game.new(game.min_players, seed=seed).actors


def test_a_shared_victory_is_shared_in_the_figures() -> None:
    plan = Plan("tsukiji", ("a", "b"), 2, 1, PLAIN)
    found = report_of(plan, [Outcome(0, (5, 5), (0, 1), 1), Outcome(0, (5, 4), (0,), 1)])
    assert [line.wins for line in found.bots] == [0.5, 1.5]


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_game_is_told_in_order(jobs: int) -> None:
    told: list[Played] = []
    played = play_all(Plan("tsukiji", ("random",) * 2, 101, 1, PLAIN), jobs=jobs, each=told.append)
    assert told == played
    assert [one.number for one in told] == [*range(101)]


def test_the_figures_tell_places_leads_lengths_and_ends() -> None:
    plan = Plan("tokyo-tsukiji-market", ("a", "b", "c"), 4, 1, {})
    outcomes = [
        Outcome(0, (10, 30, 20), (1,), 100, 9, "triggered"),
        Outcome(0, (10, 10, 0), (0, 1), 120, 11, "triggered"),
        Outcome(0, (50, 0, 20), (0,), 140, 30, "round_limit"),
    ]
    found = report_of(plan, outcomes)
    assert [place.mean for place in found.places] == [
        30,
        pytest.approx(50 / 3),
        pytest.approx(10 / 3),
    ]
    assert (found.lead.least, found.lead.median, found.lead.most) == (0, 10, 30)
    assert found.shared == 1
    assert (found.decisions.least, found.decisions.median, found.decisions.most) == (100, 120, 140)
    assert found.rounds.median == 11
    assert found.endings == {"triggered": 2, "round_limit": 1}
    assert (found.games, found.planned) == (3, 4)


def test_a_stopped_simulation_keeps_what_is_done() -> None:
    def stop_at_seven(one: Played) -> None:
        if one.number == 7:
            raise KeyboardInterrupt

    plan = Plan("tsukiji", ("random",) * 2, 100, 1, PLAIN)
    played = play_all(plan, each=stop_at_seven)
    assert played == play_all(plan)[:8]


@pytest.mark.parametrize("name", games())
def test_records_of_a_simulation_replay_to_the_same_result(name: str, tmp_path: Path) -> None:
    game = load(name)
    options = game.check(2, 0, dict(game.random_options))
    plan = Plan(name, ("random", "gentle"), 2, 3, options, moves=True)
    for one in play_all(plan):
        file = tmp_path / f"{one.number}.json"
        record_of(plan, one).save(file)
        match = Match.replay(Record.load(file))
        assert len(one.choices) == len(one.moves) == one.outcome.decisions
        assert min(one.choices) >= 1
        assert match.state.scores == one.outcome.scores
        assert match.state.ending == one.outcome.ending
        assert match.record.seed == one.seed
        assert [level.split(" · ")[1] for level in match.record.names] == [*one.bots]


def test_ways_to_end_a_game_have_a_name() -> None:
    """With a limit of rounds, one of two house rules ends the games of random bots."""
    options = load("tokyo-tsukiji-market").check(2, 0, {"round_limit": 8})
    played = play_all(Plan("tokyo-tsukiji-market", ("random",) * 2, 12, 1, options))
    ways = {one.outcome.ending for one in played}
    assert ways == {"round_limit", "standstill"}
    said = [Words().say(f"tokyo-tsukiji-market.ending.{way}") for way in sorted(ways)]
    assert said == ["round limit", "standstill"]
    assert all(one.outcome.rounds == 8 for one in played if one.outcome.ending == "round_limit")


def test_a_game_is_the_same_wherever_it_is_played() -> None:
    game = load("tsukiji")
    first = play_bots(game, ("greedy", "random"), derive(1, 2), {"special_points": False})
    assert first == play_bots(game, ("greedy", "random"), derive(1, 2), {"special_points": False})
    assert derive(1, 23) != derive(12, 3)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(50, 100, 0.4038, 0.5962), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (1, 1, 0.2065, 1.0)],
)
def test_wilson_interval(wins: float, games: int, low: float, high: float) -> None:
    """Known values of the 95 % interval."""
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)
