"""Options and set-up: declared and checked, with an error message for every mistake."""

import pytest

import ichiba
from ichiba.core.options import Option, fill_in

FLAG = Option("open", bool, False, (False, True), "title")
NUMBER = Option("limit", int, 0, range(11), "title")
LIST = Option("markets", list, [], ("eel", "fugu", "tuna"), "title")
WORD = Option("staple", str, "mackerel", ("mackerel", "jack"), "title")


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        (FLAG, "yes", True),
        (FLAG, " TRUE ", True),
        (FLAG, "0", False),
        (FLAG, "off", False),
        (NUMBER, "10", 10),
        (WORD, "jack", "jack"),
        (LIST, "tuna, eel", ["eel", "tuna"]),
        (LIST, "fugu", ["fugu"]),
        (LIST, " random ", []),
        (LIST, "", []),
    ],
)
def test_what_a_person_types(option: Option, text: str, value: object) -> None:
    assert option.parse(text) == value


@pytest.mark.parametrize(
    ("option", "text", "message"),
    [
        (FLAG, "maybe", "The option “open” must be yes or no, not “maybe”."),
        (NUMBER, "many", "The option “limit” must be a whole number, not “many”."),
        (NUMBER, "11", "The option “limit” must be between 0 and 10, not 11."),
        (LIST, "cod", "The option “markets” cannot be “cod”. Allowed: eel, fugu and tuna."),
        (LIST, "eel eel", "The option “markets” contains “eel” more than once."),
        (WORD, "eel", "The option “staple” cannot be “eel”. Allowed: mackerel and jack."),
    ],
)
def test_a_wrong_value_says_what_is_possible(option: Option, text: str, message: str) -> None:
    with pytest.raises(ichiba.SetupError) as error:
        option.parse(text)
    assert str(error.value) == message


@pytest.mark.parametrize("value", [1, 0, "yes", None, 1.0, [True]])
def test_a_flag_is_a_bool_and_nothing_like_it(value: object) -> None:
    with pytest.raises(ichiba.SetupError, match="must be yes or no"):
        FLAG.check(value)


@pytest.mark.parametrize("value", ["eel", None, 3, ("eel",), ["eel", 3]])
def test_a_list_is_a_list_of_words(value: object) -> None:
    with pytest.raises(ichiba.SetupError, match="must be words separated by commas"):
        LIST.check(value)


def test_a_default_list_is_nobodys_own() -> None:
    filled = fill_in("Game", (LIST,), {})["markets"]
    assert filled == []
    assert filled is not LIST.default


def test_options_are_filled_in() -> None:
    assert fill_in("Game", (FLAG, NUMBER), {"limit": 3}) == {"open": False, "limit": 3}
    with pytest.raises(ichiba.SetupError, match=r"Game has no option “size”\. Available: open"):
        fill_in("Game", (FLAG,), {"size": 3})
    with pytest.raises(ichiba.SetupError, match="it has no options at all"):
        fill_in("Game", (), {"size": 3})


@pytest.mark.parametrize("players", [0, 1, 5, -2, "3", 2.0, True, None])
def test_a_wrong_number_of_players(players: object) -> None:
    with pytest.raises(ichiba.SetupError, match="Tsukiji is for 2 to 4 players, not"):
        ichiba.load("tsukiji").new(players, seed=1)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [-1, 1 << 128, "7", 1.5, None, False])
def test_a_wrong_seed(seed: object) -> None:
    with pytest.raises(ichiba.SetupError, match="A seed must be a whole number from 0"):
        ichiba.load("tsukiji").new(2, seed=seed)  # type: ignore[arg-type]


def test_an_unknown_game() -> None:
    with pytest.raises(ichiba.UnknownGame, match="There is no game called “go”"):
        ichiba.load("go")


@pytest.mark.parametrize("name", ichiba.games())
def test_every_title_declares_itself(name: str) -> None:
    game = ichiba.load(name)
    assert game.name == name
    assert game.title
    assert 1 < game.min_players <= game.max_players
    assert game.oldest <= game.revision
    for option in game.options:
        assert option.check(option.default) == option.default
        for key in (option.title, option.about):
            assert str(ichiba.Message(key)) != key, f"{key} must be in the catalogue"
    assert game.check(game.min_players, 1, game.first_game)
