"""Shinjuku's board on the site: the template's data, built only from a view."""

from typing import Any

from ichiba.core.game import View
from ichiba.core.words import Words
from ichiba.games.board.web import Board, Habit
from ichiba.games.shinjuku.board.at_table import at_table
from ichiba.games.shinjuku.board.atlas import Atlas, atlas_of
from ichiba.games.shinjuku.board.city_map import CityMap
from ichiba.games.shinjuku.board.explaining import Explainer
from ichiba.games.shinjuku.board.history import charts
from ichiba.games.shinjuku.board.picture import draw
from ichiba.games.shinjuku.board.prospects import Prospects
from ichiba.games.shinjuku.board.standings import purse, standings
from ichiba.games.shinjuku.board.steps import PAYING, Steps
from ichiba.games.shinjuku.board.tokens import each, tokens
from ichiba.games.shinjuku.city import CITY, station_name, ward_name
from ichiba.games.shinjuku.data import GOODS, STORE_NAMES

STOCKS = {"department": "department-store", "track": "rails"}


def present(view: View, words: Words) -> dict[str, object]:
    """The data of the whole board."""
    return _Board(dict(view), words).present()


class _Board:
    def __init__(self, view: dict[str, Any], words: Words) -> None:
        self.view = view
        self.words = words
        self.atlas: Atlas = atlas_of(view["city"])
        self.seat: int | None = view["seat"]
        self.phase: str = view["phase"]
        self.choice = view["choice"]
        # Whether the viewer has to decide now.
        self.asked = self.seat is not None and self.seat in view["actors"]
        self.prospects = Prospects(view, self.atlas)
        self.explainer = Explainer(view, words, self.atlas, self.prospects)

    def present(self) -> dict[str, object]:
        view = self.view
        everybody = [self._company(n, c) for n, c in enumerate(view["companies"])]
        own = 0 if self.seat is None else self.seat
        steps = Steps(view, self.words, self.prospects, self.explainer, asked=self.asked)
        return {
            "phase": self.phase,
            "players": view["players"],
            "asked": self.asked,
            "turn": view["turn"],
            "map": CityMap(
                view, self.words, self.prospects, self.explainer, asked=self.asked
            ).present(),
            "actions": steps.actions(),
            "tips": self.explainer.tokens(),
            "piles": self.explainer.piles(),
            "acting": self.words.name(view["player"]),
            "acting_seat": view["player"],
            "choosing": self.phase in ("action", "finish"),
            "turn_tip": self.explainer.say("turn", turn=view["turn"], seat=view["player"]),
            "end_tip": self.explainer.say("action.end"),
            "step": steps.step(),
            "move": steps.move_so_far(),
            "hand": self._hand(),
            "paying": self._paying(),
            "queue": [self._slot(n, slot) for n, slot in enumerate(view["queue"], start=1)],
            "queued": sum(len(slot["customers"]) for slot in view["queue"]),
            "bonus": [self._stack(stack) for stack in view["bonus"]],
            "deck": view["deck"],
            "bag": view["bag"],
            "discard": self._cards(view["discard"]),
            "discarded": len(view["discard"]),
            "removed": tokens(view["removed"], self.words),
            "last_turns": view["last_turns"],
            "over": self.phase == "over",
            # The viewer's own first, then clockwise.
            "companies": everybody[own:] + everybody[:own],
        }

    def say(self, key: str, **arguments: object) -> str:
        return self.words.say(f"shinjuku.web.{key}", arguments)

    # --- Cards

    def _hand(self) -> list[dict[str, object]] | None:
        if self.seat is None:
            return None
        hand: list[str] = self.view["companies"][self.seat]["hand"] or []
        return [self._hand_card(card, ward) for ward, card in self._grouped(hand)]

    def _hand_card(self, card: dict[str, object], ward: str) -> dict[str, object]:
        wild = ward in self.view["companies"][self.seat]["wild"]
        homes = [
            self.atlas.stations[station].name
            for station, standing in self.view["stores"].items()
            if standing["owner"] == self.seat and self.atlas.stations[station].ward == ward
        ]  # fmt: skip
        told = "card_wild" if wild else "card"
        why = self.say("wild", stations=homes) if wild else ""
        named = self.say("card", card=card["name"], count=card["count"])
        return card | {
            "wild": why,
            "tip": self.explainer.card(named, ward, why),
            "matches": ward in self.choice["pay_for"] and self.phase == "pay",
            "move": f"pay {ward}" if self.asked and self.phase in PAYING else "",
            "key": f"card-{ward}",
            "label": self.say(told, card=card["name"], count=card["count"], stations=homes),
        }

    def _cards(self, wards: list[str]) -> list[dict[str, object]]:
        return [card for _, card in self._grouped(wards)]

    def _grouped(self, wards: list[str]) -> list[tuple[str, dict[str, object]]]:
        """Ward cards, grouped and counted."""
        return [
            (ward, self.atlas.card(ward) | {"count": wards.count(ward)})
            for ward in sorted(set(wards), key=self.atlas.order.index)
        ]

    def _paying(self) -> dict[str, object] | None:
        """A line that says what to pay."""
        if not self.asked or self.phase not in PAYING:
            return None
        names = [self.atlas.wards[ward].name for ward in self.choice["pay_for"]]
        left = self.choice["three"]
        line = self.say("pay_three", cards=left) if left else self.say("pay_for", wards=names)
        return {"line": line}

    # --- The queue

    def _slot(self, number: int, slot: Any) -> dict[str, object]:
        ward = slot["ward"]
        return {
            "number": number,
            "card": None if ward is None else self.atlas.card(ward),
            "customers": each(slot["customers"], self.words, 3),
            "tip": self.explainer.slot(number, slot),
            # A card that enters in turn t is in slot s at turn t + 4 - s and keeps its id.
            "piece": f"queue-{self.view['turn'] + number}",
        }

    def _stack(self, stack: Any) -> dict[str, object]:
        owner = stack["owner"]
        told = "stack" if owner is None else "stack_of"
        own: dict[str, object] = {**stack}
        is_next = stack["queue_size"] == self.view["queue_size"] + 1
        said = self.say(told, queue=stack["queue_size"], tokens=stack["tokens"], seat=owner)
        tip = self.explainer.stack(said, stack, is_next=is_next)
        return own | {"next": is_next, "told": said, "tip": tip}

    # --- Companies

    def _company(self, seat: int, company: Any) -> dict[str, object]:
        view = self.view
        known = company["known"] if seat != self.seat else []
        return {
            "seat": seat,
            "name": self.words.name(seat),
            "mine": seat == self.seat,
            "turn": seat == view["player"] and self.phase != "over",
            "acting": seat in view["actors"],
            "first": seat == view["first_player"],
            "won": seat in view["winners"],
            "tip": self._company_tip(seat, company),
            "won_tip": self.explainer.say("winner", seat=seat),
            "first_tip": self.explainer.say("first", seat=seat),
            "acting_tip": self.explainer.say("thinking", seat=seat),
            "bonus_tip": self.explainer.bonus(company["bonus"]),
            "supply": [self._stock(name, seat, company) for name in (*STORE_NAMES, "track")],
            "departments": company["departments"],
            "track": company["track"],
            "cards": company["cards"],
            "known": [_counted(card) for card in self._cards(known)],
            "bonus": company["bonus"],
            "hidden": company["customers"] is None,
            "customers": tokens(company["customers"] or [], self.words),
            "score": company["score"],
            "wild": [self.atlas.wards[ward].name for ward in company["wild"]],
        }

    def _stock(self, name: str, seat: int, company: Any) -> dict[str, object]:
        """Stores of a good, department stores or track that a company still has."""
        left = {"department": company["departments"], "track": company["track"]}
        count = company["supply"][name] if name in GOODS else left[name]
        tip = self.explainer.stock(name, count, seat)
        return {
            "picture": STOCKS.get(name, name),
            "left": count,
            "title": tip.partition("\n")[0],
            "tip": tip,
        }

    def _company_tip(self, seat: int, company: Any) -> str:
        what = self.explainer.say("company", seat=seat)
        if company["customers"] is None:
            return f"{what}\n{self.explainer.hidden(seat, company['customer_count'])}"
        return f"{what}\n{self.explainer.say('sets')}"


def _ward_of_station(name: str) -> str:
    """The ward of a station, by their printed names."""
    [ward] = {ward_name(CITY.ward_of[n]) for n in range(CITY.stations) if station_name(n) == name}
    return ward


def _counted(card: dict[str, object]) -> str:
    return str(card["name"]) if card["count"] == 1 else f"{card['name']} ×{card['count']}"


BOARD = Board(
    present=present, charts=charts, standings=standings, purse=purse, at_table=at_table,
    habit=Habit("opened", "station", _ward_of_station), picture=draw,
    sounds={"gets": "coin", "bonus": "coin", "upgraded": "reveal"},
    places_since=True,  # beside the map, so that the map stays in place
)  # fmt: skip
