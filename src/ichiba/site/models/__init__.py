"""Database models."""

from ichiba.site.models.daily import DailyMarket, DailyTry
from ichiba.site.models.errands import Errand
from ichiba.site.models.notices import Channel, DayOff, Event, Notices, PushSubscription
from ichiba.site.models.pairing import Search
from ichiba.site.models.people import (
    NAME_LENGTH,
    ApiToken,
    Person,
    new_key,
    somebody,
    token_digest,
)
from ichiba.site.models.ratings import RatedGame, Rating, Tempo, tempo_of
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
    "DailyMarket",
    "DailyTry",
    "DayOff",
    "Errand",
    "Event",
    "Happening",
    "Move",
    "Notices",
    "Person",
    "PushSubscription",
    "RatedGame",
    "Rating",
    "Report",
    "Result",
    "Search",
    "Seat",
    "SiteValue",
    "Table",
    "Tally",
    "Tempo",
    "Upload",
    "Vote",
    "due_bits",
    "new_key",
    "new_slug",
    "somebody",
    "speaker",
    "tempo_of",
    "token_digest",
]
