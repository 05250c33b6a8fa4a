"""Turns a chapter of a game's story into text: headline, details and bookkeeping.

Everything is told in the order in which it happened. Only neighbours are merged: equal things are
counted, several objects share a verb, and what one player did in a row is one sentence.
"""

from collections.abc import Iterable, Sequence

import msgspec

from ichiba.core.messages import Arguments, Event, clause_of, part_of
from ichiba.core.story import Chapter, Merge, Story, kind_of
from ichiba.core.words import Words

# More clauses make a sentence hard to read; the rest goes into another sentence.
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
    headline: tuple[str, ...]  # a few sentences
    latest: str  # the last thing that the headline tells, as a sentence
    is_news: bool  # whether the headline is made of headlines, or only of details
    details: tuple[Line, ...]
    bookkeeping: tuple[Line, ...]
    events: tuple[Event, ...]  # the events in the headline


class _Item(msgspec.Struct):
    """Neighbouring events that share a clause or line."""

    kind: str
    events: list[Event]
    merge: Merge | None
    seat: int | None  # whose events these are, if they are one player's
    clause: str  # the key of the clause that follows the player's name; "" if there is none
    apart: bool  # whether the details list these events one by one instead of merged

    def add(self, event: Event) -> None:
        """Merge another event with these."""
        self.events.append(event)
        if self.merge is not None and "seat" in self.merge.gather:
            self.seat = None


def tell(
    title: str, story: Story, chapter: Chapter, words: Words, reader: int | None = None
) -> Block:
    """The text of a chapter, addressed to the reader: "Ken buys two Squid from you."."""
    return _Teller(title, story, chapter, words.to(reader)).block()


