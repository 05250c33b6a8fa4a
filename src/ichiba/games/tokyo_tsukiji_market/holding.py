"""What tokens are worth: always from a whole group or holding, never token by token (G9)."""

from collections.abc import Sequence

from ichiba.games.tokyo_tsukiji_market.data import KINDS, NORI, NUM_TOKENS, SPACES, TOKEN_WORTH
from ichiba.games.tokyo_tsukiji_market.table import Table

_FIXED = tuple((kind, worth) for kind, worth in enumerate(TOKEN_WORTH) if worth)
_NORI = KINDS[NORI][0]


def _worth_without_nori(table: Table, counts: Sequence[int]) -> int:
    total = 0
    for kind, worth in _FIXED:
        if counts[kind]:
            total += counts[kind] * worth
    for kind, market in table.setup.changing:
        if counts[kind]:
            total += market.worth(table, counts[kind])
    return total


def worth(table: Table, seat: int, counts: Sequence[int]) -> int:
    """The resources of a group of tokens in the hands of a seat (C13).

    Nori counts by what its owner holds, tokens laid into the lot included.
    """
    if not any(counts):
        return 0
    total = _worth_without_nori(table, counts)
    if counts[_NORI]:
        total += counts[_NORI] * nori_worth(table, seat)
    return total


def nori_worth(table: Table, seat: int) -> int:
    """The resources of one Nori: one for every ten of the owner's other tokens."""
    own = table.tokens[seat]
    if table.lot and seat == table.seat:
        own = own[:]
        for kind in table.lot:
            own[kind] += 1
    return _worth_without_nori(table, own) // table.setup.nori_divisor


def resources(table: Table, seat: int) -> int:
    """What the tokens in front of a seat are worth together."""
    return worth(table, seat, table.tokens[seat])


def counted(kinds: Sequence[int]) -> list[int]:
    """Tokens as counts by kind."""
    counts = [0] * NUM_TOKENS
    for kind in kinds:
        counts[kind] += 1
    return counts


def spaces_used(table: Table, seat: int) -> int:
    """The license spaces of a harbor that are taken (C4)."""
    return (
        sum(table.licenses[seat])
        + len(table.freezers[seat])
        + len(table.carts[seat])
        + table.buyers[seat]
    )


def has_space(table: Table, seat: int) -> bool:
    """Whether a license, Freezer, Cart or Buyer still fits on the harbor."""
    return spaces_used(table, seat) < SPACES
