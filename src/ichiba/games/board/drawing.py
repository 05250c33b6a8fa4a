"""Pictures of positions: a sheet on which a title draws what a spectator sees, as SVG.

The pictures are for links, animations and the front page. They take their symbols from the same
library as the boards, but no style sheet, so each colour is written out, for one theme.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Final
from xml.sax.saxutils import escape, quoteattr

# The box in which a title draws.
WIDTH: Final = 740
HEIGHT: Final = 560
SHAPES: Final = ("circle", "square", "triangle", "diamond", "hexagon", "cross")
_FAMILIES: Final = {
    "sans": "'Source Sans Pro', 'Segoe UI', Roboto, 'Noto Sans', sans-serif",
    "serif": "'Source Serif Pro', 'Iowan Old Style', Palatino, 'Noto Serif', Georgia, serif",
}
_LIGHT: Final = {
    "ground": "#f6f1e6", "card": "#fffcf5", "ink": "#22303a", "muted": "#5c6770",
    "line": "#ddd3bf", "indigo": "#1f4e79", "vermilion": "#b93722", "moss": "#456a3f",
    "sea": "#bfdde3", "glow": "#f6d998", "symbol-ink": "#22303a",
    "p0": "#b93722", "p1": "#1f4e79", "p2": "#456a3f", "p3": "#8f6208", "p4": "#7a4069",
    "p5": "#4a5560",
}  # fmt: skip
_DARK: Final = {
    "ground": "#131c24", "card": "#1d2a35", "ink": "#ece6d8", "muted": "#a3b0ba",
    "line": "#33434f", "indigo": "#7fb2e5", "vermilion": "#f0836b", "moss": "#8fbf85",
    "sea": "#24414c", "glow": "#6b5526", "symbol-ink": "#0c141a",
    "p0": "#f0836b", "p1": "#7fb2e5", "p2": "#8fbf85", "p3": "#e2b253", "p4": "#c78db5",
    "p5": "#a3b0ba",
}  # fmt: skip
# The colours of `site.css`, by theme.
PALETTES: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType({
    "light": MappingProxyType(_LIGHT),
    "dark": MappingProxyType(_DARK),
})  # fmt: skip
# How wide characters are on average, as a part of the size of the letters.
_NARROW, _WIDE = 0.51, 1.0
_EAST_ASIAN = 0x2E80  # from here on, most characters are as wide as they are high


class Sheet:
    """A drawing in the making. Lengths are in pixels, colours are names of the palette."""

    def __init__(self, theme: str = "light") -> None:
        self.theme = theme
        self.symbols: dict[str, None] = {}  # those that are used, in order
        self._palette = PALETTES[theme]
        self._parts: list[str] = []

    def color(self, name: str) -> str:
        """The colour with this name; a value such as `#fff` stays."""
        return self._palette.get(name, name)

    def content(self) -> str:
        """Everything that was drawn."""
        return "".join(self._parts)

    def add(self, markup: str) -> None:
        """Add markup that is already complete."""
        self._parts.append(markup)

    @contextmanager
    def moved(self, x: float, y: float, scale: float = 1) -> Iterator[None]:
        """Draw relative to a point, and larger or smaller."""
        zoom = "" if scale == 1 else f" scale({scale:g})"
        self.add(f'<g transform="translate({x:g} {y:g}){zoom}">')
        yield
        self.add("</g>")

    @contextmanager
    def window(self, width: float, height: float, scale: float) -> Iterator[None]:
        """Draw something larger or smaller from the origin, and only what is inside its edges."""
        self.add(
            f'<svg width="{width * scale:g}" height="{height * scale:g}"'
            f' viewBox="0 0 {width:g} {height:g}">'
        )
        yield
        self.add("</svg>")

    @contextmanager
    def faint(self, opacity: float) -> Iterator[None]:
        """Draw something that matters less."""
        self.add(f'<g opacity="{opacity:g}">')
        yield
        self.add("</g>")

    def rect(
        self, x: float, y: float, width: float, height: float, fill: str, *, radius: float = 0,
        stroke: str = "", line: float = 1.5,
    ) -> None:  # fmt: skip
        """Draw a rectangle."""
        rounded = f' rx="{radius:g}"' if radius else ""
        self.add(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{rounded}'
            f"{self._paint(fill, stroke, line)}/>"
        )

    def circle(
        self, x: float, y: float, radius: float, fill: str, *, stroke: str = "", line: float = 1.5
    ) -> None:
        """Draw a circle around a point."""
        self.add(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}"{self._paint(fill, stroke, line)}/>')

    def path(
        self, shape: str, *, fill: str = "none", stroke: str = "", line: float = 1.5,
        dashes: str = "",
    ) -> None:  # fmt: skip
        """Draw a path."""
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        self.add(f'<path d="{shape}"{self._paint(fill, stroke, line)}{dashed}/>')

    def text(
        self, x: float, y: float, content: str, size: float, *, fill: str = "ink",
        bold: bool = False, anchor: str = "start", family: str = "sans", room: float | None = None,
    ) -> None:  # fmt: skip
        """Write a line of text from its left end, its middle or its right end, on a base line.

        What doesn't fit into the room ends in "…".
        """
        shown = content if room is None else shortened(content, size, room)
        weight = ' font-weight="700"' if bold else ""
        placed = "" if anchor == "start" else f' text-anchor="{anchor}"'
        self.add(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}"{weight}{placed}'
            f" font-family={quoteattr(_FAMILIES[family])}"
            f' fill="{self.color(fill)}">{escape(shown)}</text>'
        )

    def symbol(self, name: str, x: float, y: float, size: float, *, color: str = "ink") -> None:
        """Draw a symbol of the library with its upper left corner at a point."""
        self.symbols[name] = None
        self.add(
            f'<use href="#{name}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"'
            f' color="{self.color(color)}"/>'
        )

    def mark(self, seat: int, x: float, y: float, size: float) -> None:
        """Draw a player's shape in the player's colour."""
        self.symbol(f"player-{SHAPES[seat]}", x, y, size, color=f"p{seat}")

    def _paint(self, fill: str, stroke: str, line: float) -> str:
        lined = f' stroke="{self.color(stroke)}" stroke-width="{line:g}"' if stroke else ""
        return f' fill="{self.color(fill)}"{lined}'


def width_of(text: str, size: float) -> float:
    """About how wide a text is."""
    wide = sum(ord(character) >= _EAST_ASIAN for character in text)
    return size * (wide * _WIDE + (len(text) - wide) * _NARROW)


def shortened(text: str, size: float, room: float) -> str:
    """The text, or its beginning if there isn't enough room for it."""
    if width_of(text, size) <= room:
        return text
    while text and width_of(text, size) + size * _NARROW > room:
        text = text[:-1]
    return f"{text.rstrip()}…"
