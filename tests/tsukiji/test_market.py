"""The market: how markers move, stack and rank."""

from ichiba.games.tsukiji.data import EBI, FUGU, HOTATEGAI, ON_MARKET, SAKE, TAKO
from ichiba.games.tsukiji.pricing import move_marker
from ichiba.games.tsukiji.scoring import product_yen, ranking
from ichiba.games.tsukiji.state import TsukijiState
from tsukiji.scene import lay, markers, offer, table


def ranked(state: TsukijiState) -> list[str]:
    return [ON_MARKET[product] for product in ranking(state)]


def test_rulebook_market_example() -> None:
    """Ebi +4, Hotategai 0, Fugu -1, Tako +6, Sake +8, in a round of three players."""
    state = table(3)
    offer(
        state,
        "ebi tako sake",
        "fugu maguro yakuza",
        "tako sake sake",
        "hotategai hotategai takusan",
    )
    markers(state, ebi=10, hotategai=20, fugu=30, tako=40, sake=50)
    lay(state, "4 0 3 1", "4 0 3 1", "4 0 3 1")
    assert [state.setup.moves[tile] for tile in state.tiles] == [4, -1, 2, 0]
    assert state.spaces == [14, 20, 29, 46, 58]
    assert state.past_spaces[-1] == (14, 20, 29, 46, 58)


def test_a_product_in_several_lots_moves_once_by_the_total() -> None:
    """-1 - 1 + 1 is one step back. Lot by lot, it would stop at space 1 and then move up to 2."""
    state = table(2)
    offer(state, "ebi ebi maguro", "maguro maguro maguro", "ebi yakuza maguro")
    markers(state, ebi=1, hotategai=9, fugu=9, tako=9, sake=9)
    lay(state, "0 4 2", "0 4 2")
    assert state.spaces[EBI] == 1


def test_tie_on_the_track_a_marker_that_arrives_lies_on_top() -> None:
    state = table(2)
    markers(state, ebi=10, tako=6, sake=3, fugu=2, hotategai=1)
    move_marker(state, TAKO, 4)
    assert ranked(state)[:2] == ["tako", "ebi"]
    assert state.view(None)["market"]["stacks"]["10"] == ["ebi", "tako"]  # type: ignore[index]


def test_tie_on_the_track_also_when_it_came_from_above() -> None:
    state = table(2)
    markers(state, ebi=10, tako=12, sake=3, fugu=2, hotategai=1)
    move_marker(state, TAKO, -2)
    assert ranked(state)[:2] == ["tako", "ebi"]


def test_tie_on_the_track_in_the_order_of_the_market() -> None:
    """Ebi moves first and Sake last, so Sake ends on top of a shared space."""
    state = table(3)
    offer(state, "ebi sake tako", *["maguro maguro yakuza"] * 3)
    markers(state, ebi=10, tako=10, sake=10, fugu=2, hotategai=1)
    lay(state, "4 3 2 1", "4 3 2 1", "4 3 2 1")
    assert state.spaces[EBI] == state.spaces[TAKO] == state.spaces[SAKE] == 14
    assert ranked(state)[:3] == ["sake", "tako", "ebi"]


def test_a_total_of_zero_leaves_a_marker_in_its_place_in_the_stack() -> None:
    """With +2 once and -1 twice, Ebi stays at the bottom, as with cards that move 0."""
    for lots in (
        ("maguro maguro maguro", "ebi tako maguro", "maguro maguro yakuza", "ebi ebi maguro"),
        ("maguro maguro maguro", "tako tako maguro", "ebi ebi maguro", "maguro maguro yakuza"),
    ):
        state = table(3)
        offer(state, *lots)
        markers(state, ebi=10, tako=5, sake=10, fugu=2, hotategai=1)
        lay(state, "4 3 2 1", "4 3 2 1", "4 3 2 1")
        assert ranked(state)[:2] == ["sake", "ebi"]
        assert state.spaces[EBI] == 10


def test_a_marker_that_leaves_a_stack_lets_the_others_keep_their_order() -> None:
    state = table(2)
    markers(state, ebi=10, tako=10, sake=10, fugu=2, hotategai=1)
    move_marker(state, TAKO, 5)
    assert ranked(state)[:3] == ["tako", "sake", "ebi"]


def test_markers_stop_at_both_ends() -> None:
    state = table(2)
    markers(state, ebi=58, tako=2, sake=3, fugu=20, hotategai=30)
    move_marker(state, EBI, 8)
    move_marker(state, TAKO, -5)
    assert state.spaces[EBI] == 60
    assert state.spaces[TAKO] == 1


def test_a_marker_at_the_end_that_would_go_further_keeps_its_place_in_the_stack() -> None:
    state = table(2)
    markers(state, ebi=60, tako=60, sake=1, fugu=1, hotategai=30)
    move_marker(state, EBI, 4)
    move_marker(state, SAKE, -1)
    assert ranked(state) == ["tako", "ebi", "hotategai", "fugu", "sake"]


def test_rulebook_final_ranking() -> None:
    """Hotategai, Ebi, Tako, Fugu, Sake: 10, 7, 5, 3 and 1 yen a card."""
    state = table(2)
    markers(state, hotategai=50, ebi=40, tako=30, fugu=20, sake=10)
    yen = product_yen(state)
    assert [yen[product] for product in (HOTATEGAI, EBI, TAKO, FUGU, SAKE)] == [10, 7, 5, 3, 1]


def test_the_history_has_the_start_and_every_round() -> None:
    state = table(2)
    while state.actors:
        seat = state.actors[0]
        state.apply(seat, state.legal(seat)[0])
    assert len(state.past_spaces) == 8
    history = state.view(None)["market"]["history"]  # type: ignore[index]
    assert sorted(history[0].values()) == [1, 2, 3, 4, 5]
    assert history[-1] == dict(zip(ON_MARKET, state.spaces, strict=True))


def test_the_log_tells_how_far_a_marker_really_moved() -> None:
    state = table(3)
    state.log = []
    markers(state, ebi=58, hotategai=2, fugu=1, tako=20, sake=60)
    for product, shift in ((EBI, 8), (HOTATEGAI, -5), (FUGU, -1), (TAKO, 3), (SAKE, 4)):
        move_marker(state, product, shift)
    assert [str(event) for event in state.log] == [
        "Ebi rises by 2 to space 60.",
        "Hotategai falls by 1 to space 1.",
        "Fugu stays on space 1.",
        "Tako rises by 3 to space 23.",
        "Sake stays on space 60.",
    ]
