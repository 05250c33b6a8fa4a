"""Controls that need a script are disabled until their script listens, and work from then on."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser_tools import PHONE, Held, lay, press, submit

GOLDEN = Path(__file__).parent.parent
TITLES = ["tsukiji", "shinjuku", "tokyo-tsukiji-market"]
# Buttons that look as if they worked, but neither submit a form nor open a popover.
IDLE_BUTTONS = """buttons => buttons.filter(button => !button.disabled && button.checkVisibility()
    && button.ariaDisabled !== "true" && button.type !== "submit"
    && !button.hasAttribute("popovertarget")).map(one => one.outerHTML)"""


def start(page: Page, title: str = "tsukiji") -> None:
    page.goto("/")
    submit(page, page.locator(f"form[action='/quick/{title}/'] button"))
    page.locator("#prompt").wait_for()


def test_the_chat_opens_as_soon_as_its_script_listens(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**PHONE)
    start(page)
    late = Held(page, "chat.js")
    page.goto(page.url, wait_until="commit")
    opener = page.locator("#chat-open")
    expect(page.locator("#tab-log")).to_be_enabled()  # its script is there already
    expect(opener).to_be_disabled()
    late.release()
    opener.tap()
    expect(page.locator("#panel-chat")).to_be_visible()


@pytest.mark.parametrize(
    ("script", "title", "control"),
    [
        ("chat.js", "tsukiji", "#chat-open"),
        ("tabs.js", "tsukiji", "#tab-rules"),
        ("board.js", "shinjuku", "#map-fit"),
        ("board.js", "shinjuku", "#map-in"),
        ("board.js", "tokyo-tsukiji-market", ".ttm [data-back] >> nth=0"),
    ],
)
def test_without_its_script_a_control_stays_disabled(  # type: ignore[no-untyped-def]
    people, script: str, title: str, control: str
) -> None:
    page = people()
    page.route(f"**/{script}", lambda route: route.abort())
    start(page, title)
    page.wait_for_load_state()
    expect(page.locator(control)).to_be_disabled()
    page.unroute(f"**/{script}")
    page.reload()
    expect(page.locator(control)).to_be_enabled()


def test_updates_do_not_disable_what_works(people) -> None:  # type: ignore[no-untyped-def]
    page, friend = people(), people()
    page.goto("/new/tsukiji/")
    press(page, "Open table")
    expect(page.locator(".lobby-seat.free")).to_have_count(2)
    copy = page.get_by_role("button", name="Copy")
    expect(copy).to_be_enabled()
    page.evaluate(
        "new MutationObserver(() => window.hasChanged = true)"
        ".observe(document.body, {subtree: true, attributeFilter: ['disabled']})"
    )
    friend.goto(page.url)
    press(friend, "Join game")
    expect(page.locator(".lobby-seat.free")).to_have_count(1)
    expect(copy).to_be_enabled()
    assert not page.evaluate("window.hasChanged ?? false"), "not even for a moment"


def test_a_new_decision_keeps_the_tools_of_a_map(people) -> None:  # type: ignore[no-untyped-def]
    page = people()
    start(page, "shinjuku")
    page.locator("#map-in").click()
    before = page.locator("#table").get_attribute("data-version")
    page.locator("#board .can:visible").first.click()
    expect(page.locator("#table")).not_to_have_attribute("data-version", before or "")
    for tool in ("in", "out", "fit", "names"):
        expect(page.locator(f"#map-{tool}")).to_be_enabled()


def pages(page: Page) -> Iterator[str]:
    """Visit one page of each kind; yields its name."""
    for path in ("/", "/me/", "/api/", "/new/tsukiji/", "/rules/tsukiji/"):
        page.goto(path)
        yield path
    page.goto("/new/tsukiji/")
    press(page, "Open table")
    page.locator(".lobby").wait_for()
    yield "lobby"
    for title in TITLES:
        start(page, title)
        yield title
        folder = GOLDEN / title.replace("-", "_") / "games"
        page.goto("/replay/")
        page.get_by_label("Record file").set_input_files(sorted(folder.glob("*.json"))[0])
        press(page, "Open")
        page.locator("#replay").wait_for()
        yield f"replay of {title}"


@pytest.mark.journey
def test_every_button_works_without_scripts_or_is_disabled(people) -> None:  # type: ignore[no-untyped-def]
    page = people(java_script_enabled=False)
    for name in pages(page):
        assert page.locator("button").evaluate_all(IDLE_BUTTONS) == [], name


def test_with_scripts_no_control_stays_disabled(people) -> None:  # type: ignore[no-untyped-def]
    page = people()
    for name in pages(page):
        page.wait_for_load_state()
        assert page.locator("[data-needs-script]:disabled").count() == 0, name


def test_settings_changed_before_their_script_is_there_are_kept(people) -> None:  # type: ignore[no-untyped-def]
    page = people()
    start(page)
    lay(page, "4")
    late = Held(page, "preferences.js")
    page.goto(page.url, wait_until="commit")
    page.get_by_role("button", name="Settings").click()
    expect(page.locator("#preferences").get_by_role("button", name="Save")).to_be_visible()
    page.get_by_text("Instant").click()
    with page.expect_response("**/preferences/"):
        late.release()
    expect(page.locator("#live")).to_have_attribute("data-speed", "instant")
    expect(page.locator("#preferences").get_by_role("button", name="Save")).to_be_hidden()
    page.reload()
    expect(page.locator("#live")).to_have_attribute("data-speed", "instant")
