"""What each kind of piece is, and what it does for the viewer now: the texts of all tips.

A tip has a line with what the piece is, and below it what it does. The page adds why something
cannot be chosen. `PIECES` lists all kinds of pieces; a test checks that each of them has a tip.
"""

from typing import Any, Final

from ichiba.core.words import Words
from ichiba.games.shinjuku.board.atlas import Atlas
from ichiba.games.shinjuku.board.prospects import Prospects
from ichiba.games.shinjuku.customers import KINDS
from ichiba.games.shinjuku.map_file import Station, Ward

# By CSS class: what a player would call the piece.
PIECES: Final = {
    "place": "station, empty or with a store",
    "customer": "customer on the map",
    "group": "customers on their way",
    "track-mark": "track",
    "lay": "free link",
    "ward-choice": "ward",
    "takes": "store that takes a customer in this Move",
    "card": "ward card in the hand",
    "slot": "slot of the queue",
    "token": "customer in the queue or with a company",
    "pile-of": "deck, bag and discard pile",
    "stack": "bonus tokens for a department store",
    "stock": "stores and track that are not on the map",
    "action": "action of a turn",
    "choice-button": "choice of a step",
}


class Explainer:
    """The tips for one view."""

    def __init__(
        self, view: dict[str, Any], words: Words, atlas: Atlas, prospects: Prospects
    ) -> None:
        self.view, self.words, self.atlas, self.prospects = view, words, atlas, prospects
        self.seat: int | None = view["seat"]
        self._customers: dict[str, list[str]] = {}  # by ward, the lines of all customers there

    def say(self, key: str, **arguments: object) -> str:
        """A line of a tip."""
        return self.words.say(f"shinjuku.tip.{key}", arguments)

    # --- On the map

    def ward(self, ward: Ward, what: str) -> str:
        """A ward and its customers: what a Move would cost and can reach."""
        kinds: list[str] = self.view["wards"].get(ward.id, [])
        if not kinds:
            return _lines(what, self.say("ward_empty", ward=ward.name))
        return _lines(what, *self.customers_of(ward))

    def customers_of(self, ward: Ward) -> list[str]:
        """What the customers of a ward can do for the viewer."""
        found = self._customers.get(ward.id)
        if found is None:
            found = self._customers[ward.id] = self._can_do(ward)
        return found

    def _can_do(self, ward: Ward) -> list[str]:
        kinds: list[str] = self.view["wards"].get(ward.id, [])
        if self.seat is None:
            return [self.say("ward", ward=ward.name)]
        stations = [self._name(s) for s in self.prospects.reached(ward.id, kinds)]
        if not stations:
            return [self.say("ward_nowhere"), self.price_of_move(ward)]
        return [self.say("ward_reaches", stations=stations), self.price_of_move(ward)]

    def price_of_move(self, ward: Ward) -> str:
        """What it costs to move the customers of a ward."""
        price = self.prospects.price([ward.id])
        return self.say(f"move_{price or 'nothing'}", ward=ward.name)

    def customer(self, kind: str, ward: Ward) -> str:
        """A customer who waits in a ward."""
        what = self.say("customer_in", kind=f"shinjuku.tip.kind.{kind}", ward=ward.name)
        return _lines(what, *self.customers_of(ward))

    def station(self, station: Station, what: str) -> str:
        """A station: its store, or what it costs to open one."""
        standing = self.view["stores"].get(station.id)
        ward = self.atlas.wards[station.ward].name
        if standing is None:
            price = self.prospects.price([station.ward]) or "nothing"
            key = "empty" if self.seat is None else f"empty_{price}"
            return _lines(what, self.say(key, ward=ward))
        own = standing["owner"] == self.seat
        lines = [what, self._store(standing, own=own)]
        if own:
            lines.append(self.say("own_wild", ward=ward))
            if station.department and standing["good"] != "department":
                lines.append(self.say("own_site"))
        return _lines(*lines)

    def _store(self, standing: Any, *, own: bool) -> str:
        key = "department" if standing["good"] == "department" else "store"
        good = f"shinjuku.good.{standing['good']}"
        told = "own_" if own else "other_" if self.seat is not None else ""
        return self.say(f"{told}{key}", good=good, seat=standing["owner"])

    def track(self, what: str, owner: int) -> str:
        """A piece of track."""
        if self.seat is None:
            return _lines(what, self.say("track"))
        return _lines(what, self.say("track_own" if owner == self.seat else "track_of", seat=owner))

    def link(self, what: str, wards: list[str], *, second: bool) -> str:
        """A link without track, while track is being laid."""
        if not second:
            return _lines(what, self.say("link_free"))
        names = [self.atlas.wards[ward].name for ward in dict.fromkeys(wards)]
        return _lines(
            what, self.say(f"link_{self.prospects.price(wards) or 'nothing'}", wards=names)
        )

    def group(self, what: str) -> str:
        """The customers who travel."""
        return _lines(what, self.say("group"))

    # --- Beside the map

    def card(self, what: str, ward: str, wild: str) -> str:
        """A ward card in the hand."""
        return _lines(what, wild, self.say("card", ward=self.atlas.wards[ward].name))

    def slot(self, number: int, slot: Any) -> str:
        """A slot of the queue: whose turn it is when its customers arrive."""
        if slot["ward"] is None:
            return _lines(self.say("slot_none", slot=number), self.say("slot_why"))
        name = self.atlas.wards[slot["ward"]].name
        stations = [station.name for station in self.atlas.stations_in(slot["ward"])]
        what = self.say("slot", slot=number, ward=name, stations=stations)
        seat = (self.view["player"] + number) % self.view["players"]
        if self.view["last_turns"] is not None or self.view["phase"] == "over":
            return _lines(what, self.say("slot_why"))
        key = "slot_you" if seat == self.seat else "slot_seat"
        return _lines(what, self.say(key, seat=seat, turns=number))

    def token(self, kind: str, count: int) -> str:
        """A customer in the queue or one that a company has earned."""
        what = self.say("token", kind=f"shinjuku.tip.kind.{kind}", count=count)
        if self.seat is None:
            return _lines(what, self.say("sets"))
        points = self.prospects.gain([kind])
        return _lines(what, self.say("token_worth", points=points))

    def tokens(self) -> dict[str, str]:
        """The tips of all kinds of customers."""
        return {kind: self.token(kind, 1) for kind in KINDS}

    def stack(self, what: str, stack: Any, *, is_next: bool) -> str:
        """A stack of bonus tokens."""
        if stack["owner"] is not None or self.seat is None:
            return _lines(what, self.say("stack"))
        points = self.prospects.gain([], bonus=stack["tokens"])
        key = "stack_next" if is_next else "stack_later"
        return _lines(what, self.say("stack"), self.say(key, points=points))

    def piles(self) -> dict[str, str]:
        """Deck, bag and discard pile."""
        view = self.view
        return {
            "deck": _lines(self.say("deck", count=view["deck"]), self.say("deck_why")),
            "bag": _lines(self.say("bag", count=view["bag"]), self.say("bag_why")),
            "discard": _lines(
                self.say("discard", count=len(view["discard"])), self.say("discard_why")
            ),
        }

    def stock(self, good: str, left: int, seat: int) -> str:
        """Stores or track that are not on the map."""
        own = "own" if seat == self.seat else "of"
        what = self.say(f"stock.{good}", count=left)
        return _lines(what, self.say(f"stock_{own}.{good}", seat=seat))

    def bonus(self, count: int) -> str:
        """The bonus tokens of a company."""
        return _lines(self.say("bonus", count=count), self.say("stack"))

    def hidden(self, seat: int, count: int) -> str:
        """The customers of a company that the viewer cannot see."""
        return _lines(self.say("hidden", seat=seat, count=count), self.say("hidden_why"))

    def _name(self, station: str) -> str:
        return self.atlas.stations[station].name


def _lines(*lines: str) -> str:
    return "\n".join(line for line in lines if line)
