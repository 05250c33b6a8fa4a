"""Tsukiji's board on the site: the template's data, built only from a view."""

from functools import lru_cache
from typing import Any

from ichiba.core.game import View
from ichiba.core.match import Match
from ichiba.core.words import Words
from ichiba.games.board.web import Board, Habit
from ichiba.games.tsukiji.board.at_table import at_table
from ichiba.games.tsukiji.board.charts import charts
from ichiba.games.tsukiji.board.last_round import SLUGS, last_round
from ichiba.games.tsukiji.board.picture import draw
from ichiba.games.tsukiji.board.standings import purse, standings
from ichiba.games.tsukiji.board.tips import Tips, column_change, column_tip, ticket_tip
from ichiba.games.tsukiji.board.worth import MAGURO, Brought, Worth, column_yen
from ichiba.games.tsukiji.data import CANCEL, LAST_SPACE, PRODUCTS, REFUSAL, TICKETS
from ichiba.games.tsukiji.scoring import maguro_yen
from ichiba.games.tsukiji.state import TsukijiState

MAGURO_SETS = 6  # how many sizes of tuna sets are shown with their value
TALLEST = 6  # how many cards of a column are drawn; its number gives the rest
HINTED = ("cancel", "x2")  # tickets with a hint


def present(view: View, words: Words) -> dict[str, object]:
    """The data of the whole board."""
    return _Board(dict(view), words).present()


def recall(match: Match, words: Words) -> dict[str, object]:
    """What the board shows of the past: the end of the previous round, until the next offer."""
    state = match.state
    shown = isinstance(state, TsukijiState) and state.phase_name == "valuation"
    return {"last_round": last_round(match.events, words) if shown else None}


