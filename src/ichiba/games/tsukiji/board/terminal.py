"""Tsukiji's board in a terminal: market, lots and restaurants, drawn from a view alone."""

from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ichiba.core.game import View
from ichiba.core.words import Words

# A letter and a colour for every card: the letter alone is enough to tell them apart.
_LETTER = {
    "ebi": "E",
    "hotategai": "H",
    "fugu": "F",
    "tako": "T",
    "sake": "S",
    "maguro": "M",
    "takusan": "*",
    "yakuza": "!",
}
_STYLE = {
    "ebi": "bold red",
    "hotategai": "bold bright_black",
    "fugu": "bold",
    "tako": "bold magenta",
    "sake": "bold dark_orange",
    "maguro": "bold medium_purple",
    "takusan": "bold green",
    "yakuza": "bold black on bright_red",
}
_LAST_SPACE = 60
_LOT_WIDTH = 16


def draw(view: View, words: Words) -> RenderableType:
    """The whole board for one seat."""
    return _Board(view, words).draw()


class _Board:
    def __init__(self, view: View, words: Words) -> None:
        self.view = dict[str, Any](view)
        self.words = words
        self.seat: int | None = self.view["seat"]
        self.mine = None if self.seat is None else self.view["restaurants"][self.seat]

    def draw(self) -> RenderableType:
        parts: list[RenderableType] = [
            self._heading(),
            self._market(),
            self._lots(),
            self._restaurants(),
        ]
        if self.view["phase"] == "valuation":
            parts.insert(2, self._tiles())
        return Group(*parts)

    def say(self, key: str, **arguments: object) -> str:
        return self.words.say(f"tsukiji.board.{key}", arguments)

    def _heading(self) -> Text:
        return Text(
            self.say(
                "heading",
                round=self.view["round"],
                rounds=self.view["rounds"],
                deck=self.view["deck"],
            ),
            style="bold",
        )

    def _market(self) -> Panel:
        """A track with markers standing on it, the ranking below."""
        stacks = self.view["market"]["stacks"]
        height = max(len(stack) for stack in stacks.values())
        rows = Text()
        for level in reversed(range(height)):
            for space in range(1, _LAST_SPACE + 1):
                stack = stacks.get(str(space), [])
                if level < len(stack):
                    rows.append(_LETTER[stack[level]], _STYLE[stack[level]])
                else:
                    rows.append(" ")
            rows.append("\n")
        rows.append("".join("┴" if n % 10 == 0 else "─" for n in range(1, _LAST_SPACE + 1)) + "\n")
        rows.append("".join(f"{n:>10}" for n in range(10, _LAST_SPACE + 1, 10)) + "\n", "dim")
        for product in self.view["market"]["ranking"]:
            yen = self.view["market"]["yen"][product]
            rows.append_text(self._card(product)).append(f" ¥{yen}  ")
        return Panel(rows, title=self.say("market"), title_align="left", width=_LAST_SPACE + 4)

    def _tiles(self) -> Text:
        """What the lots are about to get, so that one knows what a high value means."""
        tiles = ", ".join(_tile(tile).plain for tile in self.view["tiles"])
        return Text(self.say("tiles", tiles=tiles), "dim")

    def _lots(self) -> Table:
        grid = Table.grid(padding=0)
        grid.add_row(*(self._lot(number, lot) for number, lot in enumerate(self.view["lots"])))
        return grid

    def _lot(self, number: int, lot: Any) -> Panel:
        lines = [self._card(card) for card in lot["cards"]]
        if lot["tile"] is None:
            lines.append(self._laid(number))
        else:
            lines += self._priced(lot)
        sold = lot["buyer"] is not None
        return Panel(
            Text("\n", no_wrap=True, overflow="ellipsis").join(lines),
            title=self.say("lot", lot=number + 1),
            width=_LOT_WIDTH,
            style="dim" if sold else "",
        )

    def _laid(self, number: int) -> Text:
        """The seat's own ticket on a lot, or how many lie there face down."""
        if self.mine is not None and number < len(self.mine["tickets"]):
            return Text(self.say("own_ticket", ticket=self.mine["tickets"][number]), "cyan")
        count = sum(restaurant["placed"] > number for restaurant in self.view["restaurants"])
        return Text(self.say("face_down", count=count), "dim")

    def _priced(self, lot: Any) -> list[Text]:
        tile = lot["tile"]
        price = _tile(tile)
        if tile["clock"]:
            price.append(f" {self.say('clock')}", "bold")
        # By seat; a cancel is shortened, so that four of them fit.
        tickets = " ".join("c" if ticket == "cancel" else ticket for ticket in lot["tickets"])
        value = Text(f"= {lot['value']}", "dim")
        if lot["buyer"] is not None:
            value.append(f" {self.say('sold', seat=lot['buyer'])}", "not dim")
        return [price, Text(tickets, "dim"), value]

    def _card(self, card: str) -> Text:
        name = self.words.say(f"tsukiji.card.{card}")
        return Text(_LETTER[card], _STYLE[card]).append(f" {name}", _STYLE[card])

    def _restaurants(self) -> Table:
        table = Table(box=None, pad_edge=False, padding=(0, 1))
        table.add_column(f" {self.say('restaurant')}")
        table.add_column(self.say("money"), justify="right", style="yellow")
        for product in self.view["restaurants"][0]["columns"]:
            table.add_column(Text(_LETTER[product], _STYLE[product]), justify="right")
        table.add_column(self.say("specials"))
        table.add_column(self.say("yakuza"), justify="right")
        table.add_column(self.say("worth"), justify="right")
        for seat, restaurant in enumerate(self.view["restaurants"]):
            table.add_row(*self._restaurant(seat, restaurant))
        return table

    def _restaurant(self, seat: int, restaurant: Any) -> list[RenderableType]:
        mine = seat == self.seat
        name = Text(f"{'▸' if mine else ' '}{self.words.name(seat)}", "bold" if mine else "")
        if seat == self.view["first_player"]:
            name.append(f" {self.say('first')}")
        if seat in self.view["actors"]:
            name.append(f" {self.say('thinking')}", "dim")
        columns = [_column(restaurant["columns"][product]) for product in restaurant["columns"]]
        return [
            name,
            f"¥{restaurant['money']}",
            *columns,
            " ".join(restaurant["specials"]) or "–",
            str(restaurant["yakuza"]),
            f"¥{self.view['scores'][seat]}",
        ]


def _tile(tile: Any) -> Text:
    return Text(f"¥{tile['price']}", "bold yellow").append(f" {tile['move']:+d}", "bold cyan")


def _column(column: Any) -> str:
    if not column["takusan"]:
        return str(column["products"] or "·")
    return f"{column['products']}+{column['takusan']}*"
