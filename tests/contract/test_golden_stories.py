"""Golden logs: the stories of golden games as text, so that a changed sentence is seen in a diff.

A file `stories/<game>.seat-<n>.txt` is what one player reads. After a change, write it again:
`ichiba replay tests/<title>/games/<game>.json --story --details --seat <n> > <file>`.
"""

from pathlib import Path

import pytest

import ichiba
from ichiba.cli.replay import story_lines

STORIES = sorted(Path(__file__).parent.parent.glob("*/stories/*.txt"))


@pytest.mark.parametrize("file", STORIES, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_a_golden_game_is_told_as_before(file: Path) -> None:
    game, _, seat = file.stem.partition(".seat-")
    match = ichiba.Match.load(file.parent.parent / "games" / f"{game}.json")
    told = story_lines(match, int(seat) - 1, details=True)
    assert told == file.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", ichiba.games())
def test_every_title_has_a_golden_story(name: str) -> None:
    assert [file for file in STORIES if file.parts[-3] == name.replace("-", "_")]
