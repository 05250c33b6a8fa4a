"""`make load` and `make soak` on a small scale: they measure moves, bytes and memory."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from patience import PATIENCE

LOAD = Path(__file__).parent.parent.parent / "scripts" / "load.py"
SOAK = LOAD.with_name("soak.py")
SMALL = ["--tables", "3", "--seconds", "4", "--warm", "1", "--think", "0.5"]


@pytest.mark.long
def test_it_prints_bytes_and_the_ratio_to_a_bare_server() -> None:
    command = [sys.executable, str(LOAD), *SMALL, "--away", "1"]
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, timeout=5 * PATIENCE
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 tables against strong, 6 streams" in done.stdout
    figures = re.search(r"bytes an event: median (\d+), mean (\d+);", done.stdout)
    assert figures
    assert 0 < int(figures[1]) < 10_000
    assert re.search(r"from a move to the notice at a webhook: .*, \d+ notices", done.stdout)
    assert re.search(r"a bare ASGI server .* 0 errors \[\]", done.stdout)
    assert re.search(r"the site takes [\d.]+ times as long at p95", done.stdout)


@pytest.mark.long
def test_a_soak_compares_the_end_with_the_beginning() -> None:
    command = [sys.executable, str(SOAK), *SMALL]
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, timeout=5 * PATIENCE
    )
    assert "3 tables, 6 streams" in done.stdout, done.stdout + done.stderr
    assert done.stdout.count(" MB, p50 ") == 15
    assert "0 errors []" in done.stdout
    assert re.search(r"memory: \d+ MB at first, -?\d+ KB a table", done.stdout)
    assert ("memory stays flat" in done.stdout) != ("memory GROWS" in done.stdout)
    assert ("moves stay quick" in done.stdout) != ("moves GET SLOWER" in done.stdout)
    well = "memory stays flat" in done.stdout and "moves stay quick" in done.stdout
    assert done.returncode == (0 if well else 1)
