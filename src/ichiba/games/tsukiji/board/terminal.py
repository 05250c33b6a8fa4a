"""Tsukiji's board in the terminal: market, lots and restaurants, drawn only from a view.

With enough room, the market is a track and the lots are cards side by side. Otherwise each of them
is a line.
"""

from typing import Any

from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from ichiba.core.game import View
from ichiba.core.words import Words
from ichiba.games.board.terminal import Lines, Room, Section, flow, grid, lines_of, right_aligned
from ichiba.games.tsukiji.data import LAST_SPACE

# A letter and a colour for every card; the letter alone identifies it.
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
_MARKET_WIDTH = LAST_SPACE + 4
_LOT_WIDTH = 16


def draw(view: View, words: Words, room: Room) -> list[Section]:
    """The board for one seat: large if it fits, otherwise compact."""
    board = _Board(view, words, room.width)
    large = board.large()
    fits = all(line.cell_len <= room.width for section in large for line in section.lines)
    return large if fits and room.holds(large) else board.compact()


class _Board:
    def __init__(self, view: View, words: Words, width: int) -> None:
        self.view = dict[str, Any](view)
        self.words = words
        self.width = width
        self.seat: int | None = self.view["seat"]
        self.mine = None if self.seat is None else self.view["restaurants"][self.seat]

    def large(self) -> list[Section]:
        return self._sections(
            lines_of(self._market(), _MARKET_WIDTH),
            lines_of(self._lots(), len(self.view["lots"]) * _LOT_WIDTH),
        )

    def compact(self) -> list[Section]:
        lots = [self._lot_row(number, lot) for number, lot in enumerate(self.view["lots"])]
        return self._sections(self._market_line(), grid(lots, self.width))

    def _sections(self, market: Lines, lots: Lines) -> list[Section]:
        """The parts in their order. The lots are what all decisions but the rarest are about."""
        sections = [
            Section("heading", [self._heading()], pinned=True),
            Section("market", market),
            Section("lots", lots, focus=True),
            Section("restaurants", self._restaurants()),
        ]
        if self.view["phase"] == "valuation":
            sections.insert(2, Section("tiles", self._tiles()))
        return sections

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

    # --- The market

    def _market(self) -> Panel:
        """The track with its markers, and the ranking below."""
        stacks = self.view["market"]["stacks"]
        height = max(len(stack) for stack in stacks.values())
        rows = Text()
        for level in reversed(range(height)):
            for space in range(1, LAST_SPACE + 1):
                stack = stacks.get(str(space), [])
                if level < len(stack):
                    rows.append(_LETTER[stack[level]], _STYLE[stack[level]])
                else:
                    rows.append(" ")
            rows.append("\n")
        rows.append("".join("┴" if n % 10 == 0 else "─" for n in range(1, LAST_SPACE + 1)) + "\n")
        rows.append("".join(f"{n:>10}" for n in range(10, LAST_SPACE + 1, 10)) + "\n", "dim")
        for product in self.view["market"]["ranking"]:
            worth = self.view["market"]["yen"][product]
            rows.append_text(self._card(product)).append(f" {self.words.yen(worth)}  ")
        return Panel(rows, title=self.say("market"), title_align="left", width=_MARKET_WIDTH)

    def _market_line(self) -> Lines:
        """The ranking, each product with its value and its space."""
        market = self.view["market"]
        space_of = {one: space for space, stack in market["stacks"].items() for one in stack}
        items = [Text(self.say("market"), "bold")]
        for product in market["ranking"]:
            item = self._card(product).append(f" {self.words.yen(market['yen'][product])}")
            items.append(item.append(f" ({space_of[product]})", "dim"))
        return flow(items, self.width, 2)

    def _tiles(self) -> Lines:
        """The price tiles that the lots will get, to show what a high value means."""
        tiles = ", ".join(_tile(tile, self.words).plain for tile in self.view["tiles"])
        text = Text(self.say("tiles", tiles=tiles), "dim")
        return flow(text.split(" "), self.width, 2, " ")

    # --- The lots

    def _lots(self) -> Grid:
        lots = Grid.grid(padding=0)
        lots.add_row(*(self._lot(number, lot) for number, lot in enumerate(self.view["lots"])))
        return lots

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

    def _lot_row(self, number: int, lot: Any) -> list[Text | str]:
        """A lot in one line: its number, its price or tickets, its cards, its buyer."""
        cards = Text("  ").join(self._card(card) for card in lot["cards"])
        title = Text(self.say("lot", lot=number + 1), "bold")
        if lot["tile"] is None:
            return [title, self._laid(number), cards]
        price, tickets, value, *buyer = self._priced(lot)
        for one in buyer:
            value.append(" ").append_text(one)
        row = [title, price, value, tickets.append(" "), cards]
        if lot["buyer"] is not None:
            for cell in row:
                cell.stylize("dim")
        return [*row]

    def _laid(self, number: int) -> Text:
        """The seat's own ticket on a lot, or the number of face-down tickets there."""
        if self.mine is not None and number < len(self.mine["tickets"]):
            return Text(self.say("own_ticket", ticket=self.mine["tickets"][number]), "cyan")
        count = sum(restaurant["placed"] > number for restaurant in self.view["restaurants"])
        return Text(self.say("face_down", count=count), "dim")

    def _priced(self, lot: Any) -> list[Text]:
        tile = lot["tile"]
        price = _tile(tile, self.words)
        if tile["clock"]:
            price.append(f" {self.say('clock')}", "bold")
        # By seat. "cancel" is shortened so that four of them fit.
        tickets = " ".join("c" if ticket == "cancel" else ticket for ticket in lot["tickets"])
        lines = [price, Text(tickets, "dim"), Text(f"= {lot['value']}", "dim")]
        if lot["buyer"] is not None:
            lines.append(Text(self.say("sold", seat=lot["buyer"]), "not dim"))
        return lines

    def _card(self, card: str) -> Text:
        name = self.words.say(f"tsukiji.card.{card}")
        return Text(_LETTER[card], _STYLE[card]).append(f" {name}", _STYLE[card])

    # --- The restaurants

    def _restaurants(self) -> Lines:
        products = [Text(_LETTER[one], _STYLE[one]) for one in self.mine_or_first["columns"]]
        titles = [Text(self.say(key), "dim") for key in ("yakuza", "worth", "specials")]
        rows: list[list[Text | str]] = [
            [Text(f" {self.say('restaurant')}", "dim"), Text(self.say("money"), "dim"),
             *products, *titles]
        ]  # fmt: skip
        for seat, restaurant in enumerate(self.view["restaurants"]):
            rows.append(self._restaurant(seat, restaurant))
        right_aligned(rows, range(1, len(rows[0]) - 1))
        return grid(rows, self.width, gap=1 if self.width < 100 else 2)

    @property
    def mine_or_first(self) -> Any:
        return self.mine or self.view["restaurants"][0]

    def _restaurant(self, seat: int, restaurant: Any) -> list[Text | str]:
        mine = seat == self.seat
        name = Text(f"{'▸' if mine else ' '}{self.words.name(seat)}", "bold" if mine else "")
        if seat == self.view["first_player"]:
            name.append(f" {self.say('first')}")
        if seat in self.view["actors"]:
            name.append(f" {self.say('thinking')}", "dim")
        columns = [_column(restaurant["columns"][product]) for product in restaurant["columns"]]
        return [
            name,
            Text(self.words.yen(restaurant["money"]), "yellow"),
            *columns,
            str(restaurant["yakuza"]),
            self.words.yen(self.view["scores"][seat]),
            " ".join(self.words.say(f"tsukiji.ticket.{one}") for one in restaurant["specials"])
            or "–",
        ]


def _tile(tile: Any, words: Words) -> Text:
    move = f" {words.signed(tile['move'])}"
    return Text(words.yen(tile["price"]), "bold yellow").append(move, "bold cyan")


def _column(column: Any) -> str:
    if not column["takusan"]:
        return str(column["products"] or "·")
    return f"{column['products']}+{column['takusan']}*"
