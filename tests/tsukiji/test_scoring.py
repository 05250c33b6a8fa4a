"""Scoring: products, tuna, money, special points, ties."""

from ichiba.games.tsukiji.data import ALL_TICKETS
from ichiba.games.tsukiji.state import TsukijiState
from tsukiji.scene import add_takusan, end, hand, markers, own, table

NORMAL = ("0", "1", "2", "3", "4")


def final(players: int = 2, **options: object) -> TsukijiState:
    """The end of a game in which Hotategai is worth 10, Ebi 7, Tako 5, Fugu 3 and Sake 1."""
    state = table(players, **options)
    markers(state, hotategai=50, ebi=40, tako=30, fugu=20, sake=10)
    state.money = [0] * players
    end(state)
    return state


def points(state: TsukijiState, seat: int, part: str) -> int:
    return state.breakdown[seat][f"tsukiji.{part}"]


def test_scoring_values_of_the_rulebook() -> None:
    state = final()
    own(state, 0, hotategai=1, ebi=2, tako=3, fugu=4, sake=5, maguro=5)
    state.money[0] = 9
    assert state.breakdown[0] == {
        "tsukiji.card.ebi": 14,
        "tsukiji.card.hotategai": 10,
        "tsukiji.card.fugu": 12,
        "tsukiji.card.tako": 15,
        "tsukiji.card.sake": 5,
        "tsukiji.card.maguro": 25,
        "tsukiji.score.money": 9,
    }
    assert state.scores == (90, 0)
    assert state.winners == (0,)


def test_rulebook_column_of_three_tako_and_a_takusan_counts_four() -> None:
    state = final()
    own(state, 0, tako=3)
    add_takusan(state, 0, tako=1)
    assert points(state, 0, "card.tako") == 20


def test_takusan_count_as_tuna_in_its_column() -> None:
    state = final()
    own(state, 0, maguro=2)
    add_takusan(state, 0, maguro=1)
    assert points(state, 0, "card.maguro") == 12


def test_takusan_alone_in_a_column_still_count() -> None:
    state = final()
    add_takusan(state, 0, hotategai=2)
    assert points(state, 0, "card.hotategai") == 20


def test_tie_is_won_by_more_unused_special_tickets() -> None:
    state = final(3)
    state.money = [30, 30, 20]
    state.hands = [hand(*NORMAL, "x2"), hand(*NORMAL, "x2", "-1"), ALL_TICKETS]
    assert state.winners == (1,)


def test_shared_victory() -> None:
    state = final(3)
    state.money = [30, 20, 30]
    state.hands = [hand(*NORMAL, "x2"), ALL_TICKETS, hand(*NORMAL, "+6")]
    assert state.winners == (0, 2)
    assert str(state.prompt(None)) == "Player 1 and Player 3 share the victory."


def test_no_winner_before_the_end() -> None:
    state = table(2)
    assert state.winners == ()
    assert state.scores == (50, 50)


def test_special_points_are_only_in_the_variant() -> None:
    state = final()
    own(state, 0, sake=8)
    assert "tsukiji.score.specialised" not in state.breakdown[0]
    assert state.scores[0] == 8


def test_special_points_diverse() -> None:
    state = final(special_points=True)
    own(state, 0, ebi=3, hotategai=3, fugu=3, tako=3, sake=3, maguro=2)
    assert points(state, 0, "score.diverse") == 0
    add_takusan(state, 0, maguro=1)
    assert points(state, 0, "score.diverse") == 10


def test_special_points_specialised() -> None:
    state = final(special_points=True)
    own(state, 0, maguro=7)
    assert points(state, 0, "score.specialised") == 0
    add_takusan(state, 0, maguro=1)
    assert points(state, 0, "score.specialised") == 10


def test_special_points_popular_goes_to_most_of_the_last_product_and_to_all_tied() -> None:
    state = final(3, special_points=True)
    own(state, 0, sake=2, ebi=9)
    own(state, 1, sake=1)
    own(state, 2, sake=1)
    add_takusan(state, 1, sake=1)
    assert [points(state, seat, "score.popular") for seat in range(3)] == [5, 5, 0]


def test_special_points_popular_goes_to_nobody_without_a_card() -> None:
    state = final(special_points=True)
    assert [points(state, seat, "score.popular") for seat in range(2)] == [0, 0]


def test_special_points_safe_goes_to_most_yakuza_bought() -> None:
    state = final(3, special_points=True)
    state.yakuza = [2, 2, 1]
    assert [points(state, seat, "score.safe") for seat in range(3)] == [3, 3, 0]
    state.yakuza = [0, 0, 0]
    assert [points(state, seat, "score.safe") for seat in range(3)] == [0, 0, 0]


def test_special_points_decide_a_game() -> None:
    state = final(special_points=True)
    state.money = [30, 31]
    state.yakuza = [1, 0]
    assert state.scores == (33, 31)
    assert state.winners == (0,)
