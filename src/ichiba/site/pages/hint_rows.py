"""A hint in words: a row for each way to go on."""

import msgspec

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
        """The chance of winning, from 1 to 99: nothing is certain in an imagined game."""
        return min(max(round(100 * self.chance), 1), 99)


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
