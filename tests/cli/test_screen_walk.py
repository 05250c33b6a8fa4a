"""Whole random games, drawn at every decision in a small and in a large window."""

from random import Random

import pytest

from cli.screen_tools import SIZES, check_decision, check_keys, check_waiting, check_words
from contract.cases import Case, all_cases, random_step
from ichiba.cli.score_table import score_lines
from ichiba.cli.session import Session
from ichiba.core.match import Match
from sampling import first_is_enough

# A long name and as many players as possible leave the least room.
NAMES = ["Aki", "Bernadette of the Long Name, the Second", "Chie", "Dai", "Emi", "Fumi"]


def crowded() -> list[Case]:
    """For each title, the set-ups with the most players."""
    found: dict[str, Case] = {}
    for case in all_cases():
        best = found.get(case.name)
        if best is None or (case.players, len(case.options)) >= (best.players, len(best.options)):
            found[case.name] = case
    return [*found.values()]


@pytest.mark.parametrize("case", first_is_enough(crowded()), ids=str)
def test_nothing_is_cut_off_in_a_whole_game(case: Case) -> None:
    names = NAMES[: case.players]
    match = Match.new(case.game, players=case.players, seed=5, names=names, **case.values)
    session = Session(match, {}, None)
    rng = Random(5)
    kinds = set()
    while match.state.actors:
        seat, action = random_step(match.state, rng)
        kinds.add(match.state.prompt(seat).key)
        check_keys(session.choices(seat))
        if len(match.record.moves) % 6 == 0:  # this takes as long as all the rest
            check_words(session, seat)
            check_waiting(session)
        for size in SIZES:
            check_decision(session, seat, size)
        match.play(seat, action)
    check_waiting(session)
    for size in SIZES:
        scores = score_lines(session, size.width)
        assert all(line.cell_len <= size.width for line in scores)
        assert len(scores) < size.height // 2 + 3
    assert len(kinds) > 3, "a whole game has several kinds of decisions"
