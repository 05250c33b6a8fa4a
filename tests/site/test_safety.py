"""Safe taps: moves are confirmed if people want that, none gets lost, keys work."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser_tools import CHANGED, PHONE, TOKEN, Held, lay, submit, two_at_a_table

# Whether the tip of a choice lies over the question about it.
TIP_COVERS = """() => {
    const box = (id) => document.getElementById(id).getBoundingClientRect();
    const [tip, ask] = [box("tip"), box("ask")];
    return tip.top < ask.bottom && tip.bottom > ask.top;
}"""

# Leaves one move on the page, as if it were the only one possible.
KEEP_ONE = """move => {
    for (const way of document.querySelectorAll("#board button.can[name=move]")) {
        if (way.value !== move) way.classList.remove("can");
    }
}"""


def start(page: Page, title: str = "tsukiji") -> None:
    page.goto("/")
    submit(page, page.locator(f"form[action='/quick/{title}/'] button"))
    expect(page.locator("#table")).to_have_attribute("data-turn", "yes")


def choose_setting(page: Page, name: str) -> None:
    page.get_by_role("button", name="Settings").click()
    page.locator("#preferences").get_by_text(name, exact=True).click()
    page.keyboard.press("Escape")


def token(page: Page) -> str:
    return str(page.evaluate(TOKEN))


def test_every_move_is_confirmed_for_those_who_want_it(people) -> None:  # type: ignore[no-untyped-def]
    page = people()
    start(page)
    choose_setting(page, "Always")
    before = token(page)
    page.locator("#board .can:visible").first.click()
    expect(page.locator("#ask")).to_be_visible()
    assert page.evaluate("document.activeElement.id") == "ask-yes"
    page.keyboard.press("Escape")
    expect(page.locator("#ask")).to_be_hidden()
    assert token(page) == before, "nothing was sent"
    page.locator("#board .can:visible").first.click()
    page.locator("#ask-yes").click()
    page.wait_for_function(CHANGED, arg=before)
    # The setting belongs to the person, not to the page.
    page.reload()
    page.locator("#board .can:visible").first.click()
    expect(page.locator("#ask")).to_be_visible()


def test_the_question_stays_in_sight_in_a_tray_that_scrolls(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**{**PHONE, "viewport": {"width": 360, "height": 640}})
    start(page)
    choose_setting(page, "Always")
    # As high as a long list of choices.
    page.locator(".tray-head").evaluate("head => (head.style.paddingBottom = '320px')")
    page.locator("#tray .can").first.tap()
    expect(page.locator("#ask-yes")).to_be_in_viewport(ratio=1)
    page.locator("#tray").evaluate("tray => tray.scrollTo(0, 0)")
    expect(page.locator("#ask-yes")).to_be_in_viewport(ratio=1)


def test_no_tip_appears_under_a_mouse_that_rests(people) -> None:  # type: ignore[no-untyped-def]
    aki, _ = two_at_a_table(people)
    for ticket in ("0", "1", "2"):
        lay(aki, ticket)
    laid = aki.locator("#hand-2[data-why]")
    expect(laid).to_have_count(1)
    assert laid.evaluate("one => one.matches(':hover')")
    expect(aki.locator("#tip")).to_be_hidden()
    x, y = laid.evaluate("one => [one.getBoundingClientRect().x, one.getBoundingClientRect().y]")
    aki.mouse.move(x + 12, y + 12)
    expect(aki.locator("#tip")).to_contain_text("Adds 2 to the total of its lot.")
    told = "You have already laid a ticket on every lot."
    expect(aki.locator("#tip .tip-why")).to_have_text(told)


@pytest.mark.journey
def test_on_touch_what_cannot_be_undone_is_confirmed_and_the_rest_is_not(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**PHONE)
    start(page)
    # While others have tickets to lay, a ticket can be undone; the last one reveals everything.
    for _ in range(10):
        before = token(page)
        button = page.locator("#board .can:visible").first
        final = button.get_attribute("data-final") is not None
        button.tap()
        if final:
            expect(page.locator("#ask")).to_be_visible()
            assert token(page) == before
            expect(page.locator("#tip")).to_be_visible()
            assert not page.evaluate(TIP_COVERS), "the tip covers the question"
            page.locator("#ask-yes").tap()
        page.wait_for_function(CHANGED, arg=before)
        if final:
            return
        page.wait_for_timeout(500)  # a second tap in the same place, too late for a double tap
    raise AssertionError("no ticket had to be confirmed")


def test_on_touch_the_only_way_is_not_confirmed(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**PHONE)
    start(page)
    for _ in range(10):
        before = token(page)
        button = page.locator("#board .can:visible").first
        final = button.get_attribute("data-final") is not None
        if final:
            page.evaluate(KEEP_ONE, button.get_attribute("value"))
        button.tap()
        page.wait_for_function(CHANGED, arg=before)
        if final:
            return
        page.wait_for_timeout(500)  # a second tap in the same place, too late for a double tap
    raise AssertionError("no ticket had to be confirmed")


def test_income_in_shinjuku_cannot_be_undone_and_opening_a_store_can(people) -> None:  # type: ignore[no-untyped-def]
    page = people()
    start(page, "shinjuku")
    income = page.locator("#board button[value=income].can:visible").first
    assert income.get_attribute("data-final") is not None
    opening = page.locator("#board button[value=open].can:visible").first
    assert opening.get_attribute("data-final") is None
    choose_setting(page, "If they can't be undone")
    income.click()
    expect(page.locator("#ask-what")).to_have_text(re.compile("cards|Income", re.IGNORECASE))
    page.locator("#ask-no").click()
    opening.click()
    expect(page.locator("#prompt")).to_have_text(re.compile("station"))


def test_the_second_half_of_a_double_click_is_swallowed(people) -> None:  # type: ignore[no-untyped-def]
    page = people()
    start(page)
    sent = []
    page.on("request", lambda request: sent.append(request.method))
    page.locator("#hand-3").dblclick()
    expect(page.locator("#prompt")).to_have_text("Lay a ticket on lot 2.")
    assert sent.count("POST") == 1
    expect(page.locator(".notice")).to_have_count(0)


def test_the_same_move_sent_twice_raises_no_alarm(people) -> None:  # type: ignore[no-untyped-def]
    """Without scripts, or on a slow connection: the second request finds the move made."""
    page = people()
    start(page)
    answers = page.evaluate(
        """async () => {
            const form = new FormData(document.getElementById("board"));
            form.set("move", "ticket 3");
            const send = () => fetch(document.getElementById("board").action, {
                method: "POST", body: new URLSearchParams(form), headers: { "HX-Request": "true" },
            });
            const first = await send();
            const second = await send();
            form.set("move", "ticket 2");
            const other = await send();
            return [first.status, second.status, other.status, await second.text()];
        }"""
    )
    assert answers[:3] == [200, 200, 409], "another move from the old page must still be refused"
    assert 'class="notice"' not in answers[3]


@pytest.mark.journey
def test_a_move_made_offline_is_kept_and_sent_when_the_line_is_back(people) -> None:  # type: ignore[no-untyped-def]
    page = people()
    start(page)
    page.context.set_offline(True)
    page.locator("#hand-3").click()
    expect(page.locator("#unsent")).to_have_text("Your move was not sent: Lay the 3 ticket")
    expect(page.locator("#connection")).to_have_text("Connection lost. Reconnecting…")
    expect(page.locator("#offline-bar")).to_be_in_viewport()
    page.locator("#unsent-send").click()
    page.context.set_offline(False)
    expect(page.locator("#prompt")).to_have_text("Lay a ticket on lot 2.")
    expect(page.locator("#offline-bar")).to_be_hidden()


def test_the_bar_goes_as_soon_as_the_server_answers(people) -> None:  # type: ignore[no-untyped-def]
    page = people()
    start(page)
    page.context.set_offline(True)
    page.locator("#hand-3").click()
    expect(page.locator("#offline-bar")).to_be_visible()
    page.locator("#unsent-discard").click()
    stream = Held(page, "stream/")  # it may wait for much longer before it tries again
    page.context.set_offline(False)
    expect(page.locator("#offline-bar")).to_be_hidden()
    stream.release()
    expect(page.locator("#prompt")).to_have_text("Lay a ticket on lot 1.")


def test_keys(people) -> None:  # type: ignore[no-untyped-def]
    page = people()
    start(page)
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("1")
    expect(page.locator("#prompt")).to_have_text("Lay a ticket on lot 1.")
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    ways = page.locator("#tray button.can:visible").count()
    if not ways:  # all moves are on the board, so the list in the tray has them too
        page.locator("#tray-rest > summary").click()
    before = token(page)
    page.keyboard.press("2")
    page.wait_for_function(CHANGED, arg=before)
    expect(page.locator("#prompt")).to_have_text("Lay a ticket on lot 2.")
    page.keyboard.press("u")
    expect(page.locator("#prompt")).to_have_text("Lay a ticket on lot 1.")
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Write a message").fill("2 u ?")
    expect(page.locator("#prompt")).to_have_text("Lay a ticket on lot 1.")
    expect(page.locator("#keys")).to_be_hidden()
