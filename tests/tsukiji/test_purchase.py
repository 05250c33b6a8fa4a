"""Purchases: who buys, what a lot costs, where the cards go, who is first next."""

from ichiba.games.tsukiji.data import PRODUCTS
from ichiba.games.tsukiji.state import TsukijiState
from ichiba.games.tsukiji.table import NOBODY
from tsukiji.scene import TSUKIJI, add_takusan, do, lay, moves_of, offer, own, table, told


def priced(*lots: str, players: int = 2, first: int = 0) -> TsukijiState:
    """A round in which the lots cost 12, 9, 6, ... from left to right."""
    state = table(players, first=first)
    offer(state, *lots)
    lay(state, *["4 3 2 1 0"[: 2 * players + 1]] * players)
    assert state.tiles == list(range(players + 1))
    return state


def columns(state: TsukijiState, seat: int) -> dict[str, tuple[int, int]]:
    return {
        product: (state.products[seat * 6 + place], state.takusan[seat * 6 + place])
        for place, product in enumerate(PRODUCTS)
        if state.products[seat * 6 + place] or state.takusan[seat * 6 + place]
    }


PLAIN = ("ebi ebi tako", "sake sake sake", "fugu maguro maguro")


def test_the_first_player_begins_and_it_goes_clockwise() -> None:
    state = priced(*PLAIN, "ebi fugu tako", players=3, first=2)
    assert state.actors == (2,)
    do(state, 2, "buy 1")
    assert state.actors == (0,)
    do(state, 0, "buy 2")
    assert state.actors == (1,)


def test_a_lot_is_paid_and_its_cards_open_columns() -> None:
    state = priced(*PLAIN)
    do(state, 0, "buy 1")
    assert state.money == [38, 50]
    assert columns(state, 0) == {"ebi": (2, 0), "tako": (1, 0)}


def test_cards_of_a_product_lie_in_one_column() -> None:
    state = priced(*PLAIN)
    own(state, 0, ebi=3)
    do(state, 0, "buy 1")
    assert columns(state, 0) == {"ebi": (5, 0), "tako": (1, 0)}


def test_who_refuses_takes_three_yen() -> None:
    state = priced(*PLAIN)
    do(state, 0, "refuse")
    assert state.money == [53, 50]
    assert columns(state, 0) == {}


def test_a_lot_that_cannot_be_paid_is_not_offered() -> None:
    state = priced(*PLAIN)
    state.money[0] = 9
    assert moves_of(state, 0) == ["buy 2", "buy 3", "refuse"]
    reason = state.explain(0, TSUKIJI.parse("buy 1"))
    assert str(reason) == "Lot 1 costs ¥12, but you have only ¥9."


def test_a_sold_lot_is_not_offered() -> None:
    state = priced(*PLAIN)
    do(state, 0, "buy 2")
    assert moves_of(state, 1) == ["buy 1", "buy 3", "refuse"]
    assert str(state.explain(1, TSUKIJI.parse("buy 2"))) == "Player 1 has already bought lot 2."


def test_who_can_pay_nothing_refuses_by_itself() -> None:
    state = priced(*PLAIN)
    state.money[1] = 5
    do(state, 0, "buy 1")
    assert state.money[1] == 8, "three yen for refusing"
    assert state.round == 2
    assert "refused" in told(state)


def test_at_four_players_somebody_without_money_can_take_the_free_lot() -> None:
    state = priced(*PLAIN, "ebi fugu tako", "ebi sake maguro", players=4)
    state.money[0] = 0
    assert moves_of(state, 0) == ["buy 5", "refuse"]


def test_takusan_goes_into_any_column_also_one_just_opened() -> None:
    state = priced("takusan tako tako", *PLAIN[1:])
    own(state, 0, ebi=1)
    do(state, 0, "buy 1")
    assert moves_of(state, 0) == ["takusan ebi", "takusan tako"]
    do(state, 0, "takusan tako")
    assert columns(state, 0) == {"ebi": (1, 0), "tako": (2, 1)}
    assert state.actors == (1,)


def test_takusan_with_one_column_is_placed_by_itself() -> None:
    state = priced("takusan tako tako", *PLAIN[1:])
    do(state, 0, "buy 1")
    assert columns(state, 0) == {"tako": (2, 1)}
    assert state.actors == (1,)


def test_takusan_without_a_column_is_discarded() -> None:
    state = priced("takusan takusan yakuza", *PLAIN[1:])
    do(state, 0, "buy 1")
    assert columns(state, 0) == {}
    assert state.view(None)["discard"]["takusan"] == 2  # type: ignore[index]
    assert "takusan_lost" in told(state)
    assert state.actors == (1,)


def test_two_takusan_are_placed_one_after_the_other() -> None:
    state = priced("takusan takusan ebi", *PLAIN[1:])
    own(state, 0, tako=1)
    do(state, 0, "buy 1")
    do(state, 0, "takusan tako")
    do(state, 0, "takusan ebi")
    assert columns(state, 0) == {"ebi": (1, 1), "tako": (1, 1)}


def test_a_column_of_takusan_alone_can_take_another() -> None:
    state = priced("takusan yakuza yakuza", *PLAIN[1:])
    add_takusan(state, 0, fugu=1)
    do(state, 0, "buy 1")
    assert columns(state, 0) == {"fugu": (0, 2)}, "there is no product card for the Yakuza"


