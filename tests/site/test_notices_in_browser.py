"""The page of notifications, and the site as an app, in a real browser."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from browser_tools import PHONE, serious, sideways
from server_process import Server
from smtp_process import MailServer


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that knows its address, so that all channels are offered."""
    post = MailServer()
    running = Server(
        tmp_path_factory.mktemp("notices"), ICHIBA_URL="http://127.0.0.1", ICHIBA_MAIL=post.url
    )
    yield running
    running.stop()
    post.stop()
    assert not running.errors(), running.log()


@pytest.fixture
def context(browser: Browser, site: Server) -> Iterator[BrowserContext]:
    opened = browser.new_context(
        base_url=site.url, timezone_id="Asia/Tokyo", permissions=["notifications"]
    )
    yield opened
    opened.close()


def test_the_choices_are_clear_and_kept(context: BrowserContext) -> None:
    page = context.new_page()
    page.goto("/account/new/")
    page.get_by_label("Name").fill("Aki")
    page.get_by_label("Password", exact=True).fill("market at dawn")
    page.get_by_label("Email").fill("aki@example.org")
    page.get_by_role("button", name="Create account").click()
    page.goto("/me/")
    page.get_by_role("link", name="Choose notifications").click()
    expect(page.get_by_label("Your time zone")).to_have_value("Asia/Tokyo")
    for size in ({"width": 1280, "height": 900}, PHONE["viewport"]):
        page.set_viewport_size(size)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert serious(page) == []
            assert sideways(page) <= 0
    page.get_by_label("Once a day, with all games that wait for me").check()
    page.get_by_label("Hour of the daily mail").select_option("18:00")
    page.get_by_label("New chat messages: Email").check()
    page.get_by_label("A game begins: This browser").uncheck()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("We have sent a message to aki@example.org.")).to_be_visible()
    expect(page.get_by_label("Hour of the daily mail")).to_have_value("18")
    expect(page.get_by_label("New chat messages: Email")).to_be_checked()
    expect(page.get_by_label("A game begins: This browser")).not_to_be_checked()
    assert serious(page) == []
    page.get_by_label("Address").fill("https://10.0.0.1/")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The address belongs to a private network.")).to_be_visible()
    expect(page.get_by_label("Hour of the daily mail")).to_have_value("18")
    assert serious(page) == []


def test_the_site_is_an_app_with_notifications_and_a_page_without_network(
    context: BrowserContext, site: Server
) -> None:
    page = context.new_page()
    page.goto("/")
    address = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = json.loads(page.request.get(str(address)).text())
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
    for icon in manifest["icons"]:
        answer = page.request.get(icon["src"])
        assert (answer.status, answer.headers["content-type"]) == (200, "image/png")
    devtools = context.new_cdp_session(page)
    found: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("navigator.serviceWorker.controller")
    shown = {
        "title": "Your turn: Tsukiji with Ben", "body": "The other players are waiting for you.",
        "navigate": f"{site.url}/t/abc/", "tag": "table-1", "lang": "en",
    }  # fmt: skip
    data = json.dumps({"web_push": 8030, "notification": shown})
    devtools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": site.url, "registrationId": found[-1], "data": data},
    )
    page.wait_for_function(
        """async () => {
            const worker = await navigator.serviceWorker.ready;
            const [one] = await worker.getNotifications();
            return one?.title === "Your turn: Tsukiji with Ben" && one.tag === "table-1";
        }"""
    )
    context.set_offline(True)
    page.goto("/me/")
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    assert serious(page) == []
    background = page.evaluate("getComputedStyle(document.body).fontFamily")
    assert "sans" in background, "with its style sheet"
    context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="Your profile")).to_be_visible()


def test_a_browser_that_the_server_has_forgotten_can_be_turned_on_again(
    context: BrowserContext,
) -> None:
    page = context.new_page()
    # Without a window, Chromium asks nobody and allows nothing.
    page.add_init_script(
        "PushManager.prototype.getSubscription = async () => ({ endpoint: 'https://a.example/' });"
        "Object.defineProperty(Notification, 'permission', { get: () => 'granted' });"
    )
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready")
    page.goto("/me/notices/")
    expect(page.locator("#push-state")).to_have_text("Notifications are off in this browser.")
    expect(page.get_by_role("button", name="Turn on")).to_be_enabled()


def test_a_visible_page_says_that_somebody_is_looking(context: BrowserContext) -> None:
    page = context.new_page()
    page.goto("/me/notices/")
    page.get_by_label("Address").fill("https://hook.example/")
    page.get_by_role("button", name="Save").click()
    page.goto("/new/tsukiji/?mode=bots")
    page.clock.install()
    page.get_by_role("button", name="Start game").click()
    expect(page.locator("#table[data-notices]")).to_be_visible()
    expect(page.locator("[data-needs-script]:disabled")).to_have_count(0)
    with page.expect_request("**/pulse/?here"):
        page.clock.run_for(12_000)
