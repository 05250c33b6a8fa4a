"""The guided first game: what is explained and when, as declared in a game's `guide.toml`.

The texts are in the game's words under `<title>.guide.<step>`, at most fifty words each. The first
step explains how to win; it has a picture and no conditions. Every other step is shown once its
conditions hold: a certain prompt, a certain chapter of the rules, something that the player has
done. What a step says about the position itself comes from the position: a function in the game's
`board/guide.py` finds the names and amounts, or that the step doesn't apply.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from tomllib import loads
from typing import Any, cast

import msgspec

from ichiba.core.game import Game
from ichiba.core.messages import Arguments, Event, Message
from ichiba.core.options import Values
from ichiba.core.story import kind_of
from ichiba.core.structs import reader


class Position(msgspec.Struct, frozen=True):
    """A position as the player sees it: what is known, asked and possible, and what happened."""

    view: Mapping[str, Any]
    seat: int
    prompt: Message
    events: Sequence[Event]
    choices: Collection[str]  # the notations of the legal moves

    def has_happened(self, kind: str, *, to_anyone: bool = False) -> bool:
        """Whether this has happened: to the player, if the event is about a player."""
        return any(
            kind_of(event) == kind
            and (to_anyone or event.arguments.get("seat", self.seat) == self.seat)
            for event in self.events
        )

    def last(self, kind: str) -> Arguments:
        """The arguments of the last event of this kind."""
        return next(e.arguments for e in reversed(self.events) if kind_of(e) == kind)


class Facts(msgspec.Struct, frozen=True):
    """What a step says about one position."""

    arguments: Arguments = {}
    text: str = ""  # the name of a sentence that fits better than the step's own
    point: str = ""  # the id of an element that fits better than the step's own
    agrees: Collection[str] | None = None  # the moves that the text speaks for, if not all


# Finds what a step says about a position, or None if it has nothing to say.
Find = Callable[[Position], Facts | None]


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An explanation that is shown the first time it is relevant."""

    name: str
    prompt: str = ""  # the end of the prompt's key, such as "prompt.turn"
    rule: str = ""
    event: str = ""
    anyone: bool = False  # whether the event may be about another player
    picture: str = ""  # names of symbols, separated by spaces
    point: str = ""  # the id of the element that is highlighted while the step is shown
    suggest: bool = False  # whether the step shows what a strong player would do

    @property
    def pictures(self) -> list[str]:
        """The symbols that illustrate the step."""
        return self.picture.split()

    @property
    def conditions(self) -> int:
        """The number of conditions: the more there are, the more specific is the step."""
        return sum(map(bool, (self.prompt, self.rule, self.event)))

    def fits(self, position: Position) -> bool:
        """Whether the conditions of the step hold."""
        prompt = position.prompt
        return (
            (not self.prompt or prompt.key.endswith(f".{self.prompt}"))
            and (not self.rule or prompt.rule == self.rule)
            and (not self.event or position.has_happened(self.event, to_anyone=self.anyone))
        )


class Guide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The set-up of the guided game and its steps."""

    players: int
    bot: str  # the opponents; if there is no such bot, the weakest one
    step: list[Step]
    options: dict[str, bool | int | str | list[str]] = {}
    seed: int | None = None  # a deal that teaches well; a random one if there is none

    @property
    def values(self) -> Values:
        """The options of the guided game."""
        return dict(self.options)


class Told(msgspec.Struct, frozen=True):
    """A step with what it says about a position."""

    step: Step
    text: Message
    point: str
    agrees: Collection[str] | None = None

    def may_suggest(self, move: str) -> bool:
        """Whether this move can be suggested beside the text without contradicting it."""
        return self.step.suggest and (self.agrees is None or move in self.agrees)


_read = reader(Guide)


@lru_cache
def guide_of(game: Game) -> Guide | None:
    """The guide of a game, if it has one."""
    file = files(game.package) / "guide.toml"
    if not file.is_file():
        return None
    return _read(loads(file.read_text(encoding="utf-8")))


@lru_cache
def finders_of(game: Game) -> Mapping[str, Find]:
    """By step: what finds out what it says, as in `FINDERS` of the game's `board/guide.py`."""
    module = f"{game.package}.board.guide"
    if find_spec(module) is None:
        return {}
    return cast(Mapping[str, Find], import_module(module).FINDERS)


def steps_for(game: Game, position: Position) -> list[Told]:
    """The steps that fit a position: how to win comes first, then specific before general ones."""
    guide = guide_of(game)
    if guide is None:
        return []
    finders = finders_of(game)
    first, *others = guide.step
    others.sort(key=lambda step: step.conditions + (step.name in finders), reverse=True)
    fitting = [step for step in (first, *others) if step.fits(position)]
    told = [_told(game, step, finders.get(step.name), position) for step in fitting]
    return [one for one in told if one is not None]


def _told(game: Game, step: Step, find: Find | None, position: Position) -> Told | None:
    facts = Facts() if find is None else find(position)
    if facts is None:
        return None
    text = Message(f"{game.name}.guide.{facts.text or step.name}", facts.arguments)
    return Told(step, text, facts.point or step.point, facts.agrees)
