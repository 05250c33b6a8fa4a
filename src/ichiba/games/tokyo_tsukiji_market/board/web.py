"""Tokyo Tsukiji Market on the site: what the template needs, from a view alone, and the charts."""

from collections.abc import Iterable
from typing import Any

from ichiba.core.charts import Chart, Series
from ichiba.core.game import View
from ichiba.core.match import Match
from ichiba.core.words import Words
from ichiba.games.tokyo_tsukiji_market.board import pictures
from ichiba.games.tokyo_tsukiji_market.board.hall import Hall, Shown, yen
from ichiba.games.tokyo_tsukiji_market.board.harbors import Harbors
from ichiba.games.tokyo_tsukiji_market.board.ledger import ledger
from ichiba.games.tokyo_tsukiji_market.board.setting_up import choice, hint, surprise
from ichiba.games.tokyo_tsukiji_market.board.stage import (
    Stage,
    amount_control,
    last_auction,
    standing_bid,
)
from ichiba.games.tokyo_tsukiji_market.data import (
    BONUS,
    BOX,
    COLUMNS,
    DEAREST,
    NAME,
    POINTS,
    STEP,
    TOKEN_WORTH,
    TOKENS,
)

__all__ = ["SOUNDS", "charts", "choice", "hint", "present", "recall", "standing_bid", "surprise"]

# What is heard of what happens.
SOUNDS = {
    "bought": "coin", "income": "coin", "bonus": "coin", "sold": "coin", "sold_to": "coin",
    "sold_many": "coin", "sold_pair": "coin", "sold_set": "coin", "given": "coin",
    "traded": "coin", "bid": "reveal", "new_market": "reveal", "drawn": "reveal",
}  # fmt: skip
_WORTH = dict(zip(TOKENS, TOKEN_WORTH, strict=True))
_FISHING = ("fishing", "activity", "pricing", "pricing_freely", "abroad")
_MENU = ("fish", "purchase", "pass", "end")


class _Placed:
    """Decisions that have a place in the picture: `notation in placed`."""

    def __init__(self, prefixes: Iterable[str], words: Iterable[str] = ()) -> None:
        self.prefixes = tuple(prefixes)
        self.words = frozenset(words)

    def __contains__(self, notation: object) -> bool:
        text = str(notation)
        return text in self.words or text.startswith(self.prefixes)


_FREE = _Placed(("return ", "transfer ", "dry ", "assign "), ("port", "discard"))


def present(view: View, words: Words) -> dict[str, object]:
    """Everything that is drawn."""
    return _Board(dict(view), words).present()


def recall(match: Match, words: Words) -> dict[str, object]:
    """What the board shows of the past: the last auction, and at the end what each fish brought."""
    return {
        "reveal": last_auction(match.events, words),
        "ledger": None if match.state.actors else ledger(match, words),
    }


