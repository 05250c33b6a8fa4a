"""Where chips such as “Ben takes” stand: beside their stations, without covering one another or, if
there is room, stores."""

from collections.abc import Iterable, Sequence
from typing import Final

# The sides of a station that its name leaves free, the one opposite the name first.
SIDES: Final = {"n": "sew", "s": "new", "e": "wns", "w": "ens"}

# In the drawing's units, as large as chips are on a small map: the height of a chip, its width with
# one customer, what each more adds, and how far it is from its station.
_HEIGHT, _WIDTH, _MORE, _FAR = 48, 190, 36, 30
_STORE = 18  # half of the width and height of a store

_Box = tuple[float, float, float, float]


class Chips:
    """The chips of one map. Those that come first have the better places."""

    def __init__(self, width: float, stores: Iterable[Sequence[float]] = ()) -> None:
        self.width = width
        self.stores = [(x - _STORE, y - _STORE, x + _STORE, y + _STORE) for x, y in stores]
        self.boxes: list[_Box] = []

    def side(self, at: Sequence[float], label: str, customers: int) -> str:
        """The side of a station for its chip: the first that is free, or opposite its name."""
        boxes = {
            side: _box(side, at, _WIDTH + _MORE * (customers - 1)) for side in SIDES[label[-1]]
        }
        free = [side for side, box in boxes.items() if self._is_free(box)]
        clear = [side for side in free if not any(_meet(boxes[side], one) for one in self.stores)]
        side = [*clear, *free, *boxes][0]
        self.boxes.append(boxes[side])
        return side

    def _is_free(self, box: _Box) -> bool:
        left, _, right, _ = box
        return left >= 0 and right <= self.width and not any(_meet(box, one) for one in self.boxes)


def _box(side: str, at: Sequence[float], wide: float) -> _Box:
    """The left, top, right and bottom edge of a chip at this side of a station."""
    x, y = at
    half = _HEIGHT / 2
    if side in "ew":
        left = x + _FAR if side == "e" else x - _FAR - wide
        return left, y - half, left + wide, y + half
    top = y + _FAR if side == "s" else y - _FAR - _HEIGHT
    return x - wide / 2, top, x + wide / 2, top + _HEIGHT


def _meet(one: _Box, other: _Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
