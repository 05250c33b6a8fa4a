"""Compressed content: which encoding a client accepts, and packers for pages and event streams.

An event of a stream mostly repeats the one before. Zstandard and Brotli have windows that hold the
last event, so the median event shrinks from 55,000 bytes to 200 to 500 with either, depending on
the title. For events Zstandard comes first: unlike Brotli, it needs no context for each stream
(`packers.py`). For pages Brotli comes first: it takes a millisecond more than Zstandard, and makes
them 7 % smaller. Some browsers accept only Brotli.

Gzip's window of 32 KB is smaller than an event. So 8,000 to 11,000 bytes remain, and 6,000 to 9,000
at best (level 9), for seven times the CPU time. But browsers offer nothing better than gzip only
over plain HTTP to another machine.
"""

import gzip
import re
from collections.abc import Callable, Sequence

import brotli
import zstandard

from ichiba.site.live.packers import Brotli, Gzip, Packer, Zstandard, unpacked

PAGE_LEVEL = 6
# The answers to moves. Level 6 takes four times as long, and makes them 9 % smaller.
ZSTD_PAGE_LEVEL = 3
BROTLI_PAGE_LEVEL = 8
# Few pages are large: those with many choices late in a game of Shinjuku. They get more effort,
# about 15 ms instead of 2, so that they stay below 15,000 bytes, too.
LARGE_PAGE = 100_000
BROTLI_LARGE_PAGE_LEVEL = 9
BROTLI_PAGE_WINDOW = 18  # enough for pages of 256 KB

FOR_EVENTS = ("zstd", "br", "gzip")  # the best first
FOR_PAGES = ("br", "zstd", "gzip")
_ENCODING = re.compile(r"\s*([\w*-]+)\s*(?:;\s*q=([0-9]+(?:\.[0-9]*)?))?\s*")


def encoding_for(accepted: str, best_first: Sequence[str]) -> str:
    """Return the best encoding for an Accept-Encoding header, or an empty string."""
    offers = {}
    for text in accepted.lower().split(","):
        if found := _ENCODING.fullmatch(text):
            offers[found[1]] = found[2] is None or float(found[2]) > 0
    return next((name for name in best_first if offers.get(name)), "")


def pack_page(content: bytes, encoding: str) -> bytes:
    """Return a whole page, compressed."""
    if encoding == "zstd":
        return zstandard.ZstdCompressor(level=ZSTD_PAGE_LEVEL).compress(content)
    if encoding == "br":
        level = BROTLI_PAGE_LEVEL if len(content) < LARGE_PAGE else BROTLI_LARGE_PAGE_LEVEL
        packed: bytes = brotli.compress(content, quality=level, lgwin=BROTLI_PAGE_WINDOW)
        return packed
    return gzip.compress(content, PAGE_LEVEL, mtime=0)


def packer_for(accepted: str) -> tuple[str, Packer]:
    """Return the best encoding of a stream for an Accept-Encoding header, and its packer."""
    encoding = encoding_for(accepted, FOR_EVENTS)
    if encoding == "br" and len(Brotli.used) >= Brotli.most:
        encoding = encoding_for(accepted, ("gzip",))
    return encoding, packer(encoding)


def packer(encoding: str) -> Packer:
    """Return a packer for a stream."""
    made: dict[str, Callable[[], Packer]] = {"zstd": Zstandard, "br": Brotli, "gzip": Gzip}
    return made[encoding]() if encoding else unpacked
