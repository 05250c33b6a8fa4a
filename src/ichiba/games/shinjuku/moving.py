"""Move: the customers of a ward travel along track, and matching stores on the way take one each.

Afterwards, the owners of the track that was used may draw cards.
"""

from ichiba.core.messages import Message, Reason
from ichiba.games.shinjuku.actions import (
    AT,
    AT_STATIONS,
    GIVE,
    MOVE,
    MOVE_FROM,
    STOP,
    WARD,
    for_stations,
    for_wards,
)
from ichiba.games.shinjuku.city import CITY, station_name, ward_name
from ichiba.games.shinjuku.customers import (
    ONE,
    count_of,
    customer_key,
    customer_keys,
    kinds_buying,
)
from ichiba.games.shinjuku.data import good_of, owner_of
from ichiba.games.shinjuku.income import offer_income
from ichiba.games.shinjuku.paying import ask_payment, payable_wards
from ichiba.games.shinjuku.pieces import add_customers, take_customers
from ichiba.games.shinjuku.table import (
    MOVE_GIVE,
    MOVE_ON,
    MOVE_START,
    MOVE_WARD,
    NONE,
    ShinjukuTable,
    Step,
    TurnAction,
)
from ichiba.games.shinjuku.turn import finish_action


class Move(TurnAction):
    """The action, from the choice of a ward to the last station."""

    chapter = "move"
    kinds = (MOVE,)
    first_step = MOVE_WARD

    def impossible(self, table: ShinjukuTable, seat: int) -> Reason:
        """No card fits, or there are no customers."""
        return self.no("no_move" if table.crowded else "no_customers")

    def paid(self, table: ShinjukuTable, seat: int) -> None:
        """Gather the customers of the ward, and ask for their first station."""
        table.group = take_customers(table, table.ward)
        if table.log is not None:
            ward, customers = ward_name(table.ward), customer_keys(table.group)
            table.tell("moves", seat=seat, ward=ward, customers=customers)
        table.ask(MOVE_START, seat)


class MoveWard(Step):
    """Whose customers move?"""

    name = "move_ward"
    chapter = "move"
    kinds = (WARD,)

    def choices(self, table: ShinjukuTable, seat: int) -> list[int]:
        """The wards with customers that the seat can pay for."""
        return for_wards(MOVE_FROM, table.crowded & payable_wards(table, seat))

    def take(self, table: ShinjukuTable, seat: int, action: int) -> None:
        """Choose the ward, and ask for payment."""
        table.ward = action - WARD
        ask_payment(table, seat, 1 << table.ward)

    def label(self, table: ShinjukuTable, seat: int, action: int) -> Message:
        """The ward and its customers."""
        ward = action - WARD
        customers = customer_keys(table.wards[ward])
        return self.say("ward", ward=ward_name(ward), customers=customers)

    def why_not(self, table: ShinjukuTable, seat: int, action: int) -> Reason:
        """The ward has no customers, or no card fits."""
        ward = action - WARD
        if not table.wards[ward]:
            return self.no("ward_empty", ward=ward_name(ward))
        return self.no("no_card_for", "wildcards", ward=ward_name(ward))


class MoveStart(Step):
    """Where do they start?"""

    name = "move_start"
    chapter = "move"
    kinds = (AT,)

    def choices(self, table: ShinjukuTable, seat: int) -> list[int]:
        """The stations of the ward."""
        return for_stations(AT_STATIONS, CITY.stations_in[table.ward])

    def few(self, table: ShinjukuTable, seat: int) -> list[int] | None:
        """Most wards have several stations."""
        stations = CITY.stations_in[table.ward]
        return None if stations & (stations - 1) else self.choices(table, seat)

    def take(self, table: ShinjukuTable, seat: int, action: int) -> None:
        """Start at this station, which counts as visited."""
        _arrive(table, seat, action - AT)

    def prompt(self, table: ShinjukuTable, seat: int) -> Message:
        return self.question(table, ward=ward_name(table.ward))

    def label(self, table: ShinjukuTable, seat: int, action: int) -> Message:
        return self.say("start", station=station_name(action - AT))

    def why_not(self, table: ShinjukuTable, seat: int, action: int) -> Reason:
        """The station is in another ward."""
        ward = ward_name(table.ward)
        return self.no("not_in_ward", station=station_name(action - AT), ward=ward)


def _arrive(table: ShinjukuTable, seat: int, station: int) -> None:
    """Arrive at a station. A store that sells what somebody wants must take one customer."""
    kind = "arrives" if table.path else "starts"
    table.path += (station,)
    table.visited |= 1 << station
    if table.log is not None:
        table.tell(kind, station=station_name(station))
    if table.stores[station] == NONE or not table.ask(MOVE_GIVE, seat, optional=True):
        _go_on(table, seat)


