"""Which of several different pieces the bots for Tokyo Tsukiji Market pick."""

from ichiba.games.tokyo_tsukiji_market.actions import REPRICE, WHICH, kind_of
from ichiba.games.tokyo_tsukiji_market.goods import PRICE_OF, ROW_OF
from ichiba.games.tokyo_tsukiji_market.picking import candidates, picks_barrels
from ichiba.games.tokyo_tsukiji_market.state import MarketState


def pick(world: MarketState, seat: int) -> int:
    """The piece that sells worst: degraded before fresh, then the most expensive.

    The most expensive one gets a new price. At sea, a barrel to sell goes before one to dry.
    """
    if picks_barrels(world):
        return WHICH
    pieces = candidates(world, seat)
    if kind_of(world.pending) == REPRICE:
        return WHICH + len(pieces) - 1
    return WHICH + max(
        range(len(pieces)), key=lambda place: (ROW_OF[pieces[place]], PRICE_OF[pieces[place]])
    )
