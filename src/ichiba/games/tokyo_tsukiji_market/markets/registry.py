"""All markets by number. The class of each is in the module with its name: ClamsOysters is in
`clams_oysters`. The few that have a role of their own in a turn are named here."""

from importlib import import_module
from typing import Final

from ichiba.games.tokyo_tsukiji_market.actions import CATCH
from ichiba.games.tokyo_tsukiji_market.data import MARKETS
from ichiba.games.tokyo_tsukiji_market.markets.bank import Bank
from ichiba.games.tokyo_tsukiji_market.markets.base import ExternalMarket, Market, ShelfMarket
from ichiba.games.tokyo_tsukiji_market.markets.fish_market import FishMarket
from ichiba.games.tokyo_tsukiji_market.markets.foreign_market import ForeignMarket
from ichiba.games.tokyo_tsukiji_market.markets.fugu import Fugu
from ichiba.games.tokyo_tsukiji_market.markets.himono import Himono
from ichiba.games.tokyo_tsukiji_market.markets.lots import LotMarket
from ichiba.games.tokyo_tsukiji_market.markets.nori import Nori
from ichiba.games.tokyo_tsukiji_market.markets.overfishing import Overfishing
from ichiba.games.tokyo_tsukiji_market.markets.rentals import Rentals
from ichiba.games.tokyo_tsukiji_market.markets.sardines import Sardines
from ichiba.games.tokyo_tsukiji_market.markets.ship_rental import ShipRental
from ichiba.games.tokyo_tsukiji_market.markets.yards import Yard


def _made(market: int) -> Market:
    module = import_module(f"{__name__.rpartition('.')[0]}.{MARKETS[market]}")
    made: Market = getattr(module, MARKETS[market].title().replace("_", ""))(market)
    return made


BOARDS: Final[tuple[Market, ...]] = tuple(_made(market) for market in range(len(MARKETS)))
FISH_MARKETS: Final[tuple[FishMarket, ...]] = tuple(
    board for board in BOARDS if isinstance(board, FishMarket)
)
EXTERNAL_MARKETS: Final[tuple[ExternalMarket, ...]] = tuple(
    board for board in BOARDS if isinstance(board, ExternalMarket)
)
BY_NAME: Final = {board.name: board for board in BOARDS}
FISH_BY_NAME: Final = {board.name: board for board in FISH_MARKETS}
EXTERNAL_BY_NAME: Final = {board.name: board for board in EXTERNAL_MARKETS}
# Markets of one kind, by number.
SHELVES: Final = tuple(board for board in EXTERNAL_MARKETS if isinstance(board, ShelfMarket))
YARDS: Final = tuple(board.market for board in BOARDS if isinstance(board, Yard))
LOT_MARKETS: Final = tuple(board.market for board in BOARDS if isinstance(board, LotMarket))

# The markets with methods that the flow of a turn calls directly.
DRYING_RACKS: Final = next(board for board in BOARDS if isinstance(board, Himono))
SOLD_TO_OWNER: Final = next(board for board in BOARDS if isinstance(board, Fugu))
CANNERY: Final = next(board for board in BOARDS if isinstance(board, Sardines))
BANKING: Final = next(board for board in BOARDS if isinstance(board, Bank))
RENTING: Final = next(board for board in BOARDS if isinstance(board, Rentals))
RENTING_BOATS: Final = next(board for board in BOARDS if isinstance(board, ShipRental))
ABROAD_MARKET: Final = next(board for board in BOARDS if isinstance(board, ForeignMarket))
SCORING_BOARD: Final = next(board for board in BOARDS if isinstance(board, Overfishing))
_NORI: Final = next(board for board in BOARDS if isinstance(board, Nori))
NORI_DIVISOR: Final = _NORI.divisor
NORI_TOKEN: Final = _NORI.kinds[0]
# By kind of action: the market whose license catches another fish with it.
CATCHERS: Final[dict[int, FishMarket]] = {
    market.special_catch: market for market in FISH_MARKETS if market.special_catch != CATCH
}
# Tokens without a fixed worth, with their market; `holding` computes Nori from all other tokens.
CHANGING: Final = tuple((kind, market) for market in FISH_MARKETS for kind in market.changing)
