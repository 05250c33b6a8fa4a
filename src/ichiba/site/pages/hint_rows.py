"""A hint in words: a row for each way to go on."""

import msgspec

from ichiba.bots.advice import percent
from ichiba.core.match import Match
from ichiba.core.words import Words
from ichiba.site.tables.hints import Hint


class Row(msgspec.Struct, frozen=True):
    """One way to go on."""

    notation: str
    label: str
    chance: float
    reason: str
    then: list[str]  # the moves that follow, if the label speaks of them, too

    @property
    def percent(self) -> int:
        """The chance of winning."""
        return percent(self.chance)


def rows_of(hint: Hint, match: Match, words: Words) -> list[Row]:
    """Return the ways of a hint, the best first."""
    return [
        Row(
            match.game.notation(one.action),
            one.label.say(words),
            one.chance,
            one.reason.say(words),
            [match.game.notation(action) for action in one.then],
        )
        for one in hint
    ]
