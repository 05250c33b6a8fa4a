"""Shinjuku on the site, in a real Chromium: the map is played, zoomed, hovered and heard."""

import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from browser_tools import CHANGED, IDLE, PHONE, TOKEN, finished, serious, sideways

GOLDEN = Path(__file__).parent.parent / "shinjuku" / "games"
DESK = {"viewport": {"width": 1440, "height": 900}}
ZOOM = "Number(getComputedStyle(document.documentElement).getPropertyValue('--map-zoom') || 1)"
WINDOW = "document.querySelector('#map-window')"
PLACE = f"[{WINDOW}.scrollLeft, {WINDOW}.scrollTop]"
PHASE = "document.querySelector('.shinjuku').className.match(/phase-(\\w+)/)[1]"


def start(page: Page) -> None:
    """A table against bots, up to one's own first turn."""
    page.goto("/")
    card = page.locator(".title-card", has_text="Shinjuku")
    card.get_by_role("button", name="Play against bots").click()
    expect(page.locator("#map-window")).to_be_visible()
    page.wait_for_load_state()  # the map's script too: without it the map can't be zoomed
    wait_for_turn(page)


def wait_for_turn(page: Page) -> None:
    page.wait_for_function(IDLE, arg=".can")


def play(page: Page, button: Locator) -> None:
    """Choose something and wait until it is taken."""
    before = page.evaluate(TOKEN)
    button.click()
    page.wait_for_function(CHANGED, arg=before)
    wait_for_turn(page)


def until_action(page: Page, name: str) -> None:
    """End turns until an action is possible, and choose it."""
    for _ in range(20):
        wait_for_turn(page)
        if page.locator(f"#action-{name}.can").count():
            play(page, page.locator(f"#action-{name}"))
            return
        for other in ("#step-decline", "#step-stop", "#action-income", "#end-turn"):
            if page.locator(f"{other}.can").count():
                play(page, page.locator(other))
                break
    raise AssertionError(f"{name} never becomes possible")


def test_a_whole_game_against_two_bots(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK)
    start(page)
    rng = Random(3)
    seen = set()
    for _ in range(600):
        page.wait_for_function(IDLE, arg=".can")
        if finished(page):
            break
        seen.add(page.evaluate(PHASE))
        before = page.evaluate(TOKEN)
        # What does something rather than what ends the turn, most of the time.
        possible = page.locator(".can:not(#end-turn, #action-income)")
        if rng.random() < 0.2 or not possible.count():
            possible = page.locator(".can")
        possible.nth(rng.randrange(possible.count())).click()
        page.wait_for_function(CHANGED, arg=before)
    expect(page.locator("#end h2")).to_have_text(re.compile("win|share"))
    expect(page.locator(".scores tfoot td")).to_have_count(3)
    expect(page.locator(".chart svg")).to_have_count(2)
    assert {"action", "expand_first"} <= seen
    assert len(seen) >= 6


def test_zoom_and_place_stay_after_a_move(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK)
    start(page)
    for _ in range(2):
        page.get_by_role("button", name="Zoom in").click()
    page.locator("#map-window").evaluate("pane => pane.scrollBy(60, 40)")
    zoom, place = page.evaluate(ZOOM), page.evaluate(PLACE)
    assert zoom > 1.5
    until_action(page, "expand")
    assert page.evaluate(ZOOM) == zoom
    assert page.evaluate(PLACE) == place
    play(page, page.locator("#map-sheet .lay.can").first)
    assert page.evaluate(ZOOM) == zoom
    page.get_by_role("button", name="The whole map").click()
    assert page.evaluate(ZOOM) == 1


def test_the_wheel_scrolls_and_with_ctrl_it_zooms(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK)
    start(page)
    box = page.locator("#map-window").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 200)
    page.mouse.wheel(0, 300)
    page.wait_for_function("() => scrollY > 0")
    assert page.evaluate(ZOOM) == 1
    page.keyboard.down("Control")
    page.mouse.wheel(0, -300)
    page.keyboard.up("Control")
    page.wait_for_function(f"() => {ZOOM} > 1.3")
    page.mouse.down()
    before = page.evaluate(PLACE)
    page.mouse.move(box["x"] + box["width"] / 2 - 80, box["y"] + 150, steps=4)
    page.mouse.up()
    assert page.evaluate(PLACE) != before, "the mouse drags it"
    page.locator("#map-window").focus()
    page.keyboard.press("0")
    assert page.evaluate(ZOOM) == 1


