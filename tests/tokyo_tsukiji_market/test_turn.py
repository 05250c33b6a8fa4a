"""The turn: its order, action points and free steps (rulings B), and rules of all markets (C)."""

import pytest

import ichiba
from ichiba.games.tokyo_tsukiji_market.data import EEL, MACKEREL
from ichiba.games.tokyo_tsukiji_market.goods import barrel_of
from ichiba.games.tokyo_tsukiji_market.pieces import set_owner
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import AT_SHIPS, OVER
from tokyo_tsukiji_market.scene import (
    GAME,
    at_sea,
    boat,
    do,
    for_sale,
    is_whole,
    license_for,
    licenses_of,
    may,
    money,
    moves_of,
    no_licenses,
    own,
    pass_turn,
    refresh,
    sell,
    table,
    told,
    why_not,
)


def test_b1_both_points_must_be_spent_and_passing_is_an_empty_fishing_action() -> None:
    state = table()
    assert not may(state, 0, "end")
    assert why_not(state, 0, "end") == "You still have 2 action points to spend."
    do(state, 0, "pass", "pass")
    assert state.points == 0
    assert may(state, 0, "end")


def test_b1_an_empty_fishing_action_is_legal() -> None:
    state = table()
    do(state, 0, "fish", "done")
    assert state.points == 1


def test_b2_purchasing_may_be_empty() -> None:
    state = table()
    sell(state, 1, "mackerel", 100)
    do(state, 0, "purchase", "done")
    assert state.points == 1
    assert state.money[0] == 2000


def test_b3_no_action_after_the_last_point_whatever_it_costs() -> None:
    state = table(3, "salmon", "government", "bank")
    own(state, 0, mackerel=1)
    do(state, 0, "pass", "pass")
    assert not [move for move in moves_of(state, 0) if move.startswith("enter")]
    assert why_not(state, 0, "enter government") == "You have no action points left."


def test_b4_free_steps_after_the_last_point() -> None:
    state = table(3, "himono", "influence")
    license_for(state, 0, himono=1)
    at_sea(state, 0, "mackerel")
    boat(state, 0, "six_slot_barge")
    own(state, 0, mackerel=1)
    state.buyers[0], state.others_left[2] = 1, 1
    do(state, 0, "pass", "pass")
    for move in (
        "port",
        "transfer one_slot 1",
        "return mackerel",
        "assign 2",
        "dry token mackerel",
    ):
        assert may(state, 0, move), move
    do(state, 0, "port", "transfer one_slot 1", "assign 2", "dry token mackerel", "return mackerel")
    assert state.actors == (0,)
    assert is_whole(state)


def test_b7_the_order_at_the_start_of_a_turn() -> None:
    """End trigger, Himono, Freezer, own Fugu, degradation, discards, actions."""
    state = table(2, "himono", "fugu", "rentals")
    license_for(state, 1, himono=1)
    state.himono_on[0] = (MACKEREL, MACKEREL)
    state.barrels[MACKEREL] -= 2
    state.freezers[1] = (1,)
    state.others_left[0] -= 1
    sell(state, 1, "fugu", 300, 1)
    sell(state, 1, "mackerel", 200)
    at_sea(state, 1, "mackerel")
    money(state, 2000, 6000)
    do(state, 0, "pass", "pass", "end")
    assert state.trigger == 1, "1: the end check comes first"
    assert moves_of(state, 1)[0] == "price 100", "2: Himono"
    do(state, 1, "price 500")
    assert moves_of(state, 1) == ["freeze", "degrade"], "3: Freezer"
    do(state, 1, "degrade")
    assert moves_of(state, 1) == ["own fugu", "done"], "4: own Fugu"
    do(state, 1, "done")
    assert for_sale(state, 1) == [("mackerel", 200, 1), ("himono", 500, 0)], "5: degradation"
    assert may(state, 1, "discard"), "6: discards"
    do(state, 1, "pass")
    assert not may(state, 1, "discard")