def test_yakuza_takes_any_product_card_tuna_included() -> None:
    state = priced("yakuza tako tako", *PLAIN[1:])
    own(state, 0, maguro=2)
    do(state, 0, "buy 1")
    assert moves_of(state, 0) == ["yakuza tako", "yakuza maguro"]
    do(state, 0, "yakuza maguro")
    assert columns(state, 0) == {"tako": (2, 0), "maguro": (1, 0)}
    discard = state.view(None)["discard"]
    assert (discard["maguro"], discard["yakuza"]) == (1, 1)  # type: ignore[index]


def test_yakuza_never_takes_a_takusan() -> None:
    state = priced("yakuza ebi ebi", *PLAIN[1:])
    add_takusan(state, 0, sake=2)
    do(state, 0, "buy 1")
    assert columns(state, 0) == {"ebi": (1, 0), "sake": (0, 2)}, "only Ebi could be given"


def test_yakuza_comes_after_takusan() -> None:
    state = priced("yakuza takusan ebi", *PLAIN[1:])
    own(state, 0, sake=1)
    do(state, 0, "buy 1")
    assert state.view(0)["phase"] == "takusan"
    assert str(state.explain(0, TSUKIJI.parse("yakuza ebi"))) == (
        "First choose a column for the Takusan."
    )
    do(state, 0, "takusan ebi")
    assert state.view(0)["phase"] == "yakuza"
    do(state, 0, "yakuza ebi")
    assert columns(state, 0) == {"ebi": (0, 1), "sake": (1, 0)}


def test_yakuza_without_a_product_finds_nothing() -> None:
    state = priced("yakuza yakuza yakuza", *PLAIN[1:])
    do(state, 0, "buy 1")
    assert columns(state, 0) == {}
    assert state.view(None)["discard"]["yakuza"] == 3  # type: ignore[index]
    assert state.yakuza == [3, 0], "they still count as bought"


def test_yakuza_takes_what_came_in_the_same_lot_if_there_is_nothing_else() -> None:
    state = priced("yakuza yakuza ebi", *PLAIN[1:])
    do(state, 0, "buy 1")
    assert columns(state, 0) == {}
    assert state.actors == (1,)


def test_a_column_without_product_cards_stays_while_takusan_lie_in_it() -> None:
    state = priced("yakuza takusan ebi", "takusan fugu fugu", "sake sake sake")
    do(state, 0, "buy 1")
    assert columns(state, 0) == {"ebi": (0, 1)}


def test_lots_left_over_are_discarded() -> None:
    state = priced(*PLAIN)
    do(state, 0, "buy 1")
    do(state, 1, "refuse")
    discard = state.view(None)["discard"]
    assert discard == {  # type: ignore[comparison-overlap]
        "ebi": 0, "hotategai": 0, "fugu": 1, "tako": 0, "sake": 3, "maguro": 2,
        "takusan": 0, "yakuza": 0,
    }  # fmt: skip


def test_who_buys_the_clock_is_first_next_round() -> None:
    state = priced(*PLAIN)
    do(state, 0, "buy 2")
    do(state, 1, "buy 1")
    assert state.first == 1
    assert state.round == 2


def test_clock_not_bought_the_first_player_stays() -> None:
    state = priced(*PLAIN, first=1)
    do(state, 1, "buy 2")
    do(state, 0, "buy 3")
    assert state.first == 1
    assert "clock_stays" in told(state)


def test_the_first_player_of_a_round_does_not_change_in_the_middle_of_it() -> None:
    state = priced(*PLAIN, "ebi fugu tako", players=3, first=1)
    do(state, 1, "refuse")
    do(state, 2, "buy 1")
    assert state.actors == (0,)
    assert state.first == 1


def test_seven_rounds_and_it_is_over() -> None:
    state = table(2)
    while state.actors:
        assert state.round <= 7
        seat = state.actors[0]
        state.apply(seat, state.legal(seat)[-1])
    assert state.round == 7
    assert state.deck == []
    assert state.legal(0) == []


def test_money_follows_prices_and_refusals() -> None:
    """Yen are conserved: money changes only by the amounts in the events."""
    for players in (2, 3, 4):
        for seed in range(30):
            state = TSUKIJI.deal(players, seed, {"special_points": False}, [])
            assert isinstance(state, TsukijiState)
            start = sum(state.money)
            while state.actors:
                seat = state.actors[0]
                legal = state.legal(seat)
                state.apply(seat, legal[(seed * 7 + len(state.log or [])) % len(legal)])
                paid = sum(
                    int(event.arguments.get("yen", 0)) - int(event.arguments["price"])  # type: ignore[arg-type]
                    if event.key.endswith("bought")
                    else int(event.arguments["yen"])  # type: ignore[arg-type]
                    for event in state.log or []
                    if event.key.endswith(("bought", "refused"))
                )
                assert sum(state.money) == start + paid
                assert min(state.money) >= 0


def test_nobody_has_bought_before_the_purchase() -> None:
    state = table(2)
    assert state.buyers == [NOBODY] * 3
    assert str(state.explain(0, TSUKIJI.parse("refuse"))) == ("First lay a ticket on every lot.")
