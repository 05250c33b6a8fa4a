"""Opens the site in the browser of whoever started it, if they have one."""

import os
import socket
import sys
import time
import webbrowser
from threading import Thread

# How long to wait for the server before giving up, in seconds.
_PATIENCE = 60
# Browsers that would draw their pages over the terminal that the server writes to.
_IN_THE_TERMINAL = {"www-browser", "links", "elinks", "lynx", "w3m"}


def can_open() -> bool:
    """Whether a person at a desktop is looking at this terminal, and has a browser."""
    if not sys.stdout.isatty() or "SSH_CONNECTION" in os.environ:
        return False
    drawn = sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )
    return drawn and _has_window()


def _has_window() -> bool:
    try:
        found = webbrowser.get()
    except webbrowser.Error:
        return False
    return os.path.basename(getattr(found, "name", "")) not in _IN_THE_TERMINAL


def open_when_ready(url: str, host: str, port: int) -> None:
    """Open the address in the background, once the server accepts connections."""
    Thread(target=_wait_and_open, args=(url, host, port), daemon=True).start()


def _wait_and_open(url: str, host: str, port: int) -> None:
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until:
        try:
            socket.create_connection((host, port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            webbrowser.open(url)
            return
