"""Tokyo Tsukiji Market on the site: the data of the templates, from a view alone, and charts."""

from collections.abc import Iterable
from typing import Any

from ichiba.core.charts import Chart, Series
from ichiba.core.game import View
from ichiba.core.match import Match
from ichiba.core.words import Words
from ichiba.games.board.web import Board, Habit
from ichiba.games.tokyo_tsukiji_market.board import pictures
from ichiba.games.tokyo_tsukiji_market.board.at_table import at_table
from ichiba.games.tokyo_tsukiji_market.board.costs import Costs
from ichiba.games.tokyo_tsukiji_market.board.desk import Desk
from ichiba.games.tokyo_tsukiji_market.board.entrance import Shown
from ichiba.games.tokyo_tsukiji_market.board.hall import Hall
from ichiba.games.tokyo_tsukiji_market.board.harbors import Harbors
from ichiba.games.tokyo_tsukiji_market.board.ledger import ledger
from ichiba.games.tokyo_tsukiji_market.board.picture import draw
from ichiba.games.tokyo_tsukiji_market.board.reckoning import reckoning
from ichiba.games.tokyo_tsukiji_market.board.setting_up import choice, hint, surprise
from ichiba.games.tokyo_tsukiji_market.board.stage import (
    Stage,
    automatic_bid,
    last_auction,
)
from ichiba.games.tokyo_tsukiji_market.board.standings import purse, standings
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import (
    NAME,
)

_CLOSING = ("pass", "end", "done")  # have a place of their own in the tray
_MENU = ("fish", "purchase", *_CLOSING)
# The part of the board that a decision is about; a phone shows one part at a time.
_PLACES = {
    "turn": "hall", "visiting": "hall", "trading_in": "harbor", "purchasing": "others",
    "bidding": "stage", "awarding": "stage", "over": "hall",
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

    def beside(self, moves: Iterable[str]) -> "_Placed":
        """The same, or nothing if these moves offer nothing else but a port. A step that is
        the only way on is a choice like any other."""
        is_all = all(move in self or move == "port" for move in moves)
        return _Placed(()) if is_all else self

    def unless_last(self, moves: Iterable[str], *elsewhere: "_Placed") -> "_Placed":
        """The same, or nothing if these moves offer nothing else but steps that are elsewhere. A
        way out is something else."""
        others = [move for move in moves if move not in self]
        is_last = "done" not in others and all(any(m in one for one in elsewhere) for m in others)
        return _Placed(()) if is_last else self


_FREE = _Placed(("return ", "transfer ", "dry ", "assign "), ("discard",))
_QUIET = _Placed(("boat ",))  # selling a boat in a yard, perhaps the one just bought


def present(view: View, words: Words) -> dict[str, object]:
    """Everything that the templates draw."""
    return _Board(dict(view), words).present()


def recall(match: Match, words: Words) -> dict[str, object]:
    """The last auction and, at the end of a game, what each fish earned."""
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
        entered = [stall for stall in hall["stalls"] if stall["entered"]]
        focus = self._focus()
        harbors = Harbors(view, self.words, asked=self.asked, focus=focus).present()
        if self.phase == "purchasing" and self.asked:
            focus = _first_offer(harbors) or focus
        stage = Stage(view, self.words, asked=self.asked).present()
        desk = Desk(view, self.words, asked=self.asked)
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
            "harbors": harbors,
            "stage": stage,
            "desk": desk.present(entered[0] if entered else None, stage),
            "placed": self._placed(),
            "free": _FREE,
            "quiet": _QUIET if self.phase == "visiting" else _Placed(()),
            "port_first": desk.port_first,
            "costs": Costs(view, self.words),
            "choices": pictures.Choices(self.action["visit"], self.action["pieces"]),
        }

    def _place(self) -> str:
        """The part of the board that the decision is about, whoever makes it."""
        if not self.asked and self.phase not in _SHARED:
            return "others"
        if self.phase == "turn" and not self.view["points"]:
            return "harbor"
        return _PLACES.get(self.phase, "harbor")

    def _focus(self) -> str:
        """The id of the element that the prompt is about, or "" in the menu of the turn."""
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
        """The id of the element where another player acts; the page follows it."""
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
            (*_MENU, "port"),
        )

    def _catches(self) -> tuple[str, ...]:
        return ("barrel ",) if self.phase == "activity" else ()


def charts(match: Match, words: Words) -> list[Chart]:
    """Charts of everyone's money and resources, by round."""
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


BOARD = Board(
    present=present, charts=charts, recall=recall, standings=standings, purse=purse,
    reckoning=reckoning, choice=choice, hint=hint, surprise=surprise, automatic_bid=automatic_bid,
    at_table=at_table, habit=Habit("entered", "market"), picture=draw,
    sounds={
        "bought": "coin", "income": "coin", "bonus": "coin", "sold": "coin", "sold_to": "coin",
        "sold_many": "coin", "sold_pair": "coin", "sold_set": "coin", "given": "coin",
        "traded": "coin", "bid": "reveal", "new_market": "reveal", "drawn": "reveal",
    },
    festive=("red-snapper", "squid", "mackerel", "tako", "spider-crab"),
)  # fmt: skip
