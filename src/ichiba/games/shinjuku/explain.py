"""Why a decision is not allowed: for every action of the table, at every moment, to every seat."""

from ichiba.core.messages import Argument, Reason
from ichiba.games.shinjuku.actions import (
    AT,
    DECLINE,
    EXPAND,
    GIVE,
    INCOME,
    MOVE,
    OPEN,
    STOP,
    STORE,
    THREE,
    TURN_ACTIONS,
)
from ichiba.games.shinjuku.data import DEPARTMENT, GOODS, KINDS, SELLS, SOME
from ichiba.games.shinjuku.opening import own_stores
from ichiba.games.shinjuku.table import (
    ACTION,
    EXPAND_FIRST,
    EXPAND_SECOND,
    FINISH,
    FREE_INCOME,
    MOVE_GIVE,
    MOVE_ON,
    MOVE_START,
    MOVE_WARD,
    NONE,
    OPEN_STATION,
    OPEN_STORE,
    OVER,
    PAYMENT,
    PAYMENT_THREE,
    STORES,
    UPGRADE_CUSTOMER,
    UPGRADE_STATION,
    Table,
)
from ichiba.games.shinjuku.telling import CHAPTERS


def explain(table: Table, seat: int, action: int) -> Reason | None:
    """The reason, or None if the action is legal. It tells nothing that the seat may not know."""
    if table.phase == OVER:
        return Reason("core.reason.game_over", rule="end")
    if seat not in table.actors:
        arguments: dict[str, Argument] = {"seats": [*table.actors], "count": 1}
        return Reason("core.reason.not_your_turn", arguments, CHAPTERS[table.phase])
    if action in table.legal(seat):
        return None
    actions = table.setup.actions
    if action < STORE:
        return _plain(table, seat, action)
    if action < GIVE:
        return _store(table, action - STORE)
    if action < AT:
        return _give(table, seat, action - GIVE)
    if action < actions.origin:
        return _station(table, seat, action - AT)
    if action < actions.track:
        return _relocate(table, seat, action - actions.origin)
    if action < actions.ward:
        return _track(table, action - actions.track)
    if action < actions.pay:
        return _ward(table, action - actions.ward)
    return _pay(table, seat, action - actions.pay)


def _no(key: str, rule: str, **arguments: Argument) -> Reason:
    return Reason(f"shinjuku.reason.{key}", arguments, rule)


def _plain(table: Table, seat: int, action: int) -> Reason:
    """Actions of a turn, and answers without a place on the board."""
    if action == STOP:
        return _no("nothing_to_stop", "move")
    if action == DECLINE:
        return _no("no_income_offered", "income")
    if action == THREE:
        key = "few_cards" if table.phase == PAYMENT else "nothing_to_pay"
        return _no(key, "wildcards", count=table.sizes[seat])
    if table.phase == FREE_INCOME:
        return _no("income_first", "income")
    if table.phase == FINISH:
        return _no("both_done", "turn")
    if table.phase != ACTION:
        return _no("busy", CHAPTERS[table.phase])
    if table.used >> action & 1:
        return _no("used", "turn", action=f"shinjuku.action.{TURN_ACTIONS[action]}")
    return _no_action(table, seat, action)


def _no_action(table: Table, seat: int, action: int) -> Reason:
    """Why an action of a turn cannot be completed."""
    if action == OPEN:
        return _no("no_open" if NONE in table.stores else "city_full", "open")
    if action == EXPAND:
        return _no("no_link" if table.track[seat] else "no_track", "expand")
    if action == INCOME:
        return _no("no_cards", "income")
    if action == MOVE:
        return _no("no_move" if any(table.wards) else "no_customers", "move")
    return _no_upgrade(table, seat)


def _no_upgrade(table: Table, seat: int) -> Reason:
    if not table.departments[seat]:
        return _no("no_departments", "upgrade")
    reasons = [_upgrade_at(table, seat, station) for station in own_stores(table, seat)]
    # The store that lacks least tells the reason.
    order = ("no_card_for", "no_customer_for", "no_site")
    for key in order:
        for reason in reasons:
            if reason.key == f"shinjuku.reason.{key}":
                return reason
    return _no("no_stores", "upgrade")


