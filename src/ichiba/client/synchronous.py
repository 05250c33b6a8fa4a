"""Written by scripts/write_client.py from `asynchronous.py`: edit that instead."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx

from ichiba.client import calls
from ichiba.client.calls import Call, Events, Patience, error_of, result
from ichiba.client.shapes import Change, Hint, Table, TableChange, TableLine, Title, Why

T = TypeVar("T")


class Client:
    """Plays on an Ichiba site.

    `patience` is how many seconds a request may wait in all while the server is restarting or busy.
    """

    def __init__(self, site: str, token: str = "", patience: float = 300) -> None:
        self._http = httpx.Client(base_url=f"{site.rstrip('/')}/api/v1", timeout=30)
        self._patience = patience
        self._token = 0
        if token:
            self._http.headers["Authorization"] = f"Bearer {token}"

    def __enter__(self) -> Self:
        """Use it in a `with` block, which closes the connections."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the connections."""
        self._http.close()

    def be_guest(self, name: str, label: str = "") -> str:
        """Join the site as a new guest and return the token, to come back as the same guest."""
        made = self._send(calls.guest(name, label))
        self._http.headers["Authorization"] = f"Bearer {made.token}"
        self._token = made.id
        return made.token

    def revoke(self) -> None:
        """Revoke the token that `be_guest` has created."""
        self._send(calls.revoke(self._token))

    def titles(self) -> list[Title]:
        """All games."""
        return self._send(calls.titles())

    def title(self, name: str) -> Title:
        """A game with its options and bots."""
        return self._send(calls.title(name))

    def tables(self, which: str = "mine", limit: int = 30, after: str = "") -> list[TableLine]:
        """Your tables, or the public ones that are `open`, `running` or `finished`; newest first.

        For the next page, give the slug of the last table that you have got as `after`.
        """
        return self._send(calls.tables(which, limit, after))

    def create(
        self,
        title: str,
        places: Sequence[str],
        options: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> Table:
        """Create a table. Each place is `me`, `friend` or a bot; see `NewTable` for `more`."""
        return self._send(calls.create(title, places, options or {}, more))

    def table(self, slug: str) -> Table:
        """A table as you may see it."""
        return self._send(calls.table(slug))

    def move(self, table: Table, notation: str) -> Table:
        """Make a move in the position that you have seen, and return the next one."""
        return self._send(calls.move(table, notation))

    def undo(self, table: Table, *, whole_turn: bool = False) -> Table:
        """Take back your last decision, or as much of your turn as possible."""
        return self._send(calls.undo(table, whole_turn=whole_turn))

    def hint(self, table: Table) -> Hint:
        """What a strong player would do. This works only if all your opponents are bots."""
        return self._send(calls.hint(table))

    def why(self, slug: str, notation: str) -> Why:
        """Whether you can make a move now, and if not, why."""
        return self._send(calls.why(slug, notation))

    def join(self, slug: str) -> Table:
        """Take a free seat."""
        return self._send(calls.act(slug, "join"))

    def leave(self, slug: str) -> Table:
        """Leave before the game starts."""
        return self._send(calls.act(slug, "leave"))

    def fill(self, slug: str) -> Table:
        """As host, fill the free seats with bots."""
        return self._send(calls.act(slug, "fill"))

    def resign(self, slug: str) -> Table:
        """Leave a game in progress for good."""
        return self._send(calls.act(slug, "resign"))

    def chat(self, slug: str, text: str) -> Table:
        """Send a chat message."""
        return self._send(calls.chat(slug, text))

    def record(self, slug: str) -> dict[str, Any]:
        """The record of a game that is over."""
        return self._send(calls.record(slug))

    def changes(self, slug: str) -> Iterator[Change]:
        """Yield an item at once, and whenever the table changes. Reconnects if the server restarts.

        It ends when you may no longer see the table.
        """
        return self._follow(f"/tables/{slug}/stream", calls.change)

    def changes_of_all(self) -> Iterator[TableChange]:
        """Yield an item for each table where you play, and whenever one of them changes.

        Reconnects if the server restarts. It ends when the token is revoked.
        """
        return self._follow("/me/stream", calls.table_change)

    def _follow(self, path: str, read: Callable[[bytes], T]) -> Iterator[T]:
        call: Call[None] = Call("GET", path, None)
        patience = Patience(self._patience)
        while True:
            wait: float | None = 0.0
            try:
                with self._http.stream("GET", call.path) as stream:
                    wait = patience.after_answer(stream)
                    if wait is None and stream.is_error:
                        stream.read()
                        raise error_of(stream)
                    events = Events()
                    for line in stream.iter_lines():
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
            time.sleep(wait or 0.1)

    def _send(self, call: Call[T]) -> T:
        """Send a request, again and again while the server can't be reached."""
        patience = Patience(self._patience)
        while True:
            try:
                response = self._http.request(
                    call.method, call.path, json=call.body, params=call.query
                )
                wait = patience.after_answer(response)
                if wait is None:
                    return result(call, response)
            except httpx.TransportError as error:
                wait = patience.after_error(call, error)
                if wait is None:
                    raise
            time.sleep(wait)
