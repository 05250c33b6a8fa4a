"""Compressed content: which encoding a client accepts, and packers for pages and event streams.

An event of a stream mostly repeats the one before. Zstandard and Brotli have windows that hold the
last event, so the median event shrinks from 55,000 bytes to 300 to 1,100 with Zstandard and 250 to
550 with Brotli, depending on the title. For events Zstandard comes first: it takes a third of
Brotli's time. For pages Brotli comes first: it takes a millisecond more than Zstandard, and makes
them 7 % smaller. Safari accepts only Brotli.

Gzip's window of 32 KB is smaller than an event. So 8,000 to 11,000 bytes remain, and 6,000 to 9,000
at best (level 9), for seven times the CPU time. But browsers offer nothing better than gzip only
over plain HTTP to another machine.
"""

import gzip
import re
import zlib
from collections.abc import Sequence
from typing import Protocol

import brotli
import zstandard

PAGE_LEVEL = 6
# The answers to moves. Level 6 takes four times as long, and makes them 9 % smaller.
ZSTD_PAGE_LEVEL = 3
BROTLI_PAGE_LEVEL = 8
# Few pages are large: those with many choices late in a game of Shinjuku. They get more effort,
# about 15 ms instead of 2, so that they stay below 15,000 bytes, too.
LARGE_PAGE = 100_000
BROTLI_LARGE_PAGE_LEVEL = 9
# Events are large and frequent, and nearly equal. Higher levels cost more than they save. Brotli
# finds the last event from level 2 on.
EVENT_LEVEL = 1
BROTLI_EVENT_LEVEL = 3
# Twice the size of an event: 2^18 bytes are enough for events of 128 KB.
WINDOW = 18

FOR_EVENTS = ("zstd", "br", "gzip")  # the best first
FOR_PAGES = ("br", "zstd", "gzip")
_ENCODING = re.compile(r"\s*([\w*-]+)\s*(?:;\s*q=([\d.]+))?\s*")


class Packer(Protocol):
    """Compresses the parts of one response, so that each part can be read at once."""

    def __call__(self, part: bytes) -> bytes:
        """Return the compressed part."""


def encoding_for(accepted: str, best_first: Sequence[str]) -> str:
    """Return the best encoding for an Accept-Encoding header, or an empty string."""
    offers = {}
    for text in accepted.lower().split(","):
        if found := _ENCODING.fullmatch(text):
            offers[found[1]] = found[2] is None or float(found[2] or 0) > 0
    return next((name for name in best_first if offers.get(name)), "")


def pack_page(content: bytes, encoding: str) -> bytes:
    """Return a whole page, compressed."""
    if encoding == "zstd":
        return zstandard.ZstdCompressor(level=ZSTD_PAGE_LEVEL).compress(content)
    if encoding == "br":
        level = BROTLI_PAGE_LEVEL if len(content) < LARGE_PAGE else BROTLI_LARGE_PAGE_LEVEL
        packed: bytes = brotli.compress(content, quality=level, lgwin=WINDOW)
        return packed
    return gzip.compress(content, PAGE_LEVEL, mtime=0)


def packer(encoding: str) -> Packer:
    """Return a packer for a stream. It keeps its context: about 0.4 MB with Zstandard, 0.6 MB with
    Brotli and 0.2 MB with gzip. Without an encoding, it leaves everything as it is."""
    if not encoding:
        return lambda part: part
    if encoding == "zstd":
        how = zstandard.ZstdCompressionParameters.from_level(EVENT_LEVEL, window_log=WINDOW)
        frame = zstandard.ZstdCompressor(compression_params=how).compressobj()
        return lambda part: frame.compress(part) + frame.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)
    if encoding == "br":
        stream = brotli.Compressor(quality=BROTLI_EVENT_LEVEL, lgwin=WINDOW)
        return lambda part: stream.process(part) + stream.flush()
    member = zlib.compressobj(EVENT_LEVEL, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    return lambda part: member.compress(part) + member.flush(zlib.Z_SYNC_FLUSH)
