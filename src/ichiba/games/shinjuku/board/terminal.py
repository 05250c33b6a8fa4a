"""Shinjuku's board in the terminal: queue, wards, map and companies, drawn only from a view."""

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
    wrapped,
)
from ichiba.games.shinjuku.board.chart import LETTER, SAKURA, STYLE, chart
from ichiba.games.shinjuku.city import CITY
from ichiba.games.shinjuku.data import GOODS
from ichiba.games.shinjuku.map_file import Station

# The heights of the map. Only a few, so that it rarely changes from one decision to the next.
_HEIGHTS = (11, 15, 19)
# The phases in which the player looks for a place on the map.
_ON_THE_MAP = ("open_station", "expand_first", "expand_second", "move_start", "move_on")


def draw(view: View, words: Words, room: Room) -> list[Section]:
    """The board for one seat. The map is as high as the room allows."""
    return _Board(view, words, room).draw()


class _Board:
    def __init__(self, view: View, words: Words, room: Room) -> None:
        self.view = dict[str, Any](view)
        self.words = words
        self.room = room
        self.width = room.width
        self.seat: int | None = self.view["seat"]
        self.ward_titles = {ward.id: ward.name for ward in CITY.map.wards}
        self.station_titles = {station.id: station.name for station in CITY.map.stations}

    def draw(self) -> list[Section]:
        pinned = [self._heading(), *self._way()]
        if self.seat is not None:
            pinned += self._hand(self.view["companies"][self.seat]["hand"])
        first = [
            Section("heading", pinned, pinned=True),
            Section("queue", self._queue()),
            Section("customers", self._customers()),
            Section("companies", self._companies()),
        ]
        return [
            *first,
            self._map(sum(len(section.lines) for section in first), len(pinned)),
            Section("track", self._track()),
            Section("stations", self._stations()),
        ]

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

    def _queue(self) -> Lines:
        """The slots of the queue in one or two lines."""
        items = [Text(self.say("queue"), "bold")]
        for number, slot in enumerate(self.view["queue"], start=1):
            name = "–" if slot["ward"] is None else self.ward_titles[slot["ward"]]
            item = Text(f"{number} ", "dim").append(name, "bold")
            if slot["customers"]:
                item.append(" ").append_text(_tokens(slot["customers"]))
            items.append(item)
        return flow(items, self.width, 2)

    def _customers(self) -> Lines:
        """The wards with customers."""
        wards = self.view["wards"]
        items = [Text(self.say("waiting"), "bold")]
        for ward in CITY.map.wards:
            if ward.id in wards:
                items.append(Text(f"{ward.name} ").append_text(_tokens(wards[ward.id])))
        return flow(items, self.width, 2)

    def _map(self, above: int, pinned: int) -> Section:
        """The map: below the rest if there is room for both, or else on a page of its own."""
        size = _HEIGHTS[-1]
        if self.room.height is not None:
            left = self.room.height - above - 1
            most = left if left >= _HEIGHTS[0] else self.room.height - pinned - 1
            size = max((one for one in _HEIGHTS if one <= most), default=_HEIGHTS[0])
        legend = wrapped(Text(self.say("map"), "dim"), self.width)
        focus = self.view["phase"] in _ON_THE_MAP
        return Section("map", [*legend, *chart(self.view, self.width, size)], focus=focus)

    def _track(self) -> Lines:
        """The track of every player who has laid any."""
        lines: Lines = []
        for seat in range(self.view["players"]):
            pairs = [
                Text("–".join(self.station_titles[end] for end in link.split("~")))
                for link, owner in self.view["track"].items()
                if owner == seat
            ]
            if pairs:
                title = Text(self.say("track_of", seat=seat), "bold")
                lines += flow([title, *pairs], self.width, 2)
        return lines

    def _stations(self) -> Lines:
        """Every ward with its stations and stores."""
        stores = self.view["stores"]
        rows: list[list[Text | str]] = []
        for ward in CITY.map.wards:
            stations = [station for station in CITY.map.stations if station.ward == ward.id]
            named = [self._station(one, stores.get(one.id)) for one in stations]
            rows.append([Text(ward.name, "bold"), Text("  ").join(named)])
        if self.width < 2 * _COLUMN + 2:
            return grid(rows, self.width)
        half = (len(rows) + 1) // 2
        return _side_by_side(grid(rows[:half], _COLUMN), grid(rows[half:], _COLUMN))

    def _station(self, station: Station, store: Any) -> Text:
        text = Text(station.name + SAKURA * station.department)
        if store is not None:
            text.append(f" [{LETTER[store['good']]}{store['owner'] + 1}]", STYLE[store["good"]])
        return text

    def _companies(self) -> Lines:
        keys = ("cards", "departments", "track", "bonus", "score", "stores_left", "customers")
        rows: list[list[Text | str]] = [
            [Text(f" {self.say('company')}", "dim"), *(Text(self.say(key), "dim") for key in keys)]
        ]
        for seat, company in enumerate(self.view["companies"]):
            rows.append(self._company(seat, company))
        right_aligned(rows, range(1, 6))
        return grid(rows, self.width)

    def _company(self, seat: int, company: Any) -> list[Text | str]:
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
            str(company["departments"]),
            str(company["track"]),
            str(company["bonus"]),
            "?" if company["score"] is None else str(company["score"]),
            Text(" ").join(Text(f"{LETTER[good]}{supply[good]}", STYLE[good]) for good in GOODS),
            Text("?", "dim") if customers is None else _tokens(customers),
        ]

    def _hand(self, hand: list[str]) -> Lines:
        wild = self.view["companies"][self.seat]["wild"]
        items = [Text(self.say("hand"), "bold")]
        for card in hand:
            name = self.ward_titles[card] + "*" * (card in wild)
            items.append(Text(name, "bold cyan" if card in wild else ""))
        return flow(items, self.width, 2)

    def _way(self) -> Lines:
        """The customers who are travelling, and the stations they have come through."""
        choice = self.view["choice"]
        if not choice["path"]:
            return []
        names = " → ".join(self.station_titles[station] for station in choice["path"])
        text = Text(self.say("way"), "bold").append(f" {names} ")
        return wrapped(text.append_text(_tokens(choice["group"])), self.width, 2)


_COLUMN = 56  # the least width of a column in the list of stations


def _side_by_side(left: Lines, right: Lines) -> Lines:
    lines: Lines = []
    for number in range(max(len(left), len(right))):
        line = left[number].copy() if number < len(left) else Text()
        line.append(" " * (_COLUMN + 2 - line.cell_len))
        lines.append(line.append_text(right[number]) if number < len(right) else line)
        lines[-1].rstrip()
    return lines


def _tokens(kinds: list[str]) -> Text:
    """Customers as letters, with a 2 for those that count twice."""
    line = Text()
    for number, kind in enumerate(kinds):
        good = kind.rstrip("2")
        line.append(" " if number else "")
        line.append(LETTER[good] + ("2" if kind.endswith("2") else ""), STYLE[good])
    return line
