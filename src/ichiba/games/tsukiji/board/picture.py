"""Tsukiji as a picture: the market, the lots and the restaurants, as everybody sees them."""

from typing import Any, Final

from ichiba.core.game import View
from ichiba.core.words import Words
from ichiba.games.board.drawing import WIDTH, Sheet
from ichiba.games.tsukiji.data import LAST_SPACE, PRODUCTS

_TRACK: Final = 136  # the height of the track with its markers
_MARKER: Final = 36
_LOTS: Final = 152  # where the lots begin
_LOT: Final = 250  # how high they are
_HOMES: Final = 418  # where the restaurants begin
_GAP: Final = 10
_FACES: Final = {"cancel": "4", "-1": "−1", "x2": "×2"}


def draw(sheet: Sheet, view: View, words: Words) -> None:
    """Draw a spectator's view."""
    _Picture(sheet, dict(view), words).draw()


class _Picture:
    def __init__(self, sheet: Sheet, view: dict[str, Any], words: Words) -> None:
        self.sheet, self.view, self.words = sheet, view, words

    def draw(self) -> None:
        self._track()
        lots = self.view["lots"]
        width = (WIDTH - _GAP * (len(lots) - 1)) / max(len(lots), 1)
        for number, lot in enumerate(lots):
            with self.sheet.moved(number * (width + _GAP), _LOTS):
                self._lot(number, lot, width)
        self._restaurants()

    def _track(self) -> None:
        """The spaces, and on them the markers with what a card is worth today."""
        sheet, market = self.sheet, self.view["market"]
        sheet.rect(0, 0, WIDTH, _TRACK, "sea", radius=10)
        step = (WIDTH - 24) / LAST_SPACE
        for space in range(1, LAST_SPACE + 1):
            x = 12 + (space - 1) * step
            sheet.rect(x + 1, _TRACK - 28, step - 2, 18, "card", radius=4)
            if space == 1 or not space % 5:
                sheet.text(x + step / 2, _TRACK - 14, str(space), 13, fill="muted", anchor="middle")
        for place, stack in market["stacks"].items():
            middle = 12 + (int(place) - 0.5) * step
            for level, product in enumerate(stack):
                self._marker(product, middle, _TRACK - 30 - level * _MARKER * 0.7)
        self._prices()

    def _marker(self, product: str, middle: float, bottom: float) -> None:
        top = bottom - _MARKER
        self.sheet.circle(middle, top + _MARKER / 2, _MARKER / 2, "card", stroke="ink")
        self.sheet.symbol(product, middle - _MARKER / 2 + 4, top + 4, _MARKER - 8)

    def _prices(self) -> None:
        """What a card of each fish is worth today, the dearest first."""
        market, wide = self.view["market"], 92
        for place, product in enumerate(market["ranking"]):
            x = 12 + place * wide
            self.sheet.symbol(product, x, 6, 28)
            self.sheet.text(x + 33, 28, self.words.yen(market["yen"][product]), 20, bold=True)

    def _lot(self, number: int, lot: Any, width: float) -> None:
        sheet, sold = self.sheet, lot["buyer"] is not None
        edge = f"p{lot['buyer']}" if sold else "line"
        sheet.rect(0, 0, width, _LOT, "card", radius=10, stroke=edge, line=3 if sold else 1.5)
        sheet.rect(0, 0, width, 34, edge if sold else "indigo", radius=10)
        sheet.rect(0, 18, width, 16, edge if sold else "indigo")
        sheet.text(12, 25, str(number + 1), 21, fill="card", bold=True)
        tile = lot["tile"]
        if tile is not None:
            sheet.text(
                width - 10,
                25,
                self.words.yen(tile["price"]),
                21,
                fill="card",
                bold=True,
                anchor="end",
            )
        size = min(58, (width - 24) / 2)
        places = ((0.5, 44), (0.25, 108), (0.75, 108))
        for card, (part, top) in zip(lot["cards"], places, strict=False):
            sheet.symbol(card, width * part - size / 2, top, size)
        self._tickets(number, lot, width)

    def _tickets(self, number: int, lot: Any, width: float) -> None:
        """The tickets on a lot: backs until they are revealed, then the numbers."""
        sheet, players = self.sheet, self.view["players"]
        step, faces = (width - 12) / players, lot["tickets"]
        wide = min(30.0, step - 4)
        for seat, restaurant in enumerate(self.view["restaurants"]):
            x, y = 6 + step * (seat + 0.5) - wide / 2, 186
            if faces is None and number >= restaurant["placed"]:
                sheet.rect(x, y, wide, 40, "none", radius=5, stroke="line", line=2)
                continue
            sheet.rect(x, y, wide, 40, "ground" if faces else f"p{seat}", radius=5,
                       stroke=f"p{seat}", line=2)  # fmt: skip
            if faces:
                face = _FACES.get(faces[seat], faces[seat])
                sheet.text(x + wide / 2, y + 26, face, 18, bold=True, anchor="middle")
            if faces and faces[seat] == "cancel":
                sheet.path(f"M{x + 6:g} {y + 30:g}L{x + wide - 6:g} {y + 10:g}",
                           stroke="vermilion", line=3)  # fmt: skip
        if lot["value"] is not None:
            told = f"= {str(lot['value']).replace('-', '−')}"
            sheet.text(width / 2, 244, told, 15, fill="muted", anchor="middle", bold=True)

    def _restaurants(self) -> None:
        """What each restaurant owns, in order of seats."""
        sheet, homes = self.sheet, self.view["restaurants"]
        width = (WIDTH - _GAP * (len(homes) - 1)) / len(homes)
        for seat, home in enumerate(homes):
            with sheet.moved(seat * (width + _GAP), _HOMES):
                sheet.rect(0, 0, width, 140, "card", radius=10, stroke=f"p{seat}", line=2.5)
                sheet.mark(seat, 8, 8, 24)
                sheet.symbol("coins", 38, 6, 26)
                sheet.text(68, 27, self.words.yen(home["money"]), 20, bold=True)
                self._columns(home, width)

    def _columns(self, home: Any, width: float) -> None:
        step = width / 3
        for place, product in enumerate(PRODUCTS):
            column = home["columns"][product]
            count = column["products"] + column["takusan"]
            x, y = step * (place % 3) + step / 2, 42 + 48 * (place // 3)
            with self.sheet.faint(1 if count else 0.28):
                self.sheet.symbol(product, x - 26, y, 32)
                self.sheet.text(x + 9, y + 24, str(count), 19, bold=True)
