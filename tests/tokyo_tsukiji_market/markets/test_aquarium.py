"""The Aquarium."""

from tokyo_tsukiji_market.scene import do, external_state, is_whole, may, own, table, tokens_of


def test_prices_and_demand() -> None:
    state = table(3, "aquarium", "eel", "squid")
    own(state, 0, mackerel=4, eel=2, squid=3)
    do(state, 0, "enter aquarium", "token mackerel", "token mackerel", "token mackerel")
    assert not may(state, 0, "token mackerel"), "three are enough"
    do(state, 0, "token eel", "token squid", "token squid", "done")
    assert state.money[0] == 2000 + 3 * 200 + 800 + 2 * 700
    assert tokens_of(state, 0) == {"mackerel": 1, "eel": 1, "squid": 1}
    assert not may(state, 0, "enter aquarium"), "no tokens in demand"
    assert is_whole(state)


def test_it_crashes_when_every_space_is_full_and_closes() -> None:
    state = table(3, "aquarium", "octopus", "fugu", crashing=True)
    full = [(0,) * 3, (5, 5), (3, 3), (2, 2), (11, 11), (6,), (1,), (8,)]
    state.shelves[0] = (*full, ())
    own(state, 0, tuna_15=1)
    count = len(state.in_play)
    do(state, 0, "enter aquarium", "token tuna_15", "done?")
    assert external_state(state, "aquarium") == 3
    assert len(state.in_play) == count + 1
    assert not may(state, 0, "enter aquarium")
