"""Moves pieces between players, markets and the box, with the immediate consequences: overfishing,
crashes and new markets."""

from ichiba.games.tokyo_tsukiji_market.data import NUM_FISH, TAKOYAKI, TAKOYAKI_ITEM
from ichiba.games.tokyo_tsukiji_market.goods import FISH_OF, ITEM_OF, for_sale
from ichiba.games.tokyo_tsukiji_market.keys import FISH_KEY, MARKET_KEY
from ichiba.games.tokyo_tsukiji_market.table import (
    CLOSED,
    CRASHED,
    OPEN,
    OVERFISHED,
    PURCHASING,
    MarketTable,
)


def pay(table: MarketTable, seat: int, yen: int) -> None:
    """Move yen from a player to the general supply."""
    table.money[seat] -= yen
    table.supply += yen


def earn(table: MarketTable, seat: int, yen: int) -> None:
    """Move yen from the general supply to a player."""
    table.money[seat] += yen
    table.supply -= yen


def hand_over(table: MarketTable, payer: int, receiver: int, yen: int) -> None:
    """Move yen from one player to another."""
    table.money[payer] -= yen
    table.money[receiver] += yen


def return_barrel(table: MarketTable, fish: int) -> None:
    """Return a barrel to its market, or to the box if the fish is overfished."""
    if table.status[fish] == OVERFISHED:
        table.box_barrels[fish] += 1
    else:
        table.barrels[fish] += 1


def take_barrel(table: MarketTable, fish: int) -> None:
    """Take a barrel off its market. Taking the last one overfishes the market (D2)."""
    table.barrels[fish] -= 1
    check_overfishing(table, fish)


def take_token(table: MarketTable, seat: int, kind: int, fish: int) -> None:
    """Move a token from a market or its bag to a player."""
    table.stock[kind] -= 1
    table.tokens[seat][kind] += 1
    check_overfishing(table, fish)


def give_token(table: MarketTable, seat: int, kind: int) -> None:
    """Return a token from a player to its market or bag."""
    table.tokens[seat][kind] -= 1
    table.stock[kind] += 1


def put_for_sale(table: MarketTable, seat: int, item: int, price: int, row: int = 0) -> None:
    """Put an item up for sale on a harbor."""
    code = for_sale(item, price, row)
    table.harbor[seat] = tuple(sorted((*table.harbor[seat], code)))


def take_from_sale(table: MarketTable, seat: int, code: int) -> None:
    """Take an item off a harbor."""
    items = list(table.harbor[seat])
    items.remove(code)
    table.harbor[seat] = tuple(items)


def spend(table: MarketTable, seat: int, code: int) -> None:
    """Return an item from the player's harbor to its market, as a payment or a sale."""
    take_from_sale(table, seat, code)
    item = ITEM_OF[code]
    if item == TAKOYAKI_ITEM:
        table.stock[TAKOYAKI] += 1
    else:
        return_barrel(table, item)


def fish_on(cargo: tuple[int, ...]) -> list[int]:
    """The kinds of fish among barrels on a boat."""
    return sorted({FISH_OF[barrel] for barrel in cargo})


def take_off(table: MarketTable, boat: int, barrel: int) -> None:
    """Take a barrel off a boat."""
    cargo = list(table.cargo[boat])
    cargo.remove(barrel)
    table.cargo[boat] = tuple(cargo)


def set_owner(table: MarketTable, boat: int, owner: int) -> None:
    """Give an empty boat to a player, in a port, or return it to a yard."""
    old = table.owner[boat]
    if old >= 0:
        table.fleet[old] = tuple([one for one in table.fleet[old] if one != boat])
    table.owner[boat] = owner
    table.place[boat] = 0
    if owner >= 0:
        table.fleet[owner] = tuple(sorted((*table.fleet[owner], boat)))


def fleets(owners: list[int], players: int) -> list[tuple[int, ...]]:
    """The boats of each seat, by the owner of each boat."""
    return [
        tuple([boat for boat, owner in enumerate(owners) if owner == seat])
        for seat in range(players)
    ]


def return_license(table: MarketTable, seat: int, fish: int) -> None:
    """Return a license from a harbor to its market."""
    table.licenses[seat][fish] -= 1
    table.licenses_left[fish] += 1
    table.setup.fish[fish].license_returned(table, seat)


def check_overfishing(table: MarketTable, fish: int) -> None:
    """Overfish a market for good if it has no barrels or no tokens left."""
    if table.status[fish] == OPEN and (
        not table.barrels[fish] or not table.setup.fish[fish].tokens_left(table)
    ):
        _overfish(table, fish)


def _overfish(table: MarketTable, fish: int) -> None:
    table.status[fish] = OVERFISHED
    table.box_barrels[fish] += table.barrels[fish]
    table.barrels[fish] = 0
    if table.log is not None:
        table.tell("overfished", fish=FISH_KEY[fish])
    market = table.setup.fish[fish]
    if market.pays_when_overfished:
        if table.main_phase == PURCHASING:
            table.owed += (fish,)
        else:
            market.pay_when_overfished(table)
    market.overfished(table)
    draw_fish_market(table)


def draw_fish_market(table: MarketTable) -> None:
    """Bring a fish market from the box into play, if one is left (D5)."""
    if table.fish_pile:
        open_market(table, _draw(table, table.fish_pile))


def draw_external_market(table: MarketTable) -> None:
    """Bring an external market from the box into play, together with its partner (C22)."""
    if not table.external_pile:
        return
    market = _draw(table, table.external_pile)
    open_market(table, market)
    partner = table.setup.external[market - NUM_FISH].partner
    if partner in table.external_pile:
        table.external_pile.remove(partner)
        open_market(table, partner)


def _draw(table: MarketTable, pile: list[int]) -> int:
    table.reveals += 1
    return pile.pop(0 if table.setup.open_knowledge else table.rng.below(len(pile)))


def open_market(table: MarketTable, market: int) -> None:
    """Bring a market into play and stock it as at the start of the game (D6)."""
    table.in_play += (market,)
    if market < NUM_FISH:
        table.status[market] = OPEN
        table.setup.fish[market].set_up(table)
    else:
        table.external[market - NUM_FISH] = OPEN
        table.setup.external[market - NUM_FISH].set_up(table)
    if table.log is not None:
        table.tell("new_market", market=MARKET_KEY[market])


def check_crash(table: MarketTable, market: int) -> None:
    """Crash a full or sold-out market and bring in another one (variant of crashing markets)."""
    place = market - NUM_FISH
    if not table.setup.crashing or table.external[place] != OPEN:
        return
    board = table.setup.external[place]
    if board.has_crashed(table):
        table.external[place] = CLOSED if board.closes else CRASHED
        if table.log is not None:
            table.tell("closed" if board.closes else "crashed", market=MARKET_KEY[market])
        draw_external_market(table)


def settle_owed(table: MarketTable) -> None:
    """Settle the payments of markets that were overfished during a purchase."""
    owed, table.owed = table.owed, ()
    for fish in owed:
        table.setup.fish[fish].pay_when_overfished(table)
