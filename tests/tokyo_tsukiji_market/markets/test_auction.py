"""The Auction Market."""

import pytest

import ichiba
from ichiba.games.tokyo_tsukiji_market.data import MARKETS
from tokyo_tsukiji_market.scene import (
    GAME,
    bids,
    do,
    is_whole,
    may,
    money,
    moves_of,
    own,
    table,
    tokens_of,
    why_not,
)


def test_a_bid_of_300_is_matched_by_the_supply() -> None:
    """The rulebook's example."""
    state = table(3, "auction")
    own(state, 0, mackerel=2)
    do(state, 0, "enter auction", "token mackerel", "token mackerel", "offer")
    assert state.actors == (1, 2), "F7: all other players bid"
    assert state.money[0] == 1800, "the fee is paid first"
    bids(state, None, 300, 100)
    assert state.money == [1800 + 600, 1700, 2000]
    assert tokens_of(state, 1) == {"mackerel": 2}
    assert is_whole(state)


@pytest.mark.parametrize(("count", "fee"), [(2, 200), (4, 200), (5, 300), (9, 300), (10, 500)])
def test_the_fee_goes_by_the_lots_worth(count: int, fee: int) -> None:
    state = table(3, "auction")
    own(state, 0, mackerel=count)
    do(state, 0, "enter auction", *["token mackerel"] * count, "offer")
    assert state.money[0] == 2000 - fee


def test_c11_a_lot_below_two_resources_fits_nowhere() -> None:
    state = table(3, "auction", "squid")
    own(state, 0, squid=3)
    assert not may(state, 0, "enter auction")
    own(state, 0, mackerel=2)
    do(state, 0, "enter auction", "token mackerel", "token squid")
    assert not may(state, 0, "offer")
    assert may(state, 0, "back")
    do(state, 0, "token mackerel")
    assert may(state, 0, "offer")


def test_c13_fugu_count_squared_within_the_lot() -> None:
    state = table(3, "auction", "fugu")
    own(state, 0, fugu=4)
    do(state, 0, "enter auction", "token fugu", "token fugu", "offer")
    assert state.money[0] == 1800, "two of four Fugu are worth 4"


def test_a_lot_whose_fee_cannot_be_paid_cannot_be_laid() -> None:
    state = table(3, "auction", "tuna")
    own(state, 0, tuna_15=1, mackerel=4)
    money(state, 200, 0, 0)
    do(state, 0, "enter auction")
    assert "token tuna_15" not in moves_of(state, 0)
    state = table(3, "auction", "tuna")
    own(state, 0, tuna_15=1)
    money(state, 400, 0, 0)
    assert not may(state, 0, "enter auction")


def test_f4_the_seller_chooses_among_equal_bids() -> None:
    state = table(3, "auction")
    own(state, 0, mackerel=2)
    do(state, 0, "enter auction", "token mackerel", "token mackerel", "offer")
    bids(state, None, 400, 400)
    assert moves_of(state, 0) == ["choose 2", "choose 3"]
    do(state, 0, "choose 3")
    assert tokens_of(state, 2) == {"mackerel": 2}


def test_f6_without_a_bid_the_lot_goes_for_nothing() -> None:
    state = table(3, "auction")
    own(state, 0, mackerel=2)
    do(state, 0, "enter auction", "token mackerel", "token mackerel", "offer")
    bids(state, None, 0, 0)
    do(state, 0, "choose 2")
    assert state.money == [1800, 2000, 2000]
    assert tokens_of(state, 1) == {"mackerel": 2}


def test_c27_one_auction_a_visit() -> None:
    state = table(3, "auction")
    own(state, 0, mackerel=5)
    do(state, 0, "enter auction", "token mackerel", "token mackerel", "offer")
    bids(state, None, 300, 100)
    assert not may(state, 0, "token mackerel")
    assert may(state, 0, "done")


def test_c12_not_for_two_players_however_a_market_comes() -> None:
    for seed in range(30):
        state = GAME.new(2, seed=seed, extra_external=5)
        assert MARKETS.index("auction") not in state.in_play  # type: ignore[attr-defined]
        assert MARKETS.index("auction") not in state.external_pile  # type: ignore[attr-defined]
    with pytest.raises(ichiba.SetupError, match="Auction needs at least 3 players"):
        GAME.new(2, seed=1, external_markets=["auction"])
    assert "not in play" in why_not(table(2), 0, "enter auction")
