"""The Red Snapper Market."""

from ichiba.games.tokyo_tsukiji_market.data import RED_SNAPPER
from ichiba.games.tokyo_tsukiji_market.pieces import check_overfishing
from ichiba.games.tokyo_tsukiji_market.table import OVERFISHED
from tokyo_tsukiji_market.scene import do, may, own, sell, table, worth


def test_worth_a_third_of_what_is_left_rounded_up() -> None:
    state = table(3, "red_snapper")
    worths = []
    for _ in range(15):
        own(state, 0, red_snapper=1)
        worths.append(worth(state, 0) // state.tokens[0][5])
    assert worths == [5, 5, 5, 4, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1, 1]


def test_d13_a_flat_two_once_overfished_even_with_tokens_left() -> None:
    state = table(3, "red_snapper")
    own(state, 0, red_snapper=2)
    state.box_barrels[RED_SNAPPER] += state.barrels[RED_SNAPPER]
    state.barrels[RED_SNAPPER] = 0
    check_overfishing(state, RED_SNAPPER)
    assert state.status[RED_SNAPPER] == OVERFISHED
    assert worth(state, 0) == 4


def test_a11_a_purchase_takes_the_next_token() -> None:
    state = table(3, "red_snapper")
    sell(state, 1, "red_snapper", 400)
    do(state, 0, "purchase", "buy 2 red_snapper upper")
    assert state.stock[5] == 15
    assert worth(state, 0) == 5


def test_licenses_for_300_and_no_sale() -> None:
    state = table(3, "red_snapper")
    own(state, 0, red_snapper=2)
    do(state, 0, "enter red_snapper", "license")
    assert state.money[0] == 1700
    assert not may(state, 0, "token red_snapper")
