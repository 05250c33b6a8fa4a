"""The clients of `measure.py`: a browser with cookies and streams, and the two visitors of a table.

They use plain sockets to use as little CPU time as possible, because they run on the same machine
as the server.
"""

import asyncio
import re
import time
from collections.abc import AsyncIterator
from random import Random
from typing import NamedTuple
from urllib.parse import urlencode

import zstandard

MOVES = re.compile(rb'name="move" value="([^"]*)"')
AMOUNT = re.compile(rb'name="amount"[^>]* value="(\d+)"')
PAGE = re.compile(rb'name="page" value="([^"]*)"')
EVENT = re.compile(rb"(?::.*\n)*id: (\d+)")  # comments may precede it
VERSION = re.compile(rb'data-version="(\d+)"')
OVER = b'data-status="finished"'
LATEST = 60.0  # seconds after which a move counts as lost
PACKED = "Accept-Encoding: gzip, deflate, br, zstd\r\n"


class Browser:
    """A visitor with cookies and one connection for requests."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    def head(self, method: str, path: str, more: str = "") -> bytes:
        """The request line and headers."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        cookie = f"Cookie: {cookies}\r\n" if cookies else ""
        return f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{cookie}{more}\r\n".encode()

    async def ask(
        self, path: str, form: dict[str, str] | None = None, more: str = ""
    ) -> tuple[int, dict[str, str], bytes]:
        """Send a request; return status, headers and content of the response."""
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
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        return status, headers, body

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

    async def stream(self, path: str) -> AsyncIterator["Event"]:
        """Yield every event of a stream."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**22)
        writer.write(self.head("GET", path, PACKED))
        status, headers = await self._read_head(reader)
        if status != 200:
            raise ConnectionError(f"a stream was answered with {status}")
        packed = headers.get("content-encoding") == "zstd"
        try:
            async for event in self._events(reader, packed=packed):
                yield event
        finally:
            writer.close()

    async def _events(
        self, reader: asyncio.StreamReader, *, packed: bool
    ) -> AsyncIterator["Event"]:
        read = zstandard.ZstdDecompressor().decompressobj().decompress if packed else bytes
        version, data = 0, b""
        while size := int(await reader.readuntil(b"\r\n"), 16):
            part = await reader.readexactly(size + 2)
            arrived = time.monotonic()
            data += read(part[:-2])
            while b"\n\n" in data:
                event, data = data.split(b"\n\n", 1)
                if found := EVENT.match(event):
                    version = int(found[1])
                    yield Event(version, event, size, arrived)


class Event(NamedTuple):
    """An event of a stream."""

    version: int
    content: bytes
    size: int  # bytes on the wire
    arrived: float  # when its last byte did, before it was decompressed


class Figures:
    """The figures that we collect."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.answers: list[int] = []  # bytes on the wire
        self.notices: list[float] = []  # seconds from a move to a notice about it
        self.sizes: list[int] = []  # bytes of events on the wire
        self.moves = 0
        self.events = 0
        self.errors: list[str] = []
        # Before the measurement, players move without pauses, so that it starts with games at all
        # stages. Only a few do so at a time, to avoid an unrealistic load.
        self.hurrying = asyncio.Semaphore(8)


Seen = list[tuple[int, float]]  # the versions that a stream has received, and when


class Seat:
    """A player at a table, and a spectator."""

    def __init__(
        self, ports: list[int], number: int, title: str, bot: str, think: float, figures: Figures
    ) -> None:
        # With two servers, the player uses one and the spectator the other.
        self.player = Browser(ports[number % len(ports)])
        self.watcher = Browser(ports[(number + 1) % len(ports)])
        self.rng, self.think, self.figures = Random(number), think, figures
        self.title, self.bot = title, bot
        self.ahead = self.rng.randrange(35)
        self.seen: tuple[Seen, Seen] = ([], [])  # by the player and by the spectator
        self.page = b""
        self.changed = asyncio.Event()
        self.streams: list[asyncio.Task[None]] = []

    async def sit_down(self) -> None:
        """Create a listed table with two bots."""
        await self.player.ask(f"/new/{self.title}/")
        form = {"players": "3", "seat0": "me", "seat1": self.bot, "seat2": self.bot}
        form |= {"listed": "yes", "name": "Aki"}
        status, headers, _ = await self.player.ask(f"/new/{self.title}/", form)
        if status != 302:
            raise ConnectionError(f"a table could not be set up: {status}")
        self.table = headers["location"]

    def open_streams(self) -> None:
        """Open the streams of this table, and close those of the previous one."""
        self.close_streams()
        self.seen = ([], [])
        self.streams = [asyncio.create_task(self.watch(who)) for who in (0, 1)]

    def close_streams(self) -> None:
        """Close the streams, as a browser does when it leaves the page."""
        for stream in self.streams:
            stream.cancel()

    async def watch(self, who: int) -> None:
        """Keep a stream open, and reconnect if it breaks."""
        browser = (self.player, self.watcher)[who]
        while True:
            try:
                async for event in browser.stream(f"{self.table}stream/"):
                    self.figures.events += 1
                    self.figures.sizes.append(event.size)
                    self.seen[who].append((event.version, event.arrived))
                    if who == 0 and b"data-version" in event.content:
                        self.page = event.content
                    self.changed.set()
            except (OSError, asyncio.IncompleteReadError, ConnectionError) as error:
                self.figures.errors.append(f"stream: {error!r}")
                await asyncio.sleep(0.5)

    async def play(self, until: float, start: float) -> None:
        """Repeatedly pause, move, and wait until both streams have received the move."""
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
        """A random move that the page offers."""
        return self.rng.choice(MOVES.findall(self.page)).decode()

    async def _sit_down_again(self) -> None:
        await self.sit_down()
        self.page = b""
        self.open_streams()

    async def _move(self, move: str, *, measured: bool) -> None:
        page, amount = PAGE.search(self.page), AMOUNT.search(self.page)
        form = {"move": move, "page": page[1].decode() if page else ""}
        if amount:
            form["amount"] = amount[1].decode()
        sent = time.monotonic()
        more = f"HX-Request: true\r\n{PACKED}"
        for seen in self.seen:
            seen.clear()
        status, headers, body = await self.player.ask(f"{self.table}move/", form, more)
        answered = time.monotonic()
        self.figures.answers.append(len(body))
        if headers.get("content-encoding") == "zstd":
            body = zstandard.ZstdDecompressor().decompress(body)
        version = VERSION.search(body)
        if status != 200 or version is None:
            self.figures.errors.append(f"a move was answered with {status}")
            return
        while not (received := self._received(int(version[1]))):
            if time.monotonic() - sent > LATEST:
                self.figures.errors.append("a stream did not get a move within a minute")
                return
            await self._news(1.0)
        self.figures.moves += measured
        if measured:
            self.figures.waits.append(max(answered, received) - sent)

    def _received(self, version: int) -> float:
        """When both streams had received a version; 0 if they haven't yet."""
        firsts = [
            next((when for known, when in seen if known >= version), 0.0) for seen in self.seen
        ]
        return max(firsts) if all(firsts) else 0.0

    async def _news(self, seconds: float) -> None:
        self.changed.clear()
        try:
            await asyncio.wait_for(self.changed.wait(), seconds)
        except TimeoutError:
            return
