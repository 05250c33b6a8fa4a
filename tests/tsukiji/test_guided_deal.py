"""The deal of the guided first game: what it is chosen for."""

from random import Random

import ichiba
from ichiba import bots
from ichiba.core.guide import guide_of
from ichiba.core.observer import Observer

PRODUCTS = {"ebi", "hotategai", "fugu", "tako", "sake", "maguro"}


def test_the_first_lots_introduce_the_special_cards_one_by_one() -> None:
    game = ichiba.load("tsukiji")
    guide = guide_of(game)
    assert guide is not None
    assert guide.seed is not None
    view = game.new(guide.players, seed=guide.seed, **guide.values).view(0)
    first, second, third, fourth = [set(lot["cards"]) for lot in view["lots"]]
    assert first <= PRODUCTS
    assert "takusan" in second
    assert "yakuza" in third
    assert fourth <= PRODUCTS


def test_a_newcomer_never_pays_for_cards_that_are_discarded() -> None:
    """Every lot has at least two products, so that a Takusan always finds a column."""
    game = ichiba.load("tsukiji")
    guide = guide_of(game)
    assert guide is not None
    assert guide.seed is not None
    state = game.new(guide.players, seed=guide.seed, **guide.values)
    minds = [bots.make("random", game, Random(seat)) for seat in range(guide.players)]
    rounds = set()
    while state.actors:
        view = state.view(0)
        rounds.add(view["round"])
        for lot in view["lots"]:
            assert sum(card in PRODUCTS for card in lot["cards"]) >= 2
        seat = state.actors[0]
        state.apply(seat, minds[seat].choose(Observer(game, state, seat)))
    assert len(rounds) == 7
