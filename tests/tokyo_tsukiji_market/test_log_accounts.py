"""The log leaves nothing out: from its events alone, a reader can follow everybody's money."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

import ichiba
from contract.cases import Case, all_cases, random_step
from ichiba.core.story import kind_of

TITLE = "tokyo-tsukiji-market"
STEPS = 1500
# Kinds of events in which a player receives the yen, or pays them to the supply.
EARNS = {
    "income", "bonus", "compensation", "loan", "sold", "sold_to", "sold_many", "sold_pair",
    "sold_set", "given", "traded", "boat_sold", "drawn",
}  # fmt: skip
PAYS = {
    "entered", "own_fugu", "license", "iwashi", "share", "freezer", "cart", "buyer", "expansion",
    "port", "fine", "fee", "boat", "blue", "rented",
}  # fmt: skip
CASES = [case for case in all_cases() if case.game.name == TITLE]


class Purses:
    """Everybody's money, as a reader of the log knows it."""

    def __init__(self, players: int) -> None:
        self.yen = [2000] * players
        self.seller = 0  # of what is up for bids
        self.doubled = False  # whether the supply pays as much again

    def read(self, kind: str, told: Mapping[str, Any]) -> None:
        seat, yen = told.get("seat", 0), told.get("yen", 0)
        if kind == "turn":
            self.seller = seat
        if kind in ("lot", "foreign_lot", "auction"):
            self.doubled = str(told.get("market", "")).endswith("auction")
        self.yen[seat] += yen * ((kind in EARNS) - (kind in PAYS))
        if kind == "bought":
            self.yen[seat] -= yen
            self.yen[told["seats"][0]] += yen
        if kind == "awarded":
            self.yen[seat] -= yen
            if seat != self.seller:
                self.yen[self.seller] += yen * (1 + self.doubled)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_log_accounts_for_all_money(case: Case) -> None:
    rng = Random(11)
    match = ichiba.Match.new(case.game, players=case.players, seed=11, **case.values)
    purses, read = Purses(case.players), 0
    for _ in range(STEPS):
        if not match.state.actors:
            break
        match.play(*random_step(match.state, rng))
        if not match.state.actors:
            break
        for event in match.events[read:]:
            purses.read(kind_of(event), event.arguments)
        told = [kind_of(event) for event in match.events[read:]]
        read = len(match.events)
        assert purses.yen == match.state.money, told