class MoveGive(Step):
    """Which customer goes to the owner of the store?"""

    name = "move_give"
    chapter = "move"
    kinds = (GIVE,)

    def choices(self, table: ShinjukuTable, seat: int) -> list[int]:
        """The kinds of customers in the group that the store here can take."""
        store = table.stores[table.path[-1]]
        return [GIVE + kind for kind in kinds_buying(table.group, good_of(store))]

    def take(self, table: ShinjukuTable, seat: int, action: int) -> None:
        """Give this customer to the owner of the store."""
        kind, station = action - GIVE, table.path[-1]
        owner = owner_of(table.stores[station])
        table.group -= ONE[kind]
        table.earned[owner] += ONE[kind]
        table.given += ((station, owner, kind),)
        if table.log is not None:
            name = station_name(station)
            table.tell("gets", seat=owner, customer=customer_key(kind), station=name)
        _go_on(table, seat)

    def prompt(self, table: ShinjukuTable, seat: int) -> Message:
        """Names the station of the store."""
        return self.question(table, station=station_name(table.path[-1]))

    def label(self, table: ShinjukuTable, seat: int, action: int) -> Message:
        """The customer and, unless it is the seat itself, the owner of the store."""
        owner, customer = owner_of(table.stores[table.path[-1]]), customer_key(action - GIVE)
        if owner == seat:
            return self.say("take", customer=customer)
        return self.say("give", customer=customer, seat=owner)

    def why_not(self, table: ShinjukuTable, seat: int, action: int) -> Reason:
        """The group has no such customer, or the store has nothing for them."""
        kind, station = action - GIVE, station_name(table.path[-1])
        key = "not_sold" if count_of(table.group, kind) else "not_travelling"
        return self.no(key, customer=customer_key(kind), station=station)


def _nearby(table: ShinjukuTable) -> int:
    """The stations one link away that were not visited yet, as bits."""
    return table.built[table.path[-1]] & ~table.visited


def _go_on(table: ShinjukuTable, seat: int) -> None:
    """Ask for the next station, unless nobody is left or there is no way to go on."""
    if table.group and _nearby(table):
        table.phase = MOVE_ON
    else:
        _stop(table, seat)


class MoveOn(Step):
    """Where do they go next?"""

    name = "move_on"
    chapter = "move"
    kinds = (AT, STOP)

    def choices(self, table: ShinjukuTable, seat: int) -> list[int]:
        """The stations nearby, or stopping here."""
        found = for_stations(AT_STATIONS, _nearby(table))
        found.append(STOP)
        return found

    def take(self, table: ShinjukuTable, seat: int, action: int) -> None:
        """Go to the next station, or stop."""
        if action == STOP:
            _stop(table, seat)
            return
        station = action - AT
        owner = _track_owner(table, station)
        if owner not in (NONE, seat):
            table.fares |= 1 << owner
        _arrive(table, seat, station)

    def prompt(self, table: ShinjukuTable, seat: int) -> Message:
        """Names the station where they are."""
        return self.question(table, station=station_name(table.path[-1]))

    def label(self, table: ShinjukuTable, seat: int, action: int) -> Message:
        """The next station, and whose track leads there."""
        if action == STOP:
            return self.say("stop", station=station_name(table.path[-1]))
        station = action - AT
        name, owner = station_name(station), _track_owner(table, station)
        if owner not in (NONE, seat):
            return self.say("go_by_track_of", station=name, seat=owner)
        return self.say("go", station=name)

    def why_not(self, table: ShinjukuTable, seat: int, action: int) -> Reason:
        """They have been there, or no track leads there."""
        station = action - AT
        name = station_name(station)
        if table.visited >> station & 1:
            return self.no("visited", station=name)
        return self.no("no_way", station=name, origin=station_name(table.path[-1]))


def _track_owner(table: ShinjukuTable, station: int) -> int:
    """Who laid the track to a station nearby; NONE if the link is permanent."""
    link = CITY.link_between.get((table.path[-1], station), NONE)
    return NONE if link == NONE else table.links[link]


def _stop(table: ShinjukuTable, seat: int) -> None:
    """Leave the remaining customers in the ward of the last station, then offer free income."""
    if table.group:
        ward = CITY.ward_of[table.path[-1]]
        add_customers(table, ward, table.group)
        if table.log is not None:
            table.tell("stay", ward=ward_name(ward), customers=customer_keys(table.group))
        table.group = 0
    if table.fares:
        offer_income(table, seat)
    else:
        finish_action(table)
