"""Draws a city of Shinjuku for the site: `scripts/draw_city.py tokyo`, with `--check` to compare.

Out of `cities/<city>.toml` come two files in `board/static`: `<city>.svg`, the drawing itself
(ground, wards, links, stations, names), and `<city>.css`, the places of all that stands on it. The
content policy of the site forbids inline styles, so that a place has to be a class. Both files are
kept with the project, and a test says when they are not in step with the data.
"""

import math
import sys
import tomllib
from pathlib import Path

TITLE = Path(__file__).parent.parent / "src/ichiba/games/shinjuku"

Point = tuple[float, float]
Box = tuple[float, float, float, float]
Line = tuple[Point, Point]

APART = 48  # two stations are drawn at least so far apart, so that two stores fit
STATION = 9  # radius of a station without a store
STORE = 21  # and of what may stand there
CUSTOMER = 15  # radius of a customer
SPOTS = 6  # kinds of customers that can stand in a ward
LETTER = 0.56  # width of a letter by its height
NAME, WARD_NAME = 16.5, 15.0  # height of letters
TINTS = 5
RESERVE = {"n": (0, -1), "s": (0, 1), "e": (1, 0), "w": (-1, 0)}

# What a city has besides its data: rivers along the borders of wards, and ornaments.
RIVERS = {
    "tokyo": [
        ("kita", "adachi"), ("arakawa", "adachi"), ("arakawa", "sumida"), ("taito", "sumida"),
        ("sumida", "chuo"), ("chuo", "koto"), ("adachi", "katsushika"), ("sumida", "katsushika"),
        ("sumida", "edogawa"), ("koto", "edogawa"), ("edogawa", "katsushika"),
    ],
}  # fmt: skip


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


# --- Outlines: corners are rounded, and neighbours keep one border between them


def rounded(city: City) -> dict[str, str]:
    """By ward, its outline as a path."""
    fixed = _junctions(city)
    return {
        ward["id"]: " ".join(_ring([tuple(p) for p in ring], fixed) for ring in ward["outlines"])
        for ward in city.wards
    }


def _junctions(city: City) -> set[Point]:
    """Points that stay where they are: where three borders meet, and on the edge of the sheet."""
    neighbours: dict[Point, set[Point]] = {}
    for ward in city.wards:
        for ring in ward["outlines"]:
            points = [tuple(p) for p in ring]
            for a, b in zip(points, points[1:] + points[:1], strict=True):
                neighbours.setdefault(a, set()).add(b)
                neighbours.setdefault(b, set()).add(a)
    edge = (0, city.width)
    return {
        p for p, near in neighbours.items() if len(near) > 2 or p[0] in edge or p[1] in (0, 1100)
    }


def _ring(points: list[Point], fixed: set[Point]) -> str:
    """A closed line whose corners pull at it without being touched, except for fixed ones."""
    start = _between(points[-1], points[0], fixed)
    parts = [f"M{_pair(start)}"]
    for here, after in zip(points, points[1:] + points[:1], strict=True):
        end = _between(here, after, fixed)
        if here in fixed:
            parts.append(f"L{_pair(here)}L{_pair(end)}")
        else:
            parts.append(f"Q{_pair(here)} {_pair(end)}")
    return "".join(parts) + "Z"


def _between(a: Point, b: Point, fixed: set[Point]) -> Point:
    """Where the curve of one corner ends and that of the next begins."""
    if a in fixed:
        return a
    if b in fixed:
        return b
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def rivers(city: City) -> list[str]:
    """The borders that are rivers, as open paths."""
    rings = {w["id"]: [tuple(p) for ring in w["outlines"] for p in ring] for w in city.wards}
    fixed = _junctions(city)
    paths = []
    for one, other in RIVERS.get(city.name, []):
        shared = set(rings[other])
        for run in _runs(rings[one], shared):
            parts = [f"M{_pair(run[0])}"]
            for here, after in zip(run[1:], [*run[2:], run[-1]], strict=True):
                here_fixed = here in fixed or here == run[-1]
                end = here if here_fixed else _between(here, after, fixed | {run[-1]})
                parts.append(f"L{_pair(here)}" if here_fixed else f"Q{_pair(here)} {_pair(end)}")
            paths.append("".join(parts))
    return paths


