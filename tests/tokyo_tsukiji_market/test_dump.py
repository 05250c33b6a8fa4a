"""Dumps that cannot be restored are refused."""

from typing import Any

import pytest

import ichiba
from tokyo_tsukiji_market.scene import GAME, table


def test_a_dump_of_an_older_revision_is_refused_in_words() -> None:
    with pytest.raises(ichiba.PositionError, match="revision 2"):
        GAME.restore({**table(2).dump(), "revision": 2})


def test_a_dump_with_an_item_that_does_not_exist_is_refused() -> None:
    dump = table(2).dump()
    harbor: Any = dump["harbor"]
    with pytest.raises(ichiba.PositionError):
        GAME.restore({**dump, "harbor": [[1 << 20], *harbor[1:]]})


def test_a_dump_with_seven_players_is_refused() -> None:
    with pytest.raises(ichiba.PositionError):
        GAME.restore({**table(2).dump(), "players": 7})
