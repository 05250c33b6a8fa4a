"""The board on the site: every legal move is a button, and everything has its place."""

import re
import subprocess
import sys
from itertools import pairwise
from math import hypot
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.template.loader import render_to_string

import ichiba
from ichiba.core.words import Words
from ichiba.games.shinjuku.board.web import charts, present
from ichiba.games.shinjuku.city import CITY
from ichiba.site.pages.table import position_context
from sampling import first_is_enough
from shinjuku.scene import GAME, Scene

NAMES = ["Aki", "Ben", "Chie", "Dai"]
ROOT = Path(__file__).parents[2]
DRAWING = ROOT / "src/ichiba/games/shinjuku/board/static"
STORE, CUSTOMER, MARK = 21, 15, 12.9  # radius, in map units


def play(players: int, seed: int, **options: object):  # type: ignore[no-untyped-def]
    """A random game: yields the position before each decision, and the final one."""
    match = ichiba.Match.new(GAME, players=players, seed=seed, names=NAMES[:players], **options)
    rng = Random(seed)
    while match.state.actors:
        yield match
        seat = match.state.actors[0]
        match.play(seat, rng.choice(match.state.legal(seat)))
    yield match


def rendered(match: ichiba.Match, seat: int | None) -> str:
    """The HTML of the tray's part and the board, as on a page."""
    context = position_context(match, seat, Words(match.record.names))
    parts = ("tray", "board")
    return "".join(render_to_string(f"shinjuku/board/{part}.html", context) for part in parts)


def board(scene: Scene, seat: int | None = 0) -> Any:
    return present(scene.state.view(seat), Words(NAMES))


def by_id(things: list[Any], name: str) -> Any:
    return next(thing for thing in things if thing["id"] == name)


@pytest.mark.parametrize("players", first_is_enough([2, 3, 4]))
def test_every_decision_can_be_clicked_and_is_said_in_words(players: int) -> None:
    for match in play(players, seed=players):
        for seat in match.state.actors:
            html = rendered(match, seat)
            offered = re.findall(r'name="move" value="([^"]*)"', html)
            legal = [GAME.notation(action) for action in match.state.legal(seat)]
            assert set(offered) == set(legal)
            assert len(re.findall(r'id="([^"]*)"', html)) == len(
                set(re.findall(r'id="([^"]*)"', html))
            )
            assert "shinjuku." not in html.replace("shinjuku.svg", ""), "a sentence is missing"


def test_a_spectator_and_the_end_are_shown_with_nothing_to_click() -> None:
    match = [*play(2, seed=5)][-1]
    for seat in (None, 0, 1):
        html = rendered(match, seat)
        assert 'name="move"' not in html
        assert ">hidden<" not in html, "everything is open at the end"


@pytest.mark.parametrize("players", first_is_enough([2, 3, 4]))
def test_what_is_not_on_the_map_is_in_the_tray(players: int) -> None:
    on_map = ("at ", "track ", "ward ")
    for match in play(players, seed=players + 10):
        for seat in match.state.actors:
            context = position_context(match, seat, Words(match.record.names))
            html = render_to_string("shinjuku/board/tray.html", context)
            offered = set(re.findall(r'name="move" value="([^"]*)"', html))
            legal = {GAME.notation(action) for action in match.state.legal(seat)}
            assert offered == {move for move in legal if not move.startswith(on_map)}


def test_the_page_is_told_what_a_decision_is_about() -> None:
    scene = Scene().hand(0, "taito", "taito").customers("taito", "food", "books")
    scene.store(1, "food", "akihabara").track(1, ("ueno", "akihabara"))
    scene.do("move")
    assert board(scene)["map"]["focus"] == "map"
    scene.do("ward taito")
    assert board(scene)["map"]["focus"] == "group", (
        "Taito has only one station, so the group starts there"
    )
    scene = Scene().hand(0, "taito")
    assert board(scene)["map"]["focus"] == ""
    scene.do("open", "at ueno")
    assert board(scene)["map"]["focus"] == "place-ueno"
    scene = Scene().hand(0, "taito")
    scene.do("expand", "track akihabara~ueno")
    assert board(scene)["map"]["focus"] == "track-akihabara-ueno"


