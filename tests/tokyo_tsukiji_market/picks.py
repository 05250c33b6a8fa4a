"""Positions in which a player picks one of several different pieces."""

from ichiba.games.tokyo_tsukiji_market.data import MACKEREL
from ichiba.games.tokyo_tsukiji_market.goods import barrel_of
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from tokyo_tsukiji_market.scene import boat, do, license_for, own, sell, table


def mackerel(state: MarketState, *prices: int, row: int = 0) -> None:
    """Mackerel barrels for sale on the first harbor."""
    for price in prices:
        sell(state, 0, "mackerel", price, row)


def mixed_catch(state: MarketState) -> int:
    """A ship at sea with a Mackerel to sell and one to dry."""
    license_for(state, 0, himono=1)
    ship = boat(state, 0, "two_slot")
    state.cargo[ship] = (MACKEREL, barrel_of(MACKEREL, 1))
    state.barrels[MACKEREL] -= 2
    return ship


def picking_positions() -> list[MarketState]:
    """A position for everything that pieces are picked for."""
    pay = table(3, "clams_oysters")
    sell(pay, 0, "clams_oysters", 600)
    sell(pay, 0, "clams_oysters", 900, 1)
    do(pay, 0, "enter clams_oysters for barrel clams_oysters")
    pair = table()
    own(pair, 0, mackerel=1)
    mackerel(pair, 100, 300, 300, 500)
    do(pair, 0, "enter mackerel")
    mixed, second = pair.copy(), pair.copy()
    do(pair, 0, "pair barrels")
    do(mixed, 0, "pair mixed")
    do(second, 0, "pair barrels", "which 2")
    price = table()
    mackerel(price, 600, 900)
    do(price, 0, "fish", "reprice mackerel upper other")
    dry, discard, transfer = (table(3, "himono", barges="four_slot") for _ in range(3))
    license_for(dry, 0, himono=1)
    mackerel(dry, 100, 300)
    do(dry, 0, "dry barrel mackerel")
    mixed_catch(discard)
    do(discard, 0, "discard")
    mixed_catch(transfer)
    for _ in range(2):
        boat(transfer, 0, "four_slot_barge")
    do(transfer, 0, "transfer two_slot 1")
    return [pay, pair, mixed, second, price, dry, discard, transfer]


# The numbers of these positions.
POSITIONS = range(8)
