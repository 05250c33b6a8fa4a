"""Dumps: those of the first version, with their fields in groups, can still be read."""

import json
from pathlib import Path
from typing import Any

import pytest

import ichiba
from tokyo_tsukiji_market.scene import GAME, table

# Positions with the moves that led to them, as the first version dumped them.
OLD: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "old_dumps.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("old", OLD, ids=lambda old: old["in"])
def test_a_dump_of_the_first_version_can_be_restored(old: dict[str, Any]) -> None:
    state = GAME.new(old["players"], seed=old["seed"], **old["options"])
    for move in old["moves"]:
        seat, _, notation = move.partition(" ")
        state.apply(int(seat), GAME.parse(notation))
    restored = GAME.restore(old["dump"])
    assert restored.dump() == state.dump()
    assert [restored.legal(seat) for seat in restored.actors] == [
        state.legal(seat) for seat in state.actors
    ]


def test_a_dump_of_the_first_version_that_lacks_a_field_is_refused() -> None:
    dump = OLD[0]["dump"]
    ints = {name: value for name, value in dump["ints"].items() if name != "points"}
    with pytest.raises(ichiba.PositionError, match="points"):
        GAME.restore({**dump, "ints": ints})


def test_a_dump_with_an_item_that_does_not_exist_is_refused() -> None:
    dump = table(2).dump()
    harbor: Any = dump["harbor"]
    with pytest.raises(ichiba.PositionError):
        GAME.restore({**dump, "harbor": [[1 << 20], *harbor[1:]]})


def test_a_dump_with_seven_players_is_refused() -> None:
    with pytest.raises(ichiba.PositionError):
        GAME.restore({**table(2).dump(), "players": 7})
