"""Tsukiji's board on the site: the template's data, built only from a view, and the charts."""

from functools import lru_cache
from typing import Any

from ichiba.core.charts import Chart, Series
from ichiba.core.game import View
from ichiba.core.match import Match, standing
from ichiba.core.words import Words
from ichiba.games.tsukiji.board.last_round import SLUGS, last_round
from ichiba.games.tsukiji.data import REFUSAL
from ichiba.games.tsukiji.scoring import maguro_yen
from ichiba.games.tsukiji.state import TsukijiState

PRODUCTS = ("ebi", "hotategai", "fugu", "tako", "sake", "maguro")
TICKETS = ("0", "1", "2", "3", "4", "cancel", "-1", "+6", "x2")
SPACES = 60
MAGURO_SETS = 6  # how many sizes of tuna sets are shown with their value
TALLEST = 6  # how many cards of a column are drawn; its number gives the rest
SOUNDS = {"bought": "coin", "refused": "coin", "valued": "reveal"}
PLACES_SINCE = True  # right above the lots
FESTIVE = ("lantern", "sakura")  # symbols that float down at the end
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
            "tiles": view["tiles"],
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
        }

    def say(self, key: str, **arguments: object) -> str:
        return self.words.say(f"tsukiji.board.{key}", arguments)

    def card(self, name: str) -> dict[str, str]:
        return {"name": name, "title": self.words.say(f"tsukiji.card.{name}")}

    def _next_lot(self) -> int | None:
        """The lot for the viewer's next ticket."""
        if self.mine is None or self.view["phase"] != "valuation":
            return None
        placed: int = self.mine["placed"]
        return placed if placed < len(self.view["lots"]) else None

    def _lot(self, number: int, lot: Any) -> dict[str, object]:
        revealed = lot["tile"] is not None
        tickets = self._tickets(number, lot["tickets"] if revealed else None)
        return {
            "number": number + 1,
            "cards": [self.card(card) for card in lot["cards"]],
            "tile": lot["tile"],
            "value": lot["value"],
            "buyer": lot["buyer"],
            "buyer_name": None if lot["buyer"] is None else self.words.name(lot["buyer"]),
            "tickets": tickets,
            "told": "" if self.seat is None else self._told(tickets),
            "next": number == self._next_lot(),
            "key": f"lot-{number + 1}",
            "move": f"buy {number + 1}",
            "label": "" if self.seat is None else self._lot_label(number + 1, lot),
        }

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
            for number in range(1, SPACES + 1)
        ]
        return {
            "spaces": spaces,
            "markers": markers,
            "maguro": [(n, maguro_yen(n)) for n in range(1, MAGURO_SETS + 1)],
            "ranking": sorted(markers, key=lambda marker: int(str(marker["rank"]))),
        }

    def _moved(self, product: str) -> int:
        """How far the marker moved when the market last moved."""
        history = self.view["market"]["history"]
        return history[-1][product] - history[-2][product] if len(history) > 1 else 0

    def _restaurant(self, seat: int, restaurant: Any) -> dict[str, object]:
        view = self.view
        return {
            "seat": seat,
            "name": self.words.name(seat),
            "mine": seat == self.seat,
            "first": seat == view["first_player"],
            "acting": seat in view["actors"],
            "money": restaurant["money"],
            "coins": _coins(restaurant["money"]),
            "columns": [self._column(seat, name, restaurant) for name in PRODUCTS],
            "specials": [
                {"face": face, "spent": face not in restaurant["specials"]} for face in TICKETS[5:]
            ],
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

    def _column(self, seat: int, name: str, restaurant: Any) -> dict[str, object]:
        column = restaurant["columns"][name]
        phase = self.view["phase"]
        asked = seat == self.seat and phase in ("takusan", "yakuza")
        move = f"{phase} {name}" if asked else ""
        return _column(self.words.language, name, column["products"], column["takusan"], move)


@lru_cache(maxsize=2000)
def _column(language: str, name: str, products: int, takusan: int, move: str) -> dict[str, object]:
    """A column of a restaurant. A board has 12 to 24 of them, and most stay as they are."""
    words, count = Words(language=language), products + takusan
    title = words.say(f"tsukiji.card.{name}")
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
        "move": move,
        "label": words.say("tsukiji.board.column_label", {"product": title, "count": count}),
    }


def _coins(money: int) -> list[int]:
    """The smallest number of coins for an amount."""
    coins = []
    for coin in (20, 10, 5, 1):
        coins += [coin] * (money // coin)
        money %= coin
    return coins


def charts(match: Match, words: Words) -> list[Chart]:
    """Charts of the market and of all scores, by round."""
    view: Any = match.state.view(None)
    market = [
        Series(
            name=words.say(f"tsukiji.card.{product}"),
            values=[spaces[product] for spaces in view["market"]["history"]],
            symbol=product,
        )
        for product in PRODUCTS[:-1]
    ]
    scores = _scores_by_round(match)
    players = [
        Series(name=name, values=[row[seat] for row in scores], seat=seat)
        for seat, name in enumerate(match.record.names)
    ]
    return [
        Chart(words.say("tsukiji.board.score_chart"), players, worth=1, yen=True),
        Chart(words.say("tsukiji.board.market_chart"), market),
    ]


def _scores_by_round(match: Match) -> list[tuple[int, ...]]:
    """All players' scores at the start and after each round, as if the game had ended then."""
    steps = Match.replay(match.record.until(0))
    rows = [steps.state.scores]
    seen = 1
    for move in standing(match.record.moves):
        steps.replay_move(move)
        state = steps.state
        if isinstance(state, TsukijiState) and (state.round > seen or not state.actors):
            seen = state.round
            rows.append(state.scores)
    return rows
