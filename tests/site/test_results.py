"""How the end of a game is shown: places, bars, what decided it, the scoring in steps."""

from types import SimpleNamespace

import msgspec
import pytest

import ichiba
from ichiba.core.charts import Chart, Series
from ichiba.core.match import Match
from ichiba.core.words import Words
from ichiba.games.tokyo_tsukiji_market.board.web import BOARD
from ichiba.site.pages import results
from ichiba.site.titles import boards

NAMES = ["Aki", "Ben", "Chie"]
for title in ("tsukiji", "shinjuku", "tokyo-tsukiji-market"):
    ichiba.load(title)  # load its words
WORDS = Words(NAMES)


def ended(
    scores: tuple[int, ...], winners: tuple[int, ...], game: str = "tsukiji", **more: object
) -> Match:
    """A match with this result; the rest of it is not used."""
    names = NAMES[: len(scores)]
    match = Match.new(ichiba.load(game), players=max(len(scores), 2), seed=1)
    match.record.names = names
    match.state = SimpleNamespace(scores=scores, winners=winners, **more)  # type: ignore[assignment]
    return match


@pytest.mark.parametrize(
    ("scores", "winners", "own", "told"),
    [
        ((60, 43, 41), (0,), 0, "You won by ¥17."),
        ((60, 43, 41), (0,), 1, "You came second, ¥17 behind Aki."),
        ((60, 43, 41), (0,), 2, "You came third, ¥19 behind Aki."),
        ((60, 43, 41), (0,), None, "Aki wins, ¥17 ahead of Ben."),
        ((60, 43, 43), (0,), 2, "You share second place, ¥17 behind Aki."),
        ((60, 60, 41), (0,), 0, "You won on the tie-break."),
        ((60, 60, 41), (0,), 1, "You came second, level with Aki but behind on the tie-break."),
        ((60, 60, 41), (0,), None, "Aki wins, level with Ben but ahead on the tie-break."),
        ((60, 60, 41), (0, 1), 0, "You share the victory with Ben."),
        ((60, 60, 41), (0, 1), 2, "You came third, ¥19 behind Aki and Ben."),
        ((60, 60, 41), (0, 1), None, "Aki and Ben share the victory."),
        ((60, 60, 60), (0, 1, 2), 1, "You share the victory with Aki and Chie."),
    ],
)
def test_ones_place_in_a_sentence(
    scores: tuple[int, ...], winners: tuple[int, ...], own: int | None, told: str
) -> None:
    assert results.place_sentence(ended(scores, winners), WORDS, own) == told


def test_points_and_losses_are_written_as_the_title_does() -> None:
    shinjuku = ended((9, 8, 2), (0,), "shinjuku")
    assert results.place_sentence(shinjuku, WORDS, 0) == "You won by 1 point."
    assert results.place_sentence(shinjuku, WORDS, 2) == "You came third, 7 points behind Aki."
    market = ended((900, -2700, 0), (0,), "tokyo-tsukiji-market")
    assert results.in_units(market, -2700, WORDS) == "−¥2,700"
    assert results.in_figures(market, 1200, WORDS) == "¥1,200"
    assert results.in_figures(shinjuku, 3, WORDS) == "3"


def chart(*rows: tuple[int, ...], worth: int = 1, span: str = "round") -> Chart:
    lines = zip(*rows, strict=True)
    series = [Series(name=NAMES[n], values=[*line], seat=n) for n, line in enumerate(lines)]
    return Chart("Score", series, worth=worth, span=span)  # type: ignore[arg-type]


SWING = "The biggest swing came in round 2:"
LEAD = "the lead for good in round 2."
ROWS = ((0, 0, 0), (10, 12, 3), (41, 16, 9), (60, 43, 41))


@pytest.mark.parametrize(
    ("own", "told"),
    [
        (0, f"{SWING} you gained ¥31 and Ben gained ¥4. You took {LEAD}"),
        (1, f"{SWING} Aki gained ¥31 and you gained ¥4. Aki took {LEAD}"),
        (2, f"{SWING} Aki gained ¥31 and you gained ¥6. Aki took {LEAD}"),
        (None, f"{SWING} Aki gained ¥31 and Ben gained ¥4. Aki took {LEAD}"),
    ],
)
def test_the_largest_swing_and_the_last_change_of_the_lead(own: int | None, told: str) -> None:
    match = ended(ROWS[-1], (0,))
    other = chart((5, 5, 5), (9, 9, 0), worth=0)
    assert results.decisive(match, [chart(*ROWS), other], WORDS, own) == told


