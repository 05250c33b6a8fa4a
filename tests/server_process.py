"""A real server for the tests: `ichiba serve` on its own port."""

import atexit
import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx

from patience import PATIENCE, until
from ports import free_port

COMMAND = str(Path(sys.executable).parent / "ichiba")
SEEDED = (sys.executable, str(Path(__file__).parent / "seeded_server.py"))


class Server:
    """`ichiba serve` on a free port with its own data; it can be killed and started again.

    Bots make no pauses unless ICHIBA_BOT_PAUSE is given; None uses the default.
    """

    command: tuple[str, ...] = (COMMAND,)

    def __init__(self, data: Path, *arguments: str, **settings: str | None) -> None:
        self.port = free_port()
        self.data = data
        self.arguments = arguments
        chosen = {"ICHIBA_BOT_PAUSE": "0", "ICHIBA_POLL_SECONDS": "0.1", **settings}
        self.settings = {name: value for name, value in chosen.items() if value is not None}
        self.url = f"http://127.0.0.1:{self.port}"
        atexit.register(self.kill)  # even if a test fails before it stops the server
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [*self.command, "serve", "--port", str(self.port), *self.arguments],
            env={
                **os.environ,
                "ICHIBA_DATA": str(self.data),
                "PYTHONFAULTHANDLER": "1",  # the log shows where a crash happened
                **self.settings,
            },
            stdout=subprocess.DEVNULL,
            stderr=(self.data / "log").open("ab"),
        )
        until(self._answers, lambda: f"the server does not answer: {self.log()}")

    def _answers(self) -> bool:
        try:
            httpx.get(f"{self.url}/healthz", timeout=PATIENCE)  # the front page lets bots play
        except httpx.TransportError:
            assert self.process.poll() is None, f"exit {self.process.poll()}: {self.log()}"
            return False
        return True

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)

    def errors(self) -> bool:
        """Whether the log contains unexpected errors."""
        return any(word in self.log() for word in ("Exception", "Internal Server Error", " ERROR "))

    def log(self) -> str:
        return (self.data / "log").read_text(encoding="utf-8")


class SeededServer(Server):
    """A server whose games are dealt from seeds that tests choose: they can be repeated."""

    command = SEEDED

    def __init__(self, data: Path, *arguments: str, **settings: str | None) -> None:
        self.deal = data / "deal"
        self.choose(1)
        super().__init__(data, *arguments, ICHIBA_TEST_DEAL=str(self.deal), **settings)

    def stacks(self) -> str:
        """What all threads of the server do right now, at the end of the log."""
        if self.process.poll() is not None:
            return f"The server has ended with {self.process.returncode}.\n{self.log()[-3000:]}"
        known = len(self.log())
        self.process.send_signal(signal.SIGUSR1)
        return until(lambda: self.log()[known:], "the server does not tell what it does")

    def choose(self, seed: int) -> None:
        """From now on games are dealt from this seed."""
        self.deal.write_text(str(seed), encoding="ascii")
