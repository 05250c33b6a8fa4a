"""Which piece: where pieces of one kind differ, the player picks; where they don't, nobody asks."""

from random import Random
from typing import Any

import pytest

import ichiba
from contract.cases import random_step
from ichiba import bots
from ichiba.core.words import Words
from ichiba.games.board.terminal import Room
from ichiba.games.tokyo_tsukiji_market.board.terminal import draw
from ichiba.games.tokyo_tsukiji_market.data import FISH, MACKEREL
from ichiba.games.tokyo_tsukiji_market.goods import barrel_of
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from tokyo_tsukiji_market.picks import POSITIONS, mackerel, mixed_catch, picking_positions
from tokyo_tsukiji_market.scene import (
    GAME,
    boat,
    do,
    for_sale,
    is_whole,
    license_for,
    moves_of,
    own,
    sell,
    table,
    why_not,
)
from tokyo_tsukiji_market.setups import cases
from tokyo_tsukiji_market.test_known import same_if_known


def labels(state: MarketState) -> list[str]:
    """The labels of all choices."""
    return [str(state.label(0, action)) for action in state.legal(0)]


def test_two_prices_above_the_printed_ones_can_both_be_changed() -> None:
    state = table()
    mackerel(state, 600, 900)
    do(state, 0, "fish", "reprice mackerel upper other")
    assert labels(state) == ["Mackerel (fresh) for ¥600", "Mackerel (fresh) for ¥900"]
    assert str(state.prompt(0)) == "Choose the Mackerel that gets a new price."
    do(state, 0, "which 1", "price other", "yen 700")
    do(state, 0, "reprice mackerel upper other", "which 2", "price other", "yen 1500")
    assert [price for _, price, _ in for_sale(state, 0)] == [700, 1500]
    assert is_whole(state)


def test_one_price_above_the_printed_ones_is_changed_at_once() -> None:
    state = table()
    mackerel(state, 900, 900)
    do(state, 0, "fish", "reprice mackerel upper other", "price 100")
    assert [price for _, price, _ in for_sale(state, 0)] == [100, 900]


@pytest.mark.parametrize(("which", "left"), [(1, 900), (2, 600)])
def test_a_barrel_of_its_own_fish_pays_for_clams_and_oysters(which: int, left: int) -> None:
    state = table(3, "clams_oysters")
    sell(state, 0, "clams_oysters", 600)
    sell(state, 0, "clams_oysters", 900, 1)
    do(state, 0, "enter clams_oysters for barrel clams_oysters")
    assert str(state.prompt(0)) == (
        "Choose the Clam or Oyster barrel that pays for entering the Clams & Oysters market."
    )
    assert labels(state) == [
        "Clam or Oyster (fresh) for ¥600",
        "Clam or Oyster (degraded) for ¥900",
    ]
    do(state, 0, f"which {which}")
    assert [price for _, price, _ in for_sale(state, 0)] == [left]
    assert state.points == 2
    assert state.phase_name == "visiting"
    assert is_whole(state)


def test_any_barrel_pays_for_the_new_aquarium() -> None:
    state = table(3, "aquarium", "new_aquarium", "eel", "sardines")
    own(state, 0, sardines=1)
    mackerel(state, 100, 300)
    sell(state, 0, "eel", 100)
    sell(state, 0, "eel", 100)
    trial = state.copy()
    do(trial, 0, "enter new_aquarium for barrel eel")
    assert trial.phase_name == "visiting", "both are equal, so nothing is asked"
    do(state, 0, "enter new_aquarium for barrel mackerel", "which 1")
    assert ("mackerel", 300, 0) in for_sale(state, 0)
    assert ("mackerel", 100, 0) not in for_sale(state, 0)
    assert is_whole(state)


def test_one_of_several_takoyaki_pays_for_octopus() -> None:
    state = table(3, "octopus")
    for price in (300, 500, 500):
        sell(state, 0, "takoyaki", price)
    do(state, 0, "enter octopus for own takoyaki")
    assert str(state.prompt(0)) == "Choose the Takoyaki that pays for entering the Octopus market."
    assert moves_of(state, 0) == ["which 1", "which 2"], "equal ones are offered once"
    do(state, 0, "which 1")
    assert [price for _, price, _ in for_sale(state, 0)] == [500, 500]
    assert is_whole(state)


def test_the_barrel_of_a_mixed_pair_is_picked() -> None:
    state = table()
    own(state, 0, mackerel=1)
    mackerel(state, 100)
    mackerel(state, 100, row=1)
    do(state, 0, "enter mackerel", "pair mixed")
    assert str(state.prompt(0)) == "Choose the Mackerel barrel to sell."
    assert labels(state) == ["Mackerel (fresh) for ¥100", "Mackerel (degraded) for ¥100"]
    before = state.money[0]
    do(state, 0, "which 1")
    assert for_sale(state, 0) == [("mackerel", 100, 1)]
    assert state.money[0] == before + 100
    assert is_whole(state)


def test_both_barrels_of_a_pair_are_picked() -> None:
    state = table()
    mackerel(state, 100, 300, 500)
    do(state, 0, "enter mackerel", "pair barrels")
    assert str(state.prompt(0)) == "Choose the first of two Mackerel barrels to sell."
    do(state, 0, "which 3")
    assert str(state.prompt(0)) == "Choose the second Mackerel barrel to sell."
    assert labels(state) == ["Mackerel (fresh) for ¥100", "Mackerel (fresh) for ¥300"]
    do(state, 0, "which 1")
    assert for_sale(state, 0) == [("mackerel", 300, 0)]
    assert is_whole(state)


def test_all_the_barrels_there_are_need_not_be_picked() -> None:
    state = table()
    mackerel(state, 100, 300)
    do(state, 0, "enter mackerel", "pair barrels")
    assert for_sale(state, 0) == []
    assert is_whole(state)


