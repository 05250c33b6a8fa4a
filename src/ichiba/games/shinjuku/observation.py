"""What a seat knows, as numbers for programs that learn. `view` has the same for people."""

from functools import cache, lru_cache
from typing import Final

from ichiba.core.observation import Plane, Spec, pack
from ichiba.games.shinjuku.actions import TURN_ACTIONS
from ichiba.games.shinjuku.box import BOX
from ichiba.games.shinjuku.city import CITY
from ichiba.games.shinjuku.customers import KIND_COUNT, KINDS, ONE, count_of
from ichiba.games.shinjuku.data import (
    BONUS_STACKS,
    GOODS,
    SLOTS,
    STORE_NAMES,
    WILD_CARDS,
    good_of,
    owner_of,
    store_of,
)
from ichiba.games.shinjuku.setup import Setup
from ichiba.games.shinjuku.table import NONE, OVER, ShinjukuTable
from ichiba.games.shinjuku.view import shows_customers

Parts = tuple[bytes, ...]

_CACHED: Final = 1 << 11  # results of each cached function


@cache
def spec(setup: Setup) -> Spec:
    """The planes, in the order of `packed`."""
    players, kinds = setup.players, len(KINDS)
    cards, most, stations = len(CITY.cards), max(KIND_COUNT), CITY.stations
    turns = sum(KIND_COUNT) + players * (BOX.players.departments.value + 1)
    known = Plane("earned_known", (players,), 0, 1, "Whose customers are known.")
    return Spec(
        (
            Plane("turn", (1,), 1, turns, "The number of the turn."),
            Plane("phase", (OVER + 1,), 0, 1, "What is being decided, in the order of a turn."),
            Plane("deciding", (players,), 0, 1, "Who has to decide."),
            Plane("player", (players,), 0, 1, "Whose turn it is."),
            Plane("used", (len(TURN_ACTIONS),), 0, 1, "The actions used in this turn."),
            Plane("current", (len(TURN_ACTIONS),), 0, 1, "The current action."),
            Plane("ending", (1,), 0, 1, "Whether the last customer has been placed."),
            Plane("last_turns", (1,), 0, players, "Turns left after this one, if it has."),
            Plane("deck", (1,), 0, cards, "Cards in the deck."),
            Plane("bag", (1,), 0, sum(KIND_COUNT), "Customers in the bag."),
            Plane("discard", (CITY.wards,), 0, cards, "Discarded cards of each ward."),
            Plane("queue_cards", (SLOTS,), 0, CITY.wards, "The ward in each slot, from 1."),
            Plane(
                "queue",
                (SLOTS + 1, kinds),
                0,
                most,
                "Customers of each kind in each slot; in the last row, those that left the game.",
            ),
            Plane("wards", (CITY.wards, kinds), 0, most, "Customers of each kind in each ward."),
            Plane("owners", (stations,), 0, players, "The owner of each store, from 1."),
            Plane("goods", (stations,), 0, len(STORE_NAMES), "What each store sells, from 1."),
            Plane("links", (CITY.links,), 0, players, "Who laid track on each link, from 1."),
            Plane(
                "stacks",
                (len(BONUS_STACKS), 2),
                0,
                max(players, *BONUS_STACKS),
                "The number of bonus tokens in each stack, and who claimed it, from 1.",
            ),
            Plane("hand", (CITY.wards,), 0, cards, "The observer's cards of each ward."),
            Plane("known", (players, CITY.wards), 0, cards, "Cards in hand that all know of."),
            Plane("pieces", (players, 3), 0, cards, "Cards in hand, track left, bonus tokens."),
            Plane("supply", (players, len(STORE_NAMES)), 0, most, "Stores not on the map."),
            *(() if setup.open_customers else (known,)),
            Plane("earned", (players, kinds), 0, most, "Customers of each kind, if known."),
            *_choice_planes(players),
        )
    )


