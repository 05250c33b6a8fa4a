"""The charts at the end of a game."""

from ichiba.core.charts import Chart, Series
from ichiba.core.match import Match, standing
from ichiba.core.words import Words
from ichiba.games.shinjuku.customers import size_of
from ichiba.games.shinjuku.state import ShinjukuState


def charts(match: Match, words: Words) -> list[Chart]:
    """Charts of all scores and earned customers, by turn."""
    scores, customers = _by_turn(match)
    names = match.record.names
    return [
        Chart(
            words.say(f"shinjuku.web.{title}"),
            [
                Series(name=name, values=[row[seat] for row in rows], seat=seat)
                for seat, name in enumerate(names)
            ],
            span="turn",
            worth=worth,
        )
        for title, rows, worth in (("score_chart", scores, 1), ("customer_chart", customers, 0))
    ]


def _by_turn(match: Match) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """All players' scores and earned customers at the start and after each turn."""
    steps = Match.replay(match.record.until(0))
    scores: list[tuple[int, ...]] = []
    customers: list[tuple[int, ...]] = []
    seen = 0
    for move in [None, *standing(match.record.moves)]:
        if move is not None:
            steps.replay_move(move)
        state = steps.state
        if isinstance(state, ShinjukuState) and (state.turn > seen or not state.actors):
            seen = state.turn
            scores.append(state.scores)
            customers.append(tuple(size_of(group) for group in state.earned))
    return scores, customers
