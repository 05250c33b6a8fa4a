"""Guided first games and Tsukiji's board in a real browser: explanations, and what is in sight."""

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as TooLate

from browser_tools import (
    CHANGED,
    IDLE,
    PHONE,
    RESTS,
    TOKEN,
    TRIES,
    TRY,
    finished,
    serious,
    sideways,
    submit,
)

DESK = {"viewport": {"width": 1024, "height": 768}}
SIZES = [(1920, 1080), (1440, 900), (1366, 768), (1024, 768), (768, 1024), (390, 844), (360, 640)]
# The decision was accepted, or the page asks for confirmation.
ANSWERED = f"before => {TOKEN} !== before || document.getElementById('ask')?.checkVisibility()"
# How far an element extends beyond the window or under the tray, in pixels.
OUT = """element => {
    const box = element.getBoundingClientRect(), tray = document.getElementById("tray");
    const cover = tray.getBoundingClientRect(), isSheet = cover.bottom >= innerHeight - 1;
    const top = tray.contains(element) || isSheet ? 0 : Math.max(cover.bottom, 0);
    const bottom = tray.contains(element) || !isSheet ? innerHeight : cover.top;
    return Math.max(top - box.top, box.bottom - bottom, -box.left, box.right - innerWidth, 0);
}"""

UNCOVERED = f"element => ({OUT})(element) <= 8"

# How many square pixels of the given elements an element covers.
COVERED = """(element, selector) => {
    const own = element.getBoundingClientRect();
    return [...document.querySelectorAll(selector)].reduce((sum, other) => {
        const box = other.getBoundingClientRect();
        const width = Math.min(own.right, box.right) - Math.max(own.left, box.left);
        const height = Math.min(own.bottom, box.bottom) - Math.max(own.top, box.top);
        return sum + Math.max(width, 0) * Math.max(height, 0);
    }, 0);
}"""

# The part of another element that lies below this one, from 0 to 1.
HIDDEN_SHARE = """(element, other) => {
    const own = element.getBoundingClientRect(), box = other.getBoundingClientRect();
    const width = Math.min(own.right, box.right) - Math.max(own.left, box.left);
    const height = Math.min(own.bottom, box.bottom) - Math.max(own.top, box.top);
    return Math.max(width, 0) * Math.max(height, 0) / (box.width * box.height);
}"""


def learn(page: Page, title: str = "tsukiji") -> None:
    """Start a guided game and wait for the first decision."""
    page.goto("/")
    submit(page, page.locator(f"form[action='/learn/{title}/'] button"))
    expect(page.locator("#board")).to_be_visible()
    page.wait_for_function(IDLE, arg="#board .can")


def decide(page: Page, selector: str = "#tray .tray-ways .can") -> None:
    """Click a move, confirm it if asked, and wait until it is made."""
    before = page.evaluate(TOKEN)
    for _ in range(TRIES):
        if page.evaluate(TOKEN) != before:
            break  # the server has been slow to answer
        page.locator(selector).locator("visible=true").first.click()
        try:
            page.wait_for_function(ANSWERED, arg=before, timeout=TRY)
        except TooLate:
            continue  # the page was still busy with the previous move
        break
    if page.evaluate(TOKEN) == before:
        page.locator("#ask-yes").click()
        page.wait_for_function(CHANGED, arg=before)
    page.wait_for_function(IDLE, arg="#board .can")


def shown(page: Page) -> str | None:
    """The name of the visible card."""
    card = page.locator(".guide-card:visible")
    return card.get_attribute("data-guide") if card.count() else None


def expect_card(page: Page, name: str) -> None:
    expect(page.locator(".guide-card:visible")).to_have_attribute("data-guide", name)


def expect_no_card(page: Page, *names: str) -> None:
    for name in names:
        expect(page.locator(f".guide-card[data-guide={name}]:visible")).to_have_count(0)


def understand_all(page: Page) -> None:
    while page.locator(".guide-card:visible").count():
        page.locator(".guide-card:visible").get_by_role("button", name="Got it").click()


