"""A real server and a real browser for the tests of the site."""

import asyncio
import os
import shutil
from collections.abc import Generator, Iterator
from pathlib import Path
from zlib import crc32

import pytest
from django.db import connection
from django.test import override_settings
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright
from playwright.sync_api import Error as PlaywrightError

import ichiba
from ichiba.core.game import State
from patience import PATIENCE
from postgres_process import Postgres, may_run
from server_process import SeededServer, Server

expect.set_options(timeout=PATIENCE * 1000)

FAILED = pytest.StashKey[bool]()
SHOWN = """() => JSON.stringify({
    ...document.getElementById("table")?.dataset,
    prompt: document.getElementById("prompt")?.textContent,
    connection: document.getElementById("offline-bar")?.textContent,
    notices: [...document.querySelectorAll(".notice")].map((one) => one.textContent),
    pages: [...document.querySelectorAll("input[name=page]")].map((one) => one.value),
    focus: document.activeElement?.id,
    hidden: document.hidden,
})"""

PACKAGE = "chromium-headless-shell"
CHROMIUM = shutil.which(PACKAGE) or f"/usr/bin/{PACKAGE}"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the tests in browsers to the long run, except for the journeys.

    If there is no browser, skip the tests in Chromium, unless CI=true.
    """
    must_run = Path(CHROMIUM).exists() or os.environ.get("CI") == "true"
    no_browser = pytest.mark.skip(reason=f"Chromium is not installed: apt-get install {PACKAGE}")
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        if "playwright" in fixtures and not item.get_closest_marker("journey"):
            item.add_marker(pytest.mark.long)
        if not must_run and "browser" in fixtures:
            item.add_marker(no_browser)


# Playwright's event loop is hidden while tests without a browser run (see surroundings.py). At the
# end of the session, these fixtures set what each of them needs to be closed.
@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    running = sync_playwright().start()
    loop = asyncio._get_running_loop()
    yield running
    asyncio._set_running_loop(loop)
    running.stop()
    asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def browser(browser: Browser) -> Iterator[Browser]:
    loop = asyncio._get_running_loop()
    yield browser
    asyncio._set_running_loop(loop)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep SQLite's database in a file: in memory, threads get errors instead of waiting."""
    if connection.vendor == "sqlite":
        file = tmp_path_factory.mktemp("database") / "test.sqlite3"
        connection.settings_dict["TEST"]["NAME"] = str(file)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    yield
    asyncio._set_running_loop(None)


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Iterator[None]:
    """Passwords that take little time. Servers in their own processes use the real ones."""
    with override_settings(PASSWORD_HASHERS=["quick_argon2.QuickArgon2"]):
        yield


@pytest.fixture(autouse=True)
def another_front_page() -> None:
    """Whatever game the front page showed in the test before, it has to be chosen anew."""
    from ichiba.site.pictures import exhibition

    exhibition.forget_all()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SeededServer]:
    """A server that the tests of a process share. Its bots make no pauses."""
    running = SeededServer(tmp_path_factory.mktemp("site"), ICHIBA_HINT_SECONDS="120")
    yield running
    running.stop()
    assert not running.errors(), running.log()


@pytest.fixture(scope="session")
def paced_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SeededServer]:
    """A server whose bots pause as they do by default. Tests may kill it and start it again."""
    running = SeededServer(tmp_path_factory.mktemp("paced"), ICHIBA_BOT_PAUSE=None)
    yield running
    running.stop()
    assert not running.errors(), running.log()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A database server; without one, its tests are skipped."""
    if not may_run():
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    running = Postgres()
    yield running
    log = running.log()
    running.remove()
    assert "deadlock" not in log, log


@pytest.fixture(scope="module", params=["postgres", pytest.param("sqlite", marks=pytest.mark.long)])
def pair(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, Server]]:
    """Two server processes that share a database: an SQLite file, or PostgreSQL."""
    folders = [tmp_path_factory.mktemp("here"), tmp_path_factory.mktemp("there")]
    key = "shared by both machines, and long enough"
    settings = {"ICHIBA_BOT_SECONDS": "2", "ICHIBA_SECRET_KEY": key}
    if request.param == "postgres":
        database: Postgres = request.getfixturevalue("postgres")
        # Polling cannot find changes within this time; only LISTEN can.
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
def applied(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The actions that have been applied to positions of any title."""
    found: list[int] = []
    for kind in {type(ichiba.load(title).new(2, seed=1)) for title in ichiba.games()}:
        apply = kind.apply

        def counted(state: State, seat: int, action: int, apply=apply) -> None:  # type: ignore[no-untyped-def]
            found.append(action)
            apply(state, seat, action)

        monkeypatch.setattr(kind, "apply", counted)
    return found


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note failures for fixtures."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


def what_it_shows(page: Page) -> str:
    """What somebody's page shows, and what the server says about its table."""
    try:
        shown = page.wait_for_function(SHOWN, timeout=10_000, polling=100).json_value()
        told = page.request.get(f"{page.url}pulse/", timeout=10_000).text()
    except PlaywrightError as error:  # it may be closed, or not answer
        return f"{page.url}: {error}"
    return f"{page.url}: {shown}\n{told[:300]}"


@pytest.fixture
def people(browser, server: SeededServer, request: pytest.FixtureRequest):  # type: ignore[no-untyped-def]
    """People at their own computers: call it once for each of them to get a page.

    Every test has a deal of its own, the same in each run, so that a failure can be repeated. After
    a failure, the report says what the pages show and what the threads of the server do.
    """
    server.choose(crc32(request.node.nodeid.encode()))
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def arrive(**settings: object) -> Page:
        # Most tests turn off animations, which is faster; one game is played with them.
        # The service worker would fetch scripts past the tests that hold them back; those of the
        # service worker itself allow it.
        settings = {"reduced_motion": "reduce", "service_workers": "block", **settings}
        context = browser.new_context(base_url=server.url, **settings)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: problems.append(str(error)))
        return page

    yield arrive
    if request.node.stash.get(FAILED, False):
        pages = [page for context in contexts for page in context.pages]
        told = "\n".join([*map(what_it_shows, pages), server.stacks()])
        request.node.add_report_section("teardown", "pages and server", told)
    for context in contexts:
        context.close()
    assert problems == [], "a page had a JavaScript error"
