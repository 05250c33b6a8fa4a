"""The site as people use it, in a real Chromium."""

import json
import re
import resource
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser_tools import (
    CHANGED,
    IDLE,
    PHONE,
    TOKEN,
    Held,
    finished,
    lay,
    press,
    serious,
    sideways,
    two_at_a_table,
)

# The page has the table, which it may still be loading, at another version.
LATER = "before => (document.querySelector('#table')?.dataset.version ?? before) !== before"
HIDE = "Object.defineProperty(document, 'hidden', {value: true, configurable: true})"
GOLDEN = Path(__file__).parent.parent / "tsukiji" / "games"


def start_against_bots(page: Page) -> None:
    page.goto("/")
    press(page, "Play against bots")
    expect(page.locator("#prompt")).to_have_text("Lay a ticket on lot 1.")


def click_first(page: Page) -> None:
    """Click the first possible move."""
    page.locator("#board .can:visible").first.click()


def tap_first(page: Page) -> None:
    """The same on a touch screen: confirms final moves and avoids double taps."""
    page.wait_for_timeout(450)
    page.locator("#board .can:visible").first.tap()
    if page.locator("#ask-yes").is_visible():
        page.locator("#ask-yes").tap()


def decide(page: Page, choose=click_first) -> None:  # type: ignore[no-untyped-def]
    """Make a decision and wait until the page shows the result."""
    before = page.evaluate(TOKEN)
    choose(page)
    page.wait_for_function(CHANGED, arg=before)


def play_to_the_end(page: Page, choose=click_first) -> None:  # type: ignore[no-untyped-def]
    """Make possible moves until the game is over."""
    for _ in range(80):
        page.wait_for_function(IDLE, arg="#board .can")
        if finished(page):
            return
        decide(page, choose)
    raise AssertionError("the game does not end")


def say(page: Page, text: str) -> None:
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Write a message").fill(text)
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#chat")).to_contain_text(text)


@pytest.mark.journey
def test_a_game_against_bots_from_the_first_click_to_the_final_score(people) -> None:  # type: ignore[no-untyped-def]
    """With all animations, and without waiting for them."""
    page = people(reduced_motion="no-preference")
    start_against_bots(page)
    play_to_the_end(page)
    expect(page.locator("#end h2")).to_have_text(re.compile("You won|You came|You share"))
    expect(page.locator("#end h2")).to_be_in_viewport()
    expect(page.locator(".scores tfoot td")).to_have_count(3)
    expect(page.locator(".chart svg")).to_have_count(2)
    page.get_by_text("Was the shuffle fair?").click()
    page.get_by_role("button", name="Check now").click()
    expect(page.locator("#seed-check")).to_have_text("They match.")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download record").click()
    assert download.value.suggested_filename.startswith("tsukiji-")
    press(page, "Rematch")
    expect(page.locator("#prompt")).to_have_text("Lay a ticket on lot 1.")


def test_two_people_from_invitation_to_final_score(people) -> None:  # type: ignore[no-untyped-def]
    aki, ben = people(), people()
    aki.goto("/")
    aki.get_by_role("link", name="Invite friends").first.click()
    aki.get_by_label("Your name").fill("Aki")
    aki.locator(".chip", has_text="2").click()
    press(aki, "Open table")
    link = aki.get_by_label("Link to this table").input_value()
    ben.goto(link)
    ben.get_by_label("Your name").fill("Ben")
    press(ben, "Join game")
    expect(ben.locator("#prompt")).to_have_text("Lay a ticket on lot 1.")
    expect(aki.locator("#prompt")).to_have_text("Lay a ticket on lot 1.")
    lay(aki, "4")
    expect(aki.locator("#ticket-1-0")).to_have_class(re.compile("face"))
    expect(ben.locator("#ticket-1-0")).to_have_class(re.compile("back"))
    ben.get_by_role("tab", name="Chat").click()
    ben.get_by_label("Write a message").fill("Good luck")
    ben.get_by_role("button", name="Send").click()
    aki.get_by_role("tab", name="Chat").click()
    expect(aki.locator("#chat")).to_contain_text("Good luck")
    for _ in range(6000):
        if finished(aki):
            break
        # Whoever has to decide: both while tickets are laid, one of them during purchases.
        due = [page for page in (aki, ben) if page.locator("#board .can").count()]
        for page in due:
            decide(page)
        if not due:
            aki.wait_for_timeout(50)
    for page in (aki, ben):
        expect(page.locator("#table")).to_have_attribute("data-status", "finished")
    assert aki.locator(".scores tfoot").inner_text() == ben.locator(".scores tfoot").inner_text()


