"""The game's components (cards, tickets, tiles) and numbers, as tables built from `data.toml`."""

from typing import Final

from ichiba.games.tsukiji.box import BOX

NAME: Final = "tsukiji"
TITLE: Final = "Tsukiji"
# Increased when a rule change would make old records replay differently.
REVISION: Final = 1

# Cards. The products are in the order in which the market moves them; tuna is not on the market.
PRODUCTS: Final = ("ebi", "hotategai", "fugu", "tako", "sake", "maguro")
EBI: Final = 0
HOTATEGAI: Final = 1
FUGU: Final = 2
TAKO: Final = 3
SAKE: Final = 4
MAGURO: Final = 5
TAKUSAN: Final = 6
YAKUZA: Final = 7
CARDS: Final = (*PRODUCTS, "takusan", "yakuza")
ON_MARKET: Final = PRODUCTS[:MAGURO]

# Tickets, the same nine for every player. A hand is a set of bits.
TICKETS: Final = ("0", "1", "2", "3", "4", "cancel", "-1", "+6", "x2")
FOUR: Final = 4
CANCEL: Final = 5
MINUS_ONE: Final = 6
PLUS_SIX: Final = 7
TIMES_TWO: Final = 8
TICKET_BIT: Final = tuple(1 << ticket for ticket in range(len(TICKETS)))
NORMAL_TICKETS: Final = 0b000011111
SPECIAL_TICKETS: Final = 0b111100000
ALL_TICKETS: Final = NORMAL_TICKETS | SPECIAL_TICKETS


ROUNDS: Final[int] = BOX.rounds.value
CARDS_IN_LOT: Final[int] = BOX.cards_in_lot.value
REFUSAL: Final[int] = BOX.refusal.value
CANCEL_BONUS: Final[int] = BOX.cancel_bonus.value
LAST_SPACE: Final[int] = BOX.market.spaces.value
RANK_YEN: Final[tuple[int, ...]] = tuple(BOX.market.ranks.value)
