"""The desk: the contents of the tray, from a view alone."""

from collections.abc import Collection
from typing import Any

from ichiba.core.words import Words
from ichiba.games.tokyo_tsukiji_market.board import pictures
from ichiba.games.tokyo_tsukiji_market.board.entrance import Shown
from ichiba.games.tokyo_tsukiji_market.board.stage import amount_control
from ichiba.games.tokyo_tsukiji_market.board.tips import Tips
from ichiba.games.tokyo_tsukiji_market.data import (
    BARGE_TYPES,
    BLUE,
    BOAT_TYPES,
    BONUS,
    COLUMNS,
    DEAREST,
    NAME,
    POINTS,
    PORT_PRICE,
    RESOURCE,
    STEP,
    TOKEN,
    TOKEN_WORTH,
)
from ichiba.games.tokyo_tsukiji_market.keys import ship_key
from ichiba.games.tokyo_tsukiji_market.markets.registry import BY_NAME
from ichiba.games.tokyo_tsukiji_market.markets.yards import Yard

_FISHING = ("fishing", "activity", "abroad")


class Desk:
    """What one viewer may choose, and what one has to know for it."""

    def __init__(self, view: dict[str, Any], words: Words, *, asked: bool) -> None:
        self.view = view
        self.words = words
        self.phase: str = view["phase"]
        self.seat: int | None = view["seat"]
        self.asked = asked
        self.action = view["action"]
        self.tips = Tips(view, words)

    def say(self, key: str, **arguments: object) -> str:
        """A sentence of the board."""
        return self.words.say(f"{NAME}.web.{key}", arguments)

    def present(self, entered: Shown | None, stage: Shown | None) -> Shown:
        """The contents of the tray, given the market that was entered and the auction."""
        view = self.view
        turn: int = view["turn"]
        own = view["harbors"][turn]
        return {
            "turn": turn,
            "name": self.words.name(turn),
            "mine": turn == self.seat,
            "points": [point < view["points"] for point in range(POINTS)],
            "points_tip": self.say("points_tip"),
            "points_told": self.words.say(f"{NAME}.board.points", {"points": view["points"]}),
            "carts": sum(own["carts"]),
            "menu": self._menu() if self._shows_menu() else [],
            "way_out": self._way_out(),
            "market": entered,
            "catches": self._catch_list() if self.asked and self.phase == "activity" else [],
            "summary": self._summary(),
            "pricing": self._pricing(),
            "amount": self._amount(),
            "lot": self._lot(),
            "stage": stage,
        }

    def _shows_menu(self) -> bool:
        """Whether the actions of a turn are shown: pale while others act."""
        return self.seat is not None and (self.phase == "turn" or not self.asked)

    def _menu(self) -> list[Shown]:
        return [
            {
                "move": name,
                "key": f"action-{name}",
                "symbol": symbol,
                "title": self.say(f"do_{name}"),
                "line": self.say(f"does_{name}"),
                "note": self.say(
                    "menu_note", action=self.say(f"do_{name}"), note=self._action_note(name)
                ),
            }
            for name, symbol in (("fish", "boat-2"), ("purchase", "bag"))
        ]

    def _action_note(self, name: str) -> str:
        """Say in one line what an action costs and what it offers now."""
        return self.say(f"note_{name}", **self._offers())

    def _offers(self) -> dict[str, object]:
        """Count the wares of the others, and find the one with the most beyond its price."""
        best: tuple[int, int, str, int] | None = None
        count = 0
        worth = self.tips.worth
        for seat, harbor in enumerate(self.view["harbors"]):
            if seat == self.seat:
                continue
            for row in ("upper", "lower"):
                for one in harbor[row]:
                    count += 1
                    resources = worth.to_buyer(one["item"], degraded=row == "lower")
                    beyond = (resources or 0) * RESOURCE - one["price"]
                    if best is None or beyond > best[0]:
                        best = (beyond, seat, one["item"], one["price"])
        told = ""
        if best is not None and best[0] > 0:
            _, seat, item, price = best
            kind = "item" if item == "takoyaki" else "fish"
            named = f"{NAME}.{kind}.{item}"
            told = self.say("best_offer", seat=seat, item=named, yen=self.words.yen(price))
        return {"count": count, "best": told}

    def _way_out(self) -> Shown | None:
        """The decision that ends a turn, an action or a visit. It has one place."""
        if self.seat is None or self.phase == "over":
            return None
        if self._shows_menu():
            ends = self.asked and not self.view["points"]
            return self._ending("end" if ends else "pass", "flag" if ends else "hourglass")
        if self.phase == "visiting":
            title = self.words.say(f"{NAME}.label.leave", {"market": self._visited()})
            return self._ending("done", "home", title, self.say("leave"))
        if self.phase in ("fishing", "purchasing"):
            return self._ending("done", "check", self.words.say(f"{NAME}.label.done_{self.phase}"))
        return self._ending("done", "check", "")

    def _ending(self, move: str, symbol: str, title: str | None = None, short: str = "") -> Shown:
        return {
            "move": move,
            "key": "way-out",
            "symbol": symbol,
            "title": self.say(f"do_{move}") if title is None else title,
            "short": short or title or ("" if title == "" else self.say(f"do_{move}")),
            "costs_point": move == "pass",
            "note": self.say(f"does_{move}") if move in ("pass", "end") else "",
        }

    def port_first(self, moves: Collection[str]) -> str:
        """Say that a ship needs another port, in a market that has nothing to buy before; or ""."""
        market = BY_NAME.get(self.action["visit"])
        has_more = any(move == "done" or move.startswith(("take ", "blue")) for move in moves)
        if not isinstance(market, Yard) or self.seat is None or "port" not in moves or has_more:
            return ""
        left = (self.view["harbors"][self.seat]["money"] or 0) - PORT_PRICE
        boats = next(m["boats"] for m in self.view["external_markets"] if m["name"] == market.name)
        prices = [
            market.price(boat_type)
            for boat_type, name in enumerate(BOAT_TYPES)
            if boats[name] and boat_type != BLUE and boat_type not in BARGE_TYPES
        ]
        return self.say("port_first") if any(price <= left for price in prices) else ""

    def _visited(self) -> str:
        return f"{NAME}.market.{self.action['visit']}"

    def _summary(self) -> list[str]:
        """Summarize what the current Fishing action has earned and used so far."""
        if self.phase not in _FISHING:
            return []
        action, told = self.action, []
        if action["unloaded"]:
            bonus = action["unloaded"] // 2 * BONUS
            key, shown = ("unloaded", bonus) if bonus else ("unloaded_one", BONUS)
            told.append(self.say(key, count=action["unloaded"], yen=self.words.yen(shown)))
        for fish, count in action["licenses_used"].items():
            told.append(self.say("license_used", fish=f"{NAME}.fish.{fish}", count=count))
        groups = {market["name"]: market["group"] for market in self.view["fish_markets"]}
        for fish, count in action["landed"].items():
            told.append(
                self.say("landed", fish=f"{NAME}.fish.{fish}", count=count, of=groups[fish])
            )
        return told

    def _lot(self) -> Shown | None:
        """The tokens added for a trade, a plate or an offer, and their total worth."""
        lot = self.action["lot"]
        if not lot or self.phase != "visiting":
            return None
        return {
            "tokens": [pictures.token(token) for token in lot],
            "worth": self.say("lot_so_far", resources=self.action["lot_worth"]),
        }

    # --- The chosen boat

    def _catch_list(self) -> list[Shown]:
        """What a ship at sea could catch, and why it cannot catch the rest."""
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
                "title": self.words.say(f"{NAME}.market.{market['name']}"),
                "left": market["barrels"],
                "worth": self.tips.worth.to_buyer(market["name"]),
                "sale": self._sale(market["name"]),
                "told": self.tips.barrel(market["name"], dry=False),
                "note": self._license_rule(market["name"], boat),
            }
            for market in self.view["fish_markets"]
            if market["barrels"]
        ]

    def _sale(self, fish: str) -> str:
        """What the market of a fish pays for its token, if that is more than its resources."""
        sale = self.tips.worth.sale(fish)
        worth = self.tips.worth.to_buyer(fish) or 0
        return self.words.yen(sale) if sale > worth * RESOURCE else ""

    def _license_rule(self, fish: str, boat: Any) -> str:
        """Explain why an empty ship cannot start on a fish although the player has its license."""
        own = self.view["harbors"][self.seat]
        held = own["licenses"].get(fish, 0)
        if not held or boat["cargo"]:
            return ""
        loaded = [
            ship_key(other["type"], other["number"])
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
        """The printed prices and the choice of another price."""
        return [
            *({"move": f"price {price}", "title": self.words.yen(price)} for price in COLUMNS),
            {"move": "price other", "title": self.say("other_price")},
        ]

    def _worth_hint(self, item: str) -> str:
        """Tell the seller what the token would be worth to a buyer, or what its market pays for it
        if that is more."""
        seller = self.view["turn"]
        fixed = TOKEN_WORTH[TOKEN[item]] if item == "takoyaki" else 0
        worths = {
            harbor["next"].get(item, fixed)
            for seat, harbor in enumerate(self.view["harbors"])
            if seat != seller
        }
        most = max(worths)
        sale = self.tips.worth.sale(item)
        if sale > most * RESOURCE:
            return self.tips.say("token_each", yen=self.words.yen(sale))
        if not most:
            return self.tips.special(item) or self.say("price_hint_none")
        key = "price_hint" if len(worths) == 1 else "price_hint_most"
        return self.say(key, resources=most, yen=self.words.yen(most * RESOURCE))

    def _amount(self) -> Shown | None:
        if not self.asked or self.phase != "pricing_freely":
            return None
        least = COLUMNS[-1] + STEP
        return amount_control(least, DEAREST, least, self.say("any_price"))