@pytest.mark.journey
def test_pass_and_play_with_a_curtain(people) -> None:  # type: ignore[no-untyped-def]
    page = people()
    page.goto("/")
    page.get_by_role("link", name="Pass and play").first.click()
    page.locator(".chip", has_text="2").click()
    page.get_by_label("Name of player 1").fill("Aki")
    page.get_by_label("Name of player 2").fill("Ben")
    press(page, "Start game")
    for name in ("Aki", "Ben"):
        press(page, f"I'm {name}")
        expect(page.locator("#prompt")).to_have_text("Lay a ticket on lot 1.")
        for ticket in ("4", "3", "0"):
            lay(page, ticket)
    for _ in range(80):
        page.wait_for_function(IDLE, arg=".can, #unveil")
        if finished(page):
            break
        page.wait_for_load_state()  # "I'm Aki" loads the page anew
        before = page.locator("#table").get_attribute("data-version")
        page.locator(".can:visible, #unveil").first.click()
        page.wait_for_function(LATER, arg=before)
    expect(page.locator("#end")).to_be_visible()


@pytest.mark.journey
def test_undo_and_start_my_turn_again(people) -> None:  # type: ignore[no-untyped-def]
    page = people()
    start_against_bots(page)
    expect(page.locator("#undo")).to_be_disabled()
    lay(page, "4")
    lay(page, "3")
    expect(page.locator("#prompt")).to_have_text("Lay a ticket on lot 3.")
    page.locator("#undo").click()
    expect(page.locator("#prompt")).to_have_text("Lay a ticket on lot 2.")
    lay(page, "x2")
    page.locator("#undo-turn").click()
    expect(page.locator("#prompt")).to_have_text("Lay a ticket on lot 1.")


COVERS = """([one, other]) => {
    const [a, b] = [one, other].map(name => document.querySelector(name).getBoundingClientRect());
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}"""


@pytest.mark.journey
def test_what_cannot_be_done_says_why(people) -> None:  # type: ignore[no-untyped-def]
    page = people()
    start_against_bots(page)
    lay(page, "4")
    expect(page.locator("#hand-4")).to_have_attribute(
        "data-why", "Your 4 ticket is already on lot 1."
    )
    lot = page.locator("#lot-1")
    expect(lot).to_have_attribute("data-why", "First lay a ticket on every lot.")
    lot.hover()
    expect(page.locator("#tip .tip-why")).to_have_text("First lay a ticket on every lot.")
    page.locator("#lot-1 .card").first.hover()
    expect(page.locator("#tip")).to_contain_text("A card is worth")
    assert not page.evaluate(COVERS, ["#tip", "#lot-1"]), "it hides what it is about"
    page.locator("#hand-2").hover()
    expect(page.locator("#tip")).to_contain_text("Ticket 2")
    assert not page.evaluate(COVERS, ["#tip", "#prompt"])


