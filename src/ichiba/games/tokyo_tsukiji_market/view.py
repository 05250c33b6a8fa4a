"""What a seat may see. Hidden are bids that are not revealed yet, the other players' money if it is
closed, and the order in which tokens and markets will be drawn.

Boards are drawn from the view. It uses the names in `data.toml` and has these fields:

- `round`, `phase`, `seat`, `turn` (whose turn), `points`, `acted`, `final` (turns left, or null)
- `harbors`, by seat: money, resources, tokens and what they are worth, what one more of each fish
  would be worth (`next`), licenses, racks of Himono licenses, ports, boats, the two selling rows,
  Freezers, Carts, Buyers, Loans and Shares
- `fish_markets` and `external_markets`, in the order in which they came into play: state, entry
  costs, stock, prices, tracks and spaces with tokens; `worth` is what a token that a player owns is
  worth now, and `value` is what one more would be worth to this seat (for a spectator: to a player
  who owns nothing); `box` lists the markets that may still come into play
- `action`: the current action, such as the boat, the visit, the lot and the items to be priced
- `auction`: the lot, who has bid, this seat's own bid, and all bids once they are revealed
- `flow`: what else a program needs to go on from the position
"""

from ichiba.core.options import Value
from ichiba.games.tokyo_tsukiji_market import ending
from ichiba.games.tokyo_tsukiji_market.actions import boat_name
from ichiba.games.tokyo_tsukiji_market.box import Entry
from ichiba.games.tokyo_tsukiji_market.data import (
    BOAT_SLOTS,
    BOAT_TYPE,
    BOAT_TYPES,
    BOATS_OF_TYPE,
    COLUMNS,
    FISH,
    FUGU,
    IS_BARGE,
    ITEMS,
    LOWER,
    MARKETS,
    NAME,
    NORI,
    NUM_FISH,
    NUM_TYPES,
    SPACES,
    TOKEN_WORTH,
    TOKENS,
    UPPER,
)
from ichiba.games.tokyo_tsukiji_market.flow import flow_of
from ichiba.games.tokyo_tsukiji_market.goods import (
    CAUGHT_WITH,
    FISH_OF,
    ITEM_OF,
    PRICE_OF,
    ROW_OF,
    is_token,
    token_of,
)
from ichiba.games.tokyo_tsukiji_market.holding import counted, nori_worth, resources, worth
from ichiba.games.tokyo_tsukiji_market.table import (
    ACTIVITY,
    AT_SHIPS,
    AT_USED_SHIPS,
    BIDDING,
    FOREIGN,
    NO_SPACE,
    NOBODY,
    NOT_RENTED,
    OTHERS,
    OVER,
    SEA,
    MarketTable,
)
from ichiba.games.tokyo_tsukiji_market.view_types import (
    MarketAction,
    MarketAuction,
    MarketBoat,
    MarketBox,
    MarketDrying,
    MarketEntry,
    MarketExternal,
    MarketFishMarket,
    MarketHarbor,
    MarketHistory,
    MarketItem,
    MarketView,
)

STATUS = ("boxed", "open", "overfished")
EXTERNAL_STATUS = ("boxed", "open", "crashed", "closed")


def view(table: MarketTable, seat: int | None) -> MarketView:
    """Return the complete view of one seat, or of a spectator (None)."""
    setup = table.setup
    return {
        "game": NAME,
        "seat": seat,
        "players": setup.players,
        "options": {name: _plain(value) for name, value in setup.options.items()},
        "round": table.round,
        "phase": table.phase_name,
        "actors": [*table.actors],
        "first_player": table.start,
        "turn": table.seat,
        "points": table.points,
        "acted": table.acted,
        "final": None if table.turns_left == NOBODY else table.turns_left,
        "triggered_by": None if table.trigger == NOBODY else table.trigger,
        "columns": [*COLUMNS],
        "harbors": [_harbor(table, owner, seat) for owner in setup.everyone],
        "fish_markets": [_fish_market(table, m, seat) for m in table.in_play if m < NUM_FISH],
        "external_markets": [_external(table, m) for m in table.in_play if m >= NUM_FISH],
        "box": _box(table),
        "action": _action(table),
        "auction": _auction(table, seat),
        "buyers": [{"owner": owner, "target": target} for owner, target in table.assigned],
        "history": _history(table),
        "flow": flow_of(table),
        "scores": [*ending.scores(table)],
        "breakdown": [*ending.breakdown(table)],
        "winners": [*ending.winners(table)],
    }


