"""Where the mark of a link goes: near its middle, away from names, stations and other marks."""

import math
from functools import cache

from city import DEPARTMENT, STORE, Box, City, Point, name_box, ward_box

MARK = 13  # radius of a mark, including its ring
STEPS = range(25, 76)  # allowed positions along the link, in percent
LANGUAGES = ("name", "name_ja")

Link = tuple[str, str]


@cache
def marks(city: City) -> dict[Link, Point]:
    """By link, the position of its mark: the owner's sign, or the plus button to choose it."""
    boxes = [name_box(city, s, language) for s in city.stations for language in LANGUAGES]
    boxes += [ward_box(ward) for ward in city.wards]
    stores = [(city.at[s["id"]], DEPARTMENT if s["department"] else STORE) for s in city.stations]
    found: dict[Link, Point] = {}
    for link in sorted(city.links, key=lambda link: _length(city, link)):  # short links first
        taken = [*found.values()]
        found[link] = min(
            (_along(city, link, step / 100) for step in STEPS),
            key=lambda p: _cost(p, city.middle(link), boxes, stores, taken),
        )
    return {link: found[link] for link in city.links}


def _length(city: City, link: Link) -> float:
    return math.dist(city.at[link[0]], city.at[link[1]])


def _along(city: City, link: Link, part: float) -> Point:
    (ax, ay), (bx, by) = city.at[link[0]], city.at[link[1]]
    return ax + (bx - ax) * part, ay + (by - ay) * part


def _cost(
    p: Point, middle: Point, boxes: list[Box], stores: list[tuple[Point, int]], taken: list[Point]
) -> float:
    """How bad a position is: names count most, then other marks, stores and the distance."""
    cost = math.dist(p, middle) / 100
    for left, top, right, bottom in boxes:
        away = math.hypot(max(left - p[0], 0, p[0] - right), max(top - p[1], 0, p[1] - bottom))
        cost += max(0.0, MARK - away) * 100
    for at, radius in stores:
        cost += max(0.0, radius + MARK - 4 - math.dist(p, at))
    for other in taken:
        cost += max(0.0, 2 * MARK - math.dist(p, other)) * 10
    return cost
