"""The moves that a page offers to its viewer.

A move that reveals something or ends the turn is `final` and may need confirmation. This is
computed in a redrawn world, so it gives no secrets away. Moves that differ only in the number at
the end of their notation, such as bids, are one button with the value `yen #`; the form field
`amount` replaces the `#`. This works without scripts.
"""

from functools import cached_property
from random import Random

import msgspec

from ichiba.core.game import Game, State
from ichiba.core.match import Match
from ichiba.core.words import Words


class Amount(msgspec.Struct, frozen=True):
    """A number to enter, such as a bid. It replaces `#` in the notation."""

    notation: str
    least: int
    most: int
    step: int


def _amount_of(game: Game, asked: list[int]) -> Amount | None:
    """Return the amount to enter, given the legal actions that are amounts."""
    if not asked:
        return None
    words, numbers = zip(
        *(game.notation(action).rsplit(" ", 1) for action in (*game.amounts[:2], *asked)),
        strict=True,
    )
    first, second, *legal = map(int, numbers)
    return Amount(f"{words[0]} #", least=legal[0], most=legal[-1], step=second - first)


class Moves:
    """The viewer's legal moves, and the reasons why other moves aren't legal."""

    def __init__(self, match: Match, seat: int | None, words: Words) -> None:
        self._match, self._seat, self._words = match, seat, words
        game = match.game
        legal = [] if seat is None else match.state.legal(seat)
        # Bids are shown as one input field, not as hundreds of labels.
        self.amount = _amount_of(game, [one for one in legal if one in game.amounts])
        self.labels: dict[str, str] = {}
        self.shown: set[str] = set()  # the moves that have a button on the page so far
        if seat is not None:
            for action in legal:
                if action not in game.amounts:
                    label = match.state.label(seat, action).say(words)
                    self.labels[game.notation(action)] = label

    @property
    def watching(self) -> bool:
        """Whether the viewer is a spectator."""
        return self._seat is None

    @property
    def due(self) -> bool:
        """Whether the viewer has to decide something."""
        return bool(self.labels) or self.amount is not None

    @cached_property
    def final(self) -> set[str]:
        """The moves that can't be undone, because they reveal something or end the turn.

        They are tried on a determinized state, so that the result reveals nothing that the viewer
        doesn't know.
        """
        if self._seat is None:
            return set()
        world = self._match.state.determinize(self._seat, Random(0))
        return {move for move in self.labels if self._is_final(world, self._match.game.parse(move))}

    @cached_property
    def amount_is_final(self) -> bool:
        """Whether entering the amount can't be undone."""
        if self._seat is None or self.amount is None:
            return False
        world = self._match.state.determinize(self._seat, Random(0))
        least = self.amount.notation.replace("#", str(self.amount.least))
        return self._is_final(world, self._match.game.parse(least))

    def _is_final(self, world: State, action: int) -> bool:
        seat, after = self._seat, world.copy()
        if seat is None:
            return False
        after.apply(seat, action)
        if after.reveals != world.reveals or not after.actors:
            return True
        return seat not in after.actors and not after.simultaneous

    def elsewhere(self) -> list[tuple[str, str]]:
        """Return the moves without a button so far, with their labels. The tray calls this before
        the board is rendered, and lists the moves that are only on the board."""
        return [(move, label) for move, label in self.labels.items() if move not in self.shown]

    def why(self, notation: str) -> str:
        """Return the reason why a move isn't possible now."""
        if self._seat is None:
            return ""
        action = self._match.game.parse(notation)
        reason = self._match.state.explain(self._seat, action)
        return reason.say(self._words) if reason is not None else ""


class Watching:
    """No moves: for a replay, a game that was ended, or a seat that a bot plays for."""

    watching = True
    due = False
    amount = None
    labels: dict[str, str] = {}  # noqa: RUF012 - never changed

    @staticmethod
    def elsewhere() -> tuple[()]:
        """Return nothing to list in the tray."""
        return ()
