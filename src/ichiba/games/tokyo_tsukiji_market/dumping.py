"""A whole position as plain data, and back."""

from collections.abc import Callable, Mapping, Sized

import msgspec

from ichiba.core.errors import IchibaError
from ichiba.core.game import Dump
from ichiba.core.options import Values
from ichiba.core.origin import Origin
from ichiba.core.rng import Rng
from ichiba.games.tokyo_tsukiji_market.census import census, full_box
from ichiba.games.tokyo_tsukiji_market.data import (
    EXTERNAL,
    HIMONO_LICENSES,
    NAME,
    NUM_BOATS,
    NUM_FISH,
    NUM_MARKETS,
    NUM_TOKENS,
    REVISION,
    TITLE,
)
from ichiba.games.tokyo_tsukiji_market.setup import Setup, others_in_box
from ichiba.games.tokyo_tsukiji_market.table import OTHERS, PHASES, Table

_ORIGIN = Origin(NAME, TITLE, REVISION)
# What is stored under the table's own name: plain numbers and flags,
_INTS = (
    "reveals", "round", "start", "seat", "phase", "base", "step", "points", "entered", "final",
    "trigger", "moves", "iwashi", "supply", "dried", "activated", "boat", "barge", "unloaded",
    "repricings", "buying", "visit", "uses", "space", "bidding",
)  # fmt: skip
_FLAGS = ("acted", "second", "interacted", "sold")
# rows of numbers that are changed in place,
_LISTS = (
    "status", "external", "fish_pile", "external_pile", "barrels", "licenses_left", "stock",
    "track", "chest", "box_barrels", "box_tokens", "box_licenses", "boxed", "money", "ports",
    "buyers", "loans", "shares", "himono_owner", "owner", "place", "rented", "used", "landed",
    "bids",
)  # fmt: skip
# rows that are replaced,
_TUPLES = (
    "actors", "in_play", "auctions", "abroad", "queue", "owed", "lot", "prize", "crate", "offers",
)  # fmt: skip
# and rows of rows: lists of lists, lists of tuples, tuples of tuples.
_GRIDS = ("tokens", "licenses")
_RACKS = ("harbor", "freezers", "carts", "himono_on", "cargo")


# A game's own check of players, seed and options.
Checker = Callable[[int, int, Mapping[str, object]], Values]


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """The fields of a dump."""

    game: str
    revision: int
    players: int
    options: Values
    rng: str
    ints: dict[str, int]
    flags: dict[str, bool]
    rows: dict[str, list[int]]
    grids: dict[str, list[list[int]]]
    shelves: list[list[list[int]]]
    history: list[list[int]]
    assigned: list[list[int]]


def dump(table: Table) -> Dump:
    """The table as plain data that shares nothing with it."""
    position = Position(
        game=NAME,
        revision=REVISION,
        players=table.setup.players,
        options=table.setup.options,
        rng=table.rng.dump(),
        ints={name: getattr(table, name) for name in _INTS},
        flags={name: getattr(table, name) for name in _FLAGS},
        rows={name: [*getattr(table, name)] for name in _LISTS + _TUPLES},
        grids={name: [[*row] for row in getattr(table, name)] for name in _GRIDS + _RACKS},
        shelves=[[[*space] for space in shelf] for shelf in table.shelves],
        history=[[*row] for row in table.history],
        assigned=[[*pair] for pair in table.assigned],
    )
    plain: Dump = msgspec.to_builtins(position)
    return plain


def fill(table: Table, plain: Mapping[str, object], check: Checker) -> None:
    """Lay out on an empty table what a dump describes; PositionError if it describes nothing."""
    _ORIGIN.check(plain)
    try:
        position = msgspec.convert({**plain}, type=Position)
        table.setup = Setup(position.players, check(position.players, 0, position.options))
        table.rng = Rng.restore(position.rng)
        _lay_out(table, position)
        sound = _is_sound(table)
    except (msgspec.ValidationError, LookupError, ValueError, IchibaError) as error:
        raise _ORIGIN.error(error) from None
    if not sound:
        raise _ORIGIN.wrong_pieces()


def _lay_out(table: Table, position: Position) -> None:
    for name in _INTS:
        setattr(table, name, position.ints[name])
    for name in _FLAGS:
        setattr(table, name, position.flags[name])
    for name in _LISTS:
        setattr(table, name, position.rows[name])
    for name in _TUPLES:
        setattr(table, name, tuple(position.rows[name]))
    for name in _GRIDS:
        setattr(table, name, position.grids[name])
    for name in _RACKS:
        setattr(table, name, [tuple(row) for row in position.grids[name]])
    table.shelves = [tuple(tuple(space) for space in shelf) for shelf in position.shelves]
    table.history = tuple(tuple(row) for row in position.history)
    table.assigned = tuple((owner, target) for owner, target in position.assigned)
    table.fleet = [
        tuple(boat for boat, owner in enumerate(table.owner) if owner == seat)
        for seat in range(position.players)
    ]
    table.choices = []
    table.log = None


def _is_sound(table: Table) -> bool:
    """Whether every row has its length, every number its range, and all pieces are there."""
    setup = table.setup
    players = setup.players
    large = range(1 << 30)
    seats = range(-3, players)
    rows = [
        (table.money, players, large), (table.ports, players, range(1, 4)),
        (table.status, NUM_FISH, range(3)), (table.external, len(EXTERNAL), range(4)),
        (table.owner, NUM_BOATS, seats), (table.place, NUM_BOATS, range(5)),
        (table.rented, NUM_BOATS, range(3)), (table.himono_owner, HIMONO_LICENSES, seats),
        (table.buyers, players, large), (table.loans, players, large),
        (table.shares, players, large), (table.chest, len(OTHERS), large),
        (table.boxed, len(OTHERS), large), (table.track, NUM_FISH, large),
        *((row, NUM_FISH, large) for row in (table.barrels, table.licenses_left, table.used,
                                             table.landed, table.box_barrels, table.box_licenses)),
        *((row, NUM_TOKENS, large) for row in (table.stock, table.box_tokens, *table.tokens)),
        *((row, NUM_FISH, large) for row in table.licenses),
        (table.actors, len(table.actors), range(players)),
        (table.in_play, len(table.in_play), range(NUM_MARKETS)),
    ]  # fmt: skip
    lengths: list[tuple[Sized, int]] = [
        (table.tokens, players), (table.licenses, players), (table.harbor, players),
        (table.freezers, players), (table.carts, players), (table.cargo, NUM_BOATS),
        (table.himono_on, HIMONO_LICENSES), (table.shelves, len(EXTERNAL)),
    ]  # fmt: skip
    return (
        all(len(row) == length and all(n in fit for n in row) for row, length, fit in rows)
        and all(len(row) == length for row, length in lengths)
        and 0 <= table.phase < len(PHASES)
        and 0 <= table.seat < players
        and 0 <= table.start < players
        and census(table) == full_box(others_in_box())
    )
