"""Turns a title's rules text (Markdown) into HTML, chapter by chapter."""

from functools import lru_cache

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from markdown_it import MarkdownIt

from ichiba.core.game import Game


def chapters_as_html(game: Game) -> list[dict[str, object]]:
    """Return the name, title and HTML of every chapter."""
    return _rendered(game.name, get_language() or "en")


@lru_cache
def _rendered(name: str, language: str) -> list[dict[str, object]]:
    from ichiba.core.registry import load

    return [
        {"name": chapter.name, "title": chapter.title, "html": _html(chapter.text)}
        for chapter in load(name).rules(language)
    ]


def _html(text: str) -> SafeString:
    # One parser for each text: a parser keeps state while it works, so threads can't share one.
    html: str = MarkdownIt("commonmark", {"html": False}).render(text)
    return mark_safe(html)  # noqa: S308 - our own text, HTML switched off
