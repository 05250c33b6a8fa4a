"""Turns a chapter of a game's story into text: headline, details and bookkeeping."""

from collections.abc import Iterable, Sequence

import msgspec

from ichiba.core.messages import Arguments, Event
from ichiba.core.story import Chapter, Merge, Story, kind_of
from ichiba.core.words import Words

# More clauses make a sentence hard to read; the rest goes into a second sentence.
CLAUSES = 4


class Line(msgspec.Struct, frozen=True):
    """One line of a block, with the last move that it covers."""

    text: str
    move: int
    events: tuple[Event, ...]


class Block(msgspec.Struct, frozen=True):
    """A player's turn, or another group of events that are shown together."""

    seat: int | None  # whose turn it is, if it is anybody's
    first: int
    last: int
    headline: tuple[str, ...]  # one or two sentences
    latest: str  # the last thing that the headline tells, as a sentence
    is_news: bool  # whether the headline is made of headlines, or only of details
    details: tuple[Line, ...]
    bookkeeping: tuple[Line, ...]
    events: tuple[Event, ...]  # the events in the headline


class _Item(msgspec.Struct):
    """Events of one kind that share a clause or line."""

    kind: str
    events: list[Event]
    merge: Merge | None

    @property
    def apart(self) -> bool:
        """Whether the details list these events one by one instead of merged."""
        return self.merge is not None and not self.merge.details


def tell(
    title: str, story: Story, chapter: Chapter, words: Words, reader: int | None = None
) -> Block:
    """The text of a chapter. It addresses the reader: "Ken buys two Squid from you."."""
    return _Teller(title, story, chapter, words, reader).block()


