"""Measures a server under load: many tables with bots, two streams at each, people who think.

A person sits at every table, with a stream open, as a browser has it; somebody else watches, with
another. After a pause for thought the person makes a move, in the words of htmx. What is measured
is the time from sending the move until the last of both streams has it. Plain sockets: the client
shall cost as little as it can, since it runs on the same machine.
"""

import argparse
import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from urllib.parse import urlencode

TESTS = Path(__file__).parent.parent / "tests"
sys.path.insert(0, str(TESTS))

from postgres_process import Postgres, may_run  # noqa: E402
from server_process import Server  # noqa: E402

MOVES = re.compile(rb'name="move" value="([^"]*)"')
AMOUNT = re.compile(rb'name="amount"[^>]* value="(\d+)"')
PAGE = re.compile(rb'name="page" value="([^"]*)"')
VERSION = re.compile(rb'data-version="(\d+)"')
OVER = b'data-status="finished"'


class Browser:
    """A visitor: cookies, one connection for requests."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    def head(self, method: str, path: str, more: str = "") -> bytes:
        """The first lines of a request."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        cookie = f"Cookie: {cookies}\r\n" if cookies else ""
        return f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{cookie}{more}\r\n".encode()

    async def ask(
        self, path: str, form: dict[str, str] | None = None, more: str = ""
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and content of an answer."""
        if self._line is None or self._line[0].at_eof():
            self._line = await asyncio.open_connection("127.0.0.1", self.port, limit=2**22)
        reader, writer = self._line
        if form is None:
            writer.write(self.head("GET", path, more))
        else:
            form = {**form, "csrfmiddlewaretoken": self.cookies["ichiba_csrf"]}
            body = urlencode(form).encode()
            kind = "Content-Type: application/x-www-form-urlencoded\r\n"
            writer.write(
                self.head("POST", path, f"{more}{kind}Content-Length: {len(body)}\r\n") + body
            )
        status, headers = await self._read_head(reader)
        return status, headers, await reader.readexactly(int(headers.get("content-length", 0)))

    async def _read_head(self, reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {}
        for line in lines[1:]:
            name, _, value = line.partition(": ")
            if name.lower() == "set-cookie":
                key, _, content = value.partition(";")[0].partition("=")
                self.cookies[key] = content
            headers[name.lower()] = value
        return int(lines[0].split()[1]), headers

    async def stream(self, path: str) -> AsyncIterator[tuple[int, bytes]]:
        """Version and content of every event."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**22)
        writer.write(self.head("GET", path))
        status, _ = await self._read_head(reader)
        if status != 200:
            raise ConnectionError(f"a stream began with {status}")
        try:
            async for event in self._events(reader):
                yield event
        finally:
            writer.close()

    async def _events(self, reader: asyncio.StreamReader) -> AsyncIterator[tuple[int, bytes]]:
        version, data = 0, b""
        while size := int(await reader.readuntil(b"\r\n"), 16):
            data += (await reader.readexactly(size + 2))[:-2]
            while b"\n\n" in data:
                event, data = data.split(b"\n\n", 1)
                if found := re.match(rb"id: (\d+)", event):
                    version = int(found[1])
                    yield version, event


class Figures:
    """What is counted."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.moves = 0
        self.events = 0
        self.errors: list[str] = []
        # Before the measurement people hurry, so that games are at all stages when it begins; a
        # few at a time, since nobody wants to know how the server does while all hurry.
        self.hurrying = asyncio.Semaphore(8)


class Seat:
    """A person at a table, and somebody who watches."""

    def __init__(
        self, ports: list[int], number: int, title: str, think: float, figures: Figures
    ) -> None:
        # With two servers the person is at one of them and the spectator at the other.
        self.player = Browser(ports[number % len(ports)])
        self.watcher = Browser(ports[(number + 1) % len(ports)])
        self.rng, self.think, self.figures = Random(number), think, figures
        self.title = title
        self.ahead = self.rng.randrange(35)
        self.seen = [0, 0]
        self.page = b""
        self.changed = asyncio.Event()
        self.streams: list[asyncio.Task[None]] = []

    async def sit_down(self) -> None:
        """Open a listed table with two bots."""
        await self.player.ask(f"/new/{self.title}/")
        form = {"players": "3", "seat0": "me", "seat1": "greedy", "seat2": "greedy"}
        form |= {"listed": "yes", "name": "Aki"}
        status, headers, _ = await self.player.ask(f"/new/{self.title}/", form)
        if status != 302:
            raise ConnectionError(f"a table could not be set up: {status}")
        self.table = headers["location"]

    def open_streams(self) -> None:
        """Watch this table, and the one before no more."""
        self.close_streams()
        self.streams = [asyncio.create_task(self.watch(who)) for who in (0, 1)]

    def close_streams(self) -> None:
        """Let go of the streams, as a browser does that leaves."""
        for stream in self.streams:
            stream.cancel()

    async def watch(self, who: int) -> None:
        """Keep a stream open until the end."""
        browser = (self.player, self.watcher)[who]
        while True:
            try:
                async for version, event in browser.stream(f"{self.table}stream/"):
                    self.figures.events += 1
                    self.seen[who] = max(self.seen[who], version)
                    if who == 0 and b"data-version" in event:
                        self.page = event
                    self.changed.set()
            except (OSError, asyncio.IncompleteReadError, ConnectionError) as error:
                self.figures.errors.append(f"stream: {error!r}")
                await asyncio.sleep(0.5)

    async def play(self, until: float, start: float) -> None:
        """Think, move, and wait until both streams have it, again and again."""
        await asyncio.sleep(self.rng.random() * self.think)
        while time.monotonic() < until:
            if not MOVES.search(self.page):
                if OVER in self.page:
                    await self._sit_down_again()
                await self._news(1.0)
                continue
            hurry = self.ahead > 0 and time.monotonic() < start
            self.ahead -= hurry
            if hurry:
                async with self.figures.hurrying:
                    await self._move(self._choice(), measured=False)
                continue
            await asyncio.sleep(self.rng.uniform(0.5, 1.5) * self.think)
            if MOVES.search(self.page) and time.monotonic() < until:
                await self._move(self._choice(), measured=time.monotonic() > start)

    def _choice(self) -> str:
        """Any move that the page offers."""
        return self.rng.choice(MOVES.findall(self.page)).decode()

    async def _sit_down_again(self) -> None:
        await self.sit_down()
        self.page, self.seen = b"", [0, 0]
        self.open_streams()

    async def _move(self, move: str, *, measured: bool) -> None:
        page, amount = PAGE.search(self.page), AMOUNT.search(self.page)
        form = {"move": move, "page": page[1].decode() if page else ""}
        if amount:
            form["amount"] = amount[1].decode()
        sent = time.monotonic()
        status, _, body = await self.player.ask(f"{self.table}move/", form, "HX-Request: true\r\n")
        version = VERSION.search(body)
        if status != 200 or version is None:
            self.figures.errors.append(f"a move was answered with {status}")
            return
        while min(self.seen) < int(version[1]):
            if time.monotonic() - sent > 10:
                self.figures.errors.append("a stream did not get a move within ten seconds")
                return
            await self._news(1.0)
        self.figures.moves += measured
        if measured:
            self.figures.waits.append(time.monotonic() - sent)

    async def _news(self, seconds: float) -> None:
        self.changed.clear()
        try:
            await asyncio.wait_for(self.changed.wait(), seconds)
        except TimeoutError:
            return


def memory(servers: list[Server]) -> float:
    """MB of the serving processes, without those in which bots think."""
    total = 0.0
    for server in servers:
        status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="utf-8")
        total += int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]
    return total


def work(servers: list[Server]) -> float:
    """Seconds of computing that the serving processes have used."""
    total = 0.0
    for server in servers:
        fields = Path(f"/proc/{server.process.pid}/stat").read_text(encoding="utf-8").split()
        total += (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")
    return total


def percentile(values: list[float], share: float) -> float:
    """In milliseconds: so large a share of the values is not above it."""
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)] * 1000 if ordered else 0.0


async def run(servers: list[Server], given: argparse.Namespace) -> int:
    """Load the servers, print the figures; 1 if anything went wrong."""
    figures = Figures()
    ports = [server.port for server in servers]
    titles = given.titles.split(",")
    bare = memory(servers)
    seats = [
        Seat(ports, number, titles[number % len(titles)], given.think, figures)
        for number in range(given.tables)
    ]
    for seat in seats:
        await seat.sit_down()
    for seat in seats:
        seat.open_streams()
    await asyncio.sleep(1)
    begin = time.monotonic()
    start, until = begin + given.warm, begin + given.warm + given.seconds
    people = [asyncio.create_task(seat.play(until, start)) for seat in seats]
    await asyncio.sleep(start - time.monotonic())
    early, events, worked = memory(servers), figures.events, work(servers)
    own = time.process_time()
    for _ in range(4):
        await asyncio.sleep(given.seconds / 4)
        say(f"  {memory(servers):.0f} MB, load average {os.getloadavg()[0]:.1f}")
    late, events = memory(servers), figures.events - events
    worked, own = work(servers) - worked, time.process_time() - own
    await asyncio.gather(*people)
    for seat in seats:
        seat.close_streams()
    tell(given, figures, events, (bare, early, late))
    say(f"cores used: {worked / given.seconds:.2f} by the servers, "
        f"{own / given.seconds:.2f} by this client")  # fmt: skip
    say(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    return 1 if figures.errors else 0


def tell(
    given: argparse.Namespace,
    figures: Figures,
    events: int,
    sizes: tuple[float, float, float],
) -> None:
    """The figures, for people."""
    bare, early, late = sizes
    waits = figures.waits
    say(f"{given.tables} tables, {2 * given.tables} streams, {given.seconds:.0f} s, "
        f"a person moves about {given.think:.1f} s after the bots, {given.database}")  # fmt: skip
    say(f"from a posted move to the last stream: p50 {percentile(waits, 0.50):.0f} ms, "
        f"p95 {percentile(waits, 0.95):.0f} ms, p99 {percentile(waits, 0.99):.0f} ms")  # fmt: skip
    say(f"{figures.moves / given.seconds:.1f} people's moves/s, {events / given.seconds:.0f} "
        f"events/s to streams, {len(figures.errors)} errors {figures.errors[:3]}")  # fmt: skip
    say(f"memory: {bare:.0f} MB bare, {1024 * (early - bare) / given.tables:.0f} KB a table, "
        f"grown by {late - early:+.1f} MB during the run")  # fmt: skip


def say(text: str) -> None:
    """Print at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> int:
    """Start what is needed, load it, stop it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--warm", type=float, default=90)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--think", type=float, default=10.0, help="mean seconds before a move")
    parser.add_argument("--titles", default="tsukiji", help="names, separated by commas")
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--profile", help="write what py-spy saw of the first server to this file")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        # Everybody comes from one address here.
        settings = {
            "ICHIBA_SECRET_KEY": "load",
            "ICHIBA_BOT_PAUSE": "0.7",
            "ICHIBA_LIMITS": "off",
            "ICHIBA_STREAMS": str(2 * given.tables + 100),
            "ICHIBA_STREAMS_BY_ADDRESS": str(2 * given.tables + 100),
        }
        count, postgres = 1, None
        if given.database == "postgres":
            if not may_run():
                say("There is no PostgreSQL here: apt-get install postgresql")
                return 2
            count, postgres = 2, Postgres()
            settings["DATABASE_URL"] = postgres.url(postgres.new_database())
        servers = []
        for number in range(count):
            data = Path(folder) / str(number)
            data.mkdir()
            servers.append(Server(data, **settings))
        spy = _spy(servers[0], given) if given.profile else None
        try:
            return asyncio.run(run(servers, given))
        finally:
            if spy:
                spy.wait()
            for server in servers:
                server.stop()
                if server.errors():
                    say(f"the server complained:\n{server.log()[-2000:]}")
            if postgres:
                postgres.remove()


def _spy(server: Server, given: argparse.Namespace) -> subprocess.Popen[bytes]:
    spy = str(Path(sys.executable).parent / "py-spy")
    arguments = ["record", "--gil", "--format", "raw", "--rate", "50"]
    arguments += ["--duration", str(int(given.warm + given.seconds)), "--output", given.profile]
    return subprocess.Popen([spy, *arguments, "--pid", str(server.process.pid)])  # noqa: S603


if __name__ == "__main__":
    sys.exit(main())
