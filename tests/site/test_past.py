"""Earlier positions at the table: keys, the log, live updates, and back to the present."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser_tools import FRAME, PHONE, lay, sideways, two_at_a_table


def at_a_table(people, **settings: object) -> tuple[Page, Page]:  # type: ignore[no-untyped-def]
    """Aki's page and Ben's page; Aki has laid three tickets, Ben none."""
    aki, ben = two_at_a_table(people, **settings)
    for ticket in ("4", "3", "0"):
        lay(aki, ticket)
    for page in (aki, ben):
        expect(page.locator("#table[data-number='3']")).to_have_count(1)
    return aki, ben


def is_now(page: Page) -> None:
    expect(page.locator("#table[data-past]")).to_have_count(0)
    expect(page.locator("body")).not_to_have_class(re.compile("in-past"))
    expect(page.locator("#undo")).to_have_count(1)


@pytest.mark.journey
def test_arrows_go_back_and_forth_and_escape_comes_back(people) -> None:  # type: ignore[no-untyped-def]
    aki, _ben = at_a_table(people)
    aki.keyboard.press("ArrowLeft")
    expect(aki.locator(".past-where")).to_have_text("Move 2 of 3")
    expect(aki.locator("body")).to_have_class(re.compile("in-past"))
    expect(aki.locator("#ticket-3-0")).not_to_have_class(re.compile("face"))
    expect(aki.locator("#ticket-2-0")).to_have_class(re.compile("face"))
    assert aki.locator(".can").count() == 0, "no move is possible in the past"
    aki.keyboard.press("ArrowLeft")
    aki.keyboard.press("ArrowLeft")
    aki.keyboard.press("ArrowLeft")
    expect(aki.locator(".past-where")).to_have_text("Move 0 of 3")
    aki.keyboard.press("ArrowRight")
    expect(aki.locator(".past-where")).to_have_text("Move 1 of 3")
    aki.keyboard.press("Escape")
    is_now(aki)
    expect(aki.locator("#ticket-3-0")).to_have_class(re.compile("face"))
    aki.keyboard.press("ArrowLeft")
    expect(aki.locator(".past-where")).to_have_text("Move 2 of 3")
    aki.keyboard.press("ArrowRight")
    is_now(aki)
    aki.keyboard.press("ArrowRight")
    is_now(aki)


def test_the_table_can_be_played_after_a_look_back(people) -> None:  # type: ignore[no-untyped-def]
    aki, ben = at_a_table(people)
    ben.keyboard.press("ArrowLeft")
    expect(ben.locator(".past-where")).to_have_text("Move 2 of 3")
    ben.get_by_role("link", name="Back to now").click()
    is_now(ben)
    sent = []
    ben.on("request", lambda request: sent.append(request.url) if request.method == "POST" else 0)
    for ticket in ("4", "3", "0"):
        lay(ben, ticket)
    assert len([url for url in sent if url.endswith("/move/")]) == 3, "each click is sent once"
    expect(aki.locator(".tile.fresh").first).to_be_visible()


def test_a_line_of_the_log_shows_its_moment(people) -> None:  # type: ignore[no-untyped-def]
    aki, _ben = at_a_table(people)
    address = aki.url
    aki.get_by_role("tab", name="Log").click()
    aki.locator("#log summary").first.click()
    line = aki.locator("#log li[data-move='0'] a", has_text="Lot 1:")
    line.click()
    expect(aki.locator(".past-where")).to_have_text("Move 0 of 3")
    expect(aki.locator("#ticket-1-0")).not_to_have_class(re.compile("face"))
    expect(line).to_have_attribute("aria-current", "step")
    assert aki.url == address
    assert "/replay/?at=0" in (line.get_attribute("href") or ""), "it works without scripts too"
    aki.locator("#log .log-line a").first.click()
    expect(aki.locator(".past-where")).to_have_text("Move 3 of 3")
    expect(aki.locator("#ticket-3-0")).to_have_class(re.compile("face"))
    aki.keyboard.press("Escape")
    is_now(aki)
    expect(aki.locator("#log [aria-current]")).to_have_count(0)


def test_what_happens_meanwhile_is_told_and_not_shown(people) -> None:  # type: ignore[no-untyped-def]
    aki, ben = at_a_table(people)
    expect(aki).not_to_have_title(re.compile("Your turn"))
    aki.keyboard.press("ArrowLeft")
    expect(aki.locator(".past-where")).to_have_text("Move 2 of 3")
    ben.get_by_role("tab", name="Chat").click()
    ben.get_by_label("Write a message").fill("Take your time")
    ben.get_by_role("button", name="Send").click()
    aki.get_by_role("tab", name="Chat").click()
    expect(aki.locator("#chat")).to_contain_text("Take your time")
    expect(aki.locator("#past-news")).to_have_text("")
    lay(ben, "4")
    expect(aki.locator("#past-news")).to_have_text("There are new moves.")
    expect(aki.locator(".past-where")).to_have_text("Move 2 of 3")
    for ticket in ("3", "0"):
        lay(ben, ticket)
    expect(ben.locator(".tile.fresh").first).to_be_visible()
    if ben.locator("#table").get_attribute("data-turn") != "yes":  # or Ben buys first
        expect(aki.locator("#past-news")).to_have_text("It's your turn now.")
        expect(aki).to_have_title(re.compile("Your turn"))
    aki.get_by_role("button", name="Previous move").click()
    expect(aki.locator(".past-where")).to_have_text("Move 1 of 6")
    expect(aki.locator("#past-news")).not_to_have_text("")
    aki.get_by_role("link", name="Back to now").click()
    is_now(aki)
    expect(aki.locator(".tile.fresh").first).to_be_visible()


def test_keys_mean_what_they_mean_elsewhere(people) -> None:  # type: ignore[no-untyped-def]
    aki, _ben = at_a_table(people)
    aki.get_by_role("tab", name="Chat").click()
    aki.get_by_role("tab", name="Chat").press("ArrowLeft")
    expect(aki.get_by_role("tab", name="Log")).to_be_focused()
    aki.get_by_role("tab", name="Chat").click()
    field = aki.get_by_label("Write a message")
    field.fill("hello")
    field.press("ArrowLeft")
    aki.locator("#table").focus()
    aki.keyboard.press("Alt+ArrowUp")
    aki.keyboard.press("?")
    expect(aki.locator("#keys")).to_be_visible()
    asked: list[str] = []
    aki.on("request", lambda request: asked.append(request.url))
    aki.keyboard.press("ArrowLeft")
    aki.evaluate(FRAME)
    assert not [url for url in asked if "/replay/" in url]
    is_now(aki)
    aki.keyboard.press("Escape")
    expect(aki.locator("#keys")).to_be_hidden()


@pytest.mark.parametrize("width", [390, 360])
def test_a_phone_looks_back_too(people, width: int) -> None:  # type: ignore[no-untyped-def]
    aki, _ben = at_a_table(people, **{**PHONE, "viewport": {"width": width, "height": 740}})
    aki.locator("#log .log-line a").first.tap()
    expect(aki.locator(".past-where")).to_have_text("Move 3 of 3")
    aki.get_by_role("button", name="Previous move").tap()
    aki.get_by_role("button", name="Previous move").tap()
    expect(aki.locator(".past-where")).to_have_text("Move 1 of 3")
    back = aki.get_by_role("link", name="Back to now")
    expect(back).to_be_in_viewport()
    expect(aki.locator("#board-area")).to_be_in_viewport()
    assert sideways(aki) <= 0
    for button in (back, aki.get_by_role("button", name="Previous move")):
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    aki.get_by_role("button", name="Next move").tap()
    expect(aki.locator(".past-where")).to_have_text("Move 2 of 3")
    back.tap()
    is_now(aki)
