"""Check that no line of a template is longer than need be, or break those that are (`--fix`).

Formatters for HTML add spaces between inline elements, and they show. This one breaks lines only
where the page stays the same: before a tag of Jinja2, which then strips the break (`{%-`), between
the attributes of an element, and between the words of an expression.
"""

import argparse
import re
import sys
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "src" / "ichiba"
LONGEST = 120
# Django's own templates, for the pages of moderators.
OTHERS = "admin_pages"
# A comment, a tag or an expression of Jinja2, whose strings may contain anything.
_JINJA = re.compile(r"""\{#.*?#\}|\{[%{](?:"[^"]*"|'[^']*'|[^"'])*?[%}]\}""", re.DOTALL)
_STRINGS = re.compile(r""""[^"]*"|'[^']*'""")
_SPACES = re.compile(r"(?<=\S) (?=\S)")
_ATTRIBUTE = re.compile(r' (?=[\w:-]+=")')  # where the site puts the space back
_NAME = re.compile(r"\{%-?\s*(\w+)")
# What is between the first two is one message; the last one is replaced before Jinja2 reads it.
_NOT_BEFORE = ("pluralize", "endtrans", "include")
# What kinds of breaks there are, the best last.
WORD, ATTRIBUTE, TAG = range(3)


def breaks(source: str) -> Iterator[tuple[int, int]]:
    """Where lines may be broken, and how."""
    quote, in_element, in_message, included, at = "", False, False, 0, 0
    while at < len(source):
        found = _JINJA.match(source, at)
        if found is not None:
            named = _NAME.match(found[0])
            name = named[1] if named else ""
            # The end of an included file would be stripped too.
            is_shown = quote or in_message or at == included or source[at - 1 : at].isspace()
            if name and name not in _NOT_BEFORE and not is_shown:
                yield at, TAG
            if name != "include" and not found[0].startswith("{#"):
                yield from ((at + place, WORD) for place in _between_words(found[0]))
            in_message = name == "trans" or (in_message and name != "endtrans")
            at = found.end()
            included = at if name == "include" else included
            continue
        letter = source[at]
        if quote or (in_element and letter in "\"'"):
            quote = "" if letter == quote else quote or letter
        elif letter in "<>":
            in_element = letter == "<"
        elif in_element and not in_message and _ATTRIBUTE.match(source, at):
            yield at, ATTRIBUTE
        at += 1


def _between_words(tag: str) -> list[int]:
    """The spaces between the words of a tag, but not those in strings and next to its brackets."""
    bare = _STRINGS.sub(lambda found: "x" * len(found[0]), tag)
    start = re.match(r"\{[%{]-?\s*\w*", bare)
    end = re.search(r"\s*-?[%}]\}$", bare)
    first, last = start.end() if start else 0, end.start() if end else 0
    return [found.start() for found in _SPACES.finditer(bare) if first < found.start() < last]


def wrapped(source: str) -> str:
    """A template whose long lines are broken as far as that is possible."""
    kinds = dict(breaks(source))
    places, lines, start = sorted(kinds), [], 0
    for line in source.splitlines(keepends=True):
        end = start + len(line.rstrip("\n"))
        indent = " " * (len(line) - len(line.lstrip(" ")))
        deeper = indent if line.lstrip(" ").startswith("{%-") else indent + "    "
        begun, lead = start, ""
        while len(lead) + end - begun > LONGEST:
            least = begun if lead else begun + len(indent)
            here = places[bisect_right(places, least) : bisect_right(places, end - 1)]
            if not here:
                break
            at = _best(here, kinds, begun + LONGEST - len(lead))
            lines.append(f"{lead}{source[begun:at]}\n")
            if kinds[at] == TAG:
                begun, lead = at + 2, deeper + "{%"
                lead += "" if source[begun] == "-" else "-"
            else:
                begun, lead = at + 1, deeper
        lines.append(lead + source[begun : start + len(line)])
        start += len(line)
    return "".join(lines)


def _best(places: list[int], kinds: dict[int, int], most: int) -> int:
    """The last place of the best kind in the second half of a line, or else the first place."""
    near = [at for at in places if at <= most]
    if not near:
        return places[0]
    late = [at for at in near if at > most - LONGEST // 2] or near
    return max(late, key=lambda at: (kinds[at], at))


def main() -> int:
    """Check or format all templates."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fix", action="store_true", help="write the templates")
    given, wrong = parser.parse_args(), 0
    for path in sorted(FOLDER.rglob("*.html")):
        source = path.read_text(encoding="utf-8")
        if OTHERS in path.parts or (better := wrapped(source)) == source:
            continue
        if given.fix:
            path.write_text(better, encoding="utf-8")
        else:
            sys.stderr.write(f"{path}: run `make format`\n")
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
