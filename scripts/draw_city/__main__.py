"""Draws a city of Shinjuku for the site: `python scripts/draw_city tokyo`.

It generates two files in `board/static` from `cities/<city>.toml`. `<city>.svg` is the drawing
(ground, wards, links, stations, names). `<city>.css` has a class with the position of each thing on
the map, because the content security policy of the site forbids inline styles. Both files are under
version control. With `--check` the script only compares them with the data; a test does this.
"""

import sys

from city import TITLE, City
from drawing import draw
from places import places


def main(arguments: list[str]) -> int:
    """Write the files, or with --check report which of them are out of date."""
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
                sys.stderr.write(f"{file.name} is out of date: {name}.toml has changed\n")
                stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
