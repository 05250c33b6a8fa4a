"""What a choice costs, what it brings and who else gains by it, before it is made; the standings;
and that stalls never change their places."""

import re
from random import Random
from typing import Any

import pytest

import ichiba
from ichiba.core.words import Words
from ichiba.games.tokyo_tsukiji_market.board import web
from ichiba.games.tokyo_tsukiji_market.board.costs import Costs
from ichiba.games.tokyo_tsukiji_market.board.desk import Desk
from ichiba.games.tokyo_tsukiji_market.board.entrance import Entrance
from ichiba.games.tokyo_tsukiji_market.board.hall import Hall
from ichiba.games.tokyo_tsukiji_market.board.harbors import Harbors
from ichiba.games.tokyo_tsukiji_market.board.standings import purse, standings, today
from tokyo_tsukiji_market.scene import do, own, sell, table
from tokyo_tsukiji_market.test_web_board import BASE, GAME, NAMES, play, render


def entrance(view: Any) -> Entrance:
    return Entrance(view, Words(NAMES), entering=True)


def test_entering_says_what_it_costs_and_who_earns_by_it() -> None:
    view: Any = GAME.new(players=3, seed=1, **BASE).view(0)
    for seat, licenses in enumerate((1, 2, 0)):
        view["harbors"][seat]["licenses"] = {"eel": licenses} if licenses else {}
    shown = entrance(view)
    eel = next(one for one in view["fish_markets"] if one["name"] == "eel")
    paid = shown.paid_told(shown.payees("eel"))
    assert paid == "pays Ben ¥200, earns you ¥100"
    assert shown.told(eel, paid) == "Enter: 1 point, pays Ben ¥200, earns you ¥100."
    assert shown.paid_told(shown.payees("squid")) == ""
    assert shown.payees("ships") == []


def test_jack_mackerel_licenses_earn_nothing_and_nobody_is_said_to() -> None:
    view: Any = GAME.new(players=2, seed=1, expansion=True, staple="jack_mackerel").view(0)
    view["harbors"][1]["licenses"] = {"jack_mackerel": 2}
    assert entrance(view).payees("jack_mackerel") == []


@pytest.mark.parametrize(("players", "options"), [(3, BASE), (4, {"expansion": True})])
def test_whoever_is_said_to_earn_by_a_visit_does(players: int, options: dict[str, Any]) -> None:
    visits = 0
    for match in play(players, 3, round_limit=8, **options):
        for seat in match.state.actors[:1]:
            view: Any = match.state.view(seat)
            if view["phase"] != "turn":
                continue
            for action in match.state.legal(seat):
                name = GAME.notation(action).split(" ")
                if name[0] != "enter" or len(name) > 2:
                    continue
                told = {one["seat"]: one["yen"] for one in entrance(view).payees(name[1])}
                after: Any = match.state.copy()
                before = [*after.money]
                after.apply(seat, action)
                cost = next(
                    cost["yen"]
                    for market in (*view["fish_markets"], *view["external_markets"])
                    if market["name"] == name[1]
                    for cost in market["entry"]
                )
                for one, money in enumerate(after.money):
                    gain = money - before[one] + (cost if one == seat else 0)
                    assert Words().yen(gain) == told.get(one, "¥0"), (name, one)
                visits += bool(told)
    assert visits > 20


def test_two_ways_into_the_bank_are_one_button_with_two_prices() -> None:
    match = ichiba.Match.new(GAME, players=3, seed=1, names=NAMES[:3], external_markets=["bank"])
    seat = match.state.actors[0]
    html = render(match, seat)
    door = html.split('id="market-bank"')[1].split('class="doorway')[1].split("</article>")[0]
    assert door.startswith(" joined")
    assert door.count('value="enter bank') == 2
    assert "¥100" in door


def test_trading_marks_the_best_space_that_one_can_afford() -> None:
    state = table(3, "trading")
    own(state, 0, mackerel=4)
    view: Any = state.view(0)
    hall = Hall(view, Words(NAMES), entering=True).present()
    trading = next(stall for stall in hall["stalls"] if stall["name"] == "trading")
    spaces = trading["face"]["spaces"]
    assert [space["number"] for space in spaces] == [1, 2, 3, 4, 5]
    assert [space["best"] for space in spaces] == [False, False, True, False, False]
    assert spaces[2]["tip"] == "Pays ¥700 for tokens worth at least 4 resources."


def test_a_choice_says_what_it_leaves_in_the_purse_or_gives_up() -> None:
    checked = given = 0
    for match in play(3, 9, round_limit=10, external_markets=["rentals", "government"]):
        for seat in match.state.actors[:1]:
            view: Any = match.state.view(seat)
            costs = Costs(view, Words(NAMES))
            for action in match.state.legal(seat):
                said = costs[GAME.notation(action)]
                if said:
                    after: Any = match.state.copy()
                    after.apply(seat, action)
                    left: Any = after.view(seat)
                    if said == "your only boat":
                        assert not left["harbors"][seat]["boats"]
                        continue
                    resources = [one["harbors"][seat]["resources"] for one in (view, left)]
                    lost = resources[0] - resources[1]
                    gives = f"gives up {lost} resource{'s' * (lost != 1)}"
                    leaves = f"leaves {Words().yen(after.money[seat])}"
                    assert said == (gives if lost else leaves), GAME.notation(action)
                    checked += 1
                    given += bool(lost)
    assert checked > 30
    assert given


