"""Search for all titles: choose by trying candidates out in imagined worlds.

A title brings three parts. Its candidates are anything: single actions, or plans for a turn, best
guesses first. `imagine` returns a world that fits what the seat knows, usually from
`Observer.determinize`. `try_out` copies a world, carries out a candidate there, plays on with a
quick player, and returns a value (`lead_value` turns scores into one; a title may also stop early
and estimate). `equilibrium` is for secret choices that are made at the same time.

The budget is a number of tries, not a time, so the same seed gives the same choice on every
machine.
"""

from ichiba.bots.search.halving import Trial, best, compare, rank
from ichiba.bots.search.regret import Mix, Payoffs, draw, equilibrium
from ichiba.bots.search.values import lead_value

__all__ = [
    "Mix",
    "Payoffs",
    "Trial",
    "best",
    "compare",
    "draw",
    "equilibrium",
    "lead_value",
    "rank",
]
