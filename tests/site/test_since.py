""" "Since your last turn" in a real Chromium: lines highlight the board, details stay open."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from browser_tools import CHANGED, IDLE, PHONE, TOKEN, press, sideways

DESK = {"viewport": {"width": 1440, "height": 1000}}


def play_until_others_have_acted(page: Page, title: str) -> None:
    """Make random decisions until it is one's turn again."""
    rng = Random(4)
    page.goto(f"/new/{title}/?mode=bots")
    press(page, "Start game")
    for _ in range(60):
        page.wait_for_function(IDLE, arg="#board .can")
        if page.locator("#table[data-turn=yes] #since:not([hidden]) .mark").count():
            return
        before = page.evaluate(TOKEN)
        ways = page.locator("#board .can")
        values = ways.evaluate_all("all => all.map(one => one.value)")
        liked = [one for one in values if one in ("end", "pass", "income", "refuse")]
        move = rng.choice(liked or values)
        page.locator(f'#board .can[value="{move}"]').first.dispatch_event("click")
        if page.locator("#ask-yes").is_visible():
            page.locator("#ask-yes").click()
        page.wait_for_function(CHANGED, arg=before)
    raise AssertionError("no other player has acted")


@pytest.mark.journey
def test_a_line_lights_its_places_while_one_looks_at_it(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK)
    play_until_others_have_acted(page, "tokyo-tsukiji-market")
    line = page.locator("#since .since-line[data-points]:not([data-points=''])").first
    lit = page.locator("#board-area .since-lit")
    line.hover()
    expect(lit.first).to_be_attached()
    page.locator("#prompt").hover()
    expect(lit).to_have_count(0)
    line.focus()
    expect(lit.first).to_be_attached()


def test_what_is_new_is_ringed_until_one_acts(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK)
    play_until_others_have_acted(page, "shinjuku")
    expect(page.locator("#board-area .since-new").first).to_be_attached()
    before = page.evaluate(TOKEN)
    page.locator("#board .can >> visible=true").first.click()
    page.wait_for_function(CHANGED, arg=before)
    expect(page.locator(".since-new")).to_have_count(0)
    expect(page.locator("#since")).to_be_visible()  # until the turn ends


def test_the_log_opens_in_place_and_stays_open(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK)
    play_until_others_have_acted(page, "tokyo-tsukiji-market")
    page.locator("#tab-log").click()
    block = page.locator("#log .log-more").last
    name = block.get_attribute("id")
    block.locator("summary").click()
    expect(page.locator(f"#{name} li[data-move]").first).to_be_visible()
    before = page.evaluate(TOKEN)
    page.locator('#board .can[value="pass"]').first.click()
    page.wait_for_function(CHANGED, arg=before)
    expect(page.locator(f"#{name} li[data-move]").first).to_be_visible()
    line = page.locator("#log .log-line a").first
    assert line.get_attribute("href").endswith(
        f"?at={page.locator('#log .log-line').first.get_attribute('data-move')}"
    )


def test_on_a_phone_nothing_scrolls_sideways(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**PHONE)
    play_until_others_have_acted(page, "tsukiji")
    assert sideways(page) == 0
    line = page.locator("#since-here summary.since-line, #since-here button.since-line").first
    assert line.bounding_box()["height"] >= 44
    line.tap()
    expect(page.locator("#board-area .since-lit").first).to_be_attached()
