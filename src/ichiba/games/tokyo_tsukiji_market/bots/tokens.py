"""What single tokens of Tokyo Tsukiji Market are worth to a seat, in yen; a quick estimate."""

from typing import Final

from ichiba.games.tokyo_tsukiji_market.data import RESOURCE, TOKEN_FISH, TOKEN_WORTH
from ichiba.games.tokyo_tsukiji_market.markets.registry import FISH_MARKETS
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import NO_END

YEN: Final = RESOURCE
# What a sale for more than the resources costs: a visit, and the resources if there are any.
_VISIT: Final = 50
# By kind of token: the yen that its market pays beyond its resources, less that cost.
EXTRA: Final = tuple(
    max(0, FISH_MARKETS[fish].premium - _VISIT - (_VISIT if TOKEN_WORTH[kind] else 0))
    for kind, fish in enumerate(TOKEN_FISH)
)
# By kind: the kinds that sell together for more, such as a Clam and an Oyster.
SETS: Final = tuple(
    FISH_MARKETS[fish].set_kinds if kind in FISH_MARKETS[fish].set_kinds else ()
    for kind, fish in enumerate(TOKEN_FISH)
)
HALF_SET: Final = 150
# By kind: what its worth will grow as more of them are bought.
GROWTH: Final = tuple(
    150 if FISH_MARKETS[fish].grows and kind in FISH_MARKETS[fish].changing else 0
    for kind, fish in enumerate(TOKEN_FISH)
)
_FIXED: Final = tuple(YEN * worth for worth in TOKEN_WORTH)


def token_yen(world: MarketState, seat: int, kind: int) -> int:
    """Yen that one more token of a kind is worth to a seat, with what its market pays for it."""
    yen = own_yen(world, seat, kind)
    if EXTRA[kind]:
        return yen + EXTRA[kind] if world.status[TOKEN_FISH[kind]] else yen
    if SETS[kind]:
        return yen + HALF_SET
    return yen + GROWTH[kind] if world.turns_left == NO_END else yen


def own_yen(world: MarketState, seat: int, kind: int) -> int:
    """Yen that the resources of one more token of a kind are worth to a seat at the end."""
    return _FIXED[kind] or YEN * FISH_MARKETS[TOKEN_FISH[kind]].added_worth(world, seat)


def keeping(world: MarketState, seat: int, kind: int, *, last: bool) -> int:
    """Yen that a token is worth to its owner if it is kept."""
    fish = TOKEN_FISH[kind]
    yen = _FIXED[kind] or YEN * FISH_MARKETS[fish].lost_worth(world, seat)
    if last:
        return yen
    if EXTRA[kind]:
        return yen + EXTRA[kind] if world.status[fish] else yen
    if SETS[kind] and all(world.tokens[seat][one] for one in SETS[kind]):
        return yen + HALF_SET
    return yen


def resources_of(world: MarketState, kind: int) -> int:
    """The resources of a single token; 0 if it has none of its own."""
    return TOKEN_WORTH[kind] or FISH_MARKETS[TOKEN_FISH[kind]].worth(world, 1)