def test_b8_the_same_market_twice_in_a_turn() -> None:
    state = table(3, "eel")
    do(state, 0, "enter eel", "license", "done", "enter eel", "license", "done")
    assert licenses_of(state, 0)["eel"] == 2


@pytest.mark.parametrize("name", ["government", "rentals", "jack_mackerel", "nori"])
def test_b8_but_these_once_a_turn(name: str) -> None:
    state = table(3, name)
    own(state, 0, mackerel=4)
    step = {"government": "token mackerel", "rentals": "cart"}.get(name, "license")
    do(state, 0, f"enter {name}", step, "done")
    assert not may(state, 0, f"enter {name}")
    assert "once a turn" in why_not(state, 0, f"enter {name}")
    if name == "nori":
        do(state, 0, "return nori")  # a player who has one has nothing to do there
    for _ in range(3):
        pass_turn(state)
    assert may(state, 0, f"enter {name}"), "possible again in the next turn"


def test_b9_the_first_player_is_random() -> None:
    firsts = {GAME.new(4, seed=seed).view(None)["first_player"] for seed in range(40)}
    assert firsts == {0, 1, 2, 3}


def test_b10_the_round_limit_is_a_house_rule_that_ends_the_game() -> None:
    state = table(3, round_limit=2)
    for _ in range(6):
        assert state.actors
        pass_turn(state)
    assert state.actors == ()
    assert state.trigger == -1
    title = ichiba.Message("tokyo-tsukiji-market.option.round_limit")
    assert "house rule" in str(title)


def test_ports_open_from_left_to_right_for_500_each() -> None:
    state = table()
    do(state, 0, "port", "port")
    assert state.ports[0] == 3
    assert state.money[0] == 1000
    assert not may(state, 0, "port")
    assert why_not(state, 0, "port") == "All your ports are open."
    money(state, 2000, 400, 0)
    do(state, 0, "pass", "pass", "end")
    assert why_not(state, 1, "port") == "That costs ¥500, but you have ¥400."


def test_degradation_keeps_columns_and_loses_the_lower_row() -> None:
    state = table(2)
    sell(state, 1, "mackerel", 200)
    sell(state, 1, "mackerel", 300, 1)
    pass_turn(state)
    assert for_sale(state, 1) == [("mackerel", 200, 1)]
    assert state.barrels[MACKEREL] == 14


def test_discards_go_back_to_the_market_before_the_first_action_only() -> None:
    state = table(3, "eel")
    at_sea(state, 0, "eel")
    boat(state, 0, "six_slot_barge", cargo=["eel", "mackerel"])
    do(state, 0, "discard", "boat six_slot_barge 1", "barrel mackerel")
    assert state.cargo[14] == (EEL,)
    assert state.barrels[MACKEREL] == 15
    do(state, 0, "discard", "boat one_slot 1")
    assert state.cargo[0] == ()
    do(state, 0, "pass")
    assert (
        why_not(state, 0, "discard")
        == "You can discard barrels only before the first action of your turn."
    )


def test_license_income_for_everybody_after_the_cost_before_the_interaction() -> None:
    state = table(3, "eel")
    license_for(state, 1, eel=1)
    license_for(state, 0, eel=1)
    do(state, 0, "enter eel")
    assert state.money == [2100, 2100, 2000]
    assert told(state).index("entered") < told(state).index("income")


def test_c1_c2_income_and_entry_are_no_interaction() -> None:
    state = table(3, "eel")
    do(state, 0, "enter eel")
    assert not may(state, 0, "done")
    assert why_not(state, 0, "done") == "Whoever enters the Eel market must do something there."
    do(state, 0, "license", "done")


def test_c2_the_income_may_pay_for_the_license() -> None:
    state = table(3, "squid")
    license_for(state, 0, squid=1)
    money(state, 200, 0, 0)
    assert may(state, 0, "enter squid")
    do(state, 0, "enter squid", "license")
    assert state.money[0] == 0