@pytest.mark.journey
def test_replay_by_slider_keys_and_by_itself(people) -> None:  # type: ignore[no-untyped-def]
    page = people()
    page.goto("/replay/")
    page.get_by_label("Record file").set_input_files(GOLDEN / "two-careful.json")
    press(page, "Open")
    number = page.locator("#replay-number")
    expect(number).to_have_text("0 / 57")
    page.keyboard.press("ArrowRight")
    expect(number).to_have_text("1 / 57")
    page.keyboard.press("End")
    expect(number).to_have_text("57 / 57")
    expect(page.locator("#table")).to_contain_text(re.compile(r"wins? with ¥\d"))
    expect(page.locator("#end .end-rank")).to_have_count(2)
    page.keyboard.press("Home")
    page.locator("#replay-at").fill("30")
    expect(number).to_have_text("30 / 57")
    page.locator("#replay-speed").select_option("150")
    page.locator("#replay-play").click()
    expect(number).to_have_text(re.compile(r"^(3[1-9]|4\d|5\d) / 57"))
    page.locator("#replay-play").click()


@pytest.mark.journey
def test_a_log_line_leads_to_the_replay_without_scripts(people) -> None:  # type: ignore[no-untyped-def]
    page = people()
    start_against_bots(page)
    lay(page, "2")
    page.get_by_role("tab", name="Log").click()
    line = page.locator("#log .log-line a").first
    address = line.get_attribute("href") or ""
    page.goto(address)
    expect(page.locator(".past-where")).to_contain_text(f"Move {address.split('at=')[1]} of")
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page.locator("#prompt")).to_have_text("Lay a ticket on lot 2.")


@pytest.mark.journey
def test_a_spectator_sees_what_is_public(people) -> None:  # type: ignore[no-untyped-def]
    aki, watcher = people(), people()
    aki.goto("/new/tsukiji/?mode=bots")
    aki.get_by_text("Time limit and spectators").click()
    aki.get_by_text("List this table").click()
    press(aki, "Start game")
    expect(aki.locator("#prompt")).to_have_text("Lay a ticket on lot 1.")
    watcher.goto(aki.url)
    expect(watcher.get_by_text("You are watching.")).to_be_visible()
    lay(aki, "x2")
    expect(watcher.locator("#ticket-1-0")).to_have_class(re.compile("back"))
    assert watcher.locator(".can").count() == 0
    assert "x2" not in watcher.locator("#ticket-1-0").inner_text()
    watcher.goto("/")
    running = watcher.locator("section[aria-labelledby='running-tables']")
    expect(running).to_contain_text("Tsukiji")


def press_until(page: Page, key: str, condition: str) -> None:
    for _ in range(120):
        page.keyboard.press(key)
        if page.evaluate(condition):
            return
    raise AssertionError(f"{condition} was not reached with {key}")


def test_the_keyboard_alone_plays_a_whole_game(people) -> None:  # type: ignore[no-untyped-def]
    page = people()
    page.goto("/")
    press_until(page, "Tab", "document.activeElement.textContent.includes('Play against bots')")
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).to_have_text("Lay a ticket on lot 1.")

    def with_keys(page: Page) -> None:
        press_until(page, "Tab", "document.activeElement.classList.contains('can')")
        page.keyboard.press("Enter")

    play_to_the_end(page, with_keys)
    expect(page.locator("#end")).to_be_visible()


@pytest.mark.journey
def test_a_phone_is_used_with_a_thumb(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**PHONE)
    begin_on_a_phone(page)
    small = page.evaluate(
        "[...document.querySelectorAll('.can')].map(e => e.getBoundingClientRect())"
        ".filter(box => Math.min(box.width, box.height) < 44).length"
    )
    assert small == 0, "touch targets must be large enough"
    sheet = page.locator("#tray").evaluate(
        "tray => ({ height: tray.offsetHeight, inside: tray.scrollHeight - tray.clientHeight,"
        " bottom: tray.getBoundingClientRect().bottom })"
    )
    assert sheet["bottom"] == 844, "the sheet stays at the bottom"
    assert sheet["inside"] <= 1, "all nine tickets must be visible without scrolling"
    assert sheet["height"] <= 0.25 * 844, "the sheet must leave room for the board"
    undo = page.get_by_role("button", name="Undo").bounding_box()
    assert undo is not None
    assert min(undo["width"], undo["height"]) >= 44
    expect(page.get_by_role("button", name="Restart my turn")).to_be_visible()


