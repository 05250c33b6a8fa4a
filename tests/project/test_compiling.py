"""The compiled engine: which modules are compiled, and which engine is running."""

import ast
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

import ichiba
from ichiba.core import rng
from ichiba.core.compiling import is_compiled

SOURCE = Path(ichiba.__file__).parent
SCRIPT = SOURCE.parent.parent / "scripts" / "compile.py"


def listed() -> list[str]:
    pytest.importorskip("setuptools")
    spec = spec_from_file_location("compile_script", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    script = module_from_spec(spec)
    spec.loader.exec_module(script)
    return [*script.MODULES]


def test_every_listed_module_exists_once() -> None:
    modules = listed()
    assert modules == sorted(set(modules))
    assert all((SOURCE / module).is_file() for module in modules)


def test_no_compiled_module_defines_a_struct() -> None:
    """mypyc would silently drop what a struct says about unknown fields and changes."""
    for module in listed():
        tree = ast.parse((SOURCE / module).read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                assert not any("Struct" in ast.unparse(base) for base in node.bases), module


def test_the_engine_knows_whether_it_is_compiled() -> None:
    assert is_compiled() == (not str(rng.__file__).endswith(".py"))
    assert is_compiled() == ("ichiba__mypyc" in sys.modules)
