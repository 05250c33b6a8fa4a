"""Harbors: ports with boats, the sea, items for sale, licenses and tokens."""

from typing import Any

from ichiba.core.words import Words
from ichiba.games.tokyo_tsukiji_market.board import pictures
from ichiba.games.tokyo_tsukiji_market.board.entrance import Shown
from ichiba.games.tokyo_tsukiji_market.board.tips import Tips
from ichiba.games.tokyo_tsukiji_market.data import NAME, PORT_PRICE, RESOURCE
from ichiba.games.tokyo_tsukiji_market.keys import ship_key

_PORTS = 3
_ROWS = ("upper", "lower")
# The phases in which a boat can be chosen; in a market, to sell it.
_BOATS = ("fishing", "discarding", "abroad", "choosing_barge", "trading_in", "visiting")
_THINGS = ("freezer", "cart")


class Harbors:
    """The harbors of all players, as one viewer sees them."""

    def __init__(self, view: dict[str, Any], words: Words, *, asked: bool, focus: str = "") -> None:
        self.view = view
        self.words = words
        self.phase: str = view["phase"]
        self.seat: int | None = view["seat"]
        self.asked = asked
        self.focus = focus
        self.tips = Tips(view, words)

    def present(self) -> list[Shown]:
        """All harbors, the viewer's own first, then clockwise."""
        harbors = self.view["harbors"]
        start = self.seat or 0
        order = [*range(start, len(harbors)), *range(start)]
        return [self.harbor(seat, harbors[seat]) for seat in order]

    def say(self, key: str, **arguments: object) -> str:
        """A sentence of the board."""
        return self.words.say(f"{NAME}.web.{key}", arguments)

    def harbor(self, seat: int, harbor: Any) -> Shown:
        """One harbor."""
        view = self.view
        mine = seat == self.seat
        columns = self._columns(seat, harbor)
        boats = [self._boat(boat, mine=mine) for boat in harbor["boats"]]
        return {
            "seat": seat,
            "key": f"harbor-{seat}",
            "focus": self.focus == f"harbor-{seat}",
            "name": self.words.name(seat),
            "mine": mine,
            "turn": seat == view["turn"] and self.phase != "over",
            "acting": seat in view["actors"],
            "first": seat == view["first_player"],
            "won": seat in view["winners"],
            "points": range(view["points"]) if seat == view["turn"] else (),
            "money": None if harbor["money"] is None else self.words.yen(harbor["money"]),
            "yen": harbor["money"],
            "resources": harbor["resources"],
            "tokens": self._tokens(harbor),
            "spaces": self._spaces(seat, harbor),
            "racks": self._racks(harbor),
            "ports": self._ports(harbor, boats, mine=mine),
            "sea": [boat for boat in boats if boat["place"] == "sea"],
            "abroad": [boat for boat in boats if boat["place"] == "foreign"],
            "all_boats": boats,
            "fleet": len(boats),
            "sum": self._sum(harbor),
            "columns": columns,
            "lots": _lots(columns),
            "moves": any(boat["move"] for boat in boats) or _has_moves(columns),
            "papers": self._papers(harbor),
            "buyers": [
                {
                    "title": self.say("buyer_of", seat=buyer["owner"]),
                    "tip": self.say("buyer_comes", seat=buyer["owner"]),
                }
                for buyer in view["buyers"]
                if buyer["target"] == seat
            ],
        }

    def _sum(self, harbor: Any) -> str:
        """Say in two words what is for sale: how much, and from which price."""
        prices = [one["price"] for row in _ROWS for one in harbor[row]]
        if not prices:
            return self.say("sum_none")
        return self.say("sum", count=len(prices), yen=self.words.yen(min(prices)))

    def _tokens(self, harbor: Any) -> list[Shown]:
        return [
            pictures.token(token)
            | {
                "count": count,
                "worth": harbor["worth"][token],
                "tip": self.tips.token(token, count, harbor["worth"][token]),
            }
            for token, count in harbor["tokens"].items()
        ]

    def _spaces(self, seat: int, harbor: Any) -> list[Shown]:
        """The four license spaces: licenses, Freezers, Carts, Buyers and empty ones."""
        used = self.view["action"]["licenses_used"] if seat == self.view["turn"] else {}
        taken: list[Shown] = []
        for fish, count in harbor["licenses"].items():
            spent = used.get(fish, 0) if self.phase in ("fishing", "activity", "pricing") else 0
            tip = self.tips.license(fish)
            taken += [
                _space(pictures.FISH[fish], tip, license=True, used=n < spent) for n in range(count)
            ]
        for thing in _THINGS:
            taken += [
                _space(pictures.THINGS[thing], self.tips.thing(thing, left), uses=left)
                for left in harbor[f"{thing}s"]
            ]
        taken += [_space(pictures.THINGS["buyer"], self.tips.thing("buyer"))] * harbor["buyers"]
        empty = _space("", self.tips.thing("space"))
        return taken + [empty] * (harbor["spaces"] - len(taken))

    def _racks(self, harbor: Any) -> list[list[str]]:
        """What is drying on each Himono license."""
        return [
            [pictures.ITEMS[piece.get("barrel") or piece["token"]] for piece in rack]
            for rack in harbor["racks"]
        ]

    def _papers(self, harbor: Any) -> list[Shown]:
        return [
            {
                "symbol": pictures.THINGS[thing],
                "title": self.words.say(f"{NAME}.board.{thing}"),
                "count": harbor[f"{thing}s"],
                "tip": self.tips.thing(thing),
            }
            for thing in ("loan", "share")
            if harbor[f"{thing}s"]
        ]

    # --- Boats

    def _ports(self, harbor: Any, boats: list[Shown], *, mine: bool) -> list[Shown]:
        return [
            {
                "number": port + 1,
                "open": port < harbor["ports"],
                "move": "port" if mine and self.asked and port == harbor["ports"] else "",
                "price": self.words.yen(PORT_PRICE),
                "tip": self.tips.port(
                    port, is_open=port < harbor["ports"], is_next=port == harbor["ports"]
                ),
                "boats": [boat for boat in boats if boat["port"] == port],
            }
            for port in range(_PORTS)
        ]

    def _boat(self, boat: Any, *, mine: bool) -> Shown:
        name: str = boat["name"]
        cargo = [
            {
                "symbol": pictures.FISH[fish],
                "fish": fish,
                "dry": dry,
                "tip": self.tips.barrel(fish, dry=dry),
            }
            for fish, dry in zip(boat["cargo"], boat["dry"], strict=True)
        ]
        title = self._boat_title(boat)
        loaded = [self.words.say(f"{NAME}.fish.{fish}") for fish in boat["cargo"]]
        return {
            "name": name,
            "title": title,
            "called": self.words.say(ship_key(boat["type"], boat["number"])),
            "key": f"boat-{name.replace(' ', '-')}",
            "piece": f"boat-{name.replace(' ', '-')}",
            "move": f"boat {name}" if mine and self.asked and self.phase in _BOATS else "",
            "symbol": pictures.BOATS[boat["type"]],
            "focus": self.focus == f"boat-{name.replace(' ', '-')}",
            "tip": self.tips.boat(boat, title, mine=mine),
            "note": self._boat_note(boat) if mine and self.phase == "fishing" else "",
            "blue": boat["type"] == "blue",
            "place": boat["place"],
            "port": boat["port"],
            "cargo": cargo,
            "empty": range(boat["slots"] - len(cargo)),
            "slots": boat["slots"],
            "rented": boat["rented"],
            "used": boat["activated"] and mine and self.phase == "fishing",
            "current": mine and name == self.view["action"]["boat"],
            "label": self.say("boat_told", boat=title, fishes=loaded) if loaded else title,
        }

    def _boat_note(self, boat: Any) -> str:
        """Say what a boat could do in a Fishing action."""
        loaded = boat["cargo"]
        full = len(loaded) == boat["slots"]
        at_sea = "full" if full else "loaded" if loaded else "sea"
        return self.say(
            f"note_boat_{at_sea if boat['place'] == 'sea' else boat['place']}",
            boat=ship_key(boat["type"], boat["number"]),
            fishes=[f"{NAME}.fish.{fish}" for fish in loaded],
        )

    def _boat_title(self, boat: Any) -> str:
        kind = self.words.say(f"{NAME}.boat.{boat['type']}")
        return self.say("boat_named", boat=ship_key(boat["type"], boat["number"]), kind=kind)

    # --- For sale

    def _columns(self, seat: int, harbor: Any) -> list[Shown]:
        """The price columns with their items in two rows; the last is for other prices."""
        prices = [*self.view["columns"], None]
        seen: set[str] = set()
        stands = {row: self._stands(seat, harbor[row], row, seen) for row in _ROWS}
        pricing = self.asked and self.phase == "pricing" and seat == self.seat
        return [
            {
                "price": "???" if price is None else self.words.yen(price),
                "move": f"price {'other' if price is None else price}" if pricing else "",
                "key": f"price-{'other' if price is None else price}",
                "tip": self.tips.column(price, mine=seat == self.seat),
                "rows": [
                    {"name": row, "items": [one for one in stands[row] if one["column"] == price]}
                    for row in _ROWS
                ],
            }
            for price in prices
        ]

    def _stands(self, seat: int, items: list[Any], row: str, seen: set[str]) -> list[Shown]:
        """Group equal items of a row at the same price, with their number."""
        groups: dict[tuple[str, int], int] = {}
        for one in items:
            pair = (one["item"], one["price"])
            groups[pair] = groups.get(pair, 0) + 1
        ordered = sorted(groups, key=lambda pair: pair[1])
        return [
            self._stand(seat, row, item, price, groups[item, price], seen)
            for item, price in ordered
        ]

    def _stand(
        self, seat: int, row: str, item: str, price: int, count: int, seen: set[str]
    ) -> Shown:
        printed = price in self.view["columns"]
        move = ""
        if self.asked and self.phase == "purchasing" and seat != self.seat:
            move = f"buy {seat + 1} {item} {row}"
        elif self.asked and self.phase == "fishing" and seat == self.seat:
            move = f"reprice {item} {row} {price if printed else 'other'}"
        elif self.asked and self.phase == "picking" and seat == self.seat:
            move = self._which(item, price, row)
        if move in seen and self.phase == "purchasing":  # the move refers to the cheapest item
            move = ""
        if move:
            seen.add(move)
        title = self.words.say(f"{NAME}.{'item' if item == 'takoyaki' else 'fish'}.{item}")
        return {
            "item": item,
            "symbol": pictures.ITEMS[item],
            "token": item == "takoyaki",
            "price": self.words.yen(price),
            "column": price if printed else None,
            "count": count,
            "move": move,
            "key": f"sale-{seat}-{row}-{item}-{price}",
            "lot_key": f"lot-{seat}-{row}-{item}-{price}",
            "label": self.say(
                "for_sale",
                item=title,
                price=self.words.yen(price),
                row=f"{NAME}.row.{row}",
                count=count,
            ),
            "tip": self.tips.ware(seat, item, price, row, count),
            "note": self._purchase_note(seat, item, price, row) if move.startswith("buy ") else "",
            "brings": self.tips.brings(item, row) if move.startswith("buy ") else "",
            "old": row == "lower",
            **self._bargain(seat, item, row, price),
        }

    def _purchase_note(self, seat: int, item: str, price: int, row: str) -> str:
        """Say who is paid for an item, and what it is worth to the viewer."""
        told = self.tips.brings(item, row)
        return self.say("note_buy", seat=seat, yen=self.words.yen(price), told=told)

    def _which(self, item: str, price: int, row: str) -> str:
        """The move that picks this item, or "" if it is not one of those to pick from."""
        pieces = self.view["action"]["pieces"]
        piece = {"item": item, "price": price, "degraded": row == "lower", "himono": 0}
        return f"which {pieces.index(piece) + 1}" if piece in pieces else ""

    def _bargain(self, seat: int, item: str, row: str, price: int) -> Shown:
        """What a ware of another player is worth to the viewer, if that is certain, and what its
        market pays if that is more."""
        worth = None
        if seat != self.seat and self.seat is not None:
            worth = self.tips.worth.to_buyer(item, degraded=row == "lower")
        sale = self.tips.worth.sale(item, degraded=row == "lower")
        if worth is None:
            return {"worth": None, "sale": "", "bargain": False}
        shown = self.words.yen(sale) if sale > worth * RESOURCE else ""
        bargain = max(worth * RESOURCE, sale) > price
        return {"worth": worth, "sale": shown, "bargain": bargain}


def _lots(columns: list[Shown]) -> list[Shown]:
    """Everything for sale in one row, by price, the fresh first."""
    return [one for column in columns for row in column["rows"] for one in row["items"]]


def _space(symbol: str, tip: str, **more: object) -> Shown:
    """A license space; without a symbol it is empty."""
    return {"symbol": symbol, "tip": tip, "license": False, "used": False, "uses": 0, **more}


def _has_moves(columns: list[Shown]) -> bool:
    """Whether anything for sale can be clicked."""
    return any(
        column["move"] or any(one["move"] for row in column["rows"] for one in row["items"])
        for column in columns
    )
