"""The set-up: which markets are in play, how they are stocked, and what the players start with."""

from typing import Final

from ichiba.core.options import Values
from ichiba.core.rng import Rng
from ichiba.games.tokyo_tsukiji_market.actions import PLAIN_WAY
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import (
    AQUARIUM,
    EXTERNAL,
    FISH,
    HIMONO_LICENSES,
    JACK_MACKEREL,
    MACKEREL,
    MARKETS,
    NEW_AQUARIUM,
    NUM_BOATS,
    NUM_FISH,
    NUM_TOKENS,
    SHIPS,
    TOKEN_COUNT,
)
from ichiba.games.tokyo_tsukiji_market.markets import registry
from ichiba.games.tokyo_tsukiji_market.markets.base import Market
from ichiba.games.tokyo_tsukiji_market.options import external_pool, fish_pool, market_counts, names
from ichiba.games.tokyo_tsukiji_market.pieces import open_market, set_owner
from ichiba.games.tokyo_tsukiji_market.table import (
    BOXED,
    IN_BOX,
    NO_SPACE,
    NOBODY,
    NOT_RENTED,
    OTHERS,
    MarketTable,
)

_BOARDS: Final[tuple[Market, ...]] = (*registry.FISH_MARKETS, *registry.EXTERNAL_MARKETS)
# By market: what deciding about entering it needs most.
_DOORS: Final = tuple(
    (board, board.least_money, board.pays_income, PLAIN_WAY[board.market]) for board in _BOARDS
)


class Setup:
    """Everything that does not change during a game."""

    __slots__ = (
        "abroad", "alone", "bank", "blue_ship", "boards", "catchers", "changing", "closed_money",
        "crashing", "doors", "drying", "everyone", "expansion", "external", "fish",
        "four_slot_barges", "nori_divisor", "nori_token", "open_knowledge", "options",
        "overfishing", "players", "rental", "rentals", "round_limit", "sold_to_owner",
    )  # fmt: skip

    def __init__(self, players: int, options: Values) -> None:
        self.players = players
        self.options = options
        self.everyone = tuple(range(players))
        self.alone = tuple((seat,) for seat in range(players))  # ready-made values of `actors`
        self.closed_money = bool(options["closed_money"])
        self.crashing = bool(options["crashing"])
        self.expansion = bool(options["expansion"])
        self.open_knowledge = bool(options["open_knowledge"])
        self.blue_ship = bool(options["blue_ship"])
        self.four_slot_barges = options["barges"] == "four_slot"
        self.round_limit = int(str(options["round_limit"]))
        self.fish = registry.FISH_MARKETS
        self.external = registry.EXTERNAL_MARKETS
        self.boards = _BOARDS
        self.doors = _DOORS
        self.changing = registry.CHANGING
        self.nori_divisor, self.nori_token = registry.NORI_DIVISOR, registry.NORI_TOKEN
        self.drying = registry.DRYING_RACKS
        self.rentals = registry.RENTING
        self.rental = registry.RENTING_BOATS
        self.abroad = registry.ABROAD_MARKET
        self.bank = registry.BANKING
        self.catchers = registry.CATCHERS
        self.sold_to_owner = registry.SOLD_TO_OWNER
        self.overfishing = registry.SCORING_BOARD


def set_up(table: MarketTable, setup: Setup, seed: int) -> None:
    """Set up the whole table; the first player is random (B9)."""
    table.setup = setup
    table.rng = Rng(seed)
    table.reveals = 0
    _fill_box(table)
    _give_out(table)
    _reset_flow(table)
    fish = _choose_fish(table)
    external = _choose_external(table)
    if MACKEREL in fish and JACK_MACKEREL not in fish:
        for seat in setup.everyone:
            table.licenses[seat][MACKEREL] = 1
            table.box_licenses[MACKEREL] -= 1
    for market in (*fish, SHIPS, *external):
        open_market(table, market)
    table.start = table.rng.below(setup.players)
    if table.log is not None:
        table.tell("first_player", seat=table.start)


