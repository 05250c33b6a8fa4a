"""Tokyo Tsukiji Market in a real Chromium: markets and harbors, auctions, the first game."""

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from browser_tools import (
    CHANGED,
    FRAME,
    IDLE,
    PHONE,
    TOKEN,
    finished,
    press,
    serious,
    sideways,
)

DESK = {"viewport": {"width": 1440, "height": 1000}}
EASY = ("eel", "red_snapper", "spider_crab", "squid")
PHASE = "document.querySelector('.ttm-board').className.match(/phase-(\\w+)/)[1]"
# How likely an impatient player is to choose a move, by its first word: go fishing and unload.
LIKES = (
    ("fish", 6), ("barrel ", 5), ("boat ", 5), ("dock", 4), ("undock", 4), ("buy ", 4),
    ("price ", 3), ("yen", 3), ("license", 3), ("take ", 3), ("purchase", 3), ("enter ", 2),
    ("done", 1.5), ("end", 1.5), ("return ", 0), ("reprice ", 0), ("discard", 0), ("pass", 0.1),
)  # fmt: skip
# The moves that lead to an auction: a second ship, the license, two catches, dock.
TO_THE_AUCTION = [
    "fish", "boat one_slot", "done", "enter ships", "take two_slot", "done", "end",
    "enter spider_crab", "license", "done", "fish", "boat two_slot", "done", "end",
    "fish", "boat two_slot", "barrel spider_crab", "done",
    "fish", "boat two_slot", "barrel spider_crab", "done", "end",
    "fish", "boat two_slot", "dock",
]  # fmt: skip

# The moves that bring two Mackerel home in one ship.
TWO_MACKEREL = [
    "fish", "boat one_slot", "done", "enter ships", "take two_slot", "done", "end",
    "fish", "boat two_slot", "done", "fish", "boat two_slot", "barrel mackerel", "done", "end",
    "fish", "boat two_slot", "barrel mackerel", "done", "fish", "boat two_slot", "dock",
]  # fmt: skip


def set_up(page: Page, players: int, mode: str = "bots", rounds: int = 0, **options: bool) -> None:
    """Create a table with the easy fish through the form."""
    page.goto(f"/new/tokyo-tsukiji-market/?mode={mode}")
    page.locator(".chip", has_text=str(players)).click()
    page.get_by_text("Rules and variants").click()
    if not options:
        page.get_by_text("Fish markets", exact=True).click()
        for fish in EASY[: 3 if players == 2 else 4]:
            page.locator(f"input[name=option-fish_markets][value={fish}]").check()
    for name in options:
        page.locator(f"input[name=option-{name}]").check()
    page.locator("input[name=option-round_limit]").fill(str(rounds))
    press(page, "Start game" if mode == "bots" else "Open table")
    expect(page.locator(".ttm-board" if mode == "bots" else ".lobby")).to_be_visible()


def moves(page: Page) -> list[str]:
    values: list[str] = page.locator("#board .can").evaluate_all("all => all.map(one => one.value)")
    return values


def decide(page: Page, move: str) -> None:
    """Make a move and wait until it is accepted."""
    before = page.evaluate(TOKEN)
    way = page.locator(f'#board .can[value="{move}"]')
    if not way.locator("visible=true").count():  # in a folded part of the tray, or on a card
        folded = page.locator("#board details", has=page.locator(f'.can[value="{move}"]'))
        folded.locator("> summary").locator("visible=true").first.click()
    way.locator("visible=true").first.click()
    page.wait_for_function(CHANGED, arg=before)


def liked(values: list[str], rng: Random) -> str:
    def liking(value: str) -> float:
        return next((by for start, by in LIKES if value.startswith(start)), 1) + rng.random()

    return max(values, key=liking)


def play_to_the_end(page: Page, seed: int) -> set[str]:
    """Play quickly to the end and return the phases that occurred."""
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


@pytest.mark.journey
def test_a_whole_base_game_of_three(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK)
    set_up(page, 3, rounds=5)
    phases = play_to_the_end(page, 1)
    assert {"turn", "fishing", "activity", "pricing"} <= phases
    expect(page.locator("#end h2")).to_have_text(re.compile("You won|You came|You share"))
    expect(page.locator(".chart svg")).to_have_count(2)
    expect(page.locator("#end .scores tbody th").first).to_have_text("Yen")
    expect(page.locator(".ledger tbody tr").first).to_be_visible()


def test_a_whole_expansion_game_of_four(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK)
    set_up(page, 4, rounds=4, expansion=True, crashing=True, closed_money=True)
    page.wait_for_function(IDLE, arg="#board .can")
    expect(page.locator(".harbor.compact .purse", has_text="hidden money")).to_have_count(3)
    play_to_the_end(page, 2)
    expect(page.locator("#end h2")).to_have_text(re.compile("You won|You came|You share"))


