"""The descriptions of the titles for the home page and the lobby, from each title's own words."""

from django.utils.translation import gettext as _

from ichiba.core.game import Game
from ichiba.core.registry import games, load
from ichiba.site.titles.boards import scene_of
from ichiba.site.titles.words import words_for


def cards() -> list[dict[str, object]]:
    """Return the cards of all titles."""
    return [_card(load(name)) for name in games()]


def card_of(name: str) -> dict[str, object]:
    """Return the card of a title, or an empty dict."""
    return _card(load(name)) if name in games() else {}


def _card(game: Game) -> dict[str, object]:
    words = words_for([])
    players = {"least": game.min_players, "most": game.max_players}
    return {
        "name": game.name,
        "title": game.title,
        "players": _("%(least)s to %(most)s players") % players,
        "length": words.say(f"{game.name}.home.length"),
        "line": words.say(f"{game.name}.summary"),
        "about": words.say(f"{game.name}.home.about"),
        "by": words.say(f"{game.name}.home.by"),
        "scene": scene_of(game),
    }