def _choice_planes(players: int) -> tuple[Plane, ...]:
    """The choices made so far for the current action."""
    kinds, stations, wards = len(KINDS), CITY.stations, CITY.wards
    return (
        Plane(
            "chosen",
            (7,),
            0,
            CITY.links,
            "From 1, or 0 if not chosen: the station and the good of a store, where it comes from, "
            "the first and the second link, the ward of a Move, the kind of customer to spend.",
        ),
        Plane("pay_for", (wards,), 0, 1, "The wards whose cards can pay."),
        Plane("three", (1,), 0, WILD_CARDS, "Cards still to be given for a wild one."),
        Plane("here", (1,), 0, stations, "The station of the travelling group, from 1."),
        Plane("visited", (stations,), 0, 1, "The stations where it has been."),
        Plane(
            "travelling",
            (players + 1, kinds),
            0,
            max(KIND_COUNT),
            "The travelling group; then the customers that each player has got from it.",
        ),
        Plane("fares", (players,), 0, 1, "Whose track it has used, except the mover's."),
    )


def packed(table: ShinjukuTable, seat: int, kind: str) -> bytes:
    """The numbers, packed. Seats are in turn order from the observer."""
    players, last = table.setup.players, table.last_turns
    return b"".join(
        (
            pack((table.turn,), kind),
            _flow(
                players, seat, table.phase, table.actors, table.player, table.used, table.action,
                last, kind,
            ),
            pack((len(table.deck), len(table.bag)), kind),
            _counted_by_ward(bytes(table.discard), kind),
            *_map(table, seat, kind),
            *_companies(table, seat, kind),
            *_choice(table, seat, kind),
        )
    )  # fmt: skip


def _map(table: ShinjukuTable, seat: int, kind: str) -> Parts:
    """The queue, customers, stores, track and bonus tokens."""
    players = table.setup.players
    return (
        pack([ward + 1 for ward in table.queue_wards], kind),
        _groups((*table.queue_groups, table.removed), kind),
        _groups(tuple(table.wards), kind),
        _stores(players, seat, tuple(table.stores), kind),
        _links(players, seat, tuple(table.links), kind),
        _stacks(players, seat, table.stack_owners, kind),
    )


def _companies(table: ShinjukuTable, seat: int, kind: str) -> Parts:
    """Hands, pieces and customers. Of other hands, only what everybody knows."""
    players, is_open, at = table.setup.players, table.setup.open_customers, seat * CITY.wards
    order = _order(players, seat)
    known = bytes(table.open_cards)
    pieces: list[int] = []
    for other in order:
        pieces += (table.sizes[other], table.track[other], table.bonus[other])
    shown = [is_open or shows_customers(table, other, seat) for other in order]
    return (
        _small(bytes(table.cards[at : at + CITY.wards]), kind),
        *[_small(known[other * CITY.wards :][: CITY.wards], kind) for other in order],
        pack(pieces, kind),
        _supply(seat, bytes(table.supply), bytes(table.departments), kind),
        b"" if is_open else pack(shown, kind),
        *[_counts(table.earned[one] if shown[at] else 0, kind) for at, one in enumerate(order)],
    )


def _choice(table: ShinjukuTable, seat: int, kind: str) -> Parts:
    """The choices made so far for the current action."""
    players, path = table.setup.players, table.path
    if table.action == NONE:
        return (_no_choice(players, kind),)
    chosen = (
        table.station, table.good, table.origin, table.first_link, table.second_link, table.ward,
        table.kind,
    )  # fmt: skip
    return (
        pack([one + 1 for one in chosen], kind),
        _bits(table.pay_for, CITY.wards, kind),
        pack((table.three, path[-1] + 1 if path else 0), kind),
        _bits(table.visited, CITY.stations, kind),
        _groups((table.group,), kind),
        _given(players, seat, table.given, table.fares, kind),
    )


@cache
def _order(players: int, seat: int) -> tuple[int, ...]:
    return tuple((seat + place) % players for place in range(players))


@cache
def _relative(players: int, seat: int) -> tuple[float, ...]:
    """By seat: its place in the order from the observer, from 1; by NONE: 0."""
    return (*(float((other - seat) % players + 1) for other in range(players)), 0.0)


@cache
def _owners(players: int, seat: int) -> tuple[float, ...]:
    """The same by store."""
    stores = range(store_of(players, 0))
    return (*(_relative(players, seat)[owner_of(store)] for store in stores), 0.0)


