"""The greedy bot for Tokyo Tsukiji Market, in positions where the right choice is clear."""

from random import Random

import pytest

import ichiba
from ichiba import bots
from ichiba.games.tokyo_tsukiji_market.bots.evaluate import Worth
from ichiba.games.tokyo_tsukiji_market.bots.lots import best_lot
from ichiba.games.tokyo_tsukiji_market.data import BOAT_SLOTS, MARKETS, TOKEN
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from tokyo_tsukiji_market.scene import (
    GAME,
    at_sea,
    do,
    fish_market,
    license_for,
    licenses_of,
    money,
    own,
    pass_turn,
    refresh,
    sell,
    table,
    worth,
)

LONG = 40  # a game should be over after this many rounds


def turn_of(state: MarketState, seed: int = 1) -> list[str]:
    """Everything the bot does until its turn is over, each choice made by a new bot."""
    refresh(state)
    done: list[str] = []
    moves, seat = state.turns_begun, state.seat
    while state.turns_begun == moves and state.actors == (seat,):
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
    money(state, 0, 0, 0)
    stalled(state)
    done = turn_of(state)
    assert "enter ships" not in done
    assert "enter used_ships" not in done
    assert state.fleet[0] == (0,)


def stalled(state: MarketState) -> None:
    """Many rounds without any progress towards the end."""
    state.round = LONG
    state.standings = ((*state.money, *(worth(state, s) for s in state.setup.everyone)),) * 100


@pytest.mark.parametrize("slow", [False, True])
def test_it_never_returns_a_license_only_to_take_it_again(slow: bool) -> None:
    """Not in the next turn either: with four Mackerel licenses there is nothing to do there."""
    state = table(3)
    license_for(state, 0, mackerel=3)
    if slow:
        stalled(state)
    done = turn_of(state)
    assert "enter mackerel" not in done
    after = [done[place + 1] for place, move in enumerate(done) if move == "return mackerel"]
    assert all(move == "license" for move in after), "only to make room for another fish"


def test_in_a_slow_game_it_buys_a_license_and_the_ship_that_it_needs() -> None:
    """One barrel is not enough for an auction, and a larger ship earns little alone."""
    state = table(3, "spider_crab", "tuna", "swordfish")
    at_sea(state, 0)
    money(state, 3000, 2000, 2000)
    for _ in range(2):
        stalled(state)
        turn_of(state)
        for _ in range(2):
            pass_turn(state)
    groups = [fish_market(state, fish).group for fish in licenses_of(state, 0)]
    assert max(groups) > 1
    assert max(BOAT_SLOTS[boat] for boat in state.fleet[0]) >= max(groups)


def test_it_holds_licenses_that_another_collects_for_their_income() -> None:
    state = table(2)
    license_for(state, 1, mackerel=1)
    refresh(state)
    assert "license" in turn_of(state), "it takes the last one before the other player does"


@pytest.mark.parametrize(
    ("others", "lot"),
    [(4000, [TOKEN["tuna_25"]]), (300, [])],
    ids=["they would pay", "they have nothing to pay with"],
)
def test_it_auctions_what_others_want_since_the_supply_pays_again(
    others: int, lot: list[int]
) -> None:
    """Another player has the most resources anyway, so that the sale costs no bonus at the end."""
    state = table(3, "auction", "tuna", "octopus")
    own(state, 0, tuna_25=1, mackerel=2)
    own(state, 1, takoyaki=8)
    money(state, 1000, others, others)
    before = state.dump()
    mind = Worth(state, 0)
    assert list(best_lot(state, 0, MARKETS.index("auction"), mind.evaluate)) == lot
    assert state.dump() == before, "thinking about it changes nothing"


def test_it_keeps_a_token_that_makes_it_the_player_with_most_resources_at_the_end() -> None:
    """Two rivals with ¥4,000 will soon end the game, and the rank is worth ¥1,500."""
    state = table(3, "auction", "tuna")
    own(state, 0, tuna_25=1)
    money(state, 1000, 4000, 4000)
    assert "enter auction" not in turn_of(state)


def test_in_the_auction_it_lays_the_whole_lot_and_offers_it() -> None:
    state = table(3, "auction", "tuna")
    own(state, 0, tuna_25=1, tuna_15=1)
    money(state, 1000, 4000, 4000)
    done = turn_of(state)
    assert done[0] == "enter auction"
    assert done[1].startswith("token tuna")
    assert "offer" in done


def test_it_barters_a_fugu_to_whoever_has_more_of_them() -> None:
    state = table(3, "barter", "fugu")
    own(state, 0, fugu=1)
    own(state, 1, fugu=4)
    money(state, 1000, 2000, 2000)
    done = turn_of(state)
    assert "enter barter" in done
    assert "token fugu" in done


def test_from_the_first_turn_it_buys_a_license_and_the_ship_that_goes_with_it() -> None:
    """With two players nobody else gets the game going, so waiting would take 20 rounds."""
    state = table(2, "spider_crab", "eel", "salmon")
    for _ in range(2):
        turn_of(state)
        pass_turn(state)
    assert "spider_crab" in licenses_of(state, 0)
    assert max(BOAT_SLOTS[boat] for boat in state.fleet[0]) >= 2


