"""Shinjuku's board on the site: the template's data, built only from a view, and the charts."""

from typing import Any

from ichiba.core.charts import Chart, Series
from ichiba.core.game import View
from ichiba.core.match import Match, standing
from ichiba.core.words import Words
from ichiba.games.shinjuku.actions import TURN_ACTIONS
from ichiba.games.shinjuku.board.atlas import Atlas, atlas_of
from ichiba.games.shinjuku.board.city_map import CityMap
from ichiba.games.shinjuku.board.tokens import store, tokens
from ichiba.games.shinjuku.customers import size_of
from ichiba.games.shinjuku.data import GOODS
from ichiba.games.shinjuku.state import ShinjukuState

# The symbol of each action.
PICTURES = {
    "open": "store",
    "expand": "rails",
    "income": "cards",
    "move": "train",
    "upgrade": "department-store",
}
PAYING = ("pay", "pay_three")
# The sounds of events.
SOUNDS = {"gets": "coin", "bonus": "coin", "upgraded": "reveal"}
PLACES_SINCE = True  # beside the map, so that the map stays in place
FESTIVE = ("sakura",)  # symbols that float down at the end


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

    def present(self) -> dict[str, object]:
        view = self.view
        everybody = [self._company(n, c) for n, c in enumerate(view["companies"])]
        own = 0 if self.seat is None else self.seat
        return {
            "phase": self.phase,
            "players": view["players"],
            "asked": self.asked,
            "turn": view["turn"],
            "map": CityMap(view, self.words, self.atlas, asked=self.asked).present(),
            "actions": [self._action(name) for name in TURN_ACTIONS.values()],
            "acting": self.words.name(view["player"]),
            "acting_seat": view["player"],
            "choosing": self.phase in ("action", "finish"),
            "step": self._step(),
            "move": self._move_so_far(),
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

    # --- What can be done

    def _action(self, name: str) -> dict[str, object]:
        actions = self.view["actions"]
        return {
            "name": name,
            "move": name,
            "key": f"action-{name}",
            "picture": PICTURES[name],
            "title": self.words.say(f"shinjuku.action.{name}"),
            "line": self.say(f"does_{name}"),
            "used": name in actions["used"] and name != actions["current"],
            "current": name == actions["current"],
        }

    def _step(self) -> dict[str, object] | None:
        """The buttons of the current step that are neither on the map nor in the hand."""
        if not self.asked or self.phase in ("action", "finish", "over"):
            return None
        buttons: list[dict[str, object]] = []
        if self.phase == "open_store":
            buttons = self._stores_to_open()
        elif self.phase in ("move_give", "upgrade_customer"):
            buttons = self._customers_to_give()
        elif self.phase in ("expand_second", "move_on"):
            buttons = [self._button("stop", "check", self.say(f"stop_{self.phase}"))]
        elif self.phase == "pay":
            buttons = [self._button("three", "cards", self.say("three"))]
        elif self.phase == "free_income":
            buttons = [
                self._button("income", "cards", self.say("draw")),
                self._button("decline", "close", self.say("draw_nothing")),
            ]
        line = "" if self.phase in PAYING else self.say(f"step_{self.phase}")
        return {"buttons": buttons, "line": line}

    def _button(self, move: str, picture: str, title: str) -> dict[str, object]:
        key = f"step-{move.replace(' ', '-')}"
        return {"move": move, "key": key, "picture": picture, "title": title}

    def _stores_to_open(self) -> list[dict[str, object]]:
        """New stores from the supply, and stores that can be moved."""
        own = self.view["companies"][self.seat]["supply"]
        new = [
            self._button(f"store {good}", good, self._good(good)) | {"left": own[good]}
            for good in GOODS
        ]
        moved = [
            self._button(f"from {station}", standing["good"], self.say("move_from", station=name))
            for station, name, standing in self._own_stores()
            if standing["good"] != "department"
        ]
        return new + moved

    def _own_stores(self) -> list[tuple[str, str, Any]]:
        return [
            (station, self.atlas.stations[station].name, standing)
            for station, standing in self.view["stores"].items()
            if standing["owner"] == self.seat
        ]

    def _customers_to_give(self) -> list[dict[str, object]]:
        if self.phase == "move_give":
            kinds = self.choice["group"]
        else:
            kinds = self.view["companies"][self.seat]["customers"]
        return [
            self._button(f"give {token['kind']}", str(token["good"]), str(token["title"]))
            | {"double": token["double"]}
            for token in tokens(kinds, self.words)
        ]

    def _good(self, good: str) -> str:
        return self.words.say(f"shinjuku.good.{good}")

    # --- A Move: the path so far, who gets which customer, who may draw cards

    def _move_so_far(self) -> dict[str, object] | None:
        choice = self.choice
        if self.view["actions"]["current"] != "move" or choice["ward"] is None:
            return None
        return {
            "ward": self.atlas.wards[choice["ward"]].name,
            "path": [self.atlas.stations[station].name for station in choice["path"]],
            "group": tokens(choice["group"], self.words),
            "given": [
                {
                    "seat": gift["owner"],
                    "name": self.words.name(gift["owner"]),
                    "token": tokens([gift["kind"]], self.words)[0],
                    "station": self.atlas.stations[gift["station"]].name,
                }
                for gift in choice["given"]
            ],
            "fares": [{"seat": n, "name": self.words.name(n)} for n in choice["fares"]],
        }

    # --- Cards

    def _hand(self) -> list[dict[str, object]] | None:
        if self.seat is None:
            return None
        hand: list[str] = self.view["companies"][self.seat]["hand"] or []
        return [self._hand_card(card, ward) for ward, card in self._grouped(hand)]

    def _hand_card(self, card: dict[str, object], ward: str) -> dict[str, object]:
        wild = ward in self.view["companies"][self.seat]["wild"]
        homes = [
            name for station, name, _ in self._own_stores()
            if self.atlas.stations[station].ward == ward
        ]  # fmt: skip
        told = "card_wild" if wild else "card"
        return card | {
            "wild": self.say("wild", stations=homes) if wild else "",
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
            "customers": tokens(slot["customers"], self.words),
            # A card that enters in turn t is in slot s at turn t + 4 - s and keeps its id.
            "piece": f"queue-{self.view['turn'] + number}",
        }

    def _stack(self, stack: Any) -> dict[str, object]:
        owner = stack["owner"]
        told = "stack" if owner is None else "stack_of"
        own: dict[str, object] = {**stack}
        return own | {
            "next": stack["queue_size"] == self.view["queue_size"] + 1,
            "told": self.say(told, queue=stack["queue_size"], tokens=stack["tokens"], seat=owner),
        }

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
            "supply": [
                store(good, seat, self.words) | {"left": company["supply"][good]} for good in GOODS
            ],
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


def _counted(card: dict[str, object]) -> str:
    return str(card["name"]) if card["count"] == 1 else f"{card['name']} ×{card['count']}"


def charts(match: Match, words: Words) -> list[Chart]:
    """Charts of all scores and earned customers, by turn."""
    scores, customers = _by_turn(match)
    names = match.record.names
    return [
        Chart(
            words.say(f"shinjuku.web.{title}"),
            [
                Series(name=name, values=[row[seat] for row in rows], seat=seat)
                for seat, name in enumerate(names)
            ],
            span="turn",
            worth=worth,
        )
        for title, rows, worth in (("score_chart", scores, 1), ("customer_chart", customers, 0))
    ]


def _by_turn(match: Match) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """All players' scores and earned customers at the start and after each turn."""
    steps = Match.replay(match.record.until(0))
    scores: list[tuple[int, ...]] = []
    customers: list[tuple[int, ...]] = []
    seen = 0
    for move in [None, *standing(match.record.moves)]:
        if move is not None:
            steps.replay_move(move)
        state = steps.state
        if isinstance(state, ShinjukuState) and (state.turn > seen or not state.actors):
            seen = state.turn
            scores.append(state.scores)
            customers.append(tuple(size_of(group) for group in state.earned))
    return scores, customers
