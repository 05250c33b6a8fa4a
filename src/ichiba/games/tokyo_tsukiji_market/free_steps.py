"""Free steps, which are no actions and possible until the turn is ended (B4); and discards."""

from ichiba.games.tokyo_tsukiji_market.actions import (
    ASSIGN,
    BOAT,
    CATCH,
    DRY_BARREL,
    DRY_TOKEN,
    OPEN_PORT,
    RETURN,
    TRANSFER,
)
from ichiba.games.tokyo_tsukiji_market.data import (
    BOAT_SLOTS,
    DRYING,
    DRYING_TOKENS,
    HIMONO,
    IS_BARGE,
    PORT_PRICE,
)
from ichiba.games.tokyo_tsukiji_market.keys import BOAT_KEY, FISH_KEY, TOKEN_KEY
from ichiba.games.tokyo_tsukiji_market.pieces import (
    least_saleable,
    pay,
    return_barrel,
    return_license,
    take_from_sale,
)
from ichiba.games.tokyo_tsukiji_market.table import (
    CAUGHT_BY,
    CHOOSING_BARGE,
    DRIED_TOKEN,
    ITEM_BITS,
    NOBODY,
    NOT_RENTED,
    PORTS,
    RESUMING,
    SEA,
    TRANSFERRING,
    TURN,
    Table,
)

_FIRST_BARGE = IS_BARGE.index(True)


def choices(table: Table, *, returns: bool) -> list[int]:
    """Ports, transfers to a barge, Himono, Buyers, and licenses to return."""
    seat = table.seat
    actions = []
    if table.ports[seat] < PORTS and table.money[seat] >= PORT_PRICE:
        actions.append(OPEN_PORT)
    fleet, own = table.fleet[seat], table.licenses[seat]
    if len(fleet) > 1 and fleet[-1] >= _FIRST_BARGE:
        actions += [TRANSFER + boat for boat in fleet if _transferable(table, seat, boat)]
    if returns and any(own):
        actions += [RETURN + fish for fish, count in enumerate(own) if count]
    if own[HIMONO] and table.setup.drying.rack(table, seat) is not None:
        items = [code & ITEM_BITS for code in table.harbor[seat]]
        actions += [DRY_BARREL + place for place, fish in enumerate(DRYING) if fish in items]
        tokens = table.tokens[seat]
        actions += [DRY_TOKEN + place for place, kind in enumerate(DRYING_TOKENS) if tokens[kind]]
    if table.buyers[seat]:
        actions += [ASSIGN + other for other in table.setup.everyone if other != seat]
    return actions


def take(table: Table, action: int) -> None:
    """Do one of them."""
    seat = table.seat
    if action == OPEN_PORT:
        pay(table, seat, PORT_PRICE)
        table.ports[seat] += 1
        table.tell("port", seat=seat, yen=PORT_PRICE)
    elif action >= ASSIGN:
        table.buyers[seat] -= 1
        table.assigned += ((seat, action - ASSIGN),)
        table.tell("assigned", seat=seat, seats=[action - ASSIGN])
    elif action >= DRY_TOKEN:
        _dry_token(table, seat, action - DRY_TOKEN)
    elif action >= DRY_BARREL:
        _dry_barrel(table, seat, action - DRY_BARREL)
    elif action >= RETURN:
        return_license(table, seat, action - RETURN)
        table.tell("returned", seat=seat, fish=FISH_KEY[action - RETURN])
    else:
        table.barge = action - TRANSFER
        table.boat = NOBODY
        table.phase = TRANSFERRING


def _dry_barrel(table: Table, seat: int, place: int) -> None:
    fish = DRYING[place]
    code = least_saleable(table, seat, fish)
    if code is not None:
        take_from_sale(table, seat, code)
        table.setup.drying.hang(table, seat, fish)
        table.tell("dried", seat=seat, fish=FISH_KEY[fish])


