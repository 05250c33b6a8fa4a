"""Writes the rules of all titles for readers of the documents: `python scripts/write_rules.py`.

`docs/rules/<title>.md` has what the rules page of the site shows: the numbers are filled in and
marked. With `--check` it only says which files are out of date; a test does this.
"""

import argparse
import sys
from pathlib import Path

from ichiba.core.registry import games, load
from ichiba.core.rules_text import END, SYMBOL, in_a_terminal
from ichiba.core.words import Words

TARGET = Path(__file__).resolve().parent.parent / "docs" / "rules"
SOURCE = "../../src/ichiba/games"
SAKURA = f"{SYMBOL}sakura{END}"  # the only picture that says more than the word beside it


def shown(markdown: str) -> str:
    """The text of a chapter without pictures."""
    return in_a_terminal(markdown.replace(SAKURA, "\N{CHERRY BLOSSOM}"))


def rules_of(name: str) -> str:
    """The rules of a title as Markdown without directives."""
    game = load(name)
    folder = game.package.rpartition(".")[2]
    say = Words().say
    notes = [say(f"core.rules.{kind}") for kind in ("inferred", "reconstructed", "ruling")]
    chapters = [f"## {one.title}\n\n{shown(one.markdown)}" for one in game.rules()]
    return "\n\n".join(
        [
            f"<!-- Written by scripts/write_rules.py from {folder}/rules/en.md. -->",
            f"# How to play {game.title}",
            *chapters,
            "\n".join(f"- {note}" for note in notes),
            f"All rulings: [{game.title}]({SOURCE}/{folder}/rulings/en.md).\n",
        ]
    )


def main() -> int:
    """Write the files, or name those that are out of date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only say what is out of date")
    check, old = parser.parse_args().check, []
    TARGET.mkdir(exist_ok=True)
    for name in games():
        file, text = TARGET / f"{name}.md", rules_of(name)
        if file.is_file() and file.read_text(encoding="utf-8") == text:
            continue
        old.append(file.name)
        if not check:
            file.write_text(text, encoding="utf-8")
    if check and old:
        parser.error(f"out of date: {', '.join(old)}. Run python scripts/write_rules.py.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
