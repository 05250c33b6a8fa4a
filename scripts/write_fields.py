"""Writes the `__slots__`, `stored` and `copy` of tables: `python scripts/write_fields.py`.

It reads the declarations of the fields in `games/<title>/table.py` (see `ichiba.core.fields`) and
replaces the lines between the two marks in the same class. With `--check` it only says which files
are out of date; a test does this.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

GAMES = Path(__file__).resolve().parent.parent / "src/ichiba/games"
BEGIN = "    # --- Written by scripts/write_fields.py from the declarations above; do not edit.\n"
END = "    # --- End of the written part.\n"
MOST_STATEMENTS = 50  # before ruff complains
# Simple types are shared by copies, and can be stored.
SIMPLE = ("int", "bool", "str")


class Field(NamedTuple):
    """A declared field: its name, its type as written, and its marks."""

    name: str
    kind: str
    shared: bool = False
    derived: bool = False

    @property
    def copied(self) -> str:
        """The expression for the field of a copy."""
        value = f"self.{self.name}"
        if self.kind == "Rng":
            return f"{value}.copy()"
        if self.shared or not self.kind.startswith("list["):
            return value
        if self.kind.startswith("list[list["):
            return f"[row[:] for row in {value}]"
        return f"{value}[:]"


# The fields that every table inherits, except the log, which is neither copied nor stored.
INHERITED = (
    Field("actors", "tuple[int, ...]"),
    Field("reveals", "int"),
    Field("phase", "int"),
    Field("rng", "Rng", derived=True),  # dumped by `Dumping`, as text
)


def declared(table: ast.ClassDef) -> Iterator[Field]:
    """The fields that a class declares; class variables are not fields."""
    for statement in table.body:
        if isinstance(statement, ast.AnnAssign) and statement.value is None:
            kind = ast.unparse(statement.annotation).strip("'")
            if not kind.startswith("ClassVar"):
                yield field(ast.unparse(statement.target), kind)


def field(name: str, kind: str) -> Field:
    """A field with its marks taken off its type."""
    marks = {"Shared": False, "Derived": False}
    while (mark := kind.partition("[")[0]) in marks:
        marks[mark] = True
        kind = kind[len(mark) + 1 : -1]
    if not marks["Derived"] and kind not in SIMPLE and not kind.startswith(("list[", "tuple[")):
        raise SystemExit(f"{name}: {kind} cannot be dumped; declare it as Derived[{kind}]")
    return Field(name, kind, marks["Shared"], marks["Derived"])


def written(own: list[Field]) -> str:
    """The lines between the marks."""
    fields = [*INHERITED, *own]
    noqa = "  # noqa: PLR0915 - a line for each field" * (len(fields) + 4 > MOST_STATEMENTS)
    lines = [
        "__slots__ = (",
        *(f'    "{name}",' for name in sorted(one.name for one in own)),
        ")",
        "stored: ClassVar[Stored] = {",
        *(f'    "{one.name}": {one.kind},' for one in fields if not one.derived),
        "}",
        "",
        f"def copy(self) -> Self:{noqa}",
        '    """An independent copy, without a log."""',
        "    twin = self.__class__.__new__(self.__class__)",
        "    twin.log = None",
        *(f"    twin.{one.name} = {one.copied}" for one in fields),
        "    return twin",
        "",
    ]
    return "".join(f"    {line}".rstrip() + "\n" for line in lines)


def rewritten(source: str) -> str:
    """The module with its written part brought up to date."""
    classes = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    lines = source.splitlines(keepends=True)
    begin, end = lines.index(BEGIN), lines.index(END)
    table = [one for one in classes if one.lineno <= begin][-1]
    return "".join([*lines[: begin + 1], written([*declared(table)]), *lines[end:]])


def main(arguments: list[str]) -> int:
    """Write the files, or with --check report which of them are out of date."""
    stale = 0
    for file in sorted(GAMES.glob("*/table.py")):
        source = file.read_text(encoding="utf-8")
        if BEGIN not in source or rewritten(source) == source:
            continue
        if "--check" in arguments:
            sys.stderr.write(f"{file.relative_to(GAMES)} is out of date\n")
            stale = 1
        else:
            file.write_text(rewritten(source), encoding="utf-8")
    return stale


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
