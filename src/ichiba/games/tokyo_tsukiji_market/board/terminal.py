"""Tokyo Tsukiji Market in a terminal: markets, harbors, what is at hand, from a view alone."""

from collections import Counter
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ichiba.core.game import View
from ichiba.core.words import Words

_NAME = "tokyo-tsukiji-market"


def draw(view: View, words: Words) -> RenderableType:
    """The whole board for one seat."""
    return _Board(view, words).draw()


class _Board:
    def __init__(self, view: View, words: Words) -> None:
        self.view = dict[str, Any](view)
        self.words = words
        self.seat: int | None = self.view["seat"]

    def draw(self) -> RenderableType:
        parts: list[RenderableType] = [
            self._heading(),
            self._fish_markets(),
            self._external_markets(),
            self._box(),
            self._harbors(),
        ]
        return Group(*parts, *self._at_hand())

    def say(self, key: str, **arguments: object) -> str:
        return self.words.say(f"{_NAME}.board.{key}", arguments)

    def name(self, kind: str, one: str) -> str:
        return self.words.say(f"{_NAME}.{kind}.{one}")

    def counted(self, kind: str, names: Any) -> str:
        """Things with their numbers, such as "2 Eel, Tuna 20"."""
        return ", ".join(
            f"{count} {self.name(kind, one)}" if count > 1 else self.name(kind, one)
            for one, count in Counter(names).items()
        )

    def _heading(self) -> Text:
        text = Text(self.say("heading", round=self.view["round"], seat=self.view["turn"]), "bold")
        text.append(f", {self.say('points', points=self.view['points'])}", "not bold")
        if self.view["final"] is not None:
            text.append(f", {self.say('final', count=self.view['final'])}", "bold red")
        return text

    def _entry(self, market: Any) -> str:
        ways = []
        for entry in market["entry"]:
            parts = [f"{entry['points']}a"] if entry["points"] else []
            parts += [f"¥{entry['yen']}"] if entry["yen"] else []
            parts += [self.name("item", "takoyaki")] if entry["takoyaki"] else []
            parts += [self.say("barrels")] if entry["barrel"] or entry["any_barrel"] else []
            ways.append("+".join(parts) or self.say("free"))
        return " / ".join(ways) or self.say("nothing")

    def _title(self, market: Any) -> Text:
        text = Text(self.name("market", market["name"]), "bold")
        if market["state"] != "open":
            text.append(f" ({self.say(market['state'])})", "red")
        return text

    def _fish_markets(self) -> Table:
        table = Table(
            self.say("fish_markets"), self.say("entry"), self.say("licenses"), self.say("barrels"),
            self.say("tokens"), self.say("worth"), box=None, pad_edge=False, padding=(0, 1),
        )  # fmt: skip
        for market in self.view["fish_markets"]:
            tokens = Counter({kind: n for kind, n in market["tokens"].items() if n})
            stock = self.counted("token", tokens.elements())
            if market["iwashi"]:
                stock += f" + {market['iwashi']}"
            value = market["value"]
            table.add_row(
                self._title(market),
                self._entry(market),
                f"{market['licenses']} × ¥{market['license_price']}",
                str(market["barrels"]),
                stock or self.say("nothing"),
                "" if value is None else str(value),
            )
        return table

    def _external_markets(self) -> Table:
        table = Table(
            self.say("external_markets"), self.say("entry"), self.say("there"), box=None,
            pad_edge=False, padding=(0, 1),
        )  # fmt: skip
        for market in self.view["external_markets"]:
            table.add_row(self._title(market), self._entry(market), self._there(market))
        return table

    def _there(self, market: Any) -> str:
        parts = [f"{n} {self.say(one)}" for one, n in market["stock"].items()]
        boats = market["boats"] or {}
        parts += [f"{n} {self.name('boat', one)}" for one, n in boats.items() if n]
        for place, (first, second) in enumerate(market["spaces"]):
            there = market["tokens"][place] if place < len(market["tokens"]) else []
            shape = market["shapes"][place] if market["shapes"] else []
            fish = f"{self.name('fish', shape[0])} " if shape else ""
            held = f" [{self.counted('token', there)}]" if there else ""
            parts.append(f"{fish}{first}:{second}{held}")
        return ", ".join(parts) or self.say("nothing")

    def _box(self) -> Text:
        box = self.view["box"]
        names = [self.name("market", one) for one in (*box["fish"], *box["external"])]
        key = "next" if box["ordered"] else "box"
        return Text(self.say(key, markets=", ".join(names) or self.say("nothing")), "dim")

    def _harbors(self) -> Table:
        table = Table(
            self.say("harbor"), self.say("money"), self.say("resources"), self.say("boats"),
            self.say("for_sale"), self.say("licenses"), self.say("things"), box=None,
            pad_edge=False, padding=(0, 1),
        )  # fmt: skip
        for seat, harbor in enumerate(self.view["harbors"]):
            table.add_row(*self._harbor(seat, harbor))
        return table

    def _harbor(self, seat: int, harbor: Any) -> list[RenderableType]:
        mine = seat == self.seat
        name = Text(f"{'▸' if mine else ' '}{self.words.name(seat)}", "bold" if mine else "")
        if seat == self.view["first_player"]:
            name.append(f" {self.say('first')}")
        if seat in self.view["actors"]:
            name.append(f" {self.say('thinking')}", "dim")
        money = harbor["money"]
        tokens = Counter(harbor["tokens"])
        return [
            name,
            self.say("hidden") if money is None else f"¥{money}",
            f"{harbor['resources']}: {self.counted('token', tokens.elements())}",
            self._boats(harbor),
            self._for_sale(harbor),
            self.counted("fish", Counter(harbor["licenses"]).elements()),
            self._things(harbor),
        ]

    def _boats(self, harbor: Any) -> str:
        lines = [self.say("ports", count=harbor["ports"])]
        for boat in harbor["boats"]:
            place = boat["place"]
            where = (
                self.say("port", number=boat["port"] + 1)
                if place == "port"
                else self.say("sea" if place == "sea" else "abroad")
            )
            cargo = self.counted("fish", boat["cargo"]) or self.say("empty")
            rented = f" {self.say('rented')}" if boat["rented"] else ""
            free = "·" * (boat["slots"] - len(boat["cargo"]))
            title = self.name("boat", boat["type"])
            lines.append(f"{title} {boat['number']}{rented}, {where}: {cargo} {free}".rstrip())
        return "\n".join(lines)

    def _for_sale(self, harbor: Any) -> str:
        rows = []
        for row in ("upper", "lower"):
            items = [
                f"{self.name('item' if one['item'] == 'takoyaki' else 'fish', one['item'])}"
                f" ¥{one['price']}"
                for one in harbor[row]
            ]
            if items:
                rows.append(f"{self.name('row', row)}: {', '.join(items)}")
        return "\n".join(rows) or self.say("nothing")

    def _things(self, harbor: Any) -> str:
        parts = [f"{self.say('freezer')} {uses}" for uses in harbor["freezers"]]
        parts += [f"{self.say('cart')} {uses}" for uses in harbor["carts"]]
        for key in ("buyer", "loan", "share"):
            count = harbor[f"{key}s"]
            parts += [f"{count} {self.say(key)}"] if count else []
        for rack in harbor["racks"]:
            pieces = [one.get("barrel") or one.get("token") for one in rack]
            parts.append(f"[{self.counted('fish', pieces)}]")
        return ", ".join(parts)

    def _at_hand(self) -> list[Text]:
        """The lot that is being laid, or what is up for bids."""
        action, auction = self.view["action"], self.view["auction"]
        lines = []
        if action["lot"]:
            tokens = self.counted("token", action["lot"])
            lines.append(Text(self.say("lot", tokens=tokens, resources=action["lot_worth"])))
        if auction is not None:
            prize = [
                self.counted("fish", auction["barrels"]),
                self.counted("token", auction["tokens"]),
            ]
            lines.append(Text(self.say("prize", prize=", ".join(filter(None, prize))), "bold"))
        return lines
