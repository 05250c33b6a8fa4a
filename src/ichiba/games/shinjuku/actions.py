"""The table of actions: every decision of the game as a number, and its notation.

What does not depend on the city comes first, so that those numbers are the same in all of them.
"""

from ichiba.games.shinjuku.city import City
from ichiba.games.shinjuku.data import GOODS, KINDS

# The five actions of a turn, and its end.
OPEN, EXPAND, INCOME, MOVE, UPGRADE, END = range(6)
TURN_ACTIONS = ("open", "expand", "income", "move", "upgrade")
STOP = 6  # no second track; go no further
DECLINE = 7  # no free income
THREE = 8  # pay with any three cards
STORE = 9  # a good: a store out of the supply
GIVE = STORE + len(GOODS)  # a kind of customer: to the store, or for the upgrade
AT = GIVE + len(KINDS)  # a station: of a new store, an upgrade, the way of a move


class Actions:
    """The rest: a number of its sort, plus a station, a link or a ward of the city."""

    __slots__ = ("action", "notation", "number", "origin", "pay", "track", "ward")

    def __init__(self, city: City) -> None:
        self.origin = AT + city.stations  # relocate the store from there
        self.track = self.origin + city.stations
        self.ward = self.track + city.links  # whose customers move
        self.pay = self.ward + city.wards  # with a card
        self.number = self.pay + city.wards
        self.notation = (
            *TURN_ACTIONS,
            "end",
            "stop",
            "decline",
            "three",
            *(f"store {good}" for good in GOODS),
            *(f"give {kind}" for kind in KINDS),
            *(f"at {station}" for station in city.station_names),
            *(f"from {station}" for station in city.station_names),
            *(f"track {link}" for link in city.link_names),
            *(f"ward {ward}" for ward in city.ward_names),
            *(f"pay {ward}" for ward in city.ward_names),
        )
        self.action = {notation: action for action, notation in enumerate(self.notation)}
