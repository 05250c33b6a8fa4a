"""What stays the same during a game: the number of players and the option."""

from collections.abc import Callable
from typing import Final

from ichiba.games.shinjuku.box import BOX


class Setup:
    """The parameters of a game."""

    __slots__ = ("alone", "everyone", "open_customers", "options", "players")

    def __init__(self, players: int, *, open_customers: bool) -> None:
        self.players = players
        self.open_customers = open_customers
        self.options = {"open_customers": open_customers}
        self.everyone = tuple(range(players))
        self.alone = tuple((seat,) for seat in range(players))  # `actors` with one seat, prebuilt

    def __reduce__(self) -> "tuple[Callable[[int, bool], Setup], tuple[int, bool]]":
        """Pickle only the parameters, so that there is one object for equal set-ups."""
        return setup_of, (self.players, self.open_customers)


SETUPS: Final = {
    (players, open_customers): Setup(players, open_customers=open_customers)
    for players in range(BOX.players.least.value, BOX.players.most.value + 1)
    for open_customers in (False, True)
}


def setup_of(players: int, open_customers: bool) -> Setup:
    """The set-up with these parameters. Raises KeyError if there is none."""
    return SETUPS[players, open_customers]
