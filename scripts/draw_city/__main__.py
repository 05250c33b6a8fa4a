"""Draws a city of Shinjuku for the site: `scripts/draw_city tokyo`, with `--check` to compare.

Out of `cities/<city>.toml` come two files in `board/static`: `<city>.svg`, the drawing itself
(ground, wards, links, stations, names), and `<city>.css`, the places of all that stands on it. The
content policy of the site forbids inline styles, so that a place has to be a class. Both files are
kept with the project, and a test says when they are not in step with the data.
"""

import sys

from city import TITLE, City
from drawing import draw
from places import places


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
