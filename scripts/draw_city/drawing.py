"""The drawing: a file of symbols and groups, coloured by the page that uses them."""

from city import NAME, STATION, WARD_NAME, City, name_place, number, pair
from ornaments import ORNAMENTS
from outlines import rivers, rounded


def draw(city: City) -> str:
    """The whole file of symbols."""
    outlines = rounded(city)
    wards = "\n".join(f'<path id="ward-{name}" d="{path}"/>' for name, path in outlines.items())
    shapes = "\n".join(_shape(city, ward) for ward in city.wards)
    links = "\n".join(_line(city, link) for link in city.links + city.permanent)
    coast = "".join(f'<use href="#ward-{name}"/>' for name in outlines)
    river = "".join(f'<path d="{path}"/>' for path in rivers(city))
    return f"""<svg xmlns="http://www.w3.org/2000/svg">
<!-- Written by scripts/draw_city out of cities/{city.name}.toml; change those. -->
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
    return f'<path id="link-{a}-{b}" d="M{pair(city.at[a])}L{pair(city.at[b])}"/>'


PETAL = "M0 0C-9-4-9-14-3.500-18L0-15L3.500-18C9-14 9-4 0 0Z"


def _stations(city: City) -> str:
    drawn = [f'<defs><path id="petal" d="{PETAL}"/></defs>']
    for station in city.stations:
        x, y = city.at[station["id"]]
        if station["department"]:
            place = f"translate({number(x)} {number(y)})"
            petals = "".join(
                f'<use href="#petal" transform="{place} rotate({turn})"/>'
                for turn in range(0, 360, 72)
            )
            drawn.append(f'<g fill="var(--petal)" stroke="var(--petal-edge)">{petals}</g>')
        radius = 6.5 if station["department"] else STATION
        drawn.append(
            f'<circle cx="{number(x)}" cy="{number(y)}" r="{radius}" fill="var(--card)" '
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
        place = f'x="{number(x)}" y="{number(y)}" text-anchor="{anchor}"'
        texts += f"<text {place}>{station[key]}</text>"
    return (
        f'<g id="{name}" fill="var(--ink)" {HALO} stroke-width="4" font-weight="600" '
        f'font-size="var(--name-size, {NAME}px)">{texts}</g>'
    )
