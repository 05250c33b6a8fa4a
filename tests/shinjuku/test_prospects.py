"""Before the click: what a choice costs, what it brings, and who else gains by it."""

from typing import Any

import pytest

from ichiba.core.words import Words
from ichiba.games.shinjuku.board.atlas import atlas_of
from ichiba.games.shinjuku.board.chips import Chips
from ichiba.games.shinjuku.board.prospects import CARD, NOTHING, THREE, WILD, Prospects
from ichiba.games.shinjuku.board.web import present
from shinjuku.scene import Scene

NAMES = ["Aki", "Ben"]


def board(scene: Scene, seat: int | None = 0) -> Any:
    return present(scene.state.view(seat), Words(NAMES))


def prospects(scene: Scene) -> Prospects:
    return Prospects(dict(scene.state.view(0)), atlas_of("tokyo"))


def by_id(things: list[Any], name: str) -> Any:
    return next(thing for thing in things if thing["id"] == name)


def action(scene: Scene, name: str) -> Any:
    return next(one for one in board(scene)["actions"] if one["name"] == name)


@pytest.mark.parametrize(
    ("cards", "price"),
    [
        (["taito"], CARD),
        (["minato"], WILD),
        (["ota", "kita", "koto"], THREE),
        (["ota", "kita"], NOTHING),
        ([], NOTHING),
    ],
)
def test_a_ward_costs_a_card_a_wild_card_or_any_three(cards: list[str], price: str) -> None:
    scene = Scene().hand(0, *cards).store(0, "food", "shimbashi")  # in Minato
    assert prospects(scene).price(["taito"]) == price


def test_stations_for_three_cards_are_marked_and_say_their_price() -> None:
    scene = Scene().hand(0, "taito", "ota", "kita")
    scene.do("open")
    stations = board(scene)["map"]["stations"]
    ueno, nippori = by_id(stations, "ueno"), by_id(stations, "nishi-nippori")
    assert (ueno["three"], nippori["three"]) == (False, True)
    assert ueno["note"] == "You can open a store here for your Taito card."
    assert nippori["note"] == "You have no Arakawa card: give any three to open a store here."
    one, three = board(scene)["step"]["prices"]
    assert (one["title"], three["title"]) == ("one card", "any three cards")
    marked = [station for station in stations if station["three"]]
    assert three["line"] == f"{len(marked)} stations"
    assert one["line"] == f"{len(stations) - len(marked)} stations"


def test_the_price_of_a_second_track_is_told_for_all_links_that_are_possible() -> None:
    scene = Scene().hand(0, "taito", "ota", "kita").track(1, ("ueno", "oshiage"))
    scene.do("expand", "track shinjuku~yotsuya")  # Yoyogi is reached from Shinjuku, too
    shown = board(scene)
    possible = [move for move in scene.choices() if move.startswith("track ")]
    [three] = shown["step"]["prices"]
    assert three["line"] == f"{len(possible)} links"
    marked = {link["move"] for link in shown["map"]["links"] if link["three"]}
    assert {*possible} <= marked


def test_nothing_is_marked_once_the_station_is_chosen() -> None:
    scene = Scene().hand(0, "ota", "kita", "koto").store(0, "food", "ueno")
    scene.do("open", "at daiba")
    assert not any(station["three"] for station in board(scene)["map"]["stations"])


def test_wards_without_a_way_to_an_own_store_are_faint() -> None:
    scene = Scene().hand(0, "taito", "ota").store(0, "food", "akihabara")
    scene.track(1, ("ueno", "akihabara"))
    scene.customers("taito", "food").customers("ota", "food")
    scene.do("move")
    wards = board(scene)["map"]["wards"]
    taito, ota = by_id(wards, "taito"), by_id(wards, "ota")
    assert (taito["faint"], ota["faint"]) == (False, True)
    assert "Track leads from here to your store in Akihabara." in taito["tip"]
    assert "A Move from here can bring you +1 point." in taito["tip"]
    assert "No track leads from here to a store of yours" in ota["tip"]


def faint_in_tray(scene: Scene) -> list[str]:
    prices = board(scene)["step"]["prices"]
    return [f"{one['title']}: {one['line']}" for one in prices if one["kind"] == "faint"]