class _Teller:
    def __init__(
        self, title: str, story: Story, chapter: Chapter, words: Words, reader: int | None
    ) -> None:
        self.title, self.story, self.chapter = title, story, chapter
        self.words, self.reader = words, reader
        visit = story.visit
        self._doors = [] if visit is None else [visit.enter, visit.leave]
        # The reader is "you" inside a sentence. At the beginning, the verbs would not agree.
        self.objects = words if reader is None else _addressing(words, reader)

    def block(self) -> Block:
        events = self.chapter.events
        told = [e for e in events if self.story.is_told(e) or kind_of(e) in self._doors]
        rest = [event for event in events if not self.story.is_told(event)]
        headlines = [event for event in events if self.story.is_headline(event)]
        headline = self._headline(headlines) or self._for_want_of_headlines(told)
        return Block(
            seat=self.chapter.seat,
            first=self.chapter.first,
            last=self.chapter.last,
            headline=tuple(headline),
            latest=self._latest(headlines) or " ".join(headline),
            is_news=bool(headlines),
            details=tuple(self._lines(told)),
            bookkeeping=tuple(self._line([item]) for item in self._neighbours(rest)),
            events=tuple(headlines or told),
        )

    # --- The headline

    def _headline(self, events: list[Event]) -> list[str]:
        """One sentence about what the player did, or two if it is long, then everything else."""
        did: list[str] = []
        others: list[str] = []
        for item in self._merged(events):
            clause = self._clause(item)
            seat = self._seat(item)
            if clause and seat is not None and seat == self.chapter.seat and not self._own(seat):
                did.append(clause)
            else:
                others.append(self._sentence(item))
        return [*self._sentences(did), *others]

    def _latest(self, events: list[Event]) -> str:
        """What happened last in somebody's turn; "" if the headline tells it best as a whole."""
        if self.chapter.seat is None or not events:
            return ""
        newest = next(item for item in self._merged(events) if item.events[-1] is events[-1])
        return self._sentence(newest)

    def _sentences(self, did: list[str]) -> list[str]:
        seat = self.chapter.seat
        if not did or seat is None:
            return []
        if len(did) <= CLAUSES:
            return [self._said("turn", seat, did)]
        half = (len(did) + 1) // 2
        return [self._said("turn", seat, did[:half]), self._said("also", seat, did[half:])]

    def _for_want_of_headlines(self, told: list[Event]) -> list[str]:
        """The first details, or a sentence that the turn has begun."""
        lines = [line.text for line in self._lines(told)][:2]
        return lines or [self._sentence(self._item(self.chapter.events[-1]))]

    # --- Lines

    def _lines(self, events: list[Event]) -> list[Line]:
        """The lines: repeated neighbours are merged, and a visit is one line."""
        lines: list[Line] = []
        visit: list[_Item] = []  # what the visitor has done so far
        meanwhile: list[Line] = []  # how the visit affected other players
        for item in self._neighbours(events):
            if item.kind in self._doors:
                lines += self._visit_lines(visit, meanwhile)
                visit, meanwhile = ([item] if item.kind == self._doors[0] else []), []
            elif visit and self._belongs(item, visit[0]):
                visit.append(item)
            else:
                (meanwhile if visit else lines).append(self._line([item]))
        return [*lines, *self._visit_lines(visit, meanwhile)]

    def _visit_lines(self, visit: list[_Item], meanwhile: list[Line]) -> list[Line]:
        return [self._line(visit), *meanwhile] if visit else []

    def _belongs(self, item: _Item, entry: _Item) -> bool:
        """Whether this event is part of a visit."""
        return self._seat(item) == self._seat(entry) and self._knows("did", item)

    def _line(self, items: list[_Item]) -> Line:
        events = tuple(event for item in items for event in item.events)
        seat = self._seat(items[0])
        if len(items) > 1 and seat is not None:
            text = self._said("turn", seat, [self._clause(item) for item in items])
        else:
            text = self._sentence(items[0], whole=not items[0].apart)
        return Line(text, events[-1].move, events)

    # --- Merging

    def _neighbours(self, events: Iterable[Event]) -> list[_Item]:
        items: list[_Item] = []
        for event in events:
            item = self._item(event)
            if items and not item.apart and _go_together(items[-1], item):
                items[-1].events.append(event)
            else:
                items.append(item)
        return items

    def _merged(self, events: Iterable[Event]) -> list[_Item]:
        items: list[_Item] = []
        for event in events:
            item = self._item(event)
            twin = next((one for one in items if _go_together(one, item)), None)
            if twin is None:
                items.append(item)
            else:
                twin.events.append(event)
        return items

    def _item(self, event: Event) -> _Item:
        kind = kind_of(event)
        return _Item(kind, [event], self.story.merge.get(kind))

    # --- Words

    def _sentence(self, item: _Item, *, whole: bool = True) -> str:
        """One item as a whole sentence, from the story's words or else from the event's own."""
        seat = self._seat(item)
        if self._own(seat) and self._knows("you", item):
            return self.words.say(self._key("you", item), self._arguments(item, self.objects))
        if not whole:
            return item.events[-1].say(self.words)
        clause = self._clause(item)
        if clause and seat is not None:
            return self._said("turn", seat, [clause])
        for form in ("setup", "line"):
            if self._knows(form, item) and (form == "line" or self.chapter.is_setup):
                return self.words.say(self._key(form, item), self._arguments(item, self.objects))
        return item.events[-1].say(self.words)

    def _clause(self, item: _Item) -> str:
        """What the player did, as a clause that follows their name; "" if there is none."""
        key = self._key("did", item)
        if not self.words.knows(key):
            return ""
        return self.objects.say(key, self._arguments(item, self.objects))

    def _arguments(self, item: _Item, words: Words) -> dict[str, object]:
        merge, last = item.merge, item.events[-1].arguments
        arguments: dict[str, object] = {"count": len(item.events), **last}
        if merge is None:
            return arguments
        for name in merge.add:
            arguments[name] = sum(int(str(event.arguments[name])) for event in item.events)
        for name in merge.gather:
            arguments[name] = [one for event in item.events for one in _listed(event, name)]
        if merge.parts:
            arguments["parts"] = self._parts(item, words)
        return arguments

    def _parts(self, item: _Item, words: Words) -> list[str]:
        """The events as items of a list; those that read the same are counted."""
        key = self._key("part", item)
        alike: dict[str, list[Arguments]] = {}
        for event in item.events:
            alike.setdefault(words.say(key, {"count": 1, **event.arguments}), []).append(
                event.arguments
            )
        return [words.say(key, {"count": len(all_of), **all_of[0]}) for all_of in alike.values()]

    def _said(self, form: str, seat: int, did: Sequence[str]) -> str:
        return self.words.say(f"core.story.{form}", {"seat": seat, "did": [*did]})

    def _key(self, form: str, item: _Item) -> str:
        return f"{self.title}.story.{form}.{item.kind}"

    def _knows(self, form: str, item: _Item) -> bool:
        return self.words.knows(self._key(form, item))

    def _seat(self, item: _Item) -> int | None:
        seat = item.events[0].arguments.get("seat")
        return seat if isinstance(seat, int) else None

    def _own(self, seat: int | None) -> bool:
        """Whether this player is the reader."""
        return self.reader is not None and seat == self.reader


def _go_together(one: _Item, other: _Item) -> bool:
    if one.kind != other.kind or one.merge is None:
        return False
    return all(
        one.events[0].arguments.get(name) == other.events[0].arguments.get(name)
        for name in one.merge.same
    )


def _listed(event: Event, name: str) -> list[object]:
    value = event.arguments[name]
    return [*value] if isinstance(value, list) else [value]


def _addressing(words: Words, reader: int) -> Words:
    names = [words.name(seat) for seat in range(max(len(words.names), reader + 1))]
    names[reader] = words.say("core.you")
    return Words(names, words.language)
