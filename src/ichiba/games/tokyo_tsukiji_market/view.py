"""What a seat may see. Hidden are bids in closed fists, the others' money if it is closed, and the
order in which tokens and markets will come.

The view is made for boards. It calls things by their names in `data.toml`, and has

- `round`, `phase`, `seat`, `turn` (whose turn), `points`, `acted`, `final` (turns left, or null)
- `harbors`, by seat: money, resources, tokens, licenses, racks of Himono licenses, ports, boats,
  the two selling rows, Freezers, Carts, Buyers, Loans, Shares
- `fish_markets` and `external_markets`, in the order in which they came: state, entry costs, stock,
  prices, tracks, spaces with tokens; `box` names those that may still come
- `action`: what is at hand, such as the boat, the visit, the lot, the pieces to be priced
- `auction`: the prize, who has bid, the own bid, and the bids once they are revealed
"""

from ichiba.core.game import View
from ichiba.games.tokyo_tsukiji_market import ending
from ichiba.games.tokyo_tsukiji_market.actions import boat_name
from ichiba.games.tokyo_tsukiji_market.data import (
    BOAT_SLOTS,
    BOAT_TYPE,
    BOAT_TYPES,
    BOATS_OF_TYPE,
    COLUMNS,
    FISH,
    IS_BARGE,
    ITEMS,
    MARKETS,
    NUM_FISH,
    NUM_TYPES,
    SPACES,
    TOKENS,
    Entry,
)
from ichiba.games.tokyo_tsukiji_market.holding import counted, nori_worth, resources, worth
from ichiba.games.tokyo_tsukiji_market.table import (
    AT_SHIPS,
    AT_USED_SHIPS,
    BIDDING,
    CAUGHT_BY,
    DRIED_TOKEN,
    FOREIGN,
    ITEM_BITS,
    NOBODY,
    NOT_RENTED,
    OTHERS,
    OVER,
    PHASES,
    PRICE_SHIFT,
    ROW_BIT,
    SEA,
    Table,
)

_STATUS = ("boxed", "open", "overfished")
_EXTERNAL_STATUS = ("boxed", "open", "crashed", "closed")


def view(table: Table, seat: int | None) -> View:
    """The whole picture for one seat; None = a spectator."""
    setup = table.setup
    return {
        "seat": seat,
        "players": setup.players,
        "options": {name: _plain(value) for name, value in setup.options.items()},
        "round": table.round,
        "phase": PHASES[table.phase],
        "actors": [*table.actors],
        "first_player": table.start,
        "turn": table.seat,
        "points": table.points,
        "acted": table.acted,
        "final": None if table.final == NOBODY else table.final,
        "triggered_by": None if table.trigger == NOBODY else table.trigger,
        "columns": [*COLUMNS],
        "harbors": [_harbor(table, owner, seat) for owner in setup.everyone],
        "fish_markets": [_fish_market(table, m) for m in table.in_play if m < NUM_FISH],
        "external_markets": [_external(table, m) for m in table.in_play if m >= NUM_FISH],
        "box": _box(table),
        "action": _action(table),
        "auction": _auction(table, seat),
        "buyers": [{"owner": owner, "target": target} for owner, target in table.assigned],
        "history": _history(table),
        "scores": [*ending.scores(table)],
        "breakdown": [*ending.breakdown(table)],
        "winners": [*ending.winners(table)],
    }


def _plain(value: object) -> object:
    return [*value] if isinstance(value, list) else value


def _shows_money(table: Table, owner: int, seat: int | None) -> bool:
    return not table.setup.closed_money or owner == seat or table.phase == OVER


def _harbor(table: Table, owner: int, seat: int | None) -> View:
    own = table.tokens[owner]
    return {
        "money": table.money[owner] if _shows_money(table, owner, seat) else None,
        "resources": resources(table, owner),
        "tokens": {TOKENS[kind]: count for kind, count in enumerate(own) if count},
        "worth": _worths(table, owner),
        "licenses": {FISH[f]: count for f, count in enumerate(table.licenses[owner]) if count},
        "spaces": SPACES,
        "racks": [
            [_dried(piece) for piece in table.himono_on[one]]
            for one, holder in enumerate(table.himono_owner)
            if holder == owner
        ],
        "ports": table.ports[owner],
        "boats": [_boat(table, boat) for boat in table.fleet[owner]],
        "upper": [_item(code) for code in table.harbor[owner] if not code & ROW_BIT],
        "lower": [_item(code) for code in table.harbor[owner] if code & ROW_BIT],
        "freezers": [*table.freezers[owner]],
        "carts": [*table.carts[owner]],
        "buyers": table.buyers[owner],
        "loans": table.loans[owner],
        "shares": table.shares[owner],
    }


def _worths(table: Table, owner: int) -> dict[str, int]:
    """By kind of token: the resources of all of that kind together."""
    worths = {}
    for kind, count in enumerate(table.tokens[owner]):
        if count:
            counts = [0] * len(TOKENS)
            counts[kind] = count
            worths[TOKENS[kind]] = worth(table, owner, counts)
    return worths


def _dried(piece: int) -> View:
    if piece < DRIED_TOKEN:
        return {"barrel": FISH[piece]}
    return {"token": TOKENS[piece - DRIED_TOKEN]}


