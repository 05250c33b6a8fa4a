"""A guided first game: what is explained when, declared by a title in `guide.toml`.

The sentences are words of the title, `<title>.guide.<step>`. A step is for the moment at which
everything that it names is so: the prompt asks this, it is about that chapter of the rules, such an
event has happened.
"""

from collections.abc import Collection
from functools import lru_cache
from importlib.resources import files
from tomllib import loads

import msgspec

from ichiba.core.game import Game
from ichiba.core.messages import Message
from ichiba.core.options import Values


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that is explained, the first time it matters."""

    name: str
    prompt: str = ""  # the end of the prompt's key, such as "prompt.turn"
    rule: str = ""
    event: str = ""

    def fits(self, prompt: Message, happened: Collection[str]) -> bool:
        """Whether this is the moment."""
        return (
            (not self.prompt or prompt.key.endswith(f".{self.prompt}"))
            and (not self.rule or prompt.rule == self.rule)
            and (not self.event or self.event in happened)
        )


class Guide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a first game is set up, and what is explained in it."""

    players: int
    bot: str  # gentle company; the weakest bot where there is none of this name
    step: list[Step]
    options: dict[str, bool | int | str | list[str]] = {}

    @property
    def values(self) -> Values:
        """The options of a first game."""
        return dict(self.options)


@lru_cache
def guide_of(game: Game) -> Guide | None:
    """The guide of a title, if it has one."""
    file = files(game.package) / "guide.toml"
    if not file.is_file():
        return None
    return msgspec.convert(loads(file.read_text(encoding="utf-8")), type=Guide)
