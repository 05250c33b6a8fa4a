"""Bots of other packages: by an entry point, or by the path of a class."""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import ichiba
from command import run
from ichiba import bots
from ichiba.arena.playing import play_bots
from ichiba.bots import outside

MODULE = '''
class First:
    """Takes the first legal action."""

    def __init__(self, rng):
        self.rng = rng

    def choose(self, observer):
        return observer.legal()[0]


class Buyer(First):
    titles = ("tsukiji",)


class Broken:
    def __init__(self):
        pass


number = 5
'''
ENTRIES = """
[ichiba.bots]
first = outsiders:First
buyer = outsiders:Buyer
gone = outsiders:Nobody
strong = outsiders:First
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An installed package with bots."""
    (tmp_path / "outsiders.py").write_text(MODULE)
    info = tmp_path / "outsiders-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: outsiders\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRIES)
    caches = (outside.installed, outside.names)
    for one in caches:
        one.cache_clear()
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    sys.modules.pop("outsiders", None)
    for one in caches:
        one.cache_clear()


def test_installed_bots_come_after_ours(package: Path) -> None:
    tsukiji, shinjuku = ichiba.load("tsukiji"), ichiba.load("shinjuku")
    assert bots.names(tsukiji)[-2:] == ("buyer", "first")
    assert bots.names(shinjuku)[-2:] == (bots.MASTER, "first"), "Buyer plays only Tsukiji"
    assert bots.names(tsukiji).count("strong") == 1
    assert type(bots.make("strong", tsukiji, Random(1))).__module__ != "outsiders", "ours stays"
    assert bots.usual(tsukiji) == bots.STRONG
    bots.check("first", tsukiji)  # people can choose it


def test_they_play(package: Path) -> None:
    game = ichiba.load("tsukiji")
    by_name = play_bots(game, ["first", "random"], 3, {})
    by_path = play_bots(game, ["outsiders:First", "random"], 3, {})
    assert by_name == by_path


def test_the_commands_know_them(package: Path) -> None:
    said = run("simulate", "tsukiji", "--games", "2", "--bots", "first,random")
    assert said.returncode == 0, said.stderr
    said = run("arena", "tsukiji", "--games", "2", "--bots", "buyer,random", "--jobs", "1")
    assert said.returncode == 0, said.stderr
    assert "first: a bot of another package" in run("games", "tsukiji").stdout


def test_a_module_in_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "my_module.py").write_text(MODULE)
    said = run("simulate", "tsukiji", "--games", "4", "--bots", "my_module:First,random",
               "--jobs", "2", cwd=tmp_path)  # fmt: skip
    assert said.returncode == 0, said.stderr
    assert "my_module:First" in said.stdout
    sys.modules.pop("my_module", None)


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("gone", "can't be used: AttributeError"),
        ("outsiders:Nobody", "can't be used: AttributeError"),
        ("outsiders:number", "it is not a class"),
        ("no_such_module:Bot", "can't be used: ModuleNotFoundError"),
        ("buyer", "doesn't play Shinjuku"),
        ("greedy:x", "not a bot with a budget"),
        ("third", "There is no bot called"),
    ],
)
def test_whatever_cannot_be_used_is_refused(package: Path, name: str, problem: str) -> None:
    with pytest.raises(ichiba.SetupError, match=problem):
        bots.make(name, ichiba.load("shinjuku"), Random(1))


@pytest.mark.parametrize("name", ["outsiders:First", "os:system", "gone"])
def test_visitors_cannot_choose_a_path(package: Path, name: str) -> None:
    with pytest.raises(ichiba.SetupError, match="There is no bot called"):
        bots.check(name, ichiba.load("tsukiji"))


def test_a_local_site_offers_them(package: Path) -> None:
    from ichiba.site.titles.characters import first_of, levels_of

    game = ichiba.load("tsukiji")
    levels = {level.bot: level for level in levels_of(game)}
    assert {"first", "buyer", bots.STRONG} <= {*levels}
    assert levels["first"].offer == "First bot"
    assert first_of(game, "first").name
