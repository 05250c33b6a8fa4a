"""The set-up: which markets are in play, what lies on them, and what everybody begins with."""

from collections.abc import Sequence

from ichiba.core.errors import SetupError
from ichiba.core.options import Values
from ichiba.core.rng import Rng
from ichiba.games.tokyo_tsukiji_market.data import (
    AQUARIUM,
    BOX,
    EXTERNAL,
    FISH,
    HIMONO_LICENSES,
    JACK_MACKEREL,
    MACKEREL,
    MARKETS,
    NAME,
    NEW_AQUARIUM,
    NUM_BOATS,
    NUM_FISH,
    NUM_TOKENS,
    SHIPS,
    TITLE,
    TOKEN_COUNT,
)
from ichiba.games.tokyo_tsukiji_market.keys import MARKET_KEY
from ichiba.games.tokyo_tsukiji_market.markets import registry
from ichiba.games.tokyo_tsukiji_market.markets.base import Market
from ichiba.games.tokyo_tsukiji_market.pieces import open_market, set_owner
from ichiba.games.tokyo_tsukiji_market.table import (
    BOXED,
    IN_BOX,
    NOBODY,
    NOT_RENTED,
    OTHERS,
    Table,
)


class Setup:
    """Everything that stays the same during one game."""

    __slots__ = (
        "abroad", "alone", "bank", "bartering", "blue_ship", "boards", "changing",
        "closed_money", "crashing",
        "drying", "everyone", "external", "fish", "four_slot_barges", "nori_divisor",
        "open_knowledge", "options", "overfishing", "players", "rental", "rentals", "round_limit",
    )  # fmt: skip

    def __init__(self, players: int, options: Values) -> None:
        self.players = players
        self.options = options
        self.everyone = tuple(range(players))
        self.alone = tuple((seat,) for seat in range(players))  # actors without making a tuple
        self.closed_money = bool(options["closed_money"])
        self.crashing = bool(options["crashing"])
        self.open_knowledge = bool(options["open_knowledge"])
        self.blue_ship = bool(options["blue_ship"])
        self.four_slot_barges = options["barges"] == "four_slot"
        self.round_limit = int(str(options["round_limit"]))
        self.fish = registry.FISH_MARKETS
        self.external = registry.EXTERNAL_MARKETS
        self.boards: tuple[Market, ...] = (*self.fish, *self.external)
        self.changing = registry.CHANGING
        self.nori_divisor = registry.NORI_DIVISOR
        self.drying = registry.DRYING_RACKS
        self.rentals = registry.RENTING
        self.rental = registry.RENTING_BOATS
        self.abroad = registry.ABROAD_MARKET
        self.bank = registry.BANKING
        self.bartering = registry.BARTERING
        self.overfishing = registry.SCORING_BOARD


def _counts(players: int) -> tuple[int, int]:
    row = next(row for row in BOX.start.markets if row.players == players)
    return row.fish, row.external


def _names(value: object) -> list[str]:
    return [str(name) for name in value] if isinstance(value, list) else []


def _refuse(key: str, **arguments: int | str | list[str]) -> SetupError:
    return SetupError.of(f"{NAME}.refusal.{key}", **arguments)


def check_combination(players: int, options: Values) -> None:
    """A SetupError unless these options go together."""
    if not options["expansion"]:
        _check_base_only(options)
    if options["beginner"]:
        _check_beginner(options)
    chosen_fish, chosen_external = (
        _names(options[name]) for name in ("fish_markets", "external_markets")
    )
    if options["staple"] in chosen_fish:
        raise _refuse("staple_chosen", market=MARKET_KEY[FISH.index(str(options["staple"]))])
    for name in chosen_external:
        least = BOX.external[name].least_players
        if players < least:
            market = MARKET_KEY[MARKETS.index(name)]
            raise _refuse("too_few_players", market=market, least=least)
    fish, external = _counts(players)
    fish += int(str(options["extra_fish"]))
    external += int(str(options["extra_external"]))
    pair = {"aquarium", "new_aquarium"} <= set(chosen_external)
    _check_number("fish_markets", chosen_fish, fish, len(fish_pool(options)))
    _check_number(
        "external_markets", chosen_external, external, len(external_pool(players, options)),
        spare=int(pair),
    )  # fmt: skip


