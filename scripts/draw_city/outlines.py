"""The outlines of wards, with rounded corners. Neighbours share exactly one border."""

from city import City, Point, pair
from ornaments import RIVERS

TINTS = 5


def rounded(city: City) -> dict[str, str]:
    """By ward, its outline as an SVG path."""
    fixed = _junctions(city)
    return {
        ward["id"]: " ".join(_ring([tuple(p) for p in ring], fixed) for ring in ward["outlines"])
        for ward in city.wards
    }


def _junctions(city: City) -> set[Point]:
    """Points that are not rounded: where three borders meet, and on the edge of the map."""
    neighbours: dict[Point, set[Point]] = {}
    for ward in city.wards:
        for ring in ward["outlines"]:
            points = [tuple(p) for p in ring]
            for a, b in zip(points, points[1:] + points[:1], strict=True):
                neighbours.setdefault(a, set()).add(b)
                neighbours.setdefault(b, set()).add(a)
    return {
        p for p, near in neighbours.items() if len(near) > 2 or p[0] in (0, city.width) or not p[1]
    }


def _ring(points: list[Point], fixed: set[Point]) -> str:
    """A closed path whose corners are rounded, except for fixed ones."""
    start = _between(points[-1], points[0], fixed)
    parts = [f"M{pair(start)}"]
    for here, after in zip(points, points[1:] + points[:1], strict=True):
        end = _between(here, after, fixed)
        if here in fixed:
            parts.append(f"L{pair(here)}L{pair(end)}")
        else:
            parts.append(f"Q{pair(here)} {pair(end)}")
    return "".join(parts) + "Z"


def _between(a: Point, b: Point, fixed: set[Point]) -> Point:
    """The point where the curve of one corner ends and the next begins."""
    if a in fixed:
        return a
    if b in fixed:
        return b
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def rivers(city: City) -> list[str]:
    """The borders that are rivers, as open SVG paths."""
    rings = {w["id"]: [tuple(p) for ring in w["outlines"] for p in ring] for w in city.wards}
    fixed = _junctions(city)
    paths = []
    for one, other in RIVERS.get(city.name, []):
        shared = set(rings[other])
        for run in _runs(rings[one], shared):
            parts = [f"M{pair(run[0])}"]
            for here, after in zip(run[1:], [*run[2:], run[-1]], strict=True):
                here_fixed = here in fixed or here == run[-1]
                end = here if here_fixed else _between(here, after, fixed | {run[-1]})
                parts.append(f"L{pair(here)}" if here_fixed else f"Q{pair(here)} {pair(end)}")
            paths.append("".join(parts))
    return paths


def _runs(ring: list[Point], shared: set[Point]) -> list[list[Point]]:
    """The sequences of at least two neighbouring points of a ring that are shared."""
    start = next((n for n, p in enumerate(ring) if p not in shared), 0)
    runs: list[list[Point]] = [[]]
    for point in ring[start:] + ring[:start]:
        if point in shared:
            runs[-1].append(point)
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if len(run) > 1]


def tints(city: City) -> dict[str, int]:
    """By ward, one of a few tints, different from those of its neighbours if possible."""
    points = {w["id"]: {tuple(p) for ring in w["outlines"] for p in ring} for w in city.wards}
    chosen: dict[str, int] = {}
    used = [0] * TINTS
    for ward in sorted(points, key=lambda w: -sum(bool(points[w] & points[o]) for o in points)):
        taken = {chosen[other] for other in chosen if points[ward] & points[other]}
        free = [tint for tint in range(TINTS) if tint not in taken] or [*range(TINTS)]
        chosen[ward] = min(free, key=lambda tint: (used[tint], tint))
        used[chosen[ward]] += 1
    return chosen
