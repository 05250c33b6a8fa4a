"""The walks in docs/architecture.md: short enough, and each stop is where they say."""

import re
from pathlib import Path

import pytest

import ichiba

SOURCE = Path(ichiba.__file__).parent
DOCUMENT = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text(encoding="utf-8")
LONGEST = {
    "A person's move": 10, "A bot's move": 6, "a contest": 6, "a setting": 1, "a level": 3,
    "an option": 6, "a page": 3, "a market": 5,
}  # fmt: skip


def stops(walk: str) -> list[tuple[str, str]]:
    """The files of a walk, each with a name in it: from a list with a title, or from a table."""
    found = re.search(
        rf"^\*\*{walk}.*\n\n((?:\d+\. .*\n)+)|^\| {walk}(?:.* in `(.+?)`)?.*?\|(.*)\|$",
        DOCUMENT,
        re.MULTILINE,
    )
    assert found, walk
    listed, folder, row = found.groups()
    if listed:
        lines = [re.match(r"\d+\. `([^`]+)`: `([^`]+)`", line) for line in listed.splitlines()]
        assert all(lines), walk
        return [(line[1], line[2]) for line in lines if line]
    pairs = re.findall(r"`([^`]+)`: `([^`]+)`", row)
    return [(f"{folder}/{file}" if folder else file, name) for file, name in pairs]


@pytest.mark.parametrize(("walk", "most"), LONGEST.items())
def test_a_walk_is_short_and_leads_somewhere(walk: str, most: int) -> None:
    found = stops(walk)
    assert 1 <= len(found) <= most
    for file, name in found:
        text = (SOURCE / file).read_text(encoding="utf-8")
        assert re.search(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])", text), (file, name)
