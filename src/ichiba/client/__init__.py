"""A client of the JSON API: `Client`, and `AsyncClient` for asyncio. It needs `ichiba[client]`.

It waits and tries again if the server restarts, so a program can play for days.
"""

from ichiba.client.asynchronous import AsyncClient
from ichiba.client.calls import ApiError
from ichiba.client.shapes import (
    Action,
    Advice,
    Amount,
    Hint,
    Player,
    Position,
    Result,
    Table,
    TableChange,
    TableLine,
    Title,
    View,
)
from ichiba.client.synchronous import Client

__all__ = [
    "Action",
    "Advice",
    "Amount",
    "ApiError",
    "AsyncClient",
    "Client",
    "Hint",
    "Player",
    "Position",
    "Result",
    "Table",
    "TableChange",
    "TableLine",
    "Title",
    "View",
]
