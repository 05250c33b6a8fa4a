"""What a finished game against bots suggests, in words: “You beat Hana. Try Sora, one level up.”"""

import msgspec
from django.utils.translation import gettext as _

from ichiba.core.game import Game
from ichiba.core.registry import load
from ichiba.site.access import Viewer
from ichiba.site.models import Person, Seat, Table
from ichiba.site.store.snapshots import Snapshot
from ichiba.site.tables import bot_games
from ichiba.site.tables.bot_games import Step
from ichiba.site.titles import characters
from ichiba.site.titles.words import words_for


class Suggestion(msgspec.Struct, frozen=True):
    """The next game on the ladder."""

    slug: str  # the finished game that suggests it
    told: str
    offer: str  # the label of the button; "" if there is no other level
    short: str  # the same for little room
    portrait: str


def suggestion_at(snapshot: Snapshot, viewer: Viewer) -> Suggestion | None:
    """Return what a finished game suggests to its player."""
    if viewer.own is None:
        return None
    table, seats = snapshot.table, snapshot.seats
    step = bot_games.step_after(table, seats, seats[viewer.own].person_id)
    return None if step is None else _in_words(table, seats, step)


def suggestion_for(person: Person | None, game: Game) -> Suggestion | None:
    """Return what a person's last game of a title against bots suggests."""
    found = bot_games.last_step(person, game)
    if found is None or not found[1].next:
        return None
    return _in_words(found[0], [*found[0].seats.all()], found[1])


def _in_words(table: Table, seats: list[Seat], step: Step) -> Suggestion:
    words, game = words_for([]), load(table.title)
    beaten = words.listed(step.beaten)
    if not step.next:
        told = _("You beat %(names)s. Nobody here plays better.") % {"names": beaten}
        return Suggestion(table.slug, told, "", "", "")
    level, first = characters.level_of(step.next).word, characters.first_of(game, step.next)
    short = _("Play against %(level)s bots") % {"level": level}
    if len(step.beaten) == 1:
        called = _name_of_next(game, step.next, seats)
        offer = _("Play against %(name)s (%(level)s)") % {"name": called, "level": level}
    else:  # some characters play several levels, so names would confuse
        called, offer = _("%(level)s bots") % {"level": level}, short
    if step.won:
        told = _("You beat %(beaten)s. Try %(names)s, one level up.")
    else:
        told = _("You have lost three games in a row here. Try %(names)s, one level down.")
    told %= {"beaten": beaten, "names": called}
    return Suggestion(table.slug, told, offer, short, first.key)


def _name_of_next(game: Game, bot: str, seats: list[Seat]) -> str:
    """Return the name of the character that will play."""
    people = [seat.name for seat in seats if not seat.bot]
    return characters.names_for(game.name, [bot], people)[0]