def test_the_tray_says_from_how_many_wards_no_own_store_is_reached() -> None:
    scene = Scene().hand(0, "taito", "ota").store(0, "food", "akihabara")
    scene.track(1, ("ueno", "akihabara"))
    scene.customers("taito", "food").customers("ota", "food").customers("kita", "food")
    scene.do("move")
    assert faint_in_tray(scene) == ["no store of yours: 1 ward"], "Kita can't be paid for"
    scene = Scene().hand(0, "taito", "ota").store(0, "books", "akihabara")
    scene.customers("taito", "food").customers("ota", "food")
    scene.do("move")
    assert faint_in_tray(scene) == ["no store of yours: 2 wards"]
    scene = Scene().hand(0, "taito").store(0, "food", "ueno").customers("taito", "food")
    scene.do("move")
    assert faint_in_tray(scene) == []


def test_a_store_that_sells_something_else_does_not_count() -> None:
    scene = Scene().hand(0, "taito", "ota").store(0, "books", "akihabara")
    scene.track(0, ("ueno", "akihabara")).customers("taito", "food").customers("chiyoda", "books")
    scene.do("move")
    wards = board(scene)["map"]["wards"]
    assert by_id(wards, "taito")["faint"]
    assert not by_id(wards, "chiyoda")["faint"]


def test_if_no_ward_reaches_a_store_none_is_faint() -> None:
    """Customers who all look faint would be hard to see, and say nothing."""
    scene = Scene().hand(0, "taito", "ota").store(0, "books", "akihabara")
    scene.track(0, ("ueno", "akihabara")).customers("taito", "food").customers("ota", "food")
    scene.do("move")
    assert not any(ward["faint"] for ward in board(scene)["map"]["wards"])


def test_a_move_says_who_would_take_a_customer_before_it_goes_there() -> None:
    scene = Scene().hand(0, "taito").customers("taito", "food", "clothing")
    scene.store(0, "food", "akihabara").store(1, "department", "kita-senju")
    scene.track(1, ("ueno", "akihabara"), ("ueno", "kita-senju")).track(0, ("ueno", "oshiage"))
    scene.do("move", "ward taito")  # they start in Ueno, the only station of the ward
    shown = board(scene)["map"]
    assert {(one["station"], one["said"], one["would"]) for one in shown["takes"]} == {
        ("akihabara", "You would take", True),
        ("kita-senju", "Ben would take", True),
    }
    stations = shown["stations"]
    assert by_id(stations, "akihabara")["note"] == (
        "You take a food customer. Ben may then draw cards."
    )
    assert by_id(stations, "kita-senju")["note"] == (
        "Ben takes a food customer or a clothing customer. Ben may then draw cards."
    )
    assert by_id(stations, "oshiage")["note"] == "Nobody takes a customer there."
    assert by_id(stations, "tokyo")["note"] == "", "it cannot be reached"


def test_a_move_says_what_it_has_brought_and_who_stays() -> None:
    scene = Scene().hand(0, "taito").customers("taito", "food", "clothing")
    scene.earned(0, "books").store(0, "food", "akihabara")
    scene.track(0, ("ueno", "akihabara"), ("akihabara", "tokyo"))
    scene.do("move", "ward taito")
    [stop] = board(scene)["step"]["buttons"]
    assert stop["line"] == "no points"
    scene.do("at akihabara")
    shown = board(scene)
    [stop] = shown["step"]["buttons"]
    assert stop["line"] == "+2 points", "from a single customer to a set of two"
    assert [(one["station"], one["said"]) for one in shown["map"]["takes"]] == [
        ("akihabara", "You take")
    ]
    [gift] = shown["move"]["given"]
    assert (gift["store"], gift["in"]) == ("Your store", "in Akihabara")
    assert shown["move"]["stay"] == "stays in Chiyoda"


def test_chips_of_neighbouring_stations_do_not_cover_each_other() -> None:
    stations = atlas_of("tokyo").stations
    chips = Chips(width=1000)
    iidabashi, ueno = stations["iidabashi"], stations["ueno"]
    assert chips.side(iidabashi.at, iidabashi.label, 1) == "n", "opposite the name"
    assert chips.side(ueno.at, ueno.label, 1) != "w", "the other chip is there"
    assert Chips(width=1000).side(ueno.at, ueno.label, 1) == "w"