def test_a_card_lights_its_ward_and_a_store_says_whose_it_is(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK)
    start(page)
    slot = page.locator(".slot").first
    ward = page.locator(f"#ward-{slot.get_attribute('data-ward')}")
    fill = "ward => getComputedStyle(ward).fill"
    before = ward.evaluate(fill)
    slot.hover()
    assert ward.evaluate(fill) != before
    until_action(page, "open")
    play(page, page.locator("#map-sheet .spot.can").first)
    while page.locator("#map-sheet .store.p0:not(.planned)").count() == 0:
        play(page, page.locator(".desk .can").first)
    page.locator("#map-sheet .place:has(.store.p0:not(.planned))").first.hover()
    expect(page.locator(".map-tip")).to_contain_text(re.compile(r": \w+ store"))


def test_a_click_on_a_line_or_in_a_ward_is_enough(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK)
    start(page)
    until_action(page, "expand")
    before = page.evaluate(TOKEN)
    box = page.locator("#hit-link-daiba-shin-kiba").bounding_box()
    # A third of the way along the line, which rises to the right.
    page.mouse.click(box["x"] + box["width"] / 3, box["y"] + box["height"] * 2 / 3)
    page.wait_for_function(CHANGED, arg=before)
    expect(page.locator("#rail-link-daiba-shin-kiba")).to_have_count(1)
    until_action(page, "move")
    if page.evaluate(PHASE) == "move_ward":
        before = page.evaluate(TOKEN)
        page.locator("#map-sheet .customer[data-for]").first.hover()
        chosen = page.locator("#map-sheet .ward-choice.can").first.get_attribute("value")
        ward = str(chosen).removeprefix("ward ")
        page.locator(f"#stand-{ward}-1").click()
        page.wait_for_function(CHANGED, arg=before)


def test_names_in_japanese_are_remembered(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK)
    start(page)
    names = page.locator(".slot-text .names.ja").first
    expect(names).to_be_hidden()
    page.get_by_role("button", name="Names in Japanese").click()
    expect(names).to_be_visible()
    page.reload()
    expect(names).to_be_visible()
    expect(page.locator("#map-names")).to_have_attribute("aria-pressed", "true")


def test_a_phone_taps_near_a_target_and_pinches(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**PHONE)
    start(page)
    assert sideways(page) <= 0
    until_action(page, "expand")
    assert sideways(page) <= 0
    target = page.locator("#lay-daiba-shin-kiba")  # alone in the bay
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    before = page.evaluate(TOKEN)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(x + 12, y + 14)
    page.wait_for_function(CHANGED, arg=before)
    wait_for_turn(page)
    expect(page.locator("#rail-link-daiba-shin-kiba")).to_have_count(1)
    pinch(page.context.new_cdp_session(page), x, y - 60)
    page.wait_for_function(f"() => {ZOOM} > 1.5")
    assert sideways(page) <= 0


def test_a_replay_keeps_the_zoom_from_move_to_move(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK)
    page.goto("/replay/")
    page.get_by_label("Record file").set_input_files(GOLDEN / "three-with-undo.json")
    page.get_by_role("button", name="Show it").click()
    expect(page.locator("#map-window")).to_be_visible()
    page.wait_for_load_state()
    page.get_by_role("button", name="Zoom in").click()
    zoom = page.evaluate(ZOOM)
    page.locator("#replay-at").fill("120")
    expect(page.locator("#replay-number")).to_have_text(re.compile("^120 /"))
    expect(page.locator("#map-sheet .rail").first).to_be_attached()
    assert page.evaluate(ZOOM) == zoom
    page.locator("#replay-at").press("End")
    expect(page.locator("#moment")).to_contain_text("The game is over.")
    assert page.locator(".can").count() == 0


def pinch(session: CDPSession, x: float, y: float) -> None:
    """Two fingers move apart."""

    def fingers(apart: float) -> list[dict[str, float]]:
        return [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]

    for kind, apart in [("touchStart", 20)] + [("touchMove", 20 + n * 10) for n in range(1, 8)]:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers(apart)})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_the_map(people, scheme: str) -> None:  # type: ignore[no-untyped-def]
    page = people(color_scheme=scheme, **DESK)
    start(page)
    assert serious(page) == []
    until_action(page, "expand")
    assert serious(page) == []
    play(page, page.locator("#map-sheet .lay.can").first)
    until_action(page, "open")
    assert serious(page) == []
    play(page, page.locator("#map-sheet .spot.can").first)
    assert serious(page) == []
