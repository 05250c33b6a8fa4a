"""From what a seat sees to a position in which it can think ahead."""

from collections.abc import Iterable

from ichiba.core.game import Dump
from ichiba.core.rng import Rng
from ichiba.games.tokyo_tsukiji_market.actions import boat_name
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.census import census, full_box
from ichiba.games.tokyo_tsukiji_market.data import (
    EXTERNAL,
    FISH,
    HIMONO_LICENSES,
    ITEMS,
    LOWER,
    MARKETS,
    NAME,
    NUM_BOATS,
    NUM_FISH,
    NUM_TOKENS,
    REVISION,
    TOKENS,
    UPPER,
)
from ichiba.games.tokyo_tsukiji_market.dumping import DUMPING
from ichiba.games.tokyo_tsukiji_market.goods import barrel_of, dried_token, for_sale
from ichiba.games.tokyo_tsukiji_market.setup import others_in_box
from ichiba.games.tokyo_tsukiji_market.state import DECISIONS, MarketState
from ichiba.games.tokyo_tsukiji_market.table import (
    AT_SHIPS,
    AT_USED_SHIPS,
    BOXED,
    FOREIGN,
    FROM_SHIPS,
    FROM_USED_SHIPS,
    IN_BOX,
    NOBODY,
    NOT_RENTED,
    ON_BOARD,
    OTHERS,
    OVER,
    SEA,
)
from ichiba.games.tokyo_tsukiji_market.view import EXTERNAL_STATUS, STATUS
from ichiba.games.tokyo_tsukiji_market.view_types import (
    STAGES,
    MarketDrying,
    MarketHarbor,
    MarketItem,
    MarketView,
)

_PHASES = {decision.name: phase for phase, decision in enumerate(DECISIONS)} | {"over": OVER}
_BOATS = {boat_name(boat): boat for boat in range(NUM_BOATS)}


def guess(seen: MarketView) -> Dump:
    """A dump of a position with this view. Hidden money and bids are 0."""
    plain: Dump = {
        "game": NAME,
        "revision": REVISION,
        "players": seen["players"],
        "options": seen["options"],
        "rng": Rng(0).state,
        "reveals": 0,
        "actors": seen["actors"],
        **_flow(seen),
        **_fish_markets(seen),
        **_external_markets(seen),
        **_harbors(seen),
        **_himono(seen),
        **_boats(seen),
        **_action(seen),
        **_auction(seen),
        **_empty_box(),
    }
    return plain | _missing_pieces(plain)


def _fish(names: Iterable[str]) -> list[int]:
    return [FISH.index(name) for name in names]


def _tokens(names: Iterable[str]) -> list[int]:
    return [TOKENS.index(name) for name in names]


def _markets(names: Iterable[str]) -> list[int]:
    return [MARKETS.index(name) for name in names]


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


def _or_nobody(number: int | None) -> int:
    return NOBODY if number is None else number


def _flow(seen: MarketView) -> Dump:
    flow = seen["flow"]
    entered = [*seen["fish_markets"], *seen["external_markets"]]
    return {
        "phase": _PHASES[seen["phase"]],
        "menu": _PHASES[flow["menu"]],
        "stage": STAGES.index(flow["stage"]),
        "round": seen["round"],
        "start": seen["first_player"],
        "seat": seen["turn"],
        "points": seen["points"],
        "acted": seen["acted"],
        "entered": _bits(_markets(market["name"] for market in entered if market["entered"])),
        "returned": _bits(_fish(seen["action"]["returned"])),
        "able": flow["able"],
        "idle": flow["idle"],
        "turns_left": _or_nobody(seen["final"]),
        "trigger": _or_nobody(seen["triggered_by"]),
        "turns_begun": len(seen["history"]["resources"]) + 1,
        "standings": _standings(seen),
        "in_play": _markets(flow["in_play"]),
        "fish_pile": _markets(seen["box"]["fish"]),
        "external_pile": _markets(seen["box"]["external"]),
        "assigned": [[buyer["owner"], buyer["target"]] for buyer in seen["buyers"]],
    }