def bring_to_auction(aki: Page, ben: Page, until: str) -> None:
    """Aki brings two Spider Crabs home, Ben waits, until this element is on Aki's page."""
    bring_home(aki, ben, [*TO_THE_AUCTION], until)


def bring_home(aki: Page, ben: Page, script: list[str], until: str) -> None:
    """Aki makes the moves that begin like this and then docks, Ben waits."""
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


def ask(page: Page, yen: int) -> None:
    """Set a price above the printed ones."""
    decide(page, "price other")
    page.locator("#amount").fill(str(yen))
    before = page.evaluate(TOKEN)
    page.locator("#amount-go").click()
    page.wait_for_function(CHANGED, arg=before)


@pytest.mark.long
def test_each_of_two_barrels_gets_the_price_that_its_owner_wants(people) -> None:  # type: ignore[no-untyped-def]
    aki, ben = people(**DESK), people(**DESK)
    set_up(aki, 2, mode="friends")
    ben.goto(aki.url)
    press(ben, "Join game")
    expect(aki.locator(".ttm-board")).to_be_visible()
    expect(ben.locator(".ttm-board")).to_be_visible()
    bring_home(aki, ben, [*TWO_MACKEREL], until=".phase-pricing")
    ask(aki, 600)
    ask(aki, 900)
    wares = aki.locator(".harbor.mine .ware.can")
    expect(wares).to_have_count(2)
    for old, new in ((0, 700), (1, 1500)):
        wares.nth(old).click()
        expect(aki.locator(".prompt, #prompt").first).to_contain_text("gets a new price")
        expect(aki.locator("#tray .choice.can")).to_have_count(2)
        expect(aki.locator('.harbor.mine .ware.can[value^="which"]')).to_have_count(2)
        if old:
            decide(aki, "which 2")
        else:
            aki.locator('.harbor.mine .ware.can[value="which 1"]').click()
        expect(aki.locator(".phase-pricing")).to_be_visible()
        ask(aki, new)
    expect(aki.locator(".harbor.mine .ware .tag")).to_have_text(["¥700", "¥1,500"])

    # Ben buys one of them. The other one stays where it is, so that a second click does not buy it.
    while aki.locator("#table").get_attribute("data-turn") == "yes":
        decide(aki, next(move for move in ("done", "end", "pass") if move in moves(aki)))
    decide_all(ben, "purchase")
    wares = ben.locator("#others .lot")
    expect(wares).to_contain_text(["¥700", "¥1,500"])
    place = wares.last.evaluate(BOX)
    decide_all(ben, "buy")
    expect(wares).to_have_count(1)
    assert wares.evaluate(BOX) == place


def two_at_an_auction(people, **settings: object) -> tuple[Page, Page]:  # type: ignore[no-untyped-def]
    """Two people who both have to bid for Aki's two Spider Crabs."""
    aki, ben = people(**{**DESK, **settings}), people(**DESK)
    set_up(aki, 2, mode="friends")
    ben.goto(aki.url)
    press(ben, "Join game")
    expect(aki.locator(".ttm-board")).to_be_visible()
    expect(ben.locator(".ttm-board")).to_be_visible()
    bring_to_auction(aki, ben, until="#stage")
    expect(ben.locator("#stage")).to_be_visible()
    return aki, ben


@pytest.mark.journey
def test_an_auction_between_two_people(people) -> None:  # type: ignore[no-untyped-def]
    aki, ben = two_at_an_auction(people)
    expect(aki.locator(".lot-worth")).to_contain_text("resources to you")
    expect(ben.locator(".limit")).to_have_text("You have ¥2,000.")
    ben.locator("[data-step='500']").click()
    ben.locator("[data-step='100']").click()
    expect(ben.locator("#amount-go")).to_contain_text("Bid ¥600")
    ben.locator("#amount-go").click()
    expect(ben.locator(".waiting")).to_have_text(re.compile("Waiting for"))
    expect(aki.locator("#fist-1")).not_to_contain_text("¥")
    assert "¥600" not in aki.locator("#fist-1").inner_html()
    # With the keyboard only.
    aki.locator("#amount").focus()
    aki.keyboard.press("ArrowUp")
    expect(aki.locator("#amount-go")).to_contain_text("Bid ¥100")
    aki.keyboard.press("Enter")
    for page in (aki, ben):
        expect(page.locator(".reveal .fist")).to_have_count(2)
        expect(page.locator(".reveal .best")).to_contain_text("¥600")
    expect(ben.locator(".harbor.mine .tokens-owned")).to_contain_text("×1")


