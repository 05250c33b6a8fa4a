"""Shinjuku on the site, in a real Chromium: play on the map, zoom, tooltips and sounds."""

import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from browser_tools import (
    CHANGED,
    FRAME,
    IDLE,
    PHONE,
    TOKEN,
    finished,
    press,
    serious,
    sideways,
    submit,
)
from ichiba.games.shinjuku.city import CITY

GOLDEN = Path(__file__).parent.parent / "shinjuku" / "games"
DESK = {"viewport": {"width": 1440, "height": 900}}
ZOOM = "Number(getComputedStyle(document.documentElement).getPropertyValue('--map-zoom') || 1)"
WINDOW = "document.querySelector('#map-window')"
PLACE = f"[{WINDOW}.scrollLeft, {WINDOW}.scrollTop]"
PHASE = "document.querySelector('#board-area .shinjuku').className.match(/phase-(\\w+)/)[1]"


def start(page: Page) -> None:
    """Start a game against bots and wait for one's first turn."""
    page.goto("/")
    card = page.locator(".title-card", has_text="Shinjuku")
    submit(page, card.get_by_role("button", name="Play against bots"))
    expect(page.locator("#map-window")).to_be_visible()
    wait_for_turn(page)


def wait_for_turn(page: Page) -> None:
    page.wait_for_function(IDLE, arg=".can")


def play(page: Page, button: Locator) -> None:
    """Click a move, confirm it if asked, and wait until it is accepted."""
    before = page.evaluate(TOKEN)
    button.click()
    if page.locator("#ask").is_visible():
        page.locator("#ask-yes").click()
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
    raise AssertionError(f"{name} never became possible")


@pytest.mark.journey
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
        # Usually choose a move that does something rather than one that ends the turn.
        possible = page.locator(".shinjuku .can:not(#end-turn, #action-income)")
        if rng.random() < 0.2 or not possible.count():
            possible = page.locator(".shinjuku .can")
        possible.nth(rng.randrange(possible.count())).click()
        page.wait_for_function(CHANGED, arg=before)
    expect(page.locator("#end h2")).to_have_text(re.compile("You won|You came|You share"))
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
    page.get_by_role("button", name="Show the whole map").click()
    assert page.evaluate(ZOOM) == 1


def test_the_wheel_moves_a_zoomed_map_and_with_ctrl_it_zooms(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK)
    start(page)
    box = page.locator("#map-window").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 200)
    page.mouse.wheel(0, 300)
    page.evaluate(FRAME)
    assert (page.evaluate(ZOOM), page.evaluate("scrollY")) == (1, 0), "the table stands still"
    page.keyboard.down("Control")
    page.mouse.wheel(0, -300)
    page.keyboard.up("Control")
    page.wait_for_function(f"() => {ZOOM} > 1.3")
    place = page.evaluate(PLACE)
    page.mouse.wheel(0, 60)
    page.wait_for_function(f"place => JSON.stringify({PLACE}) !== JSON.stringify(place)", arg=place)
    assert page.evaluate("scrollY") == 0
    page.mouse.down()
    before = page.evaluate(PLACE)
    page.mouse.move(box["x"] + box["width"] / 2 - 80, box["y"] + 150, steps=4)
    page.mouse.up()
    assert page.evaluate(PLACE) != before, "the mouse drags the map"
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
        play(page, page.locator(".shinjuku-tray .can").first)
    page.locator("#map-sheet .place:has(.store.p0:not(.planned))").first.hover()
    expect(page.locator(".shinjuku-tip")).to_contain_text(re.compile(r": \w+ store"))


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


@pytest.mark.journey
def test_a_phone_taps_near_a_target_and_pinches(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**PHONE)
    start(page)
    assert sideways(page) <= 0
    until_action(page, "expand")
    assert sideways(page) <= 0
    target = page.locator(".lay[value='track daiba~shin-kiba']")  # in the bay, with nothing nearby
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    before = page.evaluate(TOKEN)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(x + 12, y + 14)
    expect(target).to_have_attribute("data-chosen", "")
    expect(page.locator("#ask-what")).to_have_text("Lay track Daiba – Shin Kiba?")
    assert page.evaluate(TOKEN) == before, "the first tap only selects"
    page.touchscreen.tap(x - 10, y + 10)
    page.wait_for_function(CHANGED, arg=before)
    wait_for_turn(page)
    expect(page.locator("#rail-link-daiba-shin-kiba")).to_have_count(1)
    pinch(page.context.new_cdp_session(page), x, y - 60)
    page.wait_for_function(f"() => {ZOOM} > 1.5")
    assert sideways(page) <= 0


