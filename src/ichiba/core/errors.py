"""Exceptions, each with a reason that can be shown to a person."""

from typing import Self

from ichiba.core.messages import Argument, Reason


class IchibaError(Exception):
    """Base class of errors that a caller can correct; `str` gives the message."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason

    @classmethod
    def of(cls, key: str, **arguments: Argument) -> Self:
        """Create an error from a message key and its arguments."""
        return cls(Reason(key, arguments))

    def __str__(self) -> str:
        return str(self.reason)


class IllegalAction(IchibaError):  # noqa: N818 - part of the public interface
    """The rules do not allow this action; nothing has changed."""


class SetupError(IchibaError, ValueError):
    """A game cannot be set up with these players, options, names or this seed."""


class UnknownGame(IchibaError, LookupError):  # noqa: N818 - part of the public interface
    """There is no game with this name."""


class PositionError(IchibaError, ValueError):
    """A dump does not describe a position of the game."""


class RecordError(IchibaError, ValueError):
    """A file is not a record, is damaged, or cannot be replayed."""


class StuckError(RuntimeError):
    """A player has to decide but has nothing to choose from: an error of the rules or of a dump.

    Its argument is the name of the decision.
    """
