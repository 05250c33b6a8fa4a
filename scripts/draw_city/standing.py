"""Where customers stand: in their ward, near its name, without covering anything else."""

import math
from functools import cache
from itertools import pairwise

from city import STORE, Box, City, Line, Point, name_box, ward_box
from marks import MARK, marks

CUSTOMER = 15  # radius of a customer
SPOTS = 6  # kinds of customers that can stand in a ward


@cache
def standing(city: City) -> dict[str, list[Point]]:
    """By ward, positions for customers that cover no station, and no name or link if possible."""
    boxes = [name_box(city, s) for s in city.stations] + [_button(w) for w in city.wards]
    boxes += [_around(p) for p in marks(city).values()]
    lines = [(city.at[a], city.at[b]) for a, b in city.links + city.permanent]
    stands: dict[str, list[Point]] = {}
    taken: list[Point] = []
    for ward in sorted(city.wards, key=_size):  # small wards first
        stands[ward["id"]] = _spots(city, ward, boxes, lines, taken)
        taken += stands[ward["id"]]
    return {ward["id"]: stands[ward["id"]] for ward in city.wards}


def _size(ward: dict) -> float:
    """A measure of the area of a ward: twice that of its largest outline."""
    return max(
        abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise(ring)))
        for ring in ward["outlines"]
    )


def _spots(
    city: City, ward: dict, boxes: list[Box], lines: list[Line], taken: list[Point]
) -> list[Point]:
    rings = [[tuple(p) for p in ring] for ring in ward["outlines"]]
    edges = [e for ring in rings for e in zip(ring, ring[1:] + ring[:1], strict=True)]
    xs = [p[0] for ring in rings for p in ring]
    ys = [p[1] for ring in rings for p in ring]
    around = (min(xs), min(ys), max(xs), max(ys))
    boxes = [box for box in boxes if _touch(box, around)]
    lines = [line for line in lines if _touch(_box_of(line), around)]
    stations = [at for at in city.at.values() if _touch((*at, *at), around)]
    found: list[tuple[float, Point]] = []
    for x in range(max(20, min(xs)), min(city.width - 20, max(xs)), 4):
        for y in range(max(20, min(ys)), min(city.height - 20, max(ys)), 4):
            p = (x, y)
            if any(math.dist(p, at) < STORE + CUSTOMER + 2 for at in stations):
                continue
            if any(inside(p, ring) for ring in rings):
                found.append((_cost(p, ward["label"], boxes, lines, edges), p))
    found.sort()
    spots: list[Point] = []
    for _, p in found:
        if all(math.dist(p, other) >= 2 * CUSTOMER + 1 for other in spots + taken):
            spots.append(p)
    if len(spots) < SPOTS:
        raise ValueError(f"{ward['id']} has room for only {len(spots)} customers")
    return spots[:SPOTS]


def _button(ward: dict) -> Box:
    """The area that a ward's name covers as a button, in bold and with a ring."""
    left, _, right, _ = ward_box(ward)
    return left - 8, ward["label"][1] - 13, right + 8, ward["label"][1] + 13


def _around(p: Point) -> Box:
    return p[0] - MARK, p[1] - MARK, p[0] + MARK, p[1] + MARK


def _box_of(line: Line) -> Box:
    (ax, ay), (bx, by) = line
    return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)


def _touch(one: Box, other: Box) -> bool:
    """Whether two boxes are so close that a customer in one could cover part of the other."""
    far = STORE + CUSTOMER + 2
    return (
        one[0] < other[2] + far
        and other[0] < one[2] + far
        and one[1] < other[3] + far
        and other[1] < one[3] + far
    )


def _cost(p: Point, label: Point, boxes: list[Box], lines: list[Line], edges: list[Line]) -> float:
    """How bad a position is: far from the ward's name, or covering something."""
    cost = math.dist(p, label)
    for left, top, right, bottom in boxes:
        overlap = CUSTOMER - math.hypot(
            max(left - p[0], 0, p[0] - right), max(top - p[1], 0, p[1] - bottom)
        )
        cost += max(0.0, overlap) * 25
    for reach, price, segments in ((CUSTOMER + 4, 6, lines), (CUSTOMER, 4, edges)):
        for a, b in segments:
            cost += max(0.0, reach - _distance(p, a, b)) * price
    return cost


def inside(p: Point, ring: list[Point]) -> bool:
    """Whether a point is inside an outline."""
    is_in = False
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        if (ay > p[1]) != (by > p[1]) and p[0] < (bx - ax) * (p[1] - ay) / (by - ay) + ax:
            is_in = not is_in
    return is_in


def _distance(p: Point, a: Point, b: Point) -> float:
    (px, py), (ax, ay), (bx, by) = p, a, b
    dx, dy = bx - ax, by - ay
    along = max(0.0, min(1.0, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy)))
    return math.dist(p, (ax + along * dx, ay + along * dy))
