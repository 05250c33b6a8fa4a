"""The set-up, and the first phase of a round: lots of cards are laid out from the deck."""

from ichiba.core.rng import Rng
from ichiba.games.tsukiji.data import (
    ALL_TICKETS,
    BOX,
    CARDS,
    CARDS_IN_LOT,
    ON_MARKET,
    PRODUCTS,
    Setup,
)
from ichiba.games.tsukiji.table import NOBODY, VALUATION, Table


def set_up(table: Table, setup: Setup, seed: int) -> None:
    """Shuffle, lay the markers on the first spaces, choose the first player, give out money."""
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
    table.history = (tuple(table.spaces),)
    table.first = table.rng.below(players)
    table.money = [0] * players
    for place in range(players):
        seat = (table.first + place) % players
        table.money[seat] = BOX.first_money.value + place * BOX.money_step.value
    if table.log is not None:
        table.tell("first_player", seat=table.first)
    lay_out(table)


def lay_out(table: Table) -> None:
    """Begin a round: one lot more than there are players."""
    setup = table.setup
    cards = table.rng.take(table.deck, CARDS_IN_LOT * setup.lots)
    table.lots = [cards[at : at + CARDS_IN_LOT] for at in range(0, len(cards), CARDS_IN_LOT)]
    table.tickets = [[] for _ in setup.everyone]
    table.values = []
    table.tiles = []
    table.buyers = [NOBODY] * setup.lots
    table.round += 1
    table.phase = VALUATION
    table.actors = setup.everyone
    table.reveals += 1
    if table.log is not None:
        table.tell("round", round=table.round)
        for lot, content in enumerate(table.lots):
            table.tell("lot", lot=lot + 1, cards=card_keys(content))


def card_keys(cards: list[int]) -> list[str]:
    """Cards as the keys of their names."""
    return [f"tsukiji.card.{CARDS[card]}" for card in cards]
