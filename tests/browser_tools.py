"""Helpers for tests in a real browser: waiting for a decision to be accepted, and checks."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, Route, expect

from patience import PATIENCE

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
IDLE = """selector => document.querySelector(selector)
    || document.querySelector('#table')?.dataset.status === 'finished'"""
# The page token changes when the page's own decision is accepted, but not with moves of others.
TOKEN = "(document.querySelector('#board input[name=page]')?.value ?? 'curtain')"  # noqa: S105
CHANGED = f"before => {TOKEN} !== before"

# A click is repeated after so many milliseconds, because others may have moved just before it and
# the layout may have changed; but not forever.
TRY = 4_000
TRIES = round(PATIENCE * 1000 / TRY)

# The page has been drawn, and whatever a key or a scroll has started has begun.
FRAME = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
# A page has stopped scrolling once this is true: nothing has moved for six frames.
RESTS = """() => new Promise(done => {
    let last = scrollY, still = 0;
    const look = () => {
        still = scrollY === last ? still + 1 : 0;
        last = scrollY;
        if (still < 6) requestAnimationFrame(look);
        else done(true);
    };
    requestAnimationFrame(() => setTimeout(look));
})"""


def press(page: Page, name: str) -> None:
    """Press a button that leads to another page, and wait until the scripts there have run.

    Forms also work without scripts, so a test that does not wait may get the page without them.
    """
    submit(page, page.get_by_role("button", name=name, exact=True).first)


def submit(page: Page, button: Locator) -> None:
    """The same with any button."""
    with page.expect_navigation():
        button.click()


class Held:
    """Holds back a script until it is released."""

    def __init__(self, page: Page, script: str) -> None:
        self.page = page
        self.script = f"**/{script}"
        self.routes: list[Route] = []
        page.route(self.script, self.hold)

    def hold(self, route: Route) -> None:
        self.routes.append(route)

    def release(self) -> None:
        for route in self.routes:
            route.continue_()
        self.page.unroute(self.script)


def finished(page: Page) -> bool:
    """Whether the game at this table is over."""
    return page.locator("#table").get_attribute("data-status") == "finished"


def sideways(page: Page) -> int:
    """How many pixels wider than the window the page is."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def serious(page: Page) -> list[str]:
    """Serious accessibility problems that axe finds."""
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def lay(page: Page, ticket: str) -> None:
    """Lay a ticket and wait until the page shows it."""
    before = page.evaluate(TOKEN)
    page.locator(f"#hand-{ticket}").click()
    page.wait_for_function(CHANGED, arg=before)


def two_at_a_table(people, **settings: object) -> tuple[Page, Page]:  # type: ignore[no-untyped-def]
    """Aki's page and Ben's page at a table for two, before any ticket is laid."""
    aki, ben = people(**settings), people()
    aki.goto("/new/tsukiji/")
    aki.locator(".chip", has_text="2").click()
    press(aki, "Open table")
    ben.goto(aki.url)
    press(ben, "Join game")
    for page in (aki, ben):
        expect(page.locator("#prompt")).to_have_text("Lay a ticket on lot 1.")
    return aki, ben