def _boat(table: Table, boat: int) -> View:
    place = table.place[boat]
    return {
        "name": boat_name(boat),
        "type": BOAT_TYPES[BOAT_TYPE[boat]],
        "number": boat - BOATS_OF_TYPE[BOAT_TYPE[boat]][0] + 1,
        "slots": BOAT_SLOTS[boat],
        "barge": IS_BARGE[boat],
        "place": "sea" if place == SEA else "foreign" if place == FOREIGN else "port",
        "port": place if place < SEA else None,
        "cargo": [FISH[barrel % CAUGHT_BY] for barrel in table.cargo[boat]],
        "dry": [barrel // CAUGHT_BY > 0 for barrel in table.cargo[boat]],
        "rented": table.rented[boat] != NOT_RENTED,
        "activated": bool(table.activated >> boat & 1),
    }


def _item(code: int) -> View:
    return {"item": ITEMS[code & ITEM_BITS], "price": (code >> PRICE_SHIFT) * 100}


def _entry(entries: list[Entry]) -> list[View]:
    return [
        {
            "points": entry.points,
            "yen": entry.yen,
            "takoyaki": entry.takoyaki,
            "barrel": entry.barrel,
            "any_barrel": entry.any_barrel,
        }
        for entry in entries
    ]


def _fish_market(table: Table, fish: int) -> View:
    market = table.setup.fish[fish]
    return {
        "name": FISH[fish],
        "state": _STATUS[table.status[fish]],
        "entry": _entry(market.data.entry),
        "entered": bool(table.entered >> fish & 1),
        "barrels": table.barrels[fish],
        "licenses": table.licenses_left[fish],
        "license_price": market.license_price(table),
        "tokens": {TOKENS[kind]: table.stock[kind] for kind in market.kinds},
        "track": table.track[fish] or None,
        "value": _value(table, fish),
        "iwashi": table.iwashi if MARKETS[fish] == "sardines" else None,
        "group": market.group or None,
    }


def _value(table: Table, fish: int) -> int | None:
    """The resources of one more token, where the board tells it and it changes."""
    market = table.setup.fish[fish]
    if not market.changing:
        return None
    return market.worth(table, 1)


def _external(table: Table, number: int) -> View:
    place = number - NUM_FISH
    market = table.setup.external[place]
    data = market.data
    yard = {"ships": AT_SHIPS, "used_ships": AT_USED_SHIPS}.get(MARKETS[number])
    return {
        "name": MARKETS[number],
        "state": _EXTERNAL_STATUS[table.external[place]],
        "entry": _entry(data.entry),
        "entered": bool(table.entered >> number & 1),
        "spaces": [[*pair] for pair in data.spaces.value] if data.spaces else [],
        "shapes": [[*names] for names in data.shapes],
        "tokens": [[TOKENS[kind] for kind in space] for space in table.shelves[place]],
        "boats": None if yard is None else _yard(table, yard),
        "stock": _stock(table, MARKETS[number]),
    }


def _yard(table: Table, yard: int) -> dict[str, int]:
    return {
        BOAT_TYPES[boat_type]: sum(table.owner[boat] == yard for boat in BOATS_OF_TYPE[boat_type])
        for boat_type in range(NUM_TYPES)
    }


# The other tokens that lie on each board.
_STOCKS = {
    "rentals": ("freezer", "cart"),
    "influence": ("buyer", "expansion"),
    "bank": ("loan", "share"),
    "ship_rental": ("rental",),
}


def _stock(table: Table, name: str) -> dict[str, int]:
    return {one: table.chest[OTHERS.index(one)] for one in _STOCKS.get(name, ())}


def _box(table: Table) -> View:
    """Markets that may still come: in their order only if the table plays with open knowledge."""
    ordered = table.setup.open_knowledge
    fish, external = table.fish_pile, table.external_pile
    return {
        "ordered": ordered,
        "fish": [MARKETS[market] for market in (fish if ordered else sorted(fish))],
        "external": [MARKETS[market] for market in (external if ordered else sorted(external))],
    }


def _action(table: Table) -> View:
    """What is at hand: everything that the active player has in hand is open."""
    return {
        "boat": boat_name(table.boat) if PHASES[table.phase] == "activity" else None,
        "queue": [ITEMS[code & ITEM_BITS] for code in table.queue],
        "unloaded": table.unloaded,
        "landed": {FISH[fish]: count for fish, count in enumerate(table.landed) if count},
        "licenses_used": {FISH[fish]: count for fish, count in enumerate(table.used) if count},
        "repricings": table.repricings,
        "abroad": [boat_name(boat) for boat in table.abroad],
        "visit": None if table.visit == NOBODY else MARKETS[table.visit],
        "interacted": table.interacted,
        "space": None if table.space == NOBODY else table.space,
        "lot": [TOKENS[kind] for kind in table.lot],
        "lot_worth": worth(table, table.seat, counted(table.lot)),
        "nori": nori_worth(table, table.seat),
        "buying": None if table.buying == NOBODY else table.buying,
    }


def _auction(table: Table, seat: int | None) -> View | None:
    if table.bidding == NOBODY:
        return None
    closed = table.phase == BIDDING
    own = table.bids[seat] if seat is not None else NOBODY
    bids: list[int | None] = [None if one == NOBODY else one for one in table.bids]
    return {
        "market": MARKETS[table.bidding],
        "tokens": [TOKENS[kind] for kind in table.prize],
        "barrels": [FISH[fish] for fish in table.crate],
        "bidders": [*table.offers],
        "has_bid": [one != NOBODY for one in table.bids],
        "own_bid": None if own == NOBODY else own,
        "bids": None if closed else bids,
    }


def _history(table: Table) -> View:
    """After each turn: resources by seat, and money where it is open."""
    players = table.setup.players
    shown = not table.setup.closed_money or table.phase == OVER
    return {
        "money": [[*row[:players]] for row in table.history] if shown else None,
        "resources": [[*row[players:]] for row in table.history],
    }
