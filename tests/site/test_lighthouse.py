"""Lighthouse, as a phone with a slow network: it rates the front page, rules and tables."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from patience import PATIENCE
from ports import free_port
from server_process import Server
from site_tools import Person

ROOT = Path(__file__).parents[2]
LIGHTHOUSE = ROOT / "node_modules" / ".bin" / "lighthouse"
CHROMIUM = shutil.which("chromium-headless-shell")
CATEGORIES = ["performance", "accessibility", "best-practices", "seo"]
LEAST = 0.98
# Other work on the machine lowers the rating, so the best of some attempts counts.
ATTEMPTS = 12
PLACES = ["/", "/rules/tsukiji/", "tsukiji", "shinjuku", "tokyo-tsukiji-market"]

pytestmark = [
    pytest.mark.long,
    pytest.mark.alone,
    pytest.mark.skipif(
        not (LIGHTHOUSE.exists() and CHROMIUM) and not os.environ.get("CI"),
        reason="Lighthouse or Chromium is not installed: run scripts/check-pages",
    ),
]


def ratings(url: str, port: int, report: Path) -> dict[str, float]:
    """Let Lighthouse rate a page in the browser on this port, with its cookies."""
    subprocess.run(
        [
            str(LIGHTHOUSE), url, f"--port={port}", "--disable-storage-reset", "--quiet",
            "--output=json", f"--output-path={report}",
            f"--only-categories={','.join(CATEGORIES)}",
            "--max-wait-for-load=12000",  # a table's page has an open stream, so it is never idle
        ],
        check=True, timeout=5 * PATIENCE,
    )  # fmt: skip
    found = json.loads(report.read_text(encoding="utf-8"))["categories"]
    return {name: found[name]["score"] for name in CATEGORIES}


@pytest.mark.parametrize("place", PLACES)
def test_lighthouse_rates_the_page_highly(
    server: Server, playwright: Playwright, tmp_path: Path, place: str
) -> None:
    aki, address, port = Person(server.url), place, free_port()
    if not place.startswith("/"):
        address = aki.quick(place)
        aki.wait_for_turn(address)
    browser = playwright.chromium.launch_persistent_context(
        tmp_path / "profile",
        executable_path=CHROMIUM,
        args=[f"--remote-debugging-port={port}", "--no-sandbox"],
    )
    browser.add_cookies([
        {"name": one.name, "value": one.value or "", "url": server.url}
        for one in aki.client.cookies.jar
    ])  # fmt: skip
    best: dict[str, float] = dict.fromkeys(CATEGORIES, 0.0)
    try:
        for _ in range(ATTEMPTS):
            rated = ratings(f"{server.url}{address}", port, tmp_path / "report.json")
            best = {name: max(best[name], rated[name]) for name in CATEGORIES}
            if min(best.values()) >= LEAST:
                return
    finally:
        browser.close()
    pytest.fail(f"{place}: {best}")