# By store: its good, from 1; by NONE: 0.
_GOOD_FROM_1: Final = (
    *(good_of(store) + 1.0 for store in range(store_of(BOX.players.most.value, 0))),
    0.0,
)


# The rest is cached: most of the table stays the same from one decision to the next. Small numbers
# come as bytes, which make and find a key faster than tuples.


@lru_cache(maxsize=_CACHED)
def _flow(
    players: int, seat: int, phase: int, actors: tuple[int, ...], player: int, used: int,
    current: int, last: int, kind: str,
) -> bytes:  # fmt: skip
    """The planes from `phase` to `last_turns`."""
    order = _order(players, seat)
    flags = [one == phase for one in range(OVER + 1)]
    flags += [other in actors for other in order]
    flags += [other == player for other in order]
    flags += [bool(used >> action & 1) for action in TURN_ACTIONS]
    flags += [action == current for action in TURN_ACTIONS]
    return pack([*flags, last != NONE, max(last, 0)], kind)


@lru_cache(maxsize=_CACHED)
def _small(numbers: bytes, kind: str) -> bytes:
    return pack([*numbers], kind)


@lru_cache(maxsize=_CACHED)
def _bits(bits: int, length: int, kind: str) -> bytes:
    return pack([bits >> place & 1 for place in range(length)], kind)


@lru_cache(maxsize=_CACHED)
def _counted_by_ward(cards: bytes, kind: str) -> bytes:
    """By ward: the number of cards."""
    return pack([cards.count(ward) for ward in range(CITY.wards)], kind)


@lru_cache(maxsize=_CACHED)
def _groups(groups: tuple[int, ...], kind: str) -> bytes:
    """By group and kind of customer: the number of customers."""
    return b"".join([_counts(group, kind) for group in groups])


@lru_cache(maxsize=1 << 14)
def _counts(group: int, kind: str) -> bytes:
    """By kind of customer: how many there are in a group. Groups recur often."""
    return pack([count_of(group, one) for one in range(len(KINDS))], kind)


@lru_cache(maxsize=_CACHED)
def _stores(players: int, seat: int, stores: tuple[int, ...], kind: str) -> bytes:
    """By station: the owner of the store; then what it sells."""
    owners = _owners(players, seat)
    sold = [_GOOD_FROM_1[store] for store in stores]
    return pack([owners[store] for store in stores] + sold, kind)


@lru_cache(maxsize=_CACHED)
def _links(players: int, seat: int, links: tuple[int, ...], kind: str) -> bytes:
    """By link: who laid track on it."""
    owners = _relative(players, seat)
    return pack([owners[owner] for owner in links], kind)


@lru_cache(maxsize=_CACHED)
def _stacks(players: int, seat: int, claims: tuple[int, ...], kind: str) -> bytes:
    """By stack: its bonus tokens, and who claimed it."""
    owners, values = _relative(players, seat), list[float]()
    for stack, tokens in enumerate(BONUS_STACKS):
        values += (tokens, owners[claims[stack]] if stack < len(claims) else 0.0)
    return pack(values, kind)


@lru_cache(maxsize=_CACHED)
def _supply(seat: int, supply: bytes, departments: bytes, kind: str) -> bytes:
    """By seat and good: the stores not on the map."""
    values: list[float] = []
    for other in _order(len(departments), seat):
        values += (*supply[other * len(GOODS) :][: len(GOODS)], departments[other])
    return pack(values, kind)


@lru_cache(maxsize=_CACHED)
def _given(
    players: int, seat: int, given: tuple[tuple[int, int, int], ...], fares: int, kind: str
) -> bytes:
    """What each player has got from the travelling group; then whose track it has used."""
    order = _order(players, seat)
    got = [sum(ONE[one] for _, owner, one in given if owner == other) for other in order]
    return _groups(tuple(got), kind) + pack([fares >> other & 1 for other in order], kind)


@cache
def _no_choice(players: int, kind: str) -> bytes:
    return pack([0.0] * sum(plane.size for plane in _choice_planes(players)), kind)