def _fill_box(table: MarketTable) -> None:
    table.status = [BOXED] * NUM_FISH
    table.external = [BOXED] * len(EXTERNAL)
    table.in_play = ()
    table.barrels = [0] * NUM_FISH
    table.licenses_left = [0] * NUM_FISH
    table.stock = [0] * NUM_TOKENS
    table.track = [0] * NUM_FISH
    table.iwashi = 0
    table.shelves = [()] * len(EXTERNAL)
    table.others_left = [0] * len(OTHERS)
    table.box_others = others_in_box()
    table.box_barrels = [data.barrels.value for data in BOX.fish.values()]
    table.box_licenses = [data.licenses.value for data in BOX.fish.values()]
    table.box_tokens = [*TOKEN_COUNT]
    table.himono_owner = [IN_BOX] * HIMONO_LICENSES
    table.himono_on = [()] * HIMONO_LICENSES
    table.owner = [IN_BOX] * NUM_BOATS
    table.place = [0] * NUM_BOATS
    table.cargo = [()] * NUM_BOATS
    table.rented = [NOT_RENTED] * NUM_BOATS


def others_in_box() -> list[int]:
    """Return how many Freezers, Carts and so on the box holds."""
    rentals, influence = BOX.external["rentals"], BOX.external["influence"]
    bank, rental = BOX.external["bank"], BOX.external["ship_rental"]
    numbers = (
        rentals.freezers, rentals.carts, influence.buyers, influence.expansions, bank.loans,
        bank.shares, rental.tokens,
    )  # fmt: skip
    return [one.value if one is not None else 0 for one in numbers]


def _give_out(table: MarketTable) -> None:
    """Give every player money, a One-slot Ship and an open port; licenses are dealt later."""
    players = table.setup.players
    table.money = [BOX.start.yen.value] * players
    table.supply = BOX.start.supply.value - sum(table.money)
    table.tokens = [[0] * NUM_TOKENS for _ in range(players)]
    table.licenses = [[0] * NUM_FISH for _ in range(players)]
    table.harbor = [()] * players
    table.ports = [1] * players
    table.freezers = [()] * players
    table.carts = [()] * players
    table.buyers = [0] * players
    table.loans = [0] * players
    table.shares = [0] * players
    table.assigned = ()
    table.fleet = [()] * players
    for seat in range(players):
        set_owner(table, seat, seat)  # the first One-slot Ships


def _reset_flow(table: MarketTable) -> None:
    table.round = table.turns_begun = 0
    table.start = table.seat = 0
    table.phase = table.menu = table.stage = table.points = table.entered = 0
    table.returned = table.idle = 0
    table.acted = table.able = table.second_catch = table.interacted = table.sold = False
    table.turns_left = table.trigger = table.boat = table.barge = table.visit = NOBODY
    table.bidding = table.buying = NOBODY
    table.space = NO_SPACE
    table.choices = []
    table.standings = ()
    table.used = [0] * NUM_FISH
    table.landed = [0] * NUM_FISH
    table.dried = table.activated = table.unloaded = table.repricings = table.uses = 0
    table.auctions = table.abroad = table.to_price = table.owed = table.lot = ()
    table.prize = table.crate = table.offers = ()
    table.bids = []
    table.actors = ()


def _choose_fish(table: MarketTable) -> list[int]:
    """Return the staple and the markets added to it; the others stay in the box."""
    options = table.setup.options
    wanted = market_counts(table.setup.players)[0] + int(str(options["extra_fish"]))
    chosen = [FISH.index(name) for name in names(options["fish_markets"])]
    pool = fish_pool(options)
    shunned: list[int] = []
    if options["beginner"]:
        chosen = [FISH.index(name) for name in BOX.start.recommended][:wanted]
        shunned = [FISH.index(name) for name in BOX.start.not_recommended]
    free = [fish for fish in pool if fish not in chosen and fish not in shunned]
    chosen += table.rng.take(free, wanted - len(chosen))
    rest = [fish for fish in pool if fish not in chosen]
    table.fish_pile = table.rng.take(rest, len(rest)) if table.setup.open_knowledge else rest
    return [FISH.index(str(options["staple"])), *chosen]


def _choose_external(table: MarketTable) -> list[int]:
    """Return the markets added to Ships. The Aquariums come together and count as one."""
    options = table.setup.options
    wanted = market_counts(table.setup.players)[1] + int(str(options["extra_external"]))
    chosen = [MARKETS.index(name) for name in names(options["external_markets"])]
    free = [
        market for market in external_pool(table.setup.players, options) if market not in chosen
    ]
    chosen += table.rng.take(free, max(0, wanted - len(chosen)))
    if options["expansion"] and (AQUARIUM in chosen or NEW_AQUARIUM in chosen):
        other = [market for market in (AQUARIUM, NEW_AQUARIUM) if market in free]
        if other:
            free.remove(other[0])
            chosen += other
        elif len(chosen) == wanted and free:
            chosen += table.rng.take(free, 1)
    pile = table.rng.take(free, len(free)) if table.setup.open_knowledge else free
    table.external_pile = pile
    return chosen
