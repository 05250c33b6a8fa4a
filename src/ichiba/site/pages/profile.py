"""What a profile shows: games, results, levels of bots beaten, and other people's results against
this person. Everything comes from stored results; no game is replayed, and only finished games
count.

Guided games, games at a shared screen and games that the person has left don't count. Others see no
links to games that are neither listed nor theirs, because their players may have chatted there.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

import msgspec
from django.db.models import QuerySet

from ichiba import bots
from ichiba.core.errors import UnknownGame
from ichiba.core.game import Game
from ichiba.core.registry import load
from ichiba.site.models import Person, Rating, Result, Seat, Table, Tempo, somebody
from ichiba.site.tables.ratings import strength_of
from ichiba.site.titles import boards, characters
from ichiba.site.titles.boards import has_web
from ichiba.site.titles.characters import Character
from ichiba.site.titles.words import words_for

# The newest games that a profile counts, and those that it lists.
MOST = 2000
LISTED = 10
RIVALS = 10
HABITS = 6


class Other(msgspec.Struct, frozen=True):
    """Another player of a finished game."""

    person: int | None
    bot: str
    name: str
    place: int


class Played(msgspec.Struct, frozen=True):
    """A finished game of the person."""

    slug: str
    title: str
    players: int
    place: int
    points: int
    won: bool
    when: datetime
    open: bool  # whether anyone may find it: it was listed
    rated: bool
    watchable: bool
    habits: Mapping[str, int]
    others: Sequence[Other]

    @property
    def against_bots(self) -> bool:
        """Whether all others were bots."""
        return all(other.bot for other in self.others)


class TitleFigures(msgspec.Struct, frozen=True):
    """A person's results in one title."""

    title: str
    games: int
    won: int
    places: list[int]  # how often first, second, …
    mean: str
    best: str
    ratings: list["RatingLine"]
    ladders: list["Ladder"]
    habits: list["Habit"]
    habit_title: str


class RatingLine(msgspec.Struct, frozen=True):
    """A rating in figures."""

    key: str  # of the tempo
    tempo: str
    rating: int
    low: int
    high: int
    games: int
    provisional: bool


class Rung(msgspec.Struct, frozen=True):
    """A level of bots, and whether the person has beaten it."""

    level: str
    character: Character
    beaten: bool


class Ladder(msgspec.Struct, frozen=True):
    """The levels of a title with one number of players."""

    players: int
    rungs: list[Rung]

    @property
    def beaten(self) -> int:
        """How many levels are beaten."""
        return sum(rung.beaten for rung in self.rungs)


class Habit(msgspec.Struct, frozen=True):
    """Something that a player often did."""

    name: str
    count: int
    percent: float  # of the most frequent one


class Rival(msgspec.Struct, frozen=True):
    """Somebody else's games with this person."""

    name: str
    person: int | None  # to link to; None if the viewer may not see their profile
    games: int
    ahead: int
    level: int
    behind: int


class Profile(msgspec.Struct, frozen=True):
    """Everything that a profile shows to one viewer."""

    games: int
    won: int
    streak: int  # victories in a row, up to now
    best_streak: int
    titles: list[TitleFigures]
    rivals: list[Rival]
    last: list[Played]


def played_by(person: Person) -> list[Played]:
    """Return a person's finished games that count, the newest first."""
    found = _own_results(person).order_by("-seat__table__finished", "-seat__table__pk")
    rows = [
        *found.values_list(
            "seat__table_id", "seat__table__slug", "seat__table__title", "seat__table__players",
            "place", "points", "won", "seat__table__finished", "seat__table__created",
            "seat__table__listed", "seat__table__rated", "seat__table__watchable", "habits",
        )[:MOST]
    ]  # fmt: skip
    others = _others_at([row[0] for row in rows], person)
    return [
        Played(
            slug=slug,
            title=title,
            players=players,
            place=place,
            points=points,
            won=won,
            when=finished or created,
            open=listed,
            rated=rated,
            watchable=watchable,
            habits=habits or {},
            others=others.get(pk, []),
        )
        for (
            pk, slug, title, players, place, points, won, finished, created, listed, rated,
            watchable, habits,
        ) in rows
    ]  # fmt: skip


def _own_results(person: Person) -> QuerySet[Result]:
    return Result.objects.filter(
        seat__person=person,
        seat__left=False,
        seat__stand_in="",
        seat__table__status=Table.Status.FINISHED,
        seat__table__hotseat=False,
        seat__table__guided=False,
    )


def _others_at(tables: Sequence[int], person: Person) -> dict[int, list[Other]]:
    """Return the other players of these games."""
    found: dict[int, list[Other]] = {}
    rows = (
        Seat.objects.filter(table__in=tables, result__isnull=False)
        .exclude(person=person)
        .order_by("number")
        .values_list("table_id", "person_id", "bot", "name", "result__place")
    )
    for table, who, bot, name, place in rows:
        found.setdefault(table, []).append(Other(who, bot, name, place))
    return found


