"""Cards as SVG: a position with the title, the players and their scores, or a title by itself.

Only what a spectator may know is drawn. Nothing here needs Django, because other processes use it.
"""

import re
from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from ichiba.core.game import Game, State
from ichiba.core.words import Words
from ichiba.games.board.drawing import HEIGHT, Sheet, shortened, width_of
from ichiba.games.board.web import board_of

WIDTH, CARD_HEIGHT = 1200, 630
_LEFT, _COLUMN = 40, 366  # the column with the title and the players
_RIGHT = 430  # where the position begins
_TITLE = 46
_ROW = 56
_LIBRARY = "static/site/symbols.svg"


def position_card(
    game: Game, state: State, names: Sequence[str], language: str, theme: str = "light"
) -> str:
    """Return the picture of a position as a spectator sees it."""
    words = Words([*names], language)
    view = state.view(None)
    sheet = _ground(theme)
    top = _heading(sheet, game.title)
    board = board_of(game)
    told = board.standings(view, words) if board else None
    if told is not None:
        sheet.text(_LEFT, top, told.progress, 24, fill="muted", room=_COLUMN)
    scores = {row.seat: row.score for row in told.rows} if told is not None else {}
    for seat, name in enumerate(names):
        y = top + 34 + seat * _ROW
        score = scores.get(seat)
        won = seat in state.winners
        _player(sheet, seat, name, "" if score is None else score.text, y, won=won)
    _brand(sheet)
    if board is not None and board.picture is not None:
        with sheet.moved(_RIGHT, (CARD_HEIGHT - HEIGHT) / 2):
            board.picture(sheet, view, words)
    return _svg(sheet)


def title_card(
    title: str, lines: Sequence[str], scene: bytes | None = None, names: Sequence[str] = ()
) -> str:
    """Return a picture of a title: its scene, some lines about it, and who sits at a table."""
    sheet = _ground("light")
    top = _heading(sheet, title)
    for line in lines:
        for part in _wrapped(line, 24, _COLUMN):
            sheet.text(_LEFT, top, part, 24, fill="muted")
            top += 32
        top += 8
    for seat, name in enumerate(names):
        _player(sheet, seat, name, "", top + seat * _ROW, won=False)
    _brand(sheet)
    if scene is not None:
        data = b64encode(scene).decode()
        sheet.add(
            # The inner drawing clips what a scene has beyond its edges.
            f'<svg x="{_RIGHT}" y="107" width="740" height="416"><image width="740" height="416" '
            f'href="data:image/svg+xml;base64,{data}"/></svg>'
        )
    return _svg(sheet)


def scene_of(game: Game) -> bytes | None:
    """Return the title's picture for the front page, as SVG."""
    file = files(game.package) / "board" / "static" / "scene.svg"
    return file.read_bytes() if file.is_file() else None


def _ground(theme: str) -> Sheet:
    sheet = Sheet(theme)
    sheet.rect(0, 0, WIDTH, CARD_HEIGHT, "ground")
    sheet.rect(0, 0, 14, CARD_HEIGHT, "vermilion")
    return sheet


def _heading(sheet: Sheet, title: str) -> int:
    """Write the title, and return where the next line goes."""
    y = 84
    for part in _wrapped(title, _TITLE, _COLUMN):
        sheet.text(_LEFT, y, part, _TITLE, family="serif", bold=True)
        y += 52
    return y - 6


def _player(sheet: Sheet, seat: int, name: str, score: str, y: int, *, won: bool) -> None:
    base = y + 33
    if won:
        sheet.rect(_LEFT - 8, y, _COLUMN + 16, _ROW - 6, "glow", radius=8)
    sheet.mark(seat, _LEFT, y + 10, 30)
    room = _COLUMN - 46 - (width_of(score, 27) + 14 if score else 0) - (34 if won else 0)
    shown = shortened(name, 26, room)
    sheet.text(_LEFT + 42, base, shown, 26)
    if won:
        sheet.symbol("crown", _LEFT + 46 + width_of(shown, 26), y + 9, 30)
    sheet.text(_LEFT + _COLUMN, base, score, 27, bold=True, anchor="end")


def _brand(sheet: Sheet) -> None:
    icon = (files("ichiba.site") / "static/site/icon.svg").read_text(encoding="utf-8")
    inside = icon[icon.index(">") + 1 : icon.rindex("</svg>")]
    with sheet.moved(_LEFT, 562, 0.6):
        sheet.add(inside)
    sheet.text(_LEFT + 50, 590, "Ichiba", 26, family="serif", bold=True)


def _wrapped(text: str, size: float, room: float) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else ""
        if longer and width_of(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _svg(sheet: Sheet) -> str:
    """Return the whole file with the symbols that it uses."""
    library, ink = _library(), sheet.color("symbol-ink")
    used = "".join(library[name] for name in sheet.symbols)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {CARD_HEIGHT}" '
        f'width="{WIDTH}" height="{CARD_HEIGHT}"><defs>{used.replace("#22303A", ink)}</defs>'
        f"{sheet.content()}</svg>"
    )


@cache
def _library() -> dict[str, str]:
    """Return the symbols by name. Outside of a page, their ink is a plain colour."""
    text = (files("ichiba.site") / _LIBRARY).read_text(encoding="utf-8")
    text = re.sub(r"var\(--symbol-ink, (#\w+)\)", r"\1", text)
    return dict(re.findall(r'(?=<symbol id="([\w-]+)")(<symbol.*?</symbol>)', text, re.DOTALL))
