"""Runs the tests that call Django directly once more on PostgreSQL."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FILES = (
    "test_stored_results.py",
    "test_pages.py",
    "test_bots_at_tables.py",
    "test_revisions.py",
    "test_api.py",
    "test_api_description.py",
    "test_api_streams.py",
    "test_api_tokens.py",
    "test_together.py",
    "test_automatic_bids.py",
    "test_rendering.py",
    "test_snapshots.py",
    "test_accounts.py",
    "test_limits.py",
    "test_absent.py",
    "test_moderation.py",
    "test_restore.py",
    "test_errands.py",
    "test_mail.py",
    "test_ratings.py",
    "test_profiles.py",
    "test_ladder.py",
)
# These stop the clock, so they have a process and a database of their own.
CLOCKS = ("test_clocks.py", "test_pairing.py", "test_daily.py")
NOTICES = ("test_notices.py",)  # another process may run them
# Browser tests start their own servers; test_server and test_faults cover PostgreSQL there.
WITHOUT_BROWSERS = ("-k", "not chromium and not two_servers")


@pytest.mark.long
@pytest.mark.parametrize("files", [FILES, CLOCKS, NOTICES], ids=["all", "clocks", "notices"])
def test_all_that_asks_the_database(postgres, files: tuple[str, ...]) -> None:  # type: ignore[no-untyped-def]
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-n0",
            *WITHOUT_BROWSERS,
            *(str(HERE / name) for name in files),
        ],
        cwd=HERE.parent.parent,
        env={**os.environ, "ICHIBA_TEST_DATABASE": postgres.url(postgres.new_database())},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-6000:]
    assert " passed" in done.stdout or "100%" in done.stdout
