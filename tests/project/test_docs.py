"""What docs/architecture.md names exists, and its tables are complete."""

import re
from functools import cache
from operator import attrgetter
from pathlib import Path

import pytest

import ichiba
from project.test_layers import LAYERS, ROOMS, SOURCE, site_modules

PROJECT = SOURCE.parent.parent
TEXT = (PROJECT / "docs" / "architecture.md").read_text(encoding="utf-8")
KINDS = {".py", ".html", ".svg", ".js", ".css", ".toml"}
TITLES = {name: SOURCE / "games" / name.replace("-", "_") for name in ichiba.games()}


def rows(first: str) -> list[list[str]]:
    """The cells of the table whose head starts with this word."""
    head = TEXT.index(f"| {first} |")
    lines = TEXT[head : TEXT.index("\n\n", head)].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def names(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


@cache
def everything() -> str:
    """All source code and tests, and the names of all files."""
    files = [
        file
        for folder in ("src", "scripts", "tests", "docs")
        for file in sorted((PROJECT / folder).rglob("*"))
        if "__pycache__" not in file.parts and file.name != "architecture.md"
    ]
    texts = [file.read_text(encoding="utf-8") for file in files if file.suffix in KINDS]
    return "\n".join([*(str(file.relative_to(PROJECT)) for file in files), *texts, makefile()])


def makefile() -> str:
    return (PROJECT / "Makefile").read_text(encoding="utf-8")


def code_in_text() -> set[str]:
    """Everything in backticks, outside of blocks of code."""
    prose = re.sub(r"^```.*?^```", "", TEXT, flags=re.S | re.M)
    return {*re.findall(r"`([^`\n]+)`", prose)}


@pytest.mark.parametrize("code", sorted(code_in_text()))
def test_what_is_named_exists(code: str) -> None:
    """Every word in backticks occurs in the code, so a renamed function is renamed here too."""
    words = re.findall(r"[A-Za-z_][\w-]*(?:\.(?:py|js|html|css|toml|svg|md))?", code)
    assert not [word for word in words if word not in everything()]


def test_the_layers_are_in_order() -> None:
    assert [names(row[0])[0] for row in rows("layer")] == LAYERS


def test_the_contract_is_what_states_games_and_matches_have() -> None:
    block = re.search(r"## The contract\n\n```python\n(.*?)```", TEXT, re.S)
    assert block
    code = re.sub(r"#.*", "", block[1])
    game = ichiba.load("tsukiji")
    state = game.new(players=3, seed=7)
    match = ichiba.Match.new(game, players=3, seed=7, names=["Aki", "Ben", "Chie"])
    known = {"ichiba": ichiba, "game": game, "state": state, "match": match}
    named = re.findall(r"\b(ichiba|game|state|match)\.([\w.]+)", code)
    assert {name for name, _ in named} == {*known}
    for name, path in named:
        attrgetter(path)(known[name])


def room_rows() -> list[tuple[str, list[str]]]:
    """The rooms of the site's table with the modules in each row."""
    found: list[tuple[str, list[str]]] = []
    for room, modules, _ in rows("room"):
        last = names(room) or [found[-1][0]]
        found += [(name.rstrip("/").removesuffix(".py"), names(modules)) for name in last]
    return found


def test_the_table_of_rooms_is_in_the_order_of_imports() -> None:
    above: set[str] = set()
    order = dict.fromkeys(room for room, _ in room_rows())
    assert {*order} == {*ROOMS}
    for room in order:
        assert ROOMS[room] <= above, f"{room} imports from below"
        above.add(room)


def test_the_table_of_rooms_names_their_modules() -> None:
    """All modules of a room, unless its row stands for the whole room."""
    told: dict[str, set[str]] = {}
    for room, modules in room_rows():
        told.setdefault(room, set()).update(modules)
    for room, modules in told.items():
        folder = SOURCE / "site" / room
        found = {file.name for file in site_modules() if file.parent == folder} - {"__init__.py"}
        assert modules in (set(), found), room


def test_files_in_tables_are_where_the_table_says() -> None:
    folders = [*TITLES.values(), SOURCE / "site", SOURCE / "games" / "shinjuku", PROJECT]
    for first in ("file", "file in `board/`"):
        for row in rows(first):
            for name in names(row[0]):
                places = [Path(folder) for folder in folders] + [f / "board" for f in folders]
                assert any((place / name).exists() for place in places), name
