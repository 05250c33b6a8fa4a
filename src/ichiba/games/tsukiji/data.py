"""What is in the box: cards, tickets, tiles and numbers, as tables made from `data.toml`."""

from importlib.resources import files
from tomllib import loads

import msgspec

from ichiba.core.marked import Number, Numbers

NAME = "tsukiji"
TITLE = "Tsukiji"
# Raised when the same record would give another game.
REVISION = 1

# Cards. The products stand in the order in which the market moves them; tuna is not on it.
PRODUCTS = ("ebi", "hotategai", "fugu", "tako", "sake", "maguro")
EBI, HOTATEGAI, FUGU, TAKO, SAKE, MAGURO = range(6)
TAKUSAN, YAKUZA = 6, 7
CARDS = (*PRODUCTS, "takusan", "yakuza")
ON_MARKET = PRODUCTS[:MAGURO]

# Tickets, the same nine for everybody. A hand of them is a set of bits.
TICKETS = ("0", "1", "2", "3", "4", "cancel", "-1", "+6", "x2")
FOUR, CANCEL, MINUS_ONE, PLUS_SIX, TIMES_TWO = 4, 5, 6, 7, 8
TICKET_BIT = tuple(1 << ticket for ticket in range(len(TICKETS)))
NORMAL_TICKETS = 0b000011111
SPECIAL_TICKETS = 0b111100000
ALL_TICKETS = NORMAL_TICKETS | SPECIAL_TICKETS


class Tile(msgspec.Struct, forbid_unknown_fields=True):
    """A price tile: what the lot costs, and how its products move on the market."""

    price: Number
    move: Number


class Market(msgspec.Struct, forbid_unknown_fields=True):
    """The market board."""

    spaces: Number
    start: Numbers
    ranks: Numbers


class Maguro(msgspec.Struct, forbid_unknown_fields=True):
    """How tuna is valued."""

    addend: Number
    divisor: Number


class SpecialPoints(msgspec.Struct, forbid_unknown_fields=True):
    """The variant's points and what they ask for."""

    diverse: Number
    diverse_cards: Number
    specialised: Number
    specialised_cards: Number
    popular: Number
    safe: Number


class ForPlayers(msgspec.Struct, forbid_unknown_fields=True):
    """What is used at one player count."""

    product: Number
    takusan: Number
    yakuza: Number
    tiles: list[Tile]


class Box(msgspec.Struct, forbid_unknown_fields=True):
    """The whole of `data.toml`."""

    rounds: Number
    cards_in_lot: Number
    refusal: Number
    cancel_bonus: Number
    first_money: Number
    money_step: Number
    market: Market
    maguro: Maguro
    special_points: SpecialPoints
    players: dict[str, ForPlayers]


BOX = msgspec.convert(
    loads((files(__package__) / "data.toml").read_text(encoding="utf-8")), type=Box
)

ROUNDS = BOX.rounds.value
CARDS_IN_LOT = BOX.cards_in_lot.value
REFUSAL = BOX.refusal.value
CANCEL_BONUS = BOX.cancel_bonus.value
LAST_SPACE = BOX.market.spaces.value
RANK_YEN = tuple(BOX.market.ranks.value)


class Setup:
    """Everything that stays the same during one game: by player count and variant."""

    __slots__ = (
        "alone",
        "deck",
        "everyone",
        "lots",
        "moves",
        "players",
        "prices",
        "special_points",
    )

    def __init__(self, players: int, *, special_points: bool) -> None:
        counts = BOX.players[str(players)]
        self.players = players
        self.special_points = special_points
        self.lots = players + 1
        self.prices = [tile.price.value for tile in counts.tiles]
        self.moves = [tile.move.value for tile in counts.tiles]
        self.deck = [card for card in range(len(PRODUCTS)) for _ in range(counts.product.value)]
        self.deck += [TAKUSAN] * counts.takusan.value + [YAKUZA] * counts.yakuza.value
        self.everyone = tuple(range(players))
        self.alone = tuple((seat,) for seat in range(players))  # actors without making a tuple


SETUPS = {
    (int(players), special_points): Setup(int(players), special_points=special_points)
    for players in BOX.players
    for special_points in (False, True)
}
