"""Tokyo Tsukiji Market on the site, in a real Chromium: hall and harbors, auctions, first game."""

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from browser_tools import CHANGED, IDLE, PHONE, TOKEN, finished, serious, sideways

DESK = {"viewport": {"width": 1440, "height": 1000}}
EASY = ("eel", "red_snapper", "spider_crab", "squid")
PHASE = "document.querySelector('.ttm').className.match(/phase-(\\w+)/)[1]"
# How much a person in a hurry likes a decision, by its beginning: to the sea, and home with fish.
LIKES = (
    ("fish", 6), ("barrel ", 5), ("boat ", 5), ("dock", 4), ("undock", 4), ("buy ", 4),
    ("price ", 3), ("yen", 3), ("license", 3), ("take ", 3), ("purchase", 3), ("enter ", 2),
    ("done", 1.5), ("end", 1.5), ("return ", 0), ("reprice ", 0), ("discard", 0), ("pass", 0.1),
)  # fmt: skip
# To an auction: a second ship, the license, two catches, home.
TO_THE_AUCTION = [
    "fish", "boat one_slot", "done", "enter ships", "take two_slot", "done", "end",
    "enter spider_crab", "license", "done", "fish", "boat two_slot", "done", "end",
    "fish", "boat two_slot", "barrel spider_crab", "done",
    "fish", "boat two_slot", "barrel spider_crab", "done", "end",
    "fish", "boat two_slot", "dock",
]  # fmt: skip


def set_up(page: Page, players: int, mode: str = "bots", rounds: int = 0, **options: bool) -> None:
    """A table with the easy fish, by the form."""
    page.goto(f"/new/tokyo-tsukiji-market/?mode={mode}")
    page.locator(".chip", has_text=str(players)).click()
    if not options:
        page.locator(".pick summary").first.click()
        for fish in EASY[: 3 if players == 2 else 4]:
            page.locator(f"input[name=option-fish_markets][value={fish}]").check()
    for name in options:
        page.locator(f"input[name=option-{name}]").check()
    page.locator("input[name=option-round_limit]").fill(str(rounds))
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".ttm" if mode == "bots" else ".lobby")).to_be_visible()


def moves(page: Page) -> list[str]:
    values: list[str] = page.locator("#board .can").evaluate_all("all => all.map(one => one.value)")
    return values


def decide(page: Page, move: str) -> None:
    """Choose something and wait until it is taken."""
    before = page.evaluate(TOKEN)
    page.locator(f'#board .can[value="{move}"]').first.click()
    page.wait_for_function(CHANGED, arg=before)


def liked(values: list[str], rng: Random) -> str:
    def liking(value: str) -> float:
        return next((by for start, by in LIKES if value.startswith(start)), 1) + rng.random()

    return max(values, key=liking)


def play_to_the_end(page: Page, seed: int) -> set[str]:
    """Play in a hurry, and say which phases there were."""
    rng, phases = Random(seed), set()
    for _ in range(400):
        page.wait_for_function(IDLE, arg="#board .can")
        if finished(page):
            return phases
        phases.add(page.evaluate(PHASE))
        move = liked(moves(page), rng)
        if move == "yen #" and page.evaluate(PHASE) == "bidding":
            page.locator("#amount").fill("0")
        decide(page, move)
    raise AssertionError("the game does not end")


def test_a_whole_base_game_of_three(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK)
    set_up(page, 3, rounds=5)
    phases = play_to_the_end(page, 1)
    assert {"turn", "fishing", "activity", "pricing"} <= phases
    expect(page.locator("#end h2")).to_have_text(re.compile("win|share"))
    expect(page.locator(".chart svg")).to_have_count(2)
    expect(page.locator("#end .scores tbody th").first).to_have_text("Yen")
    expect(page.locator(".ledger tbody tr").first).to_be_visible()


def test_a_whole_expansion_game_of_four(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK)
    set_up(page, 4, rounds=4, expansion=True, crashing=True, closed_money=True)
    page.wait_for_function(IDLE, arg="#board .can")
    expect(page.locator(".harbor.compact .purse", has_text="closed purse")).to_have_count(3)
    play_to_the_end(page, 2)
    expect(page.locator("#end h2")).to_have_text(re.compile("win|share"))


def bring_to_auction(aki: Page, ben: Page, until: str) -> None:
    """Aki brings two Spider Crabs home, Ben waits, until something is on Aki's page."""
    script = [*TO_THE_AUCTION]
    while not aki.locator(until).count():
        if moves(ben):
            decide(ben, next(move for move in ("pass", "end") if move in moves(ben)))
        elif moves(aki):
            wanted = script.pop(0) if script else "dock"
            found = [move for move in moves(aki) if move.startswith(wanted)]
            if found:
                decide(aki, found[0])
        else:
            aki.wait_for_timeout(50)


def two_at_an_auction(people, **settings: object) -> tuple[Page, Page]:  # type: ignore[no-untyped-def]
    """Two people who both have to bid for Aki's two Spider Crabs."""
    aki, ben = people(**{**DESK, **settings}), people(**DESK)
    set_up(aki, 2, mode="friends")
    ben.goto(aki.url)
    ben.get_by_role("button", name="Sit down").click()
    expect(aki.locator(".ttm")).to_be_visible()
    expect(ben.locator(".ttm")).to_be_visible()
    bring_to_auction(aki, ben, until="#stage")
    expect(ben.locator("#stage")).to_be_visible()
    return aki, ben


