"""The form of a study: all numbers of a title with what they may be, and the question from it."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from django.utils.translation import gettext as _

from ichiba import bots
from ichiba.arena.lab.study import Question, default_levels
from ichiba.arena.lab.trial import knows
from ichiba.core.changing import LARGEST, Leaf, least_of, leaves_of, parse, printed
from ichiba.core.game import Game
from ichiba.site.titles.characters import level_of, levels_of

MOST_GAMES, USUAL_GAMES, LEVEL_GAMES = 10_000, 400, 60
MOST_CHANGES = 50
_PREFIX = "change-"  # of the names of fields
# A group with more numbers than this is divided.
_LARGE = 20
# A slider goes at least so many steps each way.
_REACH = 5
_YEN = 100  # numbers that are hundreds of yen move in these steps


class Unclear(Exception):  # noqa: N818
    """A question can't be asked like this; the message says why."""


class Number(msgspec.Struct, frozen=True):
    """A number of a title, and the slider for it."""

    path: str
    field: str
    printed: int
    mark: str
    value: str  # what was given
    least: int
    most: int
    low: int  # bounds of the slider
    high: int
    step: int

    @property
    def is_changed(self) -> bool:
        """Whether something else than the printed number was given."""
        return self.value != str(self.printed)


class Group(msgspec.Struct, frozen=True):
    """Numbers that belong together."""

    name: str  # nothing for those without a group
    numbers: list[Number]


def groups_of(game: Game, given: Mapping[str, str]) -> list[Group]:
    """Return all numbers of a title, with what was given for them."""
    leaves = leaves_of(printed(game.package))
    found: dict[str, list[Number]] = {}
    for leaf in leaves:
        found.setdefault(_group(leaf, leaves), []).append(_number(leaf, leaves, given))
    return [Group(name, numbers) for name, numbers in found.items()]


def _group(leaf: Leaf, leaves: Sequence[Leaf]) -> str:
    steps = leaf.path.split(".")
    if len(steps) == 1:
        return ""
    first = f"{steps[0]}."
    is_large = sum(one.path.startswith(first) for one in leaves) > _LARGE
    return " ".join(steps[:2]) if is_large and len(steps) > 2 else steps[0]


def _number(leaf: Leaf, leaves: Sequence[Leaf], given: Mapping[str, str]) -> Number:
    step = _YEN if leaf.value and leaf.value % _YEN == 0 else 1
    least = least_of(leaf, leaves)
    reach = max(_REACH * step, abs(leaf.value))
    field = _PREFIX + leaf.path
    return Number(
        path=leaf.path,
        field=field,
        printed=leaf.value,
        mark=leaf.mark,
        value=given.get(field, str(leaf.value)),
        least=least,
        most=LARGEST,
        low=max(least, leaf.value - reach),
        high=leaf.value + reach,
        step=step,
    )


def mark_words() -> dict[str, str]:
    """Return what the marks of numbers are called."""
    return {
        "printed": _("printed"),
        "inferred": _("inferred"),
        "reconstructed": _("reconstructed"),
    }


def bots_of(game: Game) -> list[tuple[str, str]]:
    """Return the bots that can play, each with its name."""
    named = [(level.bot, level.offer) for level in levels_of(game)]
    return [(bots.QUICK, level_of(bots.QUICK).offer), *named]


def question(game: Game, data: Mapping[str, str]) -> Question:
    """Return what somebody asked. Raises Unclear, or SetupError if a number can't be changed so."""
    players = _whole(data, "players", game.min_players, game.max_players, _("Players"))
    games = _whole(data, "games", 2, MOST_GAMES, _("Games"))
    seed = _whole(data, "seed", 0, 2**63, _("Seed"))
    bot, never = data.get("bot", ""), data.get("never", "").strip()
    if bot not in dict(bots_of(game)):
        raise Unclear(_("Choose one of the bots."))
    if never and not knows(game, never):
        raise Unclear(_("There is no such action. Choose one from the list."))
    changes = parse(game.name, game.package, _changes(game, data))
    if len(changes) > MOST_CHANGES:
        raise Unclear(_("Change at most %d numbers.") % MOST_CHANGES)
    return Question(
        game=game.name,
        changes=changes,
        options=game.check(players, seed, {}),
        bots=(bot,) * players,
        games=games,
        levels=default_levels(bots.names(game)) if "levels" in data else (),
        level_games=LEVEL_GAMES,
        never=(never,) if never else (),
        seed=seed,
    )


def _changes(game: Game, data: Mapping[str, str]) -> Iterable[str]:
    for leaf in leaves_of(printed(game.package)):
        value = data.get(_PREFIX + leaf.path, "").strip()
        if value and value != str(leaf.value):
            yield f"{leaf.path}={value}"


def _whole(data: Mapping[str, str], field: str, least: int, most: int, title: str) -> int:
    text = data.get(field, "").strip()
    if text.isascii() and text.isdigit() and len(text) < 20 and least <= int(text) <= most:
        return int(text)
    raise Unclear(
        _("%(field)s: choose a number from %(least)s to %(most)s.")
        % {"field": title, "least": least, "most": most}
    )


def actions_of(game: Game) -> list[str]:
    """Return the kinds of actions, for what a player never does."""
    return [*dict.fromkeys(text.partition(" ")[0] for text in game.actions.notations)]
