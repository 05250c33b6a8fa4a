"""The set-up: fill the queue, deal hands, choose the first player."""

from ichiba.games.shinjuku.cards import take_card
from ichiba.games.shinjuku.city import ward_names
from ichiba.games.shinjuku.data import HAND
from ichiba.games.shinjuku.queue import fill_queue
from ichiba.games.shinjuku.table import ShinjukuTable
from ichiba.games.shinjuku.turn import begin_turn


def set_up(table: ShinjukuTable) -> None:
    """Choose the first player, fill the queue, deal hands and begin the first turn."""
    table.first = table.player = table.rng.below(table.setup.players)
    if table.log is not None:
        table.tell("first_player", seat=table.first)
    fill_queue(table)
    for seat in table.setup.everyone:
        _deal(table, seat)
    begin_turn(table)


def _deal(table: ShinjukuTable, seat: int) -> None:
    hand = table.rng.take(table.deck, HAND)
    for ward in hand:
        take_card(table, seat, ward)
    if table.log is not None:
        table.tell("drawn", only=seat, seat=seat, cards=ward_names(hand))
