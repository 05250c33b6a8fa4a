"""Drivers for Debian's Firefox and WebKit: open pages, click, press keys, take screenshots.

Firefox is driven by Playwright, which supports it up to version 1.64, and WebKit by selenium with
WebKit's own driver. Both run on a virtual screen.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as TooLate
from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    StaleElementReferenceException,
)
from selenium.webdriver import ActionChains, WebKitGTK
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from layout_rules import Size
from patience import PATIENCE

NEEDS = {"firefox": ("firefox-esr", "Xvfb"), "webkit": ("WebKitWebDriver", "Xvfb")}
PACKAGES = {"firefox": "firefox-esr xvfb", "webkit": "webkit2gtk-driver xvfb"}
NOT_YET = (
    AssertionError,
    ElementClickInterceptedException,
    ElementNotInteractableException,
    StaleElementReferenceException,
)
MISSED = (*NOT_YET, TooLate)  # errors of a click that had no effect
# The toolbar of WebKit's MiniBrowser is wider than a phone, so it is squeezed.
NO_TOOLS = """* { min-width: 0; min-height: 0; padding: 0; margin: 0; border: 0; font-size: 1px; }
button, entry { margin: 0 -12px; }
"""
# The first element that can be clicked, else the first visible one, scrolled to the middle.
IN_SIGHT = """selector => {
    const shown = [...document.querySelectorAll(selector)].filter(one => one.checkVisibility());
    const isHit = one => {
        const {x, y, width, height} = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    };
    const found = shown.find(isHit);
    if (!found) shown[0]?.scrollIntoView({block: 'center', behavior: 'instant'});
    return found ?? shown[0];
}"""
ASK = """const [given, done] = arguments;
Promise.resolve((%s)(given)).then(value => done({value}), error => done({error: String(error)}));"""


def is_here(engine: str) -> bool:
    """Whether everything that this engine needs is installed."""
    return all(shutil.which(program) for program in NEEDS[engine])


class Screen:
    """A virtual screen with its own display number."""

    def __init__(self) -> None:
        reading, writing = os.pipe()
        size = ["-screen", "0", "1920x1200x24"]
        self.process = subprocess.Popen(
            [str(shutil.which("Xvfb")), "-displayfd", str(writing), *size, "-nolisten", "tcp"],
            pass_fds=[writing],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with os.fdopen(reading) as told:
            self.name = f":{told.readline().strip()}"

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)


class Visitor(Protocol):
    """A person using one of these browsers."""

    def go(self, address: str) -> None:
        """Open a page and wait until it has loaded."""

    def ask(self, function: str, given: object = None) -> Any:
        """Call a JavaScript function with this argument and return its result."""

    def click(self, selector: str, seconds: float = PATIENCE) -> None:
        """Click the first matching element that is visible, within this time."""

    def press(self, key: str) -> None:
        """Press a key, by its name on the web."""

    def upload(self, selector: str, file: Path) -> None:
        """Choose a file to upload."""

    def picture(self, path: Path) -> None:
        """Take a screenshot of the window."""

    def close(self) -> None:
        """Close the browser."""


class FirefoxVisitor:
    """A page in Firefox."""

    def __init__(self, page: Page, size: Size) -> None:
        self.page = page
        self.page.set_default_timeout(PATIENCE * 1000)
        self.page.set_viewport_size({"width": size.width, "height": size.height})

    def go(self, address: str) -> None:
        self.page.goto(address)

    def ask(self, function: str, given: object = None) -> Any:
        return self.page.evaluate(function, given)

    def click(self, selector: str, seconds: float = PATIENCE) -> None:
        self.page.locator(selector).locator("visible=true").first.click(timeout=seconds * 1000)

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def upload(self, selector: str, file: Path) -> None:
        self.page.locator(selector).set_input_files(file)

    def picture(self, path: Path) -> None:
        self.page.screenshot(path=path)

    def close(self) -> None:
        self.page.context.close()


class WebKitVisitor:
    """A WebKit browser."""

    KEYS = {"ArrowRight": Keys.ARROW_RIGHT, "Home": Keys.HOME, "End": Keys.END}  # noqa: RUF012

    def __init__(self, screen: Screen, folder: Path, size: Size) -> None:
        settings = folder / "gtk-3.0"
        settings.mkdir(parents=True, exist_ok=True)
        (settings / "gtk.css").write_text(NO_TOOLS, encoding="utf-8")
        surroundings = {**os.environ, "DISPLAY": screen.name, "XDG_CONFIG_HOME": str(folder)}
        driver = shutil.which(NEEDS["webkit"][0])
        self.driver = WebKitGTK(options=Options(), service=Service(driver, env=surroundings))
        self.driver.set_script_timeout(PATIENCE)
        self.driver.set_window_size(size.width, size.height)
        tools = size.height - self.driver.execute_script("return innerHeight")
        self.driver.set_window_size(size.width, size.height + tools)

    def go(self, address: str) -> None:
        self.driver.get(address)

    def ask(self, function: str, given: object = None) -> Any:
        answer = self.driver.execute_async_script(ASK % function, given)
        assert "error" not in answer, answer["error"]
        return answer.get("value")

    def click(self, selector: str, seconds: float = PATIENCE) -> None:
        end = time.monotonic() + seconds
        while True:
            found = self.driver.execute_script(f"return ({IN_SIGHT})(arguments[0])", selector)
            try:
                assert found, f"no element matches {selector}"
                found.click()
            except NOT_YET:
                # It moves, something moves over it, or the page has changed: try again, as a person
                # would.
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)
            else:
                return

    def press(self, key: str) -> None:
        ActionChains(self.driver).send_keys(self.KEYS[key]).perform()

    def upload(self, selector: str, file: Path) -> None:
        self.driver.find_element(By.CSS_SELECTOR, selector).send_keys(str(file))

    def picture(self, path: Path) -> None:
        self.driver.save_screenshot(str(path))

    def close(self) -> None:
        self.driver.quit()


def wait_for(
    visitor: Visitor, function: str, given: object = None, *, seconds: float = PATIENCE
) -> Any:
    """Poll until the answer is true, even while the page is replaced."""
    end = time.monotonic() + seconds
    while True:
        try:
            answer = visitor.ask(function, given)
        except Exception:  # the page has been replaced meanwhile
            if time.monotonic() > end:
                raise
            answer = None
        if answer:
            return answer
        assert time.monotonic() < end, f"never became true: {function}"
        time.sleep(0.05)


Arrive = Callable[[Size], Visitor]
