"""The board on the site."""

from ichiba.core.charts import Chart
from ichiba.core.game import View
from ichiba.core.match import Match
from ichiba.core.words import Words

SOUNDS: dict[str, str] = {}


def present(view: View, words: Words) -> dict[str, object]:
    """What the template needs."""
    return {"view": view}


def charts(match: Match, words: Words) -> list[Chart]:
    """None."""
    return []
