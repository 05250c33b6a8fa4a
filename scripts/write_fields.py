"""Writes the slots and the `copy` of tables: `python scripts/write_fields.py`.

It reads the declarations in `games/<title>/fields.py` (see `ichiba.core.fields`) and writes the
module `layout.py` beside them. With `--check` it only says which files are out of date; a test does
this.
"""

import argparse
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

SOURCE = Path(__file__).resolve().parent.parent / "src"
sys.path.insert(0, str(SOURCE))

from ichiba.core.fields import Declared, Field  # noqa: E402 - from this tree
from ichiba.core.phased import PhasedState  # noqa: E402

MOST_STATEMENTS = 50  # before ruff complains


def declared(package: str, folder: Path) -> type[Declared]:
    """The declarations of a title, whether or not its layout is up to date."""
    title = spec_from_file_location(
        package, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    if title is None:
        raise SystemExit(f"{folder} is no package")
    sys.modules[package] = module_from_spec(title)  # without running it
    layout = ModuleType(f"{package}.layout")
    layout.Layout = PhasedState  # type: ignore[attr-defined]
    sys.modules[layout.__name__] = layout
    found: type[Declared] = import_module(f"{package}.fields").Fields
    return found


def copied(name: str, field: Field) -> str:
    """The expression for the field of a copy."""
    if field.shared or not field.type.startswith("list["):
        return f"self.{name}"
    rows = field.type.startswith("list[list[")
    return f"[row[:] for row in self.{name}]" if rows else f"self.{name}[:]"


def written(fields: type[Declared]) -> str:
    """The module with the layout of a table."""
    own = {name: field for name, field in fields.fields() if name in vars(fields)}
    copies = {"rng": "self.rng.copy()"}  # declared by no table, because it is dumped as text
    copies |= {name: copied(name, field) for name, field in fields.fields()}
    module, base = fields.base.rsplit(".", 1)
    places = {name: field.type for name, field in own.items() if field.type.startswith("ichiba.")}
    noqa = "  # noqa: PLR0915 - a line for each field" * (len(copies) + 4 > MOST_STATEMENTS)
    lines = [
        '"""Written by scripts/write_fields.py from `fields.py`: edit that instead."""',
        "",
        "from typing import TYPE_CHECKING, Self",
        "",
        f"from {module} import {base}",
        "",
        "if TYPE_CHECKING:",
        *sorted({"    from {} import {}".format(*one.rsplit(".", 1)) for one in places.values()}),
        "",
        "",
        f"class Layout({base}):",
        '    """The fields of a table, and how it is copied."""',
        "",
        "    __slots__ = (",
        *(f'        "{name}",' for name in sorted(own)),
        "    )",
        "",
        *(
            f'    {name}: "{field.type.rsplit(".", 1)[1]}"'
            if name in places
            else f"    {name}: {field.type}"
            for name, field in own.items()
        ),
        "",
        f"    def copy(self) -> Self:{noqa}",
        '        """An independent copy, without a log."""',
        "        twin = self.__class__.__new__(self.__class__)",
        "        twin.log = None",
        *(f"        twin.{name} = {copy}" for name, copy in copies.items()),
        "        return twin",
    ]
    return "\n".join(lines) + "\n"


def layouts() -> Iterator[tuple[Path, str]]:
    """The layout of each title: its file, and what it should contain."""
    for file in sorted(SOURCE.glob("ichiba/games/*/fields.py")):
        package = f"ichiba.games.{file.parent.name}"
        yield file.with_name("layout.py"), written(declared(package, file.parent))


def main(arguments: list[str]) -> int:
    """Write the files, or with --check report which of them are out of date."""
    stale = 0
    for file, content in layouts():
        if file.exists() and file.read_text(encoding="utf-8") == content:
            continue
        if "--check" in arguments:
            sys.stderr.write(f"{file.relative_to(SOURCE)} is out of date\n")
            stale = 1
        else:
            file.write_text(content, encoding="utf-8")
    return stale


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only say what is out of date")
    sys.exit(main(["--check"] if parser.parse_args().check else []))
