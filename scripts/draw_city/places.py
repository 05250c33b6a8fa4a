"""The places: a style sheet that says where everything stands, in parts of the sheet."""

import math

from city import City, Point, number
from outlines import tints
from standing import standing


def places(city: City) -> str:
    """The style sheet: where everything stands, in parts of the drawing."""
    prefix = f".shinjuku .{city.name}"
    rules = [f"/* Written by scripts/draw_city out of cities/{city.name}.toml; change those. */"]
    rules.append(f"{prefix} .sheet {{ aspect-ratio: {city.width} / {city.height}; }}")
    spots = {f"at-{name}": p for name, p in city.at.items()}
    middles = {f"on-{a}-{b}": city.middle((a, b)) for a, b in city.links}
    wards = {f"in-{w['id']}": tuple(w["label"]) for w in city.wards}
    for group in (spots, middles, wards):
        for name, p in group.items():
            room = min(math.dist(p, other) for key, other in group.items() if key != name)
            room = room / city.width * 100
            rules.append(f"{prefix} .{name} {{ {_place(city, p)} --room: {number(room)}cqw; }}")
    for ward, stands in standing(city).items():
        for place, p in enumerate(stands, start=1):
            rules.append(f"{prefix} .stand-{ward}-{place} {{ {_place(city, p)} }}")
    for ward, tint in tints(city).items():
        rules.append(f"{prefix} .ward-{ward} {{ fill: var(--tint-{tint}); }}")
        rules.append(
            f'.shinjuku:has([data-ward="{ward}"]:is(:hover, :focus-within)) '
            f".{city.name} .ward-{ward} {{ fill: var(--lit); }}"
        )
    return "\n".join(rules) + "\n"


def _place(city: City, p: Point) -> str:
    left, top = p[0] / city.width * 100, p[1] / city.height * 100
    return f"left: {number(left)}%; top: {number(top)}%;"
