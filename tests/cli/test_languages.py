"""The terminal speaks the language of `LANG`, with translations from a folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import pseudo
from command import run
from ichiba.core.words.translations import folders

NAMES = ("Tsukiji", "Aki", "Ben", "Goro", "Kiku", "Rin", "Umeda", "Tatsu", "ichiba")


@pytest.fixture
def _pseudo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    pseudo.write(tmp_path)
    monkeypatch.setenv("ICHIBA_TRANSLATIONS", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "")
    monkeypatch.setenv("LC_MESSAGES", "")
    monkeypatch.setenv("LANG", "en_XA.UTF-8")
    yield
    folders.remove(tmp_path)


@pytest.mark.usefixtures("_pseudo")
def test_a_game_in_the_terminal_is_in_the_language(tmp_path: Path) -> None:
    typed = "why buy 1\nrubbish\n4\nu\nq\n"
    done = run(
        "play", "tsukiji", "--seat", "Aki", "--seed", "3", typed=typed, cwd=tmp_path, data=tmp_path
    )
    assert done.returncode == 0, done.stderr
    wrong = [
        line
        for line in done.stdout.splitlines()
        if pseudo.english(pseudo.outside(line), (*NAMES, str(tmp_path)))
    ]
    assert wrong == []
    assert "[" in done.stdout


@pytest.mark.usefixtures("_pseudo")
def test_a_story_and_an_error_are_in_the_language(tmp_path: Path) -> None:
    saved = Path(__file__).parent.parent / "tsukiji" / "games"
    record = next(saved.glob("*.json"))
    told = run("replay", str(record), "--story", cwd=tmp_path).stdout
    assert len(told) > 500
    assert {pseudo.english(pseudo.outside(line), NAMES) for line in told.splitlines()} == {""}
    failed = run("games", "chess", cwd=tmp_path)
    assert failed.returncode == 2
    assert "[" in failed.stderr


@pytest.mark.usefixtures("_pseudo")
def test_other_languages_fall_back_to_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "tlh_QO.UTF-8")
    assert "[" not in run("games", "chess", cwd=tmp_path).stderr


def test_a_folder_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ICHIBA_TRANSLATIONS", "/no/such/folder")
    done = run("games")
    assert done.returncode == 2
    assert "ICHIBA_TRANSLATIONS must be the path of a folder" in done.stderr
