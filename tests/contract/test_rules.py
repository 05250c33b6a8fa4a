"""The rules in our own words: every number of `data.toml` is in them, with its mark, and every sign
and picture exists."""

import re
from collections.abc import Iterator
from copy import deepcopy
from importlib.resources import files
from typing import Any

import pytest

from ichiba.core.changing import numbers_of
from ichiba.core.registry import games, load
from ichiba.core.rules_text import (
    END,
    INFERRED,
    RECONSTRUCTED,
    RULING,
    SYMBOL,
    chapters_with,
    in_a_terminal,
    source_of,
)

SYMBOLS = (files("ichiba.site") / "static" / "site" / "symbols.svg").read_text(encoding="utf-8")
Place = tuple[Any, Any]  # a table or a list, and the key of one of its numbers


def places(value: Any) -> Iterator[Place]:
    """Where the numbers of `data.toml` are."""
    for key, one in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(one, dict | list):
            yield from places(one)
        elif type(one) is int and not means_something_else(value, key):
            yield value, key


def means_something_else(table: Any, key: Any) -> bool:
    """Whether a number only says which row this is, or that there is no number."""
    is_row = key == "players"
    is_changing = key == "worth" and not table[key]  # its worth changes during the game
    is_turned_over = key == "value" and table.get("name") == "degraded_salmon"
    return is_row or is_changing or is_turned_over


def all_text(package: str, numbers: Any) -> str:
    return "\n".join(one.markdown for one in chapters_with(package, "en", numbers))


@pytest.mark.parametrize("name", games())
def test_every_number_of_the_engine_is_in_the_rules(name: str) -> None:
    """Whichever number changes, the rules change with it."""
    package = load(name).package
    numbers: Any = deepcopy(numbers_of(package))
    usual = all_text(package, numbers)
    missing = []
    for table, key in [*places(numbers)]:
        table[key] += 1
        if all_text(package, numbers) == usual:
            missing.append((table, key))
        table[key] -= 1
    assert missing == []
    assert all_text(package, numbers) == usual


@pytest.mark.parametrize("name", games())
def test_tables_have_no_numbers_of_their_own(name: str) -> None:
    """Cells are filled in from `data.toml`. Examples and headings may count."""
    rows = [
        line for line in source_of(load(name).package, "en").split("\n") if line.startswith("|")
    ]
    headings = {rows[place - 1] for place, row in enumerate(rows) if row.startswith("|---")}
    allowed = {"| 0 |"}  # from the seventh upgrade on, there are no bonus tokens
    for row in rows:
        written = re.sub(r"\{[^{}]*\}|marked 2×", "", row)
        if row not in headings and not any(written.rstrip().endswith(one) for one in allowed):
            assert not re.search(r"\d", written), row


@pytest.mark.parametrize("name", games())
def test_every_weak_number_has_a_sign(name: str) -> None:
    package = load(name).package
    numbers: Any = deepcopy(numbers_of(package))
    shown = all_text(package, numbers)
    marks = set(re.findall(r"'mark': '(\w+)'", str(numbers)))
    assert (INFERRED in shown, RECONSTRUCTED in shown) == (
        "inferred" in marks, "reconstructed" in marks,
    )  # fmt: skip
    for table in [*marked(numbers)]:
        table["mark"] = "printed"
    assert not {INFERRED, RECONSTRUCTED} & set(all_text(package, numbers))


def marked(value: Any) -> Iterator[dict[str, Any]]:
    """All tables with a mark."""
    for one in value.values() if isinstance(value, dict) else value:
        if isinstance(one, dict | list):
            yield from marked(one)
    if isinstance(value, dict) and "mark" in value:
        yield value


@pytest.mark.parametrize("name", games())
def test_rulings_and_pictures_of_the_rules_exist(name: str) -> None:
    game = load(name)
    text = all_text(game.package, numbers_of(game.package))
    known = [one.name for one in game.rulings()]
    assert len(set(known)) == len(known)
    assert set(re.findall(f"{RULING}([^{END}]*){END}", text)) <= set(known)
    pictures = {*re.findall(f"{SYMBOL}([^{END}]*){END}", text)}
    pictures |= {one.symbol for one in game.rules() if one.symbol}
    assert {one for one in pictures if f'id="{one}"' not in SYMBOLS} == set()


@pytest.mark.parametrize("name", games())
def test_texts_for_other_places_have_no_signs_left(name: str) -> None:
    for chapter in load(name).rules():
        assert not re.search("[\ue000-\uf8ff{}]", in_a_terminal(chapter.markdown) + chapter.text)
        assert "|" not in chapter.text
        assert chapter.text


@pytest.mark.parametrize("name", games())
def test_a_number_at_the_start_of_a_line_does_not_begin_a_list(name: str) -> None:
    item = re.compile(r"^[> ]*(?:\d+[.)]|[-+*]) ", re.MULTILINE)
    source = source_of(load(name).package, "en")
    shown = "\n".join(chapter.markdown for chapter in load(name).rules())
    assert item.findall(shown) == item.findall(source)


def test_rulings_have_a_number_or_a_question() -> None:
    rulings = {one.name: one for one in load("tokyo-tsukiji-market").rulings()}
    assert rulings["D1"].text.startswith("A barrel cannot be bought")
    assert rulings["round-limit-house-rule"].subject == "Round limit (house rule)"
    assert not {"no", "question"} & set(rulings)