class _Board:
    def __init__(self, view: dict[str, Any], words: Words) -> None:
        self.view = view
        self.words = words
        self.seat: int | None = view["seat"]
        self.mine = None if self.seat is None else view["restaurants"][self.seat]
        self.tips = Tips(view, words)

    def present(self) -> dict[str, object]:
        view = self.view
        everybody = [self._restaurant(n, r) for n, r in enumerate(view["restaurants"])]
        own = 0 if self.seat is None else self.seat
        return {
            "view": view,
            "round": view["round"],
            "rounds": view["rounds"],
            "players": view["players"],
            "refusal": REFUSAL,
            "phase": view["phase"],
            "deck": view["deck"],
            "tiles": [
                tile | {"tip": self.tips.tile(tile, place)}
                for place, tile in enumerate(view["tiles"], start=1)
            ],
            "turns": self._turns(),
            "lots": [self._lot(number, lot) for number, lot in enumerate(view["lots"])],
            "next_lot": self._next_lot(),
            "hand": self._hand(),
            "market": self._market,  # a function: most boards reuse a rendered market
            # The viewer's own first, then clockwise.
            "restaurants": everybody[own:] + everybody[:own],
            "own": None if self.seat is None else everybody[own],
            "others": everybody[own + (self.seat is not None) :] + everybody[:own],
            "over": view["phase"] == "over",
            # True until the viewer lays a ticket; for spectators, during the whole valuation.
            "is_new_round": view["phase"] == "valuation"
            and not (self.mine and self.mine["placed"]),
            "choosing": view["phase"] in ("takusan", "yakuza"),
            "special_points": view["special_points"],
            "note_refuse": self.say("note_refuse", yen=self.words.yen(REFUSAL)),
        }

    def say(self, key: str, **arguments: object) -> str:
        return _say(self.words, key, **arguments)

    def card(self, name: str) -> dict[str, str]:
        return {"name": name, "title": self.words.say(f"tsukiji.card.{name}")}

    def _next_lot(self) -> int | None:
        """The lot for the viewer's next ticket."""
        if self.mine is None or self.view["phase"] != "valuation":
            return None
        placed: int = self.mine["placed"]
        return placed if placed < len(self.view["lots"]) else None

    def _turns(self) -> list[dict[str, object]]:
        """Who buys when this round, and what they have bought."""
        view, players = self.view, self.view["players"]
        if view["phase"] in ("valuation", "over"):
            return []
        order = [(view["first_player"] + step) % players for step in range(players)]
        now = order.index(view["actors"][0])
        return [
            {
                "seat": seat,
                "name": self.words.name(seat),
                "mine": seat == self.seat,
                "state": (state := "done" if at < now else "now" if at == now else "later"),
                "bought": self._bought(seat),
                "tip": self.tips.say(f"turn_{state}", seat=seat),
            }
            for at, seat in enumerate(order)
        ]

    def _lot(self, number: int, lot: Any) -> dict[str, object]:
        revealed = lot["tile"] is not None
        tickets = self._tickets(number, lot["tickets"] if revealed else None)
        worth = self.tips.worth()
        brought = None if worth is None else worth.by_card(lot["cards"])
        return {
            "number": number + 1,
            "cards": self._cards(lot["cards"], brought),
            "tile": lot["tile"] and lot["tile"] | {"tip": self.tips.tile(lot["tile"])},
            "value": lot["value"],
            "buyer": lot["buyer"],
            "mine": lot["buyer"] is not None and lot["buyer"] == self.seat,
            "buyer_name": None if lot["buyer"] is None else self.words.name(lot["buyer"]),
            "tickets": tickets,
            "told": "" if self.seat is None else self._told(tickets),
            "next": number == self._next_lot(),
            "key": f"lot-{number + 1}",
            "move": f"buy {number + 1}",
            "label": "" if self.seat is None else self._lot_label(number + 1, lot),
        } | self._worth(number + 1, lot, brought)

    def _cards(self, cards: list[str], brought: list[Brought] | None) -> list[dict[str, object]]:
        gains: list[Brought | None] = [None] * len(cards) if brought is None else [*brought]
        return [
            self.card(card) | {"tip": self.tips.card(card, gain), **_gain(gain, self.words)}
            for card, gain in zip(cards, gains, strict=True)
        ]

    def _worth(self, number: int, lot: Any, brought: list[Brought] | None) -> dict[str, object]:
        """What a lot is worth to the viewer today, and what that is beyond its price."""
        if lot["buyer"] is not None:
            tip = self.tips.say("lot_sold", lot=number, seat=lot["buyer"])
        else:
            tip = self.tips.say("lot_watching", lot=number)
        found: dict[str, object] = {"worth": "", "more": "", "note": "", "ask": "", "tip": tip}
        if brought is None:
            return found
        total, tile = sum(one.yen for one in brought), lot["tile"]
        found |= {"worth": self.words.yen(total), "note": self.tips.note(lot["cards"], brought)}
        if tile is None:
            return found | {"tip": self.tips.say("lot", lot=number, yen=self.words.yen(total))}
        gain = total - tile["price"]
        found |= {"more": self.words.signed_yen(gain), "gain": gain}
        if lot["buyer"] is not None or self.mine is None:
            return found
        yen, more = self.words.yen, self.words.signed_yen(gain)
        ask = {"lot": number, "price": yen(tile["price"]), "yen": yen(total), "more": more}
        ask |= {"left": yen(self.mine["money"] - tile["price"])}
        tip = self.tips.say("lot_priced", lot=number, yen=yen(total), more=more)
        return found | {"ask": self.say("ask_buy", **ask), "tip": tip}

    def _told(self, tickets: list[dict[str, object]]) -> str:
        """The tickets on a lot in words, for players with a screen reader."""
        told = [
            self.say(
                "told_face" if ticket["face"] else "told_back" if ticket["laid"] else "told_empty",
                seat=ticket["seat"],
                ticket=f"tsukiji.ticket.{ticket['face']}",
            )
            for ticket in tickets
        ]
        return self.say("tickets_told", tickets=told)

    def _lot_label(self, number: int, lot: Any) -> str:
        cards = self._titles(lot["cards"])
        if lot["tile"] is None:
            return self.say("lot_label", lot=number, cards=cards)
        return self.say("lot_priced", lot=number, cards=cards, price=lot["tile"]["price"])

    def _titles(self, cards: list[str]) -> list[str]:
        return [self.words.say(f"tsukiji.card.{card}") for card in cards]

    def _tickets(self, number: int, revealed: list[str] | None) -> list[dict[str, object]]:
        """By seat: the ticket on a lot, face up or face down, or none yet."""
        tickets = []
        for seat, restaurant in enumerate(self.view["restaurants"]):
            face: str | None = None
            if revealed is not None:
                face = revealed[seat]
            elif seat == self.seat and number < len(restaurant["tickets"]):
                face = restaurant["tickets"][number]
            laid = revealed is not None or number < restaurant["placed"]
            tickets.append(
                {
                    "seat": seat,
                    "name": self.words.name(seat),
                    "laid": laid,
                    "face": face,
                    "mine": seat == self.seat,
                    "slug": SLUGS.get(face or "", face),
                    "told": self.words.say(f"tsukiji.ticket.{face}") if face else "",
                    "tip": self.tips.laid(seat, face, laid=laid),
                }
            )
        return tickets

    def _hand(self) -> list[dict[str, object]]:
        """The viewer's nine tickets: in hand, laid this round, or spent."""
        if self.mine is None:
            return []
        return [
            {
                "face": ticket,
                "slug": SLUGS.get(ticket, ticket),
                "key": f"hand-{ticket}",
                "move": f"ticket {ticket}",
                "special": not ticket.isdigit(),
                "inhand": ticket in self.mine["hand"],
                "spent": not ticket.isdigit() and ticket not in self.mine["specials"],
                "lot": self._lot_of(ticket),
                "hint": self.say(f"hint_{ticket}") if ticket in HINTED else "",
                "tip": self.tips.ticket(ticket),
                "label": self.say("ticket_label", ticket=f"tsukiji.ticket.{ticket}"),
            }
            for ticket in TICKETS
        ]

    def _lot_of(self, ticket: str) -> int | None:
        """The lot on which the viewer has laid a ticket this round."""
        laid: list[str] = [] if self.mine is None else self.mine["tickets"]
        return laid.index(ticket) + 1 if ticket in laid else None

    def _market(self) -> dict[str, object]:
        market = self.view["market"]
        markers = []
        for space, stack in market["stacks"].items():
            for level, product in enumerate(stack):
                markers.append(
                    self.card(product)
                    | {
                        "space": int(space),
                        "level": level,
                        "yen": market["yen"][product],
                        "rank": market["ranking"].index(product) + 1,
                        "moved": self._moved(product),
                        "tip": self.tips.marker(
                            product, int(space), market["ranking"].index(product) + 1
                        ),
                    }
                )
        markers.sort(key=lambda marker: PRODUCTS.index(str(marker["name"])))
        # Each space with its markers, from the bottom of the stack to the top.
        spaces: list[dict[str, object]] = [
            {
                "number": number,
                "markers": sorted(
                    (marker for marker in markers if marker["space"] == number),
                    key=lambda marker: int(str(marker["level"])),
                ),
            }
            for number in range(1, LAST_SPACE + 1)
        ]
        return {
            "spaces": spaces,
            "markers": markers,
            "maguro": [(n, maguro_yen(n)) for n in range(1, MAGURO_SETS + 1)],
            "tuna": self.tips.tuna(),
            "ranking": sorted(markers, key=lambda marker: int(str(marker["rank"]))),
        }

    def _moved(self, product: str) -> int:
        """How far the marker moved when the market last moved."""
        history = self.view["market"]["history"]
        return history[-1][product] - history[-2][product] if len(history) > 1 else 0

    def _restaurant(self, seat: int, restaurant: Any) -> dict[str, object]:
        view = self.view
        worth = Worth(view, seat)
        return {
            "seat": seat,
            "name": self.words.name(seat),
            "mine": seat == self.seat,
            "first": seat == view["first_player"],
            "acting": seat in view["actors"],
            "money": restaurant["money"],
            "coins": _coins(restaurant["money"]),
            "columns": [self._column(seat, name, restaurant, worth) for name in PRODUCTS],
            "cards": sum(worth.sizes.values()),
            "cards_worth": sum(map(worth.of_column, PRODUCTS)),
            "coins_tip": self.tips.say("coins"),
            "specials": _specials(self.words.language, *restaurant["specials"]),
            "yakuza": restaurant["yakuza"],
            "bought": self._bought(seat),
            "worth": view["scores"][seat],
        }

    def _bought(self, seat: int) -> list[dict[str, object]]:
        """The lot that a restaurant bought this round."""
        return [
            {
                "number": number,
                "cards": [self.card(card) for card in lot["cards"]],
                "label": self.say("bought", lot=number, cards=self._titles(lot["cards"])),
            }
            for number, lot in enumerate(self.view["lots"], start=1)
            if lot["buyer"] == seat
        ]

    def _column(self, seat: int, name: str, restaurant: Any, worth: Worth) -> dict[str, object]:
        column, phase, mine = restaurant["columns"][name], self.view["phase"], seat == self.seat
        choice = phase if mine and phase in ("takusan", "yakuza") else ""
        yen = 0 if name == MAGURO else worth.yen[name]
        cards = column["products"], column["takusan"]
        return _column(self.words.language, name, *cards, yen, choice=choice, mine=mine)


