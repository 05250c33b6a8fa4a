"""From what a seat knows to a position, for decisions that random games rarely reach."""

from random import Random

from ichiba.games.tokyo_tsukiji_market.data import MACKEREL
from ichiba.games.tokyo_tsukiji_market.goods import barrel_of
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from tokyo_tsukiji_market.scene import GAME, at_sea, boat, do, table


def same_if_known(state: MarketState, phase: str) -> None:
    """Every choice does the same in the position made from what the seat knows."""
    assert state.phase_name == phase
    seat = state.actors[0]
    known = state.known(seat)
    for action in state.legal(seat):
        one, other = state.copy(), GAME.from_known(known, Random(1))
        assert other.legal(seat) == state.legal(seat)
        one.apply(seat, action)
        other.apply(seat, action)
        assert other.view(seat) == one.view(seat), GAME.notation(action)


def test_a_barrel_and_two_barges() -> None:
    state = table(3, "eel", expansion=True, barges="four_slot")
    boat(state, 0, "two_slot", cargo=["mackerel", "eel"])
    boat(state, 0, "four_slot_barge")
    boat(state, 0, "four_slot_barge")
    do(state, 0, "transfer two_slot 1")
    same_if_known(state, "transferring")
    do(state, 0, "barrel mackerel")
    same_if_known(state, "choosing_barge")


def test_discards() -> None:
    state = table(3, "eel")
    at_sea(state, 0, "eel")
    boat(state, 0, "six_slot_barge", cargo=["eel", "mackerel"])
    do(state, 0, "discard")
    same_if_known(state, "discarding")
    do(state, 0, "boat six_slot_barge 1")
    same_if_known(state, "discarding")


def test_a_trade_in() -> None:
    state = table(3, "used_ships", "barter", blue_ship=True, expansion=True)
    boat(state, 0, "two_slot", place=1)
    state.ports[0] = 2
    do(state, 0, "enter ships", "blue")
    same_if_known(state, "trading_in")


def test_barrels_that_a_himono_license_caught() -> None:
    state = table(3, "himono")
    do(state, 0, "enter himono", "license")
    ship = boat(state, 0, "two_slot", place=3)
    state.cargo[ship] = (barrel_of(MACKEREL, 1),) * 2
    state.barrels[MACKEREL] -= 2
    state.ports[0] = 2
    do(state, 0, "done", "fish")
    same_if_known(state, "fishing")
    assert GAME.from_known(state.known(1), Random(1)).dump()["cargo"] == state.dump()["cargo"]
