"""What tests in a real browser share: waiting for a decision to be taken, and checks."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
IDLE = """selector => document.querySelector(selector)
    || document.querySelector('#table')?.dataset.status === 'finished'"""
# A page knows that its own decision was taken by its token; others' moves do not change it.
TOKEN = "(document.querySelector('#board input[name=page]')?.value ?? 'curtain')"  # noqa: S105
CHANGED = f"before => {TOKEN} !== before"


def finished(page: Page) -> bool:
    """Whether the game at this table is over."""
    return page.locator("#table").get_attribute("data-status") == "finished"


def sideways(page: Page) -> int:
    """How far the page could be scrolled sideways."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def serious(page: Page) -> list[str]:
    """What axe finds that would keep somebody from playing."""
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
