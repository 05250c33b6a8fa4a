"""The quick players of Shinjuku and Tokyo Tsukiji Market: fair, legal everywhere, and no fools."""

from random import Random

import pytest

import ichiba
from contract.cases import Case, play_some
from ichiba import bots
from ichiba.arena import Plan, simulate
from ichiba.bots.shinjuku.light import Light
from ichiba.bots.tokyo_tsukiji_market.swift import Swift
from ichiba.games.shinjuku.state import ShinjukuState
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from tokyo_tsukiji_market.scene import boat, license_for, money, own, refresh, sell, table
from tokyo_tsukiji_market.setups import cases

TITLES = ("shinjuku", "tokyo-tsukiji-market")
# Decisions of each set-up that are compared, and rounds of each that are played.
DECISIONS = 8
ROUNDS = 4
# The most decisions of such a game, so that a player who goes round in circles is noticed.
LONGEST = 4000


@pytest.mark.parametrize("case", cases(), ids=str)
def test_it_chooses_only_by_what_its_seat_may_know(case: Case) -> None:
    """The same seed gives the same choice in two positions that differ only in what is hidden."""
    rng = Random(5)
    state = case.new(5)
    for _ in range(DECISIONS):
        play_some(state, rng, 1 + rng.randrange(2 * case.thrift))
        if not state.actors:
            break
        seat = rng.choice(state.actors)
        other = state.determinize(seat, rng)
        before, draw = state.dump(), rng.random()
        choices = {
            bots.make("quick", case.game, Random(draw)).choose(
                ichiba.Observer(case.game, world, seat)
            )
            for world in (state, other)
        }
        assert len(choices) == 1
        assert choices <= {*state.legal(seat)}
        assert state.dump() == before


@pytest.mark.parametrize("case", cases(), ids=str)
def test_it_plays_every_set_up(case: Case) -> None:
    state = case.game.new(case.players, seed=3, **{**case.values, "round_limit": ROUNDS})
    players = [bots.make("quick", case.game, Random(seat)) for seat in range(case.players)]
    for _ in range(LONGEST):
        if not state.actors:
            break
        seat = state.actors[0]
        choice = players[seat].choose(ichiba.Observer(case.game, state, seat))
        assert choice in state.legal(seat)
        state.apply(seat, choice)
    assert not state.actors


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_plays_whole_games_the_same_way_with_the_same_seed(title: str, players: int) -> None:
    game = ichiba.load(title)

    def moves() -> list[int]:
        limit = {"round_limit": 12} if title == "tokyo-tsukiji-market" else {}
        state = game.new(players, seed=4, **limit)
        quick = [bots.make("quick", game, Random(seat)) for seat in range(players)]
        done = []
        while state.actors:
            seat = state.actors[0]
            choice = quick[seat].choose(ichiba.Observer(game, state, seat))
            assert choice in state.legal(seat)
            done.append(choice)
            state.apply(seat, choice)
        return done

    assert moves() == moves()


@pytest.mark.parametrize("title", TITLES)
def test_it_goes_on_from_what_somebody_else_has_begun(title: str) -> None:
    """The site makes a new bot for every choice, also in the middle of an action."""
    game, rng = ichiba.load(title), Random(7)
    phases = set()
    for seed in range(6):
        state = game.new(2 + seed % 3, seed=seed)
        for _ in range(250):
            if not state.actors:
                break
            seat = rng.choice(state.actors)
            quick = bots.make("quick", game, Random(seed))
            choice = quick.choose(ichiba.Observer(game, state, seat))
            legal = state.legal(seat)
            assert choice in legal
            phases.add(state.phase_name)
            state.apply(seat, rng.choice([choice, rng.choice(legal)]))
    assert len(phases) >= 7


@pytest.mark.parametrize(
    ("title", "options"), [("shinjuku", {}), ("tokyo-tsukiji-market", {"round_limit": 20})]
)
@pytest.mark.long
def test_it_beats_chance(title: str, options: dict[str, int]) -> None:
    plan = Plan(title, ("quick", "random"), 4, 1, {**options})
    assert simulate(plan).bots[0].win_rate == 1.0


def test_it_plays_on_at_imagined_tables() -> None:
    """As in a try-out: whole games without a bot, all seats by the same player."""
    table = ichiba.load("shinjuku").new(3, seed=2)
    assert isinstance(table, ShinjukuState)
    Light(table).play_on(1000)
    assert not table.actors
    world = ichiba.load("tokyo-tsukiji-market").new(3, seed=2, round_limit=20)
    assert isinstance(world, MarketState)
    Swift().play_on(world, 1000)
    assert not world.actors


# Tokyo Tsukiji Market.


def market_turn(state: MarketState) -> list[str]:
    """What the quick player in seat 0 does until the end of its turn."""
    refresh(state)
    game, turn, moves = ichiba.load("tokyo-tsukiji-market"), state.turns_begun, []
    quick = bots.make("quick", game, Random(1))
    while state.turns_begun == turn and state.actors == (0,):
        choice = quick.choose(ichiba.Observer(game, state, 0))
        moves.append(game.notation(choice))
        state.apply(0, choice)
    return moves


def test_a_boat_leaves_the_port_that_a_full_ship_needs() -> None:
    """It has one port and too little money for another, so nothing else would ever happen."""
    state = table(3, "spider_crab")
    license_for(state, 0, spider_crab=1)
    boat(state, 0, "two_slot", cargo=("spider_crab", "spider_crab"))
    money(state, 300, 2000, 2000)
    assert market_turn(state)[:2] == ["fish", "boat one_slot 1"]


@pytest.mark.parametrize(("theirs", "buys"), [(0, True), (8, False)])
def test_in_the_last_turn_it_pays_more_for_the_most_resources(theirs: int, buys: bool) -> None:
    """A Takoyaki is worth ¥500, and ¥1,000 more if nobody else has as many resources."""
    state = table(3, "octopus")
    state.turns_left, state.trigger = 1, 1
    own(state, 0, takoyaki=1)
    own(state, 1, takoyaki=1 + theirs)
    sell(state, 2, "takoyaki", 700)
    assert ("purchase" in market_turn(state)) == buys


def test_in_the_last_turn_it_buys_no_squid() -> None:
    """Squid has no resources, and there is no time to sell it to its market."""
    for last in (False, True):
        state = table(3, "squid")
        if last:
            state.turns_left, state.trigger = 1, 1
        for _ in range(3):
            sell(state, 1, "squid", 100)
        assert ("purchase" in market_turn(state)) != last
