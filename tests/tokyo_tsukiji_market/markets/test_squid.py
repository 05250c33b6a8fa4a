"""The Squid Market."""

from tokyo_tsukiji_market.scene import do, is_whole, own, table, worth


def test_squid_is_worth_nothing_but_sold_for_600() -> None:
    state = table(3, "squid")
    own(state, 0, squid=3)
    assert worth(state, 0) == 0
    do(state, 0, "enter squid", "token squid", "token squid")
    assert state.money[0] == 3200
    assert is_whole(state)


def test_a10_a_squid_license_costs_300() -> None:
    state = table(3, "squid")
    do(state, 0, "enter squid", "license", "license")
    assert state.money[0] == 1400
    assert state.licenses_left[7] == 0
