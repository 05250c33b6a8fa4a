"""The cache of rendered parts of tables: live parts, and the log with its blocks.

A key names a table and who sees the part, so no viewer can get a part with the secrets of another.
What is kept is checked against the version or the events before it is used, and replaced if it is
outdated.
"""

from typing import Any

from ichiba.site.bounded import Bounded

# In characters: 200 tables need about 3 million for live parts, which are compressed, and 6 million
# for their logs. Rendering a live part takes 1 to 3.5 ms, which all streams with the same view
# share.
kept: Bounded[tuple[Any, int]] = Bounded(10_000_000, lambda found: found[1])


def get(key: tuple[object, ...]) -> Any:
    """Return what was kept under this key, or None."""
    found = kept.get(key)
    return None if found is None else found[0]


def keep(key: tuple[object, ...], part: Any, size: int) -> None:
    """Keep a part of this size."""
    kept.keep(key, (part, size))


def forget_all() -> None:
    """Empty the cache."""
    kept.clear()
