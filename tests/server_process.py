"""A real server for the tests: `ichiba serve`, on a port of its own."""

import atexit
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx

COMMAND = str(Path(sys.executable).parent / "ichiba")


class Server:
    """`ichiba serve` on a free port, with data of its own; it can be killed and started again."""

    def __init__(self, data: Path, *arguments: str, **settings: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.data = data
        self.arguments = arguments
        self.settings = {"ICHIBA_BOT_PAUSE": "0", "ICHIBA_POLL_SECONDS": "0.1", **settings}
        self.url = f"http://127.0.0.1:{self.port}"
        atexit.register(self.kill)  # also when a test fails before it stops it
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [COMMAND, "serve", "--port", str(self.port), *self.arguments],
            env={**os.environ, "ICHIBA_DATA": str(self.data), **self.settings},
            stdout=subprocess.DEVNULL,
            stderr=(self.data / "log").open("ab"),
        )
        for _ in range(300):
            try:
                httpx.get(self.url, timeout=2)
            except httpx.TransportError:
                assert self.process.poll() is None, self.log()
                time.sleep(0.1)
            else:
                return
        raise AssertionError(f"the server does not answer: {self.log()}")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)

    def errors(self) -> bool:
        """Whether anything went wrong that nobody had foreseen."""
        return any(word in self.log() for word in ("Exception", "Internal Server Error", " ERROR "))

    def log(self) -> str:
        return (self.data / "log").read_text(encoding="utf-8")
