"""The leaderboard of a title and tempo: people by rating, with intervals, and bots between them.

Whoever plays rated games is on it, unless their profile is private. Somebody who has not played a
rated game of this kind for some time drops out, and comes back with the next one. People whose
rating is provisional come last, without a rank.
"""

from collections.abc import Iterable

import msgspec
from django.utils import timezone

from ichiba.core.registry import load
from ichiba.site.access import may_see_profile
from ichiba.site.models import Person, Rating, Tempo
from ichiba.site.tables.ratings import ACTIVE, Strength, anchors_of, strength_of
from ichiba.site.titles import characters

MOST = 100


class Row(msgspec.Struct, frozen=True):
    """A line of the leaderboard: a person or a level of bots."""

    name: str
    portrait: str
    rating: int
    low: int
    high: int
    rank: int = 0  # 0 for bots and provisional ratings
    person: int | None = None  # to link to, if the viewer may see the profile
    level: str = ""  # of bots, as a word
    bot: str = ""
    games: int = 0
    provisional: bool = False
    own: bool = False
    # The interval as percentages of the scale of the page.
    left: float = 0.0
    width: float = 0.0
    at: float = 0.0


def rows_for(title: str, tempo: Tempo, viewer: Person | None) -> list[Row]:
    """Return the lines of a leaderboard, the best first."""
    people = [_person(row, viewer) for row in _active(title, tempo)]
    ranked = sorted((row for row in people if not row.provisional), key=_by_rating)[:MOST]
    ranked = [
        msgspec.structs.replace(row, rank=1 + sum(other.rating > row.rating for other in ranked))
        for row in ranked
    ]
    new = sorted((row for row in people if row.provisional), key=_by_rating)[:MOST]
    shown = sorted([*ranked, *_bots(title)], key=_by_rating)
    return _on_scale([*shown, *new])


def _by_rating(row: Row) -> tuple[int, str]:
    return -row.rating, row.name


def _active(title: str, tempo: Tempo) -> Iterable[Rating]:
    found = Rating.objects.filter(
        title=title,
        tempo=tempo,
        last__gte=timezone.now() - ACTIVE[tempo],
        person__user__is_active=True,
        person__banned=False,
    )
    return found.exclude(person__profile=Person.Profile.PRIVATE).select_related("person")


def _person(row: Rating, viewer: Person | None) -> Row:
    strength, person = strength_of(row), row.person
    return msgspec.structs.replace(
        _row(person.name, person.portrait, strength),
        person=person.pk if may_see_profile(person, viewer) else None,
        games=strength.games,
        provisional=strength.provisional,
        own=viewer is not None and viewer.pk == person.pk,
    )


def _row(name: str, portrait: str, strength: Strength) -> Row:
    low, high = strength.interval
    return Row(name, portrait, round(strength.rating), round(low), round(high))


def _bots(title: str) -> list[Row]:
    """Return the levels of bots that people choose, whose ratings are fixed."""
    game, anchors = load(title), anchors_of(title)
    found = []
    for level in characters.levels_of(game):
        if level.bot in anchors:
            rating, character = anchors[level.bot], characters.first_of(game, level.bot)
            row = Row(character.name, character.key, rating, rating, rating)
            found.append(msgspec.structs.replace(row, level=level.word, bot=level.bot))
    return found


def _on_scale(rows: list[Row]) -> list[Row]:
    """Add where each interval is, in percent of the widest range."""
    if not rows:
        return []
    least, most = min(row.low for row in rows), max(row.high for row in rows)
    scale = 100 / ((most - least) or 1)
    return [
        msgspec.structs.replace(
            row,
            left=round((row.low - least) * scale, 2),
            width=round((row.high - row.low) * scale, 2),
            at=round((row.rating - least) * scale, 2),
        )
        for row in rows
    ]
