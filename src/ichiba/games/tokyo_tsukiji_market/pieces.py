"""How pieces move between players, markets and the box, and what follows at once: overfishing,
crashes, new markets."""

from ichiba.games.tokyo_tsukiji_market.data import AQUARIUM, NEW_AQUARIUM, NUM_FISH
from ichiba.games.tokyo_tsukiji_market.keys import FISH_KEY, MARKET_KEY
from ichiba.games.tokyo_tsukiji_market.table import (
    CLOSED,
    CRASHED,
    ITEM_BITS,
    OPEN,
    OVERFISHED,
    PRICE_SHIFT,
    PURCHASING,
    ROW_BIT,
    Table,
)


def pay(table: Table, seat: int, yen: int) -> None:
    """From a player to the general supply."""
    table.money[seat] -= yen
    table.supply += yen


def earn(table: Table, seat: int, yen: int) -> None:
    """From the general supply to a player."""
    table.money[seat] += yen
    table.supply -= yen


def hand_over(table: Table, payer: int, receiver: int, yen: int) -> None:
    """From player to player."""
    table.money[payer] -= yen
    table.money[receiver] += yen


def return_barrel(table: Table, fish: int) -> None:
    """Back to its market, or to the box if the fish is overfished."""
    if table.status[fish] == OVERFISHED:
        table.box_barrels[fish] += 1
    else:
        table.barrels[fish] += 1


def take_barrel(table: Table, fish: int) -> None:
    """Off its market; whoever takes the last one has overfished (D2)."""
    table.barrels[fish] -= 1
    check_overfishing(table, fish)


def take_token(table: Table, seat: int, kind: int, fish: int) -> None:
    """From a market or its bag to a player."""
    table.stock[kind] -= 1
    table.tokens[seat][kind] += 1
    check_overfishing(table, fish)


def give_token(table: Table, seat: int, kind: int) -> None:
    """From a player back to its market or bag."""
    table.tokens[seat][kind] -= 1
    table.stock[kind] += 1


def put_for_sale(table: Table, seat: int, item: int, price: int, row: int = 0) -> None:
    """Onto a harbor."""
    code = price // 100 << PRICE_SHIFT | row * ROW_BIT | item
    table.harbor[seat] = tuple(sorted((*table.harbor[seat], code)))


def take_from_sale(table: Table, seat: int, code: int) -> None:
    """Off a harbor."""
    items = list(table.harbor[seat])
    items.remove(code)
    table.harbor[seat] = tuple(items)


def least_saleable(table: Table, seat: int, item: int) -> int | None:
    """The piece that its owner gives away first: degraded before fresh, then the dearest."""
    found = None
    for code in table.harbor[seat]:
        if code & ITEM_BITS == item and (found is None or code & ROW_BIT >= found & ROW_BIT):
            found = code
    return found


def spend_barrel(table: Table, seat: int, fish: int) -> None:
    """Return a barrel from the own harbor to its market, as a payment or a sale."""
    code = least_saleable(table, seat, fish)
    if code is not None:
        take_from_sale(table, seat, code)
        return_barrel(table, fish)


def set_owner(table: Table, boat: int, owner: int) -> None:
    """A boat goes to a player, empty and to a port, or to a yard."""
    old = table.owner[boat]
    if old >= 0:
        table.fleet[old] = tuple([one for one in table.fleet[old] if one != boat])
    table.owner[boat] = owner
    table.place[boat] = 0
    if owner >= 0:
        table.fleet[owner] = tuple(sorted((*table.fleet[owner], boat)))


def return_license(table: Table, seat: int, fish: int) -> None:
    """From a harbor to its board."""
    table.licenses[seat][fish] -= 1
    table.licenses_left[fish] += 1
    table.setup.fish[fish].license_returned(table, seat)


def check_overfishing(table: Table, fish: int) -> None:
    """A market that has lost all its barrels or all its tokens is overfished, for good."""
    if table.status[fish] == OPEN and (
        not table.barrels[fish] or not table.setup.fish[fish].tokens_left(table)
    ):
        _overfish(table, fish)


def _overfish(table: Table, fish: int) -> None:
    table.status[fish] = OVERFISHED
    table.box_barrels[fish] += table.barrels[fish]
    table.barrels[fish] = 0
    if table.log is not None:
        table.tell("overfished", fish=FISH_KEY[fish])
    market = table.setup.fish[fish]
    if market.pays_when_overfished:
        if table.base == PURCHASING:
            table.owed += (fish,)
        else:
            market.pay_when_overfished(table)
    market.overfished(table)
    draw_fish_market(table)


def draw_fish_market(table: Table) -> None:
    """Bring a fish market out of the box, if one is left (D5)."""
    if table.fish_pile:
        open_market(table, _draw(table, table.fish_pile))


def draw_external_market(table: Table) -> None:
    """Bring an external market out of the box, if one is left; both Aquariums together (C22)."""
    if not table.external_pile:
        return
    market = _draw(table, table.external_pile)
    open_market(table, market)
    for one, other in ((AQUARIUM, NEW_AQUARIUM), (NEW_AQUARIUM, AQUARIUM)):
        if market == one and other in table.external_pile:
            table.external_pile.remove(other)
            open_market(table, other)


def _draw(table: Table, pile: list[int]) -> int:
    table.reveals += 1
    return pile.pop(0 if table.setup.open_knowledge else table.rng.below(len(pile)))


def open_market(table: Table, market: int) -> None:
    """Put a market into play and stock it, as at the start of the game (D6)."""
    table.in_play += (market,)
    if market < NUM_FISH:
        table.status[market] = OPEN
        table.setup.fish[market].set_up(table)
    else:
        table.external[market - NUM_FISH] = OPEN
        table.setup.external[market - NUM_FISH].set_up(table)
    if table.log is not None:
        table.tell("new_market", market=MARKET_KEY[market])


def check_crash(table: Table, market: int) -> None:
    """In the variant of crashing markets: a full or empty board crashes, and another one comes."""
    place = market - NUM_FISH
    if not table.setup.crashing or table.external[place] != OPEN:
        return
    board = table.setup.external[place]
    if board.has_crashed(table):
        table.external[place] = CLOSED if board.closes else CRASHED
        if table.log is not None:
            table.tell("closed" if board.closes else "crashed", market=MARKET_KEY[market])
        draw_external_market(table)


def settle_owed(table: Table) -> None:
    """After a purchase: what markets that were overfished in it pay or ask."""
    owed, table.owed = table.owed, ()
    for fish in owed:
        table.setup.fish[fish].pay_when_overfished(table)
