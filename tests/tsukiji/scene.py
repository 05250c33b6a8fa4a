"""Sets up positions of Tsukiji as examples describe them."""

from collections.abc import Sequence

import ichiba
from ichiba.games.tsukiji.data import CARDS, ON_MARKET, PRODUCTS, TICKETS
from ichiba.games.tsukiji.state import TsukijiState
from ichiba.games.tsukiji.table import OVER

TSUKIJI = ichiba.load("tsukiji")


def table(players: int = 3, *, first: int = 0, **options: object) -> TsukijiState:
    """A new game with a known first player; everyone has ¥50, to keep the sums easy."""
    state = TSUKIJI.new(players, seed=1, **options)
    assert isinstance(state, TsukijiState)
    state.first = first
    state.money = [50] * players
    state.log = []
    return state


def offer(state: TsukijiState, *lots: str) -> None:
    """Lay out these lots, such as "ebi tako sake"."""
    state.lots = [[CARDS.index(card) for card in lot.split()] for lot in lots]


def markers(state: TsukijiState, **spaces: int) -> None:
    """Put markers on spaces of the market; on a shared space, later ones are on top."""
    for product, space in spaces.items():
        place = ON_MARKET.index(product)
        state.arrival += 1
        state.spaces[place], state.arrivals[place] = space, state.arrival


def lay(state: TsukijiState, *by_seat: str) -> None:
    """Lay everyone's tickets, such as "4 x2 0", starting with the leftmost lot."""
    for seat, tickets in enumerate(by_seat):
        for ticket in tickets.split():
            do(state, seat, f"ticket {ticket}")


def do(state: TsukijiState, seat: int, move: str) -> None:
    """Make a move that must be legal."""
    action = TSUKIJI.parse(move)
    assert action in state.legal(seat), f"{move} is not legal: {state.explain(seat, action)}"
    state.apply(seat, action)


def own(state: TsukijiState, seat: int, **cards: int) -> None:
    """Give a seat product cards."""
    for product, count in cards.items():
        state.products[seat * 6 + PRODUCTS.index(product)] = count


def add_takusan(state: TsukijiState, seat: int, **cards: int) -> None:
    """Put Takusan into a seat's columns."""
    for product, count in cards.items():
        state.takusan[seat * 6 + PRODUCTS.index(product)] = count


def moves_of(state: TsukijiState, seat: int) -> list[str]:
    """The legal moves of a seat, in notation."""
    return [TSUKIJI.notation(action) for action in state.legal(seat)]


def end(state: TsukijiState) -> None:
    """End the game as if round seven were over."""
    state.phase, state.actors = OVER, ()


def hand(*tickets: str) -> int:
    return sum(1 << TICKETS.index(ticket) for ticket in tickets)


def told(state: TsukijiState) -> Sequence[str]:
    """The keys of all events so far."""
    return [event.key.removeprefix("tsukiji.event.") for event in state.log or []]