# --- What a decision needs is in the window

SIZES = [
    (1920, 1080), (1440, 900), (1366, 768), (1024, 768), (768, 1024), (390, 844), (360, 640),
]  # fmt: skip
# Elements that are not completely inside the part of the window that the tray leaves free.
OUT = """selector => {
    const tray = document.querySelector('#tray').getBoundingClientRect();
    const sheet = innerWidth <= 900;
    const [top, bottom] = sheet ? [0, tray.top] : [tray.bottom, innerHeight];
    const out = [];
    for (const one of document.querySelectorAll(selector)) {
        const box = one.getBoundingClientRect();
        const [from, to] = one.closest('#tray') ? [0, innerHeight] : [top, bottom];
        const isIn = box.width && box.top >= from - 1 && box.bottom <= to + 1
            && box.left >= -1 && box.right <= innerWidth + 1;
        if (!isIn) out.push(`${one.id} ${Math.round(box.top)} to ${Math.round(box.bottom)}`);
    }
    return out;
}"""
# Text that is wider than its box, or cut off.
CUT = """() => {
    const cut = [];
    const boxes = '.action, .choice-button, .card, .slot, .stock, .company, .map-tools, #tray';
    for (const box of document.querySelectorAll(boxes)) {
        if (!box.checkVisibility()) continue;
        const edge = box.getBoundingClientRect();
        const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        while (texts.nextNode()) {
            const parent = texts.currentNode.parentElement;
            if (!texts.currentNode.data.trim()) continue;
            if (parent.closest('.visually-hidden, .many, .tray-undo, #now, .tray-list')) continue;
            const style = getComputedStyle(parent);
            if (style.clipPath !== 'none') continue; // for screen readers
            // The headline may be long; the prompt and all else may not.
            const isShort = parent.scrollWidth > parent.clientWidth && parent.id !== 'last';
            if (style.textOverflow === 'ellipsis' && isShort) cut.push(`… ${parent.textContent}`);
            range.selectNodeContents(texts.currentNode);
            for (const part of range.getClientRects()) {
                const isOut = part.left < edge.left - 1 || part.right > edge.right + 1;
                if (part.width && isOut && parent.id !== 'last') {
                    cut.push(`${box.className}: ${texts.currentNode.data}`);
                }
            }
        }
    }
    return cut;
}"""
SMALL = """selector => [...document.querySelectorAll(selector)].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width < 44 || box.height < 44;
}).map((one) => one.id)"""


def sized(people, width: int, height: int, **settings: object) -> Page:  # type: ignore[no-untyped-def]
    touch = width <= 900
    page: Page = people(
        viewport={"width": width, "height": height}, has_touch=touch, is_mobile=touch, **settings
    )
    start(page)
    return page


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_actions_and_map_are_in_the_window_together(  # type: ignore[no-untyped-def]
    people, width: int, height: int
) -> None:
    page = sized(people, width, height)
    ways = ".shinjuku-tray :is(button.action, .choice-button, .card)"
    if page.evaluate(PHASE) == "action":
        expect(page.locator("#tray .action")).to_have_count(6)
        # On a phone, what the others did may stand above the map until one acts.
        assert page.evaluate(OUT, ways) == []
    for action in ("expand", "open"):
        until_action(page, action)
        assert page.evaluate(OUT, f"{ways}, #map-window, #map-sheet button.can") == []
        check_sizes(page)
        play(page, page.locator("#map-sheet button.can").first)
        assert page.evaluate(OUT, ways) == []
        check_sizes(page)


def check_sizes(page: Page) -> None:
    """No text is cut off, no target is too small, and nothing scrolls sideways."""
    assert page.evaluate(CUT) == []
    assert page.evaluate(SMALL, "#tray button.can:not(.tray-way)") == []
    assert sideways(page) <= 0


def test_the_map_leaves_room_at_1024(people) -> None:  # type: ignore[no-untyped-def]
    page = sized(people, 1024, 768)
    height = page.locator("#map-window").evaluate("pane => pane.clientHeight")
    assert 0.45 * 768 < height <= 0.6 * 768
    until_action(page, "expand")
    assert page.evaluate(OUT, ".hand .card") == [], "the cards are beside the map"