def profile_of(person: Person, viewer: Person | None) -> Profile:
    """Return a profile for one viewer."""
    played = played_by(person)
    own = viewer is not None and viewer.pk == person.pk
    seen = None if own else viewer.pk if viewer is not None else 0
    streak, best = _streaks([game.won for game in reversed(played)])
    return Profile(
        games=len(played),
        won=sum(game.won for game in played),
        streak=streak,
        best_streak=best,
        titles=_titles(person, played),
        rivals=_rivals(played, seen),
        last=[game for game in played if own or _may_link(game, seen)][:LISTED],
    )


def _may_link(game: Played, viewer: int | None) -> bool:
    """Return whether a viewer who isn't the person gets a link to a game."""
    there = any(other.person is not None and other.person == viewer for other in game.others)
    return game.open or there or (game.watchable and game.against_bots)


def _streaks(won: Iterable[bool]) -> tuple[int, int]:
    """Return how many of the last games in a row were won, and the most ever, oldest first."""
    now = best = 0
    for one in won:
        now = now + 1 if one else 0
        best = max(best, now)
    return now, best


# --- By title


def _titles(person: Person, played: Sequence[Played]) -> list[TitleFigures]:
    counts = Counter(game.title for game in played)
    rated = _ratings(person)
    for title in rated:
        counts.setdefault(title, 0)
    return [
        _figures(title, [game for game in played if game.title == title], rated.get(title, []))
        for title, _count in counts.most_common()
        if _known(title) is not None
    ]


def _known(title: str) -> Game | None:
    """Return a title, unless it can't be played here any more."""
    try:
        game = load(title)
    except UnknownGame:
        return None
    return game if has_web(game) else None


def _figures(title: str, played: Sequence[Played], ratings: list[RatingLine]) -> TitleFigures:
    words, game = words_for([]), load(title)
    points = [one.points for one in played]
    most = max((one.players for one in played), default=0)

    def told(amount: float) -> str:
        return words.say(f"{title}.result.score", {"count": round(amount)})

    return TitleFigures(
        title=title,
        games=len(played),
        won=sum(one.won for one in played),
        places=[sum(one.place == place for one in played) for place in range(1, most + 1)],
        mean=told(sum(points) / len(points)) if points else "",
        best=told(max(points)) if points else "",
        ratings=ratings,
        ladders=ladders_of(game, played),
        habits=_habits(game, played),
        habit_title=boards.habit_words(game, words)[0],
    )


def _habits(game: Game, played: Iterable[Played]) -> list[Habit]:
    """Return what the person did most often."""
    called = boards.habit_words(game, words_for([]))[1]
    counts: Counter[str] = Counter()
    for one in played:
        counts.update(one.habits)
    found = counts.most_common(HABITS)
    return [
        Habit(called(thing), count, round(100 * count / found[0][1], 2)) for thing, count in found
    ]


def _ratings(person: Person) -> dict[str, list[RatingLine]]:
    found: dict[str, list[RatingLine]] = {}
    for row in Rating.objects.filter(person=person).order_by("title", "-tempo"):
        strength = strength_of(row)
        low, high = strength.interval
        line = RatingLine(
            key=row.tempo,
            tempo=str(Tempo(row.tempo).label),
            rating=round(strength.rating),
            low=round(low),
            high=round(high),
            games=strength.games,
            provisional=strength.provisional,
        )
        found.setdefault(row.title, []).append(line)
    return found


def beaten_in(played: Iterable[Played]) -> dict[int, set[str]]:
    """Return the levels of bots beaten, by the number of players: in games against bots alone that
    the person won."""
    found: dict[int, set[str]] = {}
    for game in played:
        if game.against_bots:
            levels = found.setdefault(game.players, set())
            if game.won:
                levels |= {bots.named(other.bot) for other in game.others}
    return found


def ladders_of(game: Game, played: Iterable[Played]) -> list[Ladder]:
    """Return the levels of a title, for each number of players with which it was played."""
    return [
        Ladder(
            players,
            [
                Rung(level.word, characters.first_of(game, level.bot), level.bot in beaten)
                for level in characters.levels_of(game)
            ],
        )
        for players, beaten in sorted(beaten_in(played).items())
    ]


# --- Head to head


def _rivals(played: Sequence[Played], viewer: int | None) -> list[Rival]:
    """Return the people with whom this person has played most; for others only their own row."""
    games: dict[int, list[tuple[int, Other]]] = {}
    for game in played:
        for other in game.others:
            if other.person is not None and viewer in (None, other.person):
                games.setdefault(other.person, []).append((game.place, other))
    found = [
        Rival(
            name=pairs[0][1].name or somebody(),
            person=person,
            games=len(pairs),
            ahead=sum(place < other.place for place, other in pairs),
            level=sum(place == other.place for place, other in pairs),
            behind=sum(place > other.place for place, other in pairs),
        )
        for person, pairs in games.items()
    ]
    found = sorted(found, key=lambda rival: (-rival.games, rival.name))[:RIVALS]
    shown = _visible(rival.person for rival in found)
    return [
        rival if rival.person in shown else msgspec.structs.replace(rival, person=None)
        for rival in found
    ]


def _visible(people: Iterable[int | None]) -> set[int]:
    """Return which of these people have a profile that the viewer, who has played with them or is
    one of them, may see."""
    accounts = Person.objects.filter(pk__in=[*people], user__isnull=False)
    return {*accounts.exclude(profile=Person.Profile.PRIVATE).values_list("pk", flat=True)}
