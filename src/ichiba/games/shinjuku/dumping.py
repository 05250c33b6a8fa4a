"""A whole position as plain data, and back."""

from collections.abc import Mapping

import msgspec

from ichiba.core.game import Dump
from ichiba.core.origin import Origin
from ichiba.core.rng import Rng
from ichiba.games.shinjuku.cards import take_card
from ichiba.games.shinjuku.data import BITS, GOODS, KIND_COUNT, KINDS, NAME, REVISION, SLOTS, TITLE
from ichiba.games.shinjuku.setups import SETUPS
from ichiba.games.shinjuku.table import NONE, PHASES, STORES, Table


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """The fields of a dump: those of the table in plain types, but for what follows from others."""

    game: str
    revision: int
    players: int
    open_customers: bool
    actors: list[int]
    reveals: int
    rng: str
    phase: int
    turn: int
    player: int
    first: int
    done: int
    used: int
    last_turns: int
    deck: list[int]
    discard: list[int]
    bag: list[int]
    removed: int
    queue_wards: list[int]
    queue_groups: list[int]
    wards: list[int]
    stores: list[int]
    links: list[int]
    cards: list[int]
    known: list[int]
    supply: list[int]
    departments: list[int]
    track: list[int]
    earned: list[int]
    bonus: list[int]
    stack_owners: list[int]
    action: int
    station: int
    good: int
    origin: int
    first_link: int
    second_link: int
    pay_for: int
    three: int
    ward: int
    group: int
    path: list[int]
    given: list[tuple[int, int, int]]
    fares: int
    kind: int


_ORIGIN = Origin(NAME, TITLE, REVISION)
# What is stored under the table's own name and type.
_PLAIN = (
    "reveals", "phase", "turn", "player", "first", "done", "used", "last_turns", "deck", "discard",
    "bag", "removed", "queue_wards", "queue_groups", "wards", "stores", "links", "known", "supply",
    "departments", "track", "earned", "bonus", "action", "station", "good", "origin", "first_link",
    "second_link", "pay_for", "three", "ward", "group", "fares", "kind",
)  # fmt: skip


def dump(table: Table) -> Dump:
    """The table as plain data that shares nothing with it."""
    position = Position(
        game=NAME,
        revision=REVISION,
        players=table.setup.players,
        open_customers=table.setup.open_customers,
        actors=[*table.actors],
        rng=table.rng.dump(),
        cards=table.cards,
        stack_owners=[*table.stack_owners],
        path=[*table.path],
        given=[*table.given],
        **{field: getattr(table, field) for field in _PLAIN},
    )
    plain: Dump = msgspec.to_builtins(position)
    # JSON has lists only.
    plain["given"] = [[*one] for one in table.given]
    return plain


def fill(table: Table, plain: Mapping[str, object]) -> None:
    """Lay out on an empty table what a dump describes; PositionError if it describes nothing."""
    _ORIGIN.check(plain)
    try:
        position = msgspec.convert({**plain}, type=Position)
        table.setup = SETUPS[position.players, position.open_customers]
        table.rng = Rng.restore(position.rng)
    except (msgspec.ValidationError, KeyError, ValueError) as error:
        raise _ORIGIN.error(error) from None
    for field in _PLAIN:
        setattr(table, field, getattr(position, field))
    table.actors = tuple(position.actors)
    table.log = None
    table.stack_owners = tuple(position.stack_owners)
    table.path = tuple(position.path)
    table.given = tuple(position.given)
    if not _is_sound(table, position):
        raise _ORIGIN.wrong_pieces()
    _work_out(table, position.cards)
    if not _adds_up(table):
        raise _ORIGIN.wrong_pieces()


def _work_out(table: Table, cards: list[int]) -> None:
    """What follows from the rest: hands at a glance, wild wards, ways along the track."""
    setup, city = table.setup, table.setup.city
    table.cards = [0] * len(cards)
    table.held = [0] * setup.players
    table.sizes = [0] * setup.players
    table.wild = [0] * setup.players
    for place, count in enumerate(cards):
        for _ in range(count):
            take_card(table, place // city.wards, place % city.wards)
    for station, store in enumerate(table.stores):
        if store != NONE:
            table.wild[store // STORES] |= 1 << city.ward_of[station]
    table.built = [*city.joined]
    for (a, b), owner in zip(city.ends, table.links, strict=True):
        if owner != NONE:
            table.built[a] |= 1 << b
            table.built[b] |= 1 << a
    table.visited = 0
    for station in table.path:
        table.visited |= 1 << station


def _is_sound(table: Table, position: Position) -> bool:
    """Whether every row has its length and every number its range."""
    setup, city = table.setup, table.setup.city
    players = setup.players
    seats = range(players)
    wards, stations = range(city.wards), range(city.stations)
    links = range(NONE, city.links)
    groups = range(1 << BITS * len(KINDS))
    few = range(len(city.cards) + 1)
    rows: list[tuple[list[int] | tuple[int, ...], int | None, range]] = [
        (table.actors, None, seats),
        (table.deck, None, wards),
        (table.discard, None, wards),
        (table.bag, None, range(len(KINDS))),
        (table.queue_wards, SLOTS, range(NONE, city.wards)),
        (table.queue_groups, SLOTS, groups),
        (table.wards, city.wards, groups),
        (table.stores, city.stations, range(NONE, players * STORES)),
        (table.links, city.links, range(NONE, players)),
        (position.cards, players * city.wards, few),
        (table.known, players * city.wards, few),
        (table.supply, players * len(GOODS), few),
        (table.departments, players, few),
        (table.track, players, few),
        (table.earned, players, groups),
        (table.bonus, players, few),
        (table.stack_owners, None, seats),
        (table.path, None, stations),
        ((table.player, table.first), 2, seats),
        ((table.group, table.removed), 2, groups),
        ((table.station, table.origin), 2, range(NONE, city.stations)),
        ((table.first_link, table.second_link), 2, links),
        ((table.ward,), 1, range(NONE, city.wards)),
        ((table.good,), 1, range(NONE, STORES)),
        ((table.kind,), 1, range(NONE, len(KINDS))),
        ((table.action,), 1, range(NONE, STORES)),
        ((table.phase,), 1, range(len(PHASES))),
    ]
    return all(
        (length is None or len(row) == length) and all(number in fit for number in row)
        for row, length, fit in rows
    )


def _adds_up(table: Table) -> bool:
    """Whether all cards, customers, stores and track are there."""
    census = table.census()
    return all(census[kind] == count for kind, count in zip(KINDS, KIND_COUNT, strict=True)) and (
        all(census[ward.id] == ward.cards for ward in table.setup.city.map.wards)
    )