MARKS_ON_NAMES = """async () => {
    // The drawing is a separate file, so measure its names in a copy inserted into the page.
    const drawing = document.querySelector('.terrain use').getAttribute('href').split('#')[0];
    const source = await (await fetch(drawing)).text();
    const copy = new DOMParser().parseFromString(source, 'image/svg+xml');
    const language = document.documentElement.classList.contains('japanese') ? 'ja' : 'en';
    const lettering = document.querySelector('.lettering');
    const shown = [...lettering.querySelectorAll(`.size use.${language}`)]
        .filter((one) => getComputedStyle(one.parentElement).display !== 'none');
    if (shown.length !== 1) return ['', ['several sets of names, or none']];
    const set = copy.getElementById(shown[0].getAttribute('href').split('#')[1]);
    const names = document.importNode(set, true);
    lettering.append(names);
    if (language === 'ja') names.classList.add('ja');
    const boxes = [...names.querySelectorAll('text')].map((text) => {
        const box = text.getBoundingClientRect();
        // Only the letters, without the space above and below them.
        const air = box.height * 0.2;
        return [text.textContent, box.left, box.top + air, box.right, box.bottom - air];
    });
    names.remove();
    const covered = [];
    for (const lay of document.querySelectorAll('#map-sheet .lay.can')) {
        const box = lay.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        const radius = parseFloat(getComputedStyle(lay, '::before').width) / 2;
        for (const [name, left, top, right, bottom] of boxes) {
            const [dx, dy] = [Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)];
            if (Math.hypot(dx, dy) < radius) covered.push(`${lay.id} covers ${name}`);
        }
    }
    return [boxes.map(([name]) => name).join(' '), covered];
}"""


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1024, 768), (390, 844)])
def test_no_mark_covers_a_name_at_any_size(  # type: ignore[no-untyped-def]
    people, width: int, height: int
) -> None:
    page = sized(people, width, height)
    until_action(page, "expand")
    assert page.locator("#map-sheet .lay.can").count() > 40
    check_names(page, [word for one in CITY.map.stations for word in one.name.split()])
    page.get_by_role("button", name="Names in Japanese").click()
    check_names(page, [one.name_ja for one in CITY.map.stations])
    page.get_by_role("button", name="Zoom in").click()
    check_names(page, [one.name_ja for one in CITY.map.stations])


def check_names(page: Page, words: list[str]) -> None:
    """All names are on the map in one size, and no mark covers one of them."""
    names, covered = page.evaluate(MARKS_ON_NAMES)
    assert [word for word in words if word not in names] == []
    assert covered == []


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_a_ward_is_as_large_as_a_thumb(people, size: dict[str, object]) -> None:  # type: ignore[no-untyped-def]
    page = people(**size)
    start(page)
    until_action(page, "move")
    if page.evaluate(PHASE) != "move_ward":
        pytest.skip("only one ward has customers")
    assert page.locator("#map-sheet .ward-choice.can").count() > 0
    assert page.evaluate(SMALL, "#map-sheet .ward-choice.can") == []
    if size is DESK:
        return
    before = page.evaluate(TOKEN)
    target = page.locator("#map-sheet .ward-choice.can").first
    target.tap()
    expect(target).to_have_attribute("data-chosen", "")
    expect(page.locator("#ask")).to_be_visible()
    page.locator("#ask-yes").tap()
    page.wait_for_function(CHANGED, arg=before)


def test_a_tap_tells_what_a_piece_is_and_so_does_the_keyboard(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**PHONE)
    start(page)
    page.locator("#place-daiba").tap(force=True)
    expect(page.locator(".shinjuku-tip")).to_contain_text("Daiba")
    page.locator(".stack").first.tap()
    expect(page.locator(".shinjuku-tip")).to_contain_text("Department store")
    until_action(page, "expand")
    page.locator(".lay[value='track daiba~shin-kiba']").focus()
    expect(page.locator(".shinjuku-tip")).to_contain_text("Daiba – Shin Kiba")


def test_a_tip_stays_when_the_map_takes_the_focus(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK)
    start(page)
    page.locator("#prompt").click()  # the focus is elsewhere
    page.locator("#place-daiba").click()
    expect(page.locator("#map-window")).to_be_focused()
    expect(page.locator(".shinjuku-tip")).to_contain_text("Daiba")


def test_a_tap_beside_a_small_piece_means_that_piece(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**PHONE)
    start(page)
    box = page.locator("#place-daiba").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] + 6, box["y"] + box["height"] / 2)
    expect(page.locator(".shinjuku-tip")).to_contain_text("Daiba")


