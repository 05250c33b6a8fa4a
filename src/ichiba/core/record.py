"""The record of a match: a small JSON file that a person can read and a program can replay.

After every tenth move the file holds a check, a chained digest of all before it, so that a change
made after saving is not only noticed but found.
"""

import json
import os
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal

import msgspec

from ichiba.core.errors import RecordError
from ichiba.core.options import Value

FORMAT: Final = "ichiba-record"
VERSION = 1
LARGEST = 4 * 1024 * 1024
UNDO = "undo"
_CHECK_EVERY = 10


class Result(msgspec.Struct, forbid_unknown_fields=True):
    """How a finished game ended."""

    scores: list[int]
    winners: list[int]


class Record(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Everything that is needed to play a match again; the moves are "<seat> <notation>"."""

    format: Literal["ichiba-record"] = FORMAT
    version: int = VERSION
    game: str
    revision: int
    players: int
    options: dict[str, Value]
    # Decimal digits: a seed may be larger than what other readers of JSON take for a number.
    seed: str
    names: list[str]
    moves: list[str]
    result: Result | None = None
    checks: dict[str, str] = {}

    def until(self, count: int) -> "Record":
        """The record as it was after so many moves."""
        return msgspec.structs.replace(
            self, names=[*self.names], moves=self.moves[:count], result=None, checks={}
        )

    def encode(self) -> bytes:
        """The file's content, with its checks."""
        sealed = msgspec.structs.replace(self, checks=self._make_checks())
        return msgspec.json.format(msgspec.json.encode(sealed), indent=1) + b"\n"

    def save(self, path: str | Path) -> None:
        """Write the file whole or not at all."""
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
        """Read a file; a RecordError says what is wrong with it and where."""
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
        """Read a file's content."""
        if len(content) > LARGEST:
            raise RecordError.of("core.record.too_large", most=LARGEST)
        _check_kind(_parse(content))
        try:
            record = msgspec.json.decode(content, type=cls)
        except msgspec.ValidationError as error:
            problem, _, where = str(error).partition(" - at ")
            raise RecordError.of(
                "core.record.field", where=where.strip("`") or "$", problem=problem
            ) from None
        record._verify_checks()
        return record

    def _chain(self) -> list[str]:
        """The digest of the head, then of the head and one move, two moves, ..."""
        head = [self.game, self.revision, self.players, self.options, self.seed, self.names]
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
        chain = self._chain()
        sound = -1  # moves known to be unchanged; -1: not even the head
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
        if self.checks and sound != len(self.moves):
            raise RecordError.of("core.record.moves_missing", wanted=sound, found=len(self.moves))


def _count(key: str) -> int:
    if key.isascii() and key.isdigit() and len(key) < 8:
        return int(key)
    raise RecordError.of(
        "core.record.field", where="$.checks", problem=f"“{key}” is not a number of moves"
    )


def _parse(content: bytes) -> object:
    """The plain content; the standard parser, since it tells line and column of an error."""
    try:
        return json.loads(content.decode("utf-8"))
    except UnicodeDecodeError:
        raise RecordError.of("core.record.not_text") from None
    except json.JSONDecodeError as error:
        raise RecordError.of(
            "core.record.malformed", line=error.lineno, column=error.colno, problem=error.msg
        ) from None
    except (RecursionError, ValueError):
        raise RecordError.of("core.record.foreign") from None


def _check_kind(content: object) -> None:
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise RecordError.of("core.record.foreign")
    version = content.get("version")
    if type(version) is int and version > VERSION:
        raise RecordError.of("core.record.newer_format", version=version, current=VERSION)


def _plain(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
