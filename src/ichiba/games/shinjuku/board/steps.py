"""Shinjuku's part of the tray: the five actions, and the steps of the current one."""

from typing import Any

from ichiba.core.words import Words
from ichiba.games.shinjuku.actions import TURN_ACTIONS
from ichiba.games.shinjuku.board.explaining import Explainer
from ichiba.games.shinjuku.board.offers import Offers
from ichiba.games.shinjuku.board.prospects import CARD, NOTHING, THREE, Prospects
from ichiba.games.shinjuku.board.tokens import each, tokens
from ichiba.games.shinjuku.data import GOODS

# The symbol of each action.
PICTURES = {
    "open": "store",
    "expand": "rails",
    "income": "cards",
    "move": "train",
    "upgrade": "department-store",
}
PAYING = ("pay", "pay_three")
FAINT = "faint"  # beside the prices: wards whose customers reach no store of the viewer


class Steps:
    """What the viewer of one view can do in the tray."""

    def __init__(
        self,
        view: dict[str, Any],
        words: Words,
        prospects: Prospects,
        explainer: Explainer,
        *,
        asked: bool,
    ) -> None:
        self.view, self.words, self.asked = view, words, asked
        self.prospects, self.explainer, self.atlas = prospects, explainer, prospects.atlas
        self.seat: int | None = view["seat"]
        self.phase: str = view["phase"]
        self.choice = view["choice"]

    def say(self, key: str, **arguments: object) -> str:
        """A sentence of the board."""
        return self.words.say(f"shinjuku.web.{key}", arguments)

    def actions(self) -> list[dict[str, object]]:
        """The five actions of a turn, with what they cost and bring."""
        actions = self.view["actions"]
        offers = Offers(self.view, self.words, self.prospects) if self.asked else None
        unused = {*TURN_ACTIONS.values()} - {*actions["used"]} if self.phase == "action" else ()
        return [self._action(name, offers, shows=name in unused) for name in TURN_ACTIONS.values()]

    def _action(self, name: str, offers: Offers | None, *, shows: bool) -> dict[str, object]:
        actions = self.view["actions"]
        cost = offers.cost(name) if offers else ""
        effect = offers.effect(name) if offers and shows else ""
        return {
            "name": name,
            "move": name,
            "key": f"action-{name}",
            "picture": PICTURES[name],
            "title": self.words.say(f"shinjuku.action.{name}"),
            "cost": cost,
            "effect": effect,
            "note": " · ".join(part for part in (cost, effect) if part),
            "tip": self.explainer.say(f"action.{name}"),
            "used": name in actions["used"] and name != actions["current"],
            "current": name == actions["current"],
        }

    def step(self) -> dict[str, object] | None:
        """The buttons of the current step that are neither on the map nor in the hand."""
        if not self.asked or self.phase in ("action", "finish", "over"):
            return None
        buttons: list[dict[str, object]] = []
        if self.phase == "open_store":
            buttons = self._stores_to_open()
        elif self.phase in ("move_give", "upgrade_customer"):
            buttons = self._customers_to_give()
        elif self.phase == "expand_second":
            left = self.view["companies"][self.seat]["track"]
            buttons = [self._stop(self.say("keeps_track", count=left))]
        elif self.phase == "move_on":
            buttons = [self._stop(self._brought())]
        elif self.phase == "pay":
            buttons = [self._button("three", "cards", self.say("three"))]
        elif self.phase == "free_income":
            draws = self.say("draws", count=self.prospects.draws)
            buttons = [
                self._button("income", "cards", self.say("draw")) | {"line": draws},
                self._button("decline", "close", self.say("draw_nothing")),
            ]
        prices = self._prices()
        told = self.phase in PAYING or prices or self.choice["given"]
        return {
            "buttons": buttons,
            "line": "" if told else self.say(f"step_{self.phase}"),
            "prices": prices,
            "back": self.explainer.say("action.back"),
        }

    def _prices(self) -> list[dict[str, object]]:
        """What the choices on the map cost, with how many of them cost it."""
        offers = Offers(self.view, self.words, self.prospects)
        wards = offers.wards_of(self.phase)
        prices = [self.prospects.price(ward) for ward in wards]
        three = prices.count(THREE)
        one = len(prices) - three - prices.count(NOTHING)
        counts = {CARD: one, THREE: three, FAINT: self._faint()}
        return [
            {
                "kind": name,
                "three": name == THREE,
                "title": self.say(f"price.{name}"),
                "line": self.say(f"places.{self.phase}", count=count),
            }
            for name, count in counts.items()
            if count
        ]

    def _faint(self) -> int:
        """How many wards can be chosen for a Move from which no store of the viewer is reached."""
        if self.phase != "move_ward":
            return 0
        return sum(
            self.prospects.price([ward]) != NOTHING and not self.prospects.reached(ward, kinds)
            for ward, kinds in self.view["wards"].items()
        )

    def _button(self, move: str, picture: str, title: str, told: str = "") -> dict[str, object]:
        key = f"step-{move.replace(' ', '-')}"
        tip = f"{title}\n{told}" if told else title
        return {"move": move, "key": key, "picture": picture, "title": title, "tip": tip}

    def _stop(self, line: str) -> dict[str, object]:
        """The button that ends an action early."""
        told = self.explainer.say("action.stop")
        button = self._button("stop", "check", self.say(f"stop_{self.phase}"), told)
        return button | {"line": line, "stop": True}

    def _brought(self) -> str:
        """What the Move has brought the viewer so far."""
        kinds = [gift["kind"] for gift in self.choice["given"] if gift["owner"] == self.seat]
        points = self.prospects.gained(kinds)
        return self.say("brings", points=points) if points else self.say("brings_nothing")

    def _stores_to_open(self) -> list[dict[str, object]]:
        """New stores from the supply, and stores that can be moved."""
        own = self.view["companies"][self.seat]["supply"]
        new = [
            self._button(
                f"store {good}",
                good,
                self._good(good),
                self.explainer.stock(good, own[good], self.view["seat"]),
            )
            | {"left": own[good]}
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
            self._button(
                f"give {token['kind']}",
                str(token["good"]),
                str(token["title"]).removesuffix(" 2×"),
                self.explainer.token(str(token["kind"]), 1),
            )
            | {"double": token["double"], "line": self._worth(str(token["kind"]))}
            for token in tokens(kinds, self.words)
        ]

    def _worth(self, kind: str) -> str:
        """How many points giving this customer brings or costs the viewer."""
        if self.phase == "upgrade_customer":
            return self.say(
                "brings", points=Offers(self.view, self.words, self.prospects).spend(kind)
            )
        station = self.view["stores"][self.choice["path"][-1]]
        points = self.prospects.gain([kind]) if station["owner"] == self.seat else 0
        return self.say("brings", points=points) if points else ""

    def _good(self, good: str) -> str:
        return self.words.say(f"shinjuku.good.{good}")

    # --- A Move: the path so far, who gets which customer, who may draw cards

    def move_so_far(self) -> dict[str, object] | None:
        """The path of a Move, and who got which customer."""
        choice = self.choice
        if self.view["actions"]["current"] != "move" or choice["ward"] is None:
            return None
        return {
            "ward": self.atlas.wards[choice["ward"]].name,
            "path": [self.atlas.stations[station].name for station in choice["path"]],
            "group": each(choice["group"], self.words, 6),
            "stay": self.say(
                "takes.stay", count=len(choice["group"]), ward=self._ward_of(choice["path"])
            ),
            "given": [self._gift(gift) for gift in choice["given"]],
            "fares": [
                {
                    "seat": n,
                    "name": self.words.name(n),
                    "tip": self.explainer.say("fare", seat=n),
                }
                for n in choice["fares"]
            ],
        }

    def _gift(self, gift: Any) -> dict[str, object]:
        mine, station = gift["owner"] == self.seat, self.atlas.stations[gift["station"]]
        return {
            "tip": self.explainer.station(station, station.name),
            "seat": gift["owner"],
            "name": self.words.name(gift["owner"]),
            "store": self.say("takes.own_store" if mine else "takes.store", seat=gift["owner"]),
            "token": tokens([gift["kind"]], self.words)[0],
            "station": station.name,
            "in": self.say("takes.in", station=station.name),
        }

    def _ward_of(self, path: list[str]) -> str:
        """The ward where the travelling customers are."""
        ward = self.atlas.stations[path[-1]].ward if path else self.choice["ward"]
        return self.atlas.wards[ward].name
