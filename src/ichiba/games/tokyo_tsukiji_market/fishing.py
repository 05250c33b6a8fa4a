"""The Fishing action: boats undock, catch and dock one by one, barrels are unloaded and priced."""

from ichiba.games.tokyo_tsukiji_market import auctions
from ichiba.games.tokyo_tsukiji_market.actions import (
    BOAT,
    BUY,
    CATCH,
    COLUMN,
    DOCK,
    DOCK_ABROAD,
    DONE,
    DRY_CATCH,
    JACK_CATCH,
    OFFER,
    REPRICE,
    UNDOCK,
)
from ichiba.games.tokyo_tsukiji_market.data import (
    BLUE_SHIP,
    BONUS,
    COLUMNS,
    FOREIGN_MARKET,
    HIMONO,
    IS_BARGE,
    JACK_MACKEREL,
    NUM_FISH,
)
from ichiba.games.tokyo_tsukiji_market.keys import BOAT_KEY, FISH_KEY, tokens_told
from ichiba.games.tokyo_tsukiji_market.markets.yards import free_port
from ichiba.games.tokyo_tsukiji_market.pieces import (
    earn,
    return_barrel,
    take_from_sale,
)
from ichiba.games.tokyo_tsukiji_market.table import (
    ABROAD,
    ACTIVITY,
    BOXED,
    CAUGHT_BY,
    FISHING,
    ITEM_BITS,
    NOBODY,
    NOT_RENTED,
    PRICE_SHIFT,
    RESUMING,
    ROW_BIT,
    SEA,
    TURN,
    Table,
)

_OTHER = len(COLUMNS)  # the column for any price
_PLACES = _OTHER + 1


def begin(table: Table) -> None:
    """Every boat may be activated once, every piece on the harbor repriced once."""
    table.points -= 1
    table.acted = True
    table.base = FISHING
    table.phase = FISHING
    table.used = [0] * NUM_FISH
    table.dried = table.activated = table.unloaded = 0
    table.second = False
    table.repricings = len(table.harbor[table.seat])
    table.tell("fishing", seat=table.seat)


def choices(table: Table) -> list[int]:
    """Boats that can do something, and prices that can be changed."""
    seat = table.seat
    actions = [
        BOAT + boat
        for boat in table.fleet[seat]
        if not table.activated >> boat & 1 and can_act(table, boat)
    ]
    if table.repricings:
        actions += reprice_choices(table, seat)
    return actions


def reprice_choices(table: Table, seat: int) -> list[int]:
    """A piece of each kind, row and column."""
    found: list[int] = []
    for code in table.harbor[seat]:
        action = REPRICE + item_row(code) * _PLACES + column_of(code)
        if action not in found:
            found.append(action)
    return sorted(found)


def item_row(code: int) -> int:
    """The place of an item and its row in a table of both."""
    return (code & ITEM_BITS) * 2 + (code & ROW_BIT > 0)


def column_of(code: int) -> int:
    """The column in which a piece lies."""
    price = (code >> PRICE_SHIFT) * 100
    return COLUMNS.index(price) if price in COLUMNS else _OTHER


def can_act(table: Table, boat: int) -> bool:
    """Whether a boat has any activity."""
    if table.second and boat == BLUE_SHIP:
        return bool(catches(table, boat))
    if table.place[boat] != SEA:
        return True
    return can_dock(table, boat) or can_dock_abroad(table) or bool(catches(table, boat))


def can_dock(table: Table, boat: int) -> bool:
    """Whether a port has room for it."""
    return free_port(table, table.seat, barge=IS_BARGE[boat]) is not None


def can_dock_abroad(table: Table) -> bool:
    """Whether the Foreign Market is there and can be paid."""
    return is_abroad_open(table) and table.money[table.seat] >= table.setup.abroad.fee


def is_abroad_open(table: Table) -> bool:
    """Whether the Foreign Market is there."""
    return table.external[FOREIGN_MARKET - NUM_FISH] != BOXED


def catches(table: Table, boat: int) -> list[int]:
    """What a boat at sea can catch with the licenses at hand; a barge never catches."""
    if IS_BARGE[boat]:
        return []
    seat = table.seat
    markets = table.setup.fish
    actions: list[int] = []
    for fish, count in enumerate(table.licenses[seat]):
        if count:
            actions += markets[fish].catches(table, seat, boat)
    return actions


def choose_boat(table: Table, boat: int) -> None:
    """Take a boat in hand; the Blue Ship's second catch is over when another one acts."""
    if table.second and boat != BLUE_SHIP:
        table.second = False
        table.activated |= 1 << BLUE_SHIP
    table.boat = boat
    table.phase = ACTIVITY


def activities(table: Table) -> list[int]:
    """What the boat at hand can do."""
    boat = table.boat
    if table.second and boat == BLUE_SHIP:
        return catches(table, boat)
    if table.place[boat] != SEA:
        return [UNDOCK]
    actions = [DOCK] if can_dock(table, boat) else []
    if can_dock_abroad(table):
        actions.append(DOCK_ABROAD)
    return actions + catches(table, boat)


