"""Values hands of Shinjuku's ward cards, and finds the cheapest ways to pay."""

from typing import Final

from ichiba.games.shinjuku.data import HAND, WILD_CARDS

# The value of a card in points; more if it is wild or pays for a ward with customers.
_CARD: Final = 1.0
_MORE_IF_WILD: Final = 0.5
_MORE_IF_CUSTOMERS: Final = 0.25
# Each additional card in a hand is worth a little less.
_FADING: Final = 0.88
_FEW_TURNS: Final = 2.5

# In hands of up to this size, keeping each single card is considered.
_SMALL_HAND: Final = 6

Payment = tuple[int, ...]


class Hand:
    """A seat's cards, as wards, and the wards with customers, as bits."""

    def __init__(
        self, cards: list[int], waiting: int, turns_left: float, wild_share: float
    ) -> None:
        self.cards = cards
        self._waiting = waiting
        self._scale = _CARD * min(1.0, turns_left / _FEW_TURNS)
        self._fresh = 1.0 + _MORE_IF_WILD * wild_share + 0.4 * _MORE_IF_CUSTOMERS

    def worth(self, cards: list[int], wild: int, income: int = 0) -> float:
        """The value of keeping these cards, plus a number of cards to be drawn."""
        keeps = [self._keep(card, wild) for card in cards] + [self._fresh] * income
        keeps.sort(reverse=True)
        worth, fade = 0.0, 1.0
        for keep in keeps:
            worth += fade * keep
            fade *= _FADING
        return self._scale * worth

    def after_income(self, cards: list[int], wild: int) -> float:
        """The value of these cards after taking income."""
        return self.worth(cards, wild, max(1, HAND - len(cards)))

    def payments(self, cards: list[int], needs: int, wild: int) -> list[Payment]:
        """The ways to pay worth considering: each matching card, or three cards."""
        ways: list[Payment] = [(card,) for card in sorted(_fitting(cards, needs, wild))]
        if len(cards) >= WILD_CARDS:
            ways += self.several(cards, WILD_CARDS, wild)
        return ways

    def cheapest(self, cards: list[int], needs: int, wild: int) -> list[Payment]:
        """The least valuable matching card, or the three least valuable cards."""
        fitting = _fitting(cards, needs, wild)
        ways = [self._least([*fitting], 1, wild)] if fitting else []
        if len(cards) >= WILD_CARDS:
            ways.append(self._least(cards, WILD_CARDS, wild))
        return ways

    def several(self, cards: list[int], count: int, wild: int) -> list[Payment]:
        """The least valuable cards; for a small hand, also with each single card kept."""
        ways = {self._least(cards, count, wild)}
        if count < len(cards) <= _SMALL_HAND:
            ways |= {self._least(without(cards, (card,)), count, wild) for card in {*cards}}
        return sorted(ways)

    def _least(self, cards: list[int], count: int, wild: int) -> Payment:
        ranked = sorted(cards, key=lambda card: (self._keep(card, wild), card))
        return tuple(ranked[:count])

    def _keep(self, card: int, wild: int) -> float:
        keep = 1.0
        if wild >> card & 1:
            keep += _MORE_IF_WILD
        if self._waiting >> card & 1:
            keep += _MORE_IF_CUSTOMERS
        return keep


def faded(size: int, turns_left: float) -> float:
    """The value of a number of unknown cards."""
    worth = (1 - _FADING**size) / (1 - _FADING)
    return _CARD * min(1.0, turns_left / _FEW_TURNS) * worth


def _fitting(cards: list[int], needs: int, wild: int) -> set[int]:
    return {card for card in cards if (needs | wild) >> card & 1}


def without(cards: list[int], payment: Payment) -> list[int]:
    """The cards that are left."""
    left = cards[:]
    for card in payment:
        left.remove(card)
    return left
