"""The characters that bots play as, with the same names on the site and in the terminal.

A level of a game always has the same characters in the same order, so that people get to know them.
No two bots in a game share a character, and no character has the name of a person in that game.
"""

from collections.abc import Iterable, Sequence
from itertools import chain

from ichiba.bots import BEGINNER, EXPERT, GENTLE, MASTER, RANDOM, STEADY, STRONG, named
from ichiba.bots.levels import LEVELS
from ichiba.core.registry import games

# The characters of each level, from the one that plays it in the first game on.
_OF_LEVEL: dict[str, tuple[str, ...]] = {
    RANDOM: ("Tama", "Pochi", "Kamome", "Ponta"),
    GENTLE: ("Hana", "Jiro", "Kiku", "Sora"),
    STRONG: ("Goro", "Rin", "Umeda", "Tatsu"),
}
CHARACTERS = tuple(chain.from_iterable(_OF_LEVEL.values()))
# These levels share the twelve characters with the others. In each game, all levels that people
# choose from begin with different ones.
_OF_LEVEL |= {
    BEGINNER: ("Ponta", "Kamome", "Pochi"),
    STEADY: ("Sora", "Kiku", "Jiro"),
    EXPERT: ("Umeda", "Goro", "Rin"),
    MASTER: ("Tatsu", "Kiku", "Umeda"),  # those who have been at the market longest
}
# Tatsu is the master of every market.
_SAME_IN_ALL_GAMES = (MASTER,)

_BETWEEN = " · "


def names_for(game: str, places: Sequence[str], taken: Iterable[str]) -> list[str]:
    """A name for the bot in each place, "" for places without one. `taken` are people's names."""
    used = {name.casefold() for name in taken}
    names: list[str] = []
    for bot in places:
        name = ""
        if bot:
            candidates = chain(_own(game, bot), CHARACTERS)
            name = next(one for one in candidates if one.casefold() not in used)
            used.add(name.casefold())
        names.append(name)
    return names


def _own(game: str, bot: str) -> tuple[str, ...]:
    """The characters of a level. Each game starts with another one, to have its own."""
    names = _OF_LEVEL.get(named(bot), ())
    if game not in games() or not names or bot in _SAME_IN_ALL_GAMES:
        return names
    first = games().index(game) % len(names)
    return names[first:] + names[:first]


def with_level(name: str, bot: str) -> str:
    """A character's name with its level, such as "Hana · gentle"."""
    return f"{name}{_BETWEEN}{named(bot)}"


def bot_of(name: str) -> str:
    """The bot that a name with a level stands for; "" for the name of a person."""
    _, _, level = name.rpartition(_BETWEEN)
    return level if _BETWEEN in name and level in (RANDOM, *LEVELS) else ""


def without_level(name: str) -> str:
    """The name to use in sentences."""
    return name.rpartition(_BETWEEN)[0] if bot_of(name) else name
