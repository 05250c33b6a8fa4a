"""What a boat does in the Fishing action: it undocks, catches, or docks and unloads."""

from typing import Final

from ichiba.core.flowing import RESUMING
from ichiba.core.messages import Message, Reason
from ichiba.games.tokyo_tsukiji_market.actions import (
    BOAT,
    CATCH,
    DOCK,
    DOCK_ABROAD,
    DRY_CATCH,
    JACK_CATCH,
    OFFER,
    UNDOCK,
    kind_of,
)
from ichiba.games.tokyo_tsukiji_market.data import (
    BLUE_SHIP,
    BOAT_SLOTS,
    BONUS,
    IS_BARGE,
    NUM_FISH,
)
from ichiba.games.tokyo_tsukiji_market.goods import CAUGHT_WITH, FISH_OF
from ichiba.games.tokyo_tsukiji_market.keys import BOAT_KEY, FISH_KEY
from ichiba.games.tokyo_tsukiji_market.markets.fish_market import FishMarket
from ichiba.games.tokyo_tsukiji_market.markets.yards import free_port
from ichiba.games.tokyo_tsukiji_market.pieces import earn
from ichiba.games.tokyo_tsukiji_market.table import (
    ABROAD,
    NO_BOAT,
    NOT_RENTED,
    SEA,
    MarketTable,
    Step,
)

_NONE_USED: Final = [0] * NUM_FISH


def can_act(table: MarketTable, boat: int) -> bool:
    """Whether a boat can do anything in the current Fishing action."""
    if table.second_catch and boat == BLUE_SHIP:
        return bool(catches(table, boat))
    if table.place[boat] != SEA:
        return True
    return _can_dock(table, boat) or _can_dock_abroad(table) or bool(catches(table, boat))


def could_act(table: MarketTable, seat: int) -> bool:
    """Whether a boat of the seat could do anything in a new Fishing action."""
    for boat in table.fleet[seat]:
        if (
            table.place[boat] != SEA
            or _can_dock(table, boat)
            or _can_dock_abroad(table)
            or _catches_with(table, boat, _NONE_USED, 0)
        ):
            return True
    return False


def _can_dock(table: MarketTable, boat: int) -> bool:
    """Whether a port has room for the boat."""
    return free_port(table, table.seat, barge=IS_BARGE[boat]) is not None


def _can_dock_abroad(table: MarketTable) -> bool:
    """Whether boats can dock abroad and the player can pay for it."""
    abroad = table.setup.abroad
    return abroad.is_in_play(table) and table.money[table.seat] >= abroad.fee


def catches(table: MarketTable, boat: int) -> list[int]:
    """What a boat at sea can catch with the licenses that are left in this action."""
    return _catches_with(table, boat, table.used, table.dried)


def _catches_with(table: MarketTable, boat: int, used: list[int], dried: int) -> list[int]:
    """What a boat at sea can catch if these licenses have been used; a barge never does."""
    if IS_BARGE[boat]:
        return []
    seat = table.seat
    markets = table.setup.fish
    actions: list[int] = []
    for fish, count in enumerate(table.licenses[seat]):
        if count:
            actions += markets[fish].catches(table, seat, boat, used, dried)
    return actions


def _catcher(table: MarketTable, action: int) -> FishMarket:
    """The market whose license an action uses."""
    kind = kind_of(action)
    if kind == CATCH:
        return table.setup.fish[action - CATCH]
    return table.setup.catchers[kind]


class Activity(Step):
    """What does the chosen boat do?"""

    name = "activity"
    chapter = "fishing"
    kinds = (UNDOCK, DOCK, DOCK_ABROAD, CATCH, DRY_CATCH, JACK_CATCH)

    def choices(self, table: MarketTable, seat: int) -> list[int]:
        """In port it can undock; at sea it can dock or catch."""
        boat = table.boat
        if table.second_catch and boat == BLUE_SHIP:
            return catches(table, boat)
        if table.place[boat] != SEA:
            return [UNDOCK]
        actions = [DOCK] if _can_dock(table, boat) else []
        if _can_dock_abroad(table):
            actions.append(DOCK_ABROAD)
        return actions + catches(table, boat)

    def is_asked(self, table: MarketTable, seat: int, action: int) -> bool:
        """Whether it has consequences beyond moving the boat (G10).

        It may cost money, open an auction, return a license or a rented boat, or take the last
        barrel and so bring in a new market. With closed money, docking abroad must stay a secret.
        """
        boat = table.boat
        setup, at_sea = table.setup, table.place[boat] == SEA
        if setup.closed_money and at_sea and setup.abroad.is_in_play(table):
            return True
        if action == UNDOCK:
            return False
        if action == DOCK_ABROAD:
            return True
        if action == DOCK:
            return table.rented[boat] != NOT_RENTED or _unloading_commits(table, seat, boat)
        fish, count = _catcher(table, action).caught(action)
        return table.barrels[fish] <= count

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        """Undock, dock or catch."""
        boat = table.boat
        if action == UNDOCK:
            table.place[boat] = SEA
            _used_up(table, boat)
            table.tell("undocked", seat=seat, boat=BOAT_KEY[boat])
        elif action == DOCK:
            _used_up(table, boat)
            _dock(table, seat, boat)
        elif action == DOCK_ABROAD:
            _dock_abroad(table, seat, boat)
            table.phase = ABROAD
            return
        else:
            _catch(table, seat, boat, action)
        table.phase = RESUMING

    def prompt(self, table: MarketTable, seat: int) -> Message:
        return self.question(table, boat=BOAT_KEY[table.boat])

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        """What the boat does; a market knows what its license catches."""
        if action == DOCK_ABROAD:
            return self.say("foreign", yen=table.setup.abroad.fee)
        if action in (UNDOCK, DOCK):
            return self.say("undock" if action == UNDOCK else "dock")
        return _catcher(table, action).catch_label(action)

    def comes_first(self, table: MarketTable, seat: int) -> Reason:
        return self.no("first_activity", boat=BOAT_KEY[table.boat])

    def why_not(self, table: MarketTable, seat: int, action: int) -> Reason:
        """The boat is in the wrong place, or cannot catch this."""
        boat, at_sea = BOAT_KEY[table.boat], table.place[table.boat] == SEA
        if action == UNDOCK:
            return self.no("at_sea" if at_sea else "second_catch", boat=boat)
        if action not in (DOCK, DOCK_ABROAD):
            return self._why_no_catch(table, seat, action)
        if not at_sea:
            return self.no("not_at_sea", boat=boat)
        if action == DOCK:
            return self.no("no_port", "docking", boat=boat)
        abroad = table.setup.abroad
        if not abroad.is_in_play(table):
            return self.no("not_in_play", abroad.name, market=abroad.key)
        return self.no("too_dear", abroad.name, yen=abroad.fee, money=table.money[seat])

    def _why_no_catch(self, table: MarketTable, seat: int, action: int) -> Reason:
        boat, key = table.boat, BOAT_KEY[table.boat]
        if IS_BARGE[boat] or table.place[boat] != SEA:
            return self.no("cannot_catch", "catching", boat=key)
        if len(table.cargo[boat]) >= BOAT_SLOTS[boat]:
            return self.no("boat_full", "catching", boat=key)
        market = _catcher(table, action)
        fish, license_of = market.caught(action)[0], market.fish
        if not table.barrels[fish]:
            return self.no("no_barrel", "catching", fish=FISH_KEY[fish])
        if not table.licenses[seat][license_of]:
            return self.no("no_license", "licenses", fish=FISH_KEY[license_of])
        if table.used[license_of] >= table.licenses[seat][license_of]:
            return self.no("license_used", "licenses", fish=FISH_KEY[license_of])
        return self.no("does_not_fit", "catching", fish=FISH_KEY[fish], boat=key)


