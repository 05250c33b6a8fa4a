"""The engine's messages: a key with arguments, which `Words` turns into a sentence."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import takewhile

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

    def say(self, words: Words) -> str:
        """This event as a sentence: its own or, if it has none, its clause after the player's name.

        A single event is told like several that are merged: it has a count and, maybe, parts.
        """
        said: dict[str, object] = {"count": 1, **self.arguments}
        did, part = clause_of(self.key), part_of(self.key)
        if words.knows(self.key) or not words.knows(did):
            return words.say(self.key, said)
        if words.knows(part):
            said["parts"] = [words.say(part, said)]
        return words.say("core.story.turn", {"seat": said["seat"], "did": [words.say(did, said)]})

    def is_for(self, seat: int | None) -> bool:
        """Whether this seat (None is a spectator) may know of it."""
        return self.audience is None or seat in self.audience


@cache
def clause_of(event: str) -> str:
    """The key of the clause for a kind of event: what the player does, after the player's name."""
    return event.replace(".event.", ".story.did.", 1)


@cache
def part_of(event: str) -> str:
    """The key of the text for an event of this kind that is one item of a list."""
    return event.replace(".event.", ".story.part.", 1)


def history_of(events: Iterable[Event], seat: int | None) -> str:
    """The events that a seat may know of, as JSON: pairs of a key and its arguments."""
    seen = [(event.key, event.arguments) for event in told(events) if event.is_for(seat)]
    return msgspec.json.encode(seen).decode()


# Notes in the log of a position, which are not events of the game.
_CHOSE = "chose"
_REDRAWN = "redrawn"
_NOTES = (_CHOSE, _REDRAWN)


def chose(seat: int, action: int) -> Event:
    """A note of what a seat chose. Only that seat may know of it."""
    return Event(_CHOSE, {"action": action}, audience=(seat,))


def told(log: Iterable[Event]) -> list[Event]:
    """The events in the log of a position, without notes."""
    return [event for event in log if event.key not in _NOTES]


def events_for(log: Iterable[Event], seat: int | None, players: int) -> list[Event]:
    """The part of a log that a seat may know of, for a position that is redrawn for it.

    It begins with a note for the other seats, which have lost what only they knew.
    """
    others = tuple(other for other in range(players) if other != seat)
    return [Event(_REDRAWN, audience=others), *(event for event in log if event.is_for(seat))]


def is_whole(log: Sequence[Event], seat: int) -> bool:
    """Whether a log still has everything that the seat has seen and chosen."""
    notes = takewhile(lambda event: event.key == _REDRAWN, log)
    return not any(note.is_for(seat) for note in notes)


def recollection(log: Iterable[Event], seat: int, sight: object) -> str:
    """What a seat has seen happen, what it chose, and what it sees now, as JSON."""
    seen = [(event.key, event.arguments) for event in log if event.is_for(seat)]
    return msgspec.json.encode((seen, sight)).decode()
