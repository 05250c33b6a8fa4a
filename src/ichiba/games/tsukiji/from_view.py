"""From what a seat sees to a position in which it can think ahead."""

from collections import Counter

from ichiba.core.game import Dump
from ichiba.core.rng import Rng
from ichiba.games.tsukiji.data import (
    CARDS,
    NAME,
    NORMAL_TICKETS,
    ON_MARKET,
    PRODUCTS,
    REVISION,
    SETUPS,
    TAKUSAN,
    TICKET_BIT,
    TICKETS,
    YAKUZA,
)
from ichiba.games.tsukiji.state import DECISIONS
from ichiba.games.tsukiji.table import NOBODY
from ichiba.games.tsukiji.view_types import TsukijiRestaurant, TsukijiView

_PHASES = (*(decision.name for decision in DECISIONS), "over")


def guess(seen: TsukijiView) -> Dump:
    """A dump of a position with this view. Hidden tickets are arbitrary."""
    players = seen["players"]
    laid = [_laid(seen, seat) for seat in range(players)]
    return {
        "game": NAME,
        "revision": REVISION,
        "players": players,
        "special_points": seen["special_points"],
        "rng": Rng(0).state,
        "reveals": 0,
        "actors": seen["actors"],
        "phase": _PHASES.index(seen["phase"]),
        "round": seen["round"],
        "first": seen["first_player"],
        "turn": (seen["actors"][0] - seen["first_player"]) % players if seen["actors"] else players,
        "deck": _deck(seen),
        "discard": [seen["discard"][card] for card in CARDS],
        "lots": [[CARDS.index(card) for card in lot["cards"]] for lot in seen["lots"]],
        "tickets": laid,
        "hands": [_hand(own, laid[seat], seen) for seat, own in enumerate(seen["restaurants"])],
        "buyers": [NOBODY if lot["buyer"] is None else lot["buyer"] for lot in seen["lots"]],
        **_valuation(seen),
        **_restaurants(seen),
        **_market(seen),
    }


def _laid(seen: TsukijiView, seat: int) -> list[int]:
    """The seat's tickets on the lots; the first ones that it has if they are hidden."""
    if seen["phase"] != "valuation":
        return [TICKETS.index((lot["tickets"] or [])[seat]) for lot in seen["lots"]]
    own = seen["restaurants"][seat]
    if own["tickets"] is not None:
        return [TICKETS.index(ticket) for ticket in own["tickets"]]
    return _tickets_in(_could_hold(own))[: own["placed"]]


def _could_hold(own: TsukijiRestaurant) -> int:
    """All tickets that are not spent, on lots or in the hand, as bits."""
    return NORMAL_TICKETS | sum(TICKET_BIT[TICKETS.index(one)] for one in own["specials"])


def _tickets_in(hand: int) -> list[int]:
    return [ticket for ticket, bit in enumerate(TICKET_BIT) if hand & bit]


def _hand(own: TsukijiRestaurant, laid: list[int], seen: TsukijiView) -> int:
    if own["hand"] is not None:
        return sum(TICKET_BIT[TICKETS.index(ticket)] for ticket in own["hand"])
    gone = laid if seen["phase"] == "valuation" else []  # otherwise they are back, or spent
    return _could_hold(own) - sum(TICKET_BIT[ticket] for ticket in gone)


def _valuation(seen: TsukijiView) -> Dump:
    """Values and tiles: the most expensive tile is for the highest value, then left to right."""
    values = [lot["value"] for lot in seen["lots"]]
    known = [value for value in values if value is not None]
    ranking = sorted(range(len(known)), key=known.__getitem__, reverse=True)
    return {"values": known, "tiles": [ranking.index(lot) for lot in range(len(known))]}


def _restaurants(seen: TsukijiView) -> Dump:
    owned = seen["restaurants"]
    columns = [own["columns"][product] for own in owned for product in PRODUCTS]
    return {
        "money": [own["money"] for own in owned],
        "products": [column["products"] for column in columns],
        "takusan": [column["takusan"] for column in columns],
        "yakuza": [own["yakuza"] for own in owned],
        "open_takusan": seen["open_takusan"],
        "open_yakuza": seen["open_yakuza"],
    }


def _market(seen: TsukijiView) -> Dump:
    market = seen["market"]
    arrivals = dict.fromkeys(ON_MARKET, 0)
    for stack in market["stacks"].values():
        for height, product in enumerate(stack):
            arrivals[product] = height
    return {
        "spaces": [market["spaces"][product] for product in ON_MARKET],
        "arrivals": [arrivals[product] for product in ON_MARKET],
        "arrival": len(ON_MARKET),
        "past_spaces": [[past[product] for product in ON_MARKET] for past in market["history"]],
    }


def _deck(seen: TsukijiView) -> list[int]:
    """The cards that are nowhere else."""
    left = Counter(SETUPS[seen["players"], seen["special_points"]].deck)
    left.subtract({CARDS.index(card): count for card, count in seen["discard"].items()})
    for lot in seen["lots"]:
        if lot["buyer"] is None and seen["phase"] != "over":
            left.subtract(CARDS.index(card) for card in lot["cards"])
    for own in seen["restaurants"]:
        for product, column in own["columns"].items():
            left.subtract({PRODUCTS.index(product): column["products"]})
            left.subtract({TAKUSAN: column["takusan"]})
    left.subtract({TAKUSAN: seen["open_takusan"], YAKUZA: seen["open_yakuza"]})
    return sorted(left.elements())
