"""The cards of a guided first game: what to explain, what to point at and which move to suggest.
The browser decides which card to show, because it knows which ones have been read."""

from collections.abc import Callable, Collection, Mapping
from random import Random
from typing import Protocol

import msgspec

from ichiba import bots
from ichiba.core.game import Game
from ichiba.core.guide import Position, Told, guide_of, steps_for
from ichiba.core.match import Match
from ichiba.core.observer import Observer
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
    game: Game,
    position: Position,
    moves: Possible,
    words: Words,
    advise: Callable[[], str] | None = None,
) -> list[Card] | None:
    """Return the cards for the current position, or None if there is no guide.

    `advise` finds the move that is suggested; without it, no card suggests any.
    """
    if guide_of(game) is None:
        return None
    told = steps_for(game, position)
    wanted = bool(moves.labels) and any(one.step.suggest for one in told)
    suggest = advise() if advise is not None and wanted else ""
    return [_card(one, position.prompt.rule, suggest, moves, words) for one in told]


def _card(told: Told, rule: str, suggest: str, moves: Possible, words: Words) -> Card:
    step = told.step
    if not told.may_suggest(suggest) or suggest not in moves.labels:
        suggest = ""
    return Card(
        name=step.name,
        text=told.text.say(words),
        rule=rule,
        pictures=step.pictures,
        point=told.point,
        suggest=suggest,
        label=moves.labels[suggest] if suggest else "",
        final=bool(suggest) and suggest in moves.final,
    )


def what_an_expert_does(match: Match, seat: int, seed: str) -> str:
    """Return the move of a strong bot that knows what the seat may know.

    `seed` must be public, so that the answer can't betray anything. It takes at most some 20 ms;
    only guided games against bots ask for it.
    """
    game, state = match.game, match.state
    if seat not in state.actors or bots.EXPERT not in bots.names(game):
        return ""
    rng = Random(f"guide {seed} {seat}")
    return game.notation(bots.make(bots.EXPERT, game, rng).choose(Observer(game, state, seat)))
