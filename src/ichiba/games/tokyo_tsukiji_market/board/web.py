"""Tokyo Tsukiji Market on the site: the data of the templates, from a view alone, and charts."""

from collections.abc import Iterable
from typing import Any

from ichiba.core.charts import Chart, Series
from ichiba.core.game import View
from ichiba.core.match import Match
from ichiba.core.numbers import yen
from ichiba.core.words import Words
from ichiba.games.tokyo_tsukiji_market.board import pictures
from ichiba.games.tokyo_tsukiji_market.board.hall import Hall, Shown
from ichiba.games.tokyo_tsukiji_market.board.harbors import Harbors
from ichiba.games.tokyo_tsukiji_market.board.ledger import ledger
from ichiba.games.tokyo_tsukiji_market.board.reckoning import reckoning
from ichiba.games.tokyo_tsukiji_market.board.setting_up import choice, hint, surprise
from ichiba.games.tokyo_tsukiji_market.board.stage import (
    Stage,
    amount_control,
    automatic_bid,
    last_auction,
)
from ichiba.games.tokyo_tsukiji_market.board.worth import RESOURCE
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import (
    BONUS,
    COLUMNS,
    DEAREST,
    NAME,
    POINTS,
    STEP,
    TOKEN,
    TOKEN_WORTH,
)

__all__ = [
    "FESTIVE", "SOUNDS", "automatic_bid", "charts", "choice", "hint", "present", "recall",
    "reckoning", "surprise",
]  # fmt: skip

# The sound of each kind of event.
SOUNDS = {
    "bought": "coin", "income": "coin", "bonus": "coin", "sold": "coin", "sold_to": "coin",
    "sold_many": "coin", "sold_pair": "coin", "sold_set": "coin", "given": "coin",
    "traded": "coin", "bid": "reveal", "new_market": "reveal", "drawn": "reveal",
}  # fmt: skip
FESTIVE = (
    "red-snapper",
    "squid",
    "mackerel",
    "tako",
    "spider-crab",
)  # drawn at the end
_FISHING = ("fishing", "activity", "pricing", "pricing_freely", "abroad")
_MENU = ("fish", "purchase", "pass", "end")
# The part of the board that a decision is about; a phone shows one part at a time.
_PLACES = {
    "turn": "hall", "visiting": "hall", "trading_in": "harbor", "purchasing": "others",
    "bidding": "stage", "awarding": "stage", "over": "harbor",
}  # fmt: skip


# Phases in which other players act outside their harbors.
_SHARED = ("visiting", "bidding", "awarding", "over")


class _Placed:
    """Decisions that have their own place on the board: `notation in placed`."""

    def __init__(self, prefixes: Iterable[str], words: Iterable[str] = ()) -> None:
        self.prefixes = tuple(prefixes)
        self.words = frozenset(words)

    def __contains__(self, notation: object) -> bool:
        text = str(notation)
        return text in self.words or text.startswith(self.prefixes)


_FREE = _Placed(("return ", "transfer ", "dry ", "assign "), ("port", "discard"))


def present(view: View, words: Words) -> dict[str, object]:
    """Return everything that the templates draw."""
    return _Board(dict(view), words).present()


def recall(match: Match, words: Words) -> dict[str, object]:
    """Return the last auction and, at the end of a game, what each fish earned."""
    return {
        "reveal": last_auction(match.events, words),
        "ledger": None if match.state.actors else ledger(match, words),
    }


def _first_offer(harbors: list[Shown]) -> str:
    """Mark the first of the other harbors that sells something, and return its id; "" if none does.

    All of them together can be higher than the window of a phone.
    """
    for harbor in harbors:
        if harbor["moves"] and not harbor["mine"]:
            harbor["focus"] = True
            return str(harbor["key"])
    return ""


