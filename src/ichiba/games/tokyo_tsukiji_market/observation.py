"""What a seat knows, as numbers for programs that learn. `view` has the same for people.

`planes` says what the numbers mean.
"""

from functools import cache, lru_cache
from typing import Final

from ichiba.core.observation import pack
from ichiba.games.tokyo_tsukiji_market.actions import (
    CATCH,
    DRY_BARREL,
    ENTER,
    MOST_PIECES,
    MOST_YEN,
    PAIR_BARRELS,
    PAIR_MIXED,
    REPRICE,
    WAYS,
    kind_of,
)
from ichiba.games.tokyo_tsukiji_market.data import (
    BOAT_TYPE,
    NUM_FISH,
    NUM_TOKENS,
)
from ichiba.games.tokyo_tsukiji_market.goods import CAUGHT_WITH, FISH_OF, ITEM_OF, PRICE_OF, ROW_OF
from ichiba.games.tokyo_tsukiji_market.markets.registry import CANNERY
from ichiba.games.tokyo_tsukiji_market.options import MOST_ROUNDS
from ichiba.games.tokyo_tsukiji_market.picking import candidates, missing, picks_barrels
from ichiba.games.tokyo_tsukiji_market.planes import BOXES, MENUS, ROWS, TRADED, Box
from ichiba.games.tokyo_tsukiji_market.table import (
    AT_SHIPS,
    AT_USED_SHIPS,
    BIDDING,
    BOXED,
    CHOOSING_BARGE,
    CLOSED,
    CRASHED,
    NO_BOAT,
    NO_END,
    NOBODY,
    NOT_RENTED,
    OVER,
    OVERFISHED,
    PICKING,
    MarketTable,
)

Row = tuple[int, ...]
Rows = tuple[Row, ...]

_CACHED: Final = 1 << 11  # results of each cached function
# What pieces are picked for; discards and transfers are both about CATCH.
_CAUSES: Final = (ENTER, PAIR_MIXED, PAIR_BARRELS, DRY_BARREL, REPRICE, CATCH)
_NO_PIECE: Final[Row] = (0, 0, 0, 0)
_NOTHING_TRADED: Final[Rows] = ((),) * len(TRADED.spaces)


def packed(table: MarketTable, seat: int, kind: str) -> bytes:
    """The numbers, packed. Seats are in turn order from the observer."""
    setup = table.setup
    box = BOXES[setup.expansion]
    fish, tokens = box.fish, box.tokens
    return b"".join(
        (
            _turn(table, kind),
            _seats(table, seat, kind),
            _fish_flags(
                bytes(table.status), table.entered, table.returned, bytes(table.fish_pile),
                setup.open_knowledge, fish, kind,
            ),
            _fish(table, fish, kind),
            _external_flags(
                bytes(table.external), table.entered >> NUM_FISH, bytes(table.external_pile),
                setup.open_knowledge, box.external, kind,
            ),
            _external_boards(
                tuple(table.owner), bytes(table.others_left), tuple(table.shelves),
                setup.expansion, kind,
            ),
            _from(seat, _cut(_joined(table.tokens), NUM_TOKENS, tokens, kind), setup.players),
            _cut(bytes(table.stock), NUM_TOKENS, tokens, kind),
            _counted((table.lot, table.prize, *_traded(table)), tokens, kind),
            _from(seat, _cut(_joined(table.licenses), NUM_FISH, fish, kind), setup.players),
            _pieces(
                seat, bytes(table.ports), tuple(table.freezers), tuple(table.carts),
                bytes(table.buyers + table.loans + table.shares), tuple(table.himono_owner),
                tuple(table.himono_on), table.assigned, kind,
            ),
            *(
                _from(seat, row, setup.players)
                for row in _for_sale(tuple(table.harbor), box.items, kind)
            ),
            *_boats(table, seat, box, kind),
        )
    )  # fmt: skip


def _turn(table: MarketTable, kind: str) -> bytes:
    """The planes from `round` to `chosen`."""
    left, to_price = table.turns_left, table.to_price
    numbers = (
        table.stage, table.points, table.acted, table.has_work, table.idle, left != NO_END,
        max(left, 0), len(to_price), table.repricings, table.unloaded, table.dried.bit_count(),
        table.second_catch, table.interacted, table.uses, table.sold, table.cart_point,
        table.boat + 1, table.carrier + 1, ITEM_OF[to_price[0]] + 1 if to_price else 0,
        table.visit + 1, table.space + 1, table.bidding + 1,
    )  # fmt: skip
    return (
        _opening(table.round, table.phase, table.main_phase, kind)
        + pack(numbers, kind)
        + _picking(table, kind)
    )


