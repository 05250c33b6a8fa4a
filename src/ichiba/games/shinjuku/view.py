"""What a seat may see. Hidden are the others' hands and customers, and what is still to come."""

from ichiba.core.game import View
from ichiba.games.shinjuku import scoring
from ichiba.games.shinjuku.actions import TURN_ACTIONS
from ichiba.games.shinjuku.city import bits
from ichiba.games.shinjuku.data import (
    ACTIONS_IN_TURN,
    BONUS_STACKS,
    BOX,
    DEPARTMENT,
    GOODS,
    KINDS,
    tokens_of,
)
from ichiba.games.shinjuku.queue import queue_size
from ichiba.games.shinjuku.table import FREE_INCOME, NONE, OVER, PHASES, STORES, Table

STORE_NAMES = (*GOODS, "department")


def view(table: Table, seat: int | None) -> View:
    """The whole picture for one seat; None = a spectator."""
    city = table.setup.city
    seats = table.setup.everyone
    open_to = [shows_customers(table, owner, seat) for owner in seats]
    return {
        "seat": seat,
        "players": table.setup.players,
        "open_customers": table.setup.open_customers,
        "city": city.name,
        "turn": table.turn,
        "player": table.player,
        "first_player": table.first,
        "actors": [*table.actors],
        "phase": PHASES[table.phase],
        "actions": {
            "used": [name for number, name in enumerate(TURN_ACTIONS) if table.used >> number & 1],
            "left": ACTIONS_IN_TURN - table.done,
            "current": None if table.action == NONE else TURN_ACTIONS[table.action],
        },
        "queue": [_slot(table, slot) for slot in range(len(table.queue_wards))],
        "queue_size": queue_size(table),
        "bonus": [_stack(table, number) for number in range(len(BONUS_STACKS))],
        "deck": len(table.deck),
        "bag": len(table.bag),
        "discard": [city.ward_names[ward] for ward in table.discard],
        "removed": kind_names(table.removed),
        "wards": {
            city.ward_names[ward]: kind_names(group)
            for ward, group in enumerate(table.wards)
            if group
        },
        "stores": {
            city.station_names[station]: {
                "owner": store // STORES,
                "good": STORE_NAMES[store % STORES],
            }
            for station, store in enumerate(table.stores)
            if store != NONE
        },
        "track": {
            city.link_names[link]: owner for link, owner in enumerate(table.links) if owner != NONE
        },
        "companies": [_company(table, owner, seat) for owner in seats],
        "choice": _choice(table),
        "last_turns": None if table.last_turns == NONE else table.last_turns,
        "scores": [scoring.score_of(table, s) if open_to[s] else None for s in seats],
        "breakdown": [scoring.breakdown_of(table, s) if open_to[s] else None for s in seats],
        "winners": [*table.winners],
    }


def shows_customers(table: Table, owner: int, seat: int | None) -> bool:
    """Whether the seat may look at the owner's customers."""
    return owner == seat or table.setup.open_customers or table.phase == OVER


def kind_names(group: int) -> list[str]:
    """The customers of a group by name."""
    return [KINDS[kind] for kind in tokens_of(group)]


def _slot(table: Table, slot: int) -> View:
    ward = table.queue_wards[slot]
    return {
        "ward": None if ward == NONE else table.setup.city.ward_names[ward],
        "customers": kind_names(table.queue_groups[slot]),
    }


def _stack(table: Table, number: int) -> View:
    claimed = number < len(table.stack_owners)
    return {
        "queue_size": BOX.first_queue.value + number + 1,
        "tokens": BONUS_STACKS[number],
        "owner": table.stack_owners[number] if claimed else None,
    }


def _company(table: Table, owner: int, seat: int | None) -> View:
    city = table.setup.city
    hand = table.cards[owner * city.wards : (owner + 1) * city.wards]
    known = table.known[owner * city.wards : (owner + 1) * city.wards]
    shown = shows_customers(table, owner, seat)
    place = owner * len(GOODS)
    return {
        "cards": table.sizes[owner],
        "hand": _card_names(table, hand) if owner == seat else None,
        "known": _card_names(table, known),
        "customers": kind_names(table.earned[owner]) if shown else None,
        "bonus": table.bonus[owner],
        "supply": dict(zip(GOODS, table.supply[place : place + DEPARTMENT], strict=True)),
        "departments": table.departments[owner],
        "track": table.track[owner],
        "score": scoring.score_of(table, owner) if shown else None,
        "wild": [city.ward_names[ward] for ward in bits(table.wild[owner])],
    }


def _card_names(table: Table, counts: list[int]) -> list[str]:
    names = table.setup.city.ward_names
    return [names[ward] for ward, count in enumerate(counts) for _ in range(count)]


def _choice(table: Table) -> View:
    """What has been chosen so far for the action at hand."""
    city = table.setup.city
    paying = table.pay_for if table.phase != FREE_INCOME else 0
    return {
        "station": _name(city.station_names, table.station),
        "store": _name(STORE_NAMES, table.good),
        "from": _name(city.station_names, table.origin),
        "first": _name(city.link_names, table.first_link),
        "second": _name(city.link_names, table.second_link),
        "pay_for": [city.ward_names[ward] for ward in bits(paying)],
        "three": table.three,
        "ward": _name(city.ward_names, table.ward),
        "path": [city.station_names[station] for station in table.path],
        "group": kind_names(table.group),
        "given": [
            {"station": city.station_names[station], "owner": owner, "kind": KINDS[kind]}
            for station, owner, kind in table.given
        ],
        "fares": [*bits(table.fares)],
        "customer": _name(KINDS, table.kind),
    }


def _name(names: tuple[str, ...], number: int) -> str | None:
    return None if number == NONE else names[number]
