"""Around the table in a real browser: chat with its toast and sheet, watching by link, leaving."""

import pytest
from playwright.sync_api import Page, Route, expect

from browser_tools import CHANGED, PHONE, TOKEN, press, serious, sideways, submit
from layout_rules import SIZES, Size, breaches


def open_table(page: Page, name: str = "Aki", *, watchable: bool = True) -> str:
    """Create a table for two with this person; return its address."""
    page.goto("/new/tsukiji/")
    page.get_by_label("Your name").fill(name)
    page.get_by_text("2", exact=True).click()
    page.get_by_text("Time limit and spectators").click()
    page.get_by_label("Anyone with the link can watch").set_checked(watchable)
    press(page, "Open table")
    expect(page.get_by_role("heading", name="Invite friends")).to_be_visible()
    return page.url


def join(page: Page, address: str, name: str = "Ben") -> None:
    page.goto(address)
    page.get_by_label("Your name").fill(name)
    press(page, "Join game")
    expect(page.locator("#prompt")).to_have_text("Lay a ticket on lot 1.")


def say(page: Page, text: str) -> None:
    page.get_by_label("Write a message").fill(text)
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#chat")).to_contain_text(text)


def test_an_arriving_line_is_counted_and_shown_for_a_moment(people) -> None:  # type: ignore[no-untyped-def]
    aki, ben = people(), people()
    join(ben, open_table(aki))
    expect(aki.locator("#prompt")).to_have_text("Lay a ticket on lot 1.")
    ben.get_by_role("tab", name="Chat").click()
    say(ben, "Good luck")
    say(ben, "and have fun")
    toast = aki.locator(".chat-toast")
    expect(toast).to_contain_text("Ben and have fun")
    expect(aki.locator("#tab-chat .chat-count")).to_have_text("2 unread")
    expect(ben.locator(".chat-toast")).to_have_count(0)
    expect(ben.locator("#tab-chat .chat-count")).to_be_hidden()
    expect(aki.locator("#chat-toasts")).to_have_attribute("aria-live", "polite")
    assert serious(aki) == []
    expect(toast).to_have_count(0)  # it closes after five seconds
    aki.reload()
    expect(aki.locator("#tab-chat .chat-count")).to_have_text("2 unread")
    aki.get_by_role("tab", name="Chat").click()
    expect(aki.locator("#tab-chat .chat-count")).to_be_hidden()
    aki.get_by_role("tab", name="Log").click()
    say_elsewhere = ben.locator("#chat-text")
    say_elsewhere.fill("Your turn")
    say_elsewhere.press("Enter")
    expect(aki.locator("#tab-chat .chat-count")).to_have_text("1 unread")
    aki.locator(".chat-toast").click()
    expect(aki.locator("#panel-chat")).to_be_visible()
    expect(aki.locator("#chat")).to_contain_text("Your turn")
    expect(aki.locator(".chat-toast")).to_have_count(0)


def test_a_message_that_is_being_sent_leaves_the_next_one_alone(people) -> None:  # type: ignore[no-untyped-def]
    page = people()
    open_table(page)
    page.get_by_role("tab", name="Chat").click()
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route("**/chat/", hold_the_first)
    text, chat = page.get_by_label("Write a message"), page.locator("#chat")
    for line in ("One", "Two", "Three"):
        text.fill(line)
        text.press("Enter")
        expect(text).to_have_value("")
    text.fill("Four")
    expect(chat.locator(".chat-text")).to_have_count(0)
    held[0].continue_()
    expect(chat.locator(".chat-text")).to_have_text(["One", "Two", "Three"])
    expect(text).to_have_value("Four")


def test_a_message_that_did_not_arrive_can_be_sent_again(people) -> None:  # type: ignore[no-untyped-def]
    page = people()
    open_table(page)
    page.get_by_role("tab", name="Chat").click()
    page.route("**/chat/", lambda route: route.abort())
    text = page.get_by_label("Write a message")
    text.fill("Hello?")
    text.press("Enter")
    expect(text).to_have_value("Hello?")
    page.unroute("**/chat/")
    text.press("Enter")
    expect(page.locator("#chat")).to_contain_text("Hello?")
    expect(text).to_have_value("")