class _Board:
    def __init__(self, view: dict[str, Any], words: Words) -> None:
        self.view = view
        self.words = words
        self.phase: str = view["phase"]
        self.seat: int | None = view["seat"]
        # Whether the viewer has a decision to make now.
        self.asked = self.seat is not None and self.seat in view["actors"]
        self.action = view["action"]
        self.hall = Hall(view, words, entering=self.asked and self.phase == "turn")

    def say(self, key: str, **arguments: object) -> str:
        return self.words.say(f"{NAME}.web.{key}", arguments)

    def present(self) -> Shown:
        view = self.view
        hall = self.hall.present()
        markets = [*hall["fish"], *hall["external"]]
        entered = [market for market in markets if market["entered"]]
        focus = self._focus()
        harbors = Harbors(view, self.words, asked=self.asked, focus=focus).present()
        if self.phase == "purchasing" and self.asked:
            focus = _first_offer(harbors) or focus
        stage = Stage(view, self.words, asked=self.asked).present()
        return {
            "phase": self.phase,
            "players": view["players"],
            "seat": self.seat,
            "asked": self.asked,
            "over": self.phase == "over",
            "round": view["round"],
            "final": view["final"],
            "place": self._place(),
            "focus": focus,
            "acting": self._acting(),
            "hall": hall,
            "many": len(markets) > 10,
            "harbors": harbors,
            "stage": stage,
            "desk": self._desk(entered[0] if entered else None, stage),
            "placed": self._placed(),
            "free": _FREE,
            "choices": pictures.Choices(self.action["visit"]),
        }

    def _place(self) -> str:
        """Return the part of the board that the decision is about, whoever makes it."""
        if not self.asked and self.phase not in _SHARED:
            return "others"
        if self.phase == "turn" and not self.view["points"]:
            return "harbor"
        return _PLACES.get(self.phase, "harbor")

    def _focus(self) -> str:
        """Return the id of the element that the prompt is about, or "" in the menu of the turn."""
        if not self.asked or self.phase == "turn":
            return ""
        if self.phase in ("bidding", "awarding"):
            return "stage"
        if self.phase == "purchasing":
            return "others"
        if self.phase == "visiting":
            return f"market-{self.action['visit']}"
        if self.phase == "activity" and self.action["boat"]:
            return f"boat-{self.action['boat'].replace(' ', '-')}"
        return f"harbor-{self.seat}"

    def _acting(self) -> str:
        """Return the id of the element where another player acts; the page follows it."""
        if self.asked or self.phase in ("bidding", "awarding", "over"):
            return ""
        if self.phase == "visiting":
            return f"market-{self.action['visit']}"
        return f"harbor-{self.view['turn']}"

    def _placed(self) -> _Placed:
        """All other decisions are buttons in the tray, and in the market that was entered."""
        boats = () if self.phase in ("activity", "visiting") else ("boat ",)
        return _Placed(
            ("enter ", "buy ", "reprice ", "price ", "yen ", "choose ", *boats, *self._catches()),
            _MENU,
        )

    def _catches(self) -> tuple[str, ...]:
        return ("barrel ",) if self.phase == "activity" else ()

    # --- The desk: the contents of the tray

    def _desk(self, entered: Shown | None, stage: Shown | None) -> Shown:
        view = self.view
        turn: int = view["turn"]
        own = view["harbors"][turn]
        return {
            "turn": turn,
            "name": self.words.name(turn),
            "mine": turn == self.seat,
            "points": [point < view["points"] for point in range(POINTS)],
            "points_told": self.words.say(f"{NAME}.board.points", {"points": view["points"]}),
            "carts": sum(own["carts"]),
            "can_visit": bool(view["points"] or own["carts"]),
            "menu": self._menu() if self.asked and self.phase == "turn" else [],
            "closing": self.phase == "turn" and not view["points"],
            "market": entered,
            "catches": self._catch_list() if self.asked and self.phase == "activity" else [],
            "summary": self._summary(),
            "pricing": self._pricing(),
            "amount": self._amount(),
            "lot": self._lot(),
            "stage": stage,
        }

    def _menu(self) -> list[Shown]:
        closing = "pass" if self.view["points"] else "end"
        return [
            {
                "move": name,
                "key": f"action-{name}",
                "symbol": symbol,
                "title": self.say(f"do_{name}"),
                "line": self.say(f"does_{name}"),
                "quiet": name == "pass",
            }
            for name, symbol in (
                ("fish", "boat-2"), ("purchase", "bag"),
                (closing, "flag" if closing == "end" else "hourglass"),
            )
        ]  # fmt: skip

    def _summary(self) -> list[str]:
        """Summarize what the current Fishing action has earned and used so far."""
        if self.phase not in _FISHING:
            return []
        action, told = self.action, []
        if action["unloaded"]:
            bonus = action["unloaded"] // 2 * BONUS
            key, shown = ("unloaded", bonus) if bonus else ("unloaded_one", BONUS)
            told.append(self.say(key, count=action["unloaded"], yen=yen(shown)))
        for fish, count in action["licenses_used"].items():
            told.append(self.say("license_used", fish=f"{NAME}.fish.{fish}", count=count))
        groups = {market["name"]: market["group"] for market in self.view["fish_markets"]}
        for fish, count in action["landed"].items():
            told.append(
                self.say("landed", fish=f"{NAME}.fish.{fish}", count=count, of=groups[fish])
            )
        return told

    def _lot(self) -> Shown | None:
        """Return the tokens added for a trade, a plate or an offer, and their total worth."""
        lot = self.action["lot"]
        if not lot or self.phase != "visiting":
            return None
        return {
            "tokens": [pictures.token(token) for token in lot],
            "worth": self.say("lot_so_far", resources=self.action["lot_worth"]),
        }

    # --- The chosen boat

    def _catch_list(self) -> list[Shown]:
        """Return what a ship at sea could catch, and why it cannot catch the rest."""
        boat = next(
            (
                boat
                for boat in self.view["harbors"][self.seat]["boats"]
                if boat["name"] == self.action["boat"]
            ),
            None,
        )
        if boat is None or boat["place"] != "sea" or boat["barge"]:
            return []
        return [
            {
                "move": f"barrel {market['name']}",
                "key": f"catch-{market['name']}",
                "symbol": pictures.FISH[market["name"]],
                "title": self.hall.title(market["name"]),
                "left": market["barrels"],
                "note": self._license_rule(market["name"], boat),
            }
            for market in self.view["fish_markets"]
            if market["barrels"]
        ]

    def _license_rule(self, fish: str, boat: Any) -> str:
        """Explain why an empty ship cannot start on a fish although the player has its license."""
        own = self.view["harbors"][self.seat]
        held = own["licenses"].get(fish, 0)
        if not held or boat["cargo"]:
            return ""
        loaded = [
            f"{NAME}.boat.{other['type']}"
            for other in own["boats"]
            if other["place"] == "sea" and not other["barge"] and fish in other["cargo"]
        ]
        if len(loaded) < held:
            return ""
        return self.say(
            "license_rule", fish=f"{NAME}.fish.{fish}", count=held, boats=loaded, ships=len(loaded)
        )

    # --- Prices

    def _pricing(self) -> Shown | None:
        queue = self.action["queue"]
        if not queue or self.phase not in ("pricing", "pricing_freely"):
            return None
        item = queue[0]
        return {
            "symbol": pictures.ITEMS[item],
            "token": item == "takoyaki",
            "more": [pictures.ITEMS[other] for other in queue[1:]],
            "hint": self._worth_hint(item),
            "prices": self._prices() if self.asked and self.phase == "pricing" else [],
        }

    def _prices(self) -> list[Shown]:
        """Return the printed prices and the choice of another price."""
        return [
            *({"move": f"price {price}", "title": yen(price)} for price in COLUMNS),
            {"move": "price other", "title": self.say("other_price")},
        ]

    def _worth_hint(self, item: str) -> str:
        """Tell the seller what the token would be worth to a buyer."""
        seller = self.view["turn"]
        fixed = TOKEN_WORTH[TOKEN[item]] if item == "takoyaki" else 0
        worths = {
            harbor["next"].get(item, fixed)
            for seat, harbor in enumerate(self.view["harbors"])
            if seat != seller
        }
        most = max(worths)
        if not most:
            return ""
        key = "price_hint" if len(worths) == 1 else "price_hint_most"
        return self.say(key, resources=most, yen=yen(most * RESOURCE))

    def _amount(self) -> Shown | None:
        if not self.asked or self.phase != "pricing_freely":
            return None
        least = COLUMNS[-1] + STEP
        return amount_control(least, DEAREST, least, self.say("any_price"))


def charts(match: Match, words: Words) -> list[Chart]:
    """Return charts of everyone's money and resources, by round."""
    view: Any = match.state.view(None)
    history, players = view["history"], view["players"]
    start = [BOX.start.yen.value] * players
    shown = []
    for title, rows, first, worth in (
        ("money_chart", history["money"], start, 1),
        ("resources_chart", history["resources"], [0] * players, BOX.end.yen_per_resource.value),
    ):
        ends = rows[players - 1 :: players]
        if len(rows) % players:
            ends = [*ends, rows[-1]]
        values = [first, *ends]
        series = [
            Series(name=name, values=[row[seat] for row in values], seat=seat)
            for seat, name in enumerate(match.record.names)
        ]
        is_money = title == "money_chart"
        shown.append(Chart(words.say(f"{NAME}.web.{title}"), series, worth=worth, yen=is_money))
    return shown
