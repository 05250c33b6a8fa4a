"""The board on the site: what can be done can be clicked, and everything has its place."""

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
from ichiba.games.shinjuku.setups import CITY
from ichiba.site.seeing import position_context
from shinjuku.scene import GAME, Scene

NAMES = ["Aki", "Ben", "Chie", "Dai"]
ROOT = Path(__file__).parents[2]
DRAWING = ROOT / "src/ichiba/games/shinjuku/board/static"
STORE, CUSTOMER = 21, 15  # radius, in units of the sheet


def play(players: int, seed: int, **options: object):  # type: ignore[no-untyped-def]
    """A game by chance, as it is before each decision; the last time it is over."""
    match = ichiba.Match.new(GAME, players=players, seed=seed, names=NAMES[:players], **options)
    rng = Random(seed)
    while match.state.actors:
        yield match
        seat = match.state.actors[0]
        match.play(seat, rng.choice(match.state.legal(seat)))
    yield match


def board(scene: Scene, seat: int | None = 0) -> Any:
    return present(scene.state.view(seat), Words(NAMES))


def by_id(things: list[Any], name: str) -> Any:
    return next(thing for thing in things if thing["id"] == name)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_decision_can_be_clicked_and_is_said_in_words(players: int) -> None:
    for match in play(players, seed=players):
        words = Words(match.record.names)
        for seat in match.state.actors:
            html = render_to_string(
                "shinjuku/board/board.html", position_context(match, seat, words)
            )
            offered = re.findall(r'name="move" value="([^"]*)"', html)
            legal = [GAME.notation(action) for action in match.state.legal(seat)]
            assert set(offered) == set(legal)
            assert len(re.findall(r'id="([^"]*)"', html)) == len(
                set(re.findall(r'id="([^"]*)"', html))
            )
            assert "shinjuku." not in html.replace("shinjuku.svg", ""), "a sentence is missing"


def test_a_spectator_and_the_end_are_shown_with_nothing_to_click() -> None:
    match = [*play(2, seed=5)][-1]
    words = Words(match.record.names)
    for seat in (None, 0, 1):
        html = render_to_string("shinjuku/board/board.html", position_context(match, seat, words))
        assert 'name="move"' not in html
        assert ">hidden<" not in html, "everything is open at the end"


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


def test_customers_stand_in_their_ward_by_kind() -> None:
    scene = Scene().customers("chuo", "food", "food", "clothing2")
    chuo = by_id(board(scene)["map"]["wards"], "chuo")
    assert [(c["good"], c["count"], c["double"]) for c in chuo["customers"]] == [
        ("food", 2, False),
        ("clothing", 1, True),
    ]
    assert chuo["customers"][1]["css"] == "stand-chuo-2"
    assert chuo["tip"] == "Chuo 中央区: food ×2, clothing ②"


def test_a_station_says_its_ward_its_store_and_its_sakura() -> None:
    scene = Scene().store(1, "books", "shibuya").store(0, "department", "ueno")
    stations = board(scene)["map"]["stations"]
    assert by_id(stations, "shibuya")["tip"] == (
        "Shibuya 渋谷, Shibuya · Ben: books store · sakura: room for a department store"
    )
    assert by_id(stations, "ueno")["tip"] == "Ueno 上野, Taito · Aki: department store"
    assert by_id(stations, "meguro")["tip"].startswith("Meguro 目黒, Shinagawa")


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


# --- The drawing and its places


def places() -> dict[str, tuple[float, float]]:
    """By class: where it stands, in units of the sheet."""
    width, height = CITY.map.sheet
    rule = re.compile(r"\.tokyo \.([\w-]+) \{ left: ([\d.]+)%; top: ([\d.]+)%;")
    found = rule.findall((DRAWING / "tokyo.css").read_text(encoding="utf-8"))
    return {name: (float(x) / 100 * width, float(y) / 100 * height) for name, x, y in found}


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


def test_no_customer_stands_on_a_station_or_on_another() -> None:
    found = places()
    stations = {name: at for name, at in found.items() if name.startswith("at-")}
    stands = {name: at for name, at in found.items() if name.startswith("stand-")}
    for name, (x, y) in stands.items():
        for station, (sx, sy) in stations.items():
            assert hypot(x - sx, y - sy) >= STORE + CUSTOMER, f"{name} covers {station}"
        near = [o for o, (ox, oy) in stands.items() if hypot(x - ox, y - oy) < 2 * CUSTOMER]
        assert near == [name]
