"""What a seat may see. Only unrevealed tickets and future cards are hidden."""

from ichiba.games.tsukiji import scoring
from ichiba.games.tsukiji.data import (
    CARDS,
    MAGURO,
    NAME,
    ON_MARKET,
    PRODUCTS,
    ROUNDS,
    SPECIAL_TICKETS,
    TICKET_BIT,
    TICKETS,
)
from ichiba.games.tsukiji.table import NOBODY, VALUATION, TsukijiTable
from ichiba.games.tsukiji.view_types import (
    TsukijiLot,
    TsukijiMarket,
    TsukijiRestaurant,
    TsukijiTile,
    TsukijiView,
)


def view(table: TsukijiTable, seat: int | None) -> TsukijiView:
    """The whole view for one seat; None is a spectator."""
    return {
        "game": NAME,
        "seat": seat,
        "players": table.setup.players,
        "special_points": table.setup.special_points,
        "round": table.round,
        "rounds": ROUNDS,
        "phase": table.phase_name,
        "actors": [*table.actors],
        "first_player": table.first,
        "tiles": [_tile(table, tile) for tile in range(table.setup.lots)],
        "lots": [_lot(table, lot) for lot in range(table.setup.lots)],
        "market": _market(table),
        "restaurants": [_restaurant(table, owner, seat) for owner in table.setup.everyone],
        "open_takusan": table.open_takusan,
        "open_yakuza": table.open_yakuza,
        "deck": len(table.deck),
        "discard": dict(zip(CARDS, table.discard, strict=True)),
        "scores": [*table.scores],
        "breakdown": [*table.breakdown],
        "winners": [*table.winners],
    }


def _tile(table: TsukijiTable, tile: int) -> TsukijiTile:
    setup = table.setup
    return {"price": setup.prices[tile], "move": setup.moves[tile], "clock": tile == 0}


def _lot(table: TsukijiTable, lot: int) -> TsukijiLot:
    """A lot, with its tile, value and tickets once they are revealed."""
    revealed = table.phase != VALUATION
    buyer = table.buyers[lot]
    return {
        "cards": [CARDS[card] for card in table.lots[lot]],
        "tile": _tile(table, table.tiles[lot]) if revealed else None,
        "value": table.values[lot] if revealed else None,
        "tickets": [TICKETS[laid[lot]] for laid in table.tickets] if revealed else None,
        "buyer": None if buyer == NOBODY else buyer,
    }


def _market(table: TsukijiTable) -> TsukijiMarket:
    """The markers with their stacks, and the current value of a card of each product."""
    stacks: dict[str, list[str]] = {}
    for product in reversed(scoring.ranking(table)):  # from the bottom of each stack
        stacks.setdefault(str(table.spaces[product]), []).append(ON_MARKET[product])
    return {
        "spaces": dict(zip(ON_MARKET, table.spaces, strict=True)),
        "stacks": stacks,
        "ranking": [ON_MARKET[product] for product in scoring.ranking(table)],
        "yen": dict(zip(ON_MARKET, scoring.product_yen(table), strict=True)),
        "history": [dict(zip(ON_MARKET, spaces, strict=True)) for spaces in table.past_spaces],
    }


def _restaurant(table: TsukijiTable, owner: int, seat: int | None) -> TsukijiRestaurant:
    laid = table.tickets[owner]
    place = owner * len(PRODUCTS)
    mine = owner == seat
    return {
        "money": table.money[owner],
        "columns": {
            PRODUCTS[product]: {
                "products": table.products[place + product],
                "takusan": table.takusan[place + product],
            }
            for product in range(MAGURO + 1)
        },
        "specials": _names(table.held[owner] & SPECIAL_TICKETS),
        "yakuza": table.yakuza[owner],
        "placed": len(laid),
        "tickets": [TICKETS[ticket] for ticket in laid] if mine else None,
        "hand": _names(table.hands[owner]) if mine else None,
    }


def _names(hand: int) -> list[str]:
    return [name for name, bit in zip(TICKETS, TICKET_BIT, strict=True) if hand & bit]