# The widest label of a list, and the room that the list has for it.
LABELS = """() => [...document.querySelectorAll('.seat-row:not([hidden]) select')].map(list => {
    const style = getComputedStyle(list), pen = document.createElement('canvas').getContext('2d');
    pen.font = style.font;
    const widths = [...list.options].map(option => pen.measureText(option.text).width);
    const arrow = 20;
    return [Math.max(...widths),
        list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow];
})"""


def test_whom_one_can_choose_is_not_cut_off_on_a_small_phone(people) -> None:  # type: ignore[no-untyped-def]
    page = people(viewport={"width": 360, "height": 640})
    page.goto("/new/tsukiji/?mode=bots")
    found = [one for one in page.evaluate(LABELS) if one[1] > 0]
    assert len(found) == 3, "the fourth player is hidden"
    for width, room in found:
        assert width <= room


def test_own_lines_of_another_window_are_no_news(people) -> None:  # type: ignore[no-untyped-def]
    aki, ben = people(), people()
    join(ben, open_table(aki))
    again = aki.context.new_page()
    again.goto(aki.url)
    aki.get_by_role("tab", name="Chat").click()
    say(aki, "Thinking")
    expect(again.locator("#chat")).to_contain_text("Thinking")
    expect(ben.locator("#tab-chat .chat-count")).to_have_text("1 unread")
    expect(again.locator(".chat-toast")).to_have_count(0)
    expect(again.locator("#tab-chat .chat-count")).to_be_hidden()


@pytest.mark.journey
def test_on_a_phone_the_chat_is_a_sheet_that_closes(people) -> None:  # type: ignore[no-untyped-def]
    aki, ben = people(), people(**PHONE)
    join(ben, open_table(aki))
    expect(aki.locator("#chat-open")).to_be_hidden()
    aki.get_by_role("tab", name="Chat").click()
    say(aki, "Good luck")
    expect(ben.locator("#chat-open .chat-count")).to_have_text("1 unread")
    ben.locator("#chat-open").tap()
    sheet = ben.locator("#panel-chat")
    expect(sheet).to_be_visible()
    expect(ben.locator("#chat-open .chat-count")).to_be_hidden()
    expect(ben.locator("#chat-open")).to_have_attribute("aria-expanded", "true")
    box = sheet.bounding_box()
    assert box is not None
    tray = ben.locator("#tray").bounding_box()
    assert tray is not None
    assert abs(box["y"] + box["height"] - tray["y"]) <= 1, "it stands on the tray"
    assert box["width"] == 390
    assert box["y"] > 200, "the board stays in sight"
    assert sideways(ben) == 0
    assert serious(ben) == []
    say(ben, "Thank you")
    ben.get_by_role("button", name="Close").tap()
    expect(sheet).to_be_hidden()
    ben.locator("#chat-open").tap()
    expect(sheet).to_be_visible()
    ben.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(ben.locator("#chat-open")).to_be_focused()


@pytest.mark.parametrize("size", [size for size in SIZES if size.touch], ids=str)
@pytest.mark.parametrize("game", ["tsukiji", "shinjuku", "tokyo-tsukiji-market"])
def test_whoever_talks_on_a_phone_can_go_on_with_the_game(people, game: str, size: Size) -> None:  # type: ignore[no-untyped-def]
    page = people(**size.context())
    page.goto("/")
    submit(page, page.locator(f"form[action='/quick/{game}/'] button"))
    expect(page.locator("#table")).to_have_attribute("data-turn", "yes")
    page.locator("#chat-open").tap()
    sheet = page.locator("#panel-chat")
    expect(sheet).to_be_visible()
    say(page, "A moment, please")
    expect(page.locator("#chat-close")).to_be_in_viewport()
    expect(page.locator("#chat li").last).to_be_in_viewport()
    assert {one.rule for one in breaches(page.evaluate, size)} <= {"focus"}, (
        "only the board is covered"
    )
    before = page.evaluate(TOKEN)
    page.locator("#tray .can:visible").first.tap()
    if page.locator("#ask").is_visible():
        page.locator("#ask-yes").tap()
    page.wait_for_function(CHANGED, arg=before)
    expect(sheet).to_be_hidden()


