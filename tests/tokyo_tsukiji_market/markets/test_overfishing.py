"""The Overfishing board."""

from ichiba.games.tokyo_tsukiji_market import ending
from tokyo_tsukiji_market.scene import GAME, may, moves_of, own, table


def test_nobody_enters_it() -> None:
    state = table(3, "overfishing")
    own(state, 0, mackerel=2)
    assert not any("overfishing" in move for move in moves_of(state, 0))
    assert all("overfishing" not in GAME.notation(action) for action in range(GAME.num_actions))
    assert may(state, 0, "pass")


def test_tokens_of_overfished_markets_cost_and_others_pay() -> None:
    state = table(3, "overfishing", "eel", "octopus")
    own(state, 0, mackerel=3, eel=2, takoyaki=1)
    own(state, 1, eel=1)
    state.status[1] = 2
    assert state.setup.overfishing.settle(state) == [300 + 100 - 200, -100, 0]
    parts = ending.breakdown(state)
    assert [part["tokyo-tsukiji-market.score.overfishing"] for part in parts] == [200, -100, 0]


def test_without_the_board_there_is_no_such_step() -> None:
    state = table(3)
    own(state, 0, mackerel=3)
    assert ending.breakdown(state)[0]["tokyo-tsukiji-market.score.overfishing"] == 0
