"""Advice is fair, repeatable, legal and sorted, and its reasons are true. Advisers think less here
than at a table, to save time."""

from random import Random

import pytest

import ichiba
from ichiba import bots
from ichiba.arena.thinker import Tutor
from ichiba.bots.advice import MOST, ONLY, Advice
from ichiba.bots.search import compare
from ichiba.core.game import State
from ichiba.core.words import Words
from ichiba.games.shinjuku.actions import INCOME
from ichiba.games.shinjuku.bots.adviser import Adviser as ShinjukuAdviser
from ichiba.games.tokyo_tsukiji_market.actions import yen_of
from ichiba.games.tokyo_tsukiji_market.bots.adviser import Adviser as MarketAdviser
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import BIDDING
from ichiba.games.tsukiji.actions import BUY, REFUSE
from ichiba.games.tsukiji.bots.adviser import Adviser as TsukijiAdviser
from ichiba.games.tsukiji.state import TsukijiState
from sampling import first_is_enough

TITLES = ("tsukiji", "shinjuku", "tokyo-tsukiji-market")
# How many decisions of a game are looked at, and how many moves there are between them.
LOOKS = 6
APART = {"tsukiji": 6, "shinjuku": 9, "tokyo-tsukiji-market": 13}


def adviser(title: str, seed: float) -> bots.Adviser:
    if title == "tsukiji":
        return TsukijiAdviser(Random(seed), games=12)
    if title == "shinjuku":
        return ShinjukuAdviser(Random(seed), worlds=3)
    return MarketAdviser(Random(seed), tries=6, worlds=2)


def advice(state: State, title: str, seat: int, seed: float = 1) -> list[Advice]:
    return adviser(title, seed).advise(ichiba.Observer(ichiba.load(title), state, seat))


@pytest.mark.parametrize("players", first_is_enough([2, 4]))
@pytest.mark.parametrize("title", TITLES)
def test_advice_is_fair_repeatable_legal_and_sorted(title: str, players: int) -> None:
    """Also in two positions that differ only in what the seat can't know."""
    game, rng = ichiba.load(title), Random(players)
    state = game.new(players, seed=players)
    minds = [bots.make(bots.GREEDY, game, Random(seat)) for seat in range(players)]
    words = Words([f"Player {seat}" for seat in range(players)])
    looks = moves = 0
    while state.actors and looks < LOOKS:
        seat = rng.choice(state.actors)
        moves += 1
        if moves % APART[title] == 0:
            looks += 1
            other, before, draw = state.determinize(seat, rng), state.dump(), rng.random()
            found = advice(state, title, seat, draw)
            assert found == advice(other, title, seat, draw)
            assert state.dump() == before
            check(state, seat, found, words)
        choice = minds[seat].choose(ichiba.Observer(game, state, seat))
        state.apply(seat, choice)
    assert looks >= LOOKS // 2


def check(state: State, seat: int, found: list[Advice], words: Words) -> None:
    legal, actions = state.legal(seat), [one.action for one in found]
    assert 1 <= len(found) <= MOST
    assert len({*actions}) == len(actions)
    assert {*actions} <= {*legal}
    assert (found[0].reason == ONLY) == (len(legal) == 1)
    chances = [one.chance for one in found]
    assert chances == sorted(chances, reverse=True)
    assert all(0 <= chance <= 1 for chance in chances)
    for one in found:
        assert words.knows(one.label.key)
        assert words.knows(one.reason.key)
        assert "{" not in one.reason.say(words)


def test_a_title_without_an_adviser_has_no_advice() -> None:
    assert all(bots.advises(ichiba.load(title)) for title in ichiba.games())

    class Morra:
        name = "morra"

    assert not bots.advises(Morra())  # type: ignore[arg-type]


def test_every_candidate_is_compared_in_the_same_worlds() -> None:
    numbers = iter(range(100))
    found = compare("ab", lambda: next(numbers), lambda world, one: (world, one), 3)
    assert found == [[(0, "a"), (1, "a"), (2, "a")], [(0, "b"), (1, "b"), (2, "b")]]


# --- What is told


def last_purchase() -> tuple[TsukijiState, int]:
    """The last round of a game for two: what is bought now is all that counts."""
    state = ichiba.load("tsukiji").new(2, seed=3)
    assert isinstance(state, TsukijiState)
    while state.simultaneous:
        state.apply(state.actors[0], state.legal(state.actors[0])[0])
    state.round = 7
    return state, state.actors[0]


