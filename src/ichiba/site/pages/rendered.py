"""The cache of rendered parts of tables: live parts, and the log with its blocks.

A key names a table and who sees the part, so no viewer can get a part with the secrets of another.
What is kept is checked against the version or the events before it is used, and replaced if it is
outdated.
"""

from collections import OrderedDict
from threading import Lock
from typing import Any

# In characters: 200 tables need about 3 million for live parts, which are compressed, and 6 million
# for their logs. Rendering a live part takes 1 to 3.5 ms, which all streams with the same view
# share.
MOST = 10_000_000

_lock = Lock()
_kept: OrderedDict[tuple[object, ...], tuple[Any, int]] = OrderedDict()
_size = 0


def get(key: tuple[object, ...]) -> Any:
    """Return what was kept under this key, or None."""
    with _lock:
        found = _kept.get(key)
        if found is None:
            return None
        _kept.move_to_end(key)
        return found[0]


def keep(key: tuple[object, ...], part: Any, size: int) -> None:
    """Keep a part of this size, and drop the parts that haven't been used for longest."""
    global _size  # noqa: PLW0603 - one cache a process
    with _lock:
        _size += size - _kept.pop(key, (None, 0))[1]
        _kept[key] = part, size
        while _size > MOST:
            _size -= _kept.popitem(last=False)[1][1]


def forget_all() -> None:
    """Empty the cache."""
    global _size  # noqa: PLW0603 - one cache a process
    with _lock:
        _kept.clear()
        _size = 0
