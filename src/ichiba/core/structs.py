"""Reading plain data into structs, safely from several threads.

msgspec examines a struct type the first time it reads one, and crashes the process if two threads
do that at once. These functions examine the type when they are called, so call them when a module
is imported: Python never imports a module in two threads at once.
"""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

import msgspec

Kind = TypeVar("Kind")


def reader(kind: type[Kind]) -> Callable[[object], Kind]:
    """A function that reads plain data. It raises `msgspec.ValidationError` if data is wrong."""
    msgspec.json.Decoder(kind)
    return partial(msgspec.convert, type=kind)


def json_reader(kind: type[Kind]) -> Callable[[bytes], Kind]:
    """A function that reads JSON. It raises `msgspec.DecodeError` if the JSON is wrong."""
    msgspec.json.Decoder(kind)
    return partial(msgspec.json.decode, type=kind)
