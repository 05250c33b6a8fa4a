"""Whether a position can be played: every open decision is tried out."""

from typing import Final

from ichiba.core.errors import StuckError
from ichiba.core.state import State

# At most about so many choices of a decision are tried out.
_MOST: Final = 16
# What goes wrong in a position that contradicts itself.
_WRONG: Final = (
    ArithmeticError, AssertionError, AttributeError, LookupError, NotImplementedError, StuckError,
    TypeError, ValueError,
)  # fmt: skip


def is_playable(state: State) -> bool:
    """Whether everybody who has to decide has choices, and these can be carried out."""
    try:
        for seat in state.actors:
            legal = state.legal(seat)
            for action in {*legal[:: len(legal) // _MOST + 1], legal[-1]}:
                _try_out(state, seat, action)
        state.view(None)
    except _WRONG:
        return False
    return True


def _try_out(state: State, seat: int, action: int) -> None:
    """Carry out a choice on a copy, and look for the choices that follow."""
    state.label(seat, action)
    twin = state.copy()
    twin.apply(seat, action)
    for other in twin.actors:
        twin.legal(other)
