"""A title with other numbers than the printed ones, for whoever designs or studies a game.

A change names a number by its path in `data.toml`, such as `refusal` or `players.3.tiles.0.price`,
and gives it another value. Titles read their numbers when they are imported, so changes are given
before (`registry.change`) and stay for as long as the process runs.
"""

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from importlib.resources import files
from tomllib import loads
from typing import Any, NamedTuple

from ichiba.core.errors import SetupError

# Numbers by their paths. Each number of a list has a path of its own, such as `market.start.0`.
Changes = dict[str, int]

LARGEST = 100_000
# The number of players that a row is for is no number of the game.
_NO_NUMBER = "players"
# What a piece is worth is printed on it; the mark of its row says how certain its number is.
_ON_PIECE = "worth"
# Other words for the numbers of a file, so that people can say `mackerel.license`.
_CALLED = "called"
_SHOWN = 60  # characters of what was given

_made: dict[str, Changes] = {}
_read: set[str] = set()


class Leaf(NamedTuple):
    """A single number of a data file."""

    path: str
    value: int
    mark: str
    place: tuple[str | int, ...]  # where it is in the file


def make(title: str, changes: Mapping[str, int]) -> None:
    """Change numbers of a title whose file has not been read yet in this process."""
    if in_force(title) == changes:
        return
    if title in _read:
        raise SetupError.of("core.error.change_late", title=title)
    _made[title] = {**changes}


def in_force(title: str) -> Changes:
    """The changes of a title in this process; none unless somebody made some."""
    return _made.get(title, {})


def numbers_of(package: str) -> dict[str, Any]:
    """The contents of a title's `data.toml`, if it has one, with the changes in force."""
    title = package.rpartition(".")[2].replace("_", "-")
    _read.add(title)
    numbers, changes = printed(package), in_force(title)
    if changes:
        leaves = {leaf.path: leaf for leaf in leaves_of(numbers)}
        for path, value in changes.items():
            leaf = leaves.get(path)
            if leaf is None:
                raise _unknown(title, path, leaves)
            _check(title, leaf, value, leaves.values())
            here: Any = numbers
            for step in leaf.place[:-1]:
                here = here[step]
            here[leaf.place[-1]] = value
    return numbers


def printed(package: str) -> dict[str, Any]:
    """The contents of a title's `data.toml` as they are in the file."""
    file = files(package) / "data.toml"
    return loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def leaves_of(numbers: Mapping[str, Any]) -> list[Leaf]:
    """All marked numbers of a file, in its order."""
    return [*_leaves(numbers, (), (), None)]


def _leaves(
    here: object, path: tuple[str, ...], place: tuple[str | int, ...], mark: str | None
) -> Iterator[Leaf]:
    if type(here) is int and mark is not None:
        yield Leaf(".".join(path), here, mark, place)
    elif isinstance(here, list):
        for number, one in enumerate(here):
            own = path if _is_single(here) else (*path, str(number))
            yield from _leaves(one, own, (*place, number), mark)
    elif isinstance(here, dict):
        mark = here.get("mark", mark)
        for name, one in here.items():
            if not (name == _NO_NUMBER and "mark" in here):
                own = path if name == "value" else (*path, name)
                sure = "printed" if name == _ON_PIECE else mark
                yield from _leaves(one, own, (*place, name), sure)


def _is_single(numbers: list[object]) -> bool:
    """Whether this is a list of one number, which is called like the list."""
    return len(numbers) == 1 and type(numbers[0]) is int


def parse(title: str, package: str, given: Iterable[str]) -> Changes:
    """Read changes such as `refusal=5`, `tsukiji.refusal=5` or `market.ranks=12,7,5,3,1`.

    The first steps of a path may be left out where the rest says enough. Raises SetupError, which
    says what is wrong, if there is no such number or if it cannot have this value.
    """
    numbers = printed(package)
    leaves = {leaf.path: leaf for leaf in leaves_of(numbers)}
    called: Mapping[str, str] = numbers.get(_CALLED, {})
    changes: Changes = {}
    for text in given:
        path, sign, values = text.partition("=")
        if not sign:
            raise SetupError.of("core.error.change_form", text=text[:_SHOWN])
        found = _found(title, path.strip().removeprefix(f"{title}."), leaves, called)
        wanted = [_whole(path, value) for value in values.split(",")]
        if len(wanted) != len(found):
            raise SetupError.of(
                "core.error.change_count", path=path.strip(), wanted=len(found), given=len(wanted)
            )
        for leaf, value in zip(found, wanted, strict=True):
            if leaf.path in changes:
                raise SetupError.of("core.error.change_twice", path=leaf.path)
            _check(title, leaf, value, leaves.values())
            if value != leaf.value:
                changes[leaf.path] = value
    return changes


def said(changes: Mapping[str, int]) -> str:
    """Changes in the form in which they are given."""
    return ", ".join(f"{path}={value}" for path, value in changes.items())


def _found(
    title: str, path: str, leaves: Mapping[str, Leaf], called: Mapping[str, str]
) -> list[Leaf]:
    """The number at a path, or all of a list."""
    known = {leaf.path: [leaf] for leaf in leaves.values()}
    for leaf in leaves.values():
        whole, _, last = leaf.path.rpartition(".")
        if last.isdigit() and type(leaf.place[-1]) is int:
            known.setdefault(whole, []).append(leaf)
    other = ".".join(called.get(step, step) for step in path.split("."))
    for wanted in (path, other):
        near = [wanted] if wanted in known else [p for p in known if p.endswith(f".{wanted}")]
        if len(near) > 1:
            raise SetupError.of("core.error.change_which", path=path, paths=near[:8])
        if near:
            return known[near[0]]
    raise _unknown(title, path, leaves)


def _unknown(title: str, path: str, leaves: Mapping[str, Leaf]) -> SetupError:
    near = get_close_matches(path, leaves, n=3, cutoff=0.5)
    last = path.rpartition(".")[2]
    near += [full for full in leaves if last in full.split(".") and full not in near]
    told = {"title": title, "path": path[:_SHOWN]}
    if not near:
        return SetupError.of("core.error.change_unknown", **told)
    return SetupError.of("core.error.change_unknown_near", **told, paths=near[:5])


def _whole(path: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise SetupError.of(
            "core.error.change_number", path=path.strip(), value=text[:_SHOWN]
        ) from None


def least_of(leaf: Leaf, leaves: Iterable[Leaf]) -> int:
    """The smallest value of a number: it may be negative only where others of its name are."""
    name = _name(leaf)
    return -LARGEST if any(one.value < 0 for one in leaves if _name(one) == name) else 0


def _check(title: str, leaf: Leaf, value: object, leaves: Iterable[Leaf]) -> None:
    least = least_of(leaf, leaves)
    if type(value) is not int or not least <= value <= LARGEST:
        raise SetupError.of(
            "core.error.change_range",
            title=title,
            path=leaf.path,
            least=least,
            most=LARGEST,
            value=str(value)[:_SHOWN],
        )


def _name(leaf: Leaf) -> str:
    """The last word of a path."""
    return next((step for step in reversed(leaf.path.split(".")) if not step.isdigit()), leaf.path)
