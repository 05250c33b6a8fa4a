"""The market of the day and quick pairing in real browsers."""

import re

from playwright.sync_api import Page, expect

from browser_tools import press, serious, sideways
from patience import PATIENCE

MOVE = re.compile(r'name="move" value="([^"#]+)"')
FIELD = 'name="{}" value="([^"]*)"'


def found(page: str, name: str) -> str:
    field = re.search(FIELD.format(name), page)
    assert field is not None
    return field[1]


def play_out(page: Page) -> None:
    """Play a game with the person's cookies, without drawing each position."""
    address = page.url.partition("?")[0]
    while True:
        shown = page.request.get(address).text()
        if 'data-status="finished"' in shown:
            return
        move = MOVE.search(shown)
        if move is not None:
            form = {name: found(shown, name) for name in ("page", "csrfmiddlewaretoken")}
            form["move"] = move[1]
            page.request.post(f"{address}move/", form=form, headers={"Referer": address})


def test_a_day_at_the_market(people) -> None:  # type: ignore[no-untyped-def]
    page, other = people(), people()
    page.goto("/")
    card = page.locator(".day-card").first
    expect(card).to_contain_text("Play today's market")
    card.click()
    assert serious(page) == []
    press(page, "Play today's market")
    game = page.url
    assert other.goto(game).status == 403
    play_out(page)
    page.reload()
    page.get_by_role("link", name="All results").click()
    expect(page.locator(".daily-place")).to_contain_text("1st of 1")
    expect(page.locator(".histogram .mine")).to_contain_text("You")
    copy = page.get_by_role("button", name="Copy")
    copy.click()
    expect(copy).to_have_class(re.compile("done"))
    assert serious(page) == []
    assert other.goto(f"{game}replay/").status == 403
    page.set_viewport_size({"width": 390, "height": 844})
    assert sideways(page) <= 0


def test_three_people_find_each_other(people) -> None:  # type: ignore[no-untyped-def]
    pages = [people() for _ in range(3)]
    for number, page in enumerate(pages):
        page.goto("/find/?title=shinjuku")
        page.get_by_label("After a minute").uncheck()
        page.get_by_label("Your name").fill(["Aki", "Ben", "Chie"][number])
        if number == 0:
            assert serious(page) == []
        press(page, "Find opponents")
        if number == 1:
            expect(pages[0].locator("#search-others")).to_contain_text("1 other person")
            assert serious(page) == []
    for page in pages:
        page.wait_for_url("**/t/**", timeout=PATIENCE * 1000)
    assert len({page.url for page in pages}) == 1
    for name in ("Aki", "Ben", "Chie"):
        expect(pages[0].locator("#players")).to_contain_text(name)
