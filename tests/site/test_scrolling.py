"""The page scrolls to what a decision is about, and stays there while the page still changes."""

from playwright.sync_api import expect

from browser_tools import PHONE, lay, press

# Some browsers don't keep the scroll position when something above it grows. Do as they do, and let
# something grow above the board well after the next decision has been scrolled to.
GROWS_LATE = """() => {
    document.documentElement.style.overflowAnchor = 'none';
    document.addEventListener('htmx:after:swap', () => setTimeout(() => {
        const growth = document.createElement('div');
        growth.id = 'growth';
        growth.style.height = '500px';
        document.querySelector('main').prepend(growth);
    }, 600), { once: true });
}"""
IS_WHOLE = """() => {
    const box = document.querySelector('#board-area [data-focus]').getBoundingClientRect();
    const tray = document.getElementById('tray').getBoundingClientRect();
    return document.getElementById('growth') && box.top >= -2 && box.bottom <= tray.top + 2;
}"""


def test_what_grows_late_does_not_push_the_decision_out_of_sight(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**PHONE)
    page.goto("/")
    press(page, "Play against bots")
    expect(page.locator("#prompt")).to_have_text("Lay a ticket on lot 1.")
    page.evaluate(GROWS_LATE)
    lay(page, "4")
    page.wait_for_function(IS_WHOLE)