def _dry_token(table: Table, seat: int, place: int) -> None:
    kind = DRYING_TOKENS[place]
    table.tokens[seat][kind] -= 1
    table.setup.drying.hang(table, seat, DRIED_TOKEN + kind)
    table.tell("dried_token", seat=seat, token=TOKEN_KEY[kind])


# Transfers: from a ship at sea, not a rented one, to a barge at sea with room.


def _transferable(table: Table, seat: int, ship: int) -> bool:
    return (
        table.place[ship] == SEA
        and not IS_BARGE[ship]
        and table.rented[ship] == NOT_RENTED
        and any(_barges_for(table, seat, barrel) for barrel in table.cargo[ship])
    )


def _barges_for(table: Table, seat: int, barrel: int) -> list[int]:
    """Barges that can take this barrel; some fish want to be alone of their kind on a boat."""
    fish = barrel % CAUGHT_BY
    alone = table.setup.fish[fish].one_on_a_boat
    return [
        boat
        for boat in table.fleet[seat]
        if IS_BARGE[boat]
        and table.place[boat] == SEA
        and len(table.cargo[boat]) < BOAT_SLOTS[boat]
        and not (alone and fish in {other % CAUGHT_BY for other in table.cargo[boat]})
    ]


def _fish_on(cargo: tuple[int, ...]) -> list[int]:
    return sorted({barrel % CAUGHT_BY for barrel in cargo})


def transfer_choices(table: Table) -> list[int]:
    """Which fish, if the ship carries two."""
    cargo, seat = table.cargo[table.barge], table.seat
    return [CATCH + fish for fish in _fish_on(cargo) if _barges_for(table, seat, fish)]


def choose_transfer(table: Table, action: int) -> None:
    """A fish is chosen; now the barge."""
    table.boat = action - CATCH
    table.phase = CHOOSING_BARGE


def barge_choices(table: Table) -> list[int]:
    """Which barge, if there are two. Here `boat` holds the fish."""
    return [BOAT + boat for boat in _barges_for(table, table.seat, table.boat)]


def choose_barge(table: Table, action: int) -> None:
    """The barrel changes boats."""
    ship, barge = table.barge, action - BOAT
    cargo = list(table.cargo[ship])
    moved = min(barrel for barrel in cargo if barrel % CAUGHT_BY == table.boat)
    cargo.remove(moved)
    table.cargo[ship] = tuple(cargo)
    table.cargo[barge] = tuple(sorted((*table.cargo[barge], moved)))
    table.tell(
        "transferred", seat=table.seat, fish=FISH_KEY[table.boat], boat=BOAT_KEY[ship],
        barge=BOAT_KEY[barge],
    )  # fmt: skip
    table.boat = table.barge = NOBODY
    table.phase = RESUMING


# Discards: before the first action, at sea.


def boats_with_cargo(table: Table, seat: int) -> list[int]:
    """Boats at sea whose cargo could be thrown away."""
    return [boat for boat in table.fleet[seat] if table.cargo[boat] and table.place[boat] == SEA]


def discard_choices(table: Table) -> list[int]:
    """A boat, then a fish if it carries several."""
    if table.boat == NOBODY:
        return [BOAT + boat for boat in boats_with_cargo(table, table.seat)]
    return [CATCH + fish for fish in _fish_on(table.cargo[table.boat])]


def choose_discard(table: Table, action: int) -> None:
    """A boat is chosen, or the fish on it."""
    if table.boat == NOBODY:
        table.boat = action - BOAT
        return
    boat, fish = table.boat, action - CATCH
    cargo = list(table.cargo[boat])
    cargo.remove(min(barrel for barrel in cargo if barrel % CAUGHT_BY == fish))
    table.cargo[boat] = tuple(cargo)
    return_barrel(table, fish)
    table.tell("discarded", seat=table.seat, fish=FISH_KEY[fish], boat=BOAT_KEY[boat])
    table.boat = NOBODY
    table.phase = TURN