def _used_up(table: MarketTable, boat: int) -> None:
    table.activated |= 1 << boat
    table.boat = NO_BOAT


def _catch(table: MarketTable, seat: int, boat: int, action: int) -> None:
    """Catch with the license that the action names; the Blue Ship may then use a second one."""
    if boat == BLUE_SHIP and not table.second_catch:
        table.second_catch = True
        table.boat = NO_BOAT
    else:
        table.second_catch = False
        _used_up(table, boat)
    _catcher(table, action).catch(table, seat, boat, action)


def _dock(table: MarketTable, seat: int, boat: int) -> None:
    """Dock in the leftmost port with room and unload everything."""
    port = free_port(table, seat, barge=IS_BARGE[boat])
    if port is None:
        raise ValueError(boat)
    table.place[boat] = port
    cargo, table.cargo[boat] = table.cargo[boat], ()
    table.tell("docked", seat=seat, boat=BOAT_KEY[boat])
    waiting = len(table.to_price)
    for barrel in cargo:
        _unload(table, seat, barrel)
    # Items that were just unloaded can be repriced, too (D11).
    table.repricings += len(table.to_price) - waiting
    if table.rented[boat] != NOT_RENTED:
        table.setup.boat_rental.give_back(table, boat)


def _unload(table: MarketTable, seat: int, barrel: int) -> None:
    """Unload a barrel. Every second one in the action earns a bonus before any auction (D8)."""
    fish = FISH_OF[barrel]
    table.unloaded += 1
    if table.unloaded % 2 == 0:
        earn(table, seat, BONUS)
        table.tell("bonus", seat=seat, yen=BONUS)
    market = table.setup.fish[fish]
    if CAUGHT_WITH[barrel]:
        table.setup.drying.store(table, seat, fish)
    else:
        market.unload(table, seat)
    market.unloaded(table, seat)


def _unloading_commits(table: MarketTable, seat: int, boat: int) -> bool:
    """Whether unloading has consequences that cannot be undone."""
    fishes = [FISH_OF[barrel] for barrel in table.cargo[boat]]
    return any(
        table.setup.fish[fish].unloading_commits(table, seat, fishes.count(fish))
        for fish in set(fishes)
    )


def _dock_abroad(table: MarketTable, seat: int, boat: int) -> None:
    _used_up(table, boat)
    abroad, is_first = table.setup.abroad, not table.abroad
    abroad.dock(table, seat, boat)
    table.tell("docked_abroad", seat=seat, boat=BOAT_KEY[boat])
    if is_first:
        table.tell("fee", seat=seat, yen=abroad.fee)


class DockAbroad(Step):
    """Which other boats join the group abroad before its barrels are auctioned?"""

    name = "abroad"
    chapter = "foreign_market"
    kinds = (BOAT, OFFER)

    def choices(self, table: MarketTable, seat: int) -> list[int]:
        """The boats at sea that can join, and the auction."""
        boats = [
            BOAT + boat
            for boat in table.fleet[seat]
            if table.place[boat] == SEA
            and not table.activated >> boat & 1
            and not (table.second_catch and boat == BLUE_SHIP)
        ]
        return [*boats, OFFER]

    def is_asked(self, table: MarketTable, seat: int, action: int) -> bool:
        """Whether there is something to auction."""
        return any(table.cargo[boat] for boat in table.abroad)

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        """Add another boat to the group, or start the auction."""
        if action == OFFER:
            table.phase = RESUMING
            table.setup.abroad.auction(table)
        else:
            _dock_abroad(table, seat, action - BOAT)

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        """The boat, or the auction."""
        if action == OFFER:
            return self.say("auction_abroad")
        return self.say("join_abroad", boat=BOAT_KEY[action - BOAT])