def test_nothing_scrolls_sideways_in_a_whole_game_on_a_phone(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**PHONE)
    begin_on_a_phone(page)
    play_to_the_end(page, tap_first)
    expect(page.locator("#end")).to_be_visible()
    assert sideways(page) <= 0


def begin_on_a_phone(page: Page) -> None:
    """Start a game against bots with one tap."""
    page.goto("/")
    assert sideways(page) <= 0
    with page.expect_navigation():
        page.get_by_role("button", name="Play against bots").first.tap()
    expect(page.locator("#prompt")).to_have_text("Lay a ticket on lot 1.")
    assert sideways(page) <= 0


def test_light_and_dark(people) -> None:  # type: ignore[no-untyped-def]
    page = people(color_scheme="dark")
    page.goto("/")
    ground = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(ground) == "rgb(19, 28, 36)", "it follows the system"
    page.get_by_role("button", name="Light or dark theme").click()
    assert page.evaluate(ground) == "rgb(246, 241, 230)"
    page.reload()
    assert page.evaluate(ground) == "rgb(246, 241, 230)", "the choice must be remembered"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_theme_button_and_the_pictures_follow_the_system(people, scheme: str) -> None:  # type: ignore[no-untyped-def]
    page = people(color_scheme=scheme)
    page.goto("/")
    other = {"light": "dark", "dark": "light"}[scheme]
    dimmed = "getComputedStyle(document.querySelector('.title-card img')).filter !== 'none'"
    expect(page.locator(f"#theme .{scheme}-only")).to_be_visible()
    expect(page.locator(f"#theme .{other}-only")).to_be_hidden()
    assert page.evaluate(dimmed) is (scheme == "dark")
    page.emulate_media(color_scheme=other)
    expect(page.locator(f"#theme .{other}-only")).to_be_visible()
    assert page.evaluate(dimmed) is (other == "dark")


@pytest.mark.parametrize("scheme", [pytest.param("light", marks=pytest.mark.journey), "dark"])
def test_axe_finds_nothing_serious(people, scheme: str) -> None:  # type: ignore[no-untyped-def]
    page = people(color_scheme=scheme)
    page.goto("/")
    assert serious(page) == []
    page.goto("/new/tsukiji/")
    assert serious(page) == []
    start_against_bots(page)
    assert serious(page) == []
    for ticket in ("4", "3", "2", "0"):
        lay(page, ticket)
    expect(page.locator(".tile").first).to_be_visible()
    page.locator("#board .can").first.wait_for()
    assert serious(page) == []
    play_to_the_end(page)
    assert serious(page) == []


def test_the_tab_says_that_it_is_your_turn(people) -> None:  # type: ignore[no-untyped-def]
    aki, _ben = two_at_a_table(people)
    expect(aki).to_have_title(re.compile("● Your turn"))
    icon = aki.locator("link[rel=icon]")
    expect(icon).to_have_attribute("href", re.compile("icon-turn"))
    for ticket in ("0", "1", "2"):
        lay(aki, ticket)
    expect(aki).not_to_have_title(re.compile("Your turn"))
    expect(icon).not_to_have_attribute("href", re.compile("icon-turn"))


# Stubs that record what a page asks of the browser.
AUDIO = """window.tones = [];
window.AudioContext = class {
    currentTime = 0;
    resume() {}
    createOscillator() {
        return {frequency: {set value(pitch) { tones.push(pitch); }}, connect: to => to,
                start() {}, stop() {}};
    }
    createGain() {
        return {gain: {setValueAtTime() {}, exponentialRampToValueAtTime() {}}, connect: to => to};
    }
};"""
NOTIFICATION = """window.notices = []; window.asked = 0;
window.Notification = class {
    static permission = 'default';
    static async requestPermission() { asked += 1; Notification.permission = 'granted'; }
    constructor(title) { notices.push(title); }
};"""
TURN, COIN, REVEAL = 660, 1200, 520


