"""The back button leads to the whole page of a table, and that shows the current position."""

from playwright.sync_api import expect

from browser_tools import IDLE, press


def test_the_back_button_shows_the_whole_page_and_what_is_new(people) -> None:  # type: ignore[no-untyped-def]
    """Parts of the page come from its own address. A browser must not take one for the page."""
    page = people()
    page.goto("/new/tsukiji/?mode=bots")
    press(page, "Start game")
    page.wait_for_function(IDLE, arg="#board .can")
    table = page.url
    page.evaluate(
        "() => htmx.ajax('GET', location.pathname, { target: '#table', swap: 'outerMorph' })"
    )
    token = page.locator("#board input[name=page]").first.get_attribute("value")
    page.goto("/rules/tsukiji/")
    [form] = [one["value"] for one in page.context.cookies() if one["name"] == "ichiba_csrf"]
    made = page.request.post(
        f"{table}move/",
        form={"move": "ticket 4", "page": str(token), "csrfmiddlewaretoken": form},
        headers={"Referer": table},
    )
    assert made.ok
    page.go_back()
    expect(page.locator("#live")).to_be_attached()
    expect(page.locator("#prompt")).to_have_text("Lay a ticket on lot 2.")
