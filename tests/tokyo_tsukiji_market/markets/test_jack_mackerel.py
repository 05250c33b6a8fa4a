"""The Jack Mackerel Market."""

from ichiba.games.tokyo_tsukiji_market.data import JACK_MACKEREL, MACKEREL
from ichiba.games.tokyo_tsukiji_market.pieces import take_barrel
from tokyo_tsukiji_market.scene import (
    boat,
    catches,
    do,
    is_whole,
    license_for,
    licenses_of,
    may,
    money,
    no_licenses,
    own,
    sell,
    table,
    told,
    why_not,
    worth,
)


def test_c23_one_point_and_once_a_turn_without_income() -> None:
    state = table(3, "jack_mackerel")
    license_for(state, 0, jack_mackerel=1)
    do(state, 0, "enter jack_mackerel", "license", "done")
    assert state.money[0] == 1800
    assert state.points == 1
    assert not may(state, 0, "enter jack_mackerel")
    assert (
        why_not(state, 0, "enter jack_mackerel")
        == "You can enter the Jack Mackerel market only once a turn."
    )


def test_a6_nobody_begins_with_a_license_if_it_is_in_play() -> None:
    for options in ({"staple": "jack_mackerel"}, {"fish_markets": ["jack_mackerel"]}):
        state = table(3, expansion=True, **options)
        assert all(licenses_of(state, seat) == {} for seat in range(3))
    both = table(3, expansion=True, fish_markets=["jack_mackerel"])
    assert both.licenses_left[MACKEREL] == 3, "none is set aside"


def test_its_license_catches_one_or_two_mackerel_instead() -> None:
    state = table(3, "jack_mackerel")
    no_licenses(state, 0)
    license_for(state, 0, jack_mackerel=1)
    boat(state, 0, "two_slot")
    do(state, 0, "fish")
    assert catches(state, 6) == ["barrel jack_mackerel", "jack catch 1", "jack catch 2"]
    do(state, 0, "boat two_slot 1", "jack catch 2")
    assert state.cargo[6] == (MACKEREL, MACKEREL)
    assert state.used[JACK_MACKEREL] == 1


def test_mackerel_and_jack_mackerel_never_share_a_ship() -> None:
    state = table(3, "jack_mackerel", blue_ship=True)
    license_for(state, 0, jack_mackerel=2)
    boat(state, 0, "blue", cargo=["jack_mackerel"])
    do(state, 0, "fish")
    assert catches(state, 15) == ["barrel jack_mackerel"]


def test_overfished_everybody_takes_200_a_token_and_mackerel_comes() -> None:
    state = table(3, expansion=True, staple="jack_mackerel", fish_markets=["eel", "fugu", "squid"])
    own(state, 0, jack_mackerel=2)
    own(state, 2, jack_mackerel=1)
    for _ in range(6):
        state.cargo[0] += (JACK_MACKEREL,)
        take_barrel(state, JACK_MACKEREL)
    assert state.money == [2400, 2000, 2200]
    assert MACKEREL in state.in_play
    assert licenses_of(state, 0) == {}, "nobody gets a license"
    assert state.licenses_left[MACKEREL] == 3, "D7"
    assert told(state).count("new_market") == 2
    assert is_whole(state)


def test_overfished_in_a_purchase_the_money_comes_after_it() -> None:
    state = table(3, "jack_mackerel")
    own(state, 0, jack_mackerel=10)
    sell(state, 1, "jack_mackerel", 100)
    sell(state, 1, "jack_mackerel", 100)
    money(state, 200, 0, 0)
    do(state, 0, "purchase", "buy 2 jack_mackerel upper", "buy 2 jack_mackerel upper")
    assert state.status[JACK_MACKEREL] == 2
    assert state.money[0] == 12 * 200, "after the purchase was over"
    keys = told(state)
    assert keys.index("compensation") > max(i for i, key in enumerate(keys) if key == "bought")
    assert worth(state, 0) == 12


def test_it_shares_the_mackerel_space_of_the_aquarium() -> None:
    state = table(3, "jack_mackerel", "aquarium")
    own(state, 0, jack_mackerel=2, mackerel=2)
    do(state, 0, "enter aquarium", "token mackerel", "token mackerel", "token jack_mackerel")
    assert state.money[0] == 2600
    assert not may(state, 0, "token jack_mackerel")
