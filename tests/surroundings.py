"""Environment of all tests. The site's data goes to a temporary folder.

This is a plugin and not a conftest.py, because the settings of the site are read before that.
"""

import asyncio
import os
import tempfile
from collections.abc import Generator

import pytest

os.environ["ICHIBA_DATA"] = tempfile.mkdtemp(prefix="ichiba-tests-")
os.environ.pop("DATABASE_URL", None)
if "ICHIBA_TEST_DATABASE" in os.environ:  # set by a test that runs others on PostgreSQL
    os.environ["DATABASE_URL"] = os.environ["ICHIBA_TEST_DATABASE"]
# The tests start many processes, which would spend most of their time on compiling modules.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# All tests come from one address. The tests of limits set their own.
os.environ["ICHIBA_LIMITS"] = "off"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, object, object]:
    """Hide Playwright's event loop from tests that use no browser.

    It stays the running loop of the main thread until the end of the session. Django refuses to use
    the database where a loop is running, and other tests run loops of their own.
    """
    if "playwright" in getattr(item, "fixturenames", ()):
        return (yield)
    loop = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        if nextitem is not None:
            asyncio._set_running_loop(loop)
