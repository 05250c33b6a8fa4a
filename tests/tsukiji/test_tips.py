"""What Tsukiji's board says about its pieces: what a lot is worth, and a tip for each piece."""

from html.parser import HTMLParser
from random import Random
from typing import Any

import pytest
from django.test import Client

from ichiba.core.registry import load
from ichiba.core.words import Words
from ichiba.games.tsukiji.board.tips import PIECES, Tips, column_change, column_tip
from ichiba.games.tsukiji.board.web import present
from ichiba.games.tsukiji.board.worth import Brought, Worth
from site_scene import hold, play_bots, post_move, seated

YEN = {"ebi": 10, "hotategai": 7, "fugu": 5, "tako": 3, "sake": 1}


def view_with(**columns: tuple[int, int]) -> dict[str, Any]:
    """A view with one restaurant: by product, its cards and Takusan."""
    own = {
        name: dict(zip(("products", "takusan"), columns.get(name, (0, 0)), strict=True))
        for name in (*YEN, "maguro")
    }
    shown = {"market": {"yen": YEN}, "restaurants": [{"columns": own}], "tiles": []}
    return {"seat": 0, "round": 1, "rounds": 7, **shown}


def brought(cards: list[str], **columns: tuple[int, int]) -> list[Brought]:
    return Worth(view_with(**columns), 0).by_card(cards)


def test_a_lot_is_worth_its_fish_the_best_takusan_and_the_least_loss() -> None:
    found = brought(["takusan", "fugu", "yakuza"], tako=(2, 0))
    assert [one.yen for one in found] == [5, 5, -3], "the Takusan joins the Fugu of the same lot"
    assert [one.column for one in found] == ["fugu", "", "tako"]


def test_tuna_counts_as_a_set() -> None:
    assert [one.yen for one in brought(["maguro", "maguro", "ebi"], maguro=(1, 0))] == [4, 5, 10]
    assert [one.yen for one in brought(["yakuza", "maguro", "sake"], maguro=(1, 0))] == [-1, 4, 1]


def test_special_cards_do_nothing_without_a_column() -> None:
    assert brought(["takusan", "takusan", "yakuza"]) == [Brought(0), Brought(0), Brought(0)]


def test_a_lot_tells_what_it_is_worth_beyond_its_price() -> None:
    game = load("tsukiji")
    state = game.new(2, seed=5)
    rng = Random(5)
    while state.phase_name == "valuation":  # type: ignore[attr-defined]
        seat = state.actors[0]
        state.apply(seat, rng.choice(state.legal(seat)))
    seat = state.actors[0]
    view: Any = state.view(seat)
    board: Any = present(view, Words(["Aki", "Ben"]))
    for lot, seen in zip(board["lots"], view["lots"], strict=True):
        total = Worth(view, seat).of_lot(seen["cards"])
        gain = total - seen["tile"]["price"]
        assert lot["gain"] == gain
        assert f"worth ¥{total} today" in lot["ask"] or total < 0
        assert (
            f"Leaves you ¥{view['restaurants'][seat]['money'] - seen['tile']['price']}"
            in lot["ask"]
        )


def test_special_pieces_say_what_they_do_for_you_now() -> None:
    tips = Tips(view_with(tako=(1, 0)), Words())
    [taken] = brought(["yakuza"], tako=(1, 0))
    assert tips.card("yakuza", taken) == (
        "Yakuza: takes one of your cards. Cheapest today: Tako, −¥3."
    )
    [joined] = brought(["takusan"], tako=(1, 0))
    assert tips.card("takusan", joined).endswith("Best today: Tako, +¥3.")
    clock = tips.tile({"price": 12, "move": 4, "clock": True})
    assert clock.endswith("Clock: whoever buys this lot goes first in the next round.")
    last = Tips(view_with() | {"round": 7}, Words())
    assert last.tile({"price": 12, "move": 4, "clock": True}).endswith(
        "Clock: it does nothing in the last round."
    )
    assert "drops one 4" in tips.ticket("cancel")


def test_a_column_says_what_giving_up_a_card_costs() -> None:
    words = Words()
    given = column_tip(words, "maguro", 2, 0, choice="yakuza", mine=True)
    assert given == "Maguro: 2 cards, worth ¥7 today. Giving one up costs you ¥4 today."
    added = column_tip(words, "maguro", 2, 0, choice="takusan", mine=True)
    assert added == "Maguro: 2 cards, worth ¥7 today. The Takusan adds ¥5 here today."
    assert column_change(words, "sake", 0, 1, "yakuza") == "", "there is nothing to give up"


class Pieces(HTMLParser):
    """Collects the pieces of a board, and those without a tip."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.silent: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        kinds = {*(values.get("class") or "").split()}
        if "blank" in kinds or "paper" in kinds:  # a part of a lot or of a ticket, which have tips
            return
        for kind in kinds & {*PIECES}:
            self.found.add(kind)
            if not values.get("data-tip"):
                self.silent.append(f"{kind}: {values}")


@pytest.mark.django_db
def test_every_piece_has_a_tip_in_every_phase() -> None:
    clients = [Client(), Client()]
    table = seated(clients, seed="3", listed="yes")
    rng, seen, phases = Random(3), Pieces(), set[str]()
    while len(phases) < 4 or seen.found != {*PIECES}:
        with hold(table) as match:
            assert match.state.actors, (
                f"the game ended without { ({*PIECES} - seen.found) } {phases}"
            )
            seat = match.state.actors[0]
            phases.add(match.state.phase_name)  # type: ignore[attr-defined]
            legal = [match.game.notation(action) for action in match.state.legal(seat)]
        for client in (*clients, Client()):
            page = client.get(f"/t/{table.slug}/").content.decode()
            seen.feed(page[page.index('<main id="table"') : page.index("</main>")])
        move = rng.choice([one for one in legal if one != "refuse"] or legal)
        assert post_move(clients[seat], table, move).status_code == 302
        play_bots(table)
    assert not seen.silent, seen.silent[:3]
    assert phases == {"valuation", "purchase", "takusan", "yakuza"}
