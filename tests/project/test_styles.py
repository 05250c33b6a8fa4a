"""Style sheets are scoped: a board's rules apply only to that board, and no class of a board is
styled globally by accident."""

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

import ichiba
from ichiba.site.titles import boards

SITE = Path(str(files("ichiba.site"))) / "static" / "site"
# The root class of each board and of its part of the tray.
ROOTS = {"tsukiji": ".tsukiji", "shinjuku": ".shinjuku", "tokyo-tsukiji-market": ".ttm"}
TITLES = [title for title in ichiba.games() if boards.has_web(ichiba.load(title))]
# Classes that pages and boards share on purpose.
SHARED = {
    "button", "can", "cannot", "icon-button", "mark", "muted", "p0", "p1", "p2", "p3", "p4", "p5",
    "primary", "quiet", "scroll", "symbol", "visually-hidden",
}  # fmt: skip
# A title may colour its own lines in the final charts.
CHARTS = re.compile(r"\.series\.s-[\w-]+")
_CLASS = re.compile(r"\.(-?[A-Za-z_][\w-]*)")


def rules(css: str) -> Iterator[tuple[str, str]]:
    """Each block outside `@keyframes`: its selectors or at-rule, and its body."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    at = 0
    while (opening := css.find("{", at)) >= 0:
        prelude = css[at:opening].rpartition(";")[2].strip()
        depth, at = 1, opening + 1
        while depth:
            depth += {"{": 1, "}": -1}.get(css[at], 0)
            at += 1
        body = css[opening + 1 : at - 1]
        if prelude.startswith(("@media", "@container", "@supports", "@layer")):
            yield from rules(body)
        else:
            yield prelude, body


def split(text: str, at: str = ",") -> list[str]:
    """Split a selector list or a selector; brackets stay together."""
    parts, depth, part = [], 0, ""
    for sign in text:
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(sign, 0)
        if sign in at and not depth:
            parts.append(part.strip())
            part = ""
        else:
            part += sign
    return [one for one in (*parts, part.strip()) if one]


def selectors(css: str) -> Iterator[str]:
    """Every selector of a style sheet."""
    for prelude, _ in rules(css):
        if not prelude.startswith("@"):
            yield from split(prelude)


def global_classes(css: str) -> set[str]:
    """Classes that a sheet styles anywhere on a page, without further conditions."""
    found = set()
    for selector in selectors(css):
        compounds = split(re.sub(r"\s*([>+~])\s*", " ", selector), " ")
        *around, subject = compounds
        if any(mark in one for one in around for mark in ".#"):
            continue
        plain = re.sub(r":(?:not|has)\([^()]*\)", "", subject)
        choices = re.findall(r":(?:is|where)\(([^()]*)\)", plain)
        own = _CLASS.findall(re.sub(r"\([^()]*\)", "", plain))
        if "#" in plain or len(own) > 1:
            continue
        if own:
            found.add(own[0])
        else:
            found |= {name for one in choices for name in _CLASS.findall(one)}
    return found


def folder(title: str) -> Path:
    return Path(str(files(ichiba.load(title).package))) / "board"


def used_classes(title: str) -> set[str]:
    """Classes in a board's templates, except those that are composed from parts."""
    found: set[str] = set()
    for template in folder(title).glob("*.html"):
        text = template.read_text(encoding="utf-8")
        for written in re.findall(r'(?:class|css)="([^"]*)"', text):
            plain = re.sub(r"(?s)\{\{.*?\}\}", "?", written)
            plain = re.sub(r"(?s)\{%.*?%\}", " ", plain)
            found |= {name for name in plain.split() if re.fullmatch(r"[\w-]+", name)}
    return found


def test_a_sheet_is_read_rule_by_rule() -> None:
    css = """
    /* .lost { } */ @import "x"; .here { width: 10px } .a .b, h2 > .c:is(.d, .e) { }
    @media (max-width: 9px) { .f::before { content: "" } :is(.g, .h) > i { } }
    @keyframes k { from { top: 0 } } button.i:hover, .j.k, :root[data-x] .l { }
    """
    assert list(selectors(css)) == [
        ".here", ".a .b", "h2 > .c:is(.d, .e)", ".f::before", ":is(.g, .h) > i",
        "button.i:hover", ".j.k", ":root[data-x] .l",
    ]  # fmt: skip
    assert global_classes(css) == {"here", "c", "f", "i", "l"}


def is_scoped(selector: str, root: str) -> bool:
    """Whether a selector applies only inside a board: one of its parts is the root class.

    The parts before it may only describe the page, such as `.japanese`.
    """
    parts = split(re.sub(r"\s*([>+~])\s*", " ", selector), " ")
    return any(re.match(re.escape(root) + r"(?!\w)", part) for part in parts)


def test_only_what_begins_with_the_root_is_in_its_scope() -> None:
    for good in (".ttm", ".ttm .boat", ".ttm:is([data-x] *) > i", ".japanese .ttm h2", ".ttm-tip"):
        assert is_scoped(good, ".ttm"), good
    for bad in (".market", "h2", "[data-large] #harbor-0.compact", ":is(.ttm, .x) h2", ".ttmx i"):
        assert not is_scoped(bad, ".ttm"), bad


@pytest.mark.parametrize("title", TITLES)
def test_every_rule_of_a_board_keeps_to_its_root(title: str) -> None:
    sheet = (folder(title) / "static" / "board.css").read_text(encoding="utf-8")
    astray = [
        one
        for one in selectors(sheet)
        if not is_scoped(one, ROOTS[title]) and not CHARTS.fullmatch(one)
    ]
    assert astray == []


@pytest.mark.parametrize("title", TITLES)
def test_no_class_of_a_board_is_styled_for_all_pages(title: str) -> None:
    used = used_classes(title)
    assert len(used) > 20
    for sheet in SITE.glob("*.css"):
        styled = global_classes(sheet.read_text(encoding="utf-8"))
        assert used & styled - SHARED == set(), sheet.name


@pytest.mark.parametrize("intruder", [".market", ".entered", ".harbor"])
def test_a_global_rule_for_a_class_of_a_board_is_found(intruder: str) -> None:
    css = (SITE / "site.css").read_text(encoding="utf-8") + intruder + " { width: 10px }"
    assert intruder[1:] in used_classes("tokyo-tsukiji-market") & global_classes(css) - SHARED


@pytest.mark.parametrize("title", TITLES)
def test_animations_of_a_board_have_names_of_their_own(title: str) -> None:
    """The names of `@keyframes` are global."""
    sheet = (folder(title) / "static" / "board.css").read_text(encoding="utf-8")
    named = re.compile(r"@keyframes ([\w-]+)")
    theirs = {
        name
        for one in SITE.glob("*.css")
        for name in named.findall(one.read_text(encoding="utf-8"))
    }
    assert not theirs & set(named.findall(sheet))
