"""`ichiba play` in a real terminal, a pseudo-terminal of 80 × 24."""

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import ichiba
from patience import PATIENCE

COMMAND = str(Path(sys.executable).parent / "ichiba")
ENTER_SCREEN, LEAVE_SCREEN = "\x1b[?1049h", "\x1b[?1049l"
COLOUR = re.compile(r"\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9\d|10\d)(?:;\d+)*m")


class Terminal:
    """A process in a pseudo-terminal, and everything that it has written."""

    def __init__(self, process: subprocess.Popen[bytes], side: int) -> None:
        self.process = process
        self.side = side
        self.written = ""

    def read_until(self, text: str) -> None:
        """Read until a text has been written."""
        end = time.monotonic() + PATIENCE
        while text not in self.written:
            assert time.monotonic() < end, f"{text!r} is not shown: {self.written[-2000:]!r}"
            self.written += os.read(self.side, 65536).decode(errors="replace")

    def type(self, text: str) -> None:
        os.write(self.side, text.encode())

    def read_to_the_end(self) -> None:
        while True:
            try:
                part = os.read(self.side, 65536)
            except OSError:  # the other side is closed
                part = b""
            if not part:
                return
            self.written += part.decode(errors="replace")


@contextmanager
def terminal(data: Path, *arguments: str, **environment: str) -> Iterator[Terminal]:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    surroundings = {**os.environ, "TERM": "xterm-256color", "ICHIBA_DATA": str(data)}
    surroundings = {k: v for k, v in surroundings.items() if k not in ("COLUMNS", "LINES")}
    with subprocess.Popen(
        [COMMAND, *arguments],
        stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
        env={**surroundings, **environment},
        # Tests started with nohup pass on that this signal is ignored.
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),  # noqa: PLW1509
    ) as process:  # fmt: skip
        os.close(theirs)
        try:
            yield Terminal(process, ours)
        finally:
            process.kill()
            os.close(ours)


def moves(data: Path) -> list[str]:
    (file,) = (data / "saved").iterdir()
    return [move for move in ichiba.Record.load(file).moves if move.startswith("0 ")]


def test_a_game_has_a_screen_of_its_own_and_gives_the_old_one_back(tmp_path: Path) -> None:
    with terminal(tmp_path, "play", "tsukiji", "--seed", "3", "--pause", "0") as there:
        there.read_until("Lay the x2 ticket")
        assert ENTER_SCREEN in there.written
        assert COLOUR.search(there.written)
        there.type("4\r")
        there.read_until("on lot 2.")
        there.type("\x11")  # Ctrl+Q
        there.read_to_the_end()
        assert there.process.wait(PATIENCE) == 0
    _, _, after = there.written.rpartition(LEAVE_SCREEN)
    (file,) = (tmp_path / "saved").iterdir()
    assert f"To continue, run: ichiba play --resume {file.name}" in after
    assert moves(tmp_path) == ["0 ticket 4"]


def test_closing_the_window_loses_nothing(tmp_path: Path) -> None:
    with terminal(tmp_path, "play", "tsukiji", "--seed", "3", "--pause", "0") as there:
        there.read_until("Lay the x2 ticket")
        there.type("4\r")
        there.read_until("on lot 2.")
        there.process.send_signal(signal.SIGHUP)
        there.process.wait(PATIENCE)
    assert moves(tmp_path) == ["0 ticket 4"]
    for command in (["play"], ["play", "tsukiji"]):
        with terminal(tmp_path, *command) as there:
            there.read_until("Continue Tsukiji with Goro and Rin")
            there.type("\r")
            there.read_until("on lot 2.")


def test_no_color_is_respected(tmp_path: Path) -> None:
    plan = ["play", "tsukiji", "--seed", "3", "--seat", "Aki", "--pause", "0"]
    with terminal(tmp_path, *plan, NO_COLOR="1") as there:
        there.read_until("Lay the x2 ticket")
    assert not COLOUR.search(there.written)


def test_plain_lines_on_request_and_on_simple_terminals(tmp_path: Path) -> None:
    plan = ["play", "tsukiji", "--seed", "3", "--seat", "Aki"]
    with terminal(tmp_path, *plan, "--plain") as there:
        there.read_until("Your choice (? for help)")
        assert ENTER_SCREEN not in there.written
    with terminal(tmp_path, *plan, TERM="dumb") as there:
        there.read_until("Your choice (? for help)")
        assert ENTER_SCREEN not in there.written
