"""A round from top to bottom.

1. The offer: cards are dealt into lots (`offer`).
2. The valuation: all players lay a ticket on every lot, face down (`valuation`).
3. Pricing: the tickets are revealed, lots get their tiles, and the market moves (`pricing`).
4. The purchase: each player in turn buys a lot and places its cards, or refuses (`purchase`).

`setup` comes before the first round, `scoring` after the last one.
"""

from ichiba.games.tsukiji.data import ROUNDS
from ichiba.games.tsukiji.offer import deal_lots, discard_unsold
from ichiba.games.tsukiji.pricing import give_tiles, move_market, return_tickets
from ichiba.games.tsukiji.table import NOBODY, OVER, PURCHASE, VALUATION, TsukijiTable


def begin_round(table: TsukijiTable) -> None:
    """Phase 1, the offer, is dealt. Phase 2, the valuation: all players lay tickets at once."""
    table.round += 1
    deal_lots(table)
    table.phase = VALUATION
    table.actors = table.setup.everyone


def reveal_tickets(table: TsukijiTable) -> None:
    """Phase 3, pricing, follows the last ticket: lots get their tiles, and the market moves."""
    table.reveals += 1
    give_tiles(table)
    return_tickets(table)
    move_market(table)
    table.turn = 0
    begin_turn(table)


def begin_turn(table: TsukijiTable) -> None:
    """Phase 4, the purchase: the players in turn, beginning with the first player.

    A player who cannot pay for any lot refuses automatically.
    """
    table.ask(PURCHASE, (table.first + table.turn) % table.setup.players)


def end_turn(table: TsukijiTable) -> None:
    """After the last purchase, the round is over."""
    table.turn += 1
    if table.turn < table.setup.players:
        begin_turn(table)
    else:
        end_round(table)


def end_round(table: TsukijiTable) -> None:
    """Unsold lots are discarded. Whoever bought the clock is the next first player."""
    discard_unsold(table)
    clock_buyer = table.buyers[table.tiles.index(0)]
    if clock_buyer != NOBODY:
        table.first = clock_buyer
    if table.round == ROUNDS:
        end_game(table)
        return
    if table.log is not None:
        table.tell("clock" if clock_buyer != NOBODY else "clock_stays", seat=table.first)
    begin_round(table)


def end_game(table: TsukijiTable) -> None:
    """After the last round; `scoring` has the rest."""
    table.phase = OVER
    table.actors = ()
    table.reveals += 1  # the result is final: the last purchase cannot be undone
    table.tell_over()
