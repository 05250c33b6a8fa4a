"""The designer's lab: changed numbers on the same deals, and what is told about them."""

import re
import subprocess
import sys
from pathlib import Path
from xml.etree.ElementTree import fromstring

import msgspec
import pytest

from ichiba.arena.lab.compare import compare, mean_with_interval
from ichiba.arena.lab.figures import luck, overview, restricted, usage, worth
from ichiba.arena.lab.page import page
from ichiba.arena.lab.plots import Dot, dots
from ichiba.arena.lab.sensitivity import (
    Sensitive,
    Sensitivity,
    Variant,
    sensitivity,
    uncertain,
    values_near,
)
from ichiba.arena.lab.study import Question, Study, study, with_sensitivity
from ichiba.arena.lab.trial import STUCK, Trial, Watched, mixed_bots, same_bots, watch
from ichiba.core.changing import Leaf, leaves_of, printed
from ichiba.core.registry import games, load


def game(
    number: int,
    scores: tuple[int, ...] = (10, 8),
    *,
    bots: tuple[str, ...] = ("quick", "quick"),
    deal: int | None = None,
    ending: str = "",
    did: tuple[str, ...] = (),
) -> Watched:
    """A game that the player with the most points won; `did` is what the winner did."""
    winner = scores.index(max(scores))
    return Watched(
        number=number, deal=number if deal is None else deal, seed=str(number), bots=bots,
        first=0, scores=scores, winners=(winner,), decisions=20, rounds=5, ending=ending, leads=1,
        offered=tuple({"fish": 10, "end": 10} for _ in bots),
        chosen=tuple({"fish": 10} for _ in bots),
        did=tuple(frozenset(did if seat == winner else ()) for seat in range(len(bots))),
        holdings=tuple({"cards": {"ebi": score}} for score in scores),
    )  # fmt: skip


def test_the_difference_of_equal_deals_is_more_exact_than_the_games() -> None:
    before = [game(number, (10 + 7 * (number % 13), 9)) for number in range(60)]
    after = [game(number, (11 + 7 * (number % 13), 9)) for number in range(60)]
    found = {one.name: one for one in compare(before, after)}
    score = found["mean score"]
    assert score.difference == score.low == score.high == 0.5
    assert score.is_sure
    rounds = found["rounds"]
    assert rounds.difference == 0
    assert not rounds.is_sure


def test_few_differences_are_never_more_than_chance() -> None:
    before = [game(number) for number in range(60)]
    after = [game(number, (11, 8) if number < 9 else (10, 8)) for number in range(60)]
    assert not any(one.is_sure for one in compare(before, after))


def test_several_tests_make_intervals_wider() -> None:
    values = [0.0, 1.0] * 50
    mean, low, high = mean_with_interval(values)
    _, least, most = mean_with_interval(values, tests=20)
    assert mean == 0.5
    assert low == pytest.approx(0.5 - 1.96 * 0.0502, abs=0.001)
    assert least < low < high < most


def test_an_overview_counts_places_and_stopped_games() -> None:
    found = overview([game(0), game(1), game(2, (7, 9)), game(3, ending=STUCK)])
    assert [place.share for place in found.order] == [0.75, 0.25]
    assert found.stopped == {STUCK: ["3"]}
    assert found.leads == {1: 4}


def test_what_winners_do_is_worth_something() -> None:
    found = worth([game(number, did=("enter eel",)) for number in range(40)])
    entering = next(one for one in found if one.name == "enter eel")
    assert (entering.players, entering.share_with, entering.share_without) == (40, 1, 0)
    assert entering.is_sure


def test_dead_and_dominant_actions_are_found() -> None:
    found = {one.kind: one.verdict for one in usage([game(number) for number in range(10)])}
    assert found == {"fish": "dominant", "end": "dead"}


def test_skill_is_what_levels_explain() -> None:
    tables = mixed_bots(["strong", "random"], 2)
    assert tables == (("strong", "random"), ("random", "strong"))
    played = [
        game(2 * deal + turn, (20, 10) if turn == 0 else (10, 20), bots=table, deal=deal)
        for deal in range(4)
        for turn, table in enumerate(tables)
    ]
    found = luck(played, ["strong", "random"])
    assert (found.skill, found.deal, found.rest) == (1, 0, 0)
    dealt = [game(one.number, (20, 10), bots=one.bots, deal=one.deal) for one in played]
    assert luck(dealt, ["strong", "random"]).skill == 0


def test_doing_without_is_compared_on_the_same_deals() -> None:
    before = [game(number, (10, 8)) for number in range(20)]
    after = [game(number, (7, 8)) for number in range(20)]
    found = restricted(before, after, ["fish"])
    assert (found.before, found.after) == (0.5, 0.5)  # seat 0 loses what seat 1 gains
    assert found.points == 0


