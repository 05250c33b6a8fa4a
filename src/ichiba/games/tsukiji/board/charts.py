"""The charts at the end of a game of Tsukiji: the restaurants and the market, round by round."""

from typing import Any

from ichiba.core.charts import Chart, Series
from ichiba.core.match import Match, standing
from ichiba.core.words import Words
from ichiba.games.tsukiji.data import ON_MARKET
from ichiba.games.tsukiji.state import TsukijiState


def charts(match: Match, words: Words) -> list[Chart]:
    """Charts of the market and of all scores, by round."""
    view: Any = match.state.view(None)
    market = [
        Series(
            name=words.say(f"tsukiji.card.{product}"),
            values=[spaces[product] for spaces in view["market"]["history"]],
            symbol=product,
        )
        for product in ON_MARKET
    ]
    scores = _scores_by_round(match)
    players = [
        Series(name=name, values=[row[seat] for row in scores], seat=seat)
        for seat, name in enumerate(match.record.names)
    ]
    return [
        Chart(words.say("tsukiji.board.score_chart"), players, worth=1, yen=True),
        Chart(words.say("tsukiji.board.market_chart"), market),
    ]


def _scores_by_round(match: Match) -> list[tuple[int, ...]]:
    """All players' scores at the start and after each round, as if the game had ended then."""
    steps = Match.replay(match.record.until(0))
    rows = [steps.state.scores]
    seen = 1
    for move in standing(match.record.moves):
        steps.replay_move(move)
        state = steps.state
        if isinstance(state, TsukijiState) and (state.round > seen or not state.actors):
            seen = state.round
            rows.append(state.scores)
    return rows