def until_it_is_the_turn_of(waiting: Page, playing: Page) -> None:
    """Let the other player act until the server says that it is this player's turn."""
    for _ in range(6000):
        if waiting.request.get(f"{waiting.url}pulse/").json()["turn"]:
            return
        if playing.locator("#board .can").count():
            decide(playing)
        else:
            playing.wait_for_timeout(50)
    raise AssertionError("the turn never came")


def test_sounds_of_turn_reveal_and_coin_unless_they_are_off(people) -> None:  # type: ignore[no-untyped-def]
    aki, ben = two_at_a_table(people)
    for page in (aki, ben):
        page.add_init_script(AUDIO)
        page.reload()
    ben.get_by_role("button", name="Sound").click()
    expect(ben.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "false")
    for ticket in ("4", "3", "0"):
        lay(aki, ticket)
    assert aki.evaluate("tones") == [], "laying a ticket makes no sound"
    until_it_is_the_turn_of(aki, ben)
    aki.wait_for_function("turn => tones.includes(turn)", arg=TURN)
    assert REVEAL in aki.evaluate("tones")
    for _ in range(3):
        decide(aki)
        until_it_is_the_turn_of(aki, ben)
    aki.wait_for_function("coin => tones.includes(coin)", arg=COIN)
    assert ben.evaluate("tones") == [], "sounds were turned off"


def test_the_bell_brings_a_notification_while_one_looks_elsewhere(people) -> None:  # type: ignore[no-untyped-def]
    aki, ben = two_at_a_table(people)
    aki.clock.install()
    aki.add_init_script(NOTIFICATION)
    aki.reload()
    bell = aki.get_by_role("button", name="Notify me when it's my turn")
    expect(bell).to_have_attribute("aria-pressed", "false")
    for ticket in ("4", "3", "0"):
        lay(aki, ticket)
    assert aki.evaluate("asked") == 0, "a move must not ask for a permission"
    bell.click()
    expect(bell).to_have_attribute("aria-pressed", "true")
    assert aki.evaluate("asked") == 1
    look_away(aki)
    until_it_is_the_turn_of(aki, ben)
    aki.clock.fast_forward(10_000)
    aki.wait_for_function("() => notices.length === 1")
    assert aki.evaluate("notices") == ["Your turn"]
    with aki.expect_event("requestfinished", lambda request: request.url.endswith("/pulse/")):
        aki.clock.fast_forward(10_000)
    assert aki.evaluate("notices.length") == 1, "there must be only one notification"
    look_at(aki)
    expect(aki.locator("#board .can").first).to_be_visible()
    bell.click()
    expect(bell).to_have_attribute("aria-pressed", "false")


@pytest.mark.journey
def test_two_tabs_of_one_player_show_the_same(people) -> None:  # type: ignore[no-untyped-def]
    page = people()
    start_against_bots(page)
    second = page.context.new_page()
    second.goto(page.url)
    page.bring_to_front()
    lay(page, "4")
    expect(page.locator("#prompt")).to_have_text("Lay a ticket on lot 2.")
    second.bring_to_front()
    expect(second.locator("#prompt")).to_have_text("Lay a ticket on lot 2.")


def test_ten_tables_in_ten_tabs_all_work(people) -> None:  # type: ignore[no-untyped-def]
    page = people()
    pages = [page, *(page.context.new_page() for _ in range(9))]
    for one in pages:
        start_against_bots(one)
        look_away(one)
    for one in pages:
        look_at(one)
        lay(one, "4")
        expect(one.locator("#prompt")).to_have_text("Lay a ticket on lot 2.")
        look_away(one)


def test_tabs_opened_in_the_background_leave_room_for_others(people) -> None:  # type: ignore[no-untyped-def]
    page = people()
    start_against_bots(page)
    for _ in range(8):
        hidden = page.context.new_page()
        hidden.add_init_script(HIDE)
        with hidden.expect_response(lambda answer: answer.url.endswith("/stream/")):
            hidden.goto(page.url)
    lay(page, "4")
    expect(page.locator("#prompt")).to_have_text("Lay a ticket on lot 2.")


