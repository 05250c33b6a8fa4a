"""MOVE: the customers of a ward go along built track, and matching stores on the way take one each.

Whoever owns track that was used may then draw cards.
"""

from ichiba.games.shinjuku.actions import AT, GIVE, INCOME, STOP
from ichiba.games.shinjuku.cards import ask_payment, draw_income, payable_wards
from ichiba.games.shinjuku.city import bits
from ichiba.games.shinjuku.data import KINDS, ONE, SELLS, kinds_in
from ichiba.games.shinjuku.queue import kind_keys
from ichiba.games.shinjuku.table import (
    FREE_INCOME,
    MOVE_GIVE,
    MOVE_ON,
    MOVE_START,
    NONE,
    STORES,
    Table,
)
from ichiba.games.shinjuku.turn import finish_action


def can_move(table: Table) -> bool:
    """Whether there are customers somewhere that the hand can pay for."""
    payable = payable_wards(table)
    if payable == NONE:
        return any(table.wards)
    return any(table.wards[ward] for ward in bits(payable))


def wards_to_move(table: Table) -> list[int]:
    """The wards with customers that can be paid for."""
    payable = payable_wards(table)
    first = table.setup.actions.ward
    if payable == NONE:
        return [first + ward for ward, group in enumerate(table.wards) if group]
    return [first + ward for ward in bits(payable) if table.wards[ward]]


def choose_ward(table: Table, action: int) -> None:
    """These; how is it paid?"""
    table.ward = action - table.setup.actions.ward
    if ask_payment(table, 1 << table.ward):
        gather(table)


def gather(table: Table) -> None:
    """Paid: all customers of the ward travel together. From which station?"""
    table.group = table.wards[table.ward]
    table.wards[table.ward] = 0
    if table.log is not None:
        customers = kind_keys(table.group)
        ward = table.ward_name(table.ward)
        table.tell("moves", seat=table.player, ward=ward, customers=customers)
    stations = table.setup.city.stations_in[table.ward]
    if stations & (stations - 1):
        table.phase = MOVE_START
    else:
        _arrive(table, stations.bit_length() - 1)


def starts(table: Table) -> list[int]:
    """The stations of the ward."""
    return [AT + station for station in bits(table.setup.city.stations_in[table.ward])]


def start(table: Table, action: int) -> None:
    """The starting station counts as visited."""
    _arrive(table, action - AT)


def ways(table: Table) -> list[int]:
    """Stations one link away that were not visited yet, or stop here."""
    return [AT + station for station in bits(_nearby(table))] + [STOP]


def go_on(table: Table, action: int) -> None:
    """To the next station, or no further."""
    if action == STOP:
        _stop(table)
        return
    station = action - AT
    link = table.setup.city.link_between.get((table.path[-1], station))
    if link is not None and table.links[link] != table.player:
        table.fares |= 1 << table.links[link]
    _arrive(table, station)


def _nearby(table: Table) -> int:
    return table.built[table.path[-1]] & ~table.visited


def _arrive(table: Table, station: int) -> None:
    """A store here that sells what somebody wants takes one customer, like it or not."""
    table.path += (station,)
    table.visited |= 1 << station
    if table.log is not None:
        table.tell("arrives", station=table.station_name(station))
    store = table.stores[station]
    if store != NONE:
        kinds = kinds_in(table.group & SELLS[store % STORES])
        if len(kinds) == 1:
            _give(table, kinds[0])
            return
        if kinds:
            table.phase = MOVE_GIVE
            return
    _ask_on(table)


def customers_to_give(table: Table) -> list[int]:
    """The kinds that the store here sells."""
    store = table.stores[table.path[-1]]
    return [GIVE + kind for kind in kinds_in(table.group & SELLS[store % STORES])]


def give(table: Table, action: int) -> None:
    """This customer goes to the owner of the store."""
    _give(table, action - GIVE)


def _give(table: Table, kind: int) -> None:
    station = table.path[-1]
    owner = table.stores[station] // STORES
    table.group -= ONE[kind]
    table.earned[owner] += ONE[kind]
    table.given += ((station, owner, kind),)
    if table.log is not None:
        customer = f"shinjuku.customer.{KINDS[kind]}"
        table.tell("gets", seat=owner, customer=customer, station=table.station_name(station))
    _ask_on(table)


def _ask_on(table: Table) -> None:
    """Ask for the next station, unless nobody is left or there is no way."""
    if table.group and _nearby(table):
        table.phase = MOVE_ON
    else:
        _stop(table)


def _stop(table: Table) -> None:
    """Who is left joins the ward of the last station; then the owners of track are asked."""
    if table.group:
        ward = table.setup.city.ward_of[table.path[-1]]
        table.wards[ward] += table.group
        if table.log is not None:
            customers = kind_keys(table.group)
            table.tell("stay", ward=table.ward_name(ward), customers=customers)
        table.group = 0
    if table.fares:
        _ask_income(table, table.player)
    else:
        finish_action(table)


def _ask_income(table: Table, after: int) -> None:
    """Clockwise: the next owner of used track may draw, if there is a card to draw."""
    players = table.setup.players
    for place in range(1, players):
        seat = (after + place) % players
        if seat == table.player:
            break
        if table.fares >> seat & 1 and (table.deck or table.discard):
            table.phase = FREE_INCOME
            table.actors = table.setup.alone[seat]
            return
    finish_action(table, stands=after != table.player)


def take_free_income(table: Table, action: int) -> None:
    """The owner of used track draws, or not; then the next is asked."""
    seat = table.actors[0]
    if action == INCOME:
        draw_income(table, seat)
    elif table.log is not None:
        table.tell("declined", seat=seat)
    _ask_income(table, seat)