def _upgrade_at(table: Table, seat: int, station: int) -> Reason:
    """Why the store at this station cannot grow."""
    city = table.setup.city
    name = table.station_name(station)
    store = table.stores[station]
    if store == NONE or store // STORES != seat:
        return _no("not_your_store", "upgrade", station=name)
    if store % STORES == DEPARTMENT:
        return _no("is_department", "upgrade", station=name)
    if not city.department_sites >> station & 1:
        return _no("no_site", "upgrade", station=name)
    if not table.earned[seat] & SELLS[store % STORES]:
        good = f"shinjuku.good.{GOODS[store % STORES]}"
        return _no("no_customer_for", "upgrade", good=good, station=name)
    return _no("no_card_for", "wildcards", ward=table.ward_name(city.ward_of[station]))


def _store(table: Table, good: int) -> Reason:
    if table.phase != OPEN_STORE:
        return _no("not_opening", "open")
    return _no("no_store", "open", good=f"shinjuku.good.{GOODS[good]}")


def _relocate(table: Table, seat: int, station: int) -> Reason:
    if table.phase != OPEN_STORE:
        return _no("not_opening", "open")
    name = table.station_name(station)
    if table.stores[station] == seat * STORES + DEPARTMENT:
        return _no("department_stays", "open", station=name)
    return _no("not_your_store", "open", station=name)


def _give(table: Table, seat: int, kind: int) -> Reason:
    customer = f"shinjuku.customer.{KINDS[kind]}"
    if table.phase == MOVE_GIVE:
        key = "not_sold" if table.group & SOME[kind] else "not_travelling"
        station = table.station_name(table.path[-1])
        return _no(key, "move", customer=customer, station=station)
    if table.phase == UPGRADE_CUSTOMER:
        key = "wrong_good" if table.earned[seat] & SOME[kind] else "not_earned"
        good = f"shinjuku.good.{GOODS[table.good]}"
        return _no(key, "upgrade", customer=customer, good=good)
    return _no("nothing_to_give", "move")


def _station(table: Table, seat: int, station: int) -> Reason:
    city = table.setup.city
    name = table.station_name(station)
    ward = table.ward_name(city.ward_of[station])
    if table.phase == OPEN_STATION:
        store = table.stores[station]
        if store != NONE:
            return _no("occupied", "open", station=name, seat=store // STORES)
        return _no("no_card_for", "wildcards", ward=ward)
    if table.phase == UPGRADE_STATION:
        return _upgrade_at(table, seat, station)
    if table.phase == MOVE_START:
        return _no("not_in_ward", "move", station=name, ward=table.ward_name(table.ward))
    if table.phase == MOVE_ON:
        if table.visited >> station & 1:
            return _no("visited", "move", station=name)
        return _no("no_way", "move", station=name, origin=table.station_name(table.path[-1]))
    return _no("no_station_asked", CHAPTERS[table.phase])


def _track(table: Table, link: int) -> Reason:
    if table.phase not in (EXPAND_FIRST, EXPAND_SECOND):
        return _no("not_expanding", "expand")
    if table.links[link] != NONE:
        return _no("link_taken", "expand", seat=table.links[link])
    return _no("not_connected", "expand")


def _ward(table: Table, ward: int) -> Reason:
    if table.phase != MOVE_WARD:
        return _no("not_moving", "move")
    name = table.ward_name(ward)
    if not table.wards[ward]:
        return _no("ward_empty", "move", ward=name)
    return _no("no_card_for", "wildcards", ward=name)


def _pay(table: Table, seat: int, ward: int) -> Reason:
    if table.phase not in (PAYMENT, PAYMENT_THREE):
        return _no("nothing_to_pay", "wildcards")
    name = table.ward_name(ward)
    if not table.held[seat] >> ward & 1:
        return _no("no_such_card", "wildcards", card=name)
    return _no("no_match", "wildcards", card=name)