def _check_base_only(options: Values) -> None:
    if options["staple"] == "jack_mackerel":
        raise _refuse("needs_expansion", option="staple")
    if options["blue_ship"]:
        raise _refuse("needs_expansion", option="blue_ship")
    if options["barges"] != "six_slot":
        raise _refuse("needs_expansion", option="barges")
    for option, box in (("fish_markets", BOX.fish), ("external_markets", BOX.external)):
        for name in _names(options[option]):
            if box[name].expansion:
                raise _refuse("market_needs_expansion", market=MARKET_KEY[MARKETS.index(name)])


def _check_beginner(options: Values) -> None:
    for option in ("expansion", "fish_markets", "extra_fish", "extra_external"):
        if options[option]:
            raise _refuse("beginner", option=option)


def _check_number(
    option: str, chosen: Sequence[str], wanted: int, there: int, spare: int = 0
) -> None:
    if len(chosen) > wanted + spare:
        raise _refuse("too_many_chosen", option=option, chosen=len(chosen), wanted=wanted + spare)
    if wanted > there:
        raise _refuse("too_many_markets", title=TITLE, option=option, wanted=wanted, there=there)


def fish_pool(options: Values) -> list[int]:
    """Fish markets that can be added to the staple."""
    staple = FISH.index(str(options["staple"]))
    return [
        fish
        for fish, data in enumerate(BOX.fish.values())
        if fish != staple and (options["expansion"] or not data.expansion)
    ]


def external_pool(players: int, options: Values) -> list[int]:
    """External markets that can be added to Ships; the Auction not for two (C12)."""
    return [
        NUM_FISH + place
        for place, data in enumerate(BOX.external.values())
        if NUM_FISH + place != SHIPS
        and players >= data.least_players
        and (options["expansion"] or not data.expansion)
    ]


def set_up(table: Table, setup: Setup, seed: int) -> None:
    """Lay out everything; the first player is random (B9)."""
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


def _fill_box(table: Table) -> None:
    table.status = [BOXED] * NUM_FISH
    table.external = [BOXED] * len(EXTERNAL)
    table.in_play = ()
    table.barrels = [0] * NUM_FISH
    table.licenses_left = [0] * NUM_FISH
    table.stock = [0] * NUM_TOKENS
    table.track = [0] * NUM_FISH
    table.iwashi = 0
    table.shelves = [()] * len(EXTERNAL)
    table.chest = [0] * len(OTHERS)
    table.boxed = others_in_box()
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
    """Freezers, Carts and so on, as many as the box has."""
    rentals, influence = BOX.external["rentals"], BOX.external["influence"]
    bank, rental = BOX.external["bank"], BOX.external["ship_rental"]
    numbers = (
        rentals.freezers, rentals.carts, influence.buyers, influence.expansions, bank.loans,
        bank.shares, rental.tokens,
    )  # fmt: skip
    return [one.value if one is not None else 0 for one in numbers]


def _give_out(table: Table) -> None:
    """Money, a One-slot Ship and an open port for everybody; the staple's license comes later."""
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


def _reset_flow(table: Table) -> None:
    table.round = table.moves = 0
    table.start = table.seat = 0
    table.phase = table.base = table.step = table.points = table.entered = 0
    table.acted = table.second = table.interacted = table.sold = False
    table.final = table.trigger = table.boat = table.barge = table.visit = NOBODY
    table.bidding = table.buying = table.space = NOBODY
    table.choices = []
    table.history = ()
    table.used = [0] * NUM_FISH
    table.landed = [0] * NUM_FISH
    table.dried = table.activated = table.unloaded = table.repricings = table.uses = 0
    table.auctions = table.abroad = table.queue = table.owed = table.lot = ()
    table.prize = table.crate = table.offers = ()
    table.bids = []
    table.actors = ()


def _choose_fish(table: Table) -> list[int]:
    """The staple and those added to it; the others stay in the box."""
    options = table.setup.options
    wanted = _counts(table.setup.players)[0] + int(str(options["extra_fish"]))
    chosen = [FISH.index(name) for name in _names(options["fish_markets"])]
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


def _choose_external(table: Table) -> list[int]:
    """Those added to Ships. The Aquariums come together, and then there is one market more."""
    options = table.setup.options
    wanted = _counts(table.setup.players)[1] + int(str(options["extra_external"]))
    chosen = [MARKETS.index(name) for name in _names(options["external_markets"])]
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