@pytest.mark.parametrize("window", [DESK, PHONE], ids=["desk", "phone"])
def test_a_card_is_in_the_window_however_far_one_has_scrolled(people, window) -> None:  # type: ignore[no-untyped-def]
    page = people(**window)
    learn(page)
    expect_card(page, "winning")
    understand_all(page)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    decide(page)
    expect_card(page, "takusan_lot")  # the second lot of the chosen deal has one
    card = page.locator(".guide-card:visible")
    assert card.evaluate(OUT) == 0
    expect(card.get_by_role("button", name="Got it")).to_be_in_viewport(ratio=1)
    expect(page.locator("#hand-4")).to_be_in_viewport(ratio=0.9)
    if window is DESK:
        assert card.evaluate(COVERED, "#board-area, #tray") == 0, "it has a place of its own"
    else:
        share = card.bounding_box()["height"] / page.viewport_size["height"]
        assert share <= 0.35, "the card leaves room for the choices"
    assert sideways(page) <= 0


def test_a_card_rings_what_it_speaks_of_and_brings_it_into_view(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**PHONE)
    learn(page)
    expect(page.locator("#ladder")).to_have_class("ladder guide-pointed")
    expect(page.locator(".guide-ring:visible")).to_have_count(1)
    page.evaluate("document.getElementById('guide').firstElementChild.dataset.point = 'nowhere'")
    page.locator("[data-understood=winning]").click()
    expect(page.locator(".guide-pointed")).to_have_count(2)  # the lot and the suggested ticket
    page.locator("[data-understood=valuation]").click()
    tags = page.locator("#tags.guide-pointed")
    expect(tags).to_be_in_viewport(ratio=1)
    assert tags.evaluate(OUT) == 0
    ring, box = page.locator(".guide-ring").bounding_box(), tags.bounding_box()
    assert ring["x"] < box["x"]
    assert ring["y"] < box["y"]
    assert ring["y"] + ring["height"] > box["y"] + box["height"]
    understand_all(page)
    expect(page.locator(".guide-ring")).to_have_count(0)


def test_a_card_that_points_at_nothing_does_no_harm(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK)
    learn(page)
    expect(page.locator(".guide-ring:visible")).to_have_count(1)  # the guide's script has run
    # In one call, because an update of the page would restore the card.
    rings = page.locator("#guide-winning").evaluate("""card => {
        card.dataset.point = "nowhere";
        document.getElementById("guide-switch").click();
        document.getElementById("guide-switch").click();
        return document.querySelectorAll(".guide-ring").length;
    }""")
    assert rings == 0
    expect_card(page, "winning")


@pytest.mark.journey
def test_the_suggested_move_is_made_by_its_button(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK)
    learn(page)
    page.locator("[data-understood=winning]").click()
    do = page.locator(".guide-card:visible [data-guide-do]")
    move, label = do.get_attribute("value"), do.inner_text()
    assert label.startswith("Do this: Lay the ")
    pointed = page.locator(f"#tray button.guide-pointed[value='{move}']")
    expect(pointed).to_be_visible()
    before = page.evaluate(TOKEN)
    do.click()
    page.wait_for_function(CHANGED, arg=before)
    expect(page.locator("#prompt")).to_have_text("Lay a ticket on lot 2.")
    expect(page.locator("#tray")).to_contain_text("on lot 1")
    expect_no_card(page, "winning", "valuation")  # the decision has been made


def test_a_card_goes_away_with_its_decision(people) -> None:  # type: ignore[no-untyped-def]
    """Whether or not somebody has pressed “Got it”."""
    page = people(**DESK)
    learn(page)
    expect_card(page, "winning")
    decide(page)
    expect_no_card(page, "winning")


