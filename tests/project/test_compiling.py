"""The compiled engine: which modules are compiled, and which engine is running."""

import ast
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

import ichiba
from ichiba.bots.title import bots_of
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
    return [*script.modules(SOURCE.parent)]


def test_the_hot_modules_of_every_title_are_compiled() -> None:
    modules = listed()
    assert modules == sorted(set(modules))
    assert all((SOURCE / module).is_file() for module in modules)
    for title in ichiba.games():
        package = title.replace("-", "_")
        hot = {f"games/{package}/{name}.py" for name in ("state", "table")}
        hot |= {f"games/{package}/bots/{name}.py" for name in ("greedy", "master")}
        quick = bots_of(ichiba.load(title)).quick
        assert quick is not None
        hot.add(quick.__module__.removeprefix("ichiba.").replace(".", "/") + ".py")
        assert hot <= {*modules}


def test_no_compiled_module_defines_a_struct() -> None:
    """mypyc would silently drop what a struct says about unknown fields and changes."""
    for module in listed():
        tree = ast.parse((SOURCE / module).read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                assert not any("Struct" in ast.unparse(base) for base in node.bases), module


def test_the_constants_of_compiled_modules_are_final() -> None:
    """Others would be looked up by name every time they are used."""
    for module in listed():
        tree = ast.parse((SOURCE / module).read_text(encoding="utf-8"))
        for node in tree.body:
            targets = node.targets if isinstance(node, ast.Assign) else []
            if isinstance(node, ast.AnnAssign) and "Final" not in ast.unparse(node.annotation):
                targets = [node.target]
            names = [one.id for one in ast.walk(ast.Tuple([*targets])) if isinstance(one, ast.Name)]
            loose = [name for name in names if len(name) > 1 and name.isupper()]
            assert not loose, f"{module}: declare {', '.join(loose)} as Final"


def test_the_engine_knows_whether_it_is_compiled() -> None:
    assert is_compiled() == (not str(rng.__file__).endswith(".py"))
    assert is_compiled() == ("ichiba__mypyc" in sys.modules)