def test_tsukiji_tells_what_a_lot_brings() -> None:
    state, seat = last_purchase()
    state.lots = [[5, 5, 5], [7, 7, 7], [7, 7, 7]]  # tuna, Yakuza
    found = advice(state, "tsukiji", seat)
    assert found[0].action == BUY
    assert found[0].reason.key == "tsukiji.advice.gains"
    price = state.setup.prices[state.tiles[0]]
    refusal = 3
    assert found[0].reason.arguments == {"yen": 12 - price - refusal}  # three tuna are worth ¥12


def test_tsukiji_tells_that_no_lot_is_worth_its_price() -> None:
    state, seat = last_purchase()
    state.lots = [[7, 7, 7], [7, 7, 7], [7, 7, 7]]
    found = advice(state, "tsukiji", seat)
    assert found[0].action == REFUSE
    assert found[0].reason.key == "tsukiji.advice.refuses"
    assert {one.reason.key for one in found[1:]} <= {
        "tsukiji.advice.loses", "tsukiji.advice.even_with_best",
    }  # fmt: skip


def test_tsukiji_counts_how_often_the_seat_would_buy_a_lot() -> None:
    state = ichiba.load("tsukiji").new(2, seed=4)
    assert isinstance(state, TsukijiState)
    state.lots = [[5, 5, 5], [7, 7, 7], [7, 7, 7]]
    found = advice(state, "tsukiji", state.first)
    bought = [one for one in found if one.reason.key == "tsukiji.advice.buys"]
    assert bought
    for one in bought:
        assert one.reason.arguments["lot"] == 1
        assert int(str(one.reason.arguments["count"])) >= 3


@pytest.mark.parametrize("number", [3, 7])
def test_tsukiji_has_advice_for_players_who_can_pay_for_nothing(number: int) -> None:
    state = ichiba.load("tsukiji").new(2, seed=2)
    assert isinstance(state, TsukijiState)
    state.round, state.money = number, [0, 0]
    assert min(state.setup.prices) > 0
    check(state, 1, advice(state, "tsukiji", 1), Words(["Aki", "Ben"]))


def test_shinjuku_names_the_first_step_and_the_cards_of_an_income() -> None:
    state = ichiba.load("shinjuku").new(2, seed=1)
    [seat] = state.actors
    found = {one.action: one for one in advice(state, "shinjuku", seat)}
    assert INCOME in found
    assert found[INCOME].reason.key == "shinjuku.advice.cards"
    others = [one for action, one in found.items() if action != INCOME]
    told = {"shinjuku.label.open_at", "shinjuku.label.track", "shinjuku.label.ward"}
    assert others
    assert all(one.label.key in told for one in others)


def test_the_market_tells_how_often_a_bid_is_the_highest() -> None:
    game = ichiba.load("tokyo-tsukiji-market")
    for seed in range(20):
        state = game.new(3, seed=seed)
        assert isinstance(state, MarketState)
        minds = [bots.make(bots.GREEDY, game, Random(seat)) for seat in range(3)]
        while state.actors and state.phase != BIDDING:
            seat = state.actors[0]
            state.apply(seat, minds[seat].choose(ichiba.Observer(game, state, seat)))
        if state.actors:
            break
    seat = state.actors[0]
    found = advice(state, game.name, seat)
    by_yen = {yen_of(one.action): one.reason for one in found}
    assert all(reason.key == "tokyo-tsukiji-market.advice.highest" for reason in by_yen.values())
    counts = [int(str(by_yen[yen].arguments["count"])) for yen in sorted(by_yen)]
    assert counts == sorted(counts), "a higher bid is the highest at least as often"


def test_a_single_choice_is_called_so() -> None:
    """Only a seat that must do something has advice of one line."""
    state = ichiba.load("shinjuku").new(2, seed=1)
    while True:
        [seat] = state.actors
        legal = state.legal(seat)
        if len(legal) == 1:
            break
        state.apply(seat, legal[0])
    [only] = advice(state, "shinjuku", seat)
    assert only.reason.key == "core.advice.only"


# --- In a process of its own


def test_a_process_gives_the_same_advice_again() -> None:
    record = ichiba.Match.new(ichiba.load("tsukiji"), players=2, seed=1).record
    tutor = Tutor(60)
    first, second = (tutor.advise(record, 0, seed=3) for _ in range(2))
    tutor.stop()
    assert first == second
    assert len(first) == MOST
