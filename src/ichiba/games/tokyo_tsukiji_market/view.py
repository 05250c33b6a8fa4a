"""What a seat may see. Hidden are bids that are not revealed yet, the other players' money if it is
closed, and the order in which tokens and markets will be drawn.

Boards are drawn from the view. It uses the names in `data.toml` and has these fields:

- `round`, `phase`, `seat`, `turn` (whose turn), `points`, `cart_point` (whether the point left is a
  Cart's), `acted`, `final` (turns left, or null)
- `harbors`, by seat: money, resources, tokens and what they are worth, what one more of each fish
  would be worth (`next`), licenses, racks of Himono licenses, ports, boats, the two selling rows,
  Freezers, Carts, Buyers, Loans and Shares
- `fish_markets` and `external_markets`, in the order in which they came into play: state, entry
  costs, stock, prices, tracks and spaces with tokens; `worth` is what a token that a player owns is
  worth now, and `value` is what one more would be worth to this seat (for a spectator: to a player
  who owns nothing); `pays` is what its market pays for a token; `why` is why this seat could come;
  `in_play` has all of them in order, and `box` those that may still come
- `action`: the current action, such as the boat, the visit, the lot and the items to be priced
- `auction`: the lot, who has bid, this seat's own bid, and all bids once they are revealed
"""

from collections.abc import Iterable

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
    IS_BARGE,
    ITEMS,
    LOWER,
    MARKETS,
    NAME,
    NUM_FISH,
    NUM_TYPES,
    SPACES,
    TOKENS,
    UPPER,
)
from ichiba.games.tokyo_tsukiji_market.goods import (
    CAUGHT_WITH,
    FISH_OF,
    ITEM_OF,
    PRICE_OF,
    ROW_OF,
    is_token,
    token_of,
)
from ichiba.games.tokyo_tsukiji_market.holding import counted, gain, nori_worth, resources, worth
from ichiba.games.tokyo_tsukiji_market.markets.base import Market
from ichiba.games.tokyo_tsukiji_market.markets.yards import Yard
from ichiba.games.tokyo_tsukiji_market.picking import candidates, picks_barrels
from ichiba.games.tokyo_tsukiji_market.table import (
    ACTIVITY,
    BIDDING,
    CLOSED,
    FOREIGN,
    NO_END,
    NO_MARKET,
    NO_SPACE,
    NOBODY,
    NOT_RENTED,
    OTHERS,
    OVER,
    PICKING,
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
    MarketPiece,
    MarketView,
    MarketWhy,
)

STATUS = ("boxed", "open", "overfished")
EXTERNAL_STATUS = ("boxed", "open", "crashed", "closed")


def view(table: MarketTable, seat: int | None) -> MarketView:
    """The complete view of one seat, or of a spectator (None)."""
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
        "cart_point": table.cart_point,
        "acted": table.acted,
        "final": None if table.turns_left == NO_END else table.turns_left,
        "triggered_by": None if table.trigger == NOBODY else table.trigger,
        "columns": [*COLUMNS],
        "harbors": [_harbor(table, owner, seat) for owner in setup.everyone],
        "fish_markets": [_fish_market(table, m, seat) for m in table.in_play if m < NUM_FISH],
        "external_markets": [_external(table, m, seat) for m in table.in_play if m >= NUM_FISH],
        "in_play": [MARKETS[market] for market in table.in_play],
        "box": _box(table),
        "action": _action(table),
        "auction": _auction(table, seat),
        "buyers": [{"owner": owner, "target": target} for owner, target in table.assigned],
        "history": _history(table),
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
        "worth": market.each_worth(table),
        "value": market.next_worth(table, seat),
        "pays": _paid(table, market, market.kinds),
        "iwashi": market.set_aside(table),
        "group": market.group or None,
        "why": _why(table, market, seat),
    }


def _paid(table: MarketTable, market: Market, kinds: Iterable[int]) -> dict[str, int]:
    """By kind of token: the yen that a market pays for one; without those that it doesn't buy."""
    prices = {TOKENS[kind]: market.pays(table, kind) for kind in kinds}
    return {token: yen for token, yen in prices.items() if yen}


