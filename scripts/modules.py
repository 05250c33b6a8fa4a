"""Prints what each module is for: the first sentence of its docstring, folder by folder.

`modules.py` prints everything, `modules.py site/tables bots` only these folders of the package.
"""

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "ichiba"


def first_sentence(file: Path) -> str:
    """The first sentence of a module's docstring, on one line."""
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    paragraph = " ".join(text.partition("\n\n")[0].split())
    return re.split(r"(?<=\.)\s+(?=[A-Z])", paragraph)[0]


def folders(wanted: list[str]) -> Iterator[Path]:
    """The folders with modules in them, in alphabetical order."""
    roots = [SOURCE / name for name in wanted] or [SOURCE]
    for root in roots:
        if not root.is_dir():
            sys.exit(f"There is no folder {root}.")
        yield from sorted({file.parent for file in root.rglob("*.py")})


def main(wanted: list[str]) -> None:
    """Print the modules of these folders, or of all."""
    for folder in folders(wanted):
        name = folder.relative_to(SOURCE.parent).as_posix()
        sys.stdout.write(f"\n{name}/: {first_sentence(folder / '__init__.py')}\n")
        files = sorted(file for file in folder.glob("*.py") if file.name != "__init__.py")
        for file in files:
            sys.stdout.write(f"  {file.name:<24} {first_sentence(file)}\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="*", help="such as site/tables; all if none is given")
    main(parser.parse_args().folder)
