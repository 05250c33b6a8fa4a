"""Pickles positions as their dumps, which are small and fit every version of the same rules."""

from typing import Any

import msgspec

from ichiba.core.messages import Event
from ichiba.core.registry import load
from ichiba.core.state import State


def pickled(state: State) -> tuple[Any, ...]:
    """What `__reduce__` returns."""
    log = None if state.log is None else msgspec.json.encode(state.log)
    return revived, (msgspec.json.encode(state.dump()), log)


def revived(dump: bytes, log: bytes | None) -> State:
    """The position that was pickled. Raises PositionError if it is one of other rules."""
    plain = msgspec.json.decode(dump)
    state = load(plain["game"]).fill(plain)
    state.log = None if log is None else [_event(one) for one in msgspec.json.decode(log)]
    return state


def _event(plain: dict[str, Any]) -> Event:
    """An event as it was; msgspec can't read its arguments by their type."""
    audience = plain["audience"]
    return Event(**{**plain, "audience": None if audience is None else tuple(audience)})
