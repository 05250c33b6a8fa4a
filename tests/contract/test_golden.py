"""Golden games: records of whole games with their results. Every file in a games folder is a test.

They change only together with the rules revision of a title.
"""

from pathlib import Path

import pytest

import ichiba

GAMES = sorted(Path(__file__).parent.parent.glob("*/games/*.json"))


@pytest.mark.parametrize("file", GAMES, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_golden_game_still_ends_as_it_did(file: Path) -> None:
    recorded = ichiba.Record.load(file)
    assert recorded.result is not None
    match = ichiba.Match.load(file)
    assert match.state.actors == ()
    assert list(match.state.scores) == recorded.result.scores
    assert list(match.state.winners) == recorded.result.winners
    assert match.record.encode() == file.read_bytes(), (
        "saving the record again must give the same file"
    )


@pytest.mark.parametrize("name", ichiba.games())
def test_every_title_has_golden_games(name: str) -> None:
    title = name.replace("-", "_")
    players = {ichiba.Record.load(file).players for file in GAMES if file.parts[-3] == title}
    game = ichiba.load(name)
    assert players == set(range(game.min_players, game.max_players + 1))
