"""Packers: they compress the events of one stream, so that each event can be read at once.

An event mostly repeats the one before, so a packer needs what has been sent last. The usual way is
a compression context for each stream, which takes 0.2 to 0.9 MB. With Zstandard and gzip, a packer
keeps only the last event instead, and compresses the next one with it as the dictionary. The
compressed blocks continue the one frame of the stream: for the client, the dictionary is simply
what it has read before. The last event is itself kept compressed: 6 KB instead of 55.
"""

import zlib
from functools import lru_cache
from typing import ClassVar, Protocol
from weakref import WeakSet

import brotli
import zstandard


class Packer(Protocol):
    """Compresses the parts of one response: whole events, or comments."""

    def __call__(self, part: bytes) -> bytes:
        """Return the compressed part. A comment, which clients ignore, may precede it."""


def unpacked(part: bytes) -> bytes:
    """The packer of a client that accepts no encoding."""
    return part


# Higher levels cost more than they save, because events are nearly equal.
LEVEL = 1
LEAST_HISTORY = 8192  # bytes; the API sends many small events


# The cache of live parts and the streams keep the same event, one after the other, so they share
# one object. This many threads may do so at a time.
@lru_cache(maxsize=16)
def to_keep(part: bytes) -> bytes:
    """Return a part compressed, to be kept in memory."""
    packed = zstandard.ZstdCompressor(level=LEVEL).compress(part)
    return bytes(bytearray(packed))  # `packed` has as much memory as what was not compressed


def kept(packed: bytes) -> bytes:
    """Return a part that was kept."""
    return zstandard.ZstdDecompressor().decompress(packed)


class _History:
    """The end of what a stream has sent: its last large part, and small ones after it."""

    def __init__(self) -> None:
        self._large, self._length = to_keep(b""), 0
        self._after = b""

    def add(self, sent: bytes, *, prefix: bytes = b"") -> None:
        """Add what has just been sent."""
        if 2 * len(sent) < self._length:
            sent = self._after = self._after + prefix + sent
            if 2 * len(sent) < max(self._length, LEAST_HISTORY):
                return
        self._large, self._length, self._after = to_keep(sent), len(sent), b""

    def end(self, most: int) -> bytes:
        """Return the last bytes, at most so many."""
        return (kept(self._large) + self._after)[-most:] if most > 0 else b""


# Twice the size of the largest event: an event and the one before have to fit.
WINDOW_LOG = 19
WINDOW = 1 << WINDOW_LOG
SMALL = 200  # bytes; less is not worth compressing
_HOW = zstandard.ZstdCompressionParameters.from_level(
    LEVEL, window_log=WINDOW_LOG, write_content_size=False, write_checksum=False
)
# The magic number, a descriptor without any options, and the size of the window.
_FRAME = b"\x28\xb5\x2f\xfd\x00" + bytes([(WINDOW_LOG - 10) << 3])
# A match can have one of the last three offsets, which a frame continues from block to block. The
# compressor assumes those of a new frame: 1, 4 and 8. This block sets them. It has three sequences
# of 8 colons and a match of 3 more, with the offsets 8, 4 and 1: a comment of 33 colons.
_SET_OFFSETS = bytes.fromhex("4c0000 c13a 03 44 08 00 b8dd4a")
_COMMENT = b":" * 33
_LAST = 1  # in a block's header: the last block of the frame
_KIND, _REPEATED = 0b110, 0b010


class Zstandard:
    """One frame for the whole stream. Its blocks come from a frame of their own for each part."""

    def __init__(self) -> None:
        self._history = _History()
        self._begun = False

    def __call__(self, part: bytes) -> bytes:
        """Return the compressed part."""
        begin, self._begun = b"" if self._begun else _FRAME, True
        if len(part) < SMALL:
            self._history.add(part)
            return begin + _block(part)
        if begin:
            self._history.add(part)
            return begin + _blocks(part, b"")
        # What can be referred to has to be in the client's window to the end of this part.
        known = self._history.end(WINDOW - len(_COMMENT) - len(b"\n") - len(part))
        self._history.add(part, prefix=_COMMENT + b"\n")
        return _SET_OFFSETS + _blocks(b"\n" + part, known and known + _COMMENT)


def _block(content: bytes) -> bytes:
    """Return a block that is not compressed."""
    return (len(content) << 3).to_bytes(3, "little") + content


def _blocks(content: bytes, known: bytes) -> bytes:
    """Return compressed blocks, of which none is the last one of its frame."""
    before = zstandard.ZstdCompressionDict(known, dict_type=zstandard.DICT_TYPE_RAWCONTENT)
    frame = zstandard.ZstdCompressor(compression_params=_HOW, dict_data=before).compress(content)
    start = at = zstandard.frame_header_size(frame)
    while not (head := int.from_bytes(frame[at : at + 3], "little")) & _LAST:
        at += 3 + (1 if head & _KIND == _REPEATED else head >> 3)
    return frame[start:at] + bytes([frame[at] & ~_LAST]) + frame[at + 1 :]


# Gzip's window is smaller than an event, so it saves less.
GZIP_WINDOW = 1 << zlib.MAX_WBITS
_GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"


class Gzip:
    """One member for the whole stream. It never ends, so its checksum is never sent."""

    def __init__(self) -> None:
        self._history = _History()
        self._begun = False

    def __call__(self, part: bytes) -> bytes:
        """Return the compressed part."""
        begin, self._begun = b"" if self._begun else _GZIP_HEAD, True
        known = self._history.end(GZIP_WINDOW)
        self._history.add(part)
        blocks = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=known)
        return begin + blocks.compress(part) + blocks.flush(zlib.Z_SYNC_FLUSH)


# Brotli finds the last event from level 2 on, and its window holds two events.
BROTLI_LEVEL = 3
BROTLI_WINDOW_LOG = 18


class Brotli:
    """A context for the whole stream, of 0.85 MB: its library can't start from what has been sent.

    So only some streams can have one.
    """

    most = 64
    used: ClassVar[WeakSet["Brotli"]] = WeakSet()

    def __init__(self) -> None:
        self._context = brotli.Compressor(quality=BROTLI_LEVEL, lgwin=BROTLI_WINDOW_LOG)
        self.used.add(self)

    def __call__(self, part: bytes) -> bytes:
        """Return the compressed part."""
        packed: bytes = self._context.process(part) + self._context.flush()
        return packed
