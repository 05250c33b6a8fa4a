"""Sets up positions of Tokyo Tsukiji Market as examples describe them, keeping all pieces."""

from collections.abc import Sequence

import ichiba
from ichiba.core.options import Value
from ichiba.games.tokyo_tsukiji_market import activity
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.census import full_box
from ichiba.games.tokyo_tsukiji_market.data import (
    BOAT_TYPES,
    BOATS_OF_TYPE,
    EXTERNAL,
    FISH,
    ITEMS,
    MARKETS,
    NUM_FISH,
    TOKEN,
    TOKENS,
)
from ichiba.games.tokyo_tsukiji_market.goods import ITEM_OF, PRICE_OF, ROW_OF
from ichiba.games.tokyo_tsukiji_market.holding import resources
from ichiba.games.tokyo_tsukiji_market.markets.base import Market
from ichiba.games.tokyo_tsukiji_market.markets.fish_market import FishMarket
from ichiba.games.tokyo_tsukiji_market.pieces import put_for_sale, set_owner
from ichiba.games.tokyo_tsukiji_market.setup import others_in_box
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import SEA

GAME = ichiba.load("tokyo-tsukiji-market")
PLAIN_FISH = ("squid", "tuna", "red_snapper", "octopus", "eel", "fugu")
PLAIN_EXTERNAL = ("barter", "used_ships", "bank", "rentals")


def table(players: int = 3, *markets: str, **options: Value) -> MarketState:
    """A new game with these markets, in which seat 0 is first and about to act.

    Further markets that the player count requires are always the same simple ones.
    """
    wanted = next(row for row in BOX.start.markets if row.players == players)
    fish = [name for name in markets if name in FISH]
    external = [name for name in markets if name in EXTERNAL]
    fish += [name for name in PLAIN_FISH if name not in fish][: max(0, wanted.fish - len(fish))]
    spare = [name for name in PLAIN_EXTERNAL if name not in external]
    external += spare[: max(0, wanted.external - len(external))]
    new = any((BOX.fish | BOX.external)[name].expansion for name in markets)
    options = {"fish_markets": fish, "external_markets": external, **options}
    options.setdefault("expansion", new)
    options.setdefault("extra_fish", max(0, len(fish) - wanted.fish))
    options.setdefault("extra_external", max(0, len(external) - wanted.external))
    state = next(
        state
        for state in (GAME.new(players, seed=seed, **options) for seed in range(200))
        if isinstance(state, MarketState) and state.start == 0
    )
    state.log = []
    return state


def refresh(state: MarketState) -> None:
    """Forget the possible choices after the position was changed."""
    state.cached_choices = []


def do(state: MarketState, seat: int, *moves: str) -> None:
    """Make moves that must be legal. A move with a question mark is made only if it is possible.

    If there is only one possibility, the game makes the move itself.
    """
    refresh(state)
    for move in moves:
        action = GAME.parse(move.rstrip("?"))
        legal = state.legal(seat)
        if move.endswith("?") and action not in legal:
            continue
        assert action in legal, (
            f"{move} is not legal: {state.explain(seat, action)} {moves_of(state, seat)}"
        )
        state.apply(seat, action)


def moves_of(state: MarketState, seat: int) -> list[str]:
    """The legal moves of a seat, in notation."""
    refresh(state)
    return [GAME.notation(action) for action in state.legal(seat)]


def may(state: MarketState, seat: int, move: str) -> bool:
    """Whether a move is possible."""
    return move in moves_of(state, seat)


def why_not(state: MarketState, seat: int, move: str) -> str:
    """Why a move is not possible."""
    refresh(state)
    return str(state.explain(seat, GAME.parse(move)))


def money(state: MarketState, *yen: int) -> None:
    """Set everyone's money, by seat."""
    for seat, amount in enumerate(yen):
        state.supply += state.money[seat] - amount
        state.money[seat] = amount


def own(state: MarketState, seat: int, **tokens: int) -> None:
    """Give a seat tokens, from the market or the box."""
    for name, count in tokens.items():
        kind = TOKEN[name]
        source = TOKEN["fresh_salmon"] if name == "degraded_salmon" else kind
        for _ in range(count):
            (state.stock if state.stock[source] else state.box_tokens)[source] -= 1
        state.tokens[seat][kind] += count


