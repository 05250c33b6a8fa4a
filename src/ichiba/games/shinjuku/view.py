"""What a seat may see. The others' hands and customers and everything to come are hidden."""

from ichiba.games.shinjuku import scoring
from ichiba.games.shinjuku.actions import TURN_ACTIONS
from ichiba.games.shinjuku.box import BOX
from ichiba.games.shinjuku.city import CITY, bits
from ichiba.games.shinjuku.customers import KINDS, customer_names, size_of
from ichiba.games.shinjuku.data import (
    ACTIONS_IN_TURN,
    BONUS_STACKS,
    GOODS,
    NAME,
    STORE_NAMES,
    good_of,
    owner_of,
)
from ichiba.games.shinjuku.queue import queue_size
from ichiba.games.shinjuku.table import FREE_INCOME, NONE, OVER, ShinjukuTable
from ichiba.games.shinjuku.view_types import (
    ShinjukuChoice,
    ShinjukuCompany,
    ShinjukuSlot,
    ShinjukuStack,
    ShinjukuView,
)


def view(table: ShinjukuTable, seat: int | None) -> ShinjukuView:
    """The whole view for one seat; None is a spectator."""
    seats = table.setup.everyone
    open_to = [shows_customers(table, owner, seat) for owner in seats]
    return {
        "game": NAME,
        "seat": seat,
        "players": table.setup.players,
        "open_customers": table.setup.open_customers,
        "city": CITY.name,
        "turn": table.turn,
        "player": table.player,
        "first_player": table.first,
        "actors": [*table.actors],
        "phase": table.phase_name,
        "actions": {
            "used": [name for action, name in TURN_ACTIONS.items() if table.used >> action & 1],
            "left": ACTIONS_IN_TURN - table.done,
            "current": None if table.action == NONE else TURN_ACTIONS[table.action],
        },
        "queue": [_slot(table, slot) for slot in range(len(table.queue_wards))],
        "queue_size": queue_size(table),
        "bonus": [_stack(table, number) for number in range(len(BONUS_STACKS))],
        "deck": len(table.deck),
        "bag": len(table.bag),
        "discard": [CITY.ward_names[ward] for ward in table.discard],
        "removed": customer_names(table.removed),
        "wards": {
            CITY.ward_names[ward]: customer_names(group)
            for ward, group in enumerate(table.wards)
            if group
        },
        "stores": {
            CITY.station_names[station]: {
                "owner": owner_of(store),
                "good": STORE_NAMES[good_of(store)],
            }
            for station, store in enumerate(table.stores)
            if store != NONE
        },
        "track": {
            CITY.link_names[link]: owner for link, owner in enumerate(table.links) if owner != NONE
        },
        "companies": [_company(table, owner, seat) for owner in seats],
        "choice": _choice(table),
        "last_turns": None if table.last_turns == NONE else table.last_turns,
        "scores": [scoring.score_of(table, s) if open_to[s] else None for s in seats],
        "breakdown": [scoring.breakdown_of(table, s) if open_to[s] else None for s in seats],
        "winners": [*table.winners],
    }


def shows_customers(table: ShinjukuTable, owner: int, seat: int | None) -> bool:
    """Whether the seat may see the owner's customers."""
    return owner == seat or table.setup.open_customers or table.phase == OVER


def _slot(table: ShinjukuTable, slot: int) -> ShinjukuSlot:
    ward = table.queue_wards[slot]
    return {
        "ward": None if ward == NONE else CITY.ward_names[ward],
        "customers": customer_names(table.queue_groups[slot]),
    }


def _stack(table: ShinjukuTable, number: int) -> ShinjukuStack:
    claimed = number < len(table.stack_owners)
    return {
        "queue_size": BOX.first_queue.value + number + 1,
        "tokens": BONUS_STACKS[number],
        "owner": table.stack_owners[number] if claimed else None,
    }


def _company(table: ShinjukuTable, owner: int, seat: int | None) -> ShinjukuCompany:
    hand = table.cards[owner * CITY.wards : (owner + 1) * CITY.wards]
    known = table.open_cards[owner * CITY.wards : (owner + 1) * CITY.wards]
    shown = shows_customers(table, owner, seat)
    place = owner * len(GOODS)
    return {
        "cards": table.sizes[owner],
        "hand": _card_names(hand) if owner == seat else None,
        "known": _card_names(known),
        "customers": customer_names(table.earned[owner]) if shown else None,
        "customer_count": size_of(table.earned[owner]),
        "bonus": table.bonus[owner],
        "supply": dict(zip(GOODS, table.supply[place : place + len(GOODS)], strict=True)),
        "departments": table.departments[owner],
        "track": table.track[owner],
        "score": scoring.score_of(table, owner) if shown else None,
        "wild": [CITY.ward_names[ward] for ward in bits(table.wild[owner])],
    }


def _card_names(counts: list[int]) -> list[str]:
    names = CITY.ward_names
    return [names[ward] for ward, count in enumerate(counts) for _ in range(count)]


def _choice(table: ShinjukuTable) -> ShinjukuChoice:
    """The choices made so far for the current action."""
    paying = table.pay_for if table.phase != FREE_INCOME else 0
    return {
        "station": _name(CITY.station_names, table.station),
        "store": _name(STORE_NAMES, table.good),
        "from": _name(CITY.station_names, table.origin),
        "first": _name(CITY.link_names, table.first_link),
        "second": _name(CITY.link_names, table.second_link),
        "pay_for": [CITY.ward_names[ward] for ward in bits(paying)],
        "three": table.three,
        "ward": _name(CITY.ward_names, table.ward),
        "path": [CITY.station_names[station] for station in table.path],
        "group": customer_names(table.group),
        "given": [
            {"station": CITY.station_names[station], "owner": owner, "kind": KINDS[kind]}
            for station, owner, kind in table.given
        ],
        "fares": [*bits(table.fares)],
        "customer": _name(KINDS, table.kind),
    }


def _name(names: tuple[str, ...], number: int) -> str | None:
    return None if number == NONE else names[number]
