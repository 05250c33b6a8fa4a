"""Data for the line charts on the page of a finished game."""

from typing import Literal

import msgspec


class Series(msgspec.Struct, frozen=True):
    """One line of a chart: its name, its values, and the symbol or player it belongs to."""

    name: str
    values: list[int]
    symbol: str = ""
    seat: int | None = None


class Chart(msgspec.Struct, frozen=True):
    """Values at the start and after each round or turn."""

    title: str
    series: list[Series]
    span: Literal["round", "turn"] = "round"
    # How much one unit adds to the player's final score; 0 if it adds nothing directly. The page
    # uses it to work out which round or turn decided the game.
    worth: int = 0
    yen: bool = False  # whether the values are money

    @property
    def tells(self) -> bool:
        """Whether the values differ enough to be worth a chart."""
        values = [value for series in self.series for value in series.values]
        return bool(values) and max(values) - min(values) > 1
