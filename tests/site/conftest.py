"""A real server and a real browser for the tests of the site."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from postgres_process import Postgres, may_run
from server_process import Server

# A busy machine is slow, not wrong.
expect.set_options(timeout=20_000)

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without a browser its tests are left out, and say so; where CI=true nothing is left out."""
    if Path(CHROMIUM).exists() or os.environ.get("CI") == "true":
        return
    left_out = pytest.mark.skip(reason="there is no chromium: apt-get install chromium")
    for item in items:
        if "page" in getattr(item, "fixturenames", ()) or "people" in item.fixturenames:
            item.add_marker(left_out)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("site"))
    yield running
    running.stop()
    assert not running.errors(), running.log()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A database server; without one its tests are left out, and say so."""
    if not may_run():
        pytest.skip("there is no PostgreSQL: apt-get install postgresql")
    running = Postgres()
    yield running
    log = running.log()
    running.remove()
    assert "deadlock" not in log, log


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def pair(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, Server]]:
    """Two server processes that share a database: a file, or PostgreSQL as two machines would."""
    folders = [tmp_path_factory.mktemp("here"), tmp_path_factory.mktemp("there")]
    settings = {"ICHIBA_BOT_SECONDS": "2", "ICHIBA_SECRET_KEY": "shared by both machines"}
    if request.param == "postgres":
        database: Postgres = request.getfixturevalue("postgres")
        # Nothing is found by asking within this time, only by listening.
        settings |= {
            "DATABASE_URL": database.url(database.new_database()),
            "ICHIBA_POLL_SECONDS": "60",
        }
    else:
        settings["DATABASE_URL"] = f"sqlite:///{folders[0]}/ichiba.sqlite3"
    servers = [Server(folder, **settings) for folder in folders]
    yield servers[0], servers[1]
    for server in servers:
        server.stop()
        assert not server.errors(), server.log()


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, object]:
    return {
        "executable_path": CHROMIUM,
        "args": [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ],
    }


@pytest.fixture
def base_url(server: Server) -> str:
    return server.url


@pytest.fixture
def people(browser, server: Server):  # type: ignore[no-untyped-def]
    """People at their own computers: call it for each of them, get a page."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def arrive(**settings: object) -> Page:
        # Most tests ask for no movement, which is quicker; one game is played with all of it.
        settings = {"reduced_motion": "reduce", **settings}
        context = browser.new_context(base_url=server.url, **settings)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: problems.append(str(error)))
        return page

    yield arrive
    for context in contexts:
        context.close()
    assert problems == [], "a page had an error"
