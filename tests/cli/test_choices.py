"""Keys of choices, search and completion."""

from random import Random

import pytest
from rich.text import Text

import ichiba
from cli.screen_tools import row_with
from ichiba.cli.choices import Choices, keys_for, plain
from ichiba.cli.screen.frame import first_shown, paginate
from ichiba.core.words import Words
from ichiba.games.board.terminal import Section, flow, grid, together, wrapped
from tokyo_tsukiji_market.scene import do, money, own
from tokyo_tsukiji_market.scene import table as market_table


def test_a_number_is_typed_as_it_is_shown() -> None:
    notations = ["ticket 0", "ticket 3", "ticket cancel", "ticket -1", "ticket +6", "ticket x2"]
    labels = [f"Lay the {notation.split()[1]} ticket" for notation in notations]
    assert keys_for(notations, labels) == ["0", "3", "c", "-1", "+6", "x2"]


def test_numbers_that_mean_two_things_are_not_used() -> None:
    notations = ["boat one_slot 1", "boat two_slot 1", "boat two_slot 2", "sell 3", "done"]
    labels = [
        "Undock One-slot Ship 1", "Undock Two-slot Ship 1", "Undock Two-slot Ship 2",
        "Sell 3 Squid for ¥600", "Finish",
    ]  # fmt: skip
    *boats, sale, done = keys_for(notations, labels)
    assert all(key.isalpha() for key in boats), "nor is the 2 of the only boat with a 2"
    assert (sale, done) == ("3", "f")


def test_a_number_that_is_not_shown_first_is_not_used() -> None:
    notations, labels = ["space 2", "choose 1"], ["Trade 3 tokens (space 2)", "Choose Aki"]
    assert all(key.isalpha() for key in keys_for(notations, labels))


def test_many_choices_have_two_letters() -> None:
    names = [f"at {number}x" for number in range(60)]
    keys = keys_for(names, ["Go there"] * 60)
    assert len({*keys}) == 60
    assert keys[0] == "a"
    assert all(key.isalpha() and key not in "hqsu" for key in keys)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("1,200", "1200"), ("¥600", "600"), (" Ticket  3 ", "ticket 3"), ("−1", "-1"), ("+6", "+6")],
)
def test_what_makes_no_difference(typed: str, meant: str) -> None:
    assert plain(typed) == meant


def test_a_series_of_bids_is_one_row() -> None:
    state = market_table(3, "auction")
    money(state, 5000, 5000, 5000)
    own(state, 0, mackerel=2)
    do(state, 0, "enter auction", "token mackerel", "token mackerel", "offer")
    seat = state.actors[0]
    choices = Choices(ichiba.load("tokyo-tsukiji-market"), state, seat, Words(["A", "B", "C"]))
    row = row_with(choices.rows, "yen 1200")
    assert row.only is None
    assert row.key.startswith("0 … ")
    assert "in steps of 100" in row.label
    for typed in ("1200", "1,200", "¥1,200", "yen 1200"):
        found = choices.find(typed)
        assert found is not None
        assert found.notation == "yen 1200"
    assert choices.find("1250") is None
    assert choices.matching("12") == [row], "the row may still be meant"
    assert choices.matching("7777777") == []


def test_search_and_completion() -> None:
    game = ichiba.load("shinjuku")
    state = game.new(2, seed=1)
    seat = state.actors[0]
    state.apply(seat, game.parse("expand"))
    choices = Choices(game, state, seat, Words(["Aki", "Ben"]))
    assert [row.label for row in choices.matching("uen aki")] == ["Lay track Akihabara – Ueno"]
    assert choices.completed("tr") == "track "
    assert choices.completed("track kac") == "track kachidoki~"
    assert choices.completed("xyz") == "xyz"
    assert choices.matching("xyz") == []
    first = choices.matching("a")[0]
    assert first.key == "a", "an exact key comes before words that begin with it"


def test_pages_divide_only_what_is_too_long() -> None:
    def lines(letter: str, count: int) -> list[Text]:
        return [Text(f"{letter}{number}") for number in range(count)]

    sections = [
        Section("top", lines("t", 1), pinned=True),
        Section("a", lines("a", 2)),
        Section("b", lines("b", 3), focus=True),
        Section("c", lines("c", 7)),
    ]
    pages = paginate(sections, 5)
    assert [[line.plain for line in page.lines] for page in pages] == [
        ["t0", "a0", "a1"],
        ["t0", "b0", "b1", "b2"],
        ["t0", "c0", "c1", "c2", "c3"],
        ["t0", "c4", "c5", "c6"],
    ]
    assert first_shown(pages) == 1


def test_lines_break_only_between_words() -> None:
    rng = Random(1)
    for _ in range(200):
        words = ["x" * rng.randint(1, 12) for _ in range(rng.randint(1, 30))]
        width, indent = rng.randint(16, 40), rng.randint(0, 4)
        for lines in (
            wrapped(Text(" ".join(words)), width, indent),
            flow([Text(word) for word in words], width, indent),
        ):
            assert all(line.cell_len <= width for line in lines)
            assert " ".join(line.plain for line in lines).split() == words


def test_what_belongs_together_stays_on_a_line() -> None:
    text = Text(", ".join([together("3 Spider Crab 6")] * 3))
    assert [line.plain for line in wrapped(text, 20)] == [
        "3 Spider Crab 6,", "3 Spider Crab 6,", "3 Spider Crab 6",
    ]  # fmt: skip


def test_a_table_without_room_for_columns_flows() -> None:
    rows = [["Name", "1 × ¥100", "Something rather long"], ["Other", "2", "x"]]
    assert [line.plain for line in grid(rows, 60)] == [
        "Name   1 × ¥100  Something rather long",
        "Other  2         x",
    ]
    narrow = [line.plain for line in grid(rows, 20)]
    assert all(len(line) <= 20 for line in narrow)
    assert " ".join(narrow).split() == " ".join(" ".join(row) for row in rows).split()
