"""All bots and advisers choose the same as before, in twenty positions of each title.

The positions are from the golden games. If a change is meant to change what bots choose, delete
`moves.json` and run this test: it writes the file again and fails once.
"""

import json
from pathlib import Path
from random import Random

import pytest

import ichiba
from ichiba import bots
from ichiba.games.shinjuku.bots.adviser import Adviser as ShinjukuAdviser
from ichiba.games.tokyo_tsukiji_market.bots.adviser import Adviser as MarketAdviser
from ichiba.games.tsukiji.bots.adviser import Adviser as TsukijiAdviser

MOVES = Path(__file__).with_name("moves.json")
POSITIONS = 20
TITLES = ("tsukiji", "shinjuku", "tokyo-tsukiji-market")
BOTS = (
    "beginner", "gentle", "steady", "strong", "expert", "master", "quick", "ismcts:2", "adviser",
)  # fmt: skip
SMALL = {"tsukiji": "master:20", "shinjuku": "master:4", "tokyo-tsukiji-market": "master:1"}
# How many decisions in a row the quick players make, and how many the levels.
MANY, FEW = 40, 4
# The fast test asks in every fifth position. Shinjuku's adviser takes a second for each.
SOME = range(0, POSITIONS, 5)
OTHERS = [number for number in range(POSITIONS) if number not in SOME]
DEAR = ("shinjuku", "adviser")


def position(title: str, number: int) -> ichiba.State:
    """A position of a golden game in which somebody has a choice."""
    folder = Path(__file__).parent.parent / title.replace("-", "_") / "games"
    files = sorted(folder.glob("*.json"))
    record = ichiba.Record.load(files[number % len(files)])
    count = len(record.moves) * (2 * number + 1) // (2 * POSITIONS)
    while True:
        state = ichiba.Match.replay(record.until(count)).state
        if state.actors and len(state.legal(state.actors[0])) > 1:
            return state
        count -= 1


def advice(title: str, number: int) -> str:
    """What an adviser with a small budget says."""
    state, rng = position(title, number), Random(number)
    adviser: bots.Adviser
    if title == "tsukiji":
        adviser = TsukijiAdviser(rng, games=24)
    elif title == "shinjuku":
        adviser = ShinjukuAdviser(rng, worlds=2)
    else:
        adviser = MarketAdviser(rng, tries=6, worlds=2)
    game = ichiba.load(title)
    found = adviser.advise(ichiba.Observer(game, state, state.actors[0]))
    return " / ".join(
        f"{game.notation(one.action)}, {one.chance:.6f}, {one.reason}" for one in found
    )


def moves_of(title: str, name: str, number: int) -> str:
    """What a bot does next, for all seats."""
    if name == "adviser":
        return advice(title, number)
    game, state = ichiba.load(title), position(title, number)
    bot = bots.make(SMALL[title] if name == "master" else name, game, Random(number))
    length = MANY if name == "quick" else 1 if name in ("master", "ismcts:2") else FEW
    moves: list[str] = []
    while len(moves) < length and state.actors:
        seat = state.actors[0]
        action = bot.choose(ichiba.Observer(game, state, seat))
        state.apply(seat, action)
        moves.append(game.notation(action))
    return " / ".join(moves)


def expected() -> dict[str, dict[str, list[str]]]:
    """By title, bot and position: what was chosen."""
    if not MOVES.exists():
        made = {
            one: {bot: [moves_of(one, bot, n) for n in range(POSITIONS)] for bot in BOTS}
            for one in TITLES
        }
        MOVES.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        pytest.fail("wrote the moves; look at them and run the test again")
    found: dict[str, dict[str, list[str]]] = json.loads(MOVES.read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("title", TITLES)
def test_it_chooses_the_same_as_before(title: str, name: str) -> None:
    known = expected()[title][name]
    for number in SOME[:1] if (title, name) == DEAR else SOME:
        assert moves_of(title, name, number) == known[number], number


@pytest.mark.long
@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("title", TITLES)
def test_it_chooses_the_same_everywhere(title: str, name: str) -> None:
    known = expected()[title][name]
    for number in OTHERS[::2] if (title, name) == DEAR else OTHERS:
        assert moves_of(title, name, number) == known[number], number
