"""What a seat sees and what stays hidden."""

from random import Random
from typing import Any

import pytest

from ichiba.games.shinjuku.city import CITY
from ichiba.games.shinjuku.paying import payable_wards
from ichiba.games.shinjuku.state import ShinjukuState
from shinjuku.scene import GAME, Planned, Scene, ward

QUEUE = (("ota", ("food",)), ("kita", ("books",)), ("koto", ()), ("taito", ()))


def seen(scene: Scene, seat: int | None) -> Any:
    return scene.state.view(seat)


def test_hands_are_for_their_owner_alone() -> None:
    scene = Scene().hand(0, "ota", "kita")
    assert seen(scene, 0)["companies"][0]["hand"] == ["ota", "kita"]
    for other in (1, None):
        assert seen(scene, other)["companies"][0]["hand"] is None
        assert seen(scene, other)["companies"][0]["cards"] == 2


def test_earned_customers_and_scores_are_behind_the_screen() -> None:
    scene = Scene().earned(0, "food", "books2")
    for other in (1, None):
        assert seen(scene, other)["companies"][0]["customers"] is None
        assert seen(scene, other)["scores"][0] is None
        assert seen(scene, other)["breakdown"][0] is None
    assert seen(scene, 0)["companies"][0]["customers"] == ["food", "books2"]


def test_open_customers_shows_them() -> None:
    state = GAME.new(2, seed=1, open_customers=True)
    view: Any = state.view(None)
    assert view["scores"] == [0, 0]
    assert view["companies"][0]["customers"] == []


def test_when_it_is_over_all_customers_are_shown() -> None:
    state, rng = GAME.new(2, seed=1), Random(1)
    while state.actors:
        seat = state.actors[0]
        state.apply(seat, rng.choice(state.legal(seat)))
    view: Any = state.view(None)
    assert view["scores"] == list(state.scores)


def test_everybody_knows_the_card_that_was_taken_from_the_queue() -> None:
    scene = Scene().queue(*QUEUE)
    scene.do("end")
    assert seen(scene, 0)["companies"][1]["known"] == ["ota"]
    assert seen(scene, None)["companies"][1]["known"] == ["ota"]


def test_a_known_card_is_forgotten_once_such_a_card_is_paid() -> None:
    """Nobody can tell whether it was that card: another Ota card may remain in the hand."""
    scene = Scene().queue(*QUEUE).hand(1, "ota")
    scene.state.rng = Planned(scene, "minato", "food")
    scene.do("end", "open", "at omori", "store food")
    assert scene.in_hand(1) == ["ota"]
    assert seen(scene, 0)["companies"][1]["known"] == []


def test_imagined_worlds_keep_known_cards_and_hand_sizes() -> None:
    scene = Scene().queue(*QUEUE).hand(1, "koto", "taito", "kita")
    scene.do("end")
    hands = set()
    for seed in range(30):
        world = scene.state.determinize(0, Random(seed))
        assert isinstance(world, ShinjukuState)
        assert world.cards[CITY.wards + ward("ota")] >= 1
        assert world.sizes == scene.state.sizes
        hands.add(tuple(world.cards))
    assert len(hands) > 20


def test_events_tell_drawn_cards_to_their_owner_alone() -> None:
    scene = Scene().queue(*QUEUE)
    scene.state.log = []
    scene.do("income")
    drawn = [event for event in scene.state.log if event.key == "shinjuku.event.drawn"]
    assert [event.audience for event in drawn] == [(0,)]
    counted = [event for event in scene.state.log if event.key == "shinjuku.event.income"]
    assert counted[0].arguments == {"seat": 0, "count": 4}


@pytest.mark.parametrize("seat", [1, None])
def test_in_imagined_worlds_the_second_piece_of_track_can_be_paid(seat: int | None) -> None:
    """Where a second piece is offered, the others know that its player has a card for it."""
    scene = Scene().hand(0, "chuo").hand(1, "koto", "taito", "kita")
    scene.do("expand", "track tokyo~hatchobori")
    for seed in range(60):
        world = scene.state.determinize(seat, Random(seed))
        for action in world.legal(0):
            trial = world.copy()
            trial.apply(0, action)
            assert (trial.actors, trial.phase_name) != ((0,), "expand_second"), (seed, action)


def test_an_imagined_player_gets_the_only_card_that_fits() -> None:
    scene = Scene().hand(0, "chuo")
    state = scene.state
    state.discard += [card for card in state.deck if card == ward("chuo")]
    state.deck = [card for card in state.deck if card != ward("chuo")]
    scene.do("expand", "track tokyo~hatchobori")
    for seed in range(3):
        world = state.determinize(1, Random(seed))
        assert isinstance(world, ShinjukuState)
        assert payable_wards(world, 0) & CITY.wards_at[world.first_link]
        assert world.census() == state.census()
