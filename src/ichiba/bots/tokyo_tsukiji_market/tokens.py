"""What single tokens of Tokyo Tsukiji Market are worth to a seat, in yen; a quick estimate."""

from typing import Final

from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import (
    CLAM,
    EEL,
    FRESH_SALMON,
    FUGU,
    NORI,
    OYSTER,
    RED_SNAPPER,
    SPIDER_CRAB,
    SQUID,
    SWORDFISH,
    TOKEN_FISH,
    TOKEN_WORTH,
)
from ichiba.games.tokyo_tsukiji_market.holding import nori_worth
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import NOBODY, OVERFISHED

YEN: Final = BOX.end.yen_per_resource.value
# By kind of token: the yen that its market pays beyond its resources.
_EXTRA: Final = tuple(
    550 if fish == SQUID else 300 if fish == SPIDER_CRAB else 0 for fish in TOKEN_FISH
)
_HALF_SET: Final = 150  # a Clam or an Oyster: together they sell for more
_GROWING: Final = (EEL, FUGU)  # worth more as more of them are bought
_GROWTH: Final = 150
_FIXED: Final = tuple(YEN * worth for worth in TOKEN_WORTH)


def token_yen(world: MarketState, seat: int, kind: int) -> int:
    """Yen that one more token of a kind is worth to a seat, with what its market pays for it."""
    fish = TOKEN_FISH[kind]
    yen = own_yen(world, seat, kind)
    if _EXTRA[kind]:
        return yen + _EXTRA[kind] if world.status[fish] else yen
    if kind in (CLAM, OYSTER):
        return yen + _HALF_SET
    if (fish in _GROWING or kind == FRESH_SALMON) and world.turns_left == NOBODY:
        return yen + _GROWTH
    return yen


def own_yen(world: MarketState, seat: int, kind: int) -> int:
    """Yen that the resources of one more token of a kind are worth to a seat at the end."""
    return _FIXED[kind] or _changing(world, seat, kind)


def _changing(world: MarketState, seat: int, kind: int) -> int:
    """Yen for one more token of a kind without a printed worth."""
    fish, own = TOKEN_FISH[kind], world.tokens[seat][kind]
    if fish in (EEL, SWORDFISH):
        return YEN * world.track[fish]
    if fish == FUGU:
        return YEN * (2 * own + 1)
    if fish == RED_SNAPPER:
        market, stock = world.setup.fish[fish], world.stock
        if world.status[fish] == OVERFISHED or stock[kind] < 2:
            return YEN * market.worth(world, 1)
        before = market.worth(world, own)
        stock[kind] -= 1
        after = market.worth(world, own + 1)
        stock[kind] += 1
        return YEN * (after - before)
    if kind == FRESH_SALMON:
        owned = world.setup.fish[fish].worth(world, 1)
        return YEN * (owned + own + 1)
    return YEN * nori_worth(world, seat) if fish == NORI else 0


def keeping(world: MarketState, seat: int, kind: int, *, last: bool) -> int:
    """Yen that a token is worth to its owner if it is kept."""
    fish = TOKEN_FISH[kind]
    own = world.tokens[seat]
    if _FIXED[kind]:
        yen = _FIXED[kind]
    elif fish == FUGU:
        yen = YEN * (2 * own[kind] - 1)
    elif fish in (EEL, SWORDFISH):
        yen = YEN * world.track[fish]
    elif fish == NORI:
        yen = YEN * nori_worth(world, seat)
    elif fish == SQUID:
        yen = 0
    else:
        yen = YEN * world.setup.fish[fish].worth(world, 1)
    if last:
        return yen
    if _EXTRA[kind]:
        return yen + _EXTRA[kind] if world.status[fish] else yen
    if kind in (CLAM, OYSTER) and own[CLAM] and own[OYSTER]:
        return yen + _HALF_SET
    return yen


def resources_of(world: MarketState, kind: int) -> int:
    """The resources of a single token; 0 if it has none of its own."""
    if TOKEN_WORTH[kind]:
        return TOKEN_WORTH[kind]
    fish = TOKEN_FISH[kind]
    return 0 if fish in (SQUID, NORI) else world.setup.fish[fish].worth(world, 1)
