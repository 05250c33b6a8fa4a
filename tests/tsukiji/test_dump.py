"""Dumps: fields that got another name can still be read."""

import pytest

import ichiba
from tsukiji.scene import TSUKIJI, lay, table


def test_a_dump_of_the_first_version_can_be_restored() -> None:
    state = table(2)
    lay(state, "0 1 2", "2 1 0")
    dump = state.dump()
    old = {**dump}
    old["history"] = old.pop("past_spaces")
    assert TSUKIJI.restore(old).dump() == dump


def test_a_dump_with_an_unknown_field_is_refused() -> None:
    with pytest.raises(ichiba.PositionError, match="unknown field `weather`"):
        TSUKIJI.restore({**table(2).dump(), "weather": "fine"})


def test_a_dump_that_lacks_a_card_is_refused() -> None:
    dump = table(2).dump()
    deck = dump["deck"]
    assert isinstance(deck, list)
    with pytest.raises(ichiba.PositionError):
        TSUKIJI.restore({**dump, "deck": deck[1:]})