def _picking(table: MarketTable, kind: str) -> bytes:
    """What is transferred, what a piece is picked for, and from which ones."""
    phase = table.phase
    if phase == CHOOSING_BARGE:
        return _to_pick(FISH_OF[table.picked[0]] + 1, 0, 0, 0, (), kind)
    if phase != PICKING:
        return _to_pick(0, 0, 0, 0, (), kind)
    action = table.pending
    cause = _CAUSES.index(kind_of(action)) + 1
    barrels = picks_barrels(table)
    if barrels and table.carrier != NO_BOAT:
        cause += 1  # not a discard
    market = WAYS[action - ENTER].market + 1 if kind_of(action) == ENTER else 0
    rows = tuple(
        (1, 0, 0, CAUGHT_WITH[piece]) if barrels else (1, PRICE_OF[piece], ROW_OF[piece], 0)
        for piece in candidates(table, table.seat)
    )
    return _to_pick(0, cause, market, missing(table), rows, kind)


def _seats(table: MarketTable, seat: int, kind: str) -> bytes:
    """Who does what; money and bids as far as they are known."""
    players = table.setup.players
    money = table.money[seat:] + table.money[:seat]
    if max(money) > MOST_YEN:
        money = [min(yen, MOST_YEN) for yen in money]
    is_hidden = table.setup.closed_money and table.phase != OVER
    if is_hidden:
        money[1:] = [0] * (players - 1)
    bids = table.bids[seat:] + table.bids[:seat] or [NOBODY] * players
    shown = [bids[0], *[NOBODY] * (players - 1)] if table.phase == BIDDING else bids
    flags = _flags_of_seats(
        players, seat, table.actors, (table.seat, table.start, table.buying, table.trigger),
        is_hidden, table.offers, tuple(bids), tuple(shown), kind,
    )  # fmt: skip
    return flags + pack([*money, *(max(bid, 0) for bid in shown)], kind)


def _fish(table: MarketTable, fish: int, kind: str) -> bytes:
    """What is on the boards of fish markets, and between a boat and a harbor."""
    track = table.track
    if table.iwashi:
        track = track[:]
        track[CANNERY.fish] = table.iwashi
    rows = bytes(table.barrels + table.licenses_left + track + table.used + table.landed)
    waiting = _counted((table.auctions, table.owed, table.crate), fish, kind)
    return _cut(rows, NUM_FISH, fish, kind) + waiting


def _traded(table: MarketTable) -> Rows:
    """The tokens on spaces where they can be traded again."""
    return table.shelves[TRADED.index] or _NOTHING_TRADED


def _boats(table: MarketTable, seat: int, box: Box, kind: str) -> list[bytes]:
    boats = [_boat(0, 0, 0, 0, 0, (), box.fish, kind)] * box.boats
    place, cargo, rented, abroad = table.place, table.cargo, table.rented, table.abroad
    for number, owner in enumerate(_order(table.setup.players, seat), 1):
        for boat in table.fleet[owner]:
            boats[boat] = _boat(
                number, place[boat] + 1, rented[boat], table.activated >> boat & 1, boat in abroad,
                cargo[boat], box.fish, kind,
            )  # fmt: skip
    return boats


def _joined(rows: list[list[int]]) -> bytes:
    """Small numbers as a key for a cache, which is faster to make and to find than a tuple."""
    return b"".join([bytes(row) for row in rows])


def _from(seat: int, rows: bytes, players: int) -> bytes:
    """The rows of all seats, in turn order from the observer."""
    at = len(rows) // players * seat
    return rows[at:] + rows[:at] if at else rows


@cache
def _order(players: int, seat: int) -> Row:
    return tuple((seat + place) % players for place in range(players))


def _one_hot(place: int, length: int) -> list[float]:
    return [float(place == one) for one in range(length)]


# The rest is cached: most of the table stays the same from one decision to the next.


@lru_cache(maxsize=_CACHED)
def _opening(turn_round: int, phase: int, menu: int, kind: str) -> bytes:
    numbers = [float(min(turn_round, MOST_ROUNDS)), *_one_hot(phase, OVER + 1)]
    return pack([*numbers, *_one_hot(MENUS.index(menu), len(MENUS))], kind)


@lru_cache(maxsize=_CACHED)
def _to_pick(fish: int, cause: int, market: int, more: int, rows: Rows, kind: str) -> bytes:
    """The pieces to pick from, in rows."""
    rows += (_NO_PIECE,) * (MOST_PIECES - len(rows))
    return pack([fish, cause, market, more, *(number for row in rows for number in row)], kind)


@lru_cache(maxsize=_CACHED)
def _flags_of_seats(
    players: int, seat: int, actors: Row, singles: Row, is_hidden: bool, offers: Row, bids: Row,
    shown: Row, kind: str,
) -> bytes:  # fmt: skip
    """Flags by seat. `singles` are seats or NOBODY, bids are in order from the observer."""
    order = _order(players, seat)
    rows = [[other in actors for other in order]]
    rows += [[other == single for other in order] for single in singles]
    rows.append([other == seat or not is_hidden for other in order])
    rows.append([other in offers for other in order])
    rows += [[bid != NOBODY for bid in bids], [bid != NOBODY for bid in shown]]
    return pack([flag for row in rows for flag in row], kind)


