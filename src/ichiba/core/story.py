"""How the log of a game is built from its events, as declared in `story.toml`.

Each kind of event is a headline, a detail or bookkeeping. The file also says which events begin a
block (a player's turn, a reveal, the end), which are merged with neighbours of the same kind, and
which elements of the board an event is about. The texts are in the game's words:

- `<title>.story.did.<kind>` continues a sentence that begins with a player: "catches three Squid",
- `<title>.event.<kind>` is a whole sentence, for events that have no such clause,
- `<title>.story.line.<kind>` is a whole sentence for merged events, `setup.<kind>` the same in the
  set-up, and `part.<kind>` is one item of the list `{parts}` in any of these.

Each of them can have a second-person form, with `_you` at the end of its key.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from tomllib import loads

import msgspec

from ichiba.core.game import Game
from ichiba.core.messages import Arguments, Event
from ichiba.core.structs import reader


class Merge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How neighbouring events of one kind are merged: those with equal `same` arguments.

    The result has the arguments of the last event, and `count`, the number of events.
    """

    same: list[str]
    add: list[str] = []  # arguments that are added up
    gather: list[str] = []  # arguments that become a list
    parts: bool = False  # each event is an item of a list; equal ones are counted or added up
    kind: str = ""  # merged with this kind of event and told as if it were of that kind
    details: bool = True  # whether they are merged in the details too


class Visit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that a player does between two kinds of events becomes one line."""

    enter: str
    leave: str


class Ranks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All kinds of events, by importance."""

    headline: frozenset[str]
    detail: frozenset[str]
    bookkeeping: frozenset[str]


class Story(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole of `story.toml`."""

    # Kinds of events that begin a block, each with the argument that holds its player, or "".
    begin: dict[str, str]
    rank: Ranks
    merge: dict[str, Merge] = {}
    visit: Visit | None = None
    always: frozenset[str] = frozenset()  # told to their player even in the player's own turn
    # Headlines that the recap leaves to the details of a turn, because the board shows them.
    aside: frozenset[str] = frozenset()
    points: dict[str, list[str]] = {}  # ids of the elements of the board that an event is about
    new: dict[str, list[str]] = {}  # those that it has changed: highlighted until the viewer acts

    def is_told(self, event: Event) -> bool:
        """Whether the event is a headline or a detail."""
        return kind_of(event) not in self.rank.bookkeeping

    def seat_of(self, event: Event) -> int | None:
        """The player whose block this event begins."""
        seat = event.arguments.get(self.begin.get(kind_of(event), ""))
        return seat if isinstance(seat, int) else None


def kind_of(event: Event) -> str:
    """The last part of an event's key, such as "bought"."""
    return _last_part(event.key)


@cache
def _last_part(key: str) -> str:
    return key.rpartition(".")[2]


_read = reader(Story)


@lru_cache
def story_of(game: Game) -> Story:
    """The story of a game, from its `story.toml`."""
    text = (files(game.package) / "story.toml").read_text(encoding="utf-8")
    return _read(loads(text))


class Chapter(msgspec.Struct):
    """The events of one block that a viewer may know of, in order."""

    seat: int | None
    events: list[Event]
    is_setup: bool = False  # what happened before the first turn
    is_opening: bool = True  # whether it has only events that begin a block so far

    @property
    def may_be_joined(self) -> bool:
        """Whether another event that begins a block may still belong to this one."""
        return self.is_opening and self.seat is None

    def mentions(self, seat: int) -> bool:
        """Whether an event is about this seat, as the one who acts or another."""
        return any(_is_about(event.arguments, seat) for event in self.events)

    @property
    def first(self) -> int:
        """The number of its first move."""
        return self.events[0].move

    @property
    def last(self) -> int:
        """The number of its last move so far."""
        return self.events[-1].move


def _is_about(arguments: Arguments, seat: int) -> bool:
    seats, others = arguments.get("seats"), arguments.get("others")
    return (
        arguments.get("seat") == seat
        or (isinstance(seats, list) and seat in seats)
        or (isinstance(others, list) and seat in others)
    )


def chapters(
    story: Story, events: Iterable[Event], before: Sequence[Chapter] = ()
) -> list[Chapter]:
    """Split events into blocks, continuing those before, which stay as they are."""
    told = [*before]
    if told:
        last = told[-1]
        told[-1] = msgspec.structs.replace(last, events=[*last.events])
    for event in events:
        add(story, told, event)
    return told


def add(story: Story, told: list[Chapter], event: Event) -> None:
    """Add an event to the last chapter, or begin a new one.

    Consecutive events that begin a block share one block ("Round 2 begins. It is Aki's turn."),
    until one of them says whose block it is.
    """
    begins = kind_of(event) in story.begin
    current = told[-1] if told else None
    if current is None or (begins and not current.may_be_joined):
        told.append(Chapter(story.seat_of(event), [event], not begins, begins))
        return
    current.events.append(event)
    current.is_opening = current.is_opening and begins
    if begins:
        current.seat = story.seat_of(event)


def news(
    story: Story, told: Sequence[Chapter], seat: int, last_decision: int, *, losses: bool = True
) -> list[tuple[Chapter, list[Event]]]:
    """The chapters with events that a seat has not seen yet.

    These include the effects of the seat's own last decision, such as a reveal after the last
    ticket, but neither the decision itself nor the set-up. With `losses`, what the seat is `always`
    told about its own turn is included.
    """
    found = []
    for chapter in reversed(told):
        if chapter.last < last_decision:
            break  # so are all chapters before it
        if chapter.seat == seat and chapter.first <= last_decision:
            lost = [one for one in chapter.events if _is_lost(story, one, seat, last_decision)]
            found += [(chapter, lost)] if lost and losses else []
            continue
        begun_since = chapter.first >= last_decision
        new = [event for event in chapter.events if begun_since or event.move > last_decision]
        if any(event.move and story.is_told(event) for event in new):
            found.append((chapter, new))
    return found[::-1]


def _is_lost(story: Story, event: Event, seat: int, last_decision: int) -> bool:
    is_its_own = event.arguments.get("seat") == seat and event.move >= last_decision
    return is_its_own and kind_of(event) in story.always


def pointed_at(ids: dict[str, list[str]], events: Iterable[Event]) -> list[str]:
    """The elements of the board that the events are about, each of them once."""
    found: dict[str, None] = {}
    for event in events:
        for form in ids.get(kind_of(event), ()):
            found |= dict.fromkeys(_filled_in(form, event))
    return [*found]


def _filled_in(form: str, event: Event) -> list[str]:
    """The ids with the arguments filled in: one for each item if an argument is a list."""
    made = [form]
    for name in _arguments_in(form):
        value = event.arguments.get(name)
        values = value if isinstance(value, list) else [value]
        made = [one.replace(f"{{{name}}}", _slug(item)) for one in made for item in values]
    return made


@cache
def _arguments_in(form: str) -> list[str]:
    return re.findall(r"{(\w+)}", form)


@lru_cache(maxsize=2000, typed=True)
def _slug(value: object) -> str:
    """An argument as part of an id: the last part of a message key, or a name in lower case."""
    name = str(value).rpartition(".")[2].lower().replace(" ", "-")
    return re.sub(r"_(\d+)$", r"-\1", name)
