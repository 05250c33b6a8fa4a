"""A thinking time becomes a budget that suits the machine."""

from collections.abc import Callable

import pytest

import ichiba
from ichiba import bots
from ichiba.arena import budgets
from ichiba.arena.budgets import Pace, budget_for

TSUKIJI = ichiba.load("tsukiji")


def machine(monkeypatch: pytest.MonkeyPatch, seconds: Callable[[int], float]) -> list[int]:
    """Pretend that so many tries take so long. Returns the budgets that are tried out."""
    measured = []

    def measure(name: str, *_: object) -> float:
        measured.append(int(name.partition(":")[2]))
        return seconds(measured[-1])

    monkeypatch.setattr(budgets, "_seconds", measure)
    return measured


@pytest.mark.parametrize(
    ("seconds", "wanted", "found"),
    [
        (lambda tries: 0.001 * tries, 0.2, 200),
        (lambda tries: 0.001 * tries, 0.8, 800),
        (lambda tries: 0.00001 * tries, 0.5, 50_000),
        (lambda tries: 0.01 + 0.001 * tries, 0.05, 40),
        (lambda tries: 1e-6 * tries**2, 0.16, 400),
        (lambda _: 2.0, 0.1, 1),  # too slow for any budget
    ],
)
def test_the_budget_takes_about_the_wanted_time(
    monkeypatch: pytest.MonkeyPatch, seconds: Callable[[int], float], wanted: float, found: int
) -> None:
    machine(monkeypatch, seconds)
    name, _, tries = budget_for("ismcts", TSUKIJI, 2, wanted, {}).partition(":")
    assert name == "ismcts"
    assert found / 1.2 <= int(tries) <= found * 1.2


def test_the_search_for_a_budget_ends_even_if_no_budget_takes_so_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    measured = machine(monkeypatch, lambda tries: min(0.001 * tries, 0.1))
    assert budget_for("ismcts", TSUKIJI, 2, 5.0, {}) in [f"ismcts:{tries}" for tries in measured]
    assert len(measured) <= 8


def test_bots_that_do_not_search_keep_their_names() -> None:
    for name in ("random", "greedy", "beginner", "expert", "quick", "master:7"):
        assert budget_for(name, TSUKIJI, 2, 0.01, {}) == name


@pytest.mark.parametrize("title", ichiba.games())
def test_a_real_bot_is_measured_in_a_real_game(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budgets, "_LONGEST", 5)
    game = ichiba.load(title)
    assert budgets._seconds("ismcts:1", game, 2, game.check(2, 1, {})) > 0


@pytest.mark.parametrize("game", ichiba.games())
def test_every_master_has_a_budget(game: str) -> None:
    title = ichiba.load(game)
    assert (bots.budget("master", title) or 0) > 0
    assert bots.budget("greedy", title) is None


def test_on_a_fast_machine_bots_get_all_of_their_budgets() -> None:
    pace = Pace(1.0)
    for seconds in (0.9, 0.1, 1.0):
        pace.learn("master", TSUKIJI, 2, seconds)
        assert pace.named("master", TSUKIJI, 2) == "master"


def test_on_a_slow_machine_bots_get_a_part_of_their_budgets_and_get_it_back() -> None:
    pace, full = Pace(1.0), bots.budget("master", TSUKIJI) or 0
    pace.learn("master", TSUKIJI, 4, 3.0)
    assert pace.named("master", TSUKIJI, 4) == f"master:{round(full / 3)}"
    assert pace.named("master", TSUKIJI, 2) == "master", "other tables are as quick as before"
    for seconds in (0.8, 0.01):  # almost too slow; nothing to think about
        pace.learn("master", TSUKIJI, 4, seconds)
    assert pace.named("master", TSUKIJI, 4) == f"master:{round(full / 3)}"
    for _ in range(20):
        pace.learn("master", TSUKIJI, 4, 0.2)
    assert pace.named("master", TSUKIJI, 4) == "master"


def test_even_the_slowest_machine_leaves_a_bot_one_try() -> None:
    pace = Pace(1.0)
    for _ in range(10):
        pace.learn("master", TSUKIJI, 2, 60.0)
    assert pace.named("master", TSUKIJI, 2) == "master:1"
