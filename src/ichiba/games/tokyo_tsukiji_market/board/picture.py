"""Tokyo Tsukiji Market as a picture: the hall and the harbors, as everybody sees them."""

from typing import Any, Final

from ichiba.core.game import View
from ichiba.core.words import Words
from ichiba.games.board.drawing import HEIGHT, WIDTH, Sheet
from ichiba.games.tokyo_tsukiji_market.board import pictures
from ichiba.games.tokyo_tsukiji_market.data import FISH, NAME

_GAP: Final = 8
_COLUMNS: Final = 5
_MOST: Final = 15  # stalls that are drawn
_SIGN: Final = 88  # how high a stall is
_BOATS: Final = 4  # kinds of boats that are drawn in a harbor
_STATES: Final = {"overfished": "vermilion", "crashed": "vermilion", "closed": "muted"}


def draw(sheet: Sheet, view: View, words: Words) -> None:
    """Draw a spectator's view."""
    _Picture(sheet, dict(view), words).draw()


class _Picture:
    def __init__(self, sheet: Sheet, view: dict[str, Any], words: Words) -> None:
        self.sheet, self.view, self.words = sheet, view, words
        self.fish = {market["name"]: market for market in view["fish_markets"]}
        self.others = {market["name"]: market for market in view["external_markets"]}

    def draw(self) -> None:
        shown = self.view["in_play"][:_MOST]
        width = (WIDTH - _GAP * (_COLUMNS - 1)) / _COLUMNS
        for place, name in enumerate(shown):
            x = (place % _COLUMNS) * (width + _GAP)
            with self.sheet.moved(x, (place // _COLUMNS) * (_SIGN + _GAP)):
                self._stall(name, width)
        rows = -(-len(shown) // _COLUMNS)
        self._harbors(rows * (_SIGN + _GAP))

    def _stall(self, name: str, width: float) -> None:
        sheet = self.sheet
        market = self.fish.get(name) or self.others[name]
        entered = name == self.view["action"]["visit"]
        sheet.rect(0, 0, width, _SIGN, "card", radius=8, stroke="indigo" if entered else "line",
                   line=4 if entered else 1.5)  # fmt: skip
        title = self.words.say(f"{NAME}.market.{name}")
        is_open = market["state"] == "open"
        with sheet.faint(1 if is_open else 0.35):
            sheet.symbol(pictures.MARKETS[name], 6, 32, 46)
            sheet.text(8, 20, title, 16, bold=True, room=width - 16)
        if not is_open:
            said = self.words.say(f"{NAME}.board.{market['state']}")
            sheet.text(60, 60, said, 15, fill=_STATES[market["state"]], bold=True, room=width - 62)
        elif name in self.fish:
            self._stock(market)
        elif market["boats"]:
            self._count("boat-2", sum(market["boats"].values()), 60, 42)
        else:
            self._tokens(market, width)

    def _stock(self, market: Any) -> None:
        """Barrels, licenses, and what it pays for its fish."""
        self._count("barrel", market["barrels"], 56, 29)
        self._count("license", market["licenses"], 99, 29)
        pays = [value for value in market["pays"].values() if value]
        if pays:
            self.sheet.symbol("coin", 56, 57, 22)
            self.sheet.text(81, 75, self.words.yen(max(pays)), 17, fill="moss", bold=True)

    def _tokens(self, market: Any, width: float) -> None:
        """The tokens on the spaces of an external market."""
        lying = [token for space in market["tokens"] for token in space]
        for place, token in enumerate(lying[:6]):
            x, y = 60 + (place % 3) * 26, 30 + (place // 3) * 26
            if x + 24 < width:
                self.sheet.symbol(pictures.token(token)["symbol"], x, y, 24)

    def _count(self, symbol: str, count: int, x: float, y: float) -> None:
        self.sheet.symbol(symbol, x, y, 22)
        self.sheet.text(x + 23, y + 18, str(count), 17, bold=True)

    def _harbors(self, top: float) -> None:
        harbors = self.view["harbors"]
        height = min(110.0, (HEIGHT - top + _GAP) / len(harbors) - _GAP)
        for seat, harbor in enumerate(harbors):
            with self.sheet.moved(0, top + seat * (height + _GAP)):
                self._harbor(seat, harbor, height)

    def _harbor(self, seat: int, harbor: Any, height: float) -> None:
        """A player's row: money, resources, boats with cargo, what is for sale, and licenses."""
        sheet, size = self.sheet, min(60.0, height - 12)
        y, base = (height - size) / 2, height / 2 + 8
        acting = seat == self.view["turn"] and self.view["phase"] != "over"
        sheet.rect(0, 0, WIDTH, height, "sea", radius=8, stroke=f"p{seat}", line=4 if acting else 2)
        sheet.mark(seat, 10, height / 2 - 14, 28)
        sheet.symbol("coins", 46, base - 24, 30)
        if harbor["money"] is None:
            sheet.symbol("lock", 82, base - 20, 22)
        else:
            sheet.text(80, base, self.words.yen(harbor["money"]), 20, bold=True)
        sheet.symbol("resource", 154, base - 24, 30)
        sheet.text(188, base, str(harbor["resources"]), 20, bold=True)
        left = self._licenses(harbor, y, size)
        x = self._boats(harbor, 226, y, size, left)
        self._goods(harbor, x + 8, y, size, left)

    def _licenses(self, harbor: Any, y: float, size: float) -> float:
        """The licenses from the right, and where they begin."""
        wide, x = max(size * 0.72, 36), WIDTH - 8.0
        for fish in FISH:
            count = harbor["licenses"].get(fish, 0)
            if not count or x - wide < WIDTH * 0.62:
                continue
            x -= wide + 4
            self.sheet.rect(x, y, wide, size, "card", radius=5, stroke="line")
            picture, low = min(wide, size) - 8, size < wide
            self.sheet.symbol(pictures.FISH[fish], x + (2 if low else 4), y + 2, picture)
            self.sheet.text(x + wide - 4, y + size - 5, str(count), 14, bold=True, anchor="end")
        return x

    def _boats(self, harbor: Any, x: float, y: float, size: float, end: float) -> float:
        boats = harbor["boats"]
        for number, boat in enumerate(boats):
            if x + size > end or number == _BOATS:
                self.sheet.text(x, y + size / 2 + 6, f"+{len(boats) - number}", 16, bold=True)
                return x + 30
            with self.sheet.faint(1 if boat["place"] == "sea" else 0.7):
                self.sheet.symbol(pictures.BOATS[boat["type"]], x, y, size)
            for place, fish in enumerate(boat["cargo"][:2]):
                self.sheet.symbol(pictures.FISH[fish], x + place * size * 0.44, y - 2, size * 0.52)
            x += size + 6
        return x

    def _goods(self, harbor: Any, x: float, y: float, size: float, end: float) -> None:
        """The items for sale with their prices, as far as there is room."""
        wide = max(size * 0.66, 34)
        for item in [*harbor["upper"], *harbor["lower"]]:
            if x + wide > end:
                return
            self.sheet.symbol(pictures.ITEMS[item["item"]], x + (wide - size * 0.6) / 2, y,
                              size * 0.6)  # fmt: skip
            price = self.words.yen(item["price"])
            self.sheet.text(x + wide / 2, y + size - 2, price, 13, bold=True, anchor="middle")
            x += wide + 6