def test_the_bid_that_opens_all_fists_is_confirmed_as_it_is_now(people) -> None:  # type: ignore[no-untyped-def]
    aki, ben = two_at_an_auction(people)
    assert ben.locator("#amount-go").get_attribute("data-final") is None, "it can be taken back"
    ben.locator("#amount-go").click()
    expect(aki.locator("#amount-go[data-final]")).to_be_visible()
    aki.get_by_role("button", name="Settings").click()
    aki.locator("#preferences").get_by_text("If they can't be undone", exact=True).click()
    aki.keyboard.press("Escape")
    aki.locator("#amount-go").click()
    expect(aki.locator("#ask-what")).to_have_text("Bid ¥0?")
    aki.locator("[data-step='100']").click()
    expect(aki.locator("#ask-what")).to_have_text("Bid ¥100?")
    expect(aki.locator(".reveal")).to_have_count(0)
    aki.locator("#ask-yes").click()
    expect(aki.locator(".reveal .best")).to_contain_text("¥100")


def test_an_automatic_bid_bids_for_its_owner_and_nobody_sees_it(people) -> None:  # type: ignore[no-untyped-def]
    aki, ben = people(**DESK), people(**DESK)
    set_up(aki, 2, mode="friends")
    ben.goto(aki.url)
    press(ben, "Join game")
    expect(ben.locator("#automatic-bids-button")).to_have_text("Automatic bids: off")
    ben.get_by_role("button", name="Settings").click()
    ben.locator("#automatic-bids-button").click()
    ben.locator("#automatic-bids input[value=never]").check()
    ben.locator("#automatic-bids").get_by_role("button", name="Save").click()
    expect(ben.locator("#automatic-bids-button")).to_have_text("Automatic bids: always ¥0")
    expect(aki.locator("#automatic-bids-button")).to_have_text("Automatic bids: off")
    bring_to_auction(aki, ben, until="#amount")
    expect(aki.locator("#stage .done")).to_have_count(1)
    aki.locator("[data-step='100']").click()
    decide(aki, "yen #")
    expect(aki.locator(".reveal .best")).to_contain_text("¥100")
    expect(aki.locator(".reveal .fist", has_text="¥0")).to_have_count(1)


def test_free_steps_stay_open_while_others_do_something(people) -> None:  # type: ignore[no-untyped-def]
    """An update must not close them under the player's finger. The next decision begins closed."""
    aki, ben = people(**DESK), people(**DESK)
    set_up(aki, 2, mode="friends")
    ben.goto(aki.url)
    press(ben, "Join game")
    for page in (aki, ben):
        expect(page.locator(".ttm-board")).to_be_visible()
    due, other = (aki, ben) if aki.locator("#free-steps").count() else (ben, aki)
    steps = due.locator("#free-steps .can").first
    due.locator("#free-steps > summary").click()
    expect(steps).to_be_visible()
    version = due.locator("#table").get_attribute("data-version")
    other.locator("#tab-chat").click()
    other.locator("#chat-text").fill("Take your time.")
    other.locator("#chat-text").press("Enter")
    expect(due.locator("#table")).not_to_have_attribute("data-version", version)
    expect(steps).to_be_visible()
    decide(due, "pass")
    expect(due.locator("#free-steps > summary")).to_be_visible()
    expect(steps).to_be_hidden()


def decide_all(page: Page, *wanted: str) -> None:
    """Take one decision after the other, each told by its beginning."""
    for start in wanted:
        page.wait_for_function(IDLE, arg="#board .can")
        decide(page, next(move for move in moves(page) if move.startswith(start)))


FOLLOWED = """() => {
    const acting = document.querySelector('#board-area [data-acting]');
    if (!acting) return false;
    const {top, bottom} = acting.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
}"""


