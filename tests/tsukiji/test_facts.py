"""Boards take products, tickets and spaces from the data: each fact is written once."""

from ichiba.games.tsukiji import data
from ichiba.games.tsukiji.board import terminal, web


def test_boards_take_their_facts_from_the_data() -> None:
    assert web.PRODUCTS is data.PRODUCTS
    assert web.TICKETS is data.TICKETS
    assert web.LAST_SPACE == terminal.LAST_SPACE == data.BOX.market.spaces.value
