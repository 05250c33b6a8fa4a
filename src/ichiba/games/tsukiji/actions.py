"""The kinds of actions with their notations, and the reasons while no decision asks for them."""

from typing import Final

from ichiba.core.actions import ActionTable
from ichiba.games.tsukiji.data import NAME, PRODUCTS, TICKETS, TITLE
from ichiba.games.tsukiji.setup import SETUPS

_MOST_LOTS: Final = max(setup.lots for setup in SETUPS.values())

# An action is the first number of its kind plus a ticket, a lot or a product.
ACTIONS: Final = ActionTable(NAME, TITLE)
TICKET: Final = ACTIONS.add("ticket", TICKETS, not_asked="tickets_revealed", rule="valuation")
BUY: Final = ACTIONS.add("buy", range(1, _MOST_LOTS + 1))
REFUSE: Final = ACTIONS.add("refuse")
PLACE: Final = ACTIONS.add("takusan", PRODUCTS, not_asked="no_takusan", rule="takusan")
GIVE: Final = ACTIONS.add("yakuza", PRODUCTS, not_asked="no_yakuza", rule="yakuza")

# For every hand, as bits: its tickets as actions.
TICKETS_IN_HAND: Final = tuple(
    [TICKET + ticket for ticket in range(len(TICKETS)) if hand >> ticket & 1]
    for hand in range(1 << len(TICKETS))
)