def _plain(value: Value) -> Value:
    return [*value] if isinstance(value, list) else value


def _shows_money(table: MarketTable, owner: int, seat: int | None) -> bool:
    return not table.setup.closed_money or owner == seat or table.phase == OVER


def _harbor(table: MarketTable, owner: int, seat: int | None) -> MarketHarbor:
    own = table.tokens[owner]
    return {
        "money": table.money[owner] if _shows_money(table, owner, seat) else None,
        "resources": resources(table, owner),
        "tokens": {TOKENS[kind]: count for kind, count in enumerate(own) if count},
        "worth": _worths(table, owner),
        "next": _next(table, owner),
        "licenses": {FISH[f]: count for f, count in enumerate(table.licenses[owner]) if count},
        "spaces": SPACES,
        "racks": [
            [_dried(piece) for piece in table.himono_on[one]]
            for one, holder in enumerate(table.himono_owner)
            if holder == owner
        ],
        "ports": table.ports[owner],
        "boats": [_boat(table, boat) for boat in table.fleet[owner]],
        "upper": [_item(code) for code in table.harbor[owner] if ROW_OF[code] == UPPER],
        "lower": [_item(code) for code in table.harbor[owner] if ROW_OF[code] == LOWER],
        "freezers": [*table.freezers[owner]],
        "carts": [*table.carts[owner]],
        "buyers": table.buyers[owner],
        "loans": table.loans[owner],
        "shares": table.shares[owner],
    }


def _worths(table: MarketTable, owner: int) -> dict[str, int]:
    """By kind of token: the total resources of all tokens of that kind."""
    worths = {}
    for kind, count in enumerate(table.tokens[owner]):
        if count:
            counts = [0] * len(TOKENS)
            counts[kind] = count
            worths[TOKENS[kind]] = worth(table, owner, counts)
    return worths


def _next(table: MarketTable, owner: int) -> dict[str, int]:
    """By fish: the resources that one more token, bought fresh, is worth to this owner."""
    values = {
        FISH[fish]: table.setup.fish[fish].next_worth(table, owner)
        for fish in table.in_play
        if fish < NUM_FISH
    }
    return {name: value for name, value in values.items() if value is not None}


def _dried(piece: int) -> MarketDrying:
    if not is_token(piece):
        return {"barrel": FISH[piece]}
    return {"token": TOKENS[token_of(piece)]}


def _boat(table: MarketTable, boat: int) -> MarketBoat:
    place = table.place[boat]
    return {
        "name": boat_name(boat),
        "type": BOAT_TYPES[BOAT_TYPE[boat]],
        "number": boat - BOATS_OF_TYPE[BOAT_TYPE[boat]][0] + 1,
        "slots": BOAT_SLOTS[boat],
        "barge": IS_BARGE[boat],
        "place": "sea" if place == SEA else "foreign" if place == FOREIGN else "port",
        "port": place if place < SEA else None,
        "cargo": [FISH[FISH_OF[barrel]] for barrel in table.cargo[boat]],
        "dry": [CAUGHT_WITH[barrel] > 0 for barrel in table.cargo[boat]],
        "rented": table.rented[boat] != NOT_RENTED,
        "activated": bool(table.activated >> boat & 1),
    }


def _item(code: int) -> MarketItem:
    return {"item": ITEMS[ITEM_OF[code]], "price": PRICE_OF[code]}


def _entry(entries: list[Entry]) -> list[MarketEntry]:
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


def _fish_market(table: MarketTable, fish: int, seat: int | None) -> MarketFishMarket:
    market = table.setup.fish[fish]
    return {
        "name": FISH[fish],
        "state": STATUS[table.status[fish]],
        "entry": _entry(market.data.entry),
        "entered": bool(table.entered >> fish & 1),
        "barrels": table.barrels[fish],
        "licenses": table.licenses_left[fish],
        "license_price": market.license_price(table),
        "tokens": {TOKENS[kind]: table.stock[kind] for kind in market.kinds},
        "track": table.track[fish] or None,
        "worth": _worth(table, fish),
        "value": market.next_worth(table, seat),
        "iwashi": table.iwashi if MARKETS[fish] == "sardines" else None,
        "group": market.group or None,
    }