def test_a_game_is_watched() -> None:
    trial = Trial("tsukiji", {}, same_bots(("quick",) * 3), 1, load("tsukiji").check(3, 1, {}))
    found = watch(trial, 4)
    assert found == watch(trial, 4)
    assert found.deal == 4
    assert sum(one["cards"]["ebi"] for one in found.holdings) > 0
    assert all("ticket" not in one or one["ticket"] > 0 for one in found.offered)
    never = msgspec.structs.replace(trial, never=("refuse",))
    freed, bound = found.did[4 % 3], watch(never, 4).did[4 % 3]
    assert not [one for one in bound if one == "refuse"] or "refuse" in freed


@pytest.mark.parametrize("title", games())
def test_uncertain_numbers_have_settings_in_which_they_matter(title: str) -> None:
    own = load(title)
    leaves = leaves_of(printed(own.package))
    for leaf in uncertain(own, ("reconstructed", "inferred")):
        players, options = own.setting_of(leaf.path, 3)
        own.check(players, 1, options)
        near = values_near(leaf, leaves)
        assert near
        assert leaf.value not in near


def test_large_numbers_change_in_large_steps() -> None:
    leaf = Leaf("fish.eel.price", 500, "printed", ("fish", "eel", "price", "value", 0))
    assert values_near(leaf, [leaf]) == [400, 600]


def small(jobs: int = 1) -> Study:
    """A small study of the printed and the changed game."""
    question = Question(
        game="tsukiji", changes={"refusal": 5}, options=load("tsukiji").check(3, 1, {}),
        bots=("quick",) * 3, games=6, levels=("random", "quick"), level_games=6,
        never=("refuse",), seed=1,
    )  # fmt: skip
    return study(question, jobs=jobs)


def test_a_study_has_everything_and_its_page_is_well_formed() -> None:
    found = small()
    assert found.changed is not None
    assert found.printed != found.changed
    assert found.luck is not None
    assert [one.never for one in found.restricted] == [["refuse"]]
    row = Sensitive(
        "maguro.addend", 5, "reconstructed", 3, {},
        [Variant(4, problem="no: way"), Variant(6, differences=found.differences)],
    )  # fmt: skip
    table = Sensitivity("tsukiji", "quick", 1, 12, 2, [row])
    html = page(with_sensitivity(found, table))
    body = html.partition("<body>")[2].partition("</body>")[0]
    fromstring(body)  # noqa: S314 - our own page
    assert "refusal" in html
    assert "maguro.addend" in html
    assert '<td class="sentence">can&#x27;t be played</td>' in html
    assert "no: way" not in html, "the text of an error of the program"
    assert "http" not in html.replace("http-equiv", "")


def test_charts_have_room_for_long_names() -> None:
    """On phones, a letter of a name is up to 12 wide."""
    name = "licenses: mackerel, 2 or more"
    drawn = dots("Worth", [Dot(name, 1, 0, 2), Dot("cards", 2, 1, 3)], "points")
    [end, _] = re.findall(r'<text class="name" x="([\d.]+)"', drawn)
    assert float(end) >= 12 * len(name)
    places = [float(place) for place in re.findall(r'\bc?x[12]?="([\d.]+)"', drawn)]
    assert max(places) <= 720


@pytest.mark.long
def test_a_study_does_not_depend_on_the_number_of_processes() -> None:
    assert small() == small(jobs=2)


@pytest.mark.long
def test_sensitivity_plays_every_reconstructed_number() -> None:
    found = sensitivity(load("tsukiji"), "quick", 3, 3, 1, jobs=2)
    assert len(found.numbers) == 18
    assert all(one.variants for one in found.numbers)
    fewer = next(one for one in found.numbers if one.path == "players.3.takusan")
    assert "can't be played" in fewer.variants[0].problem


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["--change", "refusl=5"], "has no number “refusl”. Do you mean one of these: refusal"),
        (["--change", "maguro.divisor=0"], "can't be played with maguro.divisor=0."),
        (["--change", "refusal=3"], "nothing would change"),
        (["--never", "dance"], "has no “dance”"),
    ],
)  # fmt: skip
def test_the_command_explains_wrong_input_in_one_line(given: list[str], told: str) -> None:
    command = [sys.executable, "-m", "ichiba", "lab", "tsukiji", "--games", "2", *given]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_command_writes_a_report(tmp_path: Path) -> None:
    html, json = tmp_path / "report.html", tmp_path / "report.json"
    command = [
        sys.executable, "-m", "ichiba", "lab", "tsukiji", "--change", "tsukiji.refusal=5",
        "--games", "6", "--levels", "none", "--html", str(html), "--json", str(json),
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (
        "wins of the first player" in done.stdout.replace("\n", " ") or "Difference" in done.stdout
    )
    assert "<svg" in html.read_text(encoding="utf-8")
    assert msgspec.json.decode(json.read_bytes())["question"]["changes"] == {"refusal": 5}
