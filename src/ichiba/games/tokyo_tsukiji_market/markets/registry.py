"""All markets by number: the only module that knows the class of each market."""

from ichiba.games.tokyo_tsukiji_market.actions import CATCH
from ichiba.games.tokyo_tsukiji_market.data import (
    BANK,
    EXTERNAL,
    FISH,
    FOREIGN_MARKET,
    FUGU,
    HIMONO,
    NORI,
    NUM_FISH,
    OVERFISHING,
    RENTALS,
    SHIP_RENTAL,
)
from ichiba.games.tokyo_tsukiji_market.markets.aquarium import Aquarium
from ichiba.games.tokyo_tsukiji_market.markets.auction import Auction
from ichiba.games.tokyo_tsukiji_market.markets.bank import Bank
from ichiba.games.tokyo_tsukiji_market.markets.barter import Barter
from ichiba.games.tokyo_tsukiji_market.markets.base import ExternalMarket
from ichiba.games.tokyo_tsukiji_market.markets.clams_oysters import ClamsOysters
from ichiba.games.tokyo_tsukiji_market.markets.eel import Eel
from ichiba.games.tokyo_tsukiji_market.markets.fish_market import FishMarket
from ichiba.games.tokyo_tsukiji_market.markets.foreign_market import ForeignMarket
from ichiba.games.tokyo_tsukiji_market.markets.fugu import Fugu
from ichiba.games.tokyo_tsukiji_market.markets.government import Government
from ichiba.games.tokyo_tsukiji_market.markets.himono import Himono
from ichiba.games.tokyo_tsukiji_market.markets.influence import Influence
from ichiba.games.tokyo_tsukiji_market.markets.jack_mackerel import JackMackerel
from ichiba.games.tokyo_tsukiji_market.markets.mackerel import Mackerel
from ichiba.games.tokyo_tsukiji_market.markets.new_aquarium import NewAquarium
from ichiba.games.tokyo_tsukiji_market.markets.nori import Nori
from ichiba.games.tokyo_tsukiji_market.markets.octopus import Octopus
from ichiba.games.tokyo_tsukiji_market.markets.overfishing import Overfishing
from ichiba.games.tokyo_tsukiji_market.markets.red_snapper import RedSnapper
from ichiba.games.tokyo_tsukiji_market.markets.rentals import Rentals
from ichiba.games.tokyo_tsukiji_market.markets.salmon import Salmon
from ichiba.games.tokyo_tsukiji_market.markets.sardines import Sardines
from ichiba.games.tokyo_tsukiji_market.markets.ship_rental import ShipRental
from ichiba.games.tokyo_tsukiji_market.markets.ships import Ships
from ichiba.games.tokyo_tsukiji_market.markets.spider_crab import SpiderCrab
from ichiba.games.tokyo_tsukiji_market.markets.squid import Squid
from ichiba.games.tokyo_tsukiji_market.markets.sushi_shop import SushiShop
from ichiba.games.tokyo_tsukiji_market.markets.swordfish import Swordfish
from ichiba.games.tokyo_tsukiji_market.markets.trading import Trading
from ichiba.games.tokyo_tsukiji_market.markets.tuna import Tuna
from ichiba.games.tokyo_tsukiji_market.markets.used_ships import UsedShips

# The markets with methods that the flow of a turn calls directly.
_himono, _nori = Himono(HIMONO), Nori(NORI)
DRYING_RACKS = _himono
SOLD_TO_OWNER = Fugu(FUGU)
BANKING = Bank(BANK)
RENTING = Rentals(RENTALS)
RENTING_BOATS = ShipRental(SHIP_RENTAL)
ABROAD_MARKET = ForeignMarket(FOREIGN_MARKET)
SCORING_BOARD = Overfishing(OVERFISHING)

_FISH: dict[str, FishMarket | type[FishMarket]] = {
    "mackerel": Mackerel, "eel": Eel, "fugu": SOLD_TO_OWNER, "octopus": Octopus,
    "red_snapper": RedSnapper, "salmon": Salmon, "spider_crab": SpiderCrab, "squid": Squid,
    "tuna": Tuna, "clams_oysters": ClamsOysters, "himono": _himono,
    "jack_mackerel": JackMackerel, "nori": _nori, "sardines": Sardines, "swordfish": Swordfish,
}  # fmt: skip
_EXTERNAL: dict[str, ExternalMarket | type[ExternalMarket]] = {
    "aquarium": Aquarium, "auction": Auction, "bank": BANKING, "barter": Barter,
    "government": Government, "rentals": RENTING, "ships": Ships, "trading": Trading,
    "used_ships": UsedShips, "foreign_market": ABROAD_MARKET, "influence": Influence,
    "new_aquarium": NewAquarium, "overfishing": SCORING_BOARD, "ship_rental": RENTING_BOATS,
    "sushi_shop": SushiShop,
}  # fmt: skip


def _fish_market(place: int) -> FishMarket:
    made = _FISH[FISH[place]]
    return made if isinstance(made, FishMarket) else made(place)


def _external_market(place: int) -> ExternalMarket:
    made = _EXTERNAL[EXTERNAL[place]]
    return made if isinstance(made, ExternalMarket) else made(place + NUM_FISH)


FISH_MARKETS: tuple[FishMarket, ...] = tuple(_fish_market(place) for place in range(NUM_FISH))
EXTERNAL_MARKETS: tuple[ExternalMarket, ...] = tuple(
    _external_market(place) for place in range(len(EXTERNAL))
)
# By kind of action: the market whose license catches another fish with it.
CATCHERS: dict[int, FishMarket] = {
    market.special_catch: market for market in FISH_MARKETS if market.special_catch != CATCH
}
NORI_DIVISOR, NORI_TOKEN = _nori.divisor, _nori.kinds[0]
# Tokens without a fixed worth, with their market; `holding` computes Nori from all other tokens.
CHANGING = tuple((kind, market) for market in FISH_MARKETS for kind in market.changing)
