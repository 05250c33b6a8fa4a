"""The players' clocks as a page shows them: scripts count down to `ends`.

A player sees their own clock exactly. In a game over days, the others see only until when they wait
at most: what is left after each turn would tell when somebody's clock rests.
"""

import msgspec
from django.utils.translation import gettext as _

from ichiba.site.models import Seat, Table
from ichiba.site.tables import clocks

_MINUTE, _HOUR, _DAY = 60, 3600, 86_400


class Face(msgspec.Struct, frozen=True):
    """One player's clock."""

    text: str  # what was left when it started, or is left while it stands
    ends: str  # when the time is up, if it runs
    low: int  # seconds that are left when it warns
    over_days: bool


def face_of(table: Table, seat: Seat, *, mine: bool) -> Face | None:
    """Return what is shown of a player's clock, if anything is."""
    if not clocks.has(table) or table.status != Table.Status.RUNNING or not seat.person_plays:
        return None
    runs = seat.due_since is not None
    if table.over_days and not mine and not runs:
        return None
    until = clocks.shown_until(table, seat, mine=mine)
    hidden = table.over_days and not mine
    return Face(
        text=""
        if hidden
        else in_figures(round(clocks.had(table, seat)), over_days=table.over_days),
        ends="" if until is None else until.isoformat(),
        low=clocks.low(table),
        over_days=table.over_days,
    )


def in_figures(seconds: int, *, over_days: bool) -> str:
    """Return a time as a clock shows it: 4:05, 1:00:00 or, over days, 2d 4h. Like clocks.js."""
    if over_days:
        days, hours, minutes = seconds // _DAY, seconds % _DAY // _HOUR, seconds % _HOUR // _MINUTE
        text = _("{days}d {hours}h") if days else _("{hours}h {minutes}m")
        return text.format(days=days, hours=hours, minutes=f"{minutes:02}")
    hours, minutes = seconds // _HOUR, seconds % _HOUR // _MINUTE
    rest = f"{seconds % _MINUTE:02}"
    return f"{hours}:{minutes:02}:{rest}" if hours else f"{minutes}:{rest}"