def ways(html: str, css: str) -> list[str]:
    """The moves of the buttons with this class, in order."""
    return re.findall(rf'<button [^>]*class="{css}[ "][^>]* value="([^"]*)"', html)


def on_page(state: Any, seat: int) -> str:
    """The page of a position that a test has set up."""
    match = ichiba.Match.new(GAME, players=3, seed=1, names=NAMES[:3])
    return render(ichiba.Match(GAME, match.record, state), seat)


def test_selling_a_boat_is_quiet_except_as_the_last_way_on() -> None:
    quiet = 0
    for match in play(3, 4, round_limit=25):
        for seat in match.state.actors[:1]:
            if match.state.view(seat)["phase"] != "visiting":
                continue
            legal = {GAME.notation(action) for action in match.state.legal(seat)}
            selling = {move for move in legal if move.startswith("boat ")}
            if not selling:
                continue
            html = render(match, seat)
            first, aside = ways(html, "stall-way"), ways(html, "quiet-way")
            assert set(aside) in (selling, set())
            assert bool(aside) == ("done" in legal or first[0] not in selling)
            quiet += bool(aside)
    assert quiet


NO_PORT = "No port has room for a ship. Open one first."


@pytest.mark.parametrize(("money", "is_told"), [(900, False), (1000, True), (2000, True)])
def test_a_yard_says_if_a_ship_needs_another_port(money: int, is_told: bool) -> None:
    state = table(3)
    state.money[0] = money
    do(state, 0, "enter ships")
    html = on_page(state, 0)
    assert (NO_PORT in html) == is_told
    if is_told:
        assert ways(html, "stall-way") == ["port"]
        assert f"leaves {Words().yen(money - 500)}" in html
        do(state, 0, "port")
        assert any(way.startswith("take ") for way in ways(on_page(state, 0), "stall-way"))
        assert NO_PORT not in on_page(state, 0)
    else:
        assert [way[:4] for way in ways(html, "stall-way")] == ["boat"]
        assert "your only boat" in html


@pytest.mark.parametrize(
    ("item", "hint"),
    [
        ("mackerel", "Worth 1 resource to a buyer now, ¥100 at the end."),
        ("squid", "Its market pays ¥600 for one now."),
        ("nori", "Each Nori is worth a tenth of the buyer's other resources."),
    ],
)
def test_a_price_is_set_with_the_worth_in_sight(item: str, hint: str) -> None:
    view: Any = table(3, "squid", "nori").view(0)
    view["phase"], view["action"]["queue"] = "pricing", [item]
    shown = Desk(view, Words(NAMES), asked=True).present(None, None)
    assert shown["pricing"]["hint"] == hint


def test_a_ware_says_what_its_market_pays_if_that_is_more_than_its_resources() -> None:
    state = table(3, "squid", "red_snapper")
    sell(state, 1, "squid", 300)
    sell(state, 1, "red_snapper", 300)
    wares = Harbors(state.view(0), Words(NAMES), asked=True, focus="").present()[1]["lots"]
    shown = {one["item"]: (one["worth"], one["sale"], one["bargain"]) for one in wares}
    assert shown == {"squid": (0, "¥600", True), "red_snapper": (5, "", True)}


def test_a_stall_keeps_its_pitch_and_a_new_one_takes_the_next() -> None:
    before: list[str] = []
    grown = 0
    for match in play(3, 2, round_limit=40, fish_markets=["fugu", "squid", "eel", "spider_crab"]):
        hall = Hall(dict(match.state.view(0)), Words(NAMES), entering=False).present()
        names = [stall["name"] for stall in hall["stalls"]]
        assert names[: len(before)] == before
        grown += bool(before) and len(names) > len(before)
        before = names
    assert grown


def test_the_standings_tell_what_each_player_would_end_with() -> None:
    for match in play(3, 5, round_limit=6, **BASE):
        view: Any = match.state.view(0)
        table = standings(view, Words(NAMES))
        assert [row.score.value for row in table.rows if row.score] == view["scores"]
        assert purse(view, Words(NAMES))[0].text == Words().yen(view["harbors"][0]["money"])
        stocks = [harbor["resources"] for harbor in view["harbors"]]
        for row in table.rows:
            notes = [note.text for note in row.notes]
            assert ("most" in notes) == (stocks[row.seat] == max(stocks) > min(stocks))
            assert ("fewest" in notes) == (stocks[row.seat] == min(stocks) < max(stocks))
    assert table.part == 1
    assert "the fewest pay ¥500" in table.how[1]
    assert "after round 6" in table.how[2]


def test_closed_money_is_in_no_standing_of_the_others() -> None:
    state = GAME.new(players=3, seed=1, closed_money=True)
    view: Any = state.view(1)
    table = standings(view, Words(NAMES))
    assert [row.score is None for row in table.rows] == [True, False, True]
    assert all(one.name != "money" for seat in (0, 2) for one in table.rows[seat].figures)
    assert today(view, 1) == state.money[1] + view["scores"][1]
    assert purse(state.view(None), Words(NAMES)) == ()
    for seed in range(3):
        twin = state.determinize(1, Random(seed))
        assert standings(twin.view(1), Words(NAMES)) == table


def test_a_free_step_is_a_choice_if_it_is_the_only_way_on() -> None:
    """Whoever has entered a market with all license spaces taken may have to return one first."""
    shown: Any = web.present(GAME.new(players=3, seed=1, **BASE).view(0), Words(NAMES))
    free = shown["free"]
    assert "return eel" in free.beside(["return eel", "port", "done"])
    assert "return eel" not in free.beside(["return eel", "return mackerel", "port"])
