"""The walks in docs/architecture.md: short enough, and each stop is where they say."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
LONGEST = {
    "A person's move": 10, "A bot's move": 6, "A contest": 6, "Add a setting": 2,
    "Add a level": 3, "Add an option": 6, "Add a page": 3, "Add a market": 5,
}  # fmt: skip


def stops(walk: str) -> list[str]:
    """The numbered lines below the title of a walk."""
    _, _, rest = DOCUMENT.partition(f"\n**{walk}")
    found = re.search(r"(?:^\d+\. .*\n)+", rest, re.MULTILINE)
    assert found, walk
    return found[0].splitlines()


@pytest.mark.parametrize(("walk", "most"), LONGEST.items())
def test_a_walk_is_short_and_leads_somewhere(walk: str, most: int) -> None:
    found = stops(walk)
    assert len(found) <= most
    for stop in found:
        named = re.fullmatch(r"\d+\. `([^`]+)`: `([^`]+)`", stop)
        if named is None:
            assert "The module that needs it" in stop
            continue
        text = (ROOT / named[1]).read_text(encoding="utf-8")
        assert re.search(rf"(?<![A-Za-z]){re.escape(named[2])}(?![A-Za-z])", text), stop
