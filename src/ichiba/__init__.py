"""Ichiba (市場, "market"): three board games set in Tokyo, to play online or in the terminal."""

import ichiba.games as _titles  # noqa: F401 - registers them
from ichiba.core.errors import (
    IchibaError,
    IllegalAction,
    PositionError,
    RecordError,
    SetupError,
    UnknownGame,
)
from ichiba.core.game import Game, State
from ichiba.core.match import Match
from ichiba.core.messages import Event, Message, Reason
from ichiba.core.observation import Plane, Spec
from ichiba.core.observer import Observer
from ichiba.core.options import Option
from ichiba.core.record import Record
from ichiba.core.registry import change, games, load

__version__ = "0.1.0"

__all__ = [
    "Event",
    "Game",
    "IchibaError",
    "IllegalAction",
    "Match",
    "Message",
    "Observer",
    "Option",
    "Plane",
    "PositionError",
    "Reason",
    "Record",
    "RecordError",
    "SetupError",
    "Spec",
    "State",
    "UnknownGame",
    "__version__",
    "change",
    "games",
    "load",
]
