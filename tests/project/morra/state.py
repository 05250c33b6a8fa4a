"""A position: what a seat sees, how it is scored and dumped."""

from random import Random
from typing import Any, Self

from ichiba.core.fields import Dumping, all_fit
from ichiba.core.game import Dump, View
from ichiba.core.observation import pack
from ichiba.core.origin import Origin
from ichiba.core.rng import Rng
from ichiba.games.morra.showing import Show
from ichiba.games.morra.table import (
    MOST,
    NAME,
    NOTHING,
    NUMBERS,
    OVER,
    REVISION,
    ROUNDS,
    TITLE,
    MorraTable,
)


class MorraState(MorraTable):
    """The table with the interface of `State`."""

    __slots__ = ()

    decisions = (Show(),)

    def view(self, seat: int | None) -> View:
        known = [
            shown if other == seat or self.phase == OVER else None
            for other, shown in enumerate(self.hidden)
        ]
        return {
            "game": NAME, "seat": seat, "players": self.players,
            "round": self.round, "rounds": ROUNDS,
            "phase": self.phase_name, "actors": [*self.actors], "number": self.number,
            "hidden": known, "scores": [*self.scores], "breakdown": [*self.breakdown],
            "winners": [*self.winners],
        }  # fmt: skip

    def packed(self, seat: int, kind: str) -> bytes:
        own = self.hidden[seat]
        points = self.points[seat:] + self.points[:seat]
        start = (self.number - seat) % self.players
        return pack([self.round, start, own != NOTHING, max(own, 0), *points], kind)

    def determinize(self, seat: int | None, rng: Random) -> Self:
        world = self.copy()
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

    def dump(self) -> Dump:
        return DUMPING.dump(self)


class MorraDumping(Dumping[MorraTable]):
    """Positions as plain data, and back."""

    def settings(self, table: MorraTable) -> dict[str, object]:
        return {"players": table.players}

    def set_up(self, table: MorraTable, settings: Any) -> None:
        table.players = settings.players

    def complete(self, table: MorraTable) -> bool:
        players = table.players
        seats = range(players)
        return players in (2, 3) and all_fit(
            [
                (table.actors, None, seats),
                (table.hidden, players, range(NOTHING, MOST + 1)),
                (table.points, players, range(ROUNDS + 1)),
                ((table.number,), 1, range(NUMBERS)),
            ]
        )


DUMPING = MorraDumping(Origin(NAME, TITLE, REVISION), MorraTable.stored, {"players": int})
