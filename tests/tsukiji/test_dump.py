"""Dumps that cannot be restored are refused."""

import pytest

import ichiba
from tsukiji.scene import TSUKIJI, table


def test_a_dump_with_an_unknown_field_is_refused() -> None:
    with pytest.raises(ichiba.PositionError, match="“weather”"):
        TSUKIJI.restore({**table(2).dump(), "weather": "fine"})


def test_a_dump_that_lacks_a_card_is_refused() -> None:
    dump = table(2).dump()
    deck = dump["deck"]
    assert isinstance(deck, list)
    with pytest.raises(ichiba.PositionError):
        TSUKIJI.restore({**dump, "deck": deck[1:]})
