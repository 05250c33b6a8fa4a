"""Runs the `ichiba` command: in this process, or in one of its own if it needs the site."""

import io
import os
import subprocess
import sys
from contextlib import chdir, nullcontext, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from ichiba.cli import main
from ichiba.cli.console import console
from patience import PATIENCE

COMMAND = str(Path(sys.executable).parent / "ichiba")
# These set Django up, which a process can do only once.
OF_THE_SITE = {"serve", "check", "backup", "restore", "prune", "ratings", "person", "moderator"}


def run(
    *arguments: str,
    typed: str = "",
    cwd: Path | None = None,
    columns: int = 110,
    data: Path | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run the command, with its games in the folder `data` if given; return what it printed."""
    environment = {"COLUMNS": str(columns), "PYTHONIOENCODING": "utf-8"}
    if data is not None:
        environment["ICHIBA_DATA"] = str(data)
    if OF_THE_SITE & {*arguments[:1]} and "--help" not in arguments:
        return run_process(*arguments, typed=typed, cwd=cwd, environment=environment)
    printed, told = _stream(), _stream()
    console.width = columns  # it has read COLUMNS already
    with (
        patch.dict(os.environ, environment),
        patch.object(sys, "argv", [COMMAND, *arguments]),
        patch.object(sys, "stdin", _stream(typed)),
        chdir(cwd) if cwd else nullcontext(),
        redirect_stdout(printed),
        redirect_stderr(told),
    ):
        try:
            main()
        except SystemExit as end:
            code = end.code
    assert isinstance(code, int)
    return subprocess.CompletedProcess(arguments, code, _text(printed), _text(told))


def run_process(
    *arguments: str, typed: str = "", cwd: Path | None = None, environment: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    """The same through the command's real entry point, in a process of its own."""
    return subprocess.run(
        [COMMAND, *arguments],
        input=typed,
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=5 * PATIENCE,
        check=False,
    )


def _stream(text: str = "") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8", write_through=True)


def _text(stream: io.TextIOWrapper) -> str:
    """What has been written."""
    stream.flush()
    stream.seek(0)
    return stream.read()
