"""Builds the documents as a static site in build/docs/html: pages, rules, and the Python reference.

It copies the documents with the tree around them, so that their links work, adds what is made from
the code, and runs Sphinx on that. A link to nowhere is an error.
"""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

import ichiba

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "docs"
# What documents link to.
COPIED = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "CODE_OF_CONDUCT.md", "CITATION.cff",
          "LICENSE", "docs", "deploy", "examples")  # fmt: skip
# The modules with public names, each with its page.
MODULES = ("ichiba", "ichiba.bots", "ichiba.arena", "ichiba.envs.pettingzoo",
           "ichiba.envs.gymnasium", "ichiba.envs.vector", "ichiba.envs.openspiel",
           "ichiba.client")  # fmt: skip
PARTS = {
    "Play": ("docs/rulings", "docs/ratings", "docs/balance"),
    "Learn and study": (
        "docs/thirty-lines", "docs/learning", "docs/observations", "docs/many-games", "docs/lab",
        "docs/sensitivity", "docs/records",
    ),
    "Run a server": ("docs/running", "docs/api"),
    "Python reference": tuple(f"reference/{name}" for name in MODULES),
    "Work on Ichiba": (
        "CONTRIBUTING", "docs/architecture", "docs/speed", "docs/measurements", "CHANGELOG",
        "CODE_OF_CONDUCT",
    ),
}  # fmt: skip


def main() -> None:
    """Build the site."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    source = BUILD / "source"
    shutil.rmtree(source, ignore_errors=True)
    for name in COPIED:
        _copy(ROOT / name, source / name)
    for name in ichiba.games():
        _rulings(source, ichiba.load(name))
    for name in MODULES:
        _write(source / "reference" / f"{name}.rst", _reference(name))
    _write(source / "index.rst", _index())
    _hide(source / "docs" / "README.md")
    shutil.copy(ROOT / "scripts" / "docs_conf.py", source / "conf.py")
    command = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--keep-going", "-q",
               "-d", str(BUILD / "cache"), str(source), str(BUILD / "html")]  # fmt: skip
    code = subprocess.run(command, check=False).returncode  # noqa: S603 - our own arguments
    if code:
        sys.exit(code)
    sys.stdout.write(f"Open {(BUILD / 'html' / 'index.html').relative_to(ROOT)}\n")


def _copy(old: Path, new: Path) -> None:
    if old.is_dir():
        shutil.copytree(old, new, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        _write(new, old.read_text(encoding="utf-8"))


def _hide(file: Path) -> None:
    """Leave a page out of the contents."""
    _write(file, "---\norphan: true\n---\n\n" + file.read_text(encoding="utf-8"))


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def _rulings(source: Path, game: ichiba.Game) -> None:
    """Write the rulings of a title where documents link to them."""
    file = source / Path("src", *game.package.split("."), "rulings", "en.md")
    rows = [f"| {one.name} | {one.subject} | {one.text} |" for one in game.rulings()]
    head = f"# {game.title}: rulings\n\n| | question | ruling |\n|---|---|---|"
    _write(file, "\n".join([head, *rows, ""]))
    _hide(file)


def _reference(module: str) -> str:
    line = "=" * len(module)
    return (
        f"{module}\n{line}\n\n.. automodule:: {module}\n"
        "   :members:\n   :imported-members:\n   :undoc-members:\n   :member-order: groupwise\n"
    )


def _index() -> str:
    rules = [f"docs/rules/{name}" for name in ichiba.games()]
    parts = {**PARTS, "Play": (*rules, *PARTS["Play"])}
    trees = [
        f".. toctree::\n   :caption: {caption}\n   :maxdepth: 1\n   :hidden:\n\n"
        + "".join(f"   {page}\n" for page in pages)
        for caption, pages in parts.items()
    ]
    start = "Ichiba\n======\n\n.. include:: README.md\n   :parser: myst_parser.sphinx_\n"
    return "\n".join([start, *trees])


if __name__ == "__main__":
    main()
