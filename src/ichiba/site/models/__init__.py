"""Database models."""

from ichiba.site.models.errands import Errand
from ichiba.site.models.notices import Channel, DayOff, Event, Notices, PushSubscription
from ichiba.site.models.people import (
    NAME_LENGTH,
    ApiToken,
    Person,
    new_key,
    somebody,
    token_digest,
)
from ichiba.site.models.reports import Report
from ichiba.site.models.site import SiteValue, Tally, Upload
from ichiba.site.models.tables import (
    CHAT_LINES,
    AutomaticBid,
    ChatLine,
    Happening,
    Move,
    Result,
    Seat,
    Table,
    Vote,
    due_bits,
    new_slug,
    speaker,
)

__all__ = [
    "CHAT_LINES",
    "NAME_LENGTH",
    "ApiToken",
    "AutomaticBid",
    "Channel",
    "ChatLine",
    "DayOff",
    "Errand",
    "Event",
    "Happening",
    "Move",
    "Notices",
    "Person",
    "PushSubscription",
    "Report",
    "Result",
    "Seat",
    "SiteValue",
    "Table",
    "Tally",
    "Upload",
    "Vote",
    "due_bits",
    "new_key",
    "new_slug",
    "somebody",
    "speaker",
    "token_digest",
]
