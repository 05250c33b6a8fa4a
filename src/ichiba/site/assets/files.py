"""The static files as they are sent, and the hash of all of them, which is part of their URLs.

There is no build step: everything is computed when it is needed for the first time, and kept in
memory. So it also works where nothing can be written, and all processes agree. One hash for all
files means that relative references between them, such as imports of modules, need no changes.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache, wraps
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import TypeVar

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.exceptions import SuspiciousOperation

# Files that are made of others: what all pages need, and what a kind of page needs besides.
BUNDLES = {
    "site/every-page.css": ("site/site.css", "site/around.css"),
    "site/every-page.js": ("site/theme.js", "site/app.js"),
    "site/table-page.css": tuple(
        f"site/{name}.css"
        for name in (
            "tray",
            "guide",
            "hint",
            "end",
            "past",
            "story",
            "standings",
            "clocks",
            "tips",
            "frame",
        )
    ),
    "site/replay-page.css": tuple(
        f"site/{name}.css" for name in ("tray", "end", "past", "standings", "tips", "frame")
    ),
    "site/htmx.js": ("django_htmx/htmx-4.min.js", "django_htmx/ext/hx-sse-4.min.js"),
}
# Files that are kept in memory. There are about 200, but visitors can ask for any name.
MOST = 1000
HASH_LENGTH = 10
_IMPORTED_SHEET = re.compile(rb'^@import "([^"]+)";$', re.MULTILINE)
_IMPORTED_MODULE = re.compile(rb'^(?:import|export)\b[^"\n]*"(\.[^"\n]+)"', re.MULTILINE)

F = TypeVar("F", bound=Callable[..., object])


def _kept(function: F) -> F:
    """Keep results, except while developing: then files change."""
    known = lru_cache(maxsize=MOST)(function)

    @wraps(function)
    def find(*arguments: object) -> object:
        return function(*arguments) if settings.DEBUG else known(*arguments)

    return find  # type: ignore[return-value]


@_kept
def version() -> str:
    """Return the hash of all static files."""
    everything = sha256(repr(BUNDLES).encode())
    found = {
        path: storage.path(path)
        for finder in finders.get_finders()
        for path, storage in finder.list([])
    }
    for path in sorted(found):
        content = Path(found[path]).read_bytes()
        everything.update(b"%b %d " % (path.encode(), len(content)) + content)
    return everything.hexdigest()[:HASH_LENGTH]


@_kept
def content_of(name: str) -> bytes | None:
    """Return a file or bundle as it is sent; None if there is none of this name."""
    if name in BUNDLES:
        return b"\n".join(content_of(part) or b"" for part in BUNDLES[name])
    try:
        found = finders.find(name) if normpath(name) == name else None
    except (SuspiciousOperation, ValueError):  # a path that leaves the folder, or is none
        return None
    if not found or not Path(found).is_file():
        return None
    content = Path(found).read_bytes()
    return _with_imported_sheets(name, content) if name.endswith(".css") else content


def _with_imported_sheets(name: str, content: bytes) -> bytes:
    """Insert style sheets that are imported: a browser would find them late."""
    return _IMPORTED_SHEET.sub(
        lambda sheet: content_of(_target(name, sheet[1].decode())) or sheet[0], content
    )


@_kept
def modules_of(*scripts: str) -> list[str]:
    """Return these modules and all that they import, directly or not, each once."""
    found: dict[str, None] = {}
    waiting = [*scripts]
    while waiting:
        name = waiting.pop(0)
        if name not in found:
            found[name] = None
            waiting += _imported_by(name)
    return [*found]


def _imported_by(name: str) -> Iterator[str]:
    for path in _IMPORTED_MODULE.findall(content_of(name) or b""):
        yield _target(name, path.decode())


def _target(name: str, path: str) -> str:
    """Return the name of the file at this path, relative to the file that refers to it."""
    return normpath(join(dirname(name), path))
