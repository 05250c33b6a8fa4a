"""Where names go on a small map: larger in relation to it, so that they stay readable.

The sheet has the names of stations and wards in several sizes, each with its own positions; the
page shows those for the width of the map. Names avoid marks of links, stations with stores,
customers and each other. Positions are found by local search, starting from a fixed seed.
"""

import math
from random import Random
from typing import NamedTuple

from city import SIDES, STORE, Box, City, Point
from marks import MARK, marks
from standing import CUSTOMER, inside, standing

# Font sizes in map units: 14 pixels on a sheet that is 757, 636 or 596 pixels wide.
SIZES = {"l": 18.5, "m": 22.0, "s": 23.5}
WARD = 0.86  # the size of a ward's name, relative to a station's
LINE = 0.98  # height of a line
# The width of a bold letter, relative to its height: others are 0.6 wide, Japanese ones 1.
LETTERS = {"ijl ": 0.3, "ftr": 0.38, "M": 0.84, "mw": 0.9, "ABCDEGHKNOQRSTUY": 0.73}
SHIFTS = (-0.4, -0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3, 0.4)  # along the station, in widths of the name
GAPS = (-6, -3, 0, 6, 12, 18)  # between a store and the name
FEW = 30  # candidates that are tried for each name
TRIES = 5  # restarts of the search
SEED = 7
# What it costs to cover something, by unit of overlap.
ON_MARK, ON_STATION, ON_NAME = 90, 40, 60
ON_STANDS = (9, 7, 4, 2, 1, 1)
DROPPED = 240  # a ward whose name is left out


class Label(NamedTuple):
    """A possible place of a name: its lines, its first baseline and anchor, and what it covers."""

    lines: tuple[str, ...]
    at: Point
    anchor: str
    box: Box
    cost: float


class Lettering(NamedTuple):
    """The names of one size: stations, and those wards whose names have room."""

    size: float
    stations: dict[str, Label]
    wards: dict[str, Label]


def lettering(city: City) -> dict[str, Lettering]:
    """All sizes by name."""
    ground = _Ground.of(city)
    return {name: _placed(city, size, ground) for name, size in SIZES.items()}


class _Ground:
    """What names should not cover: circles, each with its price by unit of overlap."""

    def __init__(self, size: Point, circles: list[tuple[Point, float, float]]) -> None:
        self.size = size
        self.circles = circles

    @staticmethod
    def of(city: City) -> "_Ground":
        """Marks of links, stations with stores, and customers."""
        circles = [(p, MARK + 1.0, float(ON_MARK)) for p in marks(city).values()]
        circles += [(p, STORE - 2.0, float(ON_STATION)) for p in city.at.values()]
        for stands in standing(city).values():
            pairs = zip(stands, ON_STANDS, strict=True)
            circles += [(p, float(CUSTOMER), float(price)) for p, price in pairs]
        return _Ground((city.width, city.height), circles)

    def near(self, box: Box, own: Point | None = None) -> "_Ground":
        """What can be covered by something inside this area, except for its own station."""
        circles = [one for one in self.circles if _away(one[0], box) < one[1] and one[0] != own]
        return _Ground(self.size, circles)

    def cost(self, box: Box) -> float:
        """How bad it is to cover this area; infinite if it isn't on the map."""
        left, top, right, bottom = box
        if left < 2 or top < 2 or right > self.size[0] - 2 or bottom > self.size[1] - 2:
            return math.inf
        return sum(
            (radius - away) * price
            for p, radius, price in self.circles
            if (away := _away(p, box)) < radius
        )


def _away(p: Point, box: Box) -> float:
    left, top, right, bottom = box
    return math.hypot(max(left - p[0], 0, p[0] - right), max(top - p[1], 0, p[1] - bottom))


def _placed(city: City, size: float, ground: _Ground) -> Lettering:
    choices = {s["id"]: _for_station(city, s, size, ground) for s in city.stations}
    choices |= {f"ward {w['id']}": _for_ward(w, size, ground) for w in city.wards}
    found = _search(choices)
    wards = {w["id"]: found[f"ward {w['id']}"] for w in city.wards}
    return Lettering(
        size,
        {s["id"]: found[s["id"]] for s in city.stations},
        {name: label for name, label in wards.items() if label.lines},
    )


# --- Candidates


def _for_station(city: City, station: dict, size: float, ground: _Ground) -> list[Label]:
    """The places around a station, in one line or two, the best first."""
    found = []
    x, y = city.at[station["id"]]
    far = _width(station["name"]) * size + 2 * STORE
    ground = ground.near((x - far, y - 4 * size, x + far, y + 4 * size), (x, y))
    for lines in _breaks(station["name"]):
        for side in ("n", "s", "e", "w", "ne", "nw", "se", "sw"):
            for shift in SHIFTS if len(side) == 1 else (0,):
                for gap in GAPS:
                    around = (x, y), STORE + gap
                    label = _beside(around, lines, station["name_ja"], side, shift, size)
                    cost = ground.cost(label.box) + 12 * (len(lines) - 1)
                    cost += 0 if side == station["label"] else 4
                    found.append(label._replace(cost=cost + 10 * abs(shift) + abs(gap)))
    return sorted(found, key=lambda label: label.cost)[:FEW]