def license_for(state: MarketState, seat: int, **fishes: int) -> None:
    """Give a seat licenses, from the market or the box."""
    for name, count in fishes.items():
        fish = FISH.index(name)
        for _ in range(count):
            (state.licenses_left if state.licenses_left[fish] else state.box_licenses)[fish] -= 1
            state.licenses[seat][fish] += 1
            if name == "himono":
                state.himono_owner[state.himono_owner.index(-1)] = seat


def no_licenses(state: MarketState, seat: int) -> None:
    """Remove all licenses from a harbor."""
    for fish, count in enumerate(state.licenses[seat]):
        state.licenses_left[fish] += count
        state.licenses[seat][fish] = 0


def sell(state: MarketState, seat: int, item: str, price: int, row: int = 0) -> None:
    """Put an item up for sale on a harbor."""
    place = ITEMS.index(item)
    if item == "takoyaki":
        state.stock[TOKEN["takoyaki"]] -= 1
    else:
        state.barrels[place] -= 1
    put_for_sale(state, seat, place, price, row)


def boat(
    state: MarketState, seat: int, boat_type: str, place: int = SEA, cargo: Sequence[str] = ()
) -> int:
    """Give a seat a boat of a type, with barrels on board."""
    found = next(one for one in BOATS_OF_TYPE[BOAT_TYPES.index(boat_type)] if state.owner[one] < 0)
    set_owner(state, found, seat)
    state.place[found] = place
    load(state, found, *cargo)
    return found


def load(state: MarketState, one: int, *cargo: str) -> None:
    """Put barrels from their markets on board."""
    for name in cargo:
        fish = FISH.index(name)
        state.barrels[fish] -= 1
        state.cargo[one] += (fish,)


def at_sea(state: MarketState, seat: int, *cargo: str) -> int:
    """Put the seat's first ship to sea with these barrels."""
    one = state.fleet[seat][0]
    state.place[one] = SEA
    load(state, one, *cargo)
    return one


def catches(state: MarketState, one: int) -> list[str]:
    """What a boat can catch now, in notation."""
    return [GAME.notation(action) for action in activity.catches(state, one)]


def fish_market(state: MarketState, name: str) -> FishMarket:
    return state.setup.fish[FISH.index(name)]


def market(state: MarketState, name: str) -> Market:
    return state.setup.boards[MARKETS.index(name)]


def external_state(state: MarketState, name: str) -> int:
    return state.external[MARKETS.index(name) - NUM_FISH]


def tokens_of(state: MarketState, seat: int) -> dict[str, int]:
    return {TOKENS[kind]: count for kind, count in enumerate(state.tokens[seat]) if count}


def licenses_of(state: MarketState, seat: int) -> dict[str, int]:
    return {FISH[fish]: count for fish, count in enumerate(state.licenses[seat]) if count}


def for_sale(state: MarketState, seat: int) -> list[tuple[str, int, int]]:
    """Item, price and row of everything that is for sale on a harbor."""
    return [(ITEMS[ITEM_OF[code]], PRICE_OF[code], ROW_OF[code]) for code in state.harbor[seat]]


def worth(state: MarketState, seat: int) -> int:
    return resources(state, seat)


def bids(state: MarketState, *yen: int | None) -> None:
    """Make everyone's bids, by seat; None for a seat that does not bid."""
    for seat, amount in enumerate(yen):
        if amount is not None and seat in state.actors:
            do(state, seat, f"yen {amount}")


def pass_turn(state: MarketState) -> None:
    """The current player passes twice and ends the turn, with the simplest answer to every
    question."""
    seat = state.seat
    plain = ("degrade", "done", "price 100", "pass", "end")
    while state.seat == seat and state.actors == (seat,):
        legal = moves_of(state, seat)
        do(state, seat, next(move for move in plain if move in legal))


def told(state: MarketState) -> list[str]:
    """The keys of all events so far."""
    return [event.key.rpartition(".")[2] for event in state.log or []]


def is_whole(state: MarketState) -> bool:
    """Whether every piece and every yen of the box is there."""
    return state.census() == full_box(others_in_box())
