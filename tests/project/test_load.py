"""`make load` on a small scale: it measures moves and bytes, and compares with a bare server."""

import re
import subprocess
import sys
from pathlib import Path

from patience import PATIENCE

LOAD = Path(__file__).parent.parent.parent / "scripts" / "load.py"
SMALL = ["--tables", "3", "--seconds", "4", "--warm", "1", "--think", "0.5"]


def test_it_prints_bytes_and_the_ratio_to_a_bare_server() -> None:
    command = [sys.executable, str(LOAD), *SMALL]
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, timeout=5 * PATIENCE
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 tables against greedy, 6 streams" in done.stdout
    figures = re.search(r"bytes an event: median (\d+), mean (\d+);", done.stdout)
    assert figures
    assert 0 < int(figures[1]) < 10_000
    assert re.search(r"a bare ASGI server .* 0 errors \[\]", done.stdout)
    assert re.search(r"the site takes [\d.]+ times as long at p95", done.stdout)
