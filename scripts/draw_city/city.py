"""A city's data, and where its stations and names are drawn on the sheet."""

import math
import tomllib
from pathlib import Path

TITLE = Path(__file__).parents[2] / "src/ichiba/games/shinjuku"

Point = tuple[float, float]
Box = tuple[float, float, float, float]
Line = tuple[Point, Point]

APART = 48  # two stations are drawn at least so far apart, so that two stores fit
STATION = 9  # radius of a station without a store
STORE = 21  # and of what may stand there
DEPARTMENT = 25
LETTER = 0.56  # width of a letter by its height
NAME, WARD_NAME = 16.5, 15.0  # height of letters
SIDES = {"n": (0, -1), "s": (0, 1), "e": (1, 0), "w": (-1, 0)}


class City:
    """A city's data, with places as they are drawn."""

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
        """Stations that are neighbours to the touch are drawn a little further apart."""
        (ax, ay), (bx, by) = self.at[a], self.at[b]
        length = math.dist((ax, ay), (bx, by))
        if length < APART:
            push = (APART - length) / 2 / length
            self.at[a] = (ax - (bx - ax) * push, ay - (by - ay) * push)
            self.at[b] = (bx + (bx - ax) * push, by + (by - ay) * push)

    def middle(self, link: tuple[str, str]) -> Point:
        """Where a piece of track carries its owner's mark, and where it is chosen."""
        (ax, ay), (bx, by) = self.at[link[0]], self.at[link[1]]
        return (ax + bx) / 2, (ay + by) / 2


def name_place(city: City, station: dict) -> tuple[float, float, str]:
    """Where a station's name begins, ends or is centred: x, baseline, anchor."""
    x, y = city.at[station["id"]]
    side = station["label"]
    dx = sum(SIDES[letter][0] for letter in side)
    dy = sum(SIDES[letter][1] for letter in side)
    reach = DEPARTMENT if station["department"] else STORE
    away = reach + 1 if len(side) == 1 else reach * 0.72
    anchor = {1: "start", 0: "middle", -1: "end"}[dx]
    baseline = {1: NAME * 0.78, 0: NAME * 0.34, -1: -NAME * 0.08}[dy]
    x += dx * away
    if not dx:  # a centred name stays on the sheet
        half = len(station["name"]) * NAME * LETTER / 2 + 5
        x = min(max(x, half), city.width - half)
    return x, y + dy * away + baseline, anchor


def name_box(city: City, station: dict) -> Box:
    """What a station's name covers."""
    x, y, anchor = name_place(city, station)
    width = len(station["name"]) * NAME * LETTER
    left = {"start": x, "middle": x - width / 2, "end": x - width}[anchor]
    return left, y - NAME * 0.8, left + width, y + NAME * 0.2


def ward_box(ward: dict) -> Box:
    """What a ward's name covers."""
    x, y = ward["label"]
    half = len(ward["name"]) * WARD_NAME * LETTER * 1.15 / 2
    return x - half, y - WARD_NAME * 0.7, x + half, y + WARD_NAME * 0.5


def pair(p: Point) -> str:
    """A point as it is written in a path."""
    return f"{number(p[0])} {number(p[1])}"


def number(value: float) -> str:
    """A number, no longer than it has to be."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
