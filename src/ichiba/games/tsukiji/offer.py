"""The first phase of a round: cards are dealt into lots. What nobody buys is discarded."""

from ichiba.games.tsukiji.data import CARDS, CARDS_IN_LOT
from ichiba.games.tsukiji.table import NOBODY, TsukijiTable


def deal_lots(table: TsukijiTable) -> None:
    """Deal one lot more than there are players."""
    setup = table.setup
    cards = table.rng.take(table.deck, CARDS_IN_LOT * setup.lots)
    table.lots = [cards[at : at + CARDS_IN_LOT] for at in range(0, len(cards), CARDS_IN_LOT)]
    table.tickets = [[] for _ in setup.everyone]
    table.values = []
    table.tiles = []
    table.buyers = [NOBODY] * setup.lots
    table.reveals += 1
    if table.log is not None:
        table.tell("round", round=table.round)
        for lot, content in enumerate(table.lots):
            table.tell("lot", lot=lot + 1, cards=card_keys(content))


def discard_unsold(table: TsukijiTable) -> None:
    """Discard the lots that nobody bought."""
    buyers = table.buyers
    for lot, cards in enumerate(table.lots):
        if buyers[lot] == NOBODY:
            for card in cards:
                table.discard[card] += 1


def card_keys(cards: list[int]) -> list[str]:
    """The message keys of the cards' names."""
    return [f"tsukiji.card.{CARDS[card]}" for card in cards]
