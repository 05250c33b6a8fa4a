"""An observation has the same numbers as the view, plane by plane."""

from collections.abc import Sequence
from itertools import product
from random import Random
from typing import Any

import pytest

from contract.cases import Case, play_some
from ichiba.games.tokyo_tsukiji_market.actions import boat_name
from ichiba.games.tokyo_tsukiji_market.data import EXTERNAL, FISH, ITEMS, NUM_BOATS, TOKENS
from tokyo_tsukiji_market.setups import cases

# Planes by name; a number by its place in the plane, such as (2, 0).
Planes = dict[str, dict[tuple[int, ...], float]]


def planes_of(case: Case, numbers: Sequence[float]) -> Planes:
    spec = case.game.observation(case.players, **case.values)
    slices = spec.slices()
    return {
        plane.name: dict(
            zip(product(*map(range, plane.shape)), numbers[slices[plane.name]], strict=True)
        )
        for plane in spec.planes
    }


def check_turn(planes: Planes, view: Any, order: list[int]) -> None:
    assert planes["round"][0,] == view["round"]
    assert planes["turn"][1,] == view["points"]
    assert planes["turn"][2,] == view["acted"]
    assert planes["turn"][6,] == (view["final"] or 0)
    for place, seat in enumerate(order):
        assert planes["seats"][0, place] == (seat in view["actors"])
        assert planes["seats"][1, place] == (seat == view["turn"])
        assert planes["seats"][2, place] == (seat == view["first_player"])
        assert planes["seats"][3, place] == (seat == view["action"]["buying"])
        assert planes["seats"][4, place] == (seat == view["triggered_by"])
        money = view["harbors"][seat]["money"]
        assert planes["seats"][5, place] == (money is not None)
        assert planes["money"][0, place] == (money or 0)


def check_auction(planes: Planes, view: Any, order: list[int]) -> None:
    auction = view["auction"]
    assert (planes["chosen"][5,] > 0) == (auction is not None)
    if auction is None:
        return
    bids = auction["bids"] or [None] * len(order)
    if auction["bids"] is None and auction["own_bid"] is not None:
        bids[order[0]] = auction["own_bid"]
    for place, seat in enumerate(order):
        assert planes["seats"][7, place] == auction["has_bid"][seat]
        assert planes["seats"][8, place] == (bids[seat] is not None)
        assert planes["money"][1, place] == (bids[seat] or 0)
    for kind in range(len(planes["tokens"]) // (len(order) + 8)):
        assert planes["tokens"][len(order) + 2, kind] == auction["tokens"].count(TOKENS[kind])


def check_markets(planes: Planes, view: Any) -> None:
    for market in view["fish_markets"]:
        fish = FISH.index(market["name"])
        assert planes["fish_markets"][0, fish] == 1
        assert planes["fish_markets"][1, fish] == (market["state"] == "overfished")
        assert planes["fish_markets"][2, fish] == market["entered"]
        assert planes["fish"][0, fish] == market["barrels"]
        assert planes["fish"][1, fish] == market["licenses"]
        assert planes["fish"][2, fish] == (market["track"] or market["iwashi"] or 0)
    for market in view["external_markets"]:
        place = EXTERNAL.index(market["name"])
        assert planes["external_markets"][0, place] == 1
        assert planes["external_markets"][2, place] == (market["state"] == "closed")
        assert planes["external_markets"][3, place] == market["entered"]
    for number, name in enumerate(view["box"]["fish"], 1):
        coming = planes["fish_markets"][4, FISH.index(name)]
        assert coming == (number if view["box"]["ordered"] else 1)


def check_harbors(planes: Planes, view: Any, order: list[int]) -> None:
    fish = max(at[1] for at in planes["licenses"]) + 1
    for place, seat in enumerate(order):
        harbor = view["harbors"][seat]
        for name, count in harbor["tokens"].items():
            assert planes["tokens"][place, TOKENS.index(name)] == count
        for name, count in harbor["licenses"].items():
            assert planes["licenses"][place, FISH.index(name)] == count
        assert planes["pieces"][place, 0] == harbor["ports"]
        assert planes["pieces"][place, 2] == sum(harbor["freezers"])
        assert planes["pieces"][place, 3] == len(harbor["carts"])
        assert planes["pieces"][place, 6] == harbor["loans"]
        assert planes["pieces"][place, 7] == harbor["shares"]
        assert planes["pieces"][place, 9] == sum(len(rack) == 2 for rack in harbor["racks"])
        for row, name in enumerate(("upper", "lower")):
            for item, what in enumerate((*FISH[:fish], ITEMS[-1])):
                prices = [one["price"] for one in harbor[name] if one["item"] == what]
                assert planes["for_sale"][place, row, item] == len(prices)
                assert planes["prices"][place, row, item] == min(prices, default=0)


def check_boats(planes: Planes, view: Any, order: list[int]) -> None:
    names = {boat_name(boat): boat for boat in range(NUM_BOATS)}
    owned = set()
    for place, seat in enumerate(order, 1):
        for boat in view["harbors"][seat]["boats"]:
            number = names[boat["name"]]
            owned.add(number)
            assert planes["boats"][number, 0] == place
            assert planes["boats"][number, 2] == boat["rented"]
            assert planes["boats"][number, 5] == sum(boat["dry"])
            for fish, name in enumerate(FISH):
                carried = planes["boats"].get((number, 6 + fish), 0)
                assert carried == boat["cargo"].count(name)
    for (number, _), value in planes["boats"].items():
        assert number in owned or value == 0


@pytest.mark.parametrize("case", cases(), ids=str)
def test_an_observation_says_the_same_as_the_view(case: Case) -> None:
    rng, state = Random(7), case.new(7)
    for _ in range(60):
        for seat in range(case.players):
            planes, view = planes_of(case, state.observed(seat)), state.view(seat)
            order = [(seat + place) % case.players for place in range(case.players)]
            check_turn(planes, view, order)
            check_auction(planes, view, order)
            check_markets(planes, view)
            check_harbors(planes, view, order)
            check_boats(planes, view, order)
        play_some(state, rng, 1 + rng.randrange(10))