def act(table: Table, action: int) -> None:
    """One activity of the boat at hand."""
    boat, seat = table.boat, table.seat
    if action == UNDOCK:
        table.place[boat] = SEA
        _used_up(table, boat)
        table.tell("undocked", seat=seat, boat=BOAT_KEY[boat])
    elif action == DOCK:
        _used_up(table, boat)
        _dock(table, seat, boat)
    elif action == DOCK_ABROAD:
        _used_up(table, boat)
        table.setup.abroad.dock(table, seat, boat)
        table.tell("docked_abroad", seat=seat, boat=BOAT_KEY[boat])
        table.phase = ABROAD
        return
    else:
        _catch(table, seat, boat, action)
    table.phase = RESUMING


def _used_up(table: Table, boat: int) -> None:
    table.activated |= 1 << boat
    table.boat = NOBODY


def _catch(table: Table, seat: int, boat: int, action: int) -> None:
    """With the license that the action names; the Blue Ship may use a second one at once."""
    if boat == BLUE_SHIP and not table.second:
        table.second = True
        table.boat = NOBODY
    else:
        table.second = False
        _used_up(table, boat)
    if action < DRY_CATCH:
        fish = action - CATCH
    else:
        fish = JACK_MACKEREL if action >= JACK_CATCH else HIMONO
    table.setup.fish[fish].catch(table, seat, boat, action)


def _dock(table: Table, seat: int, boat: int) -> None:
    """Into the leftmost port with room, and everything is unloaded."""
    port = free_port(table, seat, barge=IS_BARGE[boat])
    if port is None:
        raise ValueError(boat)
    table.place[boat] = port
    cargo, table.cargo[boat] = table.cargo[boat], ()
    table.tell("docked", seat=seat, boat=BOAT_KEY[boat])
    waiting = len(table.queue)
    for barrel in cargo:
        _unload(table, seat, barrel)
    table.repricings += len(table.queue) - waiting  # also what was just unloaded (D11)
    if table.rented[boat] != NOT_RENTED:
        table.setup.rental.give_back(table, boat)


def _unload(table: Table, seat: int, barrel: int) -> None:
    """Every second barrel of the action brings a bonus at once, before any auction (D8)."""
    fish, caught_by = barrel % CAUGHT_BY, barrel // CAUGHT_BY
    table.unloaded += 1
    if table.unloaded % 2 == 0:
        earn(table, seat, BONUS)
        table.tell("bonus", seat=seat, yen=BONUS)
    market = table.setup.fish[fish]
    if caught_by:
        table.setup.drying.store(table, seat, fish)
    else:
        market.unload(table, seat)
    market.unloaded(table, seat)


def hold_auction(table: Table) -> None:
    """The next auction that unloaded barrels have triggered."""
    fish, table.auctions = table.auctions[0], table.auctions[1:]
    market = table.setup.fish[fish]
    table.landed[fish] -= market.group
    for _ in range(market.group):
        return_barrel(table, fish)
    if not market.tokens_left(table):
        table.tell("no_auction", fish=FISH_KEY[fish])  # D4
        return
    table.prize = (market.draw_prize(table),)
    if table.log is not None:
        table.tell("auction", token=tokens_told(table.prize)[0])
    auctions.open_bids(table, fish, table.setup.everyone)


def abroad_choices(table: Table) -> list[int]:
    """Other boats at sea may join the group before it is auctioned."""
    seat = table.seat
    return [
        *(
            BOAT + boat
            for boat in table.fleet[seat]
            if table.place[boat] == SEA
            and not table.activated >> boat & 1
            and not (table.second and boat == BLUE_SHIP)
        ),
        OFFER,
    ]


def dock_abroad(table: Table, action: int) -> None:
    """Another boat for the group, or the auction."""
    if action == OFFER:
        table.phase = RESUMING
        table.setup.abroad.auction(table)
        return
    boat = action - BOAT
    _used_up(table, boat)
    table.setup.abroad.dock(table, table.seat, boat)
    table.tell("docked_abroad", seat=table.seat, boat=BOAT_KEY[boat])


def reprice(table: Table, action: int) -> None:
    """Take a piece off its column, the dearest of those there, to give it a new price."""
    place, column = divmod(action - REPRICE, _PLACES)
    codes = [
        code
        for code in table.harbor[table.seat]
        if item_row(code) == place and column_of(code) == column
    ]
    take_from_sale(table, table.seat, codes[-1])
    table.repricings -= 1
    # The row stays: it is kept with the item until the price is set.
    table.queue = (codes[-1] & (ITEM_BITS | ROW_BIT), *table.queue)
    table.phase = RESUMING


def finish(table: Table) -> None:
    """What waits for an auction that does not come goes back without compensation (D9)."""
    for fish, count in enumerate(table.landed):
        for _ in range(count):
            return_barrel(table, fish)
    table.landed = [0] * NUM_FISH
    table.second = False
    table.boat = NOBODY
    table.base = table.phase = TURN


def do(table: Table, action: int) -> None:
    """A decision in the menu of the Fishing action."""
    if action == DONE:
        finish(table)
    elif action < BUY:
        choose_boat(table, action - BOAT)
    elif action < COLUMN:
        reprice(table, action)
    else:
        raise ValueError(action)