@pytest.mark.parametrize("players", first_is_enough([2, 4]))
def test_one_thing_at_most_is_what_a_decision_is_about(players: int) -> None:
    for match in play(players, seed=players + 20):
        for seat in match.state.actors:
            html = rendered(match, seat)
            focus: Any = present(match.state.view(seat), Words(NAMES))["map"]
            assert html.count("data-focus") == bool(focus["focus"])


def test_travelling_customers_do_not_cover_the_name_of_their_station() -> None:
    scene = Scene().hand(0, "bunkyo").customers("bunkyo", "food")
    scene.track(0, ("todai-mae", "iidabashi"), ("iidabashi", "tokyo"))
    scene.do("move", "ward bunkyo")
    group = board(scene)["map"]["group"]
    assert group["station"] == "todai-mae"
    assert group["below"], "the name is above"
    scene.do("at iidabashi")
    assert not board(scene)["map"]["group"]["below"]


def test_customers_set_out_from_their_ward_as_the_same_pieces() -> None:
    scene = Scene().hand(0, "taito").customers("taito", "food", "books")
    before = by_id(board(scene)["map"]["wards"], "taito")["customers"]
    scene.track(0, ("ueno", "akihabara"), ("akihabara", "tokyo"))
    scene.do("move", "ward taito")
    group = board(scene)["map"]["group"]["customers"]
    assert [token["piece"] for token in group] == [token["piece"] for token in before]
    scene.do("at akihabara")
    group = board(scene)["map"]["group"]["customers"]
    assert {token["piece"] for token in group} == {""}, "from now on the group is one piece"


def test_hidden_customers_and_hands_stay_hidden() -> None:
    scene = Scene(players=2).hand(1, "ota", "kita").earned(1, "food", "books2")
    shown = board(scene)
    ben = shown["companies"][1]
    assert ben["hidden"]
    assert ben["customers"] == []
    assert ben["score"] is None
    assert ben["cards"] == 2
    assert shown["hand"] == []
    own = board(scene, seat=1)
    assert [card["name"] for card in own["hand"]] == ["Ota", "Kita"]
    assert [token["kind"] for token in own["companies"][0]["customers"]] == ["food", "books2"]


def test_a_wild_card_says_why() -> None:
    scene = Scene().hand(0, "minato", "minato", "ota").store(0, "food", "shimbashi")
    minato, ota = board(scene)["hand"]
    assert minato["count"] == 2
    assert minato["wild"] == "wild: your store in Shimbashi"
    assert not ota["wild"]


def test_each_customer_stands_in_the_ward_as_a_token_of_its_own() -> None:
    scene = Scene().customers("chuo", "food", "food", "clothing2")
    chuo = by_id(board(scene)["map"]["wards"], "chuo")
    assert [(c["good"], c["count"], c["double"]) for c in chuo["customers"]] == [
        ("food", 1, False),
        ("food", 1, False),
        ("clothing", 1, True),
    ]
    assert [c["css"] for c in chuo["customers"]] == [f"stand-chuo-{n}" for n in (1, 2, 3)]
    assert len({c["piece"] for c in chuo["customers"]}) == 3
    assert chuo["label"] == "Chuo 中央区: two food customers and a clothing customer (2×)"


def test_a_crowd_of_customers_stands_in_piles_by_kind() -> None:
    scene = Scene().customers("chuo", *["food"] * 5, "clothing", "clothing2")
    chuo = by_id(board(scene)["map"]["wards"], "chuo")
    assert [(c["kind"], c["count"]) for c in chuo["customers"]] == [
        ("food", 5),
        ("clothing", 1),
        ("clothing2", 1),
    ]


