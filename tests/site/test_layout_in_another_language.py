"""A game can be played in the pseudo-language, in which everything is two fifths longer.

All decisions are in sight, nothing covers them, and nothing scrolls sideways. How well each label
fits into its box is not checked: that depends on the words of a real language.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

import pseudo
from layout_rules import SIZES, Size
from layout_walk import Walk
from server_process import SeededServer

_, DESK, _, SMALL, _, PHONE, _ = SIZES
NEEDED = ("prompt", "way on", "every way", "focus", "sideways", "under the tray", "target")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SeededServer]:
    folder = tmp_path_factory.mktemp("translations")
    pseudo.write(folder)
    running = SeededServer(tmp_path_factory.mktemp("xa"), ICHIBA_TRANSLATIONS=str(folder))
    yield running
    running.stop()
    assert not running.errors(), running.log()


@pytest.mark.parametrize(
    ("title", "size"), [("tsukiji", PHONE), ("shinjuku", DESK), ("ttm", SMALL)], ids=str
)
def test_every_decision_is_in_sight(  # type: ignore[no-untyped-def]
    people, server: SeededServer, tmp_path: Path, title: str, size: Size
) -> None:
    page = people(**size.context("light"), locale="en-XA")
    walk = Walk(page, size, tmp_path, f"{title}-{size}-{pseudo.LANGUAGE}", 7)
    walk.start(title, server)
    assert page.locator("html").get_attribute("lang") == pseudo.LANGUAGE
    walk.go(12)
    assert walk.decisions == 12
    wrong = [what for kind, what in walk.reader.found.items() if kind.startswith(NEEDED)]
    assert not wrong, "\n".join(wrong)
