"""The tests that talk to Django directly, run once more on PostgreSQL."""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
FILES = (
    "test_pages.py",
    "test_bots_at_tables.py",
    "test_revisions.py",
    "test_api.py",
    "test_together.py",
    "test_standing.py",
    "test_rendering.py",
)


def test_pages_bots_and_programs(postgres) -> None:  # type: ignore[no-untyped-def]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-n0", *(str(HERE / name) for name in FILES)],
        cwd=HERE.parent.parent,
        env={**os.environ, "ICHIBA_TEST_DATABASE": postgres.url(postgres.new_database())},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-6000:]
    assert " passed" in done.stdout or "100%" in done.stdout