def test_a_station_says_its_ward_its_store_and_its_sakura() -> None:
    scene = Scene().store(1, "books", "shibuya").store(0, "department", "ueno")
    stations = board(scene)["map"]["stations"]
    assert by_id(stations, "shibuya")["label"] == (
        "Shibuya 渋谷, Shibuya · Ben: bookstore · sakura: a department store can be built here"
    )
    assert by_id(stations, "ueno")["label"] == "Ueno 上野, Taito · Aki: department store"
    assert by_id(stations, "meguro")["label"].startswith("Meguro 目黒, Shinagawa")


def test_the_way_of_a_move_is_drawn_and_told() -> None:
    scene = Scene().hand(0, "taito").customers("taito", "food", "books")
    scene.store(1, "food", "akihabara").track(1, ("ueno", "akihabara"))
    scene.track(0, ("akihabara", "tokyo"), ("tokyo", "shimbashi"))
    scene.do("move", "ward taito", "at akihabara", "at tokyo")
    shown = board(scene)
    assert shown["map"]["way"] == ["link-akihabara-ueno", "link-tokyo-akihabara"]
    assert shown["map"]["group"]["station"] == "tokyo"
    assert shown["move"]["path"] == ["Ueno", "Akihabara", "Tokyo"]
    assert [(gift["name"], gift["token"]["kind"]) for gift in shown["move"]["given"]] == [
        ("Ben", "food")
    ]
    assert [fare["name"] for fare in shown["move"]["fares"]] == ["Ben"]


def test_a_card_in_the_queue_is_the_same_piece_a_turn_later() -> None:
    pieces: list[dict[str, str]] = []
    turn = 0
    for match in play(2, seed=9):
        view: Any = match.state.view(None)
        if view["turn"] > turn:
            turn = view["turn"]
            slots: Any = present(view, Words(NAMES))["queue"]
            pieces.append({s["piece"]: s["card"]["ward"] for s in slots if s["card"]})
    for before, after in pairwise(pieces):
        both = before.keys() & after.keys()
        assert len(both) == 3
        assert all(before[piece] == after[piece] for piece in both)


def test_charts_follow_the_scores_turn_by_turn() -> None:
    match = [*play(3, seed=2)][-1]
    score, customers = charts(match, Words(match.record.names))
    assert [series.values[-1] for series in score.series] == [*match.state.scores]
    assert [series.values[0] for series in customers.series] == [0, 0, 0]
    view: Any = match.state.view(None)
    assert [series.values[-1] for series in customers.series] == [
        len(company["customers"]) for company in view["companies"]
    ]
    assert len(score.series[0].values) == view["turn"] + 1


# --- The drawing and its positions


def places() -> dict[str, tuple[float, float]]:
    """By class: its position in map units."""
    width, height = CITY.map.sheet
    rule = re.compile(r"\.tokyo \.([\w-]+) \{ left: ([\d.]+)%; top: ([\d.]+)%;")
    found = rule.findall((DRAWING / "tokyo.css").read_text(encoding="utf-8"))
    return {name: (float(x) / 100 * width, float(y) / 100 * height) for name, x, y in found}


@pytest.mark.long
def test_the_drawing_is_in_step_with_the_data() -> None:
    script = [sys.executable, str(ROOT / "scripts" / "draw_city"), "--check", "tokyo"]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_everything_has_its_place_and_its_line() -> None:
    stand = {f"stand-{ward}-{number}" for ward in CITY.ward_names for number in range(1, 7)}
    wanted = stand | {f"at-{station}" for station in CITY.station_names}
    wanted |= {f"on-{link.replace('~', '-')}" for link in CITY.link_names}
    wanted |= {f"in-{ward}" for ward in CITY.ward_names}
    assert places().keys() == wanted
    drawing = (DRAWING / "tokyo.svg").read_text(encoding="utf-8")
    for link in (*CITY.link_names, "shinjuku~yoyogi"):
        assert f'id="link-{link.replace("~", "-")}"' in drawing
    for ward in CITY.ward_names:
        assert f'id="ward-{ward}"' in drawing
        assert f'id="shape-{ward}"' in drawing


