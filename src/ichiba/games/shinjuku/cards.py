"""Ward cards: drawing and discarding them."""

from typing import Final

from ichiba.games.shinjuku.city import CITY, bits, ward_names
from ichiba.games.shinjuku.data import HAND
from ichiba.games.shinjuku.table import NONE, ShinjukuTable

_WARDS: Final = CITY.wards


def can_draw(table: ShinjukuTable) -> bool:
    """Whether there is a card to draw."""
    return bool(table.deck or table.discard)


def draw_card(table: ShinjukuTable) -> int:
    """The next card, or NONE. If the deck is empty, the discard pile becomes the new deck."""
    if not table.deck:
        if not table.discard:
            return NONE
        table.deck = sorted(table.discard)
        table.discard = []
        if table.log is not None:
            table.tell("reshuffle")
    return table.rng.draw(table.deck)


def take_card(table: ShinjukuTable, seat: int, ward: int) -> int:
    """Add a card to a hand. Returns its place in `cards`."""
    place = seat * _WARDS + ward
    table.cards[place] += 1
    table.held[seat] |= 1 << ward
    table.sizes[seat] += 1
    return place


def discard_card(table: ShinjukuTable, seat: int, ward: int) -> None:
    """Move a card from a hand to the discard pile, where everybody sees it."""
    place, cards, known = seat * _WARDS + ward, table.cards, table.open_cards
    left = cards[place] - 1
    cards[place] = left
    if not left:
        table.held[seat] ^= 1 << ward
    if known[place]:
        known[place] -= 1
    table.sizes[seat] -= 1
    table.discard.append(ward)


def put_down_unknown(table: ShinjukuTable, seat: int) -> list[int]:
    """Take the cards out of a hand that not everybody knows of. Returns them."""
    cards, known, first = table.cards, table.open_cards, seat * _WARDS
    unknown = []
    for ward in bits(table.held[seat]):
        place = first + ward
        for _ in range(cards[place] - known[place]):
            unknown.append(ward)
        cards[place] = known[place]
        if not known[place]:
            table.held[seat] ^= 1 << ward
    table.sizes[seat] -= len(unknown)
    return unknown


def draw_income(table: ShinjukuTable, seat: int, told: str = "income") -> None:
    """Draw up to a hand of four cards, or one if it already has four, if there are enough.

    The log tells it as an `income` or as a `fare`, for track that others have used.
    """
    count = max(1, HAND - table.sizes[seat])
    drawn = table.rng.take(table.deck, min(count, len(table.deck)))
    while len(drawn) < count and can_draw(table):
        drawn.append(draw_card(table))
    for ward in drawn:
        take_card(table, seat, ward)
    table.reveals += 1
    if table.log is not None:
        table.tell(told, seat=seat, count=len(drawn))
        table.tell("drawn", only=seat, seat=seat, cards=ward_names(drawn))
