"""The bot `ismcts`: a plain tree search over what a seat knows, with random roll-outs.

It knows the rules of every title and nothing else, so it shows how much a master's knowledge is
worth. One tree is grown for the seat that decides. Each iteration draws a world that fits what the
seat knows, walks down the tree by UCB as far as the tree goes, adds one node, and plays on at
random. Players who decide at the same time decide one after another, the seat itself first, so that
it never answers a secret choice.
"""

from collections.abc import Sequence
from math import log, sqrt
from random import Random
from typing import Final

from ichiba.core.observer import Observer
from ichiba.core.state import State

# How many iterations a decision gets.
ITERATIONS: Final = 200
# How much the search looks into what it hardly knows.
_CURIOSITY: Final = 0.7
# Random games of some titles hardly ever end. After so many moves, the scores decide.
_LONGEST: Final = 400


class _Node:
    """What a player may choose at some point, and how well it went."""

    __slots__ = ("available", "children", "seat", "visits", "wins")

    def __init__(self, seat: int) -> None:
        self.seat = seat  # who makes this choice
        self.children: dict[tuple[int, int], _Node] = {}  # by seat and action
        self.visits = 0
        self.available = 0  # how often it could have been chosen
        self.wins = 0.0

    def bound(self) -> float:
        """The upper bound of the share of wins that it may have."""
        doubt = sqrt(log(self.available) / self.visits)
        return self.wins / self.visits + _CURIOSITY * doubt


class Ismcts:
    """Plays every game without knowing anything about it. It forgets its tree after each choice."""

    def __init__(self, rng: Random, rollouts: int = ITERATIONS) -> None:
        self._rng = rng
        self._iterations = rollouts

    def choose(self, observer: Observer) -> int:
        """Choose the action that the search tried out most often."""
        legal, seat = observer.legal(), observer.seat
        if len(legal) == 1:
            return legal[0]
        root = _Node(seat)
        for _ in range(self._iterations):
            self._iterate(root, observer.determinize(self._rng))
        tried = {action: child.visits for (_, action), child in root.children.items()}
        return max(legal, key=lambda action: tried.get(action, 0))

    def _iterate(self, root: _Node, world: State) -> None:
        path = self._walk(root, world)
        self._play_on(world)
        shares = _victory(world)
        for node in path:
            node.visits += 1
            node.wins += shares[node.seat]

    def _walk(self, root: _Node, world: State) -> list[_Node]:
        """Walk down the tree to a new node, and carry the choices out. Returns the nodes."""
        node, path = root, []
        while world.actors:
            seat = root.seat if root.seat in world.actors else world.actors[0]
            legal, children = world.legal(seat), node.children
            untried = [action for action in legal if (seat, action) not in children]
            if untried:
                action = self._rng.choice(untried)
                children[seat, action] = _Node(seat)
            else:
                action = max(legal, key=lambda one: children[seat, one].bound())
            for one in legal:
                if (seat, one) in children:
                    children[seat, one].available += 1
            node = children[seat, action]
            path.append(node)
            world.apply(seat, action)
            if untried:
                break
        return path

    def _play_on(self, world: State) -> None:
        for _ in range(_LONGEST):
            if not world.actors:
                break
            seat = world.actors[0]
            world.apply(seat, self._rng.choice(world.legal(seat)))


def _victory(world: State) -> list[float]:
    """Each seat's share of the victory. In a game that is not over, the highest scores win."""
    scores = world.scores
    winners: Sequence[int] = world.winners
    if not winners:
        most = max(scores)
        winners = [seat for seat, score in enumerate(scores) if score == most]
    return [(seat in winners) / len(winners) for seat in range(len(scores))]
