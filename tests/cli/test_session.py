"""A game at one terminal, without its screen."""

import pytest

import ichiba
from ichiba.cli.session import Session


@pytest.mark.parametrize("game", ichiba.games())
def test_what_is_new_stays_new_after_an_undo(game: str) -> None:
    """As on the site: a decision that was undone is not the last one."""
    title = ichiba.load(game)
    match = ichiba.Match.new(title, players=2, seed=3, **title.random_options)
    session, undone = Session(match, {}, None), 0
    session.save = lambda _file=None: None  # type: ignore[method-assign]
    while undone < 5:
        seat = match.state.actors[-1]
        news, action = session.news(seat), match.state.legal(seat)[0]
        session.play(seat, action)
        if news and match.why_no_undo(seat) is None:
            assert session.undo(seat) == ""
            assert session.news(seat) == news
            undone += 1
            session.play(seat, action)
