"""The record of a match: a small JSON file that people can read and programs can replay.

After every tenth move, the file has a checksum: a chained digest of everything before it. It shows
not only that a file was changed after it was saved, but also where. A record without checksums,
such as one written by hand, is replayed move by move, and the error names the first move that is
not possible.
"""

import json
import os
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from ichiba.core.errors import RecordError
from ichiba.core.options import Value
from ichiba.core.structs import json_reader

FORMAT: Final = "ichiba-record"
VERSION = 1
LARGEST = 4 * 1024 * 1024
UNDO = "undo"
_CHECK_EVERY = 10
_MOST_DIGITS = 18  # of a number; the seed is text
_HUGE = object()
_SHOWN = 40  # characters of the name of a field
_LONGEST_REPEATED = 36  # characters of a name that gets a number


class Result(msgspec.Struct, forbid_unknown_fields=True):
    """The result of a finished game."""

    scores: list[int]
    winners: list[int]


class Record(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Everything needed to replay a match; the moves are written as "<seat> <notation>"."""

    format: Literal["ichiba-record"] = FORMAT
    version: int = VERSION
    game: str
    revision: int
    # Numbers of the game that differed from the printed ones; see `core/changing.py`.
    changes: dict[str, int] | UnsetType = UNSET
    players: int
    options: dict[str, Value]
    # As decimal digits, because many JSON parsers cannot handle such large numbers.
    seed: str
    names: list[str]
    moves: list[str]
    result: Result | None = None
    checks: dict[str, str] = {}

    def until(self, count: int) -> "Record":
        """The record as it was after this many moves."""
        return msgspec.structs.replace(
            self, names=[*self.names], moves=self.moves[:count], result=None, checks={}
        )

    def encode(self) -> bytes:
        """The content of the file, including the checksums."""
        sealed = msgspec.structs.replace(self, checks=self._make_checks())
        return msgspec.json.format(msgspec.json.encode(sealed), indent=1) + b"\n"

    def save(self, path: str | Path) -> None:
        """Write the file atomically."""
        target = Path(path)
        draft = target.with_name(f".{target.name}.{os.getpid()}.tmp")
        try:
            draft.write_bytes(self.encode())
            draft.replace(target)
        except OSError as error:
            draft.unlink(missing_ok=True)
            raise RecordError.of(
                "core.record.unwritable", path=str(path), problem=_plain(error)
            ) from None

    @classmethod
    def load(cls, path: str | Path) -> "Record":
        """Read a file. Raises RecordError with what is wrong and where."""
        try:
            with Path(path).open("rb") as file:
                content = file.read(LARGEST + 1)
        except OSError as error:
            raise RecordError.of(
                "core.record.unreadable", path=str(path), problem=_plain(error)
            ) from None
        return cls.decode(content)

    @classmethod
    def decode(cls, content: bytes) -> "Record":
        """Parse and check the content of a file."""
        if len(content) > LARGEST:
            raise RecordError.of("core.record.too_large", most=LARGEST)
        _check_kind(_parse(content))
        try:
            record = _read(content)
        except msgspec.DecodeError as error:
            problem, _, where = str(error).partition(" - at ")
            raise RecordError.of(
                "core.record.field", where=where.strip("`") or "$", problem=problem
            ) from None
        record._verify_checks()
        return record

    def _chain(self) -> list[str]:
        """The digests of the header alone, with one move, with two moves, ..."""
        head = [self.game, self.revision, self.players, self.options, self.seed, self.names]
        if self.changes:
            head.append(self.changes)
        digest = sha256(msgspec.json.encode(head, order="deterministic"))
        chain = [digest.hexdigest()[:12]]
        for move in self.moves:
            digest.update(b"\n" + move.encode())
            chain.append(digest.hexdigest()[:12])
        return chain

    def _make_checks(self) -> dict[str, str]:
        chain = self._chain()
        last = len(self.moves)
        return {str(n): chain[n] for n in sorted({*range(0, last, _CHECK_EVERY), last})}

    def _verify_checks(self) -> None:
        if not self.checks:
            return
        chain = self._chain()
        sound = -1  # how many moves are known to be unchanged; -1 if not even the header is
        for number, digest in sorted((_count(key), digest) for key, digest in self.checks.items()):
            if number >= len(chain):
                raise RecordError.of(
                    "core.record.moves_missing", wanted=number, found=len(self.moves)
                )
            if chain[number] != digest:
                if sound < 0:
                    raise RecordError.of("core.record.head_changed")
                raise RecordError.of("core.record.moves_changed", first=sound + 1, last=number)
            sound = number
        if sound != len(self.moves):
            raise RecordError.of("core.record.moves_missing", wanted=sound, found=len(self.moves))


_read = json_reader(Record)


def distinct(names: Iterable[str]) -> list[str]:
    """The names of players, with a number added to those that repeat: Aki, Aki 2, …"""
    found: list[str] = []
    for name in names:
        number, one = 1, name
        while one in found:
            number += 1
            one = f"{name[:_LONGEST_REPEATED]} {number}"
        found.append(one)
    return found


def _count(key: str) -> int:
    if key.isascii() and key.isdigit() and len(key) < 8:
        return int(key)
    raise RecordError.of(
        "core.record.field", where="$.checks", problem=f"“{key}” is not a number of moves"
    )


def _parse(content: bytes) -> object:
    """Parse the JSON with the standard library, which reports the line and column of an error."""
    try:
        text = content.decode("utf-8")
        return json.loads(text, parse_constant=_refuse, parse_int=_integer)
    except UnicodeDecodeError:
        raise RecordError.of("core.record.not_text") from None
    except json.JSONDecodeError as error:
        raise RecordError.of(
            "core.record.malformed", line=error.lineno, column=error.colno, problem=error.msg
        ) from None
    except (RecursionError, ValueError):
        raise RecordError.of("core.record.foreign") from None


def _refuse(text: str) -> None:
    """NaN and Infinity, which Python's parser would take, are no JSON."""
    raise ValueError(text)


def _integer(text: str) -> object:
    """A number, or what stands for one that is too large to mean anything or to be shown."""
    return int(text) if len(text.removeprefix("-")) <= _MOST_DIGITS else _HUGE


def _check_kind(content: object) -> None:
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise RecordError.of("core.record.foreign")
    for where, value in content.items():
        if _has_huge(value):
            raise RecordError.of("core.record.huge_number", where=f"$.{where[:_SHOWN]}")
    version = content.get("version")
    if type(version) is int and version > VERSION:
        raise RecordError.of("core.record.newer_format", version=version, current=VERSION)


def _has_huge(value: object) -> bool:
    left = [value]  # no recursion: lists can be nested deeply
    while left:
        one = left.pop()
        if one is _HUGE:
            return True
        if isinstance(one, dict | list):
            left += one.values() if isinstance(one, dict) else one
    return False


def _plain(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
