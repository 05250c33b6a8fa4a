"""What the engine says: a key with arguments, never a sentence."""

import msgspec

from ichiba.core.words import Words

Argument = int | str | list[int] | list[str]
Arguments = dict[str, Argument]


class Message(msgspec.Struct, frozen=True):
    """Something to be put into words at the edge; `rule` names the chapter it comes from."""

    key: str
    arguments: Arguments = {}
    rule: str = ""

    def __str__(self) -> str:
        return self.say(Words())

    def say(self, words: Words) -> str:
        """This message as a sentence."""
        return words.say(self.key, {**self.arguments})


class Reason(Message, frozen=True):
    """Why something is not allowed."""


class Event(Message, frozen=True, kw_only=True):
    """Something that happened; `audience` holds the seats that may know of it, None = everybody.

    `move` counts the moves of the record up to it: 0 is the set-up.
    """

    audience: tuple[int, ...] | None = None
    move: int = 0

    def is_for(self, seat: int | None) -> bool:
        """Whether this seat (None = a spectator) may know of it."""
        return self.audience is None or seat in self.audience
