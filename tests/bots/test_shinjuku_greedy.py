"""Shinjuku's greedy bot makes the moves that any good player would make."""

from hashlib import sha256
from random import Random
from time import process_time

import pytest

import ichiba
from contract.cases import FUZZ_GAMES, play_some
from ichiba import bots
from ichiba.arena import Plan, simulate
from ichiba.arena.playing import play_bots
from ichiba.games.shinjuku.state import DECISIONS
from sampling import first_is_enough
from shinjuku.scene import GAME, Scene

PLAYERS = range(GAME.min_players, GAME.max_players + 1)


def choice(scene: Scene, seed: int = 1) -> str:
    """The move that it would make now."""
    observer = ichiba.Observer(GAME, scene.state, scene.state.actors[0])
    return GAME.notation(bots.make("greedy", GAME, Random(seed)).choose(observer))


def turn_of(scene: Scene) -> list[str]:
    """All moves of a turn, each chosen by a new bot."""
    done: list[str] = []
    turn = scene.state.turn
    while scene.state.actors and scene.state.turn == turn:
        done.append(choice(scene))
        scene.do(done[-1])
    return done


def last_turn(scene: Scene) -> Scene:
    """A position with no more customers to come, in the last turn of the game."""
    scene.state.bag = []
    scene.state.last_turns = 0
    return scene


@pytest.mark.long
def test_it_beats_one_random_in_98_of_100_games() -> None:
    """Balanced seats. `make fuzz` plays 100 games; an ordinary run a few, and it may lose none."""
    games = 100 if FUZZ_GAMES > 100 else 12
    report = simulate(Plan("shinjuku", ("greedy", "random"), games, 1, {"open_customers": False}))
    assert report.balanced
    assert report.bots[0].win_rate >= 0.98


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.long
def test_it_beats_a_table_of_random(players: int) -> None:
    seats = ("greedy", *["random"] * (players - 1))
    report = simulate(Plan("shinjuku", seats, 3 * players, 2, {"open_customers": True}))
    assert report.bots[0].win_rate >= 0.9


# By number of players: the moves of a game among greedy bots. Other bots are measured against
# greedy, so its choices must not change.
MOVES = {2: "313060d4efb42e28", 3: "6e3ce62769acf9dc", 4: "af6f1912c27d7a79"}


@pytest.mark.parametrize("players", first_is_enough(PLAYERS))
def test_its_choices_never_change(players: int) -> None:
    moves: list[str] = []
    options = {"open_customers": False}
    play_bots(GAME, ["greedy"] * players, 1000 * players, options, moves)
    assert sha256("\n".join(moves).encode()).hexdigest()[:16] == MOVES[players]


@pytest.mark.parametrize("players", first_is_enough(PLAYERS))
def test_it_knows_what_to_do_in_every_phase(players: int) -> None:
    """Checks that choices are legal and quick in games with half random moves.

    The choice of a customer for an upgrade is too rare here, so it has its own test.
    """
    seen: set[object] = set()
    times = []
    for seed in range(3):
        rng = Random(seed)
        state = GAME.new(players, seed=seed)
        while state.actors:
            seat = state.actors[0]
            begun = process_time()
            action = bots.make("greedy", GAME, rng).choose(ichiba.Observer(GAME, state, seat))
            times.append(process_time() - begun)
            assert action in state.legal(seat)
            seen.add(state.view(seat)["phase"])
            if rng.random() < 0.7:
                state.apply(seat, action)
            else:
                play_some(state, rng, 1)
    assert seen | {"upgrade_customer"} == {decision.name for decision in DECISIONS}
    assert sum(times) / len(times) < 0.05


def test_it_spends_the_customer_that_counts_less() -> None:
    scene = Scene().hand(0, "taito").earned(0, "clothing", "clothing2", "food", "books")
    scene.store(0, "clothing", "ueno")
    scene.queue(("ota", ("food",)), ("nerima", ("books",)), ("kita", ()), ("adachi", ()))
    scene.do("upgrade", "at ueno")
    assert choice(scene) == "give clothing"


def test_its_games_are_worth_playing() -> None:
    """In games among themselves they score as many points as people do."""
    report = simulate(Plan("shinjuku", ("greedy", "greedy"), 2, 3, {"open_customers": False}))
    assert min(line.scores.mean for line in report.bots) > 30


def test_it_brings_a_group_past_all_its_stores() -> None:
    scene = Scene().hand(0, "taito")
    scene.customers("taito", "food", "books", "electronics2")
    scene.store(0, "food", "ueno").store(0, "books", "akihabara").store(0, "electronics", "tokyo")
    scene.track(0, ("ueno", "akihabara"), ("akihabara", "tokyo"))
    scene.queue(("ota", ("food",)), ("nerima", ()), ("kita", ()), ("adachi", ()))
    scene.state.bag = scene.state.bag[:12]
    turn_of(scene)
    assert scene.earned_by(0) == ["food", "books", "electronics2"]


def test_it_takes_the_way_around_a_rival() -> None:
    scene = Scene().hand(0, "taito")
    scene.customers("taito", "food")
    scene.store(0, "food", "tokyo").store(1, "food", "akihabara")
    scene.track(0, ("ueno", "akihabara"), ("akihabara", "tokyo"))
    scene.track(0, ("iidabashi", "ueno"), ("tokyo", "iidabashi"))
    scene.queue(("ota", ("food",)), ("nerima", ()), ("kita", ()), ("adachi", ()))
    turn_of(last_turn(scene))
    assert (scene.earned_by(0), scene.earned_by(1)) == (["food"], [])


def test_it_opens_a_store_and_fills_it_in_the_same_turn() -> None:
    scene = Scene().hand(0, "taito", "taito")
    scene.customers("taito", "books2")
    turn_of(last_turn(scene))
    assert scene.earned_by(0) == ["books2"]


def test_it_takes_the_bonus_tokens() -> None:
    scene = Scene().hand(0, "taito", "kita").earned(0, "food")
    scene.store(0, "food", "ueno")
    scene.queue(("ota", ("food",)), ("nerima", ("books",)), ("kita", ()), ("adachi", ()))
    assert "upgrade" in turn_of(scene)
    assert scene.state.bonus == [3, 0]


def test_it_prefers_the_customer_it_lacks() -> None:
    scene = Scene().hand(0, "taito").earned(0, "food", "food", "clothing", "clothing", "books2")
    scene.customers("taito", "food", "clothing", "electronics2")
    scene.store(0, "department", "ueno")
    turn_of(last_turn(scene))
    assert "electronics2" in scene.earned_by(0)


def test_it_never_declines_cards() -> None:
    scene = Scene().hand(0, "taito").customers("taito", "food")
    scene.store(0, "food", "akihabara").track(1, ("ueno", "akihabara"))
    scene.do("move", "ward taito", "at akihabara")
    assert scene.state.actors == (1,)
    assert choice(scene) == "income"


def test_it_keeps_the_wild_card_when_another_pays() -> None:
    scene = Scene().hand(0, "taito", "kita").customers("taito", "food")
    scene.store(0, "food", "oji").track(0, ("ueno", "nishi-nippori"), ("oji", "nishi-nippori"))
    scene.queue(("ota", ("food",)), ("nerima", ("books",)), ("adachi", ()), ("adachi", ()))
    scene.do("move", "ward taito")
    assert choice(scene) == "pay taito"


def test_it_does_nothing_for_nothing_in_its_last_turn() -> None:
    scene = Scene().hand(0, "taito", "kita", "ota", "nerima")
    scene.store(0, "food", "ueno")
    assert choice(last_turn(scene)) == "end"