def _runs(ring: list[Point], shared: set[Point]) -> list[list[Point]]:
    """The parts of a ring whose points are all shared, two points or more."""
    start = next((n for n, p in enumerate(ring) if p not in shared), 0)
    runs: list[list[Point]] = [[]]
    for point in ring[start:] + ring[:start]:
        if point in shared:
            runs[-1].append(point)
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if len(run) > 1]


def tints(city: City) -> dict[str, int]:
    """By ward, one of a few tints, so that no two neighbours have the same."""
    points = {w["id"]: {tuple(p) for ring in w["outlines"] for p in ring} for w in city.wards}
    chosen: dict[str, int] = {}
    used = [0] * TINTS
    for ward in sorted(points, key=lambda w: -sum(bool(points[w] & points[o]) for o in points)):
        taken = {chosen[other] for other in chosen if points[ward] & points[other]}
        free = [tint for tint in range(TINTS) if tint not in taken] or [*range(TINTS)]
        chosen[ward] = min(free, key=lambda tint: (used[tint], tint))
        used[chosen[ward]] += 1
    return chosen


# --- Names of stations and wards


def name_place(city: City, station: dict) -> tuple[float, float, str]:
    """Where a station's name begins, ends or is centred: x, baseline, anchor."""
    x, y = city.at[station["id"]]
    side = station["label"]
    dx = sum(RESERVE[letter][0] for letter in side)
    dy = sum(RESERVE[letter][1] for letter in side)
    away = STORE + 1 if len(side) == 1 else STORE * 0.72
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


# --- Where customers stand


def standing(city: City) -> dict[str, list[Point]]:
    """By ward, places for customers that cover no station, name or link if that can be."""
    boxes = [name_box(city, s) for s in city.stations] + [ward_box(w) for w in city.wards]
    lines = [(city.at[a], city.at[b]) for a, b in city.links + city.permanent]
    stands: dict[str, list[Point]] = {}
    taken: list[Point] = []
    for ward in sorted(city.wards, key=_size):  # small wards choose first
        stands[ward["id"]] = _spots(city, ward, boxes, lines, taken)
        taken += stands[ward["id"]]
    return {ward["id"]: stands[ward["id"]] for ward in city.wards}


def _size(ward: dict) -> float:
    """A measure of its area: that of its largest outline."""
    return max(
        abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(ring, ring[1:], strict=False)))
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
            if any(_inside(p, ring) for ring in rings):
                found.append((_cost(p, ward["label"], boxes, lines, edges), p))
    found.sort()
    spots: list[Point] = []
    for _, p in found:
        if all(math.dist(p, other) >= 2 * CUSTOMER + 1 for other in spots + taken):
            spots.append(p)
    if len(spots) < SPOTS:
        raise ValueError(f"{ward['id']} has room for {len(spots)} customers only")
    return spots[:SPOTS]


def _box_of(line: Line) -> Box:
    (ax, ay), (bx, by) = line
    return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)


def _touch(one: Box, other: Box) -> bool:
    """Whether two boxes are so near that a customer in one could cover something of the other."""
    far = STORE + CUSTOMER + 2
    return (
        one[0] < other[2] + far
        and other[0] < one[2] + far
        and one[1] < other[3] + far
        and other[1] < one[3] + far
    )


def _cost(p: Point, label: Point, boxes: list[Box], lines: list[Line], edges: list[Line]) -> float:
    """How bad a place is: far from the ward's name, or on something that is to be seen."""
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


def _inside(p: Point, ring: list[Point]) -> bool:
    inside = False
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        if (ay > p[1]) != (by > p[1]) and p[0] < (bx - ax) * (p[1] - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def _distance(p: Point, a: Point, b: Point) -> float:
    (px, py), (ax, ay), (bx, by) = p, a, b
    dx, dy = bx - ax, by - ay
    along = max(0.0, min(1.0, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy)))
    return math.dist(p, (ax + along * dx, ay + along * dy))


# --- The drawing