def _why(table: MarketTable, market: Market, seat: int | None) -> MarketWhy | None:
    """Why this seat could come, unless the market is closed or being visited."""
    if seat is None or table.phase == OVER or table.visit == market.market:
        return None
    place = market.market - NUM_FISH
    if place >= 0 and table.external[place] == CLOSED:
        return None
    why = market.why_come(table, seat)
    if why is None:
        return None
    return {
        "reason": why.key.rpartition(".")[2],
        "arguments": {k: fact for k, fact in why.arguments.items() if isinstance(fact, int | str)},
        "only_buys": market.only_buys(table, seat),
    }


def _external(table: MarketTable, number: int, seat: int | None) -> MarketExternal:
    place = number - NUM_FISH
    market = table.setup.external[place]
    shapes = market.data.shapes
    return {
        "name": MARKETS[number],
        "state": EXTERNAL_STATUS[table.external[place]],
        "entry": _entry(market.data.entry),
        "entered": bool(table.entered >> number & 1),
        "spaces": [[*pair] for pair in market.spaces],
        "shapes": [[*names] for names in shapes.value] if shapes else [],
        "tokens": [[TOKENS[kind] for kind in space] for space in table.shelves[place]],
        "boats": _yard(table, market.yard) if isinstance(market, Yard) else None,
        "stock": {OTHERS[row]: table.others_left[row] for row, _ in market.others},
        "why": _why(table, market, seat),
    }


def _yard(table: MarketTable, yard: int) -> dict[str, int]:
    return {
        BOAT_TYPES[boat_type]: sum(table.owner[boat] == yard for boat in BOATS_OF_TYPE[boat_type])
        for boat_type in range(NUM_TYPES)
    }


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
        "pieces": [_piece(table, one) for one in _candidates(table)],
        "visit": None if table.visit == NO_MARKET else MARKETS[table.visit],
        "interacted": table.interacted,
        "space": None if table.space == NO_SPACE else table.space,
        "lot": [TOKENS[kind] for kind in table.lot],
        "lot_worth": worth(table, table.seat, counted(table.lot)),
        "nori": nori_worth(table, table.seat),
        "buying": None if table.buying == NOBODY else table.buying,
    }


def _piece(table: MarketTable, piece: int) -> MarketPiece:
    """Describe an item on a harbor or, while barrels are transferred or discarded, a barrel."""
    if picks_barrels(table):
        return {
            "item": FISH[FISH_OF[piece]],
            "price": None,
            "degraded": False,
            "himono": CAUGHT_WITH[piece],
        }
    return {
        "item": ITEMS[ITEM_OF[piece]],
        "price": PRICE_OF[piece],
        "degraded": ROW_OF[piece] == LOWER,
        "himono": 0,
    }


def _candidates(table: MarketTable) -> list[int]:
    return candidates(table, table.seat) if table.phase == PICKING else []


def _auction(table: MarketTable, seat: int | None) -> MarketAuction | None:
    if table.bidding == NO_MARKET:
        return None
    closed = table.phase == BIDDING
    own = table.bids[seat] if seat is not None else NOBODY
    bids: list[int | None] = [None if one == NOBODY else one for one in table.bids]
    return {
        "market": MARKETS[table.bidding],
        "tokens": [TOKENS[kind] for kind in table.prize],
        "barrels": [FISH[fish] for fish in table.crate],
        "bidders": [*table.offers],
        "gain": gain(table, seat, table.prize, table.crate),
        "has_bid": [one != NOBODY for one in table.bids],
        "own_bid": None if own == NOBODY else own,
        "bids": None if closed else bids,
    }


def _history(table: MarketTable) -> MarketHistory:
    """The resources of each seat after each turn, and the money unless it is hidden."""
    players = table.setup.players
    shown = not table.setup.closed_money or table.phase == OVER
    return {
        "money": [[*row[:players]] for row in table.standings] if shown else None,
        "resources": [[*row[players:]] for row in table.standings],
    }
