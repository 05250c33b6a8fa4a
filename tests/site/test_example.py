"""The API example plays a whole game on a real server."""

import subprocess
import sys
from pathlib import Path

import pytest

import ichiba
from patience import PATIENCE
from server_process import Server

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "play_by_api.py"


@pytest.mark.parametrize(
    "title",
    [
        pytest.param(title, marks=[pytest.mark.long] if title != "tsukiji" else [])
        for title in ichiba.games()
    ],
)
def test_the_example_plays_a_whole_game(server: Server, title: str) -> None:
    played = subprocess.run(
        [sys.executable, str(EXAMPLE), server.url, title],
        capture_output=True,
        text=True,
        timeout=5 * PATIENCE,
        check=False,
    )
    assert played.returncode == 0, played.stderr
    assert "Example: " in played.stdout
    assert "moves." in played.stdout.splitlines()[-1]


def test_the_example_tells_what_is_refused(server: Server) -> None:
    played = subprocess.run(
        [sys.executable, str(EXAMPLE), server.url, "go"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert played.returncode == 1
    assert "404: There is nothing at this address." in played.stderr
