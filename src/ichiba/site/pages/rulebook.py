"""Turns a title's rules text (Markdown) into HTML, chapter by chapter."""

import re
from functools import lru_cache

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from markdown_it import MarkdownIt

from ichiba.core.game import Game
from ichiba.core.rules_text import END, INFERRED, RECONSTRUCTED, RULING, SIGNS, SYMBOL
from ichiba.core.words import Words
from ichiba.site.pages.templating import symbol

_NOTES = {INFERRED: "inferred", RECONSTRUCTED: "reconstructed"}
_SIGN = re.compile(f"[{INFERRED}{RECONSTRUCTED}]|[{RULING}{SYMBOL}]([^{END}]*){END}")


def chapters_as_html(game: Game) -> list[dict[str, object]]:
    """Return the name, title, symbol and HTML of every chapter."""
    return rendered(game.name, get_language() or "en")


@lru_cache
def rendered(name: str, language: str) -> list[dict[str, object]]:
    """Return the chapters of a title's rules in a language."""
    from ichiba.core.registry import load

    game = load(name)
    signs = _Signs(game, language)
    return [
        {
            "name": chapter.name,
            "title": chapter.title,
            "symbol": chapter.symbol,
            "html": _html(chapter.markdown, chapter.title, signs),
        }
        for chapter in game.rules(language)
    ]


def notes(language: str) -> list[dict[str, str]]:
    """Return the notes on the signs, each with its name."""
    words = Words((), language)
    names = ("inferred", "reconstructed", "ruling")
    return [{"name": name, "text": words.say(f"core.rules.{name}")} for name in names]


class _Signs:
    """Replaces the signs in a text by links to their notes, and names of symbols by pictures."""

    def __init__(self, game: Game, language: str) -> None:
        self.page = reverse("rules", args=[game.name])
        self.notes = {note["name"]: note["text"] for note in notes(language)}
        self.rulings = {one.name: one for one in game.rulings(language)}

    def __call__(self, sign: re.Match[str]) -> str:
        kind = sign[0][0]
        if kind == SYMBOL:
            return symbol(sign[1])
        if kind == RULING:
            ruling = self.rulings[sign[1]]
            return self._link(f"ruling-{ruling.name}", f"{ruling.subject}: {ruling.text}", kind)
        note = _NOTES[kind]
        return self._link(f"note-{note}", self.notes[note], kind)

    def _link(self, target: str, told: str, kind: str) -> str:
        link = '<a class="rule-sign" href="{}#{}" title="{}">{}</a>'
        return format_html(link, self.page, target, told, SIGNS[kind])


def _html(text: str, title: str, signs: _Signs) -> SafeString:
    # One parser for each text: a parser keeps state while it works, so threads can't share one.
    html: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    # Wide tables scroll in a box of their own, which can be reached by keyboard.
    box = format_html('<div class="rule-table" role="group" aria-label="{}" tabindex="0">', title)
    html = html.replace("<table>", f"{box}<table>").replace("</table>", "</table></div>")
    return mark_safe(_SIGN.sub(signs, html))  # noqa: S308 - our own text, HTML switched off
