"""The guided first game: what is explained and when, as declared in a game's `guide.toml`.

The texts are in the game's words under `<title>.guide.<step>`, at most fifty words each. The first
step explains how to win; it has a picture and no conditions. Every other step is shown once its
conditions hold: a certain prompt, a certain chapter of the rules, an event that has happened.
"""

from collections.abc import Collection
from functools import lru_cache
from importlib.resources import files
from tomllib import loads

import msgspec

from ichiba.core.game import Game
from ichiba.core.messages import Message
from ichiba.core.options import Values
from ichiba.core.structs import reader


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An explanation that is shown the first time it is relevant."""

    name: str
    prompt: str = ""  # the end of the prompt's key, such as "prompt.turn"
    rule: str = ""
    event: str = ""
    picture: str = ""  # names of symbols, separated by spaces
    point: str = ""  # the id of the element that is highlighted while the step is shown
    suggest: str = ""  # the notation of a move that is suggested while it is legal

    @property
    def pictures(self) -> list[str]:
        """The symbols that illustrate the step."""
        return self.picture.split()

    def fits(self, prompt: Message, happened: Collection[str]) -> bool:
        """Whether the conditions of the step hold."""
        return (
            (not self.prompt or prompt.key.endswith(f".{self.prompt}"))
            and (not self.rule or prompt.rule == self.rule)
            and (not self.event or self.event in happened)
        )


class Guide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The set-up of the guided game and its steps."""

    players: int
    bot: str  # the opponents; if there is no such bot, the weakest one
    step: list[Step]
    options: dict[str, bool | int | str | list[str]] = {}

    @property
    def values(self) -> Values:
        """The options of the guided game."""
        return dict(self.options)


_read = reader(Guide)


@lru_cache
def guide_of(game: Game) -> Guide | None:
    """The guide of a game, if it has one."""
    file = files(game.package) / "guide.toml"
    if not file.is_file():
        return None
    return _read(loads(file.read_text(encoding="utf-8")))
