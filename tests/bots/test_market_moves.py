"""The bots of Tokyo Tsukiji Market choose the same moves as before, in positions with all markets.

If a change is meant to change their choices, delete the file of moves and run this test: it writes
the file again and fails once.
"""

import json
from pathlib import Path
from random import Random

import pytest

import ichiba
from ichiba import bots
from ichiba.games.tokyo_tsukiji_market.bots.master import Master
from tokyo_tsukiji_market.setups import EVERYTHING, NAME, weigh

GAME = ichiba.load(NAME)
MOVES = Path(__file__).with_name("market_moves.json")
POSITIONS = 20
# How many decisions each bot makes in a row; the master tries out a few worlds.
LENGTHS = {"quick": 40, "greedy": 20, "master": 1}
WORLDS = 2
ROUNDS = 40


def position(number: int) -> ichiba.State:
    """A position that random players have reached."""
    rng = Random(number)
    state = GAME.new(2 + number % 5, seed=number, **EVERYTHING, round_limit=ROUNDS)
    for _ in range(80 + 12 * number):
        seat = state.actors[0]
        legal = state.legal(seat)
        state.apply(seat, rng.choices(legal, [weigh(state, action) for action in legal])[0])
    return state


def moves_of(name: str, number: int) -> list[str]:
    """What a bot does next, for all seats."""
    state, rng = position(number), Random(number)
    bot = Master(rng, WORLDS) if name == "master" else bots.make(name, GAME, rng)
    moves: list[str] = []
    while len(moves) < LENGTHS[name] and state.actors:
        seat = state.actors[0]
        action = bot.choose(ichiba.Observer(GAME, state, seat))
        state.apply(seat, action)
        moves.append(GAME.notation(action))
    return moves


@pytest.mark.parametrize("name", LENGTHS)
def test_it_chooses_the_same_moves_as_before(name: str) -> None:
    if not MOVES.exists():
        made = {
            one: [" / ".join(moves_of(one, number)) for number in range(POSITIONS)]
            for one in LENGTHS
        }
        MOVES.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
        pytest.fail("wrote the moves; look at them and run the test again")
    expected = json.loads(MOVES.read_text(encoding="utf-8"))[name]
    for number, moves in enumerate(expected):
        assert " / ".join(moves_of(name, number)) == moves, number
