"""Lines to be drawn when a game is over: data only, drawn at the edge."""

import msgspec


class Series(msgspec.Struct, frozen=True):
    """One line of a chart: what it is called, which symbol or player it belongs to, its values."""

    name: str
    values: list[int]
    symbol: str = ""
    seat: int | None = None


class Chart(msgspec.Struct, frozen=True):
    """Values by round."""

    title: str
    series: list[Series]
