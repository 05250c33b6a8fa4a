"""The names that bots play under."""

import pytest

from ichiba import bots
from ichiba.bots.characters import CHARACTERS, bot_of, names_for, with_level, without_level
from ichiba.bots.levels import LEVELS
from ichiba.core.registry import games


def test_every_level_of_a_game_has_its_own_characters() -> None:
    levels = [bots.RANDOM, bots.GENTLE, bots.STRONG]
    assert names_for("tsukiji", levels, []) == ["Tama", "Hana", "Goro"]
    assert names_for("shinjuku", levels, []) == ["Pochi", "Jiro", "Rin"]
    assert names_for("tokyo-tsukiji-market", levels, []) == ["Kamome", "Kiku", "Umeda"]


@pytest.mark.parametrize("game", ["tsukiji", "shinjuku", "tokyo-tsukiji-market"])
def test_in_a_game_every_level_has_a_first_character_of_its_own(game: str) -> None:
    first = [names_for(game, [level], [])[0] for level in LEVELS]
    assert len(set(first)) == len(LEVELS) == 6


def test_masters_are_the_old_hands_of_the_market() -> None:
    for title in games():
        assert names_for(title, [bots.MASTER] * 3, []) == ["Tatsu", "Kiku", "Umeda"]
    assert names_for("tsukiji", [bots.STRONG, bots.MASTER], []) == ["Goro", "Tatsu"]


def test_no_name_is_given_twice_or_to_a_person_and_a_bot() -> None:
    names = names_for("tsukiji", ["", *[bots.STRONG] * 5], ["RIN"])
    assert names == ["", "Goro", "Umeda", "Tatsu", "Tama", "Pochi"]


@pytest.mark.parametrize("bot", [bots.RANDOM, *LEVELS])
@pytest.mark.parametrize("name", CHARACTERS)
def test_a_name_with_a_level_says_which_bot_it_is(name: str, bot: str) -> None:
    shown = with_level(name, bot)
    assert bot_of(shown) == bot
    assert without_level(shown) == name


@pytest.mark.parametrize("name", ["Goro", "greedy", "strong", "Aki · Ben", "· strong", ""])
def test_other_names_are_those_of_people(name: str) -> None:
    assert bot_of(name) == ""
    assert without_level(name) == name
