"""The careless levels slip to their taste, so that people can tell them apart."""

from collections.abc import Iterator
from random import Random

import pytest

import ichiba
from ichiba import bots
from ichiba.bots.levels import BEGINNER, GENTLE, LEVELS, STEADY, Careless, Taste
from ichiba.bots.title import bots_of
from ichiba.core.words import Words

CARELESS = [BEGINNER, GENTLE, STEADY]


def tastes(title: str) -> dict[str, Taste]:
    levels = bots_of(ichiba.load(title)).levels
    return {name: one.taste for name, one in levels.items() if one.taste}


def slips(title: str, taste: Taste | None, kind: str, games: int = 3) -> Iterator[tuple[str, str]]:
    """What a player who always slips takes instead of what greedy wants, of one kind."""
    game = ichiba.load(title)
    for seed in range(games):
        state = game.new(2, seed=seed)
        greedy = bots.make("greedy", game, Random(seed))
        careless = Careless(Random(seed), greedy, 1.0, taste, bots_of(game).absurd)
        for _ in range(400):
            if not state.actors:
                break
            eyes = ichiba.Observer(game, state, state.actors[0])
            wanted = game.notation(greedy.choose(eyes))
            if wanted.startswith(f"{kind} "):
                yield wanted, game.notation(careless.choose(eyes))
            state.apply(state.actors[0], game.parse(wanted))


@pytest.mark.parametrize("title", ichiba.games())
def test_every_careless_level_has_its_own_taste_and_says_so(title: str) -> None:
    assert [*tastes(title)] == CARELESS
    assert len({*tastes(title).values()}) == len(CARELESS)
    sentences = {Words().say(f"{title}.style.{name}") for name in CARELESS}
    assert len(sentences) == len(CARELESS)
    for name in LEVELS:
        level = bots_of(ichiba.load(title)).levels[name]
        careless = level.thinker == "greedy" and level.slips > 0
        assert careless == (name in CARELESS)


def test_in_tsukiji_the_beginner_likes_large_tickets_and_the_gentle_one_small_ones() -> None:
    def laid(name: str) -> list[str]:
        return [taken for _, taken in slips("tsukiji", tastes("tsukiji")[name], "ticket")]

    large, small = laid(BEGINNER), laid(GENTLE)
    assert large.count("ticket +6") > 3 * small.count("ticket +6"), large
    assert small.count("ticket 0") > 3 * large.count("ticket 0"), small


def test_in_tsukiji_the_gentle_one_buys_the_cheapest_of_the_other_lots() -> None:
    game = ichiba.load("tsukiji")
    state = game.new(2, seed=2)
    greedy = bots.make("greedy", game, Random(2))
    compared = 0
    while state.actors:
        eyes = ichiba.Observer(game, state, state.actors[0])
        wanted = greedy.choose(eyes)
        lots = {action: game.notation(action).split() for action in eyes.legal()}
        prices = {
            action: eyes.view()["lots"][int(words[1]) - 1]["tile"]["price"]  # type: ignore[index]
            for action, words in lots.items()
            if words[0] == "buy" and action != wanted
        }
        if prices and wanted in lots and lots[wanted][0] == "buy":
            taken = Careless(Random(1), greedy, 1.0, tastes("tsukiji")[GENTLE]).choose(eyes)
            assert prices[taken] == min(prices.values())
            compared += 1
        state.apply(state.actors[0], wanted)
    assert compared


@pytest.mark.parametrize(
    ("name", "price", "bid"), [(BEGINNER, -1, 1), (GENTLE, -1, -1), (STEADY, 1, 1)]
)
def test_in_tokyo_tsukiji_market_amounts_are_wrong_in_one_direction(
    name: str, price: int, bid: int
) -> None:
    title = "tokyo-tsukiji-market"
    for kind, sign in (("price", price), ("yen", bid)):
        pairs = [*slips(title, tastes(title)[name], kind)]
        wrong = [
            int(taken.split()[1]) - int(wanted.split()[1])
            for wanted, taken in pairs
            if wanted != taken and "other" not in wanted + taken
        ]
        assert len(wrong) > len(pairs) / 4
        assert all(difference * sign > 0 for difference in wrong)


def test_in_shinjuku_the_beginner_opens_stores_where_the_customers_are() -> None:
    taste = tastes("shinjuku")[BEGINNER]
    game = ichiba.load("shinjuku")
    state = game.new(2, seed=1)
    eyes = ichiba.Observer(game, state, 0)
    [(ward, customers)] = [*eyes.view()["wards"].items()][:1]  # type: ignore[attr-defined]
    assert taste(eyes, "ward", ward) == len(customers) > 0
    assert taste(eyes, "pay", ward) == 0
