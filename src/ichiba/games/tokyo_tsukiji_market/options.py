"""The options of a game, and which of them can be combined."""

from collections.abc import Sequence

from ichiba.core.errors import SetupError
from ichiba.core.options import Option, Value, Values
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import (
    EXTERNAL,
    FISH,
    MARKETS,
    NAME,
    NUM_FISH,
    SHIPS,
    TITLE,
)
from ichiba.games.tokyo_tsukiji_market.keys import MARKET_KEY

_SHIPS = "ships"
# The largest round limit.
MOST_ROUNDS = 1000
_COUNTS = {row.players: (row.fish, row.external) for row in BOX.start.markets}


def _option(name: str, default: Value, allowed: Sequence[Value] = (False, True)) -> Option:
    return Option(
        name=name,
        type=type(default),
        default=default,
        allowed=allowed,
        title=f"{NAME}.option.{name}",
        about=f"{NAME}.option_about.{name}",
    )


OPTIONS = (
    _option("beginner", False),
    _option("closed_money", False),
    _option("expansion", False),
    _option("fish_markets", [], FISH),
    _option("external_markets", [], tuple(name for name in EXTERNAL if name != _SHIPS)),
    _option("staple", "mackerel", ("mackerel", "jack_mackerel")),
    _option("blue_ship", False),
    _option("barges", "six_slot", ("six_slot", "four_slot")),
    _option("extra_fish", 0, range(12)),
    _option("extra_external", 0, range(13)),
    _option("crashing", False),
    _option("open_knowledge", False),
    _option("round_limit", 0, range(MOST_ROUNDS + 1)),
)


def market_counts(players: int) -> tuple[int, int]:
    """How many fish markets and external markets are added to the staple and Ships."""
    return _COUNTS[players]


def names(value: object) -> list[str]:
    """The names of markets that an option lists."""
    return [str(name) for name in value] if isinstance(value, list) else []


def _refuse(key: str, **arguments: int | str | list[str]) -> SetupError:
    return SetupError.of(f"{NAME}.refusal.{key}", **arguments)


def check_combination(players: int, options: Values) -> None:
    """Raise SetupError unless these options can be combined."""
    if not options["expansion"]:
        _check_base_only(options)
    if options["beginner"]:
        _check_beginner(options)
    chosen_fish, chosen_external = (
        names(options[name]) for name in ("fish_markets", "external_markets")
    )
    if options["staple"] in chosen_fish:
        raise _refuse("staple_chosen", market=MARKET_KEY[FISH.index(str(options["staple"]))])
    for name in chosen_external:
        least = BOX.external[name].least_players
        if players < least:
            market = MARKET_KEY[MARKETS.index(name)]
            raise _refuse("too_few_players", market=market, least=least)
    fish, external = market_counts(players)
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
        for name in names(options[option]):
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
    """The fish markets that can be added to the staple."""
    staple = FISH.index(str(options["staple"]))
    return [
        fish
        for fish, data in enumerate(BOX.fish.values())
        if fish != staple and (options["expansion"] or not data.expansion)
    ]


def external_pool(players: int, options: Values) -> list[int]:
    """The external markets that can be added to Ships; no Auction for two players (C12)."""
    return [
        NUM_FISH + place
        for place, data in enumerate(BOX.external.values())
        if NUM_FISH + place != SHIPS
        and players >= data.least_players
        and (options["expansion"] or not data.expansion)
    ]
