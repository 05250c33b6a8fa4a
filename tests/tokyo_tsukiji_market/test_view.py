"""What is seen: the view that boards are drawn from, its shape and its secrets."""

from io import StringIO
from random import Random
from typing import Any

from rich.console import Console

from ichiba.core.words import Words
from ichiba.games.tokyo_tsukiji_market.board.terminal import draw
from ichiba.games.tokyo_tsukiji_market.data import BOX
from tokyo_tsukiji_market.scene import GAME, at_sea, do, money, own, pass_turn, sell, table


def test_the_view_keeps_its_shape() -> None:
    seen: Any = table(3, "eel", "trading").view(0)
    assert list(seen) == [
        "seat", "players", "options", "round", "phase", "actors", "first_player", "turn", "points",
        "acted", "final", "triggered_by", "columns", "harbors", "fish_markets", "external_markets",
        "box", "action", "auction", "buyers", "history", "scores", "breakdown", "winners",
    ]  # fmt: skip
    assert list(seen["harbors"][0]) == [
        "money", "resources", "tokens", "worth", "licenses", "spaces", "racks", "ports", "boats",
        "upper", "lower", "freezers", "carts", "buyers", "loans", "shares",
    ]  # fmt: skip
    assert list(seen["fish_markets"][0]) == [
        "name", "state", "entry", "entered", "barrels", "licenses", "license_price", "tokens",
        "track", "value", "iwashi", "group",
    ]  # fmt: skip
    assert list(seen["external_markets"][0]) == [
        "name", "state", "entry", "entered", "spaces", "shapes", "tokens", "boats", "stock",
    ]  # fmt: skip


def test_harbors_boats_and_markets_are_open() -> None:
    state = table(3, "eel")
    own(state, 1, eel=2)
    sell(state, 1, "eel", 400)
    sell(state, 1, "mackerel", 200, 1)
    at_sea(state, 1, "mackerel")
    seen: Any = state.view(0)
    harbor = seen["harbors"][1]
    assert harbor["tokens"] == {"eel": 2}
    assert harbor["worth"] == {"eel": 2}
    assert harbor["upper"] == [{"item": "eel", "price": 400}]
    assert harbor["lower"] == [{"item": "mackerel", "price": 200}]
    assert harbor["boats"][0]["cargo"] == ["mackerel"]
    assert harbor["boats"][0]["place"] == "sea"
    eel = next(one for one in seen["fish_markets"] if one["name"] == "eel")
    assert (eel["track"], eel["value"], eel["license_price"]) == (1, 1, 500)


def test_the_box_is_ordered_only_with_open_knowledge() -> None:
    one = table(3, "eel")
    seen: Any = one.view(0)
    assert not seen["box"]["ordered"]
    one.fish_pile.reverse()
    again: Any = one.view(0)
    assert seen["box"] == again["box"]
    known: Any = table(3, "eel", open_knowledge=True).view(None)
    assert known["box"]["ordered"]


def test_a_world_to_think_in_forgets_what_others_had_when_money_is_closed() -> None:
    state = table(3, closed_money=True)
    money(state, 1100, 2700, 3300)
    pass_turn(state)
    pass_turn(state)
    world = state.determinize(0, Random(1))
    assert [row[0] for row in world.history] == [1100, 1100], "the own purse is known"
    assert [row[3:] for row in world.history] == [row[3:] for row in state.history]
    money(state, 1100, 400, 900)
    state.history = tuple((1100, 400, 900, *row[3:]) for row in state.history)
    assert state.determinize(0, Random(1)).history == world.history


def test_f8_no_step_ends_by_itself_because_closed_money_is_short() -> None:
    """Whatever another has, what a seat sees after that other's move is the same."""
    compared = 0
    for seed in range(60):
        rng = Random(seed)
        state: Any = GAME.new(3, seed=seed, closed_money=True, expansion=seed % 2 == 1)
        for _ in range(250):
            if not state.actors or max(state.money) >= BOX.end.yen.value:
                break
            actor = rng.choice(state.actors)
            watcher = rng.choice([seat for seat in range(3) if seat != actor])
            world: Any = state.determinize(watcher, rng)
            world.rng = state.rng.copy()
            world.bids = state.bids[:]
            both = [action for action in state.legal(actor) if action in world.legal(actor)]
            action = rng.choice(both or state.legal(actor))
            state.apply(actor, action)
            if both:
                world.apply(actor, action)
                compared += 1
                assert world.view(watcher) == state.view(watcher), GAME.notation(action)
    assert compared > 5000


def test_the_terminal_draws_every_phase_in_words() -> None:
    state = table(3, "himono", "sushi_shop", "foreign_market", "ship_rental", closed_money=True)
    own(state, 0, mackerel=2)
    do(state, 0, "enter sushi_shop", "space 1")
    console = Console(width=160, record=True, file=StringIO())
    console.print(draw(state.view(0), Words(["Aki", "Ben", "Chie"])))
    text = console.export_text()
    assert "tokyo-tsukiji-market." not in text
    assert "Sushi Shop" in text
    assert "hidden" in text