def test_c3_without_money_a_market_is_not_offered() -> None:
    state = table(3, "eel")
    money(state, 400, 0, 0)
    assert not may(state, 0, "enter eel")
    assert (
        why_not(state, 0, "enter eel") == "There would be nothing for you to do in the Eel market."
    )


def test_c4_four_spaces_and_a_license_to_return() -> None:
    state = table(3, "eel", "squid")
    license_for(state, 0, eel=3)
    money(state, 2000, 0, 0)
    do(state, 0, "enter squid")
    assert not may(state, 0, "license")
    assert "license spaces are taken" in why_not(state, 0, "license")
    do(state, 0, "return mackerel", "license")
    assert licenses_of(state, 0) == {"eel": 3, "squid": 1}
    assert is_whole(state)


def test_c19_any_multiple_of_100_from_100_up() -> None:
    state = table()
    at_sea(state, 0, "mackerel")
    do(state, 0, "fish", "boat one_slot 1", "dock?")
    prices = ["price 100", "price 200", "price 300", "price 400", "price 500", "price other"]
    assert moves_of(state, 0) == prices
    do(state, 0, "price other")
    assert moves_of(state, 0)[0] == "yen 600"
    assert moves_of(state, 0)[-1] == "yen 10000"
    do(state, 0, "yen 1700")
    assert for_sale(state, 0) == [("mackerel", 1700, 0)]


def test_c21_every_fish_has_its_own_track_and_bag() -> None:
    state = table(3, "eel", "swordfish", "spider_crab", "tuna")
    assert (state.track[EEL], state.track[14]) == (1, 6)
    own(state, 0, spider_crab_4=3, spider_crab_6=3, spider_crab_8=3)
    assert state.setup.fish[6].tokens_left(state) == 0
    assert state.setup.fish[8].tokens_left(state) == 5


def test_c27_several_interactions_in_any_order() -> None:
    state = table(3, "eel")
    own(state, 0, eel=2)
    do(state, 0, "enter eel", "sell 1", "license", "sell 1", "license", "done")
    assert licenses_of(state, 0)["eel"] == 2


def test_the_rulebooks_turn_of_naomi() -> None:
    """One ship catches and another undocks; then the first docks and the other catches."""
    state = table()
    state.place[0] = 0
    boat(state, 0, "two_slot")
    do(
        state,
        0,
        "fish",
        "boat two_slot 1",
        "barrel mackerel?",
        "boat one_slot 1",
        "undock?",
        "done?",
    )
    assert state.cargo[6] == (MACKEREL,)
    assert state.place[0] == 3
    do(state, 0, "fish", "boat two_slot 1", "dock?", "price 300", "boat one_slot 1")
    do(state, 0, "barrel mackerel?", "done?")
    assert for_sale(state, 0) == [("mackerel", 300, 0)]
    assert state.cargo[0] == (MACKEREL,)


@pytest.mark.parametrize("players", [2, 6])
def test_turns_go_clockwise_from_the_first_player(players: int) -> None:
    state = table(players)
    for turn in range(2 * players):
        assert state.seat == turn % players
        assert state.round == turn // players + 1
        pass_turn(state)


def test_a_himono_license_given_back_leaves_its_barrels_at_sea_to_the_market() -> None:
    state = table(3, "himono")
    no_licenses(state, 0)
    license_for(state, 0, himono=1)
    one = at_sea(state, 0)
    state.cargo[one] = (barrel_of(MACKEREL, 1),)
    state.barrels[MACKEREL] -= 1
    do(state, 0, "return himono", "fish", "boat one_slot 1", "dock?")
    assert state.barrels[MACKEREL] == 15
    assert for_sale(state, 0) == []


def test_g10_a_license_is_never_bought_without_being_asked() -> None:
    state = table(3, "salmon")
    no_licenses(state, 0)
    money(state, 900, 0, 0)
    do(state, 0, "enter salmon for yen")
    assert moves_of(state, 0) == ["license"], "the only possible step"
    assert state.money[0] == 500


