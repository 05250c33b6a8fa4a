"""What a seat knows, as numbers for programs that learn. `view` has the same for people."""

from functools import cache, lru_cache

from ichiba.core.observation import Plane, Spec
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
from ichiba.games.shinjuku.setups import Setup
from ichiba.games.shinjuku.table import NONE, OVER, ShinjukuTable
from ichiba.games.shinjuku.view import shows_customers

_KINDS = range(len(KINDS))
_CACHED = 1 << 11  # results of each cached function


@cache
def spec(setup: Setup) -> Spec:
    """The planes, in the order of `observed`."""
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


def observed(table: ShinjukuTable, seat: int) -> list[float]:
    """The numbers. Seats are in turn order from the observer."""
    players = table.setup.players
    order, seats = _order(players, seat), _one_hot(players)
    last = table.last_turns
    values = [table.turn, *_one_hot(OVER + 1)[table.phase]]
    values += [float(other in table.actors) for other in order]
    values += seats[(table.player - seat) % players]
    values += _USED[table.used]
    values += _CURRENT[table.action]
    values += (0.0, 0.0) if last == NONE else (1.0, last)
    values += (len(table.deck), len(table.bag))
    values += _by_ward(tuple(table.discard))
    _add_map(table, values, seat)
    _add_companies(table, values, seat)
    _add_choice(table, values, seat)
    return values


def _add_map(table: ShinjukuTable, values: list[float], seat: int) -> None:
    """The queue, customers, stores, track and bonus tokens."""
    players = table.setup.players
    values += [ward + 1 for ward in table.queue_wards]
    values += _groups((*table.queue_groups, table.removed))
    values += _groups(tuple(table.wards))
    values += _stores(players, seat, tuple(table.stores))
    values += _links(players, seat, tuple(table.links))
    owners, claims = _relative(players, seat), table.stack_owners
    for stack, tokens in enumerate(BONUS_STACKS):
        values += (tokens, owners[claims[stack]] if stack < len(claims) else 0.0)


def _add_companies(table: ShinjukuTable, values: list[float], seat: int) -> None:
    """Hands, pieces and customers. Of other hands, only what everybody knows."""
    at = seat * CITY.wards
    values += table.cards[at : at + CITY.wards]
    known_cards = _floats(tuple(table.known))
    values += known_cards[at:]
    values += known_cards[:at]
    order = _order(table.setup.players, seat)
    for other in order:
        values += (table.sizes[other], table.track[other], table.bonus[other])
    for other in order:
        values += table.supply[other * len(GOODS) :][: len(GOODS)]
        values.append(table.departments[other])
    known = [shows_customers(table, other, seat) for other in order]
    if not table.setup.open_customers:
        values += known
    for other, is_known in zip(order, known, strict=True):
        values += _counts(table.earned[other]) if is_known else _NOBODY


def _add_choice(table: ShinjukuTable, values: list[float], seat: int) -> None:
    """The choices made so far for the current action."""
    players = table.setup.players
    if table.action == NONE:
        values += _no_choice(players)
        return
    values += (
        table.station + 1,
        table.good + 1,
        table.origin + 1,
        table.first_link + 1,
        table.second_link + 1,
        table.ward + 1,
        table.kind + 1,
    )
    values += _bits(table.pay_for, CITY.wards)
    path = table.path
    values += (table.three, path[-1] + 1 if path else 0)
    values += _bits(table.visited, CITY.stations)
    values += _counts(table.group)
    given = [0] * players
    for _, owner, kind in table.given:
        given[owner] += ONE[kind]
    order = _order(players, seat)
    for other in order:
        values += _counts(given[other])
    values += [float(table.fares >> other & 1) for other in order]


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
_GOOD_FROM_1 = (
    *(good_of(store) + 1.0 for store in range(store_of(BOX.players.most.value, 0))),
    0.0,
)


@cache
def _one_hot(length: int) -> list[list[float]]:
    return [[float(place == one) for place in range(length)] for one in range(length)]


# By current action, and by used actions, which are bits.
_CURRENT = {
    current: [float(action == current) for action in TURN_ACTIONS]
    for current in (*TURN_ACTIONS, NONE)
}
_USED = [
    [float(used >> action & 1) for action in TURN_ACTIONS] for used in range(2 << max(TURN_ACTIONS))
]
_NOBODY = [0.0] * len(KINDS)


# These are cached, because most of the table stays the same from one decision to the next.


@lru_cache(maxsize=_CACHED)
def _floats(row: tuple[int, ...]) -> list[float]:
    """The same as floats, which are several times as fast to write."""
    return [float(one) for one in row]


@lru_cache(maxsize=_CACHED)
def _bits(bits: int, length: int) -> list[float]:
    return [float(bits >> place & 1) for place in range(length)]


@lru_cache(maxsize=_CACHED)
def _by_ward(cards: tuple[int, ...]) -> list[float]:
    """By ward: the number of cards."""
    return [float(cards.count(ward)) for ward in range(CITY.wards)]


@lru_cache(maxsize=_CACHED)
def _groups(groups: tuple[int, ...]) -> list[float]:
    """By group and kind: the number of customers."""
    return [count for group in groups for count in _counts(group)]


@lru_cache(maxsize=_CACHED)
def _stores(players: int, seat: int, stores: tuple[int, ...]) -> list[float]:
    """By station: the owner of the store; then what it sells."""
    owners = _owners(players, seat)
    return [owners[store] for store in stores] + [_GOOD_FROM_1[store] for store in stores]


@lru_cache(maxsize=_CACHED)
def _links(players: int, seat: int, links: tuple[int, ...]) -> list[float]:
    """By link: who laid track on it."""
    owners = _relative(players, seat)
    return [owners[owner] for owner in links]


@lru_cache(maxsize=1 << 14)
def _counts(group: int) -> list[float]:
    """By kind: the number of customers. Cached, because groups recur."""
    return [float(count_of(group, kind)) for kind in _KINDS]


@cache
def _no_choice(players: int) -> list[float]:
    return [0.0] * sum(plane.size for plane in _choice_planes(players))