def _standings(seen: MarketView) -> list[list[int]]:
    """Money and resources after each turn. Earlier sums that are hidden don't matter."""
    history = seen["history"]
    money = history["money"] or [[0] * seen["players"]] * len(history["resources"])
    return [yen + resources for yen, resources in zip(money, history["resources"], strict=True)]


def _fish_markets(seen: MarketView) -> Dump:
    status, track, barrels, licenses = ([0] * NUM_FISH for _ in range(4))
    stock = [0] * NUM_TOKENS
    for market in seen["fish_markets"]:
        fish = FISH.index(market["name"])
        status[fish] = STATUS.index(market["state"])
        track[fish] = market["track"] or 0
        barrels[fish], licenses[fish] = market["barrels"], market["licenses"]
        for name, count in market["tokens"].items():
            stock[TOKENS.index(name)] = count
    return {
        "status": status,
        "track": track,
        "barrels": barrels,
        "licenses_left": licenses,
        "stock": stock,
        "iwashi": sum(market["iwashi"] or 0 for market in seen["fish_markets"]),
    }


def _external_markets(seen: MarketView) -> Dump:
    status = [BOXED] * len(EXTERNAL)
    shelves: list[list[list[int]]] = [[] for _ in EXTERNAL]
    others = [0] * len(OTHERS)
    for market in seen["external_markets"]:
        place = EXTERNAL.index(market["name"])
        status[place] = EXTERNAL_STATUS.index(market["state"])
        shelves[place] = [_tokens(space) for space in market["tokens"]]
        for name, count in market["stock"].items():
            others[OTHERS.index(name)] = count
    return {"external": status, "shelves": shelves, "others_left": others}


def _harbors(seen: MarketView) -> Dump:
    harbors = seen["harbors"]
    money = [harbor["money"] or 0 for harbor in harbors]
    return {
        "money": money,
        "supply": BOX.start.supply.value - sum(money),
        "tokens": [[harbor["tokens"].get(kind, 0) for kind in TOKENS] for harbor in harbors],
        "licenses": [[harbor["licenses"].get(fish, 0) for fish in FISH] for harbor in harbors],
        "harbor": [_items(harbor) for harbor in harbors],
        **{
            name: [harbor[name] for harbor in harbors]
            for name in ("ports", "freezers", "carts", "buyers", "loans", "shares")
        },
    }


def _items(harbor: MarketHarbor) -> list[int]:
    def in_row(items: list[MarketItem], row: int) -> list[int]:
        return [for_sale(ITEMS.index(one["item"]), one["price"], row) for one in items]

    return sorted(in_row(harbor["upper"], UPPER) + in_row(harbor["lower"], LOWER))


def _himono(seen: MarketView) -> Dump:
    """Who holds the Himono licenses, and what dries on them."""
    is_in_play = any(market["name"] == "himono" for market in seen["fish_markets"])
    racks = [iter(harbor["racks"]) for harbor in seen["harbors"]]
    owners = seen["flow"]["himono"] or [None] * HIMONO_LICENSES
    nobody = ON_BOARD if is_in_play else IN_BOX
    return {
        "himono_owner": [nobody if owner is None else owner for owner in owners],
        "himono_on": [
            [] if owner is None else [_drying(piece) for piece in next(racks[owner], [])]
            for owner in owners
        ],
        "dried": _bits(seen["flow"]["dried"]),
    }


def _drying(piece: MarketDrying) -> int:
    if "token" in piece:
        return dried_token(TOKENS.index(piece["token"]))
    return FISH.index(piece["barrel"])