def test_g10_the_only_license_is_never_returned_without_being_asked() -> None:
    state = table(3, "rentals")
    state.carts[0] = (2, 2)
    state.freezers[0] = (2,)
    state.others_left[0], state.others_left[1] = 1, 0
    money(state, 400, 0, 0)
    do(state, 0, "enter rentals")
    assert moves_of(state, 0) == ["return mackerel"]
    assert licenses_of(state, 0) == {"mackerel": 1}


@pytest.mark.parametrize(
    ("fish", "barrels", "asked"),
    [("spider_crab", 2, True), ("spider_crab", 1, False), ("mackerel", 2, False)],
)
def test_g10_docking_is_asked_if_it_opens_an_auction(fish: str, barrels: int, asked: bool) -> None:
    state = table(3, "spider_crab")
    no_licenses(state, 0)
    boat(state, 0, "two_slot", cargo=[fish] * barrels)
    at_sea(state, 0)
    do(state, 0, "fish", "boat two_slot 1")
    assert (moves_of(state, 0) == ["dock"]) == asked
    assert ("docked" in told(state)) != asked


def test_g10_docking_is_asked_if_the_fugu_license_or_a_rented_boat_goes_back() -> None:
    state = table(3, "fugu", "ship_rental")
    no_licenses(state, 0)
    license_for(state, 0, fugu=1)
    one = at_sea(state, 0, "fugu")
    do(state, 0, "fish", "boat one_slot 1")
    assert moves_of(state, 0) == ["dock"]
    state = table(3, "ship_rental")
    no_licenses(state, 0)
    one = at_sea(state, 0)
    state.rented[one] = 1
    do(state, 0, "fish", "boat one_slot 1")
    assert moves_of(state, 0) == ["dock"]


def test_g10_the_last_barrel_is_not_caught_without_being_asked() -> None:
    """It would bring a new market into play, which cannot be undone."""
    for left, asked in ((2, False), (1, True)):
        state = table(3)
        at_sea(state, 0)
        boat(state, 0, "two_slot", place=0)
        state.box_barrels[MACKEREL] += state.barrels[MACKEREL] - left
        state.barrels[MACKEREL] = left
        do(state, 0, "fish", "boat one_slot 1")
        assert (moves_of(state, 0) == ["barrel mackerel"]) == asked
        assert state.barrels[MACKEREL] == 1


def test_the_end_of_the_turn_is_asked_though_there_is_nothing_else_to_do() -> None:
    state = table()
    ruin(state)
    do(state, 0, "pass", "pass")
    assert moves_of(state, 0) == ["end"]
    assert state.seat == 0


def ruin(state: MarketState) -> None:
    """Leave nobody with money, boats, licenses or anything for sale."""
    money(state, *[0] * state.setup.players)
    for seat in state.setup.everyone:
        no_licenses(state, seat)
        for one in state.fleet[seat]:
            set_owner(state, one, AT_SHIPS)
    refresh(state)
    state.has_work = False


@pytest.mark.parametrize(
    ("closed", "rounds", "sentence"),
    [(False, 2, "Nobody could do anything but pass for two rounds"),
     (True, 3, "Everybody only passed for three rounds")],
)  # fmt: skip
def test_b10_after_some_rounds_of_nothing_but_passing_the_game_is_scored(
    closed: bool, rounds: int, sentence: str
) -> None:
    state = table(3, closed_money=closed)
    ruin(state)
    for turn in range(3 * rounds):
        assert state.actors == (turn % 3,)
        pass_turn(state)
    assert state.phase == OVER
    assert state.round == rounds
    assert state.ending == "standstill"
    assert told(state)[-2:] == ["only_passed" if closed else "standstill", "over"]
    assert state.log
    assert str(state.log[-2]) == f"{sentence}, so the game goes to final scoring (house rule)."
    assert is_whole(state)


def test_b10_whoever_could_do_something_keeps_the_game_going() -> None:
    state = table(3)
    ruin(state)
    money(state, 0, 0, 200)
    for _ in range(9):
        pass_turn(state)
    assert state.actors, "seat 2 could take a license, although it did not"


