"""The cards of a guided first game: what to explain, what to point at and which move to suggest.
The browser decides which card to show, because it knows which ones have been read."""

from collections.abc import Collection, Mapping
from typing import Protocol

import msgspec

from ichiba.core.guide import Step, guide_of
from ichiba.core.match import Match
from ichiba.core.messages import Message
from ichiba.core.story import kind_of
from ichiba.core.words import Words


class Possible(Protocol):
    """The possible moves, as far as a card needs to know them."""

    labels: Mapping[str, str]

    @property
    def final(self) -> Collection[str]:
        """Return the moves that can't be undone."""


class Card(msgspec.Struct, frozen=True):
    """One explanation."""

    name: str
    text: str
    rule: str
    pictures: list[str]
    point: str
    suggest: str = ""  # a legal move, or nothing
    label: str = ""
    final: bool = False


def cards_for(
    match: Match, prompt: Message, viewer: int | None, moves: Possible, words: Words
) -> list[Card] | None:
    """Return the cards for the current position, or None if there is no guide."""
    guide = guide_of(match.game)
    if guide is None or viewer is None:
        return None
    happened = {kind_of(event) for event in match.events if event.is_for(viewer)}
    return [
        _card(match, step, prompt, moves, words)
        for step in guide.step
        if step.fits(prompt, happened)
    ]


def _card(match: Match, step: Step, prompt: Message, moves: Possible, words: Words) -> Card:
    suggest = step.suggest if step.suggest in moves.labels else ""
    return Card(
        name=step.name,
        text=words.say(f"{match.game.name}.guide.{step.name}"),
        rule=prompt.rule,
        pictures=step.pictures,
        point=step.point,
        suggest=suggest,
        label=moves.labels[suggest] if suggest else "",
        final=bool(suggest) and suggest in moves.final,
    )
