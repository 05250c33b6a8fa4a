"""The rules pages and the pages for the real table in a real browser: on a phone, without a
network, in both themes and on paper."""

import pytest
from playwright.sync_api import Page, expect

from browser_tools import PHONE, serious, sideways

TITLES = ["tsukiji", "shinjuku", "tokyo-tsukiji-market"]
# Resolves once the service worker has kept this page.
KEPT = """page => new Promise(done => {
    const check = async () => (await caches.match(page, { ignoreVary: true }))
        && document.querySelector("[data-keep]")
        && (await Promise.all(JSON.parse(document.querySelector("[data-keep]").dataset.keep)
            .map(file => caches.match(file, { ignoreVary: true })))).every(Boolean)
        ? done() : setTimeout(check, 50);
    check();
})"""


def enter(page: Page, player: int, **amounts: int) -> None:
    for name, amount in amounts.items():
        page.locator(f"[name='own-{player}-{name}']").fill(str(amount))


@pytest.mark.journey
def test_a_group_scores_a_printed_game_without_a_network(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**PHONE, service_workers="allow")
    address = "/rules/tsukiji/table/"
    page.goto(address)
    page.evaluate(KEPT, address)
    page.context.set_offline(True)
    page.reload()
    page.locator("label.chip", has_text="3").tap()
    for number, name in enumerate(("Aki", "Ben", "Chie")):
        page.get_by_label(f"Name of player {number + 1}").fill(name)
    page.get_by_role("button", name="Draw the order of the markers").tap()
    page.get_by_role("button", name="Choose the first player").tap()
    expect(page.locator("#first-player")).to_contain_text("goes first.")
    expect(page.get_by_text("12 cards of each of the six fish")).to_be_visible()
    expect(page.get_by_text("15 cards of each of the six fish")).to_be_hidden()
    enter(page, 0, money=20, ebi=3, maguro=2)
    enter(page, 1, money=40)
    enter(page, 2, money=57, unused=1)
    expect(page.locator("#winners")).to_have_text("Chie wins with ¥57.")
    enter(page, 0, unused=1)
    expect(page.locator("#winners")).to_have_text("Aki and Chie share the victory with ¥57.")
    enter(page, 0, unused=2)
    expect(page.locator("#winners")).to_have_text("Aki wins with ¥57.")
    expect(page.locator("[data-part=ebi] td").first).to_have_text("¥30")
    page.get_by_role("button", name="Add to this evening").tap()
    page.reload()
    expect(page.locator("#evening li")).to_have_text("Tsukiji: Aki ¥57 ★, Ben ¥40, Chie ¥57")
    expect(page.locator("#wins")).to_have_text("Games won: Aki 1")
    page.get_by_label("Search the rulings").fill("takusan column")
    expect(page.locator("#rulings dt:visible")).not_to_have_count(0)
    assert not sideways(page)
    page.context.set_offline(False)


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pages_fit_and_are_accessible(people, title: str, theme: str) -> None:  # type: ignore[no-untyped-def]
    page = people(**PHONE, color_scheme=theme)
    for address in (f"/rules/{title}/", f"/rules/{title}/table/"):
        page.goto(address)
        expect(page.locator("#rules-search")).to_be_enabled()
        if page.locator("#draw-setup").count():
            page.locator("#draw-setup").click()
        assert not sideways(page)
        assert serious(page) == []


def test_search_finds_chapters_and_rulings(people) -> None:  # type: ignore[no-untyped-def]
    page = people()
    page.goto("/rules/tokyo-tsukiji-market/")
    page.get_by_label("Search the rules and rulings").fill("canned sardines")
    expect(page.locator("#rule-sardines")).to_be_visible()
    expect(page.locator("#ruling-D3")).to_be_visible()
    expect(page.locator("#rule-eel")).to_be_hidden()
    expect(page.locator("#rules-found")).to_have_text("Sections found: 3")
    page.locator("#rule-sardines .rule-sign").last.click()
    expect(page.locator("#ruling-D3")).to_be_in_viewport()
    page.get_by_label("Search the rules and rulings").fill("xyzzy")
    expect(page.locator("#rules-found")).to_have_text("Nothing found. Try another word.")
    page.goto("/rules/tokyo-tsukiji-market/#ruling-C5")
    expect(page.locator("#ruling-C5")).to_be_in_viewport()


def test_paper_has_the_rules_alone(people) -> None:  # type: ignore[no-untyped-def]
    page = people()
    page.goto("/rules/tsukiji/")
    page.get_by_label("Search the rules and rulings").fill("yakuza")
    page.emulate_media(media="print")
    for hidden in (".top", ".rules-tools", "search", ".chapter-list"):
        expect(page.locator(hidden)).to_be_hidden()
    for chapter in ("offer", "market", "end"):  # what the search had hidden is printed
        expect(page.locator(f"#rule-{chapter}")).to_be_visible()
    assert page.pdf(format="A4").count(b"/Type /Page\n") < 12
    assert page.locator("#rulings dl").evaluate("one => getComputedStyle(one).columnCount") == "2"


def test_markets_are_drawn_and_asked_for(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**PHONE)
    page.goto("/rules/tokyo-tsukiji-market/table/")
    expect(page.locator("#nothing-in-play")).to_be_visible()
    page.get_by_role("button", name="Draw the markets").tap()
    expect(page.locator("#nothing-in-play")).to_be_hidden()
    cards = page.locator(".laid-out.cards").first.locator("li:visible")
    expect(cards).to_have_count(4)  # Mackerel and three more, for two players
    expect(page.locator("[name=own-0-mackerel]")).to_be_visible()
    expect(page.locator("[name=own-0-nori]")).to_be_hidden()
    pile = page.locator("#piles select")
    pile.select_option(label="Next fish market")
    expect(page.locator("#pile-left")).to_have_text("Left: 5")
    page.get_by_role("button", name="Draw one").tap()
    expect(page.locator("#pile-left")).to_have_text("Left: 4")
    page.get_by_role("button", name="Put back the last one").tap()
    expect(page.locator("#pile-left")).to_have_text("Left: 5")
    enter(page, 0, money=5000, mackerel=3)
    enter(page, 1, money=5000)
    expect(page.locator("#winners")).to_have_text("Player 1 wins with ¥6,300.")
