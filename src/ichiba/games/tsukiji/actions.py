"""The table of actions: every decision of the game as a number, and its notation."""

from ichiba.games.tsukiji.data import PRODUCTS, SETUPS, TICKETS

_MOST_LOTS = max(setup.lots for setup in SETUPS.values())

# An action is the first number of its kind plus a ticket, a lot or a product.
TICKET = 0
BUY = TICKET + len(TICKETS)
REFUSE = BUY + _MOST_LOTS
PLACE = REFUSE + 1  # a Takusan, into the column of a product
GIVE = PLACE + len(PRODUCTS)  # a product card, to the Yakuza
NUM_ACTIONS = GIVE + len(PRODUCTS)

NOTATION = (
    *(f"ticket {ticket}" for ticket in TICKETS),
    *(f"buy {lot + 1}" for lot in range(_MOST_LOTS)),
    "refuse",
    *(f"takusan {product}" for product in PRODUCTS),
    *(f"yakuza {product}" for product in PRODUCTS),
)
ACTION = {notation: action for action, notation in enumerate(NOTATION)}

# The tickets in a hand, as actions: looked up by the hand's bits.
TICKETS_IN_HAND = tuple(
    [TICKET + ticket for ticket in range(len(TICKETS)) if hand >> ticket & 1]
    for hand in range(1 << len(TICKETS))
)
