"""What is on the table."""

from ichiba.core.fields import Declared, by_seat, derived, number, own, stored
from ichiba.games.morra.table import MOST, NOTHING, NUMBERS, ROUNDS

PEBBLES, POINTS = number(NOTHING, MOST), number(0, ROUNDS)


class Fields(Declared):
    """The fields, each with its range, its length, its start and who may know it."""

    setup = derived("ichiba.games.morra.table.Setup")
    round = stored(number(1, ROUNDS, start=0))
    number = stored(number(0, NUMBERS - 1))  # drawn in each round: where the count starts
    hidden = stored(by_seat(PEBBLES), known=own(lambda table: bool(table.actors)))  # in the hand
    points = stored(by_seat(POINTS))