def test_an_auction_between_two_people(people) -> None:  # type: ignore[no-untyped-def]
    aki, ben = two_at_an_auction(people)
    expect(aki.locator(".lot-worth")).to_contain_text("resources for you")
    expect(ben.locator(".limit")).to_have_text("You have ¥2,000.")
    ben.locator("[data-step='500']").click()
    ben.locator("[data-step='100']").click()
    expect(ben.locator("#amount-go")).to_contain_text("Bid ¥600")
    ben.locator("#amount-go").click()
    expect(ben.locator(".waiting")).to_have_text(re.compile("Waiting for"))
    expect(aki.locator("#fist-1")).not_to_contain_text("¥")
    assert "¥600" not in aki.locator("#fist-1").inner_html()
    # By keyboard alone.
    aki.locator("#amount").focus()
    aki.keyboard.press("ArrowUp")
    expect(aki.locator("#amount-go")).to_contain_text("Bid ¥100")
    aki.keyboard.press("Enter")
    for page in (aki, ben):
        expect(page.locator(".reveal .fist")).to_have_count(2)
        expect(page.locator(".reveal .best")).to_contain_text("¥600")
    expect(ben.locator(".harbor.mine .tokens-owned")).to_contain_text("×1")


def test_a_standing_order_bids_for_its_owner_and_nobody_sees_it(people) -> None:  # type: ignore[no-untyped-def]
    aki, ben = people(**DESK), people(**DESK)
    set_up(aki, 2, mode="friends")
    ben.goto(aki.url)
    ben.get_by_role("button", name="Sit down").click()
    expect(ben.locator("#standing-button")).to_have_text("Auctions: ask me every time")
    ben.locator("#standing-button").click()
    ben.locator("#standing input[value=never]").check()
    ben.locator("#standing").get_by_role("button", name="Keep it").click()
    expect(ben.locator("#standing-button")).to_have_text("Auctions: I always bid ¥0")
    expect(aki.locator("#standing-button")).to_have_text("Auctions: ask me every time")
    bring_to_auction(aki, ben, until="#amount")
    expect(aki.locator("#stage .done")).to_have_count(1)
    aki.locator("[data-step='100']").click()
    decide(aki, "yen #")
    expect(aki.locator(".reveal .best")).to_contain_text("¥100")
    expect(aki.locator(".reveal .fist", has_text="¥0")).to_have_count(1)


def test_a_phone_shows_one_harbor_at_a_time(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**PHONE)
    set_up(page, 3)
    page.wait_for_function(IDLE, arg="#board .can")
    assert sideways(page) <= 0
    width = page.locator("#others").evaluate("row => row.clientWidth")
    harbor = page.locator("#others .harbor").first.evaluate("one => one.offsetWidth")
    assert abs(width - harbor) <= 2
    decide(page, "fish")
    decide(page, "boat one_slot 1")
    assert sideways(page) <= 0
    small = page.locator("#board .can").evaluate_all(
        "all => all.filter(one => one.offsetHeight < 44).map(one => one.outerHTML)"
    )
    assert small == []


def test_a_turn_by_keyboard_alone(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK)
    set_up(page, 3)
    page.wait_for_function(IDLE, arg="#board .can")
    for move in ("fish", "boat one_slot 1", "done", "pass", "end"):
        page.wait_for_function(IDLE, arg=f'#board .can[value="{move}"]')
        before = page.evaluate(TOKEN)
        for _ in range(80):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.value") == move:
                break
        assert page.evaluate("document.activeElement.value") == move, "the Tab key comes to it"
        page.keyboard.press("Enter")
        page.wait_for_function(CHANGED, arg=before)


def test_a_market_leads_to_its_chapter_and_a_harbor_grows(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK)
    set_up(page, 3)
    page.wait_for_function(IDLE, arg="#board .can")
    page.locator("#market-eel .ask").click()
    expect(page.locator("#tab-rules")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#rule-eel")).to_be_in_viewport()
    other = page.locator("#others .harbor").first
    before = other.evaluate("one => one.offsetWidth")
    other.locator(".enlarge").click()
    assert other.evaluate("one => one.offsetWidth") > before * 1.5


@pytest.mark.parametrize("title", ["Tsukiji", "Shinjuku", "Tokyo Tsukiji Market"])
def test_a_guided_first_game_explains_and_remembers(people, title: str) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK)
    page.goto("/")
    card = page.locator(".title-card", has=page.get_by_role("heading", name=title, exact=True))
    card.get_by_role("button", name="Learn").click()
    expect(page.locator("#board")).to_be_visible()
    page.wait_for_function(IDLE, arg="#board .can")
    explained = page.locator(".guide-card:visible")
    expect(explained).to_have_count(1)
    first = explained.inner_text()
    explained.get_by_role("button", name="Understood").click()
    page.reload()
    page.wait_for_function(IDLE, arg="#board .can")
    assert first not in page.locator("#table").inner_text()
    page.locator("#guide-switch").click()
    expect(page.locator(".guide-card:visible")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(people, scheme: str) -> None:  # type: ignore[no-untyped-def]
    page = people(color_scheme=scheme, **DESK)
    set_up(page, 4, expansion=True)
    page.wait_for_function(IDLE, arg="#board .can")
    assert serious(page) == []
    if "fish" in moves(page):
        decide(page, "fish")
        assert serious(page) == []


def test_axe_finds_nothing_serious_on_the_stage(people) -> None:  # type: ignore[no-untyped-def]
    aki, _ = two_at_an_auction(people)
    assert serious(aki) == []
