"""The parts of which reports are made: one HTML file each, with its charts and style inside."""

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files


def document(title: str, parts: Iterable[str]) -> str:
    """A whole page."""
    style = files("ichiba.arena").joinpath("report.css").read_text(encoding="utf-8")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{escape(title)}</h1>\n" + "\n".join(parts) + "\n</main>\n</body>\n</html>\n"
    )


def section(title: str, told: str, content: str) -> str:
    """A part with a heading, a sentence about what it shows, and that."""
    return (
        f'<section>\n<h2>{escape(title)}</h2>\n<p class="muted">{escape(told)}</p>\n'
        f"{content}\n</section>"
    )


def table(head: Sequence[str], rows: Iterable[Sequence[str]], sentences: Sequence[str] = ()) -> str:
    """A table whose rows begin with their headings. Columns of sentences wrap."""
    css = [' class="sentence"' if cell in sentences else "" for cell in head]
    top = "".join(
        f'<th scope="col"{look}>{escape(cell)}</th>' for look, cell in zip(css, head, strict=True)
    )
    body = "".join(
        f'<tr><th scope="row">{escape(first)}</th>'
        + "".join(
            f"<td{look}>{escape(cell)}</td>" for look, cell in zip(css[1:], rest, strict=True)
        )
        + "</tr>"
        for first, *rest in rows
    )
    whole = f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
    return wide(head[0], whole)


def wide(title: str, content: str) -> str:
    """A table that scrolls by itself where the window is too narrow."""
    label = escape(title)
    return f'<div class="wide" role="region" aria-label="{label}" tabindex="0">{content}</div>'