def look_away(page: Page) -> None:
    """Simulate a hidden tab; the test browser shows all tabs at once."""
    page.evaluate(f"{HIDE}; document.dispatchEvent(new Event('visibilitychange'))")


def look_at(page: Page) -> None:
    """Simulate that the tab is visible again."""
    page.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")


@pytest.mark.journey
def test_a_lost_connection_is_shown_and_heals(people, server) -> None:  # type: ignore[no-untyped-def]
    page = people()
    start_against_bots(page)
    lay(page, "4")
    expect(page.locator("#prompt")).to_have_text("Lay a ticket on lot 2.")
    server.kill()
    expect(page.locator("#connection")).to_have_text("Connection lost. Reconnecting…")
    server.start()
    expect(page.locator("#connection")).to_have_text("")
    lay(page, "3")
    expect(page.locator("#prompt")).to_have_text("Lay a ticket on lot 3.")


def test_a_full_disk_is_told_on_the_page_and_heals(people, server) -> None:  # type: ignore[no-untyped-def]
    page = people()
    start_against_bots(page)
    unlimited = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1024, unlimited[1]))
    try:
        page.locator("#hand-4").click()
        expect(page.locator("#connection")).to_have_text(
            "The database is unavailable right now. Your games are safe."
        )
        expect(page.locator("#prompt")).to_have_text("Lay a ticket on lot 1.")
    finally:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)
    lay(page, "4")
    expect(page.locator("#prompt")).to_have_text("Lay a ticket on lot 2.")
    expect(page.locator("#connection")).to_have_text("")


def test_the_stream_is_opened_however_late_its_script_arrives(people) -> None:  # type: ignore[no-untyped-def]
    page = people()
    page.goto("/")
    late = Held(page, "htmx.js")
    with page.expect_request("**/htmx.js"):
        page.get_by_role("button", name="Play against bots").first.click()
    page.wait_for_url("**/t/*/", wait_until="commit")
    with page.expect_request("**/stream/"):
        late.release()


def test_what_comes_late_is_not_put_over_what_is_newer(people) -> None:  # type: ignore[no-untyped-def]
    aki, ben = two_at_a_table(people, reduced_motion="no-preference")
    late = []
    aki.route("**/move/", lambda route: late.append((route, route.fetch())))
    aki.locator("#hand-4").click()
    expect(aki.locator("#prompt")).to_have_text("Lay a ticket on lot 2.")  # the stream was faster
    say(ben, "Good luck")
    expect(aki.locator("#chat")).to_contain_text("Good luck")
    [(route, answer)] = late
    assert "Good luck" not in answer.text()
    aki.evaluate(
        "document.addEventListener('htmx:finally:request', () => { window.isHandled = true; })"
    )
    route.fulfill(response=answer)
    aki.wait_for_function("() => window.isHandled")
    expect(aki.locator("#chat")).to_contain_text("Good luck")


def test_a_silent_stream_is_noticed_and_heals(people) -> None:  # type: ignore[no-untyped-def]
    """As behind a proxy that holds back the stream: the page notices what it has missed."""
    aki, ben = people(), people()
    aki.goto("/new/tsukiji/")
    aki.get_by_label("Player 3").select_option("strong")
    press(aki, "Open table")
    aki.clock.install()
    aki.route("**/stream/", lambda route: None)
    ben.goto(aki.url)
    press(ben, "Join game")
    expect(ben.locator("#prompt")).to_have_text("Lay a ticket on lot 1.")
    aki.reload()
    aki.clock.pause_at(aki.evaluate("Date.now()") + 1_000)
    for ticket in ("4", "3", "2", "0"):
        lay(aki, ticket)
    for ticket in ("4", "3", "2", "0"):
        lay(ben, ticket)
    # Ben and the bot have revealed everything, and Aki's page does not know yet.
    expect(ben.locator(".tile.fresh")).to_have_count(4)
    assert aki.locator(".tile.fresh").count() == 0
    aki.clock.fast_forward(25_000)
    expect(aki.locator(".tile.fresh")).to_have_count(4)
    # The stream works again, and the page reopens it.
    aki.unroute("**/stream/")
    with aki.expect_response("**/stream/"):
        aki.clock.fast_forward(61_000)  # htmx gives up the first attempt
        aki.clock.resume()
    say(ben, "Good luck")
    expect(aki.locator("#chat")).to_contain_text("Good luck")


