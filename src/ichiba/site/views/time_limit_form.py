"""The part of the set-up form about time: presets, one's own limit, and what happens at zero."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from ichiba.site.models import Table
from ichiba.site.tables import time_limits
from ichiba.site.tables.changes import Refused
from ichiba.site.tables.time_limits import MINUTE, TimeLimit

# What the form suggests for a limit of one's own.
MINUTES, SECONDS = 20, 10
_MOST_MINUTES = 24 * 60
# Whoever saves time can have at most this many times what they started with.
_SAVED = 4


def limit_of(data: Mapping[str, str]) -> TimeLimit:
    """Return the time limit of a posted form; Refused if it makes no sense."""
    pace = data.get("pace", Table.Pace.NONE)
    limit = _own(data) if pace == Table.Pace.OWN else time_limits.named(pace)
    weekends = data.get("weekends_off") == "yes"
    return time_limits.with_rule(limit, data.get("at_zero", ""), weekends_off=weekends)


def _own(data: Mapping[str, str]) -> TimeLimit:
    minutes = _number(data.get("minutes", ""), _MOST_MINUTES)
    added = _number(data.get("seconds", ""), 3600)
    if not minutes or added is None:
        raise Refused(_("Enter whole numbers: at least 1 minute, and at least 0 seconds."))
    bank = minutes * MINUTE
    most = max(min(_SAVED * bank, time_limits.MOST), added)
    return time_limits.own(bank, added, most)


def _number(text: str, most: int) -> int | None:
    """Return a number, or None if it isn't one from 0 to `most`."""
    text = text.strip()
    fits = text.isascii() and text.isdigit() and len(text) < 6
    return int(text) if fits and int(text) <= most else None


def context(posted: Mapping[str, str] | None) -> dict[str, object]:
    """Return what the form shows."""
    sent = posted or {}
    return {
        "paces_live": [(one.value, one.label) for one in time_limits.LIVE],
        "paces_over_days": [(one.value, one.label) for one in time_limits.OVER_DAYS],
        "pace": sent.get("pace", Table.Pace.NONE.value),
        "own_minutes": sent.get("minutes", str(MINUTES)),
        "own_seconds": sent.get("seconds", str(SECONDS)),
        "at_zero": sent.get("at_zero", ""),
        "weekends_off": sent.get("weekends_off") == "yes",
    }
