"""The architecture: each layer and each room of the site imports only what it may, and the engine
does no I/O."""

import ast
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

import ichiba

SOURCE = Path(ichiba.__file__).parent
LAYERS = ["core", "games", "bots", "envs", "arena", "client", "site", "cli"]
# A title's package also has its board and its bots. Only the outer layers import a board, and a
# title's bots belong to the layer `bots`.
EDGE = "board"
BOTS = "bots"
ENGINE = ["core", "games", "bots"]
# No clock, no network, no threads, no processes and no framework. mypy_extensions has hints for the
# compiler; it is not imported while the engine runs.
ALLOWED = {
    "abc", "collections", "difflib", "functools", "gettext", "hashlib", "ichiba", "importlib",
    "itertools",
    "json", "math", "msgspec", "mypy_extensions", "operator", "os", "pathlib", "random", "re",
    "string", "struct", "tomllib", "typing",
}  # fmt: skip
# The only modules of the engine that may open files other than a package's own.
FILES = {"core/match.py", "core/record.py"}

# What each room of the site may import from the others. The modules at the top of the site are
# rooms of their own.
ROOMS = {
    "configuration": set(),
    "observing": set(),
    "bounded": set(),
    "titles": set(),
    "models": {"titles"},
    "request": {"models"},
    "store": {"bounded", "models"},
    "live": {"observing", "models"},
    "errands": {"observing", "models", "store", "live"},
    "assets": {"live"},
    "tables": {"observing", "bounded", "titles", "models", "store", "live", "errands"},
    "people": {"bounded", "titles", "models", "request", "store", "errands", "tables"},
    "notices": {"models", "store", "errands", "tables", "people"},
    "access": {"models", "store", "tables"},
    "pictures": {"bounded", "titles", "models", "store", "errands", "access"},
    "operations": {"models", "store", "tables", "people", "notices", "access"},
    "pages": {
        "bounded", "titles", "models", "request", "store", "live", "assets", "tables", "access",
    },
    "lab": {"titles"},
    "api": {
        "titles", "models", "request", "store", "live", "tables", "people", "access",
        "operations", "pages",
    },
    "views": {
        "observing", "titles", "models", "request", "store", "live", "assets", "tables", "people",
        "notices", "access", "pictures", "operations", "pages", "lab", "api",
    },
    "admin": {"titles", "models", "store", "tables", "people", "pages"},
    "urls": {"api", "views", "admin"},
    "server": {
        "configuration", "observing", "models", "store", "live", "errands", "tables", "people",
        "notices", "pictures",
    },
}  # fmt: skip
# Django's own folders: migrations are frozen, and commands are for developers.
NO_ROOMS = {"migrations", "management"}


def modules(layer: str, *, edge: bool = False) -> Iterator[Path]:
    for file in sorted(SOURCE.rglob("*.py")):
        parts = file.relative_to(SOURCE).parts
        if layer == layer_of(parts) and (edge or EDGE not in parts):
            yield file


def layer_of(parts: Sequence[str]) -> str:
    """The layer of a module, given its path below `ichiba`."""
    return BOTS if parts[0] == "games" and BOTS in parts else parts[0]


@cache
def imports(source: str) -> list[str]:
    """The full name of everything that a module imports, such as `ichiba.site.models.Table`."""
    found: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            found += (f"{node.module}.{name.name}" for name in node.names)
    return found


def imports_below(source: str, layer: str) -> list[str]:
    """What a module of a layer imports from the layers below it."""
    below = LAYERS[LAYERS.index(layer) + 1 :]
    return [
        name for name in imports(source)
        if name.startswith("ichiba.") and layer_of(name.split(".")[1:]) in below
    ]  # fmt: skip


def foreign_to_the_engine(source: str) -> list[str]:
    """What a module imports that the engine must not use."""
    return [name for name in imports(source) if name.partition(".")[0] not in ALLOWED]


def global_chance(source: str) -> list[str]:
    """What a module imports from `random`, apart from the class Random."""
    return [
        name for name in imports(source)
        if name.partition(".")[0] == "random" and name != "random.Random"
    ]  # fmt: skip


def boards_in(source: str) -> list[str]:
    """What a module imports from the boards of titles."""
    return [name for name in imports(source) if EDGE in name.split(".")]


