"""The games of a plan in a file, so that it can be continued: a JSON object on each line.

The first line holds the parameters of the plan, and each other line a game.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec

from ichiba.arena import Plan, Played
from ichiba.cli.talk import WrongInput
from ichiba.core.registry import load
from ichiba.core.structs import json_reader

T = TypeVar("T")

_read_head = json_reader(dict[str, object])
_read_game = json_reader(Played)


def read_games(file: Path, plan: Plan) -> list[Played]:
    """The games in a file; none if there is no such file, or if it is empty. Raises WrongInput if
    they belong to another plan."""
    head, *lines = _lines(file) or [b""]
    if not head:
        return []
    _check(file, _decoded(file, head, _read_head), plan)
    return [_decoded(file, line, _read_game) for line in lines]


def bots_in(file: Path) -> tuple[str, ...]:
    """The bots of the plan in a file; none if there is no such file, or if it is empty."""
    lines = _lines(file)
    named = _decoded(file, lines[0], _read_head).get("bots") if lines else []
    return tuple(map(str, named)) if isinstance(named, list) else ()


def _lines(file: Path) -> list[bytes]:
    """The complete lines of a file. An incomplete one is returned only if it is the first."""
    try:
        content = file.read_bytes()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise WrongInput(f"Cannot read {file}: {_reason(error)}.") from None
    return content[: _whole(content)].splitlines() or content.splitlines()


@contextmanager
def games_file(file: Path | None, plan: Plan) -> Iterator[Callable[[Played], None]]:
    """Add each game to the file as soon as it is over. What the file has must be checked first."""
    if file is None:
        yield lambda _: None
        return
    try:
        with file.open("ab") as out:
            out.truncate(_whole(file.read_bytes()))

            def add(content: object) -> None:
                out.write(msgspec.json.encode(content) + b"\n")
                out.flush()

            if not out.tell():
                add(_head(plan))
            yield add
    except OSError as error:
        raise WrongInput(f"Cannot write {file}: {_reason(error)}.") from None


def _whole(content: bytes) -> int:
    """The length without the last line, if the command was killed while it wrote that line."""
    return content.rfind(b"\n") + 1


def _head(plan: Plan) -> dict[str, object]:
    told = msgspec.structs.asdict(plan)
    del told["games"]  # their number is open
    revision = load(plan.game).revision
    return {**told, "revision": revision, "seed": str(plan.seed), "bots": [*plan.bots]}


def _check(file: Path, head: dict[str, object], plan: Plan) -> None:
    wanted = _head(plan)
    for name, value in wanted.items():
        if head.get(name) != value:
            raise WrongInput(
                f"{file} holds other games: its {name} is "
                f"{_shown(head.get(name))}, not {_shown(value)}. Choose another file."
            )


def _shown(value: object) -> str:
    if value is None:
        return "none"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _decoded(file: Path, line: bytes, read: Callable[[bytes], T]) -> T:
    try:
        return read(line)
    except (msgspec.DecodeError, msgspec.ValidationError):
        raise WrongInput(f"{file} is not a file with games of `--resume`.") from None


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