def _worth(table: MarketTable, fish: int) -> int | None:
    """Return the resources of one owned token, if they are the same for every player."""
    market = table.setup.fish[fish]
    if fish in (FUGU, NORI) or len(market.sustaining) > 1:
        return None
    return market.worth(table, 1) if market.changing else TOKEN_WORTH[market.sustaining[0]]


def _external(table: MarketTable, number: int) -> MarketExternal:
    place = number - NUM_FISH
    market = table.setup.external[place]
    data = market.data
    yard = {"ships": AT_SHIPS, "used_ships": AT_USED_SHIPS}.get(MARKETS[number])
    return {
        "name": MARKETS[number],
        "state": EXTERNAL_STATUS[table.external[place]],
        "entry": _entry(data.entry),
        "entered": bool(table.entered >> number & 1),
        "spaces": [[*pair] for pair in data.spaces.value] if data.spaces else [],
        "shapes": [[*names] for names in data.shapes.value] if data.shapes else [],
        "tokens": [[TOKENS[kind] for kind in space] for space in table.shelves[place]],
        "boats": None if yard is None else _yard(table, yard),
        "stock": _stock(table, MARKETS[number]),
    }


def _yard(table: MarketTable, yard: int) -> dict[str, int]:
    return {
        BOAT_TYPES[boat_type]: sum(table.owner[boat] == yard for boat in BOATS_OF_TYPE[boat_type])
        for boat_type in range(NUM_TYPES)
    }


# The other tokens on each board.
_STOCKS = {
    "rentals": ("freezer", "cart"),
    "influence": ("buyer", "expansion"),
    "bank": ("loan", "share"),
    "ship_rental": ("rental",),
}


def _stock(table: MarketTable, name: str) -> dict[str, int]:
    return {one: table.others_left[OTHERS.index(one)] for one in _STOCKS.get(name, ())}


def _box(table: MarketTable) -> MarketBox:
    """List the markets that may still come, in order only with the open knowledge variant."""
    ordered = table.setup.open_knowledge
    fish, external = table.fish_pile, table.external_pile
    return {
        "ordered": ordered,
        "fish": [MARKETS[market] for market in (fish if ordered else sorted(fish))],
        "external": [MARKETS[market] for market in (external if ordered else sorted(external))],
    }


def _action(table: MarketTable) -> MarketAction:
    """Describe the current action; everything in it is public."""
    return {
        "boat": boat_name(table.boat) if table.phase == ACTIVITY else None,
        "queue": [ITEMS[ITEM_OF[code]] for code in table.to_price],
        "unloaded": table.unloaded,
        "landed": {FISH[fish]: count for fish, count in enumerate(table.landed) if count},
        "licenses_used": {FISH[fish]: count for fish, count in enumerate(table.used) if count},
        "repricings": table.repricings,
        "abroad": [boat_name(boat) for boat in table.abroad],
        "returned": [FISH[fish] for fish in range(NUM_FISH) if table.returned >> fish & 1],
        "visit": None if table.visit == NOBODY else MARKETS[table.visit],
        "interacted": table.interacted,
        "space": None if table.space == NO_SPACE else table.space,
        "lot": [TOKENS[kind] for kind in table.lot],
        "lot_worth": worth(table, table.seat, counted(table.lot)),
        "nori": nori_worth(table, table.seat),
        "buying": None if table.buying == NOBODY else table.buying,
    }


def _auction(table: MarketTable, seat: int | None) -> MarketAuction | None:
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


def _history(table: MarketTable) -> MarketHistory:
    """Return the resources of each seat after each turn, and the money unless it is hidden."""
    players = table.setup.players
    shown = not table.setup.closed_money or table.phase == OVER
    return {
        "money": [[*row[:players]] for row in table.standings] if shown else None,
        "resources": [[*row[players:]] for row in table.standings],
    }
