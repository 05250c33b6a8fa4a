"""A hint in a real browser: asked for, read, pointed at, played and gone."""

import json

import pytest
from playwright.sync_api import Page, Route, expect

from browser_tools import CHANGED, IDLE, TOKEN, press, serious, submit
from layout_rules import Size, breaches

DESK, PHONE = Size(1440, 900), Size(390, 844, touch=True)


def start(page: Page, title: str) -> None:
    """Start a game against bots, and wait for a decision."""
    page.goto("/")
    submit(page, page.locator(f"form[action='/quick/{title}/'] button"))
    page.wait_for_function(IDLE, arg="#board .can")


def ask(page: Page) -> None:
    """Ask for a hint with the key, or on a phone with the button."""
    if page.viewport_size == {"width": DESK.width, "height": DESK.height}:
        page.keyboard.press("h")
    else:
        page.locator("#hint").tap()
    expect(page.locator(".hint-row").first).to_be_visible()


def told(page: Page, size: Size) -> list[str]:
    """What is wrong with the layout, once the page rests."""
    for _ in range(20):
        found = [str(one) for one in breaches(page.evaluate, size)]
        if not found:
            break
        page.wait_for_timeout(200)
    return found


@pytest.mark.parametrize(
    ("title", "size"),
    [
        ("tsukiji", DESK),
        ("shinjuku", DESK),
        ("shinjuku", PHONE),
        ("tokyo-tsukiji-market", PHONE),
    ],
    ids=str,
)
def test_a_hint_fits_into_the_tray(people, title: str, size: Size) -> None:  # type: ignore[no-untyped-def]
    page = people(**size.context("dark" if title == "shinjuku" else "light"))
    start(page, title)
    if page.locator("#free-steps").count():  # a list that opens where a hint does
        page.locator("#free-steps > summary").click()
    ask(page)
    expect(page.locator("#tray details[open]")).to_have_count(0)
    assert 2 <= page.locator(".hint-row").count() <= 3
    expect(page.locator("#prompt")).to_be_in_viewport()
    expect(page.locator("#hint")).to_have_attribute("aria-expanded", "true")
    expect(page.locator("#hint-said")).to_contain_text("wins about")
    assert told(page, size) == []
    assert serious(page) == []
    way = page.locator(".hint-way").first
    way.tap() if size.touch else way.focus()
    lit = page.locator(".since-lit")
    expect(lit.first).to_be_visible()
    assert lit.first.get_attribute("value") == way.get_attribute("data-move")


@pytest.mark.journey
def test_a_hint_goes_when_the_decision_changes(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK.context())
    start(page, "tsukiji")
    ask(page)
    page.keyboard.press("Escape")
    expect(page.locator("#hint-panel")).to_be_hidden()
    ask(page)
    page.locator("#hint").click()
    expect(page.locator("#hint-panel")).to_be_hidden()
    ask(page)
    page.locator("#hint-close").click()
    expect(page.locator("#hint-panel")).to_be_hidden()
    expect(page.locator("#hint")).to_be_focused()
    ask(page)
    before = page.evaluate(TOKEN)
    page.locator(".hint-play").first.click()
    page.wait_for_function(CHANGED, arg=before)
    expect(page.locator("#hint-panel")).to_be_hidden()
    expect(page.locator("#prompt")).to_have_text("Lay a ticket on lot 2.")


def test_a_hint_stays_while_others_move(people) -> None:  # type: ignore[no-untyped-def]
    """An update for the same decision has no hint of its own."""
    page = people(**DESK.context())
    start(page, "tsukiji")
    ask(page)
    rows = page.locator(".hint-rows").inner_text()
    page.evaluate(
        """() => htmx.ajax("GET", location.pathname, { target: "#table", swap: "outerMorph" })"""
    )
    expect(page.locator(".hint-rows")).to_have_text(rows, use_inner_text=True)


def test_thinking_is_told_and_a_second_press_waits(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK.context())
    start(page, "shinjuku")
    asked: list[str] = []
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.on("request", lambda request: asked.append(request.url) if "/hint/" in request.url else 0)
    page.route("**/hint/", hold)
    page.keyboard.press("h")
    expect(page.locator("#hint-thinking")).to_be_visible()
    expect(page.locator("#hint-said")).to_have_text("Thinking about your choices…")
    page.keyboard.press("h")
    page.wait_for_timeout(100)
    assert len(asked) == 1
    held[0].continue_()
    expect(page.locator(".hint-row").first).to_be_visible()
    expect(page.locator("#hint-thinking")).to_be_hidden()


def test_games_between_people_have_no_button(people) -> None:  # type: ignore[no-untyped-def]
    page, friend = people(), people()
    page.goto("/new/tsukiji/")
    page.locator(".chip", has_text="2").click()
    press(page, "Open table")
    friend.goto(page.url)
    press(friend, "Join game")
    expect(page.locator("#prompt")).to_have_text("Lay a ticket on lot 1.")
    expect(page.locator("#hint")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator("#hint-panel")).to_have_count(0)


MARKED = "steps => steps.includes(document.querySelector('.hint-next')?.value)"


def test_the_steps_of_a_hint_stay_marked_until_they_are_made(people) -> None:  # type: ignore[no-untyped-def]
    """“Open a store in Ueno” presses Open; then the board shows where, and what comes after."""
    page = people(**DESK.context())
    start(page, "shinjuku")
    ask(page)
    expect(page.locator("#hint-panel")).to_contain_text("An even share would be 33%.")
    play = page.locator(".hint-play[data-then]").first
    steps = json.loads(play.get_attribute("data-then"))
    assert steps, "an action has further steps"
    play.click()
    made = 0
    while made < len(steps):
        before = page.evaluate(TOKEN)
        page.wait_for_function(MARKED, arg=steps[made:])  # the marks follow the board in a moment
        marked = page.locator(".hint-next").first
        made = steps.index(marked.get_attribute("value"), made) + 1
        marked.click()
        page.wait_for_function(CHANGED, arg=before)
        page.wait_for_function(IDLE, arg="#board .can")
    expect(page.locator(".hint-next")).to_have_count(0)


def test_another_choice_ends_the_marks(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK.context())
    start(page, "shinjuku")
    ask(page)
    page.locator(".hint-play[data-then]").first.click()
    expect(page.locator(".hint-next").first).to_be_visible()
    page.locator("#undo").click()
    expect(page.locator(".hint-next")).to_have_count(0)