@pytest.mark.parametrize("where", ["turn", "fishing", "visiting"])
def test_the_barrel_to_dry_is_picked_in_every_menu(where: str) -> None:
    state = table(3, "himono", "eel")
    license_for(state, 0, himono=1)
    mackerel(state, 100, 300)
    do(state, 0, *{"turn": (), "fishing": ("fish",), "visiting": ("enter eel",)}[where])
    do(state, 0, "dry barrel mackerel")
    assert str(state.prompt(0)) == "Choose the Mackerel barrel to dry."
    do(state, 0, "which 1")
    assert for_sale(state, 0) == [("mackerel", 300, 0)]
    assert state.himono_on[0] == (MACKEREL,)
    assert state.phase_name == where
    assert is_whole(state)


@pytest.mark.parametrize(("which", "left"), [(1, barrel_of(MACKEREL, 1)), (2, MACKEREL)])
def test_a_barrel_to_discard_differs_by_the_license_that_caught_it(which: int, left: int) -> None:
    state = table(3, "himono")
    ship = mixed_catch(state)
    do(state, 0, "discard")
    assert str(state.prompt(0)) == "Choose the Mackerel barrel to discard."
    assert labels(state) == [
        "Mackerel barrel to sell",
        "Mackerel barrel to dry (caught with Himono license 1)",
    ]
    do(state, 0, f"which {which}")
    assert state.cargo[ship] == (left,)
    assert state.phase_name == "turn"
    assert is_whole(state)


@pytest.mark.parametrize(("which", "moved"), [(1, MACKEREL), (2, barrel_of(MACKEREL, 1))])
@pytest.mark.parametrize("barges", [1, 2])
def test_a_barrel_to_transfer_differs_by_the_license_that_caught_it(
    which: int, moved: int, barges: int
) -> None:
    state = table(3, "himono", barges="four_slot")
    ship = mixed_catch(state)
    there = [boat(state, 0, "four_slot_barge") for _ in range(barges)]
    do(state, 0, "transfer two_slot 1")
    assert str(state.prompt(0)) == "Choose the Mackerel barrel to transfer."
    do(state, 0, f"which {which}", "boat four_slot_barge 1?")
    assert state.cargo[there[0]] == (moved,)
    assert moved not in state.cargo[ship]
    assert (state.pending, state.picked) == (-1, ())
    assert is_whole(state)


def test_a_purchase_takes_the_cheapest_without_a_question() -> None:
    state = table()
    for price in (900, 600):
        sell(state, 1, "mackerel", price)
    do(state, 0, "purchase", "buy 2 mackerel upper")
    assert for_sale(state, 1) == [("mackerel", 900, 0)]


def test_what_cannot_be_picked_is_refused_in_words() -> None:
    state = table()
    mackerel(state, 600, 900)
    assert why_not(state, 0, "which 1") == "There is nothing to choose from now."
    do(state, 0, "fish", "reprice mackerel upper other")
    assert why_not(state, 0, "which 3") == "There are only 2 different pieces to choose from."
    assert why_not(state, 0, "done") == "Choose a piece first."
    assert str(state.prompt(1)).startswith("Waiting for ")


@pytest.mark.parametrize("number", POSITIONS)
def test_a_position_in_which_a_piece_is_picked_is_whole_and_can_be_dumped(number: int) -> None:
    state = picking_positions()[number]
    assert is_whole(state)
    twin = GAME.restore(state.dump())
    assert twin.dump() == state.dump()
    assert twin.legal(0) == state.legal(0)
    same_if_known(state, "picking")
    view: Any = state.view(1)
    assert len(view["action"]["pieces"]) == len(state.legal(0))


def test_observations_tell_what_a_piece_is_picked_for() -> None:
    seen = [tuple(state.observed(0)) for state in picking_positions()]
    assert len(set(seen)) == len(seen)
    spec = GAME.observation(3, expansion=True)
    discard, transfer = (seen[number][spec.slices()["chosen"]] for number in (6, 7))
    assert discard[7] == 6
    assert transfer[7] == 7
    assert discard[10:18] == (1, 0, 0, 0, 1, 0, 0, 1)


@pytest.mark.parametrize("number", POSITIONS)
def test_the_terminal_shows_the_harbors_while_a_piece_is_picked(number: int) -> None:
    state = picking_positions()[number]
    sections = draw(state.view(0), Words(["Aki", "Ben", "Chie"]), Room(120, 40))
    assert next(one for one in sections if one.focus).name.startswith("harbor")


@pytest.mark.parametrize("level", ["greedy", "quick", "master"])
@pytest.mark.parametrize("number", POSITIONS)
def test_bots_pick_a_piece(number: int, level: str) -> None:
    state = picking_positions()[number]
    bot = bots.make(level, GAME, Random(1))
    assert bot.choose(ichiba.Observer(GAME, state, 0)) in state.legal(0)


def test_random_games_with_many_prices_stay_whole() -> None:
    """Random players rarely set prices that differ, so they get some barrels for a start."""
    picked = 0
    for seed in range(12):
        case = cases()[seed % len(cases())]
        state, rng = case.new(seed), Random(seed)
        assert isinstance(state, MarketState)
        for seat in range(case.players):
            fish = next(one for one in state.in_play if one < len(FISH))
            for price in (200, 700, 800):
                if state.barrels[fish] > 1:
                    sell(state, seat, FISH[fish], price, rng.randrange(2))
        state.cached_choices = []
        for _ in range(400):
            if not state.actors:
                break
            picked += state.phase_name == "picking"
            state.apply(*random_step(state, rng))
            assert is_whole(state)
            assert (state.pending != -1) == (state.phase_name == "picking")
    assert picked > 5