def test_who_was_in_the_lobby_can_watch_when_the_game_starts(people) -> None:  # type: ignore[no-untyped-def]
    aki, ben, eve = people(), people(), people(**PHONE)
    address = open_table(aki)
    eve.goto(address)
    expect(eve.get_by_text("Or stay on this page to watch.")).to_be_visible()
    assert sideways(eve) == 0
    join(ben, address)
    expect(eve.get_by_text("You are watching.")).to_be_visible()
    expect(eve.locator("[name=move]")).to_have_count(0)
    eve.locator("#chat-open").tap()
    say(eve, "Good luck to both")
    line = ben.locator("#chat li", has_text="Good luck to both")
    expect(line).to_contain_text("Watching")
    ben.locator("#hand-4").click()
    expect(eve.locator("#log")).to_contain_text("Round 1 begins.")


def test_who_was_in_the_lobby_of_a_private_game_is_told_so(people) -> None:  # type: ignore[no-untyped-def]
    aki, ben, eve = people(), people(), people()
    address = open_table(aki, watchable=False)
    eve.goto(address)
    expect(eve.get_by_text("Only the players can watch this game.")).to_be_visible()
    join(ben, address)
    expect(eve.get_by_text("This game is private")).to_be_visible()


@pytest.mark.parametrize("settings", [{}, PHONE], ids=["desktop", "phone"])
def test_leaving_asks_first_and_ends_a_game_against_bots(people, settings) -> None:  # type: ignore[no-untyped-def]
    page = people(**settings)
    page.goto("/")
    press(page, "Play against bots")
    expect(page.locator("#prompt")).to_have_text("Lay a ticket on lot 1.")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Leave game").click()
    question = page.get_by_role("dialog", name="Leave this game?")
    expect(question).to_contain_text("the game ends without a result")
    assert serious(page) == []
    question.get_by_role("button", name="Keep playing").click()
    expect(question).to_be_hidden()
    page.get_by_role("button", name="Leave game").click()
    question.get_by_role("button", name="Leave game").click()
    games = page.locator("section", has_text="Your games")
    expect(games.get_by_text("You left")).to_be_visible()
    assert sideways(page) == 0
    games.get_by_role("link").first.click()
    expect(page.get_by_text("You left this game. There is no result.")).to_be_visible()
    page.goto("/")
    games.get_by_role("button", name="Remove this game").click()
    expect(page.get_by_role("heading", name="Your games")).to_have_count(0)


def test_the_others_go_on_when_somebody_leaves(people) -> None:  # type: ignore[no-untyped-def]
    aki, ben = people(), people()
    join(ben, open_table(aki))
    expect(aki.locator("#prompt")).to_have_text("Lay a ticket on lot 1.")
    aki.get_by_role("button", name="Settings").click()
    aki.get_by_role("button", name="Leave game").click()
    question = aki.get_by_role("dialog", name="Leave this game?")
    expect(question).to_contain_text("You can't come back.")
    question.get_by_role("button", name="Leave game").click()
    expect(aki.get_by_role("heading", name="Your games")).to_be_visible()
    expect(ben.locator("#players")).to_contain_text("left the game")
    expect(ben.locator("#log")).to_contain_text("Aki leaves the game.")
    expect(ben.locator("#log")).to_contain_text("Aki has laid all their tickets.")  # the bot has


def test_a_bot_is_somebody_one_can_ask_about(people) -> None:  # type: ignore[no-untyped-def]
    page = people(**PHONE)
    page.goto("/")
    press(page, "Play against bots")
    hana = page.get_by_role("button", name="Hana · gentle")  # in a first game
    hana.tap()
    card = page.get_by_role("dialog", name="Hana")
    expect(card).to_contain_text("Hana buys cheap and waits.")
    box = hana.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()


def test_advice_gives_way_to_what_somebody_chooses(people) -> None:  # type: ignore[no-untyped-def]
    page = people()
    page.goto("/new/tokyo-tsukiji-market/?mode=bots")
    advice = page.get_by_label("First game")
    assert advice.is_checked()
    page.get_by_text("Rules and variants").click()
    page.get_by_label("Closed money").check()
    assert advice.is_checked()
    page.get_by_label("Expansion Adds").check()
    assert not advice.is_checked()
    press(page, "Start game")
    expect(page.locator(".ttm-board")).to_be_visible()
