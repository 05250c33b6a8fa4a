"""`make load` and `make soak` on a small scale: they measure moves, bytes and memory."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from patience import PATIENCE

TESTS = str(Path(__file__).parent.parent)
SMALL = ["--tables", "3", "--seconds", "4", "--warm", "1", "--think", "0.5"]


def run(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """What `make load` and `make soak` do."""
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        env={**os.environ, "PYTHONPATH": TESTS},
        check=False,
        capture_output=True,
        text=True,
        timeout=5 * PATIENCE,
    )


@pytest.mark.long
@pytest.mark.parametrize("module", ["load.measure", "load.soak"])
def test_it_has_help(module: str) -> None:
    done = run(module, "--help")
    assert done.returncode == 0, done.stderr
    assert "usage:" in done.stdout


@pytest.mark.long
def test_it_prints_bytes_and_the_ratio_to_a_bare_server() -> None:
    done = run("load.measure", *SMALL, "--away", "1")
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
    done = run("load.soak", *SMALL)
    assert "3 tables, 6 streams" in done.stdout, done.stdout + done.stderr
    assert done.stdout.count(" MB, p50 ") == 15
    assert "0 errors []" in done.stdout
    assert re.search(r"memory: \d+ MB at first, -?\d+ KB a table", done.stdout)
    assert ("memory stays flat" in done.stdout) != ("memory GROWS" in done.stdout)
    assert ("moves stay quick" in done.stdout) != ("moves GET SLOWER" in done.stdout)
    well = "memory stays flat" in done.stdout and "moves stay quick" in done.stdout
    assert done.returncode == (0 if well else 1)
