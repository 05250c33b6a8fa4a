"""msgspec examines types while modules are imported, and never in several threads at once."""

import ast
import subprocess
import sys
from pathlib import Path

import ichiba

SOURCES = Path(ichiba.__file__).parent
# New types are read by four threads at once, again and again. Without `reader` this crashes.
RACE = """
import sys
from threading import Barrier, Thread
from msgspec import defstruct
from ichiba.core.structs import json_reader, reader

sys.setswitchinterval(1e-6)
inner = {"count": 1, "names": ["a"]}
data = {"first": inner, "more": [inner], "by_name": {"a": inner}}
text = b'{"first":{"count":1,"names":[]},"more":[],"by_name":{}}'

def read(gate, plain, json):
    gate.wait()
    plain(data)
    json(text)

for _ in range(400):
    Inner = defstruct("Inner", [("count", int), ("names", list[str])])
    fields = [("first", Inner), ("more", list[Inner]), ("by_name", dict[str, Inner])]
    Outer = defstruct("Outer", fields)
    given = Barrier(4), reader(Outer), json_reader(Outer)
    threads = [Thread(target=read, args=given) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""


def test_threads_may_read_a_type_at_once() -> None:
    done = subprocess.run([sys.executable, "-c", RACE], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def reads_a_type(node: ast.AST) -> bool:
    """Whether this is `msgspec.convert(…)` or a call of msgspec's `decode` with a type."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    called = ast.unparse(node.func)
    typed = any(word.arg == "type" for word in node.keywords)
    return called == "msgspec.convert" or (called.startswith("msgspec.") and typed)


def test_functions_read_structs_with_a_reader() -> None:
    found = [
        f"{file.relative_to(SOURCES)}:{node.lineno}"
        for file in SOURCES.rglob("*.py")
        for function in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if reads_a_type(node)
    ]
    assert [place for place in found if not place.startswith("core/structs.py")] == []
