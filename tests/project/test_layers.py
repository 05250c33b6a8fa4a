"""The architecture: each layer knows only those above it, and the engine does no I/O."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import ichiba

SOURCE = Path(ichiba.__file__).parent
LAYERS = ["core", "games", "bots", "arena", "cli"]
# Presentation may live in a title's folder, but only the edge imports it.
EDGE = "board"
ENGINE = ["core", "games", "bots"]
BARRED = {"asyncio", "datetime", "requests", "socket", "subprocess", "threading", "time", "urllib"}


def modules(layer: str) -> Iterator[Path]:
    for file in sorted((SOURCE / layer).rglob("*.py")):
        if EDGE not in file.relative_to(SOURCE).parts:
            yield file


def imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_knows_only_those_above_it(layer: str) -> None:
    below = LAYERS[LAYERS.index(layer) + 1 :]
    for file in modules(layer):
        for name in imports(file):
            assert not any(name.startswith(f"ichiba.{other}") for other in below), (file, name)


@pytest.mark.parametrize("layer", ENGINE)
def test_the_engine_has_no_clock_no_network_and_no_framework(layer: str) -> None:
    allowed = {"ichiba", "msgspec", "abc", "collections", "functools", "hashlib", "itertools",
               "importlib", "json", "math", "os", "pathlib", "random", "re", "string", "struct",
               "tomllib", "typing"}  # fmt: skip
    for file in modules(layer):
        for name in imports(file):
            root = name.partition(".")[0]
            assert root in allowed, (file, name)
            assert root not in BARRED


@pytest.mark.parametrize("layer", ENGINE)
def test_the_engine_never_touches_global_chance(layer: str) -> None:
    """`random` gives the class Random and nothing else."""
    for file in modules(layer):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "random":
                assert [name.name for name in node.names] == ["Random"], file
            if isinstance(node, ast.Import):
                assert "random" not in [name.name for name in node.names], file


def test_every_module_opens_with_what_it_is() -> None:
    for file in SOURCE.rglob("*.py"):
        assert ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))), file


def test_the_version_is_the_packages() -> None:
    project = (SOURCE.parent.parent / "pyproject.toml").read_text(encoding="utf-8")
    assert f'version = "{ichiba.__version__}"' in project


def test_pins_name_no_host() -> None:
    for name in ("pyproject.toml", "constraints.txt"):
        assert "://" not in (SOURCE.parent.parent / name).read_text(encoding="utf-8")