def test_turns_losses_and_the_final_scoring_can_decide_it() -> None:
    match = ended((20, 5), (0,))
    turns = [chart((0, 0), (10, 9), (20, 5), span="turn")]
    told = results.decisive(match, turns, WORDS, 1)
    assert told == (
        "The biggest swing came in turn 2: Aki gained ¥10 and you lost ¥4. Aki led from turn 1 on."
    )
    match = ended((-1, -30), (0,))
    told = results.decisive(match, [chart((0, 0), (-1, -30))], WORDS, None)
    assert told == (
        "The biggest swing came in round 1: Aki lost only ¥1, but Ben lost ¥30. "
        "Aki led from round 1 on."
    )
    match = ended((20, 5), (0,))
    told = results.decisive(match, [chart((20, 20), (20, 5))], WORDS, 1)
    assert told == (
        "The biggest swing came in round 1: Aki gained nothing, but you lost ¥15. "
        "Aki led from round 1 on."
    )
    match = ended((50, 5), (0,))
    told = results.decisive(match, [chart((0, 0), (6, 5))], WORDS, 0)
    assert told == (
        "The biggest swing came in the final scoring: you gained ¥44 and Ben gained nothing. "
        "You led from round 1 on."
    )


def test_the_lead_can_change_without_a_large_swing() -> None:
    """The largest swing isn't always what decides a game, so both are told."""
    match = ended((40, 38), (0,))
    rows = (0, 0), (30, 10), (31, 35), (40, 38)
    told = results.decisive(match, [chart(*rows)], WORDS, 1)
    assert told == (
        "The biggest swing came in round 1: Aki gained ¥30 and you gained ¥10. "
        "Aki took the lead for good in round 3."
    )
    rows = (0, 0), (30, 10), (31, 35), (35, 38)
    told = results.decisive(match, [chart(*rows)], WORDS, 0)
    assert told.endswith("You took the lead for good in the final scoring.")


def test_several_charts_make_one_score() -> None:
    """Money and goods: the goods count with what they are worth."""
    money, goods = chart((0, 0), (100, 0), (100, 300)), chart((0, 0), (0, 0), (9, 0), worth=100)
    assert results.running_scores([money, goods], 2) == [[0, 0], [100, 0], [1000, 300]]
    match = ended((1000, 300), (0,))
    told = results.decisive(match, [money, goods], WORDS, 0)
    assert told == (
        "The biggest swing came in round 2: you gained ¥900 and Ben gained ¥300. "
        "You led from round 1 on."
    )


@pytest.mark.parametrize(
    ("scores", "winners"), [((60, 60, 1), (0, 1)), ((60, 60, 1), (0,)), ((60, 60, 60), (0, 1, 2))]
)
def test_where_nothing_decided_it_nothing_is_told(
    scores: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    assert results.decisive(ended(scores, winners), [chart(*ROWS)], WORDS, None) == ""
    assert results.decisive(ended(ROWS[-1], (0,)), [], WORDS, None) == ""


def test_bars_have_one_scale_and_losses_stand_left_of_zero() -> None:
    parts = ({"a": 60, "b": 0, "c": -20}, {"a": 20, "b": 60, "c": 0})
    one, other = results.bars(ended((40, 80), (1,), breakdown=parts), WORDS)
    assert [(part.number, part.left, part.width) for part in one] == [(0, 20, 60), (2, 0, 20)]
    assert [(part.number, part.left, part.width) for part in other] == [(0, 20, 20), (1, 40, 60)]
    assert [part.text for part in one] == ["¥60", "−¥20"]


def test_players_stand_in_order_of_rank() -> None:
    parts = tuple({"a": score} for score in (41, 60, 60))
    match = ended((41, 60, 60), (2,), breakdown=parts)
    shown = results.standings(match, WORDS, 0)
    assert [(one.place, one.name, one.won, one.mine) for one in shown] == [
        (1, "Chie", True, False),
        (2, "Ben", False, False),
        (3, "Aki", False, True),
    ]


def test_the_scoring_in_steps_adds_up(monkeypatch: pytest.MonkeyPatch) -> None:
    given = [
        {
            "title": "Most goods",
            "about": "The most wins.",
            "rows": [(0, "most", 500), (1, "", -300)],
        },
        {"title": "Tokens", "rows": [(1, "three", 300)]},
    ]
    board = msgspec.structs.replace(BOARD, reckoning=lambda _match, _words: given)
    monkeypatch.setattr(boards, "board_of", lambda _game: board)
    match = ended((1500, 1000), (0,), "tokyo-tsukiji-market")
    steps = results.reckoning(match, WORDS)
    assert [step.title for step in steps] == ["Before the final scoring", "Most goods", "Tokens"]
    told = [[(row.name, row.amount, row.total) for row in step.rows] for step in steps]
    assert told == [
        [("Aki", "", "¥1,000"), ("Ben", "", "¥1,000")],
        [("Aki", "+¥500", "¥1,500"), ("Ben", "−¥300", "¥700")],
        [("Aki", "", "¥1,500"), ("Ben", "+¥300", "¥1,000")],
    ]
    assert steps[1].about == "The most wins."