def test_arrows_go_from_piece_to_piece_and_tell_what_each_is(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK)
    start(page)
    page.locator("#map-window").focus()
    page.keyboard.press("Enter")
    at, tip = page.locator("#map-sheet .looked-at"), page.locator(".shinjuku-tip")
    seen = []
    for key in ("ArrowRight", "ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown"):
        expect(at).to_have_count(1)
        told = at.get_attribute("data-tip")
        assert told
        expect(tip).to_be_visible()
        expect(tip).to_have_text(told)
        expect(page.locator("body > [role=status]", has_text=told)).to_be_attached()
        seen.append((at.get_attribute("id"), at.bounding_box()))
        page.keyboard.press(key)
    assert len({name for name, _ in seen}) >= 4
    assert seen[0][1]["x"] < seen[1][1]["x"] < seen[2][1]["x"], "to the right"
    assert seen[3][1]["y"] < seen[2][1]["y"], "upwards"
    page.keyboard.press("Escape")
    expect(at).to_have_count(0)
    expect(tip).to_be_hidden()


@pytest.mark.parametrize("part", ["hand", "queue", "supplies"])
def test_pieces_beside_the_map_tell_what_they_are_by_keyboard(people, part: str) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK)
    start(page)
    page.locator(f"#{part}").focus()
    page.keyboard.press("Enter")
    tip, at = page.locator("#shinjuku-tip"), page.locator(f"#{part} .looked-at")
    seen = set()
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowRight"):
        expect(at).to_have_count(1)
        told = str(at.get_attribute("data-tip"))
        expect(tip).to_have_text(told)
        seen.add(told)
        page.keyboard.press(key)
    assert len(seen) >= 2
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()


def test_a_choice_that_is_not_possible_says_first_what_it_is(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK)
    start(page)
    page.locator("#action-upgrade.cannot").hover()
    tip = page.locator("#shinjuku-tip")
    expect(tip).to_contain_text(re.compile(r"^Upgrade: turn a store .*\.\s*You have no store"))


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768)])
def test_what_the_others_did_stands_beside_the_map(people, width: int, height: int) -> None:  # type: ignore[no-untyped-def]
    page = sized(people, width, height)
    place = page.locator("#map-window").bounding_box()
    for _ in range(20):
        if page.locator("#since:not([hidden]) .since-turn").count() >= 2:
            break
        ends = ("#action-income", "#end-turn", "#step-decline", "#step-stop")
        found = [end for end in ends if page.locator(f"{end}.can").count()]
        play(page, page.locator(found[0]) if found else page.locator("#tray .can").first)
    since = page.locator("#since").bounding_box()
    assert page.locator("#map-window").bounding_box() == place, "the map stays"
    assert since["x"] >= place["x"] + place["width"], "beside"
    page.locator("#since .since-turn").first.scroll_into_view_if_needed()
    pane = page.locator("#now").bounding_box()
    first = page.locator("#since .since-turn").first.bounding_box()
    assert pane["y"] <= first["y"]
    assert first["y"] + first["height"] <= pane["y"] + pane["height"] <= height
    assert page.evaluate("scrollY") == 0


def test_what_cannot_be_done_says_why_outside_the_tray(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK)
    start(page)
    page.locator("#action-upgrade").hover()
    expect(page.locator(".shinjuku-tip")).to_contain_text("You have no store to upgrade.")
    box = page.locator(".shinjuku-tip").bounding_box()
    assert box["x"] >= 0
    assert box["y"] >= 0


def test_a_replay_keeps_the_zoom_from_move_to_move(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK)
    page.goto("/replay/")
    page.get_by_label("Record file").set_input_files(GOLDEN / "three-with-undo.json")
    press(page, "Open")
    expect(page.locator("#map-window")).to_be_visible()
    page.get_by_role("button", name="Zoom in").click()
    zoom = page.evaluate(ZOOM)
    page.locator("#replay-at").fill("120")
    expect(page.locator("#replay-number")).to_have_text(re.compile("^120 /"))
    expect(page.locator("#map-sheet .rail").first).to_be_attached()
    assert page.evaluate(ZOOM) == zoom
    page.locator("#replay-at").press("End")
    expect(page.locator("#table")).to_contain_text(re.compile(r"wins? with \d+ points"))
    assert page.locator(".can").count() == 0


def pinch(session: CDPSession, x: float, y: float) -> None:
    """Move two fingers apart."""

    def fingers(apart: float) -> list[dict[str, float]]:
        return [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]

    for kind, apart in [("touchStart", 20)] + [("touchMove", 20 + n * 10) for n in range(1, 8)]:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers(apart)})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("scheme", [pytest.param("light", marks=pytest.mark.journey), "dark"])
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
