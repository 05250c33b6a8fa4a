"""What stays the same during one game: city, number of players, option."""

from ichiba.games.shinjuku.actions import Actions
from ichiba.games.shinjuku.city import City, load_city
from ichiba.games.shinjuku.data import BOX


class Setup:
    """A table as it is laid out, before anything happens."""

    __slots__ = ("actions", "alone", "city", "everyone", "open_customers", "players")

    def __init__(self, city: City, actions: Actions, players: int, *, open_customers: bool) -> None:
        self.city = city
        self.actions = actions
        self.players = players
        self.open_customers = open_customers
        self.everyone = tuple(range(players))
        self.alone = tuple((seat,) for seat in range(players))  # actors without making a tuple


CITY = load_city("tokyo")
ACTIONS = Actions(CITY)
SETUPS = {
    (players, open_customers): Setup(CITY, ACTIONS, players, open_customers=open_customers)
    for players in range(BOX.players.least.value, BOX.players.most.value + 1)
    for open_customers in (False, True)
}