def _boats(seen: MarketView) -> Dump:
    flow = seen["flow"]
    owner, place, rented = [IN_BOX] * NUM_BOATS, [0] * NUM_BOATS, [NOT_RENTED] * NUM_BOATS
    cargo: list[list[int]] = [[] for _ in range(NUM_BOATS)]
    for yard, names in ((AT_SHIPS, flow["ships"]), (AT_USED_SHIPS, flow["used_ships"])):
        for name in names:
            owner[_BOATS[name]] = yard
    for seat, harbor in enumerate(seen["harbors"]):
        for one in harbor["boats"]:
            boat = _BOATS[one["name"]]
            owner[boat] = seat
            place[boat] = {"sea": SEA, "foreign": FOREIGN}.get(one["place"], one["port"] or 0)
            caught = flow["dry"].get(one["name"], [0] * len(one["cargo"]))
            pairs = zip(_fish(one["cargo"]), caught, strict=True)
            cargo[boat] = [barrel_of(fish, himono) for fish, himono in pairs]
            if one["rented"]:
                used = one["name"] in flow["rented_used"]
                rented[boat] = FROM_USED_SHIPS if used else FROM_SHIPS
    return {
        "owner": owner,
        "place": place,
        "cargo": cargo,
        "rented": rented,
        "activated": _bits(_BOATS[name] for name in flow["activated"]),
    }


def _action(seen: MarketView) -> Dump:
    action, flow = seen["action"], seen["flow"]
    chosen = flow["boat"]
    boat = FISH.index(flow["fish"]) if flow["fish"] else _BOATS[chosen] if chosen else NOBODY
    rows = [LOWER if degraded else UPPER for degraded in flow["queue_degraded"]]
    return {
        "boat": boat,
        "barge": _BOATS[flow["barge"]] if flow["barge"] else NOBODY,
        "second_catch": flow["second_catch"],
        "used": [action["licenses_used"].get(fish, 0) for fish in FISH],
        "unloaded": action["unloaded"],
        "landed": [action["landed"].get(fish, 0) for fish in FISH],
        "auctions": _fish(flow["auctions"]),
        "repricings": action["repricings"],
        "abroad": [_BOATS[name] for name in action["abroad"]],
        "to_price": [
            for_sale(ITEMS.index(item), 0, row)
            for item, row in zip(action["queue"], rows, strict=True)
        ],
        "buying": _or_nobody(action["buying"]),
        "owed": _fish(flow["owed"]),
        "visit": NOBODY if action["visit"] is None else MARKETS.index(action["visit"]),
        "interacted": action["interacted"],
        "uses": flow["uses"],
        "sold": flow["sold"],
        "space": _or_nobody(action["space"]),
        "lot": _tokens(action["lot"]),
    }


def _auction(seen: MarketView) -> Dump:
    auction, seat = seen["auction"], seen["seat"]
    if auction is None:
        return {"bidding": NOBODY, "bids": [], "prize": [], "crate": [], "offers": []}
    bids: list[int | None] = [0 if has_bid else None for has_bid in auction["has_bid"]]
    if auction["bids"] is not None:
        bids = auction["bids"]
    elif seat is not None:
        bids[seat] = auction["own_bid"]
    return {
        "bidding": MARKETS.index(auction["market"]),
        "bids": [_or_nobody(bid) for bid in bids],
        "prize": _tokens(auction["tokens"]),
        "crate": _fish(auction["barrels"]),
        "offers": auction["bidders"],
    }


def _missing_pieces(plain: Dump) -> Dump:
    """The box: all pieces that are nowhere else."""
    position = DUMPING.read(plain)
    table = MarketState()
    for name in DUMPING.fields:
        setattr(table, name, getattr(position, name))
    found = census(table)
    missing = {piece: count - found[piece] for piece, count in full_box(others_in_box()).items()}
    return {
        "box_barrels": [missing[f"barrel {fish}"] for fish in FISH],
        "box_tokens": [missing[f"token {kind}"] for kind in TOKENS],
        "box_licenses": [missing[f"license {fish}"] for fish in FISH],
        "box_others": [missing[name] for name in OTHERS],
    }


def _empty_box() -> Dump:
    return {
        "box_barrels": [0] * NUM_FISH,
        "box_tokens": [0] * NUM_TOKENS,
        "box_licenses": [0] * NUM_FISH,
        "box_others": [0] * len(OTHERS),
    }
