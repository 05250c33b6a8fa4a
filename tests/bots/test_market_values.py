"""The learned values of Tokyo Tsukiji Market: fair, complete, and sensible."""

from random import Random

import pytest

from ichiba.bots.values import Values, chances
from ichiba.core.observer import Observer
from ichiba.games.tokyo_tsukiji_market.bots import lessons
from ichiba.games.tokyo_tsukiji_market.bots.adviser import Adviser
from ichiba.games.tokyo_tsukiji_market.bots.evaluate import GREEDY
from ichiba.games.tokyo_tsukiji_market.bots.features import (
    FEATURES,
    estimates,
    features,
    learned,
    stage,
    weighted,
)
from ichiba.games.tokyo_tsukiji_market.bots.rollout import HintPolicy
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from tokyo_tsukiji_market.scene import GAME


def position(players: int, seed: int, turns: int) -> MarketState:
    state = GAME.new(players, seed=seed)
    assert isinstance(state, MarketState)
    HintPolicy([GREEDY] * players).play_on(state, turns)
    assert state.actors, "the game goes on"
    return state


def chances_in(state: MarketState) -> list[float]:
    return chances(weighted(stage(state), features(state, estimates(state))))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_feature_has_a_weight(players: int) -> None:
    found = learned().players[str(players)]
    assert tuple(found.weights) == FEATURES
    # Revision 3 changed rare decisions (which barrel, late Carts) but none of the features.
    assert found.made.revision in (2, GAME.revision)
    assert found.made.log_loss < found.made.log_loss_by_points
    assert found.made.command.startswith("python scripts/train.py tokyo-tsukiji-market")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_features_know_only_what_the_seat_knows(players: int) -> None:
    """Two worlds that differ only in what is hidden from a seat have the same features."""
    for turns in (0, 9, 24):
        state = position(players, turns, turns)
        other = state.determinize(state.seat, Random(turns))
        assert isinstance(other, MarketState)
        rows, same = (features(world, estimates(world)) for world in (state, other))
        assert rows == same
        assert {len(row) for row in rows} == {len(FEATURES)}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("turns", [4, 24])
def test_more_money_means_more_chances(players: int, turns: int) -> None:
    state = position(players, 1, turns)
    before = chances_in(state)
    assert sum(before) == pytest.approx(1)
    for seat in range(players):
        state.money[seat] += 1000
        after = chances_in(state)
        state.money[seat] -= 1000
        assert after[seat] > before[seat] + 0.02


@pytest.mark.parametrize("values", [None, learned()])
def test_a_lesson_describes_positions_from_the_whole_game(values: Values | None) -> None:
    lesson = lessons.play(2, 5, values)
    stages = [one.stage for one in lesson.positions]
    assert len(stages) > 5
    assert stages[0] > 0.5
    assert stages[-1] < 0.3
    best = max(lesson.scores)
    assert lesson.winners == tuple(s for s, one in enumerate(lesson.scores) if one == best)
    assert lessons.play(2, 5, values) == lesson, "the same seed gives the same game"


def test_hints_give_the_learned_chance() -> None:
    """A seat that is far ahead near the end is told so, and one that is far behind, too."""
    state = position(2, 1, 24)
    seat = state.seat
    told = []
    for yen in (4000, 0):
        world = state.copy()
        world.money[seat], world.money[1 - seat] = yen, 4000 - yen
        found = Adviser(Random(1), tries=3, worlds=1).advise(Observer(GAME, world, seat))
        told.append(found[0].chance)
    assert told[0] > 0.7
    assert told[1] < 0.3
