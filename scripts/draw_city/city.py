"""The data of a city, and where its stations and names are drawn on the map."""

import math
import tomllib
from pathlib import Path

TITLE = Path(__file__).parents[2] / "src/ichiba/games/shinjuku"

Point = tuple[float, float]
Box = tuple[float, float, float, float]
Line = tuple[Point, Point]

APART = 48  # minimum distance between two stations, so that two stores fit
STATION = 9  # radius of a station without a store
STORE = 21  # radius of a store
DEPARTMENT = 25
LETTER = 0.56  # width of a letter, relative to its height
WIDE_LETTER = 0.6  # the same in a wider font, which must not touch a mark either
JAPANESE_LETTER = 1.0
NAME, WARD_NAME = 16.5, 15.0  # font sizes
SIDES = {"n": (0, -1), "s": (0, 1), "e": (1, 0), "w": (-1, 0)}


class City:
    """The data of a city, with the positions at which things are drawn."""

    def __init__(self, name: str) -> None:
        data = tomllib.loads((TITLE / "cities" / f"{name}.toml").read_text(encoding="utf-8"))
        self.name = name
        self.width, self.height = data["sheet"]
        self.wards = data["wards"]
        self.stations = data["stations"]
        self.links = [(a, b) for a, b in data["links"]]
        self.permanent = [(a, b) for a, b in data["permanent"]]
        self.at: dict[str, Point] = {s["id"]: tuple(s["at"]) for s in self.stations}
        for a, b in self.links + self.permanent:
            self._spread(a, b)

    def _spread(self, a: str, b: str) -> None:
        """Move two stations apart if they are too close together."""
        (ax, ay), (bx, by) = self.at[a], self.at[b]
        length = math.dist((ax, ay), (bx, by))
        if length < APART:
            push = (APART - length) / 2 / length
            self.at[a] = (ax - (bx - ax) * push, ay - (by - ay) * push)
            self.at[b] = (bx + (bx - ax) * push, by + (by - ay) * push)

    def middle(self, link: tuple[str, str]) -> Point:
        """The point halfway between two stations."""
        (ax, ay), (bx, by) = self.at[link[0]], self.at[link[1]]
        return (ax + bx) / 2, (ay + by) / 2


def name_place(city: City, station: dict) -> tuple[float, float, str]:
    """The position of a station's name: x, baseline and text anchor."""
    x, y = city.at[station["id"]]
    side = station["label"]
    dx = sum(SIDES[letter][0] for letter in side)
    dy = sum(SIDES[letter][1] for letter in side)
    reach = DEPARTMENT if station["department"] else STORE
    away = reach + 1 if len(side) == 1 else reach * 0.72
    anchor = {1: "start", 0: "middle", -1: "end"}[dx]
    baseline = {1: NAME * 0.78, 0: NAME * 0.34, -1: -NAME * 0.08}[dy]
    x += dx * away
    if not dx:  # keep a centred name on the map
        half = len(station["name"]) * NAME * WIDE_LETTER / 2 + 5
        x = min(max(x, half), city.width - half)
    return x, y + dy * away + baseline, anchor


def name_box(city: City, station: dict, language: str = "name") -> Box:
    """The largest area that a station's name can cover, in English or Japanese (`name_ja`)."""
    x, y, anchor = name_place(city, station)
    letter = JAPANESE_LETTER if language == "name_ja" else WIDE_LETTER
    width = len(station[language]) * NAME * letter
    left = {"start": x, "middle": x - width / 2, "end": x - width}[anchor]
    return left, y - NAME * 0.8, left + width, y + NAME * 0.2


def ward_box(ward: dict) -> Box:
    """The area that a ward's name covers."""
    x, y = ward["label"]
    half = len(ward["name"]) * WARD_NAME * LETTER * 1.15 / 2
    return x - half, y - WARD_NAME * 0.7, x + half, y + WARD_NAME * 0.5


def pair(p: Point) -> str:
    """A point in the syntax of an SVG path."""
    return f"{number(p[0])} {number(p[1])}"


def number(value: float) -> str:
    """A number with at most two decimals and no trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
