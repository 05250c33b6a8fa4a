"""Scripts say what they do: each that can be run explains itself with `--help`."""

import subprocess
import sys
from pathlib import Path

import pytest

from patience import PATIENCE

SCRIPTS = Path(__file__).parents[2] / "scripts"
RUN = [file for file in sorted(SCRIPTS.glob("*.py"))
       if '__name__ == "__main__"' in file.read_text(encoding="utf-8")]  # fmt: skip
# These start Django or import much, which takes a second or more.
SLOW = {"pictures.py", "ratings.py", "train.py"}


@pytest.mark.parametrize(
    "script",
    [pytest.param(one, marks=[pytest.mark.long] if one.name in SLOW else []) for one in RUN],
    ids=lambda one: one.name,
)
def test_it_has_help(script: Path) -> None:
    command = [sys.executable, str(script), "--help"]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=5 * PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "usage:" in done.stdout
