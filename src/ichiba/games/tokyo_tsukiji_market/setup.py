"""The set-up: which markets are in play, how they are stocked, and what the players start with."""

from functools import lru_cache
from typing import Any, Final

from ichiba.core.options import Values
from ichiba.games.tokyo_tsukiji_market.actions import PLAIN_WAY
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import (
    AQUARIUM,
    FISH,
    JACK_MACKEREL,
    MACKEREL,
    MARKETS,
    NEW_AQUARIUM,
    SHIPS,
)
from ichiba.games.tokyo_tsukiji_market.markets import registry
from ichiba.games.tokyo_tsukiji_market.options import external_pool, fish_pool, market_counts, names
from ichiba.games.tokyo_tsukiji_market.pieces import open_market, set_owner
from ichiba.games.tokyo_tsukiji_market.table import OTHERS, MarketTable

# By market: what deciding about entering it needs most.
_DOORS: Final = tuple(
    (board, board.least_money, board.pays_income, PLAIN_WAY[board.market])
    for board in registry.BOARDS
)


class Setup:
    """Everything that does not change during a game."""

    __slots__ = (
        "abroad", "alone", "bank", "blue_ship", "boards", "boat_rental", "catchers", "changing",
        "closed_money", "crashing", "doors", "drying", "everyone", "expansion", "external", "fish",
        "four_slot_barges", "nori_divisor", "nori_token", "open_knowledge", "options",
        "overfishing", "players", "rentals", "round_limit", "sold_to_owner",
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
        self.boards = registry.BOARDS
        self.doors = _DOORS
        self.changing = registry.CHANGING
        self.nori_divisor, self.nori_token = registry.NORI_DIVISOR, registry.NORI_TOKEN
        self.drying = registry.DRYING_RACKS
        self.rentals = registry.RENTING
        self.boat_rental = registry.RENTING_BOATS
        self.abroad = registry.ABROAD_MARKET
        self.bank = registry.BANKING
        self.catchers = registry.CATCHERS
        self.sold_to_owner = registry.SOLD_TO_OWNER
        self.overfishing = registry.SCORING_BOARD


def setup_of(players: int, options: Values) -> Setup:
    """The set-up with these parameters: the same object for all games that have it."""
    listed = {name: tuple(value) for name, value in options.items() if isinstance(value, list)}
    return _setup_of(players, *{**options, **listed}.items())


@lru_cache(maxsize=64)
def _setup_of(players: int, *options: tuple[str, Any]) -> Setup:
    return Setup(players, {n: [*v] if isinstance(v, tuple) else v for n, v in options})


def set_up(table: MarketTable) -> None:
    """Set up the whole table; the first player is random (B9)."""
    setup = table.setup
    table.box_others = others_in_box()
    for seat in setup.everyone:
        set_owner(table, seat, seat)  # the first One-slot Ships
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


def others_in_box() -> list[int]:
    """How many Freezers, Carts and so on the box holds."""
    counts = [0] * len(OTHERS)
    for board in registry.EXTERNAL_MARKETS:
        for row, count in board.others:
            counts[row] += count
    return counts


def _choose_fish(table: MarketTable) -> list[int]:
    """The staple and the markets added to it; the others stay in the box."""
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
    """The markets added to Ships. The Aquariums come together and count as one."""
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