@pytest.mark.long
@pytest.mark.parametrize("window", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("title", ["tsukiji", "shinjuku", "tokyo-tsukiji-market"])
def test_cards_ring_what_can_be_used_and_never_cover_it(people, title, window) -> None:  # type: ignore[no-untyped-def]
    """A careless player clicks on, and each card is checked when it appears."""
    page, seen = people(**window), set()
    learn(page, title)
    for number in range(40):
        if finished(page):
            break
        for _ in range(4):
            name = shown(page)
            if name is None:
                break
            seen.add(name)
            card = page.locator(".guide-card:visible")
            for target in page.locator(".guide-pointed:visible").all():
                assert target.is_enabled(), name
                expect(target).to_be_in_viewport()
                small = target.evaluate("one => one.matches('button, .lot, #tags, #queue')")
                share = card.evaluate(HIDDEN_SHARE, target.element_handle())
                assert share <= (0 if small else 0.5), f"{name} hides {share:.0%} of its target"
                if target.evaluate("one => one.matches('#board-area button')"):
                    # It may first have to be scrolled to, but it doesn't stay below the tray.
                    page.wait_for_function(UNCOVERED, arg=target.element_handle())
            card.get_by_role("button", name="Got it").click()
        ways = page.locator("#board button.can[name=move]:visible:not([data-guide-do])")
        before = page.evaluate(TOKEN)
        ways.nth(number % ways.count()).click()
        page.wait_for_function(ANSWERED, arg=before)
        if page.evaluate(TOKEN) == before:
            page.locator("#ask-yes").click()
            page.wait_for_function(CHANGED, arg=before)
        page.wait_for_function(IDLE, arg="#board .can")
    assert len(seen) >= 4, seen


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_while_something_is_explained(people, scheme: str) -> None:  # type: ignore[no-untyped-def]
    page = people(color_scheme=scheme, **DESK)
    learn(page)
    assert serious(page) == []
    page.locator("[data-understood=winning]").click()
    assert serious(page) == []


def test_after_a_guided_game_one_plays_without_a_guide(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK)
    learn(page)
    for _ in range(80):
        if finished(page):
            break
        decide(page)
    again = page.get_by_role("button", name="Now without a guide")
    again.click()
    page.wait_for_function(IDLE, arg="#board .can")
    expect(page.locator(".guide-card:visible")).to_have_count(0)
    expect(page.locator("#guide-switch")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#players")).to_contain_text("gentle")


def test_a_game_without_a_guide_ends_without_its_button(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK)
    page.goto("/")
    submit(page, page.locator("form[action='/quick/tsukiji/'] button"))
    for _ in range(80):
        page.wait_for_function(IDLE, arg="#board .can")
        if finished(page):
            break
        decide(page)
    expect(page.locator("#end")).to_be_visible()
    expect(page.locator("#after-guide")).to_be_hidden()


def play_until(page: Page, prompt: str) -> None:
    """Lay tickets and so on until this prompt appears."""
    for _ in range(40):
        page.wait_for_function(IDLE, arg="#board .can")
        if page.locator("#prompt").inner_text() == prompt:
            return
        decide(page)
    raise AssertionError(f"the prompt never appeared: {prompt}")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_tsukijis_decisions_are_in_the_window(people, width: int, height: int) -> None:  # type: ignore[no-untyped-def]
    touch = {"has_touch": True, "is_mobile": True} if width < 900 else {}
    page = people(viewport={"width": width, "height": height}, **touch)
    page.goto("/")
    submit(page, page.locator("form[action='/quick/tsukiji/'] button"))
    for prompt in ("Lay a ticket on lot 1.", "Buy a lot, or refuse."):
        play_until(page, prompt)
        page.evaluate(RESTS)  # the page scrolls to what the prompt is about
        assert page.locator("#prompt").evaluate(OUT) == 0
        tray = page.locator("#tray .tray-ways button")
        for way in tray.all():
            assert way.evaluate(OUT) == 0, way.inner_text()
            assert not touch or min(way.bounding_box()[side] for side in ("width", "height")) >= 44
        everything = set(
            page.locator("#board-area button.can").evaluate_all("all => all.map(e => e.value)")
        )
        assert everything <= set(tray.evaluate_all("all => all.map(e => e.value)"))
        focus = page.locator("#lots[data-focus], #lots [data-focus]")
        assert focus.evaluate(OUT) == 0 or focus.bounding_box()["height"] > height / 2
        assert sideways(page) <= 0
        if width > 1024:
            # Whatever is shown above the board, the whole decision must fit into one window.
            market, lots = (
                page.locator("#market").bounding_box(),
                page.locator("#lots").bounding_box(),
            )
            needed = lots["y"] + lots["height"] - market["y"]
            assert needed <= height - page.locator("#tray").bounding_box()["height"]
