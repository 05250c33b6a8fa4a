"""The client for programs with asyncio. Its methods are those of `Client`."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx

from ichiba.client import calls
from ichiba.client.calls import Call, Events, Patience, error_of, result
from ichiba.client.shapes import Change, Hint, Table, TableChange, TableLine, Title, Why

T = TypeVar("T")


class AsyncClient:
    """Plays on an Ichiba site, with asyncio.

    `patience` is how many seconds a request may wait in all while the server is restarting or busy.
    """

    def __init__(self, site: str, token: str = "", patience: float = 300) -> None:
        self._http = httpx.AsyncClient(base_url=f"{site.rstrip('/')}/api/v1", timeout=30)
        self._patience = patience
        self._token = 0
        if token:
            self._http.headers["Authorization"] = f"Bearer {token}"

    async def __aenter__(self) -> Self:
        """Use it in a `with` block, which closes the connections."""
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def be_guest(self, name: str, label: str = "") -> str:
        """Join the site as a new guest and return the token, to come back as the same guest."""
        made = await self._send(calls.guest(name, label))
        self._http.headers["Authorization"] = f"Bearer {made.token}"
        self._token = made.id
        return made.token

    async def revoke(self) -> None:
        """Revoke the token that `be_guest` has created."""
        await self._send(calls.revoke(self._token))

    async def titles(self) -> list[Title]:
        """All games."""
        return await self._send(calls.titles())

    async def title(self, name: str) -> Title:
        """A game with its options and bots."""
        return await self._send(calls.title(name))

    async def tables(
        self, which: str = "mine", limit: int = 30, after: str = ""
    ) -> list[TableLine]:
        """Your tables, or the public ones that are `open`, `running` or `finished`; newest first.

        For the next page, give the slug of the last table that you have got as `after`.
        """
        return await self._send(calls.tables(which, limit, after))

    async def create(
        self,
        title: str,
        places: Sequence[str],
        options: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> Table:
        """Create a table. Each place is `me`, `friend` or a bot; see `NewTable` for `more`."""
        return await self._send(calls.create(title, places, options or {}, more))

    async def table(self, slug: str) -> Table:
        """A table as you may see it."""
        return await self._send(calls.table(slug))

    async def move(self, table: Table, notation: str) -> Table:
        """Make a move in the position that you have seen, and return the next one."""
        return await self._send(calls.move(table, notation))

    async def undo(self, table: Table, *, whole_turn: bool = False) -> Table:
        """Take back your last decision, or as much of your turn as possible."""
        return await self._send(calls.undo(table, whole_turn=whole_turn))

    async def hint(self, table: Table) -> Hint:
        """What a strong player would do. This works only if all your opponents are bots."""
        return await self._send(calls.hint(table))

    async def why(self, slug: str, notation: str) -> Why:
        """Whether you can make a move now, and if not, why."""
        return await self._send(calls.why(slug, notation))

    async def join(self, slug: str) -> Table:
        """Take a free seat."""
        return await self._send(calls.act(slug, "join"))

    async def leave(self, slug: str) -> Table:
        """Leave before the game starts."""
        return await self._send(calls.act(slug, "leave"))

    async def fill(self, slug: str) -> Table:
        """As host, fill the free seats with bots."""
        return await self._send(calls.act(slug, "fill"))

    async def resign(self, slug: str) -> Table:
        """Leave a game in progress for good."""
        return await self._send(calls.act(slug, "resign"))

    async def chat(self, slug: str, text: str) -> Table:
        """Send a chat message."""
        return await self._send(calls.chat(slug, text))

    async def record(self, slug: str) -> dict[str, Any]:
        """The record of a game that is over."""
        return await self._send(calls.record(slug))

    def changes(self, slug: str) -> AsyncIterator[Change]:
        """Yield an item at once, and whenever the table changes. Reconnects if the server restarts.

        It ends when you may no longer see the table.
        """
        return self._follow(f"/tables/{slug}/stream", calls.change)

    def changes_of_all(self) -> AsyncIterator[TableChange]:
        """Yield an item for each table where you play, and whenever one of them changes.

        Reconnects if the server restarts. It ends when the token is revoked.
        """
        return self._follow("/me/stream", calls.table_change)

    async def _follow(self, path: str, read: Callable[[bytes], T]) -> AsyncIterator[T]:
        call: Call[None] = Call("GET", path, None)
        patience = Patience(self._patience)
        while True:
            wait: float | None = 0.0
            try:
                async with self._http.stream("GET", call.path) as stream:
                    wait = patience.after_answer(stream)
                    if wait is None and stream.is_error:
                        await stream.aread()
                        raise error_of(stream)
                    events = Events()
                    async for line in stream.aiter_lines():
                        event = events.read(line)
                        if event is not None and event[0] == "changed":
                            patience = Patience(self._patience)
                            yield read(event[1])
                        elif event is not None and event[0] == "gone":
                            return
            except httpx.TransportError as error:
                wait = patience.after_error(call, error)
                if wait is None:
                    raise
            await asyncio.sleep(wait or 0.1)

    async def _send(self, call: Call[T]) -> T:
        """Send a request, again and again while the server can't be reached."""
        patience = Patience(self._patience)
        while True:
            try:
                response = await self._http.request(
                    call.method, call.path, json=call.body, params=call.query
                )
                wait = patience.after_answer(response)
                if wait is None:
                    return result(call, response)
            except httpx.TransportError as error:
                wait = patience.after_error(call, error)
                if wait is None:
                    raise
            await asyncio.sleep(wait)