def test_others_act_in_sight_and_the_page_stands_still(people) -> None:  # type: ignore[no-untyped-def]
    aki, ben = (people(viewport={"width": 1440, "height": 800}) for _ in range(2))
    set_up(aki, 2, mode="friends", rounds=1)
    ben.goto(aki.url)
    press(ben, "Join game")
    for page in (aki, ben):
        expect(page.locator(".ttm-board")).to_be_visible()
    player, watcher = (aki, ben) if moves(aki) else (ben, aki)
    decide_all(player, "fish", "boat one_slot")
    watcher.wait_for_function(FOLLOWED)
    decide_all(player, "done", "pass", "end")
    expect(watcher.locator("#table")).to_have_attribute("data-turn", "yes")
    assert watcher.evaluate("[scrollX, scrollY]") == [0, 0]
    decide_all(watcher, "pass", "pass", "end")
    for page in (aki, ben):
        expect(page.locator("#end .end-place")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width", [390, 360])
def test_why_a_market_cannot_be_entered_is_told_inside_the_window(people, width: int) -> None:  # type: ignore[no-untyped-def]
    page = people(**{**PHONE, "viewport": {"width": width, "height": 844}})
    set_up(page, 3)
    page.wait_for_function(IDLE, arg="#board .can")
    shut = page.locator(".ttm .cannot:visible")
    assert shut.count()
    for number in range(shut.count()):
        shut.nth(number).scroll_into_view_if_needed()
        page.evaluate(FRAME)  # scrolling puts a tip away
        shut.nth(number).tap(force=True)
        tip = page.locator("#ttm-tip")
        why = shut.nth(number).get_attribute("data-why")
        # What it is and what it does comes first.
        expect(tip).to_have_text(re.compile(rf"\S.* {re.escape(why)}$"))
        box = tip.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert sideways(page) <= 0


def test_a_phone_shows_the_part_that_the_decision_is_about(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**PHONE)
    set_up(page, 3)
    page.wait_for_function(IDLE, arg="#board .can")
    assert sideways(page) <= 0
    harbor, hall, others = (
        page.locator(".harbor.mine"),
        page.locator(".hall"),
        page.locator("#others"),
    )
    expect(hall).to_be_visible()
    expect(harbor).to_be_hidden()
    page.locator(".places [data-go=others]").click()
    expect(others).to_be_visible()
    expect(hall).to_be_hidden()
    width = others.evaluate("row => row.clientWidth")
    assert abs(width - others.locator(".harbor").first.evaluate("one => one.offsetWidth")) <= 2
    decide(page, "fish")
    expect(harbor).to_be_visible()
    expect(others).to_be_hidden()
    expect(page.locator(".places [data-go=harbor]")).to_have_attribute("aria-pressed", "true")
    decide(page, "boat one_slot 1")
    assert sideways(page) <= 0
    small = page.locator("#board .can:visible").evaluate_all(
        "all => all.filter(one => one.offsetHeight < 44).map(one => one.outerHTML)"
    )
    assert small == []


PLACES = """all => all.map(one => {
    const {x, y} = one.getBoundingClientRect();
    return [x + scrollX, y + scrollY];
})"""


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844), (360, 640)])
def test_an_entered_market_is_a_card_over_the_hall_and_no_choice_is_there_twice(  # type: ignore[no-untyped-def]
    people, size: tuple[int, int]
) -> None:
    page = people(viewport={"width": size[0], "height": size[1]})
    set_up(page, 3)
    page.wait_for_function(IDLE, arg="#board .can")
    before = page.locator(".ttm .market").evaluate_all(PLACES)
    decide(page, "enter eel")
    stall = page.locator("#stall-eel[open][data-focus]")
    expect(stall).to_be_in_viewport(ratio=1)
    assert page.locator("[data-focus]").count() == 1
    assert page.locator(".ttm .market").evaluate_all(PLACES) == before, "the others stay"
    ways = page.locator("#board .can[value=license]").locator("visible=true")
    expect(ways).to_have_count(1)
    expect(ways).to_be_in_viewport(ratio=1)
    expect(page.locator("#way-out")).to_be_in_viewport(ratio=1)
    assert sideways(page) <= 0


# Gives the first stall the longest name, and measures the words of all names. All in one script, so
# that no update can write the old name again in between.
WORDS = """font => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { font-family: "${font}" !important; }`);
  document.adoptedStyleSheets = [sheet];
  document.querySelector(".ttm .market h3.name").textContent = "Government";
  return [...document.querySelectorAll(".ttm .market h3.name")].flatMap((title) => {
    const text = title.firstChild, stall = title.closest(".market").getBoundingClientRect();
    return [...text.data.matchAll(/\\S+/g)].map((word) => {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const rows = range.getClientRects();
      return { word: word[0], rows: rows.length, out: rows[0].right - stall.right };
    });
  });
}"""


@pytest.mark.parametrize("width", [1440, 1024, 390, 360])
def test_a_stall_holds_its_longest_word_in_any_font(people, width: int) -> None:  # type: ignore[no-untyped-def]
    page = people(viewport={"width": width, "height": 800})
    set_up(page, 6, expansion=True)
    page.wait_for_function(IDLE, arg="#board .can")
    for font in ("DejaVu Sans Mono", "DejaVu Sans"):
        words = page.evaluate(WORDS, font)
        assert "Government" in [one["word"] for one in words]
        assert [one for one in words if one["rows"] != 1 or one["out"] > -3] == [], font
        assert sideways(page) <= 0, font