class _Teller:
    def __init__(self, title: str, story: Story, chapter: Chapter, words: Words) -> None:
        self.title, self.story, self.chapter, self.words = title, story, chapter, words
        visit = story.visit
        self._doors = [] if visit is None else [visit.enter, visit.leave]

    def block(self) -> Block:
        rank, doors = self.story.rank, self._doors
        headlines, told, rest = [], [], []
        for event in self.chapter.events:
            kind = kind_of(event)
            if kind in rank.headline:
                headlines.append(event)
            if kind not in rank.bookkeeping:
                told.append(event)
                continue
            rest.append(event)
            if kind in doors:
                told.append(event)
        items = self._neighbours(headlines)
        details = self._lines(told)
        headline = self._headline(items) or self._details_alone(details)
        return Block(
            seat=self.chapter.seat,
            first=self.chapter.first,
            last=self.chapter.last,
            headline=tuple(headline),
            latest=self._latest(items) or " ".join(headline),
            is_news=bool(headlines),
            details=tuple(details),
            bookkeeping=tuple(self._line([item]) for item in self._neighbours(rest, apart=True)),
            events=tuple(headlines or told),
        )

    # --- The headline

    def _headline(self, items: list[_Item]) -> list[str]:
        """What each player did in a row is a sentence, or several if it is long."""
        sentences: list[str] = []
        did: list[_Item] = []
        actor: int | None = None
        for item in items:
            seat = item.seat
            has_clause = bool(item.clause) and seat is not None
            if not has_clause or seat != actor:
                sentences += self._sentences(actor, did)
                did, actor = [], seat
            if has_clause:
                did.append(item)
            else:
                sentences.append(self._sentence(item))
        return [*sentences, *self._sentences(actor, did)]

    def _sentences(self, seat: int | None, did: list[_Item]) -> list[str]:
        if not did or seat is None:
            return []
        count = -(-len(did) // CLAUSES)
        size = -(-len(did) // count)
        return [
            self._said("also" if at else "turn", seat, did[at : at + size])
            for at in range(0, len(did), size)
        ]

    def _latest(self, items: list[_Item]) -> str:
        """What happened last in somebody's turn; "" if the headline tells it best as a whole."""
        return self._sentence(items[-1]) if items and self.chapter.seat is not None else ""

    def _details_alone(self, details: list[Line]) -> list[str]:
        """The first details, or a sentence that the turn has begun."""
        lines = [line.text for line in details][:2]
        return lines or [self._sentence(self._item(self.chapter.events[-1]))]

    # --- Lines

    def _lines(self, events: list[Event]) -> list[Line]:
        """The lines: repeated neighbours are merged, and so is what a visitor does in a row."""
        lines: list[Line] = []
        visit: list[_Item] = []  # what the visitor has done so far
        for item in self._neighbours(events, apart=True):
            if visit and self._belongs(item, visit[0]):
                visit.append(item)
                continue
            lines += [self._line(visit)] if visit else []
            visit = [item] if item.kind in self._doors[:1] else []
            if item.kind not in self._doors:
                lines.append(self._line([item]))
        return [*lines, self._line(visit)] if visit else lines

    def _belongs(self, item: _Item, entry: _Item) -> bool:
        """Whether this event continues a visit."""
        return item.kind not in self._doors and item.seat == entry.seat and bool(item.clause)

    def _line(self, items: list[_Item]) -> Line:
        events = tuple(event for item in items for event in item.events)
        seat = items[0].seat
        if len(items) > 1 and seat is not None:
            text = self._said("turn", seat, items)
        elif len(events) == 1 and self.words.knows(events[0].key):
            text = events[0].say(self.words)  # it can say more than a clause of the headline
        elif items[0].apart:
            text = events[-1].say(self.words)
        else:
            text = self._sentence(items[0])
        return Line(text, events[-1].move, events)

    # --- Merging

    def _neighbours(self, events: Iterable[Event], *, apart: bool = False) -> list[_Item]:
        """The events, with equal neighbours merged; not those that details list `apart`."""
        items: list[_Item] = []
        for event in events:
            item = self._item(event)
            if items and not (apart and item.apart) and _go_together(items[-1], item):
                items[-1].add(event)
            else:
                items.append(item)
        return items

    def _item(self, event: Event) -> _Item:
        kind = kind_of(event)
        merge, seat = self.story.merge.get(kind), event.arguments.get("seat")
        clause = clause_of(event.key)
        return _Item(
            merge.kind or kind if merge else kind,
            [event],
            merge,
            seat if isinstance(seat, int) else None,
            clause if self.words.knows(clause) else "",
            merge is not None and not merge.details,
        )

    # --- Words

    def _sentence(self, item: _Item) -> str:
        """One item as a whole sentence."""
        if item.clause and item.seat is not None:
            return self._said("turn", item.seat, [item])
        for form in ("setup", "line"):
            key = f"{self.title}.story.{form}.{item.kind}"
            if self.words.knows(key) and (form == "line" or self.chapter.is_setup):
                return self.words.say(key, self._arguments(item))
        return item.events[-1].say(self.words)

    def _clause(self, item: _Item, *, is_last: bool) -> str:
        """What the player did, as a clause that follows their name."""
        then = f"{item.clause}_then"
        key = item.clause if is_last or not self.words.knows(then) else then
        return self.words.say(key, self._arguments(item))

    def _arguments(self, item: _Item) -> dict[str, object]:
        merge, last = item.merge, item.events[-1].arguments
        arguments: dict[str, object] = {"count": len(item.events), **last}
        if merge is None or (len(item.events) == 1 and not merge.parts):
            return arguments
        if len(item.events) > 1:
            for name in merge.add:
                arguments[name] = _added(name, (event.arguments for event in item.events))
            for name in merge.gather:
                arguments[name] = [one for event in item.events for one in _listed(event, name)]
        if merge.parts:
            arguments["parts"] = self._parts(item, merge)
        return arguments

    def _parts(self, item: _Item, merge: Merge) -> list[str]:
        """The events as items of a list. Equal ones are counted, or their amounts added up."""
        if len(item.events) == 1:
            return [
                self.words.say(
                    part_of(item.events[0].key), {"count": 1, **item.events[0].arguments}
                )
            ]
        alike: dict[tuple[object, ...], list[Event]] = {}
        for event in item.events:
            given = [str(v) for k, v in event.arguments.items() if k not in merge.add]
            alike.setdefault((event.key, *given), []).append(event)
        said = []
        for same in alike.values():
            arguments: dict[str, object] = {"count": len(same), **same[0].arguments}
            for name in merge.add:
                arguments[name] = _added(name, (event.arguments for event in same))
            said.append(self.words.say(part_of(same[0].key), arguments))
        return said

    def _said(self, form: str, seat: int, did: Sequence[_Item]) -> str:
        """What a player did in a row, as a sentence of the language."""
        last = did[-1]
        clauses = [self._clause(item, is_last=item is last) for item in did]
        told = self.words.clauses(clauses)
        return self.words.say(f"core.story.{form}", {"seat": seat, "did": told})


def _go_together(one: _Item, other: _Item) -> bool:
    if one.kind != other.kind or one.merge is None:
        return False
    return all(
        one.events[0].arguments.get(name) == other.events[0].arguments.get(name)
        for name in one.merge.same
    )


def _added(name: str, events: Iterable[Arguments]) -> int:
    return sum(int(str(arguments[name])) for arguments in events)


def _listed(event: Event, name: str) -> list[object]:
    value = event.arguments[name]
    return [*value] if isinstance(value, list) else [value]
