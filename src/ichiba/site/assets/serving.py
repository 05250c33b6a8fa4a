"""Sends static files with a hash in their URLs: compressed once, and kept by browsers for good.

WhiteNoise sends the files under URLs without a hash, which pages don't use.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from mimetypes import guess_type
from posixpath import splitext

import brotli
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from ichiba.site.assets.files import HASH_LENGTH, content_of, version
from ichiba.site.live.encodings import FOR_PAGES, encoding_for, pack_page

FOREVER = "public, max-age=31536000, immutable"
# A page of an older version asks for a file of an older version, and gets the current one.
FOR_NOW = "public, max-age=60"
# The best one. It takes a quarter of a second for all files of a table, once in each process.
BROTLI_LEVEL = 11
# Declared here because `guess_type` depends on the system.
_TEXT = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_HASHED = re.compile(rf"([0-9a-f]{{{HASH_LENGTH}}})/(.+)")


class AssetsMiddleware:
    """Answers requests for files whose URLs have a hash."""

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        found = None
        if request.path.startswith(settings.STATIC_URL) and request.method in ("GET", "HEAD"):
            found = _HASHED.fullmatch(request.path.removeprefix(settings.STATIC_URL))
        sent = found and _answer(found[1], found[2], request.headers.get("Accept-Encoding", ""))
        return sent or self.get_response(request)


def _answer(asked: str, name: str, accepted: str) -> HttpResponse | None:
    """Return a file; None if there is none of this name."""
    content = content_of(name)
    if content is None:
        return None
    kind = _TEXT.get(splitext(name)[1])
    encoding = encoding_for(accepted, FOR_PAGES) if kind else ""
    packed = _packed(content, encoding) if encoding else content
    response = HttpResponse(packed, content_type=_content_type(name, kind))
    response["Cache-Control"] = FOREVER if asked == version() else FOR_NOW
    response["Content-Length"] = str(len(packed))
    if encoding:
        response["Content-Encoding"] = encoding
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def _content_type(name: str, kind: str | None) -> str:
    return f"{kind}; charset=utf-8" if kind else guess_type(name)[0] or "application/octet-stream"


@lru_cache(maxsize=512)
def _packed(content: bytes, encoding: str) -> bytes:
    """Return a file compressed, and remember it."""
    if encoding == "br":
        packed: bytes = brotli.compress(content, quality=BROTLI_LEVEL)
        return packed
    return pack_page(content, encoding)
