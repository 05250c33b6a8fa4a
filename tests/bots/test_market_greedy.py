"""Tokyo Tsukiji Market's greedy player: what it does where a good player would not hesitate."""

from random import Random

import pytest

import ichiba
from ichiba import bots
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from tokyo_tsukiji_market.scene import (
    GAME,
    at_sea,
    do,
    license_for,
    money,
    own,
    refresh,
    sell,
    table,
)

LONG = 40  # rounds after which a game has lasted long enough


def turn_of(state: MarketState, seed: int = 1) -> list[str]:
    """All that it does until the turn is over, each choice made by a new bot."""
    refresh(state)
    done: list[str] = []
    moves, seat = state.moves, state.seat
    while state.moves == moves and state.actors == (seat,):
        observer = ichiba.Observer(GAME, state, seat)
        done.append(GAME.notation(bots.make("greedy", GAME, Random(seed)).choose(observer)))
        do(state, seat, done[-1])
    return done


def test_it_buys_what_is_worth_more_than_it_costs() -> None:
    state = table(3, "octopus")
    sell(state, 1, "octopus", 100)
    assert "buy 2 octopus upper" in turn_of(state)


def test_it_sees_that_one_more_red_snapper_would_lower_those_it_has() -> None:
    state = table(3, "red_snapper")
    own(state, 0, red_snapper=3)
    own(state, 1, red_snapper=9)
    assert state.stock[5] == 4, "the next one lowers all from 2 to 1"
    sell(state, 1, "red_snapper", 100)
    assert "purchase" not in turn_of(state)


def test_it_never_sells_its_last_boat_before_the_end() -> None:
    state = table(3, "squid", "used_ships")
    state.round = LONG
    money(state, 0, 0, 0)
    done = turn_of(state)
    assert "enter ships" not in done
    assert "enter used_ships" not in done
    assert state.fleet[0] == (0,)


@pytest.mark.parametrize(("rounds", "loops"), [(5, False), (LONG, True)])
def test_to_buy_a_license_back_for_the_income_is_a_means_for_long_games(
    rounds: int, loops: bool
) -> None:
    state = table(3)
    license_for(state, 0, mackerel=3)
    state.round = rounds
    done = turn_of(state)
    assert ("enter mackerel" in done) == loops, "all spaces are full: there is nothing else to do"
    if loops:
        assert state.money[0] == 2000 + 2 * (400 - 100)


def test_it_goes_on_to_riches_though_it_has_fewest_resources() -> None:
    """No sum of money is a threshold at which it stops short of the end."""
    state = table(3)
    license_for(state, 0, mackerel=3)
    own(state, 1, mackerel=8)
    own(state, 2, mackerel=8)
    state.round = LONG
    for yen in (3700, 3900, 4000, 4300):
        money(state, yen, 2000, 2000)
        world = state.copy()
        assert "enter mackerel" in turn_of(world)
        assert world.money[0] > yen


def test_in_a_long_game_it_lowers_its_prices() -> None:
    for rounds, price in ((5, 400), (LONG, 200)):
        state = table(3, "octopus")
        sell(state, 0, "takoyaki", 400)
        at_sea(state, 0)
        state.round = rounds
        do(state, 0, "fish")
        turn_of(state)
        assert [code >> 6 for code in state.harbor[0]] == [price // 100]


def test_whoever_asked_for_a_price_above_the_columns_it_names_one() -> None:
    """It would not ask itself, but it may go on for somebody who did, or slip as gentle does."""
    state = table(3)
    sell(state, 0, "mackerel", 300)
    at_sea(state, 0)
    do(state, 0, "fish", "reprice mackerel upper 300", "price other")
    observer = ichiba.Observer(GAME, state, 0)
    choice = bots.make("greedy", GAME, Random(1)).choose(observer)
    assert GAME.notation(choice) == "yen 600"


@pytest.mark.parametrize(
    ("seed", "seats"),
    [(1046, "grg"), (1067, "grg"), (1099, "ggr"), (1114, "ggr"), (1149, "rgg"), (7, "ggg")],
)
def test_games_in_which_only_a_worn_out_fish_was_traded_come_to_an_end(
    seed: int, seats: str
) -> None:
    """Everybody has Red Snapper that nobody wants; one at the table may have ruined itself."""
    names = ["random" if seat == "r" else "greedy" for seat in seats]
    players = [bots.make(name, GAME, Random(seed * 7 + i)) for i, name in enumerate(names)]
    state = GAME.new(3, seed=seed)
    assert isinstance(state, MarketState)
    while state.actors and state.round <= 60:
        seat = state.actors[0]
        state.apply(seat, players[seat].choose(ichiba.Observer(GAME, state, seat)))
    assert not state.actors
    assert all(names[seat] == "greedy" for seat in state.winners)
