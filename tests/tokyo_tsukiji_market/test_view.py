"""The view that boards are drawn from: its structure and its secrets."""

from random import Random
from typing import Any

import pytest

from ichiba.core.words import Words
from ichiba.games.board.terminal import Room
from ichiba.games.tokyo_tsukiji_market.board.terminal import draw
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import TOKEN
from tokyo_tsukiji_market.scene import (
    GAME,
    at_sea,
    do,
    money,
    own,
    pass_turn,
    sell,
    table,
)


def test_the_view_keeps_its_shape() -> None:
    seen: Any = table(3, "eel", "trading").view(0)
    assert list(seen) == [
        "game", "seat", "players", "options", "round", "phase", "actors", "first_player", "turn",
        "points", "cart_point", "acted", "final", "triggered_by", "columns", "harbors",
        "fish_markets", "external_markets", "in_play", "box", "action", "auction", "buyers",
        "history", "scores", "breakdown", "winners",
    ]  # fmt: skip
    assert list(seen["harbors"][0]) == [
        "money", "resources", "tokens", "worth", "next", "licenses", "spaces", "racks", "ports",
        "boats", "upper", "lower", "freezers", "carts", "buyers", "loans", "shares",
    ]  # fmt: skip
    assert list(seen["fish_markets"][0]) == [
        "name", "state", "entry", "entered", "barrels", "licenses", "license_price", "tokens",
        "track", "worth", "value", "pays", "iwashi", "group", "why",
    ]  # fmt: skip
    assert list(seen["external_markets"][0]) == [
        "name", "state", "entry", "entered", "spaces", "shapes", "tokens", "boats", "stock",
        "why",
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


def value_of(state: Any, fish: str, seat: int | None = 0) -> int | None:
    """What one more token is worth according to a seat's view."""
    markets: Any = state.view(seat)["fish_markets"]
    return next(one["value"] for one in markets if one["name"] == fish)


@pytest.mark.parametrize("fish", ["red_snapper", "salmon", "fugu", "eel", "nori", "octopus"])
def test_the_value_of_a_fish_is_what_one_more_token_gives_its_buyer(fish: str) -> None:
    """The value shown before a purchase is what the token is worth after it."""
    for count in range(4):
        state = table(3, "red_snapper", "salmon", "fugu", "eel", "nori", "octopus")
        own(state, 0, mackerel=12, fugu=count)
        for seat in (0, 2):
            own(state, seat, fresh_salmon=count, red_snapper=2 * count)
        sell(state, 1, fish, 100)
        shown = value_of(state, fish)
        before = token_worth(state, fish)
        do(state, 0, "purchase", f"buy 2 {fish} upper", "done?")
        bought = token_worth(state, fish)
        if fish == "fugu":
            assert shown == bought - before
        else:
            name = "fresh_salmon" if fish == "salmon" else fish
            assert shown == bought / state.tokens[0][TOKEN[name]], (count, shown)


def token_worth(state: Any, fish: str) -> int:
    """What all tokens of a fish in front of seat 0 are worth together."""
    name = "fresh_salmon" if fish == "salmon" else fish
    harbor: Any = state.view(0)["harbors"][0]
    return int(harbor["worth"].get(name, 0))


def test_sixteen_red_snapper_left_make_the_next_one_worth_5() -> None:
    state = table(3, "red_snapper", "salmon")
    assert state.stock[TOKEN["red_snapper"]] == 16
    assert value_of(state, "red_snapper") == 5
    assert value_of(state, "salmon") == 1, "the first one counts itself"


def test_what_depends_on_the_buyer_is_told_for_each() -> None:
    state = table(3, "fugu", "nori")
    own(state, 1, fugu=2, mackerel=26)
    seen: Any = state.view(0)
    assert [harbor["next"]["fugu"] for harbor in seen["harbors"]] == [1, 5, 1]
    assert [harbor["next"]["nori"] for harbor in seen["harbors"]] == [0, 3, 0]
    assert value_of(state, "fugu", 1) == 5
    assert value_of(state, "fugu", None) == 1, "for a player who has none"


def test_what_is_drawn_from_a_bag_has_no_value_beforehand() -> None:
    assert value_of(table(3, "spider_crab"), "spider_crab") is None


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
    assert [row[0] for row in world.standings] == [1100, 1100], "one's own money is known"
    assert [row[3:] for row in world.standings] == [row[3:] for row in state.standings]
    money(state, 1100, 400, 900)
    state.standings = tuple((1100, 400, 900, *row[3:]) for row in state.standings)
    assert state.determinize(0, Random(1)).standings == world.standings


@pytest.mark.long
def test_f8_no_step_ends_by_itself_because_closed_money_is_short() -> None:
    """What a seat sees after another player's move does not depend on that player's money."""
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
                assert world.phase == state.phase, GAME.notation(action)
                if state.actors:  # all money is open once the game is over
                    assert world.view(watcher) == state.view(watcher), GAME.notation(action)
    assert compared > 5000


def test_the_terminal_draws_every_phase_in_words() -> None:
    state = table(3, "himono", "sushi_shop", "foreign_market", "ship_rental", closed_money=True)
    own(state, 0, mackerel=2)
    do(state, 0, "enter sushi_shop", "space 1")
    sections = draw(state.view(0), Words(["Aki", "Ben", "Chie"]), Room(160))
    text = "\n".join(line.plain for section in sections for line in section.lines)
    assert "tokyo-tsukiji-market." not in text
    assert "Sushi Shop" in text
    assert "hidden" in text
