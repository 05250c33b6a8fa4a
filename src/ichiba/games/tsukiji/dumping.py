"""A whole position as plain data, and back."""

from collections.abc import Mapping

import msgspec

from ichiba.core.game import Dump
from ichiba.core.origin import Origin
from ichiba.core.rng import Rng
from ichiba.games.tsukiji.data import (
    ALL_TICKETS,
    CARDS,
    LAST_SPACE,
    NAME,
    ON_MARKET,
    PRODUCTS,
    REVISION,
    SETUPS,
    TICKETS,
    TITLE,
)
from ichiba.games.tsukiji.table import PHASES, VALUATION, Table


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """The fields of a dump: those of the table, in plain types."""

    game: str
    revision: int
    players: int
    special_points: bool
    actors: list[int]
    reveals: int
    rng: str
    round: int
    phase: int
    first: int
    turn: int
    deck: list[int]
    discard: list[int]
    lots: list[list[int]]
    tickets: list[list[int]]
    values: list[int]
    tiles: list[int]
    buyers: list[int]
    money: list[int]
    hands: list[int]
    products: list[int]
    takusan: list[int]
    yakuza: list[int]
    open_takusan: int
    open_yakuza: int
    spaces: list[int]
    arrivals: list[int]
    arrival: int
    history: list[list[int]]


_ORIGIN = Origin(NAME, TITLE, REVISION)
# What is stored under the table's own name and type.
_PLAIN = (
    "reveals", "round", "phase", "first", "turn", "deck", "discard", "lots", "tickets", "values",
    "tiles", "buyers", "money", "hands", "products", "takusan", "yakuza", "open_takusan",
    "open_yakuza", "spaces", "arrivals", "arrival",
)  # fmt: skip


def dump(table: Table) -> Dump:
    """The table as plain data that shares nothing with it."""
    position = Position(
        game=NAME,
        revision=REVISION,
        players=table.setup.players,
        special_points=table.setup.special_points,
        actors=[*table.actors],
        rng=table.rng.dump(),
        history=[[*spaces] for spaces in table.history],
        **{field: getattr(table, field) for field in _PLAIN},
    )
    plain: Dump = msgspec.to_builtins(position)
    return plain


def fill(table: Table, plain: Mapping[str, object]) -> None:
    """Lay out on an empty table what a dump describes; PositionError if it describes nothing."""
    _ORIGIN.check(plain)
    try:
        position = msgspec.convert({**plain}, type=Position)
        table.setup = SETUPS[position.players, position.special_points]
        table.rng = Rng.restore(position.rng)
    except (msgspec.ValidationError, KeyError, ValueError) as error:
        raise _ORIGIN.error(error) from None
    for field in _PLAIN:
        setattr(table, field, getattr(position, field))
    table.actors = tuple(position.actors)
    table.history = tuple(tuple(spaces) for spaces in position.history)
    table.log = None
    if not _is_sound(table):
        raise _ORIGIN.wrong_pieces()


def _is_sound(table: Table) -> bool:
    """Whether every row has its length, every number its range, and all cards are there."""
    setup = table.setup
    players = setup.players
    rows = [
        (table.money, players, range(1 << 30)),
        (table.hands, players, range(ALL_TICKETS + 1)),
        (table.yakuza, players, range(len(setup.deck))),
        (table.products, players * len(PRODUCTS), range(len(setup.deck))),
        (table.takusan, players * len(PRODUCTS), range(len(setup.deck))),
        (table.discard, len(CARDS), range(len(setup.deck) + 1)),
        (table.buyers, setup.lots, range(-1, players)),
        (table.spaces, len(ON_MARKET), range(1, LAST_SPACE + 1)),
        (table.arrivals, len(ON_MARKET), range(1 << 16)),
        (table.deck, len(table.deck), range(len(CARDS))),
    ]
    cards_in_lots = [card for lot in table.lots for card in lot]
    return (
        all(len(row) == length and all(n in fit for n in row) for row, length, fit in rows)
        and all(seat in setup.everyone for seat in (*table.actors, table.first))
        and table.phase in range(len(PHASES))
        and len(table.lots) == setup.lots
        and all(card in range(len(CARDS)) for card in cards_in_lots)
        and _tickets_fit(table)
        and table.census() == dict.fromkeys(CARDS, 0) | _counted(setup.deck)
    )


def _tickets_fit(table: Table) -> bool:
    lots = table.setup.lots
    known = range(len(TICKETS))
    tiles = [] if table.phase == VALUATION else list(range(lots))
    return (
        len(table.tickets) == table.setup.players
        and all(len(laid) <= lots for laid in table.tickets)
        and all(ticket in known for laid in table.tickets for ticket in laid)
        and sorted(table.tiles) == tiles
        and len(table.values) == len(tiles)
    )


def _counted(deck: list[int]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for card in deck:
        counts[CARDS[card]] = counts.get(CARDS[card], 0) + 1
    return counts