@lru_cache(maxsize=_CACHED)
def _cut(rows: bytes, length: int, width: int, kind: str) -> bytes:
    """The beginning of each row, up to a width."""
    starts = range(0, len(rows), length)
    return pack([one for start in starts for one in rows[start : start + width]], kind)


@lru_cache(maxsize=_CACHED)
def _counted(rows: Rows, width: int, kind: str) -> bytes:
    """By row: how often each number is in it."""
    return pack([row.count(place) for row in rows for place in range(width)], kind)


def _bits(bits: int, width: int) -> list[int]:
    return [bits >> place & 1 for place in range(width)]


def _pile(pile: bytes, first: int, width: int, *, ordered: bool) -> list[int]:
    row = [0] * width
    for place, market in enumerate(pile, 1):
        row[market - first] = place if ordered else 1
    return row


@lru_cache(maxsize=_CACHED)
def _fish_flags(
    status: bytes, entered: int, returned: int, pile: bytes, ordered: bool, width: int, kind: str
) -> bytes:
    numbers = [one != BOXED for one in status[:width]]
    numbers += [one == OVERFISHED for one in status[:width]]
    rows = (_bits(entered, width), _bits(returned, width), _pile(pile, 0, width, ordered=ordered))
    return pack([*numbers, *(number for row in rows for number in row)], kind)


@lru_cache(maxsize=_CACHED)
def _external_flags(
    status: bytes, entered: int, pile: bytes, ordered: bool, width: int, kind: str
) -> bytes:
    numbers = [one != BOXED for one in status[:width]]
    numbers += [one == CRASHED for one in status[:width]]
    numbers += [one == CLOSED for one in status[:width]]
    rows = (_bits(entered, width), _pile(pile, NUM_FISH, width, ordered=ordered))
    return pack([*numbers, *(number for row in rows for number in row)], kind)


@lru_cache(maxsize=_CACHED)
def _external_boards(
    owners: Row, others: bytes, shelves: tuple[Rows, ...], expansion: bool, kind: str
) -> bytes:
    """Boats in the yards, other tokens, and tokens on spaces."""
    box = BOXES[expansion]
    numbers = [0] * (2 * box.types)
    for boat, owner in enumerate(owners):
        if owner in (AT_SHIPS, AT_USED_SHIPS):
            numbers[BOAT_TYPE[boat] + box.types * (owner == AT_USED_SHIPS)] += 1
    numbers += others
    for place, spaces in box.shelves:
        numbers += [len(space) for space in shelves[place] or ((),) * spaces]
    return pack(numbers, kind)


@lru_cache(maxsize=_CACHED)
def _pieces(
    seat: int, ports: bytes, freezers: Rows, carts: Rows, others: bytes, himono_owner: Row,
    himono_on: Rows, assigned: tuple[tuple[int, int], ...], kind: str,
) -> bytes:  # fmt: skip
    """What the players have apart from tokens, licenses, items for sale and boats."""
    numbers: list[int] = []
    players = len(ports)
    order = _order(players, seat)
    for one in order:
        racks = [len(on) for on, owner in zip(himono_on, himono_owner, strict=True) if owner == one]
        numbers += [ports[one], len(freezers[one]), sum(freezers[one]), len(carts[one])]
        numbers += [sum(carts[one]), *others[one::players], racks.count(1), racks.count(2)]
        numbers += [assigned.count((one, target)) for target in order]
    return pack(numbers, kind)


@lru_cache(maxsize=_CACHED)
def _for_sale(harbors: Rows, items: int, kind: str) -> tuple[bytes, bytes]:
    """By seat, row and item: how many there are, and the lowest price. The cheapest come first."""
    counts = [0] * (len(harbors) * ROWS * items)
    prices = counts[:]
    for seat, harbor in enumerate(harbors):
        for code in harbor:
            at = (seat * ROWS + ROW_OF[code]) * items + min(ITEM_OF[code], items - 1)
            if not counts[at]:
                prices[at] = PRICE_OF[code]
            counts[at] += 1
    return pack(counts, kind), pack(prices, kind)


@lru_cache(maxsize=_CACHED)
def _boat(
    owner: int, place: int, rented: int, used: int, abroad: int, cargo: Row, fish: int, kind: str
) -> bytes:
    """A boat; one that belongs to nobody has no owner and no place."""
    barrels = [FISH_OF[barrel] for barrel in cargo]
    dried = sum(CAUGHT_WITH[barrel] > 0 for barrel in cargo)
    numbers = [owner, place, rented != NOT_RENTED, used, abroad, dried]
    return pack([*numbers, *(barrels.count(one) for one in range(fish))], kind)
