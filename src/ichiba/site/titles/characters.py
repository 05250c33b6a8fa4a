"""The portraits and descriptions of the characters that bots play as. Who plays which level is
decided in `ichiba.bots.characters`."""

import msgspec
from django.utils.functional import Promise
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from ichiba import bots
from ichiba.bots.characters import CHARACTERS, names_for
from ichiba.bots.levels import LEVELS
from ichiba.core.game import Game
from ichiba.site.titles.words import words_for

__all__ = [
    "Character",
    "Level",
    "character_named",
    "first_of",
    "level_of",
    "levels_of",
    "names_for",
    "portraits",
]


class Character(msgspec.Struct, frozen=True):
    """A character. Its portrait is the symbol with this key in `portraits.svg`."""

    key: str
    name: str
    line: Promise


class Level(msgspec.Struct, frozen=True):
    """How well a bot plays: a word to show next to its name, what it is like, and what it likes in
    this game, if anything."""

    bot: str
    word: str
    about: str
    style: str = ""

    @property
    def offer(self) -> str:
        """The label in the set-up form: short, because a phone would cut off a longer one."""
        return _now("%(level)s bot") % {"level": _capitalized(self.word)}

    @property
    def sentence(self) -> str:
        """What it is like, as a sentence."""
        return _now("%(about)s.") % {"about": _capitalized(self.about)} if self.about else ""


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


_LINES = {
    "Tama": _("Tama walks across the table and sits where it is warm."),
    "Pochi": _("Pochi fetches whatever you throw."),
    "Kamome": _("Kamome swoops down on anything that shines."),
    "Ponta": _("Ponta trusts the leaf on his head."),
    "Hana": _("Hana buys cheap and waits."),
    "Jiro": _("Jiro is learning the trade and daydreams now and then."),
    "Kiku": _("Kiku has seen it all and is in no hurry."),
    "Sora": _("Sora sails with the tide, whatever the market says."),
    "Goro": _("Goro shouts his price and means it."),
    "Rin": _("Rin counts every yen twice."),
    "Umeda": _("Umeda plans three harbors ahead."),
    "Tatsu": _("Tatsu never bids without a reason."),
}
_CAST = tuple(Character(name.lower(), name, _LINES[name]) for name in CHARACTERS)
_BY_NAME = {one.name: one for one in _CAST}


def level_of(bot: str) -> Level:
    """Return the level of a bot; a bot without a level uses its own name."""
    bot = bots.named(bot)
    if bot not in (bots.RANDOM, *LEVELS):
        return Level(bot, bot, "")
    words = words_for([])
    name, about = words.say(f"core.level.{bot}.name"), words.say(f"core.level.{bot}.about")
    return Level(bot, name, about)


def levels_of(game: Game) -> list[Level]:
    """Return the levels that people choose from, from the weakest to the strongest."""
    words = words_for([])
    styles = {bot: f"{game.name}.style.{bot}" for bot in bots.levels(game)}
    return [
        msgspec.structs.replace(level_of(bot), style=words.say(key) if words.knows(key) else "")
        for bot, key in styles.items()
    ]


def first_of(game: Game, bot: str) -> Character:
    """Return the character that plays a level of a game unless another player has its name."""
    return _BY_NAME[names_for(game.name, [bot], [])[0]]


def portraits() -> list[str]:
    """Return the keys of all portraits, which people can use, too."""
    return [one.key for one in _CAST]


def character_named(name: str) -> Character | None:
    """Return the character with this name, if there is one."""
    return _BY_NAME.get(name)
