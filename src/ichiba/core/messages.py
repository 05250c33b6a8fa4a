"""The engine's messages: a key with arguments, which `Words` turns into a sentence."""

from collections.abc import Iterable

import msgspec

from ichiba.core.words import Words

Argument = int | str | list[int] | list[str]
Arguments = dict[str, Argument]


class Message(msgspec.Struct, frozen=True):
    """A message that is put into words when it is shown; `rule` names a chapter of the rules."""

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
    """Something that happened; `audience` lists the seats that may know of it, None is everybody.

    `move` is the number of the move in the record; 0 is the set-up.
    """

    audience: tuple[int, ...] | None = None
    move: int = 0

    def is_for(self, seat: int | None) -> bool:
        """Whether this seat (None is a spectator) may know of it."""
        return self.audience is None or seat in self.audience


def history_of(events: Iterable[Event], seat: int | None) -> str:
    """The events that a seat may know of, as JSON: pairs of a key and its arguments."""
    seen = [(event.key, event.arguments) for event in events if event.is_for(seat)]
    return msgspec.json.encode(seen).decode()