def test_b10_a_free_step_is_something_done() -> None:
    state = table(3)
    ruin(state)
    license_for(state, 1, mackerel=1)
    state.box_licenses[MACKEREL] += state.licenses_left[MACKEREL]
    state.licenses_left[MACKEREL] = 0
    for _ in range(4):
        pass_turn(state)
    do(state, 1, "pass", "return mackerel", "pass", "end")
    pass_turn(state)
    assert state.actors, "the count starts again"
    for _ in range(5):
        pass_turn(state)
    assert state.phase == OVER


def test_b10_where_money_is_closed_three_rounds_of_passes_end_the_game() -> None:
    """Nobody can see who could act, and the end must not reveal it."""
    state = table(3, closed_money=True)
    for _ in range(8):
        pass_turn(state)
        assert state.actors
    pass_turn(state)
    assert state.phase == OVER


def test_b10_where_money_is_closed_any_action_starts_the_count_again() -> None:
    state = table(3, closed_money=True)
    for _ in range(8):
        pass_turn(state)
    do(state, 2, "pass", "fish", "boat one_slot 3", "done", "end")
    assert state.actors
    for _ in range(8):
        pass_turn(state)
    assert state.actors
    pass_turn(state)
    assert state.phase == OVER


def said(state: MarketState, seat: int, move: str) -> str:
    """The label of a move."""
    return str(state.label(seat, GAME.parse(move)))


@pytest.mark.parametrize(
    ("name", "label", "told"),
    [("fugu", "Take the free Fugu license", "takes the free Fugu license."),
     ("nori", "Take a free Nori license", "takes a free Nori license."),
     ("eel", "Buy an Eel license for ¥500", "buys an Eel license for ¥500.")],
)  # fmt: skip
def test_what_is_free_costs_no_zero_yen(name: str, label: str, told: str) -> None:
    state = table(3, name)
    do(state, 0, f"enter {name}")
    assert said(state, 0, "license") == label
    do(state, 0, "license")
    assert state.log
    assert str(state.log[-1]).endswith(told)


def test_an_offer_without_a_fee_says_nothing_of_one() -> None:
    state = table(3, "barter")
    own(state, 0, mackerel=1)
    do(state, 0, "enter barter", "token mackerel")
    assert said(state, 0, "offer") == "Offer the lot, worth 1 resource"


@pytest.mark.parametrize(
    ("tokens", "barrels", "move", "label"),
    [(2, 0, "pair tokens", "Sell two tokens for ¥100"),
     (1, 1, "pair mixed", "Sell a token and a barrel for ¥100"),
     (0, 2, "pair barrels", "Sell two barrels for ¥100")],
)  # fmt: skip
def test_a_pair_is_named_by_what_it_is(tokens: int, barrels: int, move: str, label: str) -> None:
    state = table(3)
    own(state, 0, mackerel=tokens)
    for _ in range(barrels):
        sell(state, 0, "mackerel", 300)
    do(state, 0, "enter mackerel")
    assert said(state, 0, move) == label


def test_a_way_in_by_cart_alone_names_no_points() -> None:
    state = table(3, "rentals")
    state.carts[0] = (2,)
    state.others_left[1] -= 1
    refresh(state)
    assert said(state, 0, "enter mackerel by cart") == "Enter Mackerel (1 Cart)"


def test_games_of_an_older_revision_are_refused_in_words() -> None:
    """Revisions 1 and 2 had other rulings and were never released."""
    match = ichiba.Match.new(GAME, players=2, seed=1)
    record = match.record
    assert record.revision == GAME.revision == GAME.oldest == 3
    record.revision = 2
    with pytest.raises(ichiba.RecordError, match="can only replay revision 3") as refused:
        ichiba.Match.replay(record)
    assert str(refused.value) == (
        "This game was recorded under revision 2 of the rules of Tokyo Tsukiji Market. The rules "
        "have changed since, and this version of Ichiba can only replay revision 3."
    )
