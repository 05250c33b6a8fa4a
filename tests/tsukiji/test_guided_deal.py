"""The deal of the guided first game: what it is chosen for."""

from random import Random

import ichiba
from ichiba import bots
from ichiba.core.guide import Position, guide_of, steps_for
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


def test_special_cards_are_explained_before_a_ticket_is_laid_on_their_lot() -> None:
    """Also to a newcomer who reads one card for each ticket, and never asks for the next."""
    game = ichiba.load("tsukiji")
    guide = guide_of(game)
    assert guide is not None
    state = game.new(guide.players, seed=guide.seed, **guide.values)
    read: list[str] = []
    for _ in range(4):
        moves = {game.notation(action): action for action in state.legal(0)}
        position = Position(state.view(0), 0, state.prompt(0), [], list(moves))
        told = [one.step.name for one in steps_for(game, position)]
        read.append(next(name for name in told if name not in read))
        state.apply(0, next(iter(moves.values())))
    assert read == ["winning", "takusan_lot", "yakuza_lot", "valuation"]
