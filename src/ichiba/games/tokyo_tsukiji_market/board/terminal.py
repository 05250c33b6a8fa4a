"""Draws Tokyo Tsukiji Market in a terminal, from a view alone."""

from collections import Counter
from typing import Any

from rich.text import Text

from ichiba.core.game import View
from ichiba.core.words import Words
from ichiba.games.board.terminal import (
    Lines,
    Room,
    Section,
    flow,
    grid,
    right_aligned,
    together,
    wrapped,
)
from ichiba.games.tokyo_tsukiji_market.keys import ship_key

_NAME = "tokyo-tsukiji-market"


_WIDE = 100
# The phases that are about harbors, and those that are about markets: their page is shown first.
_IN_HARBORS = (
    "freezer", "own_fugu", "pricing", "pricing_freely", "discarding", "fishing",
    "activity", "transferring", "choosing_barge", "purchasing", "picking",
)  # fmt: skip


def draw(view: View, words: Words, room: Room) -> list[Section]:
    """The board for one seat."""
    return _Board(view, words, room.width).draw()


class _Board:
    def __init__(self, view: View, words: Words, width: int) -> None:
        self.view = dict[str, Any](view)
        self.words = words
        self.width = width
        self.seat: int | None = self.view["seat"]

    def draw(self) -> list[Section]:
        harbors_first = self.view["phase"] in _IN_HARBORS
        return [
            Section("heading", self._pinned(), pinned=True),
            Section("fish_markets", self._fish_markets(), focus=not harbors_first),
            Section("external_markets", self._external_markets()),
            Section("box", self._box()),
            *self._harbors(harbors_first),
        ]

    def _pinned(self) -> Lines:
        """What a player always needs to see: the turn, their own money, what is at stake."""
        lines = self._heading()
        if self.seat is not None:
            lines += self._purse(self.seat, self.view["harbors"][self.seat])
        return [*lines, *self._at_hand()]

    def say(self, key: str, **arguments: object) -> str:
        return self.words.say(f"{_NAME}.board.{key}", arguments)

    def name(self, kind: str, one: str) -> str:
        return self.words.say(f"{_NAME}.{kind}.{one}")

    def counted(self, kind: str, names: Any) -> str:
        """Things with their counts, such as "2 Eel, Tuna 20"."""
        return ", ".join(
            together(f"{count} {self.name(kind, one)}" if count > 1 else self.name(kind, one))
            for one, count in Counter(names).items()
        )

    def _heading(self) -> Lines:
        text = Text(self.say("heading", round=self.view["round"], seat=self.view["turn"]), "bold")
        text.append(f", {self.say('points', points=self.view['points'])}", "not bold")
        if self.view["final"] is not None:
            text.append(f", {self.say('final', count=self.view['final'])}", "bold red")
        return wrapped(text, self.width, 2)

    def _entry(self, market: Any) -> str:
        ways = []
        for entry in market["entry"]:
            parts = [f"{entry['points']}a"] if entry["points"] else []
            parts += [self.words.yen(entry["yen"])] if entry["yen"] else []
            parts += [self.name("item", "takoyaki")] if entry["takoyaki"] else []
            parts += [self.say("barrels")] if entry["barrel"] or entry["any_barrel"] else []
            ways.append("+".join(parts) or self.say("free"))
        return " / ".join(ways) or self.say("nothing")

    def _title(self, market: Any) -> Text:
        text = Text(self.name("market", market["name"]), "bold")
        if market["state"] != "open":
            text.append(f" ({self.say(market['state'])})", "red")
        return text

    def _fish_markets(self) -> Lines:
        titles = ("fish_markets", "licenses", "barrels", "worth", "entry", "tokens")
        rows: list[list[Text | str]] = [[Text(self.say(key), "dim") for key in titles]]
        for market in self.view["fish_markets"]:
            tokens = Counter({kind: n for kind, n in market["tokens"].items() if n})
            stock = self.counted("token", tokens.elements())
            if market["iwashi"]:
                stock += f" + {market['iwashi']}"
            value = market["value"]
            rows.append([
                self._title(market),
                f"{market['licenses']} × {self.words.yen(market['license_price'])}",
                str(market["barrels"]),
                "" if value is None else str(value),
                self._entry(market),
                stock or self.say("nothing"),
            ])  # fmt: skip
        right_aligned(rows, (2, 3))
        if self.width < _WIDE:  # the last two columns share the rest of the line
            rows = [[*row[:4], Text.assemble(row[4], "; ", row[5])] for row in rows]
        return grid(rows, self.width)

    def _external_markets(self) -> Lines:
        titles = ("external_markets", "entry", "there")
        rows: list[list[Text | str]] = [[Text(self.say(key), "dim") for key in titles]]
        for market in self.view["external_markets"]:
            rows.append([self._title(market), self._entry(market), self._there(market)])
        return grid(rows, self.width)

    def _there(self, market: Any) -> str:
        parts = [together(f"{n} {self.say(one)}") for one, n in market["stock"].items()]
        boats = market["boats"] or {}
        parts += [together(f"{n} {self.name('boat', one)}") for one, n in boats.items() if n]
        for place, (first, second) in enumerate(market["spaces"]):
            there = market["tokens"][place] if place < len(market["tokens"]) else []
            shape = market["shapes"][place] if market["shapes"] else []
            fish = f"{self.name('fish', shape[0])} " if shape else ""
            held = f" [{self.counted('token', there)}]" if there else ""
            parts.append(f"{together(fish)}{first}:{second}{held}")
        return ", ".join(parts) or self.say("nothing")

    def _box(self) -> Lines:
        box = self.view["box"]
        names = [self.name("market", one) for one in (*box["fish"], *box["external"])]
        key = "next" if box["ordered"] else "box"
        text = Text(self.say(key, markets=", ".join(names) or self.say("nothing")), "dim")
        return wrapped(text, self.width, 2)

    def _harbors(self, focus: bool) -> list[Section]:
        """One section for each harbor, so that a page never ends inside one that fits."""
        return [
            Section("harbor", self._harbor(seat, harbor), focus=focus and seat == self.seat)
            for seat, harbor in enumerate(self.view["harbors"])
        ]

    def _harbor(self, seat: int, harbor: Any) -> Lines:
        """A harbor: who and how rich, then boats, fish for sale, licenses and other items."""
        # The player's own purse is at the top of every page.
        own = Text(f"▸{self.words.name(seat)}", "bold")
        lines = [own] if seat == self.seat else self._purse(seat, harbor)
        parts = {
            "boats": self._boats(harbor),
            "for_sale": self._for_sale(harbor),
            "licenses": [self.counted("fish", Counter(harbor["licenses"]).elements())],
            "things": [self._things(harbor)],
        }
        items = []
        for key, texts in parts.items():
            told = [text for text in texts if text]
            items += [Text(f"{self.say(key)}: ", "dim").append(told[0], "not dim")] if told else []
            items += [Text(text) for text in told[1:]]
        return [*lines, *_indented(flow(items, self.width - 2, 2, "; "))]

    def _purse(self, seat: int, harbor: Any) -> Lines:
        mine = seat == self.seat
        name = Text(f"{'▸' if mine else ' '}{self.words.name(seat)}", "bold")
        if seat == self.view["first_player"]:
            name.append(f" {self.say('first')}", "not bold")
        if seat in self.view["actors"]:
            name.append(f" {self.say('thinking')}", "dim")
        money = harbor["money"]
        owned = Text(self.say("hidden") if money is None else self.words.yen(money), "yellow")
        tokens = self.counted("token", Counter(harbor["tokens"]).elements())
        resources = f"{self.say('resources')} {harbor['resources']}{': ' if tokens else ''}{tokens}"
        line = name.append("  ").append_text(owned).append(f"  {resources}", "not bold")
        return wrapped(line, self.width, 4)

    def _boats(self, harbor: Any) -> list[str]:
        boats = [self.say("ports", count=harbor["ports"])]
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
            title = self.words.say(ship_key(boat["type"], boat["number"]))
            boats.append(f"{title}{rented}, {where}: {cargo} {free}".rstrip())
        return boats

    def _for_sale(self, harbor: Any) -> list[str]:
        rows = []
        for row in ("upper", "lower"):
            items = [
                f"{self.name('item' if one['item'] == 'takoyaki' else 'fish', one['item'])}"
                f" {self.words.yen(one['price'])}"
                for one in harbor[row]
            ]
            if items:
                rows.append(f"{self.name('row', row)}: {', '.join(items)}")
        return rows

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

    def _at_hand(self) -> Lines:
        """Show the lot that is being made up, or what is up for bids."""
        action, auction = self.view["action"], self.view["auction"]
        lines: Lines = []
        if action["lot"]:
            tokens = self.counted("token", action["lot"])
            text = Text(self.say("lot", tokens=tokens, resources=action["lot_worth"]))
            lines += wrapped(text, self.width, 2)
        if auction is not None:
            prize = [
                self.counted("fish", auction["barrels"]),
                self.counted("token", auction["tokens"]),
            ]
            text = Text(self.say("prize", prize=", ".join(filter(None, prize))), "bold")
            lines += wrapped(text, self.width, 2)
        return lines


def _indented(lines: Lines) -> Lines:
    return [Text("  ").append_text(line) for line in lines]