def file_access(source: str) -> list[str]:
    """What a module uses to open files. Data in packages is read with importlib.resources."""
    called = [node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    found = [name for name in imports(source) if name.partition(".")[0] in ("os", "pathlib")]
    return found + [name.id for name in called if isinstance(name, ast.Name) and name.id == "open"]


def rooms_in(source: str) -> set[str]:
    """The rooms of the site from which a module imports."""
    parts = [name.split(".") for name in imports(source)]
    return {part[2] for part in parts if part[:2] == ["ichiba", "site"]}


def room_of(file: Path) -> str:
    return file.relative_to(SOURCE / "site").parts[0].removesuffix(".py")


def site_modules() -> Iterator[Path]:
    for file in sorted((SOURCE / "site").rglob("*.py")):
        if room_of(file) not in NO_ROOMS | {"__init__"}:
            yield file


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_knows_only_those_above_it(layer: str) -> None:
    for file in modules(layer, edge=True):
        assert not imports_below(file.read_text(encoding="utf-8"), layer), file


@pytest.mark.parametrize("layer", ENGINE)
def test_the_engine_does_not_import_boards(layer: str) -> None:
    for file in modules(layer):
        assert not boards_in(file.read_text(encoding="utf-8")), file


def test_only_records_open_files() -> None:
    found = {
        file.relative_to(SOURCE).as_posix()
        for layer in ENGINE
        for file in modules(layer)
        if file_access(file.read_text(encoding="utf-8"))
    }
    assert found == FILES


@pytest.mark.parametrize("layer", ENGINE)
def test_the_engine_has_no_clock_no_network_and_no_framework(layer: str) -> None:
    for file in modules(layer):
        assert not foreign_to_the_engine(file.read_text(encoding="utf-8")), file


@pytest.mark.parametrize("layer", ENGINE)
def test_the_engine_never_touches_global_chance(layer: str) -> None:
    for file in modules(layer):
        assert not global_chance(file.read_text(encoding="utf-8")), file


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_what_it_may(room: str) -> None:
    """And what it may import but doesn't is taken off the list."""
    files = [file for file in site_modules() if room_of(file) == room]
    assert files
    found = {file: rooms_in(file.read_text(encoding="utf-8")) - {room} for file in files}
    for file, others in found.items():
        assert others <= ROOMS[room], file
    assert set().union(*found.values()) == ROOMS[room]


def test_every_module_of_the_site_is_in_a_room() -> None:
    assert {room_of(file) for file in site_modules()} == {*ROOMS}


def test_no_two_rooms_import_each_other() -> None:
    known: set[str] = set()
    for room, others in ROOMS.items():
        assert others <= known, room
        known.add(room)


# Each way to write an import that must not be there, with the check that finds it.
@pytest.mark.parametrize(
    ("found", "source"),
    [
        (lambda text: imports_below(text, "core"), "import ichiba.games.tsukiji"),
        (lambda text: imports_below(text, "bots"), "from ichiba import site"),
        (lambda text: imports_below(text, "games"), "import ichiba.games.tsukiji.bots.greedy"),
        (lambda text: imports_below(text, "bots"), "def f():\n    from ichiba.cli import main"),
        (foreign_to_the_engine, "import time"),
        (foreign_to_the_engine, "from datetime import datetime"),
        (foreign_to_the_engine, "import os, socket"),
        (foreign_to_the_engine, "from django.db import models"),
        (boards_in, "from ichiba.games.tsukiji.board import web"),
        (boards_in, "import ichiba.games.shinjuku.board.web"),
        (file_access, "from pathlib import Path"),
        (file_access, "text = open('box.txt').read()"),
        (global_chance, "import random"),
        (global_chance, "from random import Random, choice"),
        (lambda text: rooms_in(text) - ROOMS["store"], "from ichiba.site import tables"),
        (lambda text: rooms_in(text) - ROOMS["store"], "from ichiba.site.live import streams"),
        (lambda text: rooms_in(text) - ROOMS["store"], "import ichiba.site.server.asgi"),
    ],
)
def test_the_checks_find_what_they_look_for(found, source: str) -> None:  # type: ignore[no-untyped-def]
    assert found(source)
    assert not found("import re\nfrom random import Random\nfrom ichiba.core.game import Game")


def test_every_module_opens_with_what_it_is() -> None:
    for file in SOURCE.rglob("*.py"):
        assert ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))), file


def test_the_version_is_the_packages() -> None:
    project = (SOURCE.parent.parent / "pyproject.toml").read_text(encoding="utf-8")
    assert f'version = "{ichiba.__version__}"' in project


def test_pins_name_no_host() -> None:
    for name in ("pyproject.toml", "constraints.txt"):
        assert "://" not in (SOURCE.parent.parent / name).read_text(encoding="utf-8")
