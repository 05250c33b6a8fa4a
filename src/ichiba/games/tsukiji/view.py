"""What a seat may see. Only tickets that are not yet revealed, and what is to come, are hidden."""

from ichiba.core.game import View
from ichiba.games.tsukiji import scoring
from ichiba.games.tsukiji.data import (
    CARDS,
    MAGURO,
    ON_MARKET,
    PRODUCTS,
    ROUNDS,
    SPECIAL_TICKETS,
    TICKET_BIT,
    TICKETS,
)
from ichiba.games.tsukiji.table import NOBODY, PHASES, VALUATION, Table


def view(table: Table, seat: int | None) -> View:
    """The whole picture for one seat; None = a spectator."""
    return {
        "seat": seat,
        "players": table.setup.players,
        "special_points": table.setup.special_points,
        "round": table.round,
        "rounds": ROUNDS,
        "phase": PHASES[table.phase],
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


def _tile(table: Table, tile: int) -> View:
    setup = table.setup
    return {"price": setup.prices[tile], "move": setup.moves[tile], "clock": tile == 0}


def _lot(table: Table, lot: int) -> View:
    """A lot; tile, value and tickets once they are revealed."""
    revealed = table.phase != VALUATION
    buyer = table.buyers[lot]
    return {
        "cards": [CARDS[card] for card in table.lots[lot]],
        "tile": _tile(table, table.tiles[lot]) if revealed else None,
        "value": table.values[lot] if revealed else None,
        "tickets": [TICKETS[laid[lot]] for laid in table.tickets] if revealed else None,
        "buyer": None if buyer == NOBODY else buyer,
    }


def _market(table: Table) -> View:
    """Markers with their stacks, and what a card of each product would be worth now."""
    stacks: dict[str, list[str]] = {}
    for product in reversed(scoring.ranking(table)):  # from the bottom of each stack
        stacks.setdefault(str(table.spaces[product]), []).append(ON_MARKET[product])
    return {
        "spaces": dict(zip(ON_MARKET, table.spaces, strict=True)),
        "stacks": stacks,
        "ranking": [ON_MARKET[product] for product in scoring.ranking(table)],
        "yen": dict(zip(ON_MARKET, scoring.product_yen(table), strict=True)),
        "history": [dict(zip(ON_MARKET, spaces, strict=True)) for spaces in table.history],
    }


def _restaurant(table: Table, owner: int, seat: int | None) -> View:
    laid = table.tickets[owner]
    # Specials laid in this round are still in the hand for all that the others know.
    hand = table.hands[owner]
    if table.phase == VALUATION:
        for ticket in laid:
            hand |= TICKET_BIT[ticket]
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
        "specials": _names(hand & SPECIAL_TICKETS),
        "yakuza": table.yakuza[owner],
        "placed": len(laid),
        "tickets": [TICKETS[ticket] for ticket in laid] if mine else None,
        "hand": _names(table.hands[owner]) if mine else None,
    }


def _names(hand: int) -> list[str]:
    return [name for name, bit in zip(TICKETS, TICKET_BIT, strict=True) if hand & bit]
