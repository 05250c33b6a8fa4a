"""Equal information states mean equal choices, observations and views, in every title.

Equal texts from different games are rare, so each position is also compared with redrawn ones, and
games are played several times from the same deal.
"""

from collections import defaultdict
from random import Random

import pytest

import ichiba
from contract.cases import Case, all_cases, random_step

# Few actions near the start of few deals, so that many games run through equal information states.
DEALS = 2
GAMES = 12
STEPS = 14


def known(state: ichiba.State, seat: int) -> tuple[object, ...]:
    """What must be equal if the information states are."""
    return sorted(state.legal(seat)), state.packed(seat, "d"), state.view(seat)


def narrowed(state: ichiba.State, rng: Random) -> tuple[int, int]:
    """A random seat that has to decide, and often one of its first two actions."""
    seat, action = random_step(state, rng)
    return seat, rng.choice(state.legal(seat)[:2]) if rng.random() < 0.7 else action


def compare(case: Case, games: int, steps: int) -> tuple[int, int]:
    """How many times an information state was met again, and in how many different positions."""
    repeated = different = 0
    for deal in range(DEALS):
        seen: dict[tuple[int, str], tuple[object, ...]] = {}
        positions: dict[tuple[int, str], list[object]] = defaultdict(list)
        for number in range(games):
            rng = Random(number)
            state = case.game.new_with_log(case.players, seed=deal, **case.values)
            for _ in range(steps):
                if not state.actors:
                    break
                for seat in {state.actors[0], rng.randrange(case.players)}:
                    # Also as another seat imagines it: then this seat has lost its own log.
                    other = rng.choice((seat, rng.randrange(case.players)))
                    world = state.determinize(other, rng) if rng.random() < 0.5 else state
                    key = seat, world.information_state(seat)
                    assert seen.setdefault(key, known(world, seat)) == known(world, seat), (
                        f"deal {deal}, game {number}, seat {seat}"
                    )
                    dump = world.dump()
                    repeated += bool(positions[key])
                    different += bool(positions[key]) and dump not in positions[key]
                    positions[key].append(dump)
                state.apply(*narrowed(state, rng))
    return repeated, different


def plain(name: str) -> Case:
    return Case(name, 2, tuple(ichiba.load(name).random_options.items()))


@pytest.mark.parametrize("name", ichiba.games())
def test_equal_information_means_equal_knowledge(name: str) -> None:
    repeated, different = compare(plain(name), GAMES, STEPS)
    assert repeated > GAMES
    assert different > 3, "all positions were equal, so nothing was tested"


@pytest.mark.long
@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_the_same_with_all_options(case: Case) -> None:
    repeated, _ = compare(case, GAMES // 2, STEPS)
    assert repeated > GAMES // 2


@pytest.mark.long
@pytest.mark.parametrize("name", ichiba.games())
def test_the_same_in_whole_turns(name: str) -> None:
    repeated, _ = compare(plain(name), 25, 60)
    assert repeated > 100


def test_a_history_alone_would_not_do() -> None:
    """The same test finds positions with equal histories in which a seat can choose differently."""
    game = ichiba.load("shinjuku")
    seen: dict[str, list[int]] = {}
    different = 0
    for number in range(30):
        rng = Random(number)
        state = game.new_with_log(2, seed=0)
        for _ in range(20):
            seat = state.actors[0]
            legal = sorted(state.legal(seat))
            different += seen.setdefault(f"{seat} {state.history(seat)}", legal) != legal
            state.apply(*narrowed(state, rng))
    assert different > 10


def test_own_choices_are_not_told_to_others() -> None:
    game = ichiba.load("tsukiji")
    one, other = (game.new_with_log(2, seed=1) for _ in range(2))
    first, second = one.legal(0)[:2]
    one.apply(0, first)
    other.apply(0, second)
    assert one.information_state(0) != other.information_state(0)
    assert one.information_state(1) == other.information_state(1)
    assert one.history(None) == other.history(None)


def test_it_needs_a_log() -> None:
    with pytest.raises(LookupError, match="new_with_log"):
        ichiba.load("tsukiji").new(2, seed=1).information_state(0)
