"""Titles with other numbers: which changes are possible, and that records and positions of a game
with changes are not taken for those of the printed one."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from ichiba.core.changing import LARGEST, leaves_of, parse, printed
from ichiba.core.errors import PositionError, RecordError, SetupError
from ichiba.core.match import Match
from ichiba.core.record import Record
from ichiba.core.registry import change, games, load

MARKET = "tokyo-tsukiji-market"

PLAYED = """
import json, sys
from ichiba.arena import Plan, play_all, record_of
from ichiba.core.registry import change, load
change("tsukiji", {"refusal": 5, "players.3.tiles.0.price": 11})
game = load("tsukiji")
plan = Plan("tsukiji", ("random",) * 3, 1, 4, game.check(3, 4, {}), moves=True)
record_of(plan, play_all(plan)[0][0]).save(sys.argv[1])
state = game.new(3, seed=4)
print(json.dumps({"price": max(tile["price"] for tile in state.view(None)["tiles"]),
                  "dump": state.dump()}))
"""


def parsed(title: str, *given: str) -> dict[str, int]:
    return parse(title, load(title).package, given)


def run(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a script in a process of its own, in which no title is loaded."""
    command = [sys.executable, "-c", script, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("title", games())
def test_every_number_can_be_changed_by_its_path(title: str) -> None:
    leaves = leaves_of(printed(load(title).package))
    assert len({leaf.path for leaf in leaves}) == len(leaves) > 20
    given = [f"{leaf.path}={leaf.value + 1}" for leaf in leaves]
    assert parsed(title, *given) == {leaf.path: leaf.value + 1 for leaf in leaves}


def test_paths_can_be_short_and_lists_whole() -> None:
    assert parsed("tsukiji", "tsukiji.refusal=5") == {"refusal": 5}
    assert parsed("tsukiji", "3.tiles.0.move=-2") == {"players.3.tiles.0.move": -2}
    assert parsed("tsukiji", "market.ranks=12,7,5,3,2") == {
        "market.ranks.0": 12,
        "market.ranks.4": 2,
    }
    assert parsed(MARKET, f"{MARKET}.mackerel.license=200") == {"fish.mackerel.price": 200}


def test_a_number_that_stays_is_no_change() -> None:
    assert parsed("tsukiji", "refusal=3") == {}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("refusl=5", "tsukiji has no number “refusl”. Do you mean one of these: refusal"),
        ("zzz=5", "tsukiji has no number “zzz”."),
        ("players.3.tiles=5", "tsukiji has no number “players.3.tiles”."),
        ("tiles.0.move=1", "could be several numbers: players.2.tiles.0.move"),
        ("refusal", "Write changes as path=value, not “refusal”."),
        ("refusal=much", "“refusal” must be a whole number, not “much”."),
        ("refusal=", "“refusal” must be a whole number, not “”."),
        ("refusal=-1", "tsukiji: “refusal” must be from 0 to 100000, not -1."),
        (f"refusal={LARGEST + 1}", "must be from 0 to 100000, not 100001."),
        ("market.ranks=1,2", "“market.ranks” takes 5 numbers, separated by commas, not 2."),
    ],
)  # fmt: skip
def test_wrong_changes_are_explained(given: str, told: str) -> None:
    with pytest.raises(SetupError) as error:
        parsed("tsukiji", given)
    assert told in str(error.value)


def test_a_number_is_changed_once() -> None:
    with pytest.raises(SetupError, match="changed twice"):
        parsed("tsukiji", "refusal=5", "tsukiji.refusal=6")


def test_a_loaded_title_keeps_its_numbers() -> None:
    load("tsukiji")
    change("tsukiji", {})
    with pytest.raises(SetupError, match="can't be changed any more"):
        change("tsukiji", {"refusal": 5})
    assert load("tsukiji").changes == {}


def test_printed_games_do_not_mention_changes() -> None:
    match = Match.new(load("tsukiji"), players=2, seed=1)
    assert b"changes" not in match.record.encode()
    assert "changes" not in match.state.dump()


def test_a_changed_game_is_not_taken_for_the_printed_one(tmp_path: Path) -> None:
    file = tmp_path / "changed.json"
    process = run(PLAYED, str(file))
    assert process.returncode == 0, process.stderr
    told = msgspec.json.decode(process.stdout)
    assert told["price"] == 11
    record = Record.load(file)
    assert record.changes == {"refusal": 5, "players.3.tiles.0.price": 11}
    with pytest.raises(
        RecordError, match=r"other numbers: refusal=5, players\.3\.tiles\.0\.price=11"
    ):
        Match.replay(record)
    with pytest.raises(RecordError, match="other numbers"):
        Match.resume(record)
    with pytest.raises(PositionError, match="other numbers"):
        load("tsukiji").restore(told["dump"])
    # Whoever removes the changes from the file is found out by the checksum.
    content = file.read_bytes().replace(b'"refusal": 5', b'"refusal": 3')
    with pytest.raises(RecordError, match="changed after it was saved"):
        Record.decode(content)
    # A process of its own replays it under its own numbers.
    command = [sys.executable, "-m", "ichiba", "replay", str(file), "--story"]
    shown = subprocess.run(command, capture_output=True, text=True, check=False)
    assert shown.returncode == 0, shown.stderr
    assert "wins" in shown.stdout


def test_impossible_numbers_are_explained_in_one_line() -> None:
    script = (
        "from ichiba.core.registry import change, load\n"
        "change('tsukiji', {'maguro.divisor': 0})\n"
        "try:\n    load('tsukiji')\nexcept ValueError as error:\n    print(error)\n"
    )
    process = run(script)
    assert process.stdout.startswith("tsukiji can't be played with maguro.divisor=0. ")
    assert process.stdout.count("\n") == 1


def test_groups_of_customers_count_as_many_as_there_are() -> None:
    """Shinjuku writes a group as one number, in which each kind has room for all customers."""
    script = (
        "from ichiba.core.registry import change\n"
        "change('shinjuku', {'customers.food.single': 70, 'customers.clothing.single': 200})\n"
        "from ichiba.games.shinjuku.customers import ONE, count_of, size_of\n"
        "group = 70 * ONE[0] + 200 * ONE[1]\n"
        "print(count_of(group, 0), count_of(group, 1), count_of(group, 2), size_of(group))\n"
    )
    assert run(script).stdout == "70 200 0 270\n"


def test_more_pieces_than_can_be_counted_are_refused() -> None:
    """Otherwise such a game could be played, but its own dumps could not be restored."""
    script = (
        "from ichiba.core.registry import change, load\n"
        "change('tokyo-tsukiji-market', {'fish.mackerel.barrels': 300})\n"
        "try:\n    load('tokyo-tsukiji-market')\nexcept ValueError as error:\n    print(error)\n"
    )
    told = run(script).stdout
    assert told.startswith("tokyo-tsukiji-market can't be played with fish.mackerel.barrels=300. ")
    assert "<= 255" in told