def test_the_final_scores_count_up_and_are_read_right_at_once(people) -> None:  # type: ignore[no-untyped-def]
    page = people(reduced_motion="no-preference")
    page.clock.install()
    page.goto("/replay/")
    page.get_by_label("Record file").set_input_files(GOLDEN / "two-careful.json")
    press(page, "Open")
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    page.keyboard.press("End")
    running = page.locator(".end-ranks .count")
    expect(running).to_have_count(2)
    result = json.loads((GOLDEN / "two-careful.json").read_text())["result"]
    finals = sorted(result["scores"], reverse=True)
    assert running.all_inner_texts() == ["¥0", "¥0"]
    heard = page.locator(".end-ranks").aria_snapshot()
    assert all(f"¥{score}" in heard for score in finals), heard
    assert "¥0" not in heard
    page.clock.run_for(2_000)
    expect(running).to_have_count(0)
    assert page.locator(".total").all_inner_texts() == [f"¥{score}" for score in finals]


TRAVELLING = """() => document.getAnimations().filter(one =>
    one.effect.getKeyframes().some(frame => frame.translate)).length"""


@pytest.mark.parametrize(("wish", "travels"), [("no-preference", True), ("reduce", False)])
def test_a_ticket_travels_unless_no_movement_is_wanted(people, wish: str, travels: bool) -> None:  # type: ignore[no-untyped-def]
    page = people(reduced_motion=wish)
    start_against_bots(page)
    # Checked in every frame, because either the answer or the stream can come first.
    page.evaluate(
        "() => { const look = () => { window.most = Math.max(window.most ?? 0,"
        f" ({TRAVELLING})()); requestAnimationFrame(look); }}; look(); }}"
    )
    lay(page, "4")
    if travels:
        page.wait_for_function("() => window.most > 0")
    else:
        assert page.evaluate(TRAVELLING) == 0


# A drawing that is zoomed and rotated: move one of its pieces as a swap would.
ZOOMED = """async () => {
    const { note, play } = await import("/static/site/motion.js");
    document.querySelector("main").innerHTML = `<div class="board"><svg viewBox="0 0 100 100"
        width="300" height="300"><g transform="translate(20 10) scale(2) rotate(30)"><circle
        data-piece="train" r="4" cx="5" cy="5" transform="translate(2 2)"/></g></svg></div>`;
    const train = document.querySelector("[data-piece]");
    const place = () => { const { x, y } = train.getBoundingClientRect(); return [x, y]; };
    const before = place();
    note();
    train.setAttribute("transform", "translate(12 -3)");
    const after = place();
    play();
    const [journey] = train.getAnimations();
    journey.pause();
    journey.currentTime = 0;
    const start = place();
    journey.finish();
    return { before, after, start, end: place() };
}"""


def test_a_piece_of_a_zoomed_drawing_sets_out_from_where_it_was(people) -> None:  # type: ignore[no-untyped-def]
    page = people(reduced_motion="no-preference")
    page.goto("/")
    seen = page.evaluate(ZOOMED)
    assert seen["before"] != seen["after"]
    assert seen["start"] == pytest.approx(seen["before"], abs=0.5)
    assert seen["end"] == pytest.approx(seen["after"], abs=0.01)


