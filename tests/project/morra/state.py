"""A position: what a seat sees, how it is scored and dumped."""

from collections.abc import Iterator
from random import Random
from typing import Any, Self

from ichiba.core.dumping import Dumping
from ichiba.core.game import View
from ichiba.core.observation import pack
from ichiba.core.origin import Origin
from ichiba.core.rng import Rng
from ichiba.games.morra.fields import Fields
from ichiba.games.morra.showing import Show
from ichiba.games.morra.table import (
    MOST,
    NAME,
    NOTHING,
    OVER,
    REVISION,
    ROUNDS,
    TITLE,
    MorraTable,
    Setup,
)


class MorraDumping(Dumping[MorraTable]):
    """Positions as plain data, and back."""

    def fill(self, plain: Any, setup: Setup, rng: Random) -> None:
        for seat, pebbles in enumerate(plain["hidden"]):
            if pebbles is None:
                plain["hidden"][seat] = NOTHING if seat in plain["actors"] else 0

    def contradictions(self, table: MorraTable) -> Iterator[str]:
        yield from super().contradictions(table)
        waiting = [seat for seat, shown in enumerate(table.hidden) if shown == NOTHING]
        if table.phase != OVER and [*table.actors] != waiting:
            yield "hidden"

    def has_all_pieces(self, table: MorraTable) -> bool:
        return True


class MorraState(MorraTable):
    """The table with the interface of `State`."""

    __slots__ = ()

    decisions = (Show(),)
    dumping = MorraDumping(Origin(NAME, TITLE, REVISION), Fields)

    def view(self, seat: int | None) -> View:
        known = [
            shown if other == seat or self.phase == OVER else None
            for other, shown in enumerate(self.hidden)
        ]
        return {
            "game": NAME, "seat": seat, "players": self.setup.players,
            "round": self.round, "rounds": ROUNDS,
            "phase": self.phase_name, "actors": [*self.actors], "number": self.number,
            "hidden": known, "scores": [*self.scores], "breakdown": [*self.breakdown],
            "winners": [*self.winners],
        }  # fmt: skip

    def packed(self, seat: int, kind: str) -> bytes:
        own = self.hidden[seat]
        points = self.points[seat:] + self.points[:seat]
        start = (self.number - seat) % self.setup.players
        return pack([self.round, start, own != NOTHING, max(own, 0), *points], kind)

    def determinize(self, seat: int | None, rng: Random) -> Self:
        world = self.copy()
        world.log = self.log_for(seat)
        world.rng = Rng.drawn(rng)
        for other, shown in enumerate(self.hidden):
            if other != seat and shown != NOTHING and self.actors:
                world.hidden[other] = rng.randrange(MOST + 1)
        return world

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(self.points)

    @property
    def breakdown(self) -> tuple[dict[str, int], ...]:
        return tuple({"morra.score.points": points} for points in self.points)

    @property
    def winners(self) -> tuple[int, ...]:
        if self.phase != OVER:
            return ()
        return tuple(seat for seat, one in enumerate(self.points) if one == max(self.points))

    def census(self) -> dict[str, int]:
        return {"rounds": ROUNDS}