def _breaks(name: str) -> list[tuple[str, ...]]:
    """A name in one line, and in two if it has several words."""
    words = name.split()
    halves = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return [(name,), *halves]


def _beside(
    around: tuple[Point, float],
    lines: tuple[str, ...],
    japanese: str,
    side: str,
    shift: float,
    size: float,
) -> Label:
    at, reach = around
    dx = sum(SIDES[letter][0] for letter in side)
    dy = sum(SIDES[letter][1] for letter in side)
    away = reach if len(side) == 1 else reach * 0.72
    width = max(*map(_width, lines), len(japanese)) * size
    height = size * (0.76 + LINE * (len(lines) - 1))
    x = at[0] + dx * away + (0 if dx else shift * width)
    middle = at[1] - height / 2 + shift * size * 1.6
    top = {1: at[1] + away, 0: middle, -1: at[1] - away - height}[dy]
    left = {1: x, 0: x - width / 2, -1: x - width}[dx]
    anchor = {1: "start", 0: "middle", -1: "end"}[dx]
    # Japanese letters are higher.
    box = (left, top - size * 0.1, left + width, top + height + size * 0.18)
    return Label(lines, (x, top + size * 0.74), anchor, box, 0)


def _width(text: str) -> float:
    """The width of a name in bold letters, relative to their height."""
    widths = {letter: width for letters, width in LETTERS.items() for letter in letters}
    return sum(widths.get(letter, 0.6) for letter in text)


def _for_ward(ward: dict, size: float, ground: _Ground) -> list[Label]:
    """The places inside a ward, and none at all."""
    height = size * WARD
    width = max(_width(ward["name"]) * 0.93, len(ward["name_ja"])) * height  # not bold
    rings = [[tuple(p) for p in ring] for ring in ward["outlines"]]
    xs = [int(p[0]) for ring in rings for p in ring]
    ys = [int(p[1]) for ring in rings for p in ring]
    ground = ground.near((min(xs) - width, min(ys) - height, max(xs) + width, max(ys) + height))
    found = [Label((), (0, 0), "", (-9, -9, -9, -9), DROPPED)]
    for x in range(min(xs), max(xs), 10):
        for y in range(min(ys), max(ys), 10):
            if not any(inside((x, y), ring) for ring in rings):
                continue
            box = (x - width / 2, y - height * 0.4, x + width / 2, y + height * 0.5)
            cost = ground.cost(box) / 2 + math.dist((x, y), ward["label"]) / 4
            place = (x, y + height * 0.36)
            found.append(Label((ward["name"],), place, "middle", box, cost))
    return sorted(found, key=lambda label: label.cost)[: 2 * FEW]


# --- The search


def _search(choices: dict[str, list[Label]]) -> dict[str, Label]:
    """One candidate for each name, with the least total cost that was found."""
    names = [*choices]
    near = {name: _neighbours(name, choices) for name in names}
    rng = Random(SEED)  # the same each time
    best, least = {}, math.inf
    for _ in range(TRIES):
        chosen = {name: rng.choice(choices[name][:4]) for name in names}
        changed = True
        while changed:
            changed = False
            for name in rng.sample(names, len(names)):
                others = [chosen[other].box for other in near[name]]
                label = min(choices[name], key=lambda one: one.cost + _overlaps(one.box, others))
                if label is not chosen[name]:
                    gain = _total(chosen[name], others) - _total(label, others)
                    changed |= gain > 0.01
                    chosen[name] = label
        total = sum(label.cost for label in chosen.values())
        total += sum(
            _overlaps(chosen[name].box, [chosen[other].box for other in near[name]]) / 2
            for name in names
        )
        if total < least:
            best, least = chosen, total
    return best


def _total(label: Label, others: list[Box]) -> float:
    return label.cost + _overlaps(label.box, others)


def _neighbours(name: str, choices: dict[str, list[Label]]) -> list[str]:
    """The names that could touch this one."""
    around = _around(choices[name])
    return [
        other
        for other, labels in choices.items()
        if other != name and _overlap(around, _around(labels)) > 0
    ]


def _around(labels: list[Label]) -> Box:
    boxes = [label.box for label in labels if label.lines]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _overlaps(box: Box, others: list[Box]) -> float:
    return sum(_overlap(box, other) for other in others) * ON_NAME


def _overlap(one: Box, other: Box) -> float:
    across = min(one[2], other[2]) - max(one[0], other[0]) + 4
    down = min(one[3], other[3]) - max(one[1], other[1])
    return min(across, down) if across > 0 and down > 0 else 0.0