def test_it_does_not_open_a_port_that_no_ship_needs() -> None:
    state = table(2, "red_snapper", "octopus", "salmon")
    for _ in range(2):
        assert "port" not in turn_of(state)
        pass_turn(state)


@pytest.mark.parametrize(
    ("rival", "takes_it"), [(1500, True), (9000, False)], ids=["ahead", "behind"]
)
def test_it_takes_a_loan_to_end_a_game_that_it_is_winning(rival: int, takes_it: bool) -> None:
    """It costs ¥600 in all, but ¥5,000 at the start of its next turn end the game."""
    state = table(3, "bank")
    own(state, 0, tuna_25=1)
    own(state, 1, mackerel=2)
    money(state, 4600, rival, 1500)
    done = turn_of(state)
    assert ("loan" in done) is takes_it
    assert (state.money[0] >= 5000) is takes_it


def test_it_takes_no_loan_without_a_use_for_the_money() -> None:
    state = table(3, "bank")
    assert "loan" not in turn_of(state)


def test_it_buys_no_share_while_nobody_has_a_loan() -> None:
    state = table(3, "bank")
    assert "share" not in turn_of(state)


@pytest.mark.parametrize("players", [2, 3])
def test_it_barters_resources_for_the_yen_that_it_lacks_to_end_the_game(players: int) -> None:
    """With 60 resources it may not have the least money: a sale to a rival changes both purses."""
    state = table(players, "barter", "octopus")
    own(state, 0, takoyaki=12)
    money(state, *[1000, *[1800] * (players - 1)])
    done = turn_of(state)
    assert "enter barter" in done
    assert "offer" in done
    rest = worth(state, 0)
    for seat in range(1, players):
        observer = ichiba.Observer(GAME, state, seat)
        state.apply(seat, bots.make("greedy", GAME, Random(seat)).choose(observer))
    turn_of(state)
    assert rest >= 50
    assert state.money[0] >= min(state.money[1:]), "so it ends the game in its next turn"


def test_it_barters_nothing_that_is_worth_more_to_itself() -> None:
    state = table(3, "barter", "octopus")
    own(state, 0, octopus=2)
    money(state, 2000, 2000, 2000)
    assert "enter barter" not in turn_of(state)


def test_it_buys_a_share_of_others_loans() -> None:
    state = table(3, "bank")
    state.loans[1], state.others_left[4] = 2, 1
    assert "share" in turn_of(state)


def test_in_a_slow_game_it_lowers_its_prices() -> None:
    for slow, price in ((False, 400), (True, 200)):
        state = table(3, "octopus")
        sell(state, 0, "takoyaki", 400)
        at_sea(state, 0)
        if slow:
            stalled(state)
        do(state, 0, "fish")
        turn_of(state)
        assert [code >> 6 for code in state.harbor[0]] == [price // 100]


def test_it_names_a_price_if_one_above_the_columns_was_asked_for() -> None:
    """It would not choose "other" itself, but it may replace a player who did."""
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
def test_games_with_nothing_but_worthless_red_snapper_come_to_an_end(seed: int, seats: str) -> None:
    """Everyone has Red Snapper that nobody wants, and a random player may be broke."""
    names = ["random" if seat == "r" else "greedy" for seat in seats]
    players = [bots.make(name, GAME, Random(seed * 7 + i)) for i, name in enumerate(names)]
    state = GAME.new(3, seed=seed)
    assert isinstance(state, MarketState)
    while state.actors and state.round <= 60:
        seat = state.actors[0]
        state.apply(seat, players[seat].choose(ichiba.Observer(GAME, state, seat)))
    assert not state.actors
    assert all(names[seat] == "greedy" for seat in state.winners)


@pytest.mark.parametrize("seed", [90, 97, 100, 132])
def test_two_players_come_to_an_end_where_nothing_pays_at_once(seed: int) -> None:
    """These deals took 55 rounds and more while it bought only what pays alone."""
    players = [bots.make("greedy", GAME, Random(seed * 10 + seat)) for seat in range(2)]
    state = GAME.new(2, seed=seed)
    assert isinstance(state, MarketState)
    while state.actors and state.round <= LONG:
        seat = state.actors[0]
        state.apply(seat, players[seat].choose(ichiba.Observer(GAME, state, seat)))
    assert not state.actors
    assert state.trigger >= 0, "by the printed trigger"


def test_players_who_all_fish_what_nobody_buys_come_to_an_end() -> None:
    """In this deal, everyone sold Mackerel for ¥100, and nobody bought any, for ever."""
    seed = 840003
    players = [bots.make("greedy", GAME, Random(seed * 10 + seat)) for seat in range(3)]
    state = GAME.new(3, seed=seed)
    assert isinstance(state, MarketState)
    while state.actors and state.round <= 80:
        seat = state.actors[0]
        state.apply(seat, players[seat].choose(ichiba.Observer(GAME, state, seat)))
    assert not state.actors
    assert state.trigger >= 0, "by the printed trigger"
