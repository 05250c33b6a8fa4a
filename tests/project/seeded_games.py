"""Prints what the bots choose in seeded games, so that `test_compiled.py` can compare two engines.

Quick players play the games. Now and then, the other bots and the adviser say what they would do.
"""

import sys
from collections.abc import Iterator
from random import Random

import ichiba
from ichiba import bots

# By title and bot: the number of decisions from one question to the next.
EVERY = {
    "tsukiji": {"greedy": 3, "master:10": 31, "adviser": 151, "ismcts:5": 29},
    "shinjuku": {"greedy": 13, "master:10": 67, "adviser": 239, "ismcts:1": 97},
    "tokyo-tsukiji-market": {"greedy": 5, "master": 113, "adviser": 211, "ismcts:1": 97},
}
PLAYERS = (2, 4)
ROUNDS = 12  # of Tokyo Tsukiji Market, which would take long


def opinion(name: str, observer: ichiba.Observer, seed: int) -> str:
    """What a bot would do, or what the adviser says, with exact chances."""
    if name == "adviser":
        advice = bots.adviser(observer.game, Random(seed)).advise(observer)
        return repr([(one.action, one.chance, one.reason) for one in advice])
    return str(bots.make(name, observer.game, Random(seed)).choose(observer))


def play(title: str, players: int, seed: int) -> Iterator[str]:
    """Play a game; every choice, and the scores."""
    game = ichiba.load(title)
    limit = {"round_limit": ROUNDS} if title == "tokyo-tsukiji-market" else {}
    state = game.new(players, seed=seed, **limit)
    quick = [bots.make(bots.QUICK, game, Random(seed + seat)) for seat in range(players)]
    decision = 0
    while state.actors:
        decision += 1
        seat = state.actors[0]
        observer = ichiba.Observer(game, state, seat)
        for name, every in EVERY[title].items():
            if decision % every == 0:
                yield f"{title} {players} {decision} {name}: {opinion(name, observer, decision)}"
        choice = quick[seat].choose(observer)
        yield f"{title} {players} {decision}: {choice}"
        state.apply(seat, choice)
    yield f"{title} {players}: {[*state.scores]}"


if __name__ == "__main__":
    for title in EVERY:
        for players in PLAYERS:
            for line in play(title, players, seed=players):
                sys.stdout.write(line + "\n")
