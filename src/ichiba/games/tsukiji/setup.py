"""The set-up: markers, the first player and money. Then the first round begins."""

from ichiba.core.rng import Rng
from ichiba.games.tsukiji.box import BOX
from ichiba.games.tsukiji.data import ALL_TICKETS, CARDS, ON_MARKET, PRODUCTS, Setup
from ichiba.games.tsukiji.round import begin_round
from ichiba.games.tsukiji.table import TsukijiTable


def set_up(table: TsukijiTable, setup: Setup, seed: int) -> None:
    """Place the markers, choose the first player, give out money, and begin."""
    players = setup.players
    table.setup = setup
    table.rng = Rng(seed)
    table.reveals = 0
    table.round = 0
    table.deck = setup.deck[:]
    table.discard = [0] * len(CARDS)
    table.hands = [ALL_TICKETS] * players
    table.products = [0] * (players * len(PRODUCTS))
    table.takusan = [0] * (players * len(PRODUCTS))
    table.yakuza = [0] * players
    table.open_takusan = table.open_yakuza = table.turn = 0
    table.spaces = table.rng.take(BOX.market.start.value[:], len(ON_MARKET))
    table.arrivals = [0] * len(ON_MARKET)
    table.arrival = 0
    table.past_spaces = (tuple(table.spaces),)
    table.first = table.rng.below(players)
    table.money = [0] * players
    for place in range(players):
        seat = (table.first + place) % players
        table.money[seat] = BOX.first_money.value + place * BOX.money_step.value
    if table.log is not None:
        table.tell("first_player", seat=table.first)
    begin_round(table)
