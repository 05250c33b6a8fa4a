"""What is public: examples and documents need nothing else, and everything listed exists."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import ichiba

ROOT = Path(__file__).parents[2]
# Modules whose `__all__` is public too.
MODULES = (
    "ichiba", "ichiba.bots", "ichiba.client", "ichiba.envs.gymnasium", "ichiba.envs.openspiel",
    "ichiba.envs.pettingzoo", "ichiba.envs.vector",
)  # fmt: skip
DOCUMENTS = ("README.md", "docs/learning.md")


def sources() -> Iterator[tuple[str, str]]:
    """The code that people are shown, with its place."""
    for file in sorted((ROOT / "examples").glob("*.py")):
        yield file.name, file.read_text(encoding="utf-8")
    for name in DOCUMENTS:
        text = (ROOT / name).read_text(encoding="utf-8")
        blocks = re.findall(r"```python\n(.*?)```", text, re.S)
        yield name, "\n".join(blocks)


def used(source: str) -> Iterator[tuple[str, str]]:
    """The names of ours that code uses, each with its module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and str(node.module).partition(".")[0] == "ichiba":
            for name in node.names:
                yield str(node.module), name.name
        elif isinstance(node, ast.Import):
            for name in node.names:
                if name.name.startswith("ichiba."):
                    yield name.name, ""
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "ichiba":
            yield "ichiba", node.attr


def is_public(module: str, name: str) -> bool:
    if f"{module}.{name}".rstrip(".") in MODULES:
        return True
    return module in MODULES and name in import_module(module).__all__


@pytest.mark.parametrize("place", [place for place, _ in sources()])
def test_examples_need_only_public_names(place: str) -> None:
    names = [*used(dict(sources())[place])]
    assert names
    assert [name for name in names if not is_public(*name)] == []


@pytest.mark.parametrize("module", MODULES)
def test_public_names_exist(module: str) -> None:
    found = import_module(module)
    assert len(found.__all__) == len({*found.__all__})
    for name in found.__all__:
        assert getattr(found, name) is not None


def test_the_check_finds_private_names() -> None:
    code = "from ichiba.core.rng import Rng\nimport ichiba\nichiba.core\nichiba.load"
    assert [is_public(*name) for name in used(code)] == [False, False, True]


def test_the_citation_has_the_version() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {ichiba.__version__}\n" in text