@pytest.mark.parametrize("settings", [DESK, PHONE])
def test_the_rules_of_a_market_open_in_place(people, settings: dict[str, object]) -> None:  # type: ignore[no-untyped-def]
    page = people(**settings)
    set_up(page, 3)
    page.wait_for_function(IDLE, arg="#board .can")
    page.locator("#stall-eel > summary").click()
    before = page.evaluate("scrollY")
    page.locator("#market-eel .ask").click()
    rules = page.locator("#rules-eel")
    expect(rules).to_be_in_viewport(ratio=1)
    expect(rules).to_contain_text(re.compile(r"Worth what its marker shows, from 1\D? to 13"))
    assert page.evaluate("scrollY") == before
    rules.get_by_role("button", name="Close").click()
    expect(rules).to_be_hidden()
    # With the keyboard only.
    page.locator("#market-eel .ask").focus()
    page.keyboard.press("Enter")
    expect(rules).to_be_visible()
    page.keyboard.press("Escape")
    expect(rules).to_be_hidden()


def test_pieces_tell_what_they_are_worth_on_hover_focus_and_tap(people) -> None:  # type: ignore[no-untyped-def]
    desk = people(**DESK)
    set_up(desk, 3)
    desk.wait_for_function(IDLE, arg="#board .can")
    tip = desk.locator("#ttm-tip")
    desk.locator("#market-mackerel .stock-barrels").hover()
    expect(tip).to_contain_text("15 Mackerel barrels left to catch")
    desk.locator(".harbor.mine .license-space.license").focus()
    desk.keyboard.press("Shift+Tab")
    desk.keyboard.press("Tab")
    expect(tip).to_contain_text("Mackerel license: catches one Mackerel")
    desk.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    phone = people(**PHONE)
    set_up(phone, 3)
    phone.wait_for_function(IDLE, arg="#board .can")
    phone.locator(".places [data-go=harbor]").tap()
    phone.locator(".harbor.mine .boat").tap()
    expect(phone.locator("#ttm-tip")).to_contain_text("One-slot Ship")
    expect(phone.locator("#ttm-tip")).to_be_in_viewport(ratio=1)
    phone.locator(".harbor.mine .awning").tap()
    expect(phone.locator("#ttm-tip")).to_be_hidden()


def test_a_wide_window_has_harbor_and_hall_side_by_side(people) -> None:  # type: ignore[no-untyped-def]
    page = people(viewport={"width": 1920, "height": 1080})
    set_up(page, 3)
    page.wait_for_function(IDLE, arg="#board .can")
    harbor, hall = (page.locator(name).bounding_box() for name in (".harbor.mine", ".hall"))
    assert harbor
    assert hall
    assert hall["x"] >= harbor["x"] + harbor["width"]
    assert abs(hall["y"] - harbor["y"]) < 4


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
        assert page.evaluate("document.activeElement.value") == move, "the Tab key reaches it"
        page.keyboard.press("Enter")
        page.wait_for_function(CHANGED, arg=before)


BOX = """one => {
    const {x, y, width, height} = one.getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
}"""


def test_other_harbors_and_stalls_open_over_the_hall_one_at_a_time(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK)
    set_up(page, 3)
    page.wait_for_function(IDLE, arg="#board .can")
    hall = page.locator("#hall").evaluate(BOX)
    other = page.locator("#others .harbor").first
    expect(other.locator(".store-room")).to_be_hidden()
    other.locator(".owner").click()
    expect(other.locator(".store-room")).to_be_visible()
    assert other.locator("> .inside").evaluate(BOX) == hall
    page.keyboard.press("Escape")
    expect(other.locator(".store-room")).to_be_hidden()
    other.locator(".owner").click()
    page.locator("#board-area").get_by_role("button", name="Back to the hall").click()
    expect(other.locator(".store-room")).to_be_hidden()
    page.locator("#stall-eel > summary").click()
    assert page.locator("#stall-eel").evaluate(BOX) == hall
    other.locator(".owner").click()
    expect(page.locator("#stall-eel .card")).to_be_hidden()
    assert page.locator("#hall").evaluate(BOX) == hall


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
    explained.get_by_role("button", name="Got it").click()
    page.reload()
    page.wait_for_function(IDLE, arg="#board .can")
    assert first not in page.locator("#table").inner_text()
    page.locator("#guide-switch").click()
    expect(page.locator(".guide-card:visible")).to_have_count(0)


@pytest.mark.parametrize("scheme", [pytest.param("light", marks=pytest.mark.journey), "dark"])
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
