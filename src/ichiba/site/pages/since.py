"""What is new to a player: what the others did since the player's last turn."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

import msgspec

from ichiba.core.match import Match
from ichiba.core.messages import Event
from ichiba.core.story import Chapter, Story, kind_of, news, pointed_at, story_of
from ichiba.core.telling import Block, tell
from ichiba.core.words import Words


class Line(msgspec.Struct, frozen=True):
    """A line about something on the board."""

    text: str
    points: str  # ids of the board elements that it is about, separated by spaces
    seat: int | None = None
    details: list["Line"] = []


class Since(msgspec.Struct, frozen=True):
    """What happened since a player's last turn."""

    turns: list[Line]
    new: str  # ids of the board elements that have changed, until the player acts
    is_first: bool  # whether the player has not decided anything before


def since_for(
    match: Match, told: Sequence[Chapter], viewer: int, decided: int, words: Words
) -> Since | None:
    """Return what is new to a player, addressed to that player; None if nothing is.

    `decided` is the last decision of the player's last turn.
    """
    story, own = story_of(match.game), _turn_so_far(match, viewer, decided)
    without = [
        msgspec.structs.replace(
            one, events=[event for event in one.events if event.move not in own]
        )
        for one in told
        if one.last >= decided and not own.issuperset(event.move for event in one.events)
    ]
    found = news(story, without, viewer, decided)
    if all(event.move == 0 for _, new in found for event in new):
        return None  # nobody has moved yet, and the set-up is in the log
    # Others' turns are told as a whole, and of the viewer's own only what is new.
    shown = [
        msgspec.structs.replace(one, events=new) if one.seat == viewer else one
        for one, new in found
    ]
    told_turns = [_turn(match.game.name, story, chapter, words, viewer) for chapter in shown]
    changed = pointed_at(story.new, (event for chapter, new in found for event in new))
    is_fresh = decided == match.last_decision(viewer)
    new = " ".join(changed) if is_fresh else ""
    return Since(told_turns, new, not decided)


def _turn(title: str, story: Story, chapter: Chapter, words: Words, viewer: int) -> Line:
    """Return one line for a turn, with details if they say more."""
    block = tell(title, story, chapter, words, viewer)
    brief = _brief(title, story, chapter, words, viewer) or block

    def about(text: str, events: Sequence[Event], *more: Any) -> Line:
        return Line(text, " ".join(pointed_at(story.points, events)), *more)

    details = [about(line.text, line.events) for line in block.details]
    says_more = [line.text for line in details] != [*brief.headline]
    return about(" ".join(brief.headline), block.events, block.seat, details if says_more else [])


def _brief(title: str, story: Story, chapter: Chapter, words: Words, viewer: int) -> Block | None:
    """Return the turn without what the board shows anyway; None if nothing else is left."""
    events = [event for event in chapter.events if kind_of(event) not in story.aside]
    if len(events) == len(chapter.events):
        return None
    block = tell(title, story, msgspec.structs.replace(chapter, events=events), words, viewer)
    return block if block.is_news else None


def before_turn(match: Match, told: Sequence[Chapter], seat: int) -> int:
    """Return the last decision of a seat's last turn, or 0 if this is its first turn.

    A turn lasts while nobody else does anything that is told. Others may decide at the same time.
    """
    story, later = story_of(match.game), None
    if seat not in match.state.actors:
        return match.last_decision(seat)
    for number in match.decisions(seat):
        found = [event for _, new in news(story, told, seat, number, losses=False) for event in new]
        if any(later is None or event.move < later for event in found):
            return number
        later = number
    return 0


def _turn_so_far(match: Match, seat: int, decided: int) -> set[int]:
    """Return the moves of a seat after its last turn."""
    later = takewhile(lambda number: number > decided, match.decisions(seat))
    return {*later}
