"""Options: markets chosen or drawn at random, and wrong combinations refused with a reason."""

import pytest

import ichiba
from ichiba.core.options import Values
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import MARKETS, NUM_FISH
from tokyo_tsukiji_market.scene import GAME


def in_play(players: int, **options: object) -> list[str]:
    state = GAME.new(players, seed=5, **options)
    return [MARKETS[market] for market in state.in_play]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"staple": "jack_mackerel"}, "The option “staple” needs the expansion."),
        ({"blue_ship": True}, "The option “blue_ship” needs the expansion."),
        ({"barges": "four_slot"}, "The option “barges” needs the expansion."),
        ({"fish_markets": ["nori"]}, "Nori belongs to the expansion, which is off."),
        ({"external_markets": ["sushi_shop"]}, "Sushi Shop belongs to the expansion"),
        ({"fish_markets": ["mackerel"]}, "Mackerel is the staple fish, so it is already in play."),
        (
            {"beginner": True, "expansion": True},
            "A first game cannot be combined with the option “expansion”",
        ),
        ({"beginner": True, "fish_markets": ["eel"]}, "with the option “fish_markets”"),
        ({"beginner": True, "extra_fish": 1}, "with the option “extra_fish”"),
        ({"fish_markets": ["eel", "fugu", "tuna", "squid", "salmon"]}, "room for only 4"),
        ({"external_markets": ["bank", "barter", "trading"]}, "room for only 2"),
        ({"extra_fish": 5}, "needs 9 markets, but there are only 8"),
        ({"extra_external": 7}, "needs 9 markets, but there are only 8"),
        (
            {"fish_markets": ["cod"]},
            "The option “fish_markets” cannot be “cod”. Allowed: mackerel",
        ),
        ({"fish_markets": ["eel", "eel"]}, "contains “eel” more than once"),
        ({"fish_markets": "eel"}, "must be words separated by commas, not “eel”"),
        ({"fish_markets": [7]}, "must be words separated by commas, not “7”"),
        ({"external_markets": ["ships"]}, "cannot be “ships”"),
        ({"round_limit": -1}, "must be between 0 and 1000, not -1"),
    ],
)
def test_wrong_combinations_are_refused_with_a_reason(options: Values, message: str) -> None:
    with pytest.raises(ichiba.SetupError) as error:
        GAME.new(3, seed=1, **options)
    assert message in str(error.value)


def test_chosen_markets_are_in_play_and_the_rest_is_random() -> None:
    sets = set()
    for seed in range(20):
        state = GAME.new(3, seed=seed, fish_markets=["eel", "tuna"], external_markets=["bank"])
        names = [MARKETS[market] for market in state.in_play]  # type: ignore[attr-defined]
        assert {"mackerel", "eel", "tuna", "ships", "bank"} <= set(names)
        assert len(names) == 5 + 3
        sets.add(tuple(names))
    assert len(sets) > 5


def test_chosen_markets_do_not_depend_on_the_order_of_the_list() -> None:
    one = GAME.new(3, seed=4, fish_markets=["eel", "tuna"])
    other = GAME.new(3, seed=4, fish_markets=["tuna", "eel"])
    assert one.dump() == other.dump()


def test_a_first_game() -> None:
    for players in range(2, 7):
        for seed in range(10):
            state = GAME.new(players, seed=seed, beginner=True)
            names = [MARKETS[market] for market in state.in_play]  # type: ignore[attr-defined]
            assert {"spider_crab", "eel", "red_snapper"} <= set(names)
            assert "tuna" not in names


def test_all_markets_at_once() -> None:
    names = in_play(3, expansion=True, extra_fish=10, extra_external=12)
    assert sorted(names) == sorted(MARKETS)


def test_the_staple() -> None:
    assert in_play(3)[0] == "mackerel"
    names = in_play(3, expansion=True, staple="jack_mackerel")
    assert names[0] == "jack_mackerel"
    found = {"mackerel" in in_play_with_seed(seed, staple="jack_mackerel") for seed in range(60)}
    assert found == {False, True}, "the other one may be drawn at random"


def in_play_with_seed(seed: int, **options: object) -> list[str]:
    state = GAME.new(3, seed=seed, expansion=True, **options)
    return [MARKETS[market] for market in state.in_play]  # type: ignore[attr-defined]


def test_with_the_expansion_all_markets_can_come() -> None:
    seen: set[str] = set()
    for seed in range(120):
        seen |= set(in_play_with_seed(seed))
    assert seen == set(MARKETS)
    assert len([name for name in seen if MARKETS.index(name) >= NUM_FISH]) == 15


def test_lists_travel_in_records() -> None:
    match = ichiba.Match.new(GAME, players=3, seed=1, fish_markets=["eel"])
    again = ichiba.Match.replay(ichiba.Record.decode(match.record.encode()))
    assert again.record.options["fish_markets"] == ["eel"]
    assert again.state.dump() == match.state.dump()


def test_blue_ship_and_barges() -> None:
    state = GAME.new(3, seed=1, expansion=True, blue_ship=True, barges="four_slot")
    view = state.view(None)
    ships = next(m for m in view["external_markets"] if m["name"] == "ships")  # type: ignore[attr-defined]
    assert ships["boats"]["blue"] == 1
    assert ships["boats"]["four_slot_barge"] == 2
    assert ships["boats"]["six_slot_barge"] == 0


def test_the_number_of_markets_by_players_is_printed() -> None:
    assert [(row.fish, row.external) for row in BOX.start.markets] == [
        (3, 2), (4, 2), (4, 3), (5, 3), (5, 4),
    ]  # fmt: skip