def draw(city: City) -> str:
    """The whole file of symbols."""
    outlines = rounded(city)
    wards = "\n".join(f'<path id="ward-{name}" d="{path}"/>' for name, path in outlines.items())
    shapes = "\n".join(_shape(city, ward) for ward in city.wards)
    links = "\n".join(_line(city, link) for link in city.links + city.permanent)
    coast = "".join(f'<use href="#ward-{name}"/>' for name in outlines)
    river = "".join(f'<path d="{path}"/>' for path in rivers(city))
    return f"""<svg xmlns="http://www.w3.org/2000/svg">
<!-- Written by scripts/draw_city.py out of cities/{city.name}.toml; change those. -->
<defs>
{wards}
{links}
</defs>
{shapes}
<g id="ground">
{ORNAMENTS.get(city.name, "")}
<g fill="none" stroke="var(--shore)" stroke-width="16" stroke-linejoin="round">{coast}</g>
<g fill="none" stroke="var(--shallows)" stroke-width="7" stroke-linejoin="round">{coast}</g>
</g>
<g id="rivers" fill="none" stroke="var(--river)" stroke-width="6" stroke-linecap="round">{river}</g>
<g id="links" fill="none">
{_links(city)}
</g>
<g id="stations">
{_stations(city)}
</g>
{_ward_names(city, "ward-names", "name")}
{_ward_names(city, "ward-names-ja", "name_ja")}
{_names(city, "names", "name")}
{_names(city, "names-ja", "name_ja")}
</svg>
"""


def _shape(city: City, ward: dict) -> str:
    """A ward alone, for its cards."""
    xs = [min(max(p[0], 0), city.width) for ring in ward["outlines"] for p in ring]
    ys = [min(max(p[1], 0), city.height) for ring in ward["outlines"] for p in ring]
    left, top = min(xs) - 6, min(ys) - 6
    box = f"{left} {top} {max(xs) - left + 6} {max(ys) - top + 6}"
    return (
        f'<symbol id="shape-{ward["id"]}" viewBox="{box}"><use href="#ward-{ward["id"]}"/></symbol>'
    )


def _links(city: City) -> str:
    lines = "".join(f'<use href="#link-{a}-{b}"/>' for a, b in city.links)
    always = "".join(f'<use href="#link-{a}-{b}"/>' for a, b in city.permanent)
    return (
        f'<g stroke="var(--halo)" stroke-width="5" opacity="0.8">{lines}</g>\n'
        f'<g stroke="var(--thin)" stroke-width="1.8" stroke-dasharray="7 4">{lines}</g>\n'
        f'<g stroke="var(--ink)" stroke-width="11">{always}</g>\n'
        f'<g stroke="var(--card)" stroke-width="7">{always}</g>\n'
        f'<g stroke="var(--ink)" stroke-width="7" stroke-dasharray="2 4">{always}</g>'
    )


def _line(city: City, link: tuple[str, str]) -> str:
    a, b = link
    return f'<path id="link-{a}-{b}" d="M{_pair(city.at[a])}L{_pair(city.at[b])}"/>'


PETAL = "M0 0C-9-4-9-14-3.500-18L0-15L3.500-18C9-14 9-4 0 0Z"


def _stations(city: City) -> str:
    drawn = [f'<defs><path id="petal" d="{PETAL}"/></defs>']
    for station in city.stations:
        x, y = city.at[station["id"]]
        if station["department"]:
            place = f"translate({_number(x)} {_number(y)})"
            petals = "".join(
                f'<use href="#petal" transform="{place} rotate({turn})"/>'
                for turn in range(0, 360, 72)
            )
            drawn.append(f'<g fill="var(--petal)" stroke="var(--petal-edge)">{petals}</g>')
        radius = 6.5 if station["department"] else STATION
        drawn.append(
            f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{radius}" fill="var(--card)" '
            f'stroke="var(--ink)" stroke-width="2.5"/>'
        )
    return "\n".join(drawn)


HALO = 'paint-order="stroke" stroke-linejoin="round" stroke="var(--halo)"'


def _ward_names(city: City, name: str, key: str) -> str:
    """Wards' names, in one language."""
    texts = "".join(
        f'<text x="{ward["label"][0]}" y="{ward["label"][1]}">{ward[key]}</text>'
        for ward in city.wards
    )
    return (
        f'<g id="{name}" fill="var(--ward-name)" {HALO} stroke-width="3" text-anchor="middle" '
        f'font-size="{WARD_NAME}px" dominant-baseline="central">{texts}</g>'
    )


def _names(city: City, name: str, key: str) -> str:
    """Stations' names, in one language."""
    texts = ""
    for station in city.stations:
        x, y, anchor = name_place(city, station)
        place = f'x="{_number(x)}" y="{_number(y)}" text-anchor="{anchor}"'
        texts += f"<text {place}>{station[key]}</text>"
    return (
        f'<g id="{name}" fill="var(--ink)" {HALO} stroke-width="4" font-weight="600" '
        f'font-size="var(--name-size, {NAME}px)">{texts}</g>'
    )