class _Board:
    def __init__(self, view: dict[str, Any], words: Words) -> None:
        self.view = view
        self.words = words
        self.phase: str = view["phase"]
        self.seat: int | None = view["seat"]
        # Whether the viewer has to decide something now.
        self.asked = self.seat is not None and self.seat in view["actors"]
        self.action = view["action"]
        self.hall = Hall(view, words, entering=self.asked and self.phase == "turn")

    def say(self, key: str, **arguments: object) -> str:
        return self.words.say(f"{NAME}.web.{key}", arguments)

    def present(self) -> Shown:
        view = self.view
        hall = self.hall.present()
        markets = [*hall["fish"], *hall["external"]]
        here = [market for market in markets if market["here"]]
        return {
            "phase": self.phase,
            "players": view["players"],
            "asked": self.asked,
            "over": self.phase == "over",
            "round": view["round"],
            "final": view["final"],
            "hall": hall,
            "many": len(markets) > 10,
            "harbors": Harbors(view, self.words, asked=self.asked).present(),
            "stage": Stage(view, self.words, asked=self.asked).present(),
            "desk": self._desk(here[0] if here else None),
            "placed": self._placed(),
            "free": _FREE,
            "choices": pictures.Choices(self.action["visit"]),
        }

    def _placed(self) -> _Placed:
        """Besides these, decisions are buttons on the desk."""
        boats = () if self.phase in ("activity",) else ("boat ",)
        return _Placed(
            ("enter ", "buy ", "reprice ", "price ", "yen ", "choose ", *boats, *self._catches()),
            _MENU,
        )

    def _catches(self) -> tuple[str, ...]:
        return ("barrel ",) if self.phase == "activity" else ()

    # --- The desk: what to do now

    def _desk(self, here: Shown | None) -> Shown:
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
            "market": here,
            "boat": self._boat_at_hand(),
            "catches": self._catch_list() if self.asked and self.phase == "activity" else [],
            "summary": self._summary(),
            "pricing": self._pricing(),
            "amount": self._amount(),
            "lot": self._lot(),
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
        """The action at hand so far: what it has brought and used."""
        if self.phase not in _FISHING:
            return []
        action, told = self.action, []
        if action["unloaded"]:
            bonus = action["unloaded"] // 2 * BONUS
            told.append(self.say("unloaded", count=action["unloaded"], yen=yen(bonus)))
        for fish, count in action["licenses_used"].items():
            told.append(self.say("license_used", fish=f"{NAME}.fish.{fish}", count=count))
        groups = {market["name"]: market["group"] for market in self.view["fish_markets"]}
        for fish, count in action["landed"].items():
            told.append(
                self.say("landed", fish=f"{NAME}.fish.{fish}", count=count, of=groups[fish])
            )
        return told

    def _lot(self) -> Shown | None:
        """Tokens laid for a trade, a plate or an offer, and their worth together."""
        lot = self.action["lot"]
        if not lot or self.phase != "visiting":
            return None
        return {
            "tokens": [pictures.token(token) for token in lot],
            "worth": self.say("lot_so_far", resources=self.action["lot_worth"]),
        }

    # --- A boat at hand

    def _boat_at_hand(self) -> Shown | None:
        if self.action["boat"] is None or self.seat is None:
            return None
        for boat in self.view["harbors"][self.seat]["boats"]:
            if boat["name"] == self.action["boat"]:
                return {"symbol": pictures.BOATS[boat["type"]], "cargo": boat["cargo"]}
        return None

    def _catch_list(self) -> list[Shown]:
        """What a ship at sea could catch, and why not the rest."""
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
        """Why an empty ship cannot begin with a fish although one has its license: which ship has
        taken it."""
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
        }

    def _worth_hint(self, item: str) -> str:
        """What a buyer's token would be worth, so that a price can be found."""
        values = {market["name"]: market["value"] for market in self.view["fish_markets"]}
        worth = values.get(item) or _WORTH.get(item, 0)
        if not worth or item in ("nori", "fugu"):
            return ""
        resource = BOX.end.yen_per_resource.value
        return self.say("price_hint", resources=worth, yen=yen(worth * resource))

    def _amount(self) -> Shown | None:
        if not self.asked or self.phase != "pricing_freely":
            return None
        least = COLUMNS[-1] + STEP
        return amount_control(least, DEAREST, least, self.say("any_price"))


def charts(match: Match, words: Words) -> list[Chart]:
    """Money and resources of everybody, by round."""
    view: Any = match.state.view(None)
    history, players = view["history"], view["players"]
    start = [BOX.start.yen.value] * players
    shown = []
    for title, rows, first in (
        ("money_chart", history["money"], start),
        ("resources_chart", history["resources"], [0] * players),
    ):
        ends = rows[players - 1 :: players]
        if len(rows) % players:
            ends = [*ends, rows[-1]]
        values = [first, *ends]
        series = [
            Series(name=name, values=[row[seat] for row in values], seat=seat)
            for seat, name in enumerate(match.record.names)
        ]
        shown.append(Chart(words.say(f"{NAME}.web.{title}"), series))
    return shown
