"""What can go wrong, each with the reason that a person is told."""

from typing import Self

from ichiba.core.messages import Argument, Reason


class IchibaError(Exception):
    """Anything wrong that a caller can mend; `str` gives the sentence."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason

    @classmethod
    def of(cls, key: str, **arguments: Argument) -> Self:
        """An error of this kind from a key and its arguments."""
        return cls(Reason(key, arguments))

    def __str__(self) -> str:
        return str(self.reason)


class IllegalAction(IchibaError):  # noqa: N818 - the contract's name
    """A seat tried what the rules do not allow; nothing was changed."""


class SetupError(IchibaError, ValueError):
    """A game cannot be set up like this: players, seed, options or names."""


class UnknownGame(IchibaError, LookupError):  # noqa: N818 - reads as what it is
    """There is no title of this name."""


class PositionError(IchibaError, ValueError):
    """A dump is not a position of the game."""


class RecordError(IchibaError, ValueError):
    """A record file is damaged, foreign, or does not replay."""
