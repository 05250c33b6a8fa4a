"""What tokens are worth, always computed for a whole group and never token by token (G9)."""

from collections.abc import Sequence
from typing import Final

from ichiba.games.tokyo_tsukiji_market.data import NUM_TOKENS, SPACES, TOKEN_WORTH
from ichiba.games.tokyo_tsukiji_market.table import MarketTable

_FIXED: Final = tuple((kind, worth) for kind, worth in enumerate(TOKEN_WORTH) if worth)


def _worth_without_nori(table: MarketTable, counts: Sequence[int]) -> int:
    total = 0
    for kind, worth in _FIXED:
        if counts[kind]:
            total += counts[kind] * worth
    for kind, market in table.setup.changing:
        if counts[kind]:
            total += market.worth(table, counts[kind])
    return total


def worth(table: MarketTable, seat: int, counts: Sequence[int]) -> int:
    """The resources of a group of tokens that a seat owns (C13).

    The value of Nori depends on the owner's other tokens, including those that they offer.
    """
    if not any(counts):
        return 0
    total = _worth_without_nori(table, counts)
    nori = counts[table.setup.nori_token]
    if nori:
        total += nori * nori_worth(table, seat)
    return total


def offered(table: MarketTable) -> tuple[int, ...]:
    """The tokens that the active player offers and still owns.

    They are in the lot that is being made up, or others are bidding for them. A fish that is
    auctioned belongs to nobody yet.
    """
    if table.prize and table.setup.boards[table.bidding].sells_own_lot:
        return table.prize
    return table.lot


def nori_worth(table: MarketTable, seat: int) -> int:
    """The resources of one Nori: a tenth of the resources of the owner's other tokens."""
    own = table.tokens[seat]
    if (table.lot or table.prize) and seat == table.seat:
        own = own[:]
        for kind in offered(table):
            own[kind] += 1
    return _worth_without_nori(table, own) // table.setup.nori_divisor


def gain(
    table: MarketTable, seat: int | None, tokens: Sequence[int], barrels: Sequence[int]
) -> int:
    """How many more resources a seat would have with a lot, at what a Nori is worth now.

    Barrels become tokens from the board, as far as these last. Without a seat: a player who has no
    tokens.
    """
    own = [0] * NUM_TOKENS if seat is None else table.tokens[seat]
    more, total = own[:], 0
    for kind in tokens:
        more[kind] += 1
    for fish in set(barrels):
        market = table.setup.fish[fish]
        count = min(barrels.count(fish), market.tokens_left(table))
        if market.personal:
            more[market.kinds[0]] += count
        else:
            total += market.worth_of_more(table, seat, count)
    if seat is None:
        return total + _worth_without_nori(table, more)
    return total + worth(table, seat, more) - worth(table, seat, own)


def resources(table: MarketTable, seat: int) -> int:
    """The resources of all tokens in front of a seat."""
    return worth(table, seat, table.tokens[seat])


def all_resources(table: MarketTable) -> list[int]:
    """By seat: the resources of all its tokens."""
    return [worth(table, seat, own) if any(own) else 0 for seat, own in enumerate(table.tokens)]


def counted(kinds: Sequence[int]) -> list[int]:
    """The number of tokens of each kind."""
    counts = [0] * NUM_TOKENS
    for kind in kinds:
        counts[kind] += 1
    return counts


def spaces_used(table: MarketTable, seat: int) -> int:
    """How many license spaces of a harbor are taken (C4)."""
    return (
        sum(table.licenses[seat])
        + len(table.freezers[seat])
        + len(table.carts[seat])
        + table.buyers[seat]
    )


def has_space(table: MarketTable, seat: int) -> bool:
    """Whether a license, Freezer, Cart or Buyer still fits on the harbor."""
    return spaces_used(table, seat) < SPACES
