"""Shinjuku's board in a terminal: queue, wards with stations, track, companies; from a view."""

from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ichiba.core.game import View
from ichiba.core.words import Words
from ichiba.games.shinjuku.data import GOODS
from ichiba.games.shinjuku.setups import CITY

# A letter and a colour for every good: the letter alone is enough to tell them apart.
_LETTER = {"food": "F", "clothing": "C", "books": "B", "electronics": "E", "department": "D"}
_STYLE = {
    "food": "bold red",
    "clothing": "bold magenta",
    "books": "bold green",
    "electronics": "bold yellow",
    "department": "bold cyan",
}
_WIDTH = 78
_SLOT_WIDTH = 19
_CUSTOMERS_WIDTH = 12


def draw(view: View, words: Words) -> RenderableType:
    """The whole board for one seat."""
    return _Board(view, words).draw()


class _Board:
    def __init__(self, view: View, words: Words) -> None:
        self.view = dict[str, Any](view)
        self.words = words
        self.seat: int | None = self.view["seat"]
        self.ward_titles = {ward.id: ward.name for ward in CITY.map.wards}
        self.station_titles = {station.id: station.name for station in CITY.map.stations}

    def draw(self) -> RenderableType:
        parts: list[RenderableType] = [
            self._heading(),
            self._queue(),
            self._map(),
            self._companies(),
        ]
        if self.seat is not None:
            parts.append(self._hand(self.view["companies"][self.seat]["hand"]))
        if self.view["choice"]["path"]:
            parts.append(self._way())
        return Group(*parts)

    def say(self, key: str, **arguments: object) -> str:
        return self.words.say(f"shinjuku.board.{key}", arguments)

    def _heading(self) -> Text:
        view = self.view
        line = Text(
            self.say(
                "heading",
                turn=view["turn"],
                deck=view["deck"],
                bag=view["bag"],
                discard=len(view["discard"]),
            ),
            "bold",
        )
        if view["last_turns"] is not None:
            line.append(" " + self.say("last_turns", count=view["last_turns"]), "bold red")
        return line

    def _queue(self) -> Table:
        grid = Table.grid(padding=0)
        grid.add_row(*(self._slot(number, slot) for number, slot in enumerate(self.view["queue"])))
        return grid

    def _slot(self, number: int, slot: Any) -> Panel:
        name = "–" if slot["ward"] is None else self.ward_titles[slot["ward"]]
        body = Text(name, "bold").append("\n").append_text(_tokens(slot["customers"]))
        return Panel(body, title=self.say("slot", slot=number + 1), width=_SLOT_WIDTH)

    def _map(self) -> Panel:
        """A line for every ward where something is: its customers, its stations with stores."""
        stores, wards = self.view["stores"], self.view["wards"]
        lines = []
        for ward in CITY.map.wards:
            stations = [station for station in CITY.map.stations if station.ward == ward.id]
            line = Text(f"{ward.name:<11}", "bold" if ward.id in wards else "dim")
            customers = _tokens(wards.get(ward.id, []))
            customers.pad_right(max(1, _CUSTOMERS_WIDTH - len(customers)))
            line.append_text(customers)
            for station in stations:
                line.append_text(self._station(station.name, stores.get(station.id)))
                if station.department:
                    line.append("*", "magenta")
                line.append("  ")
            lines.append(line)
        lines += self._track()
        return Panel(
            Text("\n").join(lines), title=Text(self.say("map")), title_align="left", width=_WIDTH
        )

    def _station(self, name: str, store: Any) -> Text:
        if store is None:
            return Text(name, "dim")
        mark = f"[{_LETTER[store['good']]}{store['owner'] + 1}]"
        return Text(name).append(mark, _STYLE[store["good"]])

    def _track(self) -> list[Text]:
        """For every player who has laid track: from where to where."""
        lines = []
        for seat in range(self.view["players"]):
            pairs = [
                "–".join(self.station_titles[end] for end in link.split("~"))
                for link, owner in self.view["track"].items()
                if owner == seat
            ]
            if pairs:
                line = Text(self.say("track_of", seat=seat) + " ", "bold")
                lines.append(line.append(", ".join(pairs), "not bold"))
        return lines

    def _companies(self) -> Table:
        table = Table(box=None, pad_edge=False, padding=(0, 1))
        table.add_column(f" {self.say('company')}")
        for key in ("cards", "stores_left", "departments", "track", "bonus", "customers", "score"):
            table.add_column(self.say(key), justify="right")
        for seat, company in enumerate(self.view["companies"]):
            table.add_row(*self._company(seat, company))
        return table

    def _company(self, seat: int, company: Any) -> list[RenderableType]:
        mine = seat == self.seat
        name = Text(f"{'▸' if mine else ' '}{seat + 1} {self.words.name(seat)}")
        name.stylize("bold" if mine else "")
        if seat in self.view["actors"]:
            name.append(" …", "dim")
        supply = company["supply"]
        customers = company["customers"]
        return [
            name,
            str(company["cards"]),
            Text(" ").join(Text(f"{_LETTER[good]}{supply[good]}", _STYLE[good]) for good in GOODS),
            str(company["departments"]),
            str(company["track"]),
            str(company["bonus"]),
            Text("?", "dim") if customers is None else _tokens(customers),
            "?" if company["score"] is None else str(company["score"]),
        ]

    def _hand(self, hand: list[str]) -> Text:
        wild = self.view["companies"][self.seat]["wild"]
        line = Text(self.say("hand") + " ", "bold")
        for card in hand:
            line.append(self.ward_titles[card], "bold cyan" if card in wild else "not bold")
            line.append("* " if card in wild else "  ")
        return line

    def _way(self) -> Text:
        choice = self.view["choice"]
        names = " → ".join(self.station_titles[station] for station in choice["path"])
        return Text(self.say("way") + f" {names} ", "bold").append_text(_tokens(choice["group"]))


def _tokens(kinds: list[str]) -> Text:
    """Customers as letters; a 2 marks those that count twice."""
    line = Text()
    for kind in kinds:
        good = kind.rstrip("2")
        line.append(_LETTER[good] + ("2" if kind.endswith("2") else "") + " ", _STYLE[good])
    return line
