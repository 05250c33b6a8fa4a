"""The contents of the box: cards, tickets, tiles and money for every player count."""

from collections import Counter

import pytest

from ichiba.games.tsukiji.box import BOX
from ichiba.games.tsukiji.data import ALL_TICKETS, CARDS
from ichiba.games.tsukiji.scoring import maguro_yen
from ichiba.games.tsukiji.setup import SETUPS
from tsukiji.scene import TSUKIJI


@pytest.mark.parametrize(
    ("players", "cards", "product", "takusan", "yakuza"),
    [(2, 63, 9, 4, 5), (3, 84, 12, 6, 6), (4, 105, 15, 7, 8)],
)
def test_the_deck_is_used_up_in_seven_rounds(
    players: int, cards: int, product: int, takusan: int, yakuza: int
) -> None:
    deck = Counter(CARDS[card] for card in SETUPS[players, False].deck)
    assert deck.total() == cards == 7 * (players + 1) * 3
    assert deck.pop("takusan") == takusan
    assert deck.pop("yakuza") == yakuza
    assert len(deck) == 6
    assert set(deck.values()) == {product}


@pytest.mark.parametrize(
    ("players", "tiles"),
    [
        (2, [(12, 4), (9, 1), (6, -1)]),
        (3, [(12, 4), (9, 2), (6, 0), (3, -1)]),
        (4, [(12, 4), (9, 2), (6, 1), (3, 0), (0, -1)]),
    ],
)
def test_tiles(players: int, tiles: list[tuple[int, int]]) -> None:
    setup = SETUPS[players, False]
    assert list(zip(setup.prices, setup.moves, strict=True)) == tiles


@pytest.mark.parametrize("players", [2, 3, 4])
def test_money_grows_by_three_from_the_first_player_on(players: int) -> None:
    firsts = set()
    for seed in range(40):
        view = TSUKIJI.new(players, seed=seed).view(None)
        first = view["first_player"]
        assert isinstance(first, int)
        money = [restaurant["money"] for restaurant in view["restaurants"]]  # type: ignore[attr-defined]
        assert money[first:] + money[:first] == [48, 51, 54, 57][:players]
        firsts.add(first)
    assert firsts == set(range(players)), "the first player is random"


def test_markers_start_on_the_first_five_spaces_in_random_order() -> None:
    orders = set()
    for seed in range(40):
        market = TSUKIJI.new(2, seed=seed).view(None)["market"]
        assert sorted(market["spaces"].values()) == [1, 2, 3, 4, 5]  # type: ignore[index]
        orders.add(tuple(market["ranking"]))  # type: ignore[index]
    assert len(orders) > 20


def test_everybody_has_nine_tickets() -> None:
    for players in (2, 3, 4):
        view = TSUKIJI.new(players, seed=1).view(0)
        assert view["restaurants"][0]["hand"] == [  # type: ignore[index]
            "0", "1", "2", "3", "4", "cancel", "-1", "+6", "x2",
        ]  # fmt: skip
    assert ALL_TICKETS.bit_count() == 9


def test_tuna_by_the_table() -> None:
    """Three for 12 and five for 25 are printed; the formula continues past fifteen."""
    assert [maguro_yen(n) for n in range(17)] == [
        0, 3, 7, 12, 18, 25, 33, 42, 52, 63, 75, 88, 102, 117, 133, 150, 168,
    ]  # fmt: skip


def test_every_number_has_a_mark() -> None:
    assert {tile.price.mark for tile in BOX.players["4"].tiles} == {"printed", "reconstructed"}
    assert {tile.move.mark for tile in BOX.players["3"].tiles} == {"inferred"}
    assert BOX.players["4"].product.mark == "printed"
    assert BOX.players["2"].takusan.mark == "reconstructed"
