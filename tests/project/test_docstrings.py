"""Public methods have docstrings, unless they only do what the docstring of their base says."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import ichiba

SOURCE = Path(ichiba.__file__).parent
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef


class Found(NamedTuple):
    """A class, with its methods and whether they have docstrings."""

    module: str
    name: str
    bases: tuple[str, ...]
    methods: dict[str, bool]


def last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Subscript):
        return last_name(node.value)
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def classes(module: str, source: str) -> Iterator[Found]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef):
            methods: dict[str, bool] = {}
            for one in node.body:
                if isinstance(one, FUNCTIONS):  # a setter has the docstring of its property
                    said = bool(ast.get_docstring(one))
                    methods[one.name] = said or methods.get(one.name, False)
            yield Found(module, node.name, tuple(map(last_name, node.bases)), methods)


def missing(found: Iterable[Found]) -> list[str]:
    """The public methods that neither say what they do nor have a base that does."""
    by_name = defaultdict(list)
    for one in found:
        by_name[one.name].append(one)

    def is_said(one: Found, method: str) -> bool:
        return one.methods.get(method, False) or any(
            is_said(base, method)
            for name in one.bases
            if name != one.name
            for base in by_name.get(name, ())
        )

    return [
        f"{one.module}: {one.name}.{method}"
        for same in by_name.values()
        for one in same
        for method in one.methods
        if not one.name.startswith("_") and not method.startswith("_")
        if not is_said(one, method)
    ]


def test_every_public_method_says_what_it_does() -> None:
    found = [
        one
        for path in sorted(SOURCE.rglob("*.py"))
        if "migrations" not in path.parts
        for one in classes(str(path.relative_to(SOURCE)), path.read_text(encoding="utf-8"))
    ]
    assert len(found) > 500
    assert missing(found) == []


def test_a_method_without_any_docstring_is_found() -> None:
    source = '''
class Base:
    def said(self):
        """Say it."""
    def unsaid(self):
        """Say it."""
class Sub(Base):
    def said(self): ...
    def new(self): ...
    def _own(self): ...
'''
    assert missing(classes("here.py", source)) == ["here.py: Sub.new"]
