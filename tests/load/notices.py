"""Measures for `measure.py` how long it takes from a move until a notice about it is handed over.

At each of these tables, two people play Shinjuku, where one decides at a time. Nobody has the page
open when it becomes their turn: they come, think for longer than their visit counts, and move. All
their webhooks are in this program.
"""

import asyncio
import re
import time
from random import Random

from load.client import MOVES, PAGE, Browser, Figures

# Seconds from a visit to the move. A visit counts for 40 seconds, see `site/tables/calls.py`.
LEAST, MOST = 45.0, 75.0
_MOST_MOVES = 30  # of one person until the other is asked
LATEST = 60.0  # seconds after which a notice counts as lost
_WISHES = {"minutes": "30", "hour": "8", "time_zone": "UTC", "hook_kind": "json"}


class Webhooks:
    """A web server that notes when a notice arrives at each of its addresses."""

    def __init__(self) -> None:
        self.arrived: dict[str, float] = {}
        self._changed = asyncio.Event()

    async def start(self) -> None:
        """Listen on a free port."""
        self._server = await asyncio.start_server(self._answer, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def stop(self) -> None:
        """Stop listening."""
        self._server.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        size = re.search(r"(?i)content-length: (\d+)", head)
        await reader.readexactly(int(size[1]) if size else 0)
        self.arrived[head.split()[1]] = time.monotonic()
        self._changed.set()
        writer.write(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
        await writer.drain()
        writer.close()

    async def notice_at(self, path: str, after: float) -> float | None:
        """Return when a notice has arrived there after a time; None if it is lost."""
        while self.arrived.get(path, 0.0) < after:
            if time.monotonic() - after > LATEST:
                return None
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), 1.0)
            except TimeoutError:
                continue
        return self.arrived[path]


class Pair:
    """Two people who play over days, and are called when it is their turn."""

    def __init__(self, port: int, number: int, hooks: Webhooks, figures: Figures) -> None:
        self.people = [Browser(port), Browser(port)]
        self.number, self.hooks, self.figures = number, hooks, figures
        self.rng = Random(number)

    def path(self, who: int) -> str:
        """Where the notices of a person arrive."""
        return f"/{self.number}/{who}"

    async def sit_down(self) -> None:
        """Choose webhooks, open a table and join it."""
        for who, person in enumerate(self.people):
            await person.ask("/me/notices/")
            address = {"hook": self.hooks.url + self.path(who), "events_hook": "turn"}
            await _post(person, "/me/notices/", _WISHES | address)
        aki, ben = self.people
        form = {"players": "2", "seat0": "me", "seat1": "friend", "name": "Aki"}
        self.table = await _post(aki, "/new/shinjuku/", form)
        await ben.ask(self.table)
        await _post(ben, f"{self.table}join/", {"name": "Ben"})

    async def play(self) -> None:
        """Come, think, move, and wait until the other one is called."""
        await asyncio.sleep(self.rng.random() * LEAST)
        while (who := await self._who_is_due()) is not None:
            page = (await self.people[who].ask(self.table))[2]
            await asyncio.sleep(self.rng.uniform(LEAST, MOST))
            sent = time.monotonic()
            for _ in range(_MOST_MOVES):
                if not (moves := MOVES.findall(page)):
                    break
                sent = time.monotonic()
                page = await self._move(who, page, self.rng.choice(moves).decode())
            if await self._is_due(1 - who):
                await self._measure(1 - who, sent)

    async def _move(self, who: int, page: bytes, move: str) -> bytes:
        """Make a move and return the page after it."""
        token = PAGE.search(page)
        form = {"move": move, "page": token[1].decode() if token else ""}
        path = f"{self.table}move/"
        status, _, body = await self.people[who].ask(path, form, "HX-Request: true\r\n")
        if status != 200:
            self.figures.errors.append(f"a move over days was answered with {status}")
        return body

    async def _measure(self, who: int, sent: float) -> None:
        arrived = await self.hooks.notice_at(self.path(who), sent)
        if arrived is None:
            self.figures.errors.append("a notice did not arrive")
        else:
            self.figures.notices.append(arrived - sent)

    async def _is_due(self, who: int) -> bool:
        return b'"turn": true' in (await self.people[who].ask(f"{self.table}pulse/"))[2]

    async def _who_is_due(self) -> int | None:
        """Who has to move; None if the game is over."""
        for who in (0, 1):
            if await self._is_due(who):
                return who
        return None


async def _post(person: Browser, path: str, form: dict[str, str]) -> str:
    """Post a form and return the address to which it leads."""
    status, headers, _ = await person.ask(path, form)
    if status != 302:
        raise ConnectionError(f"{path} was answered with {status}")
    return headers["location"]
