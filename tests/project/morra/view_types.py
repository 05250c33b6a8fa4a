"""The types of a view and of the arguments of events."""

from typing import Literal, TypedDict

from ichiba.core.describing import Over


class MorraView(TypedDict):
    """A position as a seat sees it."""

    game: Literal["morra"]
    seat: int | None
    players: int
    round: int
    rounds: int
    phase: str
    actors: list[int]
    number: int
    hidden: list[int | None]
    scores: list[int]
    breakdown: list[dict[str, int]]
    winners: list[int]


class MorraRound(TypedDict):
    """A new round."""

    round: int
    number: int


class MorraPebbles(TypedDict):
    """The pebbles of a seat, or all that lead to it."""

    seat: int
    count: int


EVENTS = {"round": MorraRound, "hidden": MorraPebbles, "counted": MorraPebbles, "over": Over}