def _gain(gain: Brought | None, words: Words) -> dict[str, object]:
    """What a card brings, as it is shown on the card."""
    if gain is None:
        return {"gain": "", "loss": False}
    return {"gain": words.signed_yen(gain.yen), "loss": gain.yen < 0}


@lru_cache(maxsize=2000)
def _specials(language: str, *held: str) -> list[dict[str, object]]:
    """The special tickets of a restaurant that still holds these."""
    words = Words(language=language)
    return [
        {
            "face": face,
            "told": words.say(f"tsukiji.ticket.{face}"),
            "spent": spent,
            "tip": ticket_tip(words, face, spent=spent),
        }
        for face in TICKETS[CANCEL:]
        for spent in [face not in held]
    ]


@lru_cache(maxsize=5000)
def _column(
    language: str, name: str, products: int, takusan: int, yen: int, *, choice: str, mine: bool
) -> dict[str, object]:
    """A column of a restaurant, where a card is worth so many yen; tuna are worth more together.

    A board has 12 to 24 columns, and most stay as they are. `choice` is the phase in which the
    viewer chooses one of their own.
    """
    words, count = Words(language=language), products + takusan
    title, total = words.say(f"tsukiji.card.{name}"), column_yen(name, count, yen)
    more, less = (abs(column_yen(name, count + step, yen) - total) for step in (1, -1))
    told = "column_empty" if not count else "column_set" if name == MAGURO else "column_each"
    if choice == "yakuza":
        changes = _say(words, "pick_loss", yen=words.yen(less)) if count else ""
    else:
        changes = _say(words, "pick_gain", yen=words.yen(more)) if choice else ""
    # The cards to draw, from the bottom: Takusan first, then products.
    slips = ["takusan"] * takusan + [name] * products
    return {
        "name": name,
        "title": title,
        "products": products,
        "takusan": takusan,
        "count": count,
        "slips": slips[-TALLEST:],
        "key": f"column-{name}",
        "move": f"{choice} {name}" if choice else "",
        "label": _say(words, "column_label", product=title, count=count),
        "sum": _say(words, told, count=count, each=words.yen(more), yen=words.yen(total)),
        "worth": words.yen(total),
        "changes": changes,
        "tip": column_tip(words, name, count, yen, choice=choice, mine=mine),
        "brings": column_change(words, name, count, yen, choice),
    }


def _say(words: Words, key: str, **arguments: object) -> str:
    return words.say(f"tsukiji.board.{key}", arguments)


def _coins(money: int) -> list[int]:
    """The smallest number of coins for an amount."""
    coins = []
    for coin in (20, 10, 5, 1):
        coins += [coin] * (money // coin)
        money %= coin
    return coins


BOARD = Board(
    present=present, charts=charts, recall=recall, standings=standings, purse=purse,
    at_table=at_table, habit=Habit("bought", "cards"), picture=draw,
    sounds={"bought": "coin", "refused": "coin", "valued": "reveal"},
    festive=("lantern", "sakura"),
    places_since=True,  # right above the lots
)  # fmt: skip
