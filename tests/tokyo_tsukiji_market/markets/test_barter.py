"""The Barter Market."""

from tokyo_tsukiji_market.scene import bids, do, is_whole, may, moves_of, own, table, tokens_of


def test_f5_f7_the_others_bid_and_the_seller_takes_any_offer() -> None:
    state = table(3, "barter")
    own(state, 0, mackerel=3)
    do(state, 0, "enter barter", "token mackerel", "token mackerel", "offer")
    assert state.actors == (1, 2)
    bids(state, None, 500, 100)
    assert moves_of(state, 0) == ["choose 2", "choose 3", "done"]
    do(state, 0, "choose 3")
    assert state.money == [2100, 2000, 1900]
    assert tokens_of(state, 2) == {"mackerel": 2}
    assert is_whole(state)


def test_c1_declining_all_is_an_interaction_too() -> None:
    state = table(3, "barter")
    own(state, 0, mackerel=2)
    do(state, 0, "enter barter", "token mackerel", "offer")
    bids(state, None, 500, 100)
    do(state, 0, "done")
    assert tokens_of(state, 0) == {"mackerel": 2}
    assert may(state, 0, "done")
    assert not may(state, 0, "token mackerel"), "C27: one offer for each visit"


def test_anything_can_be_offered() -> None:
    state = table(3, "barter", "squid")
    own(state, 0, squid=1)
    do(state, 0, "enter barter", "token squid", "offer")
    bids(state, None, 0, 0)
    assert moves_of(state, 0) == ["choose 2", "choose 3", "done"]


def test_what_is_laid_can_be_taken_back() -> None:
    state = table(3, "barter")
    own(state, 0, mackerel=2)
    do(state, 0, "enter barter", "token mackerel", "back")
    assert state.lot == ()
    assert tokens_of(state, 0) == {"mackerel": 2}