def test_a_chip_covers_no_store_if_there_is_room_elsewhere() -> None:
    here, label = (500.0, 500.0), "n"
    assert Chips(1000).side(here, label, 1) == "s", "opposite the name"
    assert Chips(1000, stores=[here, (520.0, 550.0)]).side(here, label, 1) == "e"
    around = [(500.0, 550.0), (600.0, 500.0), (400.0, 500.0)]
    assert Chips(1000, stores=around).side(here, label, 1) == "s", "there is no better place"


def test_everybody_sees_who_takes_a_customer_but_only_the_mover_what_would_happen() -> None:
    scene = Scene().hand(0, "taito").customers("taito", "food", "clothing")
    scene.store(0, "food", "akihabara").store(1, "clothing", "tokyo")
    scene.track(0, ("ueno", "akihabara"), ("akihabara", "tokyo"))
    scene.do("move", "ward taito", "at akihabara")
    assert [one["said"] for one in board(scene, 1)["map"]["takes"]] == ["Aki takes"]
    assert [one["said"] for one in board(scene, None)["map"]["takes"]] == ["Aki takes"]


def test_actions_say_what_they_cost_and_the_most_that_they_bring() -> None:
    scene = Scene().hand(0, "taito", "taito").customers("taito", "food", "electronics2")
    scene.store(0, "food", "akihabara").store(0, "electronics", "tokyo")
    scene.track(0, ("ueno", "akihabara"), ("akihabara", "tokyo"))
    told = {one["name"]: (one["cost"], one["effect"]) for one in board(scene)["actions"]}
    assert told == {
        "open": ("one card", "1 station"),
        "expand": ("first one free", "14 left"),
        "income": ("ends your turn", "draw 2"),
        "move": ("one card", "Taito: +4"),  # a set of two, and one more
        "upgrade": ("card, customer", ""),
    }


def test_an_upgrade_says_how_the_points_change() -> None:
    scene = Scene().hand(0, "shibuya").store(0, "food", "shibuya").earned(0, "food")
    # Three tokens in place of a customer: a set of three instead of a single one.
    assert action(scene, "upgrade")["effect"] == "+5 points"


def test_the_most_that_a_move_brings_is_found_by_trying() -> None:
    """The best of all ways that the engine allows."""
    scene = Scene().hand(0, "taito").customers("taito", "food", "food", "books2", "clothing")
    scene.store(0, "food", "akihabara").store(1, "department", "tokyo").store(0, "books", "yotsuya")
    scene.store(0, "clothing", "shimbashi").store(1, "books", "iidabashi")
    scene.track(0, ("ueno", "akihabara"), ("akihabara", "tokyo"), ("tokyo", "yotsuya"))
    scene.track(1, ("ueno", "iidabashi"), ("iidabashi", "tokyo"), ("tokyo", "shimbashi"))
    scene.track(1, ("akihabara", "iidabashi"), ("roppongi", "yotsuya"), ("shimbashi", "roppongi"))
    expected = scene.state.view(0)["wards"]["taito"]  # type: ignore[index]
    best = prospects(scene).best_move("taito", expected)
    scene.do("move", "ward taito")
    assert best == _best_by_play(scene.state, 0)


def _best_by_play(state: Any, before: int) -> int:
    if state.phase_name not in ("move_start", "move_give", "move_on"):
        return int(state.scores[0]) - before
    found = []
    for move in state.legal(0):
        after = state.copy()
        after.apply(0, move)
        found.append(_best_by_play(after, before))
    return max(found)


def test_a_customer_who_can_be_given_says_what_it_is_worth() -> None:
    scene = Scene().hand(0, "taito").earned(0, "food").customers("taito", "food", "clothing")
    scene.store(0, "department", "ueno")
    scene.do("move", "ward taito")
    buttons = board(scene)["step"]["buttons"]
    assert [(one["move"], one["line"]) for one in buttons] == [
        ("give food", "+1 point"),
        ("give clothing", "+2 points"),
    ]
