"""Runs the `ichiba` command through its real entry point."""

import os
import subprocess
import sys
from pathlib import Path

from patience import PATIENCE

COMMAND = str(Path(sys.executable).parent / "ichiba")


def run(
    *arguments: str,
    typed: str = "",
    cwd: Path | None = None,
    columns: int = 110,
    data: Path | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run the command, with its games in the folder `data` if given; return what it printed."""
    environment = {**os.environ, "COLUMNS": str(columns), "PYTHONIOENCODING": "utf-8"}
    if data is not None:
        environment["ICHIBA_DATA"] = str(data)
    return subprocess.run(
        [COMMAND, *arguments],
        input=typed,
        cwd=cwd,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=5 * PATIENCE,
        check=False,
    )
