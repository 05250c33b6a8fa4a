"""Setting up: markers, the first player and money. Then the first round begins."""

from ichiba.games.tsukiji.box import BOX
from ichiba.games.tsukiji.data import ON_MARKET
from ichiba.games.tsukiji.round import begin_round
from ichiba.games.tsukiji.table import TsukijiTable


def set_up(table: TsukijiTable) -> None:
    """Place the markers, choose the first player, give out money, and begin."""
    players = table.setup.players
    table.spaces = table.rng.take(BOX.market.start.value[:], len(ON_MARKET))
    table.past_spaces = (tuple(table.spaces),)
    table.first = table.rng.below(players)
    for place in range(players):
        seat = (table.first + place) % players
        table.money[seat] = BOX.first_money.value + place * BOX.money_step.value
    if table.log is not None:
        table.tell("first_player", seat=table.first)
    begin_round(table)
