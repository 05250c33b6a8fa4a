"""Reasons to enter a market now: one line for the viewer, from the view alone."""

from collections.abc import Callable
from typing import Any

from ichiba.core.numbers import yen as written
from ichiba.core.words import Words
from ichiba.games.tokyo_tsukiji_market.board.worth import (
    Worth,
    boat_price,
    boat_resale,
    has_room,
    shapes_of,
    spaces_left,
)
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import (
    BARGE_TYPES,
    BOAT_TYPES,
    FISH,
    INCOME,
    NAME,
    TOKEN_FISH,
    TOKEN_WORTH,
    TOKENS,
    TYPE_SLOTS,
    number,
)

Shown = dict[str, Any]
_ONE_LICENSE = ("nori", "sardines")  # a player with a license cannot take another
_TAKOYAKI = TOKEN_WORTH[TOKENS.index("takoyaki")]
_SARDINE = TOKEN_WORTH[TOKENS.index("sardines")]


class Why:
    """Reasons to enter markets, for one viewer."""

    def __init__(self, view: dict[str, Any], words: Words) -> None:
        self.view = view
        self.words = words
        self.worth = Worth(view)
        self.own: Any = self.worth.own
        self.tokens = 0 if self.own is None else sum(self.own["tokens"].values())
        self._external: dict[str, Callable[[Any], Shown | None]] = {
            "aquarium": self._aquarium, "new_aquarium": self._aquarium, "auction": self._auction,
            "bank": self._bank, "barter": self._barter, "government": self._government,
            "influence": self._influence, "overfishing": self._overfishing,
            "rentals": self._rentals, "ship_rental": self._ship_rental, "ships": self._ships,
            "sushi_shop": self._sushi_shop, "trading": self._trading, "used_ships": self._ships,
        }  # fmt: skip

    def come(self, market: Any) -> Shown | None:
        """Return the best reason with its numbers and sentence (`line`), or None."""
        name = market["name"]
        if (
            self.own is None
            or self.view["phase"] == "over"
            or market["state"] == "closed"
            or name == self.view["action"]["visit"]
        ):
            return None
        if name in FISH:
            return self._sell(market) or self._license(market)
        find = self._external.get(name)
        return None if find is None else find(market)

    def _tell(self, kind: str, **facts: Any) -> Shown:
        """Return a reason with its facts; amounts of yen are formatted here."""
        arguments = {key: written(fact) if key in _MONEY else fact for key, fact in facts.items()}
        line = self.words.say(f"{NAME}.why.{kind}", arguments)
        return {"kind": kind, "line": line, **facts}

    # --- Fish

    def _sell(self, market: Any) -> Shown | None:
        name, fish = market["name"], f"{NAME}.fish.{market['name']}"
        sale = self.worth.sale(name)
        if sale is not None:
            count, yen = sale
            kind = "sell_sets" if name == "clams_oysters" else "sell"
            return self._tell(kind, count=count, yen=yen, fish=fish)
        if name == "octopus" and self.own["tokens"].get("octopus"):
            portion = min(number(BOX.fish[name].takoyaki), market["tokens"]["takoyaki"])
            if portion:
                return self._tell("convert", count=portion, resources=_TAKOYAKI)
        if name == "sardines" and market["iwashi"] and not self.own["licenses"].get(name):
            can = number(BOX.fish[name].iwashi)
            if self.own["money"] >= can + _least_yen(market):
                return self._tell("can", yen=can, resources=_SARDINE)
        return None

    def _license(self, market: Any) -> Shown | None:
        """Return the price and use of a license, why there is none, or the income of owned ones."""
        name, fish = market["name"], f"{NAME}.fish.{market['name']}"
        held = self.own["licenses"].get(name, 0)
        income = 0 if name == "jack_mackerel" else INCOME * held
        price = market["license_price"]
        short = price + _least_yen(market) - income - self.own["money"]
        barred = held and name in _ONE_LICENSE
        if barred or not market["licenses"] or market["state"] == "overfished":
            if income:
                return self._tell("income", income=income)
            return None if barred or market["licenses"] else self._tell("none_left")
        if income and (short > 0 or not spaces_left(self.own)):
            return self._tell("income", income=income)
        if short > 0:
            return self._tell("short", yen=price, short=short)
        if not spaces_left(self.own):
            return self._tell("full")
        if income:
            return self._tell("income_license", income=income, yen=price, count=held)
        return self._license_brings(market, price, fish)

    def _license_brings(self, market: Any, price: int, fish: str) -> Shown:
        name = market["name"]
        if not price:
            return self._tell("license_free")
        if market["group"]:
            return self._tell("license_group", yen=price, count=market["group"])
        if name == "squid":
            return self._tell("license_cash", yen=price, sale=number(BOX.fish[name].sale))
        resources = self.worth.to_buyer(name)
        if resources is None:
            return self._tell("license_only", yen=price)
        return self._tell("license", yen=price, resources=resources, fish=fish)

    # --- Markets that buy tokens

    def _aquarium(self, market: Any) -> Shown | None:
        shapes = shapes_of(self.own["tokens"])
        count = yen = 0
        for place, (price, demand) in enumerate(market["spaces"]):
            room = demand - len(market["tokens"][place])
            mine = sum(shapes.get(FISH.index(fish), 0) for fish in market["shapes"][place])
            taken = min(room, mine)
            count, yen = count + taken, yen + taken * price
        return self._tell("takes", count=count, yen=yen) if count else None

    def _government(self, market: Any) -> Shown | None:
        left, yen = self.tokens, 0
        for place, (price, demand) in enumerate(market["spaces"]):
            taken = min(demand - len(market["tokens"][place]), left)
            left, yen = left - taken, yen + taken * price
        return self._tell("takes", count=self.tokens - left, yen=yen) if yen else None

    def _trading(self, market: Any) -> Shown | None:
        """Return the best empty space that the viewer's tokens are worth."""
        return self._best_space(market, self.own["resources"], "trades")

    def _sushi_shop(self, market: Any) -> Shown | None:
        return self._best_space(market, len(shapes_of(self.own["tokens"])), "plate")

    def _best_space(self, market: Any, most: int, kind: str) -> Shown | None:
        spaces = [
            (yen, need)
            for place, (need, yen) in enumerate(market["spaces"])
            if need <= most and not market["tokens"][place]
        ]
        if not spaces:
            return None
        yen, need = max(spaces)
        return self._tell(kind, yen=yen, count=need)

    def _auction(self, market: Any) -> Shown | None:
        """Return a reason if the viewer can pay the fee for all their tokens together."""
        fees = [fee for least, fee in market["spaces"] if self.own["resources"] >= least]
        if not fees or self.own["money"] < max(fees):
            return None
        return self._tell("auction", yen=min(fees))

    def _barter(self, _market: Any) -> Shown | None:
        return self._tell("barter", count=self.tokens) if self.tokens else None

    def _overfishing(self, _market: Any) -> Shown:
        """Return what final scoring would pay for the tokens now."""
        gone = {m["name"] for m in self.view["fish_markets"] if m["state"] == "overfished"}
        token = number(BOX.external["overfishing"].token)
        signs = {
            name: -1 if FISH[fish] in gone else 1
            for name, fish in zip(TOKENS, TOKEN_FISH, strict=True)
        }
        yen = token * sum(signs[name] * count for name, count in self.own["tokens"].items())
        return self._tell("overfishing", yen=yen)

    # --- Markets that offer something

    def _bank(self, market: Any) -> Shown | None:
        data, stock, own = BOX.external["bank"], market["stock"], self.own
        if stock["loan"] and not own["shares"]:
            loan = number(data.loan)
            return self._tell("loan", yen=loan, back=loan + number(data.interest))
        fee = min(cost["yen"] for cost in market["entry"])
        if stock["share"] and not own["loans"] and own["money"] >= number(data.share) + fee:
            lent = sum(harbor["loans"] for harbor in self.view["harbors"])
            return self._tell(
                "share", yen=number(data.share), interest=lent * number(data.interest)
            )
        return None

    def _rentals(self, market: Any) -> Shown | None:
        price = number(BOX.external["rentals"].price)
        if not any(market["stock"].values()) or self.own["money"] < price:
            return None
        return self._tell("rentals", yen=price) if spaces_left(self.own) else self._tell("full")

    def _influence(self, market: Any) -> Shown | None:
        price = number(BOX.external["influence"].price)
        if not any(market["stock"].values()) or self.own["money"] < price + _least_yen(market):
            return None
        return self._tell("influence", yen=price)

    def _ship_rental(self, market: Any) -> Shown | None:
        slot = number(BOX.external["ship_rental"].slot)
        if not market["stock"]["rental"] or not has_room(self.own, barge=False):
            return None
        return self._tell("ship_rental", yen=slot)

    def _ships(self, market: Any) -> Shown | None:
        """Return the largest ship the viewer can buy and moor, or what their boats sell for."""
        name = market["name"]
        if name == "used_ships" and self.view["final"] is not None:
            return None
        ships = [
            (TYPE_SLOTS[BOAT_TYPES.index(boat)], boat_price(name, boat), boat)
            for boat, count in market["boats"].items()
            if count and boat != "blue" and BOAT_TYPES.index(boat) not in BARGE_TYPES
        ]
        paid = [ship for ship in ships if ship[1] <= self.own["money"]]
        if paid and has_room(self.own, barge=False):
            _, yen, boat = max(paid)
            return self._tell("buy_boat", yen=yen, boat=f"{NAME}.boat.{boat}")
        if paid:
            return self._tell("no_port")
        sales = [
            (boat_resale(name, boat["type"]), boat["type"])
            for boat in self.own["boats"]
            if boat["port"] is not None and not boat["rented"]
        ]
        if name == "used_ships" and sales:
            yen, boat = max(sales)
            return self._tell("sell_boat", yen=yen, boat=f"{NAME}.boat.{boat}")
        return self._tell("boat_short", yen=min(ships)[1]) if ships else None


_MONEY = {"yen", "income", "short", "sale", "back", "interest"}


def _least_yen(market: Any) -> int:
    """Return the yen of the cheapest way to enter."""
    return min((int(cost["yen"]) for cost in market["entry"]), default=0)
