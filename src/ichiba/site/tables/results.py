"""The results of finished games, stored for each seat."""

from ichiba.core.match import Match
from ichiba.site.models import Result, Table
from ichiba.site.tables import days
from ichiba.site.titles import boards


def places(match: Match) -> list[int]:
    """Return the place of each seat, from 1. Winners come first even after a tie-break."""
    state = match.state
    ranks = [(seat in state.winners, score) for seat, score in enumerate(state.scores)]
    return [1 + sum(other > own for other in ranks) for own in ranks]


def store(table: Table, match: Match) -> None:
    """Store the result of each seat. Call it within the change that finishes the game."""
    state, place = match.state, places(match)
    habits = boards.habits_in(match)
    Result.objects.bulk_create(
        [
            Result(
                seat_id=pk,
                place=place[number],
                points=state.scores[number],
                won=number in state.winners,
                habits=None if habits is None else habits[number],
            )
            for pk, number in table.seats.values_list("pk", "number")
        ]
    )
    days.store_result(table, match)
