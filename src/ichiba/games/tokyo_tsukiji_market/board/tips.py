"""What a piece is and what it is worth, in a few sentences shown on hover, focus and tap."""

from typing import Any

from ichiba.core.words import Words
from ichiba.games.tokyo_tsukiji_market.board.worth import TAKOYAKI, Worth, yard
from ichiba.games.tokyo_tsukiji_market.data import (
    BOAT_TYPES,
    INCOME,
    NAME,
    PORT_PRICE,
    RESOURCE,
    TOKEN,
    TOKEN_FISH,
)
from ichiba.games.tokyo_tsukiji_market.markets.registry import BANKING, FISH_BY_NAME, FISH_MARKETS

_LAST_PORT = 2


class Tips:
    """Sentences about pieces, for one viewer."""

    def __init__(self, view: dict[str, Any], words: Words) -> None:
        self.view = view
        self.words, self.yen = words, words.yen
        self.seat: int | None = view["seat"]
        self.worth = Worth(view)
        open_yards = [
            yard(market["name"])
            for market in view["external_markets"]
            if market["state"] != "closed"
        ]
        self.yards = [one for one in open_yards if one is not None]

    def say(self, key: str, **arguments: object) -> str:
        """One sentence."""
        return self.words.say(f"{NAME}.tip.{key}", arguments)

    def join(self, *sentences: str) -> str:
        """Join sentences, leaving out empty ones."""
        return " ".join(sentence for sentence in sentences if sentence)

    # --- Tokens and items for sale

    def token(self, name: str, count: int, resources: int) -> str:
        """Describe tokens of one kind in front of a player."""
        title = f"{NAME}.token.{name}"
        kept = self.say(
            "token",
            token=title,
            count=count,
            resources=resources,
            yen=self.yen(resources * RESOURCE),
        )
        price = self.worth.price_of(name)
        if not price:
            return kept
        if count > 1 and FISH_MARKETS[TOKEN_FISH[TOKEN[name]]].personal:
            return self.join(kept, self.say("token_all", yen=self.yen(resources * RESOURCE)))
        return self.join(kept, self.say("token_each", yen=self.yen(price)))

    def lot(self, name: str) -> str:
        """Describe a token that is being auctioned."""
        price = self.worth.price_of(name)
        title = self.say("one_token", token=f"{NAME}.token.{name}")
        return self.join(title, self.say("token_each", yen=self.yen(price)) if price else "")

    def ware(self, seat: int, item: str, price: int, row: str, count: int) -> str:
        """Describe barrels or Takoyaki for sale."""
        what = self.say(
            "ware",
            item=f"{NAME}.{'item' if item == TAKOYAKI else 'fish'}.{item}",
            row=f"{NAME}.row.{row}",
            count=count,
            price=self.yen(price),
        )
        resources = self.worth.to_buyer(item, degraded=row == "lower")
        if seat == self.seat:
            return self.join(what, self._to_buyer(item, resources))
        return self.join(what, self.brings(item, row))

    def brings(self, item: str, row: str) -> str:
        """Say what an item of another player is worth to the viewer."""
        degraded = row == "lower"
        resources = self.worth.to_buyer(item, degraded=degraded)
        if resources is None:
            return self._to_buyer(item, None)
        return self.join(self._worth("to_you", resources), self._sale(item, degraded=degraded))

    def _to_buyer(self, item: str, resources: int | None) -> str:
        """Say what an item is worth to a buyer, who may have other tokens than the viewer."""
        if item in _SPECIAL or resources is None:
            return self.special(item)
        return self.join(self._worth("to_buyer", resources), self._sale(item))

    def special(self, item: str) -> str:
        """Say what the worth of an item depends on, if it is drawn or depends on the buyer."""
        return self.say(f"buyer_{item}") if item in _SPECIAL else ""

    def _sale(self, item: str, *, degraded: bool = False) -> str:
        """Say what its market pays for the token of an item, if it buys any."""
        price = self.worth.sale(item, degraded=degraded)
        return self.say("token_each", yen=self.yen(price)) if price else ""

    def _worth(self, key: str, resources: int) -> str:
        return self.say(key, resources=resources, yen=self.yen(resources * RESOURCE))

    def barrel(self, fish: str, *, dry: bool) -> str:
        """Describe a barrel on a boat."""
        if dry:
            return self.say("dry_barrel", fish=f"{NAME}.fish.{fish}")
        return self.join(self.say("barrel", fish=f"{NAME}.fish.{fish}"), self.caught(fish))

    def caught(self, fish: str) -> str:
        """Say what a barrel is worth once it has been unloaded."""
        market = self.worth.markets.get(fish)
        if market is not None and market["group"]:
            return self.say("group", count=market["group"])
        return self._to_buyer(fish, self.worth.to_buyer(fish))

    # --- On a harbor

    def license(self, fish: str) -> str:
        """Describe a license on a harbor."""
        title = f"{NAME}.fish.{fish}"
        market = FISH_BY_NAME[fish]
        if not market.pays_income:
            return self.say("license_jack", fish=title)
        if market.stores_pieces:
            return self.say("license_himono", yen=self.yen(INCOME))
        return self.say("license", fish=title, yen=self.yen(INCOME))

    def thing(self, thing: str, uses: int = 0) -> str:
        """Describe a Freezer, Cart, Buyer, Loan, Share or an empty space."""
        return self.say(thing, uses=uses, back=self.yen(BANKING.loan + BANKING.interest))

    def boat(self, boat: Any, title: str, *, mine: bool) -> str:
        """Describe a boat: where it is, its cargo and what it sells for."""
        loaded, slots = len(boat["cargo"]), boat["slots"]
        what = self.say(f"boat_{boat['place']}", boat=title, loaded=loaded, slots=slots)
        if boat["rented"]:
            return self.join(what, self.say("rented"))
        if not mine or not self.yards:
            return what
        boat_type = BOAT_TYPES.index(boat["type"])
        best = max(one.resale(boat_type) for one in self.yards)
        return self.join(what, self.say("boat_sells", yen=self.yen(best)))

    def column(self, price: int | None, *, mine: bool = False) -> str:
        """Describe a price sign: everything below it is for sale at this price."""
        if price is None:
            return self.say("column_other")
        return self.say("column_mine" if mine else "column", yen=self.yen(price))

    def port(self, port: int, *, is_open: bool, is_next: bool) -> str:
        """Describe a port, open or closed."""
        last = port == _LAST_PORT
        what = self.say("port_last" if last else "port")
        if is_open:
            return what
        return self.join(
            what, self.say("port_next" if is_next else "port_closed", yen=self.yen(PORT_PRICE))
        )

    # --- In the hall

    def stocked(self, token: str, count: int) -> str:
        """Describe the tokens left in a market."""
        return self.say("left_tokens", token=f"{NAME}.token.{token}", count=count)

    def yard(self, boat: str, count: int, price: int) -> str:
        """Describe the boats left in a yard."""
        return self.say("left_boats", boat=f"{NAME}.boat.{boat}", count=count, yen=self.yen(price))

    def stock(self, kind: str, fish: str, count: int) -> str:
        """Describe the barrels or licenses left in a market."""
        earns_nothing = kind == "licenses" and not FISH_BY_NAME[fish].pays_income
        key = "left_licenses_jack" if earns_nothing else f"left_{kind}"
        return self.say(key, fish=f"{NAME}.fish.{fish}", count=count, yen=self.yen(INCOME))


# Fish whose worth is drawn or depends on the buyer have a sentence of their own.
_SPECIAL = [
    market.name
    for market in FISH_MARKETS
    if market.personal or (len(market.sustaining) > 1 and not market.group)
]
