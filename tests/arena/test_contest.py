"""Contests are balanced and repeatable, can be continued, and stop when enough is known."""

from collections import Counter
from html.parser import HTMLParser
from math import inf
from typing import Any

import pytest
from msgspec.structs import replace

from ichiba.arena import Plan, Played, contest, play_all, report
from ichiba.arena.figures import wilson
from ichiba.arena.page import page
from ichiba.arena.plan import cycle_length, groups, play_game, seats_of
from ichiba.arena.playing import Outcome
from ichiba.arena.running import widest
from ichiba.arena.timing import Thinking
from ichiba.core.registry import load

PLAIN = {"special_points": False}
PAIR = contest("tsukiji", 2, ("random", "gentle"), 3, PLAIN, 10)


def hold(plan: Plan, games: int, **how: Any) -> tuple[list[Played], bool]:
    """Play so many games of a plan."""
    return play_all(replace(plan, games=games), **how)


def results(bouts: list[Played]) -> list[tuple[object, ...]]:
    """The games without the time that they took."""
    return [(one.number, one.deal, one.bots, one.outcome) for one in bouts]


def test_every_pair_meets() -> None:
    assert groups("abc", 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert groups("abcd", 3) == [tuple(one) for one in ("abc", "abd", "acd", "bcd")]


def test_if_there_are_too_few_bots_each_sits_down_at_least_once() -> None:
    assert groups("ab", 4) == [tuple(one) for one in ("aaab", "aabb", "abbb")]
    assert groups("abc", 4) == [tuple(one) for one in ("aabc", "abbc", "abcc")]


def test_against_one_bot_each_other_one_plays_alone() -> None:
    assert groups("abc", 2, "b") == [("a", "b"), ("c", "b")]
    assert groups("abc", 4, "c") == [tuple(one) for one in ("accc", "bccc")]


@pytest.mark.parametrize("against", [None, "a", "b"])
@pytest.mark.parametrize("duplicate", [False, True])
@pytest.mark.parametrize(("bots", "players"), [("abc", 2), ("abcd", 3), ("ab", 4), ("abc", 4)])
def test_every_bot_plays_every_seat_equally_often(
    bots: str, players: int, duplicate: bool, against: str | None
) -> None:
    plan = contest(
        "tsukiji", players, tuple(bots), 1, {}, 10, duplicate=duplicate, against=against
    )  # fmt: skip
    games = [seats_of(plan, number) for number in range(2 * cycle_length(plan))]
    for name in bots:
        times = Counter(
            seat for _, names in games for seat in range(players) if names[seat] == name
        )
        assert {*times} == {*range(players)}
        assert len({*times.values()}) == 1
    deals = Counter(deal for deal, _ in games)
    assert {*deals.values()} == ({cycle_length(plan)} if duplicate else {1})


def test_the_number_of_jobs_changes_nothing() -> None:
    alone, ended = hold(PAIR, 12, jobs=1)
    together, _ = hold(PAIR, 12, jobs=3)
    assert ended
    assert results(alone) == results(together)
    assert [one.number for one in alone] == [*range(12)]


def test_duplicate_games_of_a_deal_start_from_the_same_position() -> None:
    plan = replace(PAIR, duplicate=True)
    first, second = (play_game(plan, number) for number in range(2))
    assert (first.deal, second.deal) == (0, 0)
    assert first.bots == second.bots[::-1]
    assert first.outcome.first == second.outcome.first


def test_a_game_that_goes_on_and_on_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = play_game(PAIR, 0).outcome
    monkeypatch.setattr("ichiba.arena.plan._LONGEST", 10)
    outcome = play_game(PAIR, 0).outcome
    assert whole.decisions > outcome.decisions == 20
    assert (whole.cut, outcome.cut) == (False, True)
    best = max(outcome.scores)
    assert outcome.winners == tuple(
        seat for seat, score in enumerate(outcome.scores) if score == best
    )


def test_thinking_is_measured() -> None:
    one = play_game(PAIR, 0)
    assert sum(each.decisions for each in one.thinking) == one.outcome.decisions
    for each in one.thinking:
        assert 0 <= each.longest <= each.seconds


def test_a_contest_can_be_continued() -> None:
    whole, _ = hold(PAIR, 10)
    some = [one for one in whole if one.number not in (3, 8, 9)]
    played: list[Played] = []
    again, ended = hold(PAIR, 10, done=some, each=played.append)
    assert ended
    assert [one.number for one in played] == [3, 8, 9]
    assert results(again) == results(whole)


def test_a_stopped_contest_keeps_what_is_done() -> None:
    def stop_at_five(one: Played) -> None:
        if one.number == 5:
            raise KeyboardInterrupt

    bouts, ended = hold(PAIR, 10, each=stop_at_five)
    assert not ended
    assert [one.number for one in bouts] == [*range(6)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_contest_ends_when_intervals_are_narrow_enough(jobs: int) -> None:
    plan = contest("tsukiji", 2, ("random", "beginner"), 1, PLAIN, 400)
    bouts, ended = hold(plan, 400, jobs=jobs, until=400)
    assert ended
    assert 20 <= len(bouts) < 400
    assert len(bouts) % cycle_length(plan) == 0
    assert widest(plan, bouts) <= 400
    again, ended = hold(plan, 400, until=400, done=bouts)
    assert ended
    assert len(again) == len(bouts), "nothing more is played"


def made_up() -> tuple[Plan, list[Played]]:
    """Three bots, of which the first always wins and the last has the fewest points."""
    plan = contest("tsukiji", 3, ("strong", "<b>", "random"), 1, PLAIN, 400)
    points = {"strong": 9, "<b>": 5, "random": 1}
    bouts = []
    for number in range(6):
        deal, bots = seats_of(plan, number)
        scores = tuple(points[name] + number for name in bots)
        outcome = Outcome(0, scores, (bots.index("strong"),), 30, 5 + number % 2)
        bouts.append(Played(number, deal, "1", bots, outcome, (Thinking(10, 0.02, 0.005),) * 3))
    return plan, bouts


def test_a_single_deal_never_ends_a_duplicate_contest() -> None:
    """After one deal, its intervals are narrow only because nothing differs."""
    plan = contest("tsukiji", 2, ("random", "strong", "gentle"), 1, PLAIN, 400, duplicate=True)
    bouts, _ = hold(plan, cycle_length(plan))
    assert len({bout.deal for bout in bouts}) == 1
    assert widest(plan, bouts) == inf


def test_a_summary_adds_up() -> None:
    found = report(*made_up())
    assert [one.name for one in found.bots] == ["strong", "<b>", "random"]
    assert (found.anchor, found.ratings[0].rating) == ("strong", 1000)
    assert all(one.low <= one.rating <= one.high for one in found.ratings)
    assert [one.wins for one in found.bots] == [6, 0, 0]
    assert (found.bots[2].scores.least, found.bots[2].scores.most) == (1, 6)
    assert found.thinking[0].milliseconds == pytest.approx(2)
    assert found.thinking[0].longest == pytest.approx(5)
    shares = {(one.first, one.second): (one.games, one.share) for one in found.pairs}
    assert len(shares) == 6
    assert shares["strong", "random"] == (6, 1.0)
    assert shares["random", "<b>"] == (6, 0.0)
    assert [one.win_rate for one in found.groups[0].shares] == [1, 0, 0]
    assert found.lengths == {5: 3, 6: 3}
    assert (found.games, found.deals, found.balanced) == (6, 6, True)


def alone() -> tuple[Plan, list[Played]]:
    """The bot a wins two games alone and shares one, against b in the other two seats."""
    plan = contest("tsukiji", 3, ("a", "b"), 1, PLAIN, 400, against="b")
    bouts = []
    for number in range(6):
        deal, bots = seats_of(plan, number)
        own = bots.index("a")
        other = (own + 1) % 3
        winners = {0: (own,), 1: (own,), 2: tuple(sorted((own, other)))}.get(number, (other,))
        scores = tuple(9 if seat in winners else 5 for seat in range(3))
        outcome = Outcome(0, scores, winners, 30, 5)
        bouts.append(Played(number, deal, "1", bots, outcome, (Thinking(10, 0.02, 0.005),) * 3))
    return plan, bouts


def test_wins_of_a_bot_alone_are_told_with_their_interval() -> None:
    found = report(*alone())
    (group,) = found.groups
    assert group.bots == ("a", "b", "b")
    one, others = group.shares
    assert (one.name, one.seats, one.games, one.wins) == ("a", 1, 6, 2.5)
    assert (one.win_rate, one.fair) == (pytest.approx(2.5 / 6), pytest.approx(1 / 3))
    assert (one.low, one.high) == wilson(2.5, 6)
    assert (others.name, others.seats, others.wins) == ("b", 2, 3.5)
    assert others.win_rate == pytest.approx(3.5 / 12)
    assert "alone against b in all other seats" in page(found)


def test_wins_by_table_are_told_where_they_tell_more() -> None:
    plan, bouts = made_up()
    assert report(plan, bouts).shows_groups
    assert not report(PAIR, hold(PAIR, 2)[0]).shows_groups
    duel = replace(PAIR, against="random")
    assert report(duel, hold(duel, 2)[0]).shows_groups


class Reader(HTMLParser):
    """Checks that all elements are closed, and collects what the page loads and says."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: Counter[str] = Counter()
        self.links: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen[tag] += 1
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in ("meta", "br"):
            self.open.append(tag)
        if tag == "svg":
            assert dict(attrs)["role"] == "img"
            assert dict(attrs)["aria-label"]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_the_report_is_one_whole_file() -> None:
    reader = Reader()
    reader.feed(page(report(*made_up())))
    assert reader.open == []
    assert reader.links == [], "nothing is loaded from elsewhere"
    assert reader.seen["script"] == 0
    assert reader.seen["svg"] == 4
    assert reader.seen["b"] == 0, "names are escaped"
    assert reader.seen["h1"] == 1
    text = "".join(reader.words)
    for words in ("Ratings", "Who beats whom", "Wins by table", "Scores", "Length", "CPU time"):
        assert words in text
    assert "prefers-color-scheme: dark" in text
    assert load("tsukiji").title in text


def test_a_report_of_games_that_are_all_equally_long_has_no_chart_of_lengths() -> None:
    plan, bouts = made_up()
    reader = Reader()
    reader.feed(page(report(plan, bouts[:1])))
    assert reader.seen["svg"] == 3
    assert "The contest was stopped early" in "".join(reader.words)
