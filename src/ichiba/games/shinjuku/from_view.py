"""From what a seat sees to a position in which it can think ahead."""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

from ichiba.core.game import Dump
from ichiba.core.rng import Rng
from ichiba.games.shinjuku.actions import TURN_ACTIONS
from ichiba.games.shinjuku.box import BOX
from ichiba.games.shinjuku.city import CITY
from ichiba.games.shinjuku.customers import KIND_COUNT, KINDS, ONE
from ichiba.games.shinjuku.data import (
    ACTIONS_IN_TURN,
    GOODS,
    NAME,
    REVISION,
    STORE_NAMES,
    store_of,
)
from ichiba.games.shinjuku.state import DECISIONS
from ichiba.games.shinjuku.table import NONE
from ichiba.games.shinjuku.view_types import ShinjukuView

_PHASES = (*(decision.name for decision in DECISIONS), "over")
_ACTIONS = {name: action for action, name in TURN_ACTIONS.items()}


def guess(seen: ShinjukuView, rng: Random) -> Dump:
    """A dump of a position with this view. Hidden cards are arbitrary, hidden customers random."""
    earned, bag = _customers(seen, rng)
    hands, deck = _cards(seen)
    return {
        "game": NAME,
        "revision": REVISION,
        "players": seen["players"],
        "open_customers": seen["open_customers"],
        "rng": Rng(0).state,
        "reveals": 0,
        "actors": seen["actors"],
        "phase": _PHASES.index(seen["phase"]),
        "turn": seen["turn"],
        "player": seen["player"],
        "first": seen["first_player"],
        "last_turns": NONE if seen["last_turns"] is None else seen["last_turns"],
        "earned": [_group(own) for own in earned],
        "bag": sorted(bag),
        "cards": [count for hand in hands for count in _by_ward(hand)],
        "deck": sorted(deck),
        **_city(seen),
        **_companies(seen),
        **_action(seen),
    }


def _wards(names: Iterable[str]) -> list[int]:
    return [CITY.ward_names.index(name) for name in names]


def _kinds(names: Iterable[str]) -> list[int]:
    return [KINDS.index(name) for name in names]


def _group(kinds: Iterable[int]) -> int:
    return sum(ONE[kind] for kind in kinds)


def _by_ward(wards: Iterable[int]) -> list[int]:
    counts = Counter(wards)
    return [counts[ward] for ward in range(CITY.wards)]


def _number(names: Sequence[str], name: str | None) -> int:
    return NONE if name is None else names.index(name)


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


def _customers(seen: ShinjukuView, rng: Random) -> tuple[list[list[int]], list[int]]:
    """Everybody's customers and those in the bag. Hidden ones are drawn from all that are left."""
    left = Counter(dict(enumerate(KIND_COUNT)))
    groups = [slot["customers"] for slot in seen["queue"]]
    groups += [*seen["wards"].values(), seen["removed"], seen["choice"]["group"]]
    companies = seen["companies"]
    earned = [_kinds(company["customers"] or []) for company in companies]
    spent = seen["choice"]["customer"]
    if spent is not None and companies[seen["player"]]["customers"] is None:
        earned[seen["player"]] = _kinds([spent])
    left.subtract(kind for group in groups for kind in _kinds(group))
    left.subtract(kind for own in earned for kind in own)
    pool = sorted(left.elements())
    rng.shuffle(pool)
    for own, company in zip(earned, companies, strict=True):
        missing = company["customer_count"] - len(own)
        own.extend(pool[:missing])
        del pool[:missing]
    return earned, pool


def _cards(seen: ShinjukuView) -> tuple[list[list[int]], list[int]]:
    """Everybody's cards and those in the deck. Hidden ones are the first of all that are left."""
    left = Counter(CITY.cards)
    left.subtract(_wards(seen["discard"]))
    left.subtract(_wards(slot["ward"] for slot in seen["queue"] if slot["ward"] is not None))
    hands = [
        _wards(company["known"] if company["hand"] is None else company["hand"])
        for company in seen["companies"]
    ]
    left.subtract(ward for hand in hands for ward in hand)
    pool = sorted(left.elements())
    for hand, company in zip(hands, seen["companies"], strict=True):
        missing = company["cards"] - len(hand)
        hand.extend(pool[:missing])
        del pool[:missing]
    return hands, pool


def _city(seen: ShinjukuView) -> Dump:
    stores = [NONE] * CITY.stations
    for name, store in seen["stores"].items():
        good = STORE_NAMES.index(store["good"])
        stores[CITY.station_names.index(name)] = store_of(store["owner"], good)
    built = seen["queue_size"] - BOX.first_queue.value  # also if there was no stack left to claim
    owners = [stack["owner"] for stack in seen["bonus"] if stack["owner"] is not None]
    return {
        "discard": _wards(seen["discard"]),
        "removed": _group(_kinds(seen["removed"])),
        "queue_wards": [_number(CITY.ward_names, slot["ward"]) for slot in seen["queue"]],
        "queue_groups": [_group(_kinds(slot["customers"])) for slot in seen["queue"]],
        "wards": [_group(_kinds(seen["wards"].get(ward, []))) for ward in CITY.ward_names],
        "stores": stores,
        "links": [seen["track"].get(link, NONE) for link in CITY.link_names],
        "stack_owners": owners + [0] * (built - len(owners)),
    }


def _companies(seen: ShinjukuView) -> Dump:
    companies = seen["companies"]
    known = [_by_ward(_wards(company["known"])) for company in companies]
    return {
        "known": [count for hand in known for count in hand],
        "supply": [company["supply"][good] for company in companies for good in GOODS],
        "departments": [company["departments"] for company in companies],
        "track": [company["track"] for company in companies],
        "bonus": [company["bonus"] for company in companies],
    }


def _action(seen: ShinjukuView) -> Dump:
    """The current action and the choices made for it."""
    actions, choice = seen["actions"], seen["choice"]
    stations = CITY.station_names
    given = [
        [stations.index(one["station"]), one["owner"], KINDS.index(one["kind"])]
        for one in choice["given"]
    ]
    return {
        "done": ACTIONS_IN_TURN - actions["left"],
        "used": _bits(_ACTIONS[name] for name in actions["used"]),
        "action": NONE if actions["current"] is None else _ACTIONS[actions["current"]],
        "station": _number(stations, choice["station"]),
        "good": _number(STORE_NAMES, choice["store"]),
        "origin": _number(stations, choice["from"]),
        "first_link": _number(CITY.link_names, choice["first"]),
        "second_link": _number(CITY.link_names, choice["second"]),
        "pay_for": _bits(_wards(choice["pay_for"])),
        "three": choice["three"],
        "ward": _number(CITY.ward_names, choice["ward"]),
        "group": _group(_kinds(choice["group"])),
        "path": [stations.index(name) for name in choice["path"]],
        "given": given,
        "fares": _bits(choice["fares"]),
        "kind": _number(KINDS, choice["customer"]),
    }