# By the name of a set of names in the drawing: its largest font size.
LETTERING = {"": 16.5, "-l": 18.5, "-m": 22.0, "-s": 23.5}


def ems(name: str) -> float:
    """The width of a name in bold letters, relative to their height."""
    special = {"ijl ": 0.3, "ftr": 0.38, "M": 0.84, "mw": 0.9, "ABCDEGHKNOQRSTUY": 0.73}
    wide = {letter: width for letters, width in special.items() for letter in letters}
    return sum(wide.get(letter, 0.6 if letter.isascii() else 1) for letter in name)


def name_boxes(suffix: str = "") -> dict[str, tuple[float, float, float, float]]:
    """By name of a station, or by line of it, in both languages: the largest area of it."""
    drawing = (DRAWING / "tokyo.svg").read_text(encoding="utf-8")
    size, boxes = LETTERING[suffix], {}
    high = 0.8 if suffix == "" else 0.74
    for group in (f"names{suffix}", f"names{suffix}-ja"):
        [texts] = re.findall(rf'<g id="{group}" .*?</g>', drawing)
        for x, y, anchor, name in re.findall(
            r'<text x="([\d.]+)" y="([\d.]+)" text-anchor="(\w+)">([^<]+)', texts
        ):
            width = size * (len(name) * 0.6 if suffix == "" and name.isascii() else ems(name))
            left = float(x) - {"start": 0, "middle": width / 2, "end": width}[anchor]
            key = name if name not in boxes else f"{name} at {x}, {y}"
            boxes[key] = (left, float(y) - size * high, left + width, float(y) + size * 0.2)
    return boxes


@pytest.mark.parametrize("suffix", LETTERING)
def test_no_mark_of_a_link_lies_on_a_name(suffix: str) -> None:
    boxes = name_boxes(suffix)
    assert len(boxes) >= 2 * len(CITY.station_names)
    for link, (x, y) in places().items():
        if not link.startswith("on-"):
            continue
        for name, (left, top, right, bottom) in boxes.items():
            away = hypot(max(left - x, 0, x - right), max(top - y, 0, y - bottom))
            # On the narrowest maps, a mark may come close, but not onto a name.
            assert away >= (10.5 if suffix == "-s" else MARK), f"{link} covers {name}"


@pytest.mark.parametrize("suffix", LETTERING)
def test_every_name_is_on_the_map_and_none_covers_another(suffix: str) -> None:
    width, height = CITY.map.sheet
    english = {name: box for name, box in name_boxes(suffix).items() if name.isascii()}
    told = " ".join(english)
    assert all(word in told for one in CITY.map.stations for word in one.name.split())
    for name, (left, top, right, bottom) in english.items():
        assert 0 <= left < right <= width, name
        assert 0 <= top < bottom <= height, name
        for other, (a, b, c, d) in english.items():
            # Lines of the same name touch.
            apart = right <= a or c <= left or bottom - 6 <= b or d - 6 <= top
            assert name == other or apart, f"{name} covers {other}"


def test_no_button_of_a_ward_lies_on_the_name_of_a_station() -> None:
    boxes, found = name_boxes(), places()
    for ward in CITY.map.wards:
        x, y = found[f"in-{ward.id}"]
        half = len(ward.name) * 4.8 + 8
        for name, (left, top, right, bottom) in boxes.items():
            apart = x + half <= left or right <= x - half or y + 12 <= top or bottom <= y - 12
            assert apart, f"{ward.name} covers {name}"


def test_no_customer_stands_on_a_station_or_on_another() -> None:
    found = places()
    stations = {name: at for name, at in found.items() if name.startswith("at-")}
    stands = {name: at for name, at in found.items() if name.startswith("stand-")}
    for name, (x, y) in stands.items():
        for station, (sx, sy) in stations.items():
            assert hypot(x - sx, y - sy) >= STORE + CUSTOMER, f"{name} covers {station}"
        near = [o for o, (ox, oy) in stands.items() if hypot(x - ox, y - oy) < 2 * CUSTOMER]
        assert near == [name]