# The ground of two pieces is enlarged and pushed aside; one of them moves on it as well.
GROUND = """async () => {
    const { note, play } = await import("/static/site/motion.js");
    document.querySelector("main").innerHTML = `<div class="board"><div id="map" data-ground><i
        data-piece="stays"></i><i data-piece="goes"></i></div></div>`;
    const map = document.getElementById("map"), pieces = [...map.children];
    Object.assign(map.style, { position: "relative", width: "200px", height: "200px" });
    const [left, top, width, height] = ["50%", "25%", "10%", "10%"];
    for (const one of pieces) {
        Object.assign(one.style, { position: "absolute", left, top, width, height });
    }
    note();
    Object.assign(map.style, { width: "300px", height: "300px", marginLeft: "40px" });
    pieces[1].style.left = "80%";
    play();
    const [stays, goes] = pieces.map((one) => one.getAnimations());
    const start = goes[0].effect.getKeyframes()[0];
    return { stays: stays.length, goes: goes.length, from: start.translate, scale: start.scale };
}"""


def test_a_piece_moves_on_its_ground_not_with_it(people) -> None:  # type: ignore[no-untyped-def]
    page = people(reduced_motion="no-preference")
    page.goto("/")
    seen = page.evaluate(GROUND)
    assert seen == {"stays": 0, "goes": 1, "from": "-90px", "scale": "1"}


# Two pieces that move; the style of one delays it, and the style of the other keeps its size.
STYLED = """async () => {
    const { note, play } = await import("/static/site/motion.js");
    document.querySelector("main").innerHTML = `<div class="board"><p class="late"><b
        data-piece="late">Late</b></p><p class="plain"><b data-piece="plain">Plain</b></p></div>`;
    const [late, plain] = document.querySelectorAll("[data-piece]");
    late.parentElement.style.setProperty("--piece-delay", "calc(2 * 120ms)");
    late.style.setProperty("--piece-scale", "none");
    note();
    for (const one of [late, plain]) {
        Object.assign(one.style, { marginLeft: "80px", fontSize: "200%" });
    }
    play();
    return [late, plain].map((one) => {
        const [{ effect }] = one.getAnimations();
        return { delay: effect.getTiming().delay, scale: effect.getKeyframes()[0].scale };
    });
}"""


def test_a_style_sheet_can_delay_a_piece_and_keep_its_size(people) -> None:  # type: ignore[no-untyped-def]
    page = people(reduced_motion="no-preference")
    page.goto("/")
    late, plain = page.evaluate(STYLED)
    assert late == {"delay": 240, "scale": "1"}
    assert plain["delay"] == 0
    assert plain["scale"] != "1"


# A piece on its way over a button, as a swap would send it.
PASSING = """async () => {
    const { note, play } = await import("/static/site/motion.js");
    document.querySelector("main").innerHTML = `<div class="board"><button>Buy</button>
        <p><button data-piece="stall"><b class="can">Stall</b></button></p></div>`;
    const [under, piece] = document.querySelectorAll("main button");
    const { x, y, width, height } = under.getBoundingClientRect();
    const hit = () => document.elementFromPoint(x + width / 2, y + height / 2);
    const start = piece.getBoundingClientRect();
    piece.style.translate = `${x - start.x}px ${y - start.y}px`;
    const covered = piece.contains(hit());
    note();
    piece.style.translate = "";
    play();
    const [journey] = piece.getAnimations();
    journey.pause();
    journey.currentTime = 0;
    const free = hit() === under;
    journey.finish();
    await journey.finished;
    await new Promise(requestAnimationFrame);
    const rest = piece.getBoundingClientRect();
    const again = document.elementFromPoint(rest.x + rest.width / 2, rest.y + rest.height / 2);
    return { covered, free, clickable: piece.contains(again) };
}"""


def test_a_click_goes_through_a_piece_that_passes_over_a_button(people) -> None:  # type: ignore[no-untyped-def]
    page = people(reduced_motion="no-preference")
    page.goto("/")
    assert page.evaluate(PASSING) == {"covered": True, "free": True, "clickable": True}
