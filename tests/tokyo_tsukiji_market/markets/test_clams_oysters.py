"""The Clams & Oysters Market."""

from ichiba.core.rng import Rng
from ichiba.games.tokyo_tsukiji_market.data import CLAM, CLAMS_OYSTERS, OYSTER
from tokyo_tsukiji_market.scene import do, for_sale, is_whole, may, own, sell, table, worth


def test_three_ways_to_enter() -> None:
    state = table(3, "clams_oysters")
    sell(state, 0, "clams_oysters", 300)
    assert may(state, 0, "enter clams_oysters")
    assert may(state, 0, "enter clams_oysters for yen")
    do(state, 0, "enter clams_oysters for barrel clams_oysters", "license", "done")
    assert for_sale(state, 0) == []
    assert state.points == 2
    do(state, 0, "enter clams_oysters for yen", "license", "done")
    assert state.points == 2
    assert state.money[0] == 2000 - 500 - 200 + 100 - 500
    assert is_whole(state)


def test_the_buyer_draws_and_an_oyster_comes_with_200() -> None:
    drawn = set()
    for seed in range(20):
        state = table(3, "clams_oysters")
        state.rng = Rng(seed)
        sell(state, 1, "clams_oysters", 300)
        do(state, 0, "purchase", "buy 2 clams_oysters upper")
        oyster = state.tokens[0][OYSTER] == 1
        assert state.tokens[0][CLAM] == 1 - oyster
        assert state.money[0] == 1700 + 200 * oyster
        assert worth(state, 0) == (1 if oyster else 3)
        drawn.add(oyster)
    assert drawn == {False, True}


def test_the_draw_is_seen_before_the_next_purchase() -> None:
    state = table(3, "clams_oysters")
    sell(state, 1, "clams_oysters", 300)
    sell(state, 2, "clams_oysters", 300)
    reveals = state.reveals
    do(state, 0, "purchase", "buy 2 clams_oysters upper")
    assert state.reveals > reveals, "so it cannot be undone"
    assert may(state, 0, "buy 3 clams_oysters upper")


def test_a_set_is_sold_for_800() -> None:
    state = table(3, "clams_oysters")
    own(state, 0, clam=2, oyster=3)
    do(state, 0, "enter clams_oysters", "set", "set")
    assert state.money[0] == 3600
    assert not may(state, 0, "set")
    assert is_whole(state)


def test_d3_the_bag_counts_for_overfishing() -> None:
    state = table(3, "clams_oysters")
    own(state, 2, clam=6, oyster=5)
    sell(state, 1, "clams_oysters", 100)
    do(state, 0, "purchase", "buy 2 clams_oysters upper")
    assert state.status[CLAMS_OYSTERS] == 2
