"""Shinjuku as a picture: the map with track, stores and customers, as everybody sees it."""

import re
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from ichiba.core.game import View
from ichiba.core.words import Words
from ichiba.games.board.drawing import HEIGHT, WIDTH, Sheet
from ichiba.games.shinjuku.board.atlas import atlas_of
from ichiba.games.shinjuku.board.tokens import each

_STANDING: Final = 6  # customers of a ward that are drawn one by one
_STORE, _CUSTOMER = 56, 34
_LIGHT: Final = {
    "border": "#fffaec", "halo": "#fffbf0", "river": "#bfdde3", "shore": "#cbe4e9",
    "thin": "#a39b88", "face": "#fffdf8", "on-face": "#22303a", "petal": "#f4a9bc",
    "land": "#f1e4c6",
}  # fmt: skip
_DARK: Final = {
    "border": "#1a242c", "halo": "#131c24", "river": "#24414c", "shore": "#284854",
    "thin": "#6f7a7a", "face": "#f0e6d2", "on-face": "#22303a", "petal": "#c77e93",
    "land": "#3a3a2e",
}  # fmt: skip
# The map's own colours in `board.css`, by theme.
COLORS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType({"light": _LIGHT, "dark": _DARK})

Point = tuple[float, float]


class _Plan(NamedTuple):
    """Lines and places of a city, from its drawing on the site."""

    wards: dict[str, str]
    links: dict[str, str]
    rivers: str
    stations: dict[str, Point]
    stands: dict[str, Point]
    size: tuple[int, int]


def draw(sheet: Sheet, view: View, words: Words) -> None:
    """Draw a spectator's view."""
    _Picture(sheet, dict(view), words).draw()


@lru_cache
def _plan(city: str) -> _Plan:
    folder = files(__package__) / "static"
    drawing = (folder / f"{city}.svg").read_text(encoding="utf-8")
    places = (folder / f"{city}.css").read_text(encoding="utf-8")
    width, height = atlas_of(city).map.sheet

    def points(kind: str) -> dict[str, Point]:
        found = re.findall(rf"\.{kind}-([\w-]+) {{ left: ([\d.]+)%; top: ([\d.]+)%", places)
        return {
            name: (float(left) / 100 * width, float(top) / 100 * height)
            for name, left, top in found
        }

    def lines(kind: str) -> dict[str, str]:
        return dict(re.findall(rf'<path id="({kind}-[\w-]+)" d="([^"]+)"/>', drawing))

    rivers = re.search(r'<g id="rivers"[^>]*>(.*?)</g>', drawing)
    return _Plan(
        wards=lines("ward"),
        links=lines("link"),
        rivers=" ".join(re.findall(r'd="([^"]+)"', rivers[1])) if rivers else "",
        stations=points("at"),
        stands=points("stand"),
        size=(width, height),
    )


class _Picture:
    def __init__(self, sheet: Sheet, view: dict[str, Any], words: Words) -> None:
        self.sheet, self.view, self.words = sheet, view, words
        self.atlas, self.plan = atlas_of(view["city"]), _plan(view["city"])
        self.colors = COLORS[sheet.theme]

    def draw(self) -> None:
        width, height = self.plan.size
        with self.sheet.window(width, height, HEIGHT / height):
            self.sheet.rect(0, 0, width, height, "sea")
            self._land()
            self._links()
            self._stations()
            self._customers()
        self._queue(width * HEIGHT / height + 14)

    def _land(self) -> None:
        sheet, wards = self.sheet, self.plan.wards
        shore = " ".join(wards.values())
        sheet.path(shore, stroke=self.colors["shore"], line=16)
        for shape in wards.values():
            sheet.path(shape, fill=self.colors["land"], stroke=self.colors["border"], line=2)
        sheet.path(self.plan.rivers, stroke=self.colors["river"], line=6)

    def _links(self) -> None:
        sheet, links = self.sheet, self.plan.links
        for shape in links.values():
            sheet.path(shape, stroke=self.colors["thin"], line=2.4, dashes="8 5")
        for link, owner in self.view["track"].items():
            shape = links[self.atlas.between(*link.split("~"))]
            sheet.path(shape, stroke=self.colors["border"], line=17)
            sheet.path(shape, stroke=f"p{owner}", line=11)

    def _stations(self) -> None:
        sheet = self.sheet
        for name, (x, y) in self.plan.stations.items():
            store = self.view["stores"].get(name)
            if store is None:
                sheet.circle(x, y, 7, "card", stroke="ink", line=2.5)
                continue
            left, top = x - _STORE / 2, y - _STORE / 2
            big = store["good"] == "department"
            face = self.colors["petal"] if big else self.colors["face"]
            owner = f"p{store['owner']}"
            sheet.rect(left, top, _STORE, _STORE, face, radius=12, stroke=owner, line=6)
            sheet.symbol(
                "department-store" if big else store["good"], left + 9, top + 7, _STORE - 18,
                color=self.colors["on-face"],
            )  # fmt: skip
            sheet.circle(left + _STORE - 4, top + _STORE - 4, 15, self.colors["face"])
            sheet.mark(store["owner"], left + _STORE - 17, top + _STORE - 17, 26)

    def _customers(self) -> None:
        stands = self.plan.stands
        for ward, kinds in self.view["wards"].items():
            for place, token in enumerate(each(kinds, self.words, _STANDING), start=1):
                self._token(token, *stands[f"{ward}-{place}"])

    def _token(self, token: dict[str, object], x: float, y: float) -> None:
        """A customer, or several of a kind with their number."""
        sheet, inner = self.sheet, _CUSTOMER - 12
        edge = "vermilion" if token["double"] else "line"
        sheet.circle(x, y, _CUSTOMER / 2, self.colors["face"], stroke=edge, line=3)
        sheet.symbol(
            str(token["good"]), x - inner / 2, y - inner / 2, inner, color=self.colors["on-face"]
        )
        if int(str(token["count"])) > 1:
            sheet.circle(x + 15, y - 13, 12, "indigo")
            sheet.text(
                x + 15, y - 7, str(token["count"]), 18, fill="card", bold=True, anchor="middle"
            )

    def _queue(self, x: float) -> None:
        """Who waits, the next first, and the cards and customers that are left."""
        wide, slots = WIDTH - x, self.view["queue"]
        for place, slot in enumerate(slots):
            y = place * 96
            self.sheet.rect(x, y, wide, 88, "card", radius=8, stroke="line")
            self.sheet.text(x + 8, y + 22, str(place + 1), 16, fill="muted", bold=True)
            for row, token in enumerate(each(slot["customers"], self.words, 4)[:4]):
                self._token(token, x + wide * (0.42 + 0.36 * (row % 2)), y + 26 + 38 * (row // 2))
        for row, (symbol, count) in enumerate((("cards", "deck"), ("bag", "bag"))):
            y = HEIGHT - 76 + 38 * row
            self.sheet.symbol(symbol, x + 8, y, 30)
            self.sheet.text(x + 46, y + 22, str(self.view[count]), 22, bold=True)
