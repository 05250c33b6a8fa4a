"""Ratings follow from finishing orders: they are right on the scale, fair, and never absurd."""

from math import log10
from random import Random

import pytest

from ichiba.arena import Played
from ichiba.arena.playing import Outcome
from ichiba.arena.ratings import Result, anchored, by_deal, fit, rate, results


def bout(bots: str, scores: tuple[int, ...], winners: tuple[int, ...], number: int = 0) -> Played:
    """A made-up game of bots with one-letter names."""
    outcome = Outcome(0, scores, winners, 10, 1)
    return Played(number, number, "1", tuple(bots), outcome)


def duels(wins: int, losses: int) -> dict[int, list[Result]]:
    """The results of a pair on distinct deals."""
    games = [Result(0, 1, 1.0)] * wins + [Result(1, 0, 1.0)] * losses
    return {deal: [game] for deal, game in enumerate(games)}


def test_the_tie_break_of_the_title_decides_who_won() -> None:
    assert bout("abc", (9, 9, 5), (1,)).places() == [2, 1, 3]
    assert bout("abc", (9, 9, 5), (0, 1)).places() == [1, 1, 3]
    assert bout("abcd", (3, 9, 5, 5), (1,)).places() == [4, 1, 2, 2]


def test_every_pair_of_different_bots_has_a_result() -> None:
    found = results("ab", bout("aab", (9, 5, 5), (0,)))
    assert sorted(found) == [Result(0, 1, 0.5), Result(0, 1, 1.0), Result(1, 0, 0.5)]


def test_ten_times_as_many_wins_are_400_points() -> None:
    """Each pair has half a win on either side before the first game."""
    [first, second] = rate("ab", duels(100, 10), (1, 1000.0), samples=50)
    assert first.rating == pytest.approx(1000 + 400 * log10(100.5 / 10.5))
    assert second == (1000.0, 1000.0, 1000.0)


def test_the_interval_of_a_pair_is_known() -> None:
    """The Jeffreys interval for 70 wins in 100 games."""
    [first, _] = rate("ab", duels(70, 30), (1, 0.0), samples=6000)
    low, high = (1 / (1 + 10 ** (-bound / 400)) for bound in (first.low, first.high))
    assert low == pytest.approx(0.6055, abs=0.01)
    assert high == pytest.approx(0.7834, abs=0.01)


def test_the_interval_is_as_wide_as_deals_are_few() -> None:
    """Twenty games of three deals say less than twenty games of twenty deals."""
    one_by_one = duels(14, 6)
    win, loss = Result(0, 1, 1.0), Result(1, 0, 1.0)
    together = {0: [win] * 7, 1: [win] * 7, 2: [loss] * 6}
    narrow, wide = (rate("ab", deals, (1, 0.0), samples=800)[0] for deals in (one_by_one, together))
    assert narrow.rating == pytest.approx(wide.rating)
    assert wide.high - wide.low > 1.5 * (narrow.high - narrow.low)


def test_a_bot_that_wins_everything_has_a_finite_rating_and_a_wide_interval() -> None:
    [first, _] = rate("ab", duels(50, 0), (1, 0.0))
    assert 600 < first.rating < 1000
    assert first.high - first.low > 300


def test_pairs_that_have_not_met_do_not_pull_ratings_together() -> None:
    """A chain of three bots: the steps are those of the two duels."""
    chain = {deal: [Result(1, 0, 1.0)] for deal in range(90)}
    chain |= {100 + deal: [Result(0, 1, 1.0)] for deal in range(10)}
    chain |= {200 + deal: [Result(2, 1, 1.0)] for deal in range(90)}
    chain |= {300 + deal: [Result(1, 2, 1.0)] for deal in range(10)}
    found = [one.rating for one in rate("abc", chain, (0, 0.0), samples=50)]
    step = 400 * log10(90.5 / 10.5)
    assert found == pytest.approx([0, step, 2 * step], abs=2)


def test_bots_that_have_not_played_have_a_rating_too() -> None:
    found = rate("abc", duels(1, 0), (0, 0.0), samples=50)
    assert all(-2000 < one.rating < 2000 for one in found)


def test_strengths_are_found_again() -> None:
    """Games drawn from known ratings give these ratings back, within the intervals."""
    rng, true = Random(3), [1000.0, 1150.0, 1300.0]
    deals: dict[int, list[Result]] = {}
    for deal in range(3000):
        one, other = rng.sample(range(3), 2)
        odds = 1 / (1 + 10 ** ((true[other] - true[one]) / 400))
        deals[deal] = [Result(one, other, 1.0) if rng.random() < odds else Result(other, one, 1.0)]
    found = rate("abc", deals, (0, 1000.0), samples=300)
    for rating, wanted in zip(found, true, strict=True):
        assert rating.rating == pytest.approx(wanted, abs=35)
        assert rating.low - 15 <= wanted <= rating.high + 15


@pytest.mark.parametrize("seed", range(60))
def test_a_better_place_never_gains_less(seed: int) -> None:
    """In any contest, whoever had finished one place better would have a rating that is at least as
    high, compared with the mean and with every other bot."""
    rng = Random(seed)
    bots, players = "abcde"[: rng.randint(2, 5)], rng.randint(2, 4)
    bouts = []
    for number in range(rng.randint(1, 12)):
        names = "".join(rng.choices(bots, k=players))
        scores = tuple(rng.choices(range(4), k=players))
        best = [seat for seat, score in enumerate(scores) if score == max(scores)]
        winners = tuple(best if rng.random() < 0.5 else rng.sample(best, 1))
        bouts.append(bout(names, scores, winners, number))
    at = rng.randrange(len(bouts))
    seat = rng.randrange(players)
    better = bouts[:]
    better[at] = _one_place_better(bouts[at], seat)
    one = bots.index(bouts[at].bots[seat])
    before, after = _strengths(bots, bouts), _strengths(bots, better)
    assert after[one] >= before[one] - 1e-9
    for other in range(len(bots)):
        assert after[one] - after[other] >= before[one] - before[other] - 1e-9


def _one_place_better(old: Played, seat: int) -> Played:
    """The same game, but the seat finishes in front of those who were one place ahead of it, or who
    shared its place if nobody was."""
    places = old.places()
    goal = max((place for place in places if place < places[seat]), default=1)
    order = [2 * place for place in places]
    order[seat] = 2 * goal - 1
    winners = tuple(one for one, place in enumerate(order) if place == min(order))
    return bout("".join(old.bots), tuple(-place for place in order), winners, old.number)


def _strengths(bots: str, bouts: list[Played]) -> list[float]:
    wins = [[0.5] * len(bots) for _ in bots]
    for deal in by_deal(bots, bouts).values():
        for first, second, share in deal:
            wins[first][second] += share
    return fit(wins)


def test_the_rating_of_one_bot_is_fixed() -> None:
    known = {"greedy": 1000.0, "random": 0.0}
    assert anchored(["random", "greedy"], known) == (1, 1000.0)
    assert anchored(["master", "random"], known) == (1, 0.0)
    assert anchored(["master", "master:5"], known) == (0, 0.0)