WAVES = (
    (700, (900, 932, 964)), (716, (884, 916, 948, 980)), (732, (900, 932)),
    (802, (590, 622)), (818, (606, 638)), (842, (868, 900)), (858, (884, 916)), (874, (900, 932)),
)  # fmt: skip


def _waves() -> str:
    """Seigaiha scales in the open bay, in loose groups."""
    drawn = []
    for y, xs in WAVES:
        for x in xs:
            for radius in (15, 9.5, 4):
                drawn.append(f"M{x - radius} {y}A{radius} {radius} 0 0 1 {x + radius} {y}")
    return f'<path fill="none" stroke="var(--wave)" stroke-width="1.600" d="{"".join(drawn)}"/>'


ORNAMENTS = {
    "tokyo": (
        _waves()
        # Across the Tama river: hills, and Fuji far away.
        + '<path fill="var(--beyond)" d="M-5 768C20 768 40 790 62 806C90 826 118 846 146 862'
        'C166 874 180 884 186 900H-5Z"/>'
        '<path fill="var(--fuji)" d="M-5 892C34 872 48 846 60 830C68 827 78 827 86 830'
        'C98 846 112 872 152 892Z"/>'
        '<path fill="var(--snow)" d="M49 846L60 830C68 827 78 827 86 830L97 846L89 842L82 850'
        'L73 842L65 850L57 842Z"/>'
        # North is up.
        '<g transform="translate(944 792)" stroke-linejoin="round">'
        '<circle r="30" fill="none" stroke="var(--wave)" stroke-width="2"/>'
        '<path fill="var(--compass)" d="M0-26L7 0H-7Z"/><path fill="none" stroke="var(--compass)" '
        'stroke-width="1.500" d="M-7 0H7L0 26Z"/>'
        '<text y="-36" text-anchor="middle" font-size="16" fill="var(--compass)">N</text></g>'
    ),
}


# --- The places


def places(city: City) -> str:
    """The style sheet: where everything stands, in parts of the drawing."""
    prefix = f".shinjuku .{city.name}"
    rules = [f"/* Written by scripts/draw_city.py out of cities/{city.name}.toml; change those. */"]
    rules.append(f"{prefix} .sheet {{ aspect-ratio: {city.width} / {city.height}; }}")
    spots = {f"at-{name}": p for name, p in city.at.items()}
    middles = {f"on-{a}-{b}": city.middle((a, b)) for a, b in city.links}
    wards = {f"in-{w['id']}": tuple(w["label"]) for w in city.wards}
    for group in (spots, middles, wards):
        for name, p in group.items():
            room = min(math.dist(p, other) for key, other in group.items() if key != name)
            room = room / city.width * 100
            rules.append(f"{prefix} .{name} {{ {_place(city, p)} --room: {_number(room)}cqw; }}")
    for ward, stands in standing(city).items():
        for number, p in enumerate(stands, start=1):
            rules.append(f"{prefix} .stand-{ward}-{number} {{ {_place(city, p)} }}")
    for ward, tint in tints(city).items():
        rules.append(f"{prefix} .ward-{ward} {{ fill: var(--tint-{tint}); }}")
        rules.append(
            f'.shinjuku:has([data-ward="{ward}"]:is(:hover, :focus-within)) '
            f".{city.name} .ward-{ward} {{ fill: var(--lit); }}"
        )
    return "\n".join(rules) + "\n"


def _place(city: City, p: Point) -> str:
    left, top = p[0] / city.width * 100, p[1] / city.height * 100
    return f"left: {_number(left)}%; top: {_number(top)}%;"


def _pair(p: Point) -> str:
    return f"{_number(p[0])} {_number(p[1])}"


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def main(arguments: list[str]) -> int:
    """Write the files, or say which of them differ."""
    check = "--check" in arguments
    stale = 0
    for name in arguments:
        if name.startswith("-"):
            continue
        city = City(name)
        for ending, content in (("svg", draw(city)), ("css", places(city))):
            file = TITLE / "board/static" / f"{name}.{ending}"
            if not check:
                file.write_text(content, encoding="utf-8")
            elif not file.exists() or file.read_text(encoding="utf-8") != content:
                sys.stderr.write(f"{file.name} is not in step with {name}.toml\n")
                stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
