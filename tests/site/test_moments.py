"""Earlier positions from the cache equal a full replay, and callers cannot change them."""

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

import ichiba
from ichiba.core.match import Match
from ichiba.core.record import Record
from ichiba.site.pages import moments

GAMES = ("tsukiji", "shinjuku", "tokyo-tsukiji-market")


@pytest.fixture(autouse=True)
def _fresh() -> None:
    moments.forget_all()


def played(name: str, seed: int = 3, moves: int = 10_000) -> Record:
    """The record of a random game with some undone moves."""
    game, rng = ichiba.load(name), Random(seed)
    match = Match.new(game, players=3, seed=seed, **game.random_options)
    while match.state.actors and len(match.record.moves) < moves:
        seat = rng.choice(match.state.actors)
        match.play(seat, rng.choice(match.state.legal(seat)))
        if rng.random() < 0.2 and match.why_no_undo(seat) is None:
            match.undo(seat)
    return match.record


def same(one: Match, other: Match) -> bool:
    return (
        one.state.dump() == other.state.dump()
        and one.events == other.events
        and one.record.moves == other.record.moves
        and one.record.names == other.record.names
        and [one.why_no_undo(seat) for seat in range(3)]
        == [other.why_no_undo(seat) for seat in range(3)]
    )


@pytest.mark.parametrize("name", GAMES)
def test_a_moment_is_what_replaying_gives(name: str) -> None:
    record, rng = played(name), Random(1)
    last = len(record.moves)
    for at in [last, 0, 1, 49, 50, 51, *(rng.randrange(last) for _ in range(12))]:
        assert same(moments.match_at(record, at), Match.replay(record.until(at))), at


def test_what_somebody_does_with_a_moment_is_nobody_elses_business() -> None:
    record = played("tsukiji")
    for _ in range(2):
        mine = moments.match_at(record, 50)
        mine.record.names[0] = "Somebody"
        mine.play(mine.state.actors[0], mine.state.legal(mine.state.actors[0])[0])
        assert same(moments.match_at(record, 50), Match.replay(record.until(50)))


def test_records_that_part_ways_are_told_apart() -> None:
    """Two records with the same deal and different moves from some point on."""
    record = played("shinjuku", moves=160)
    other = record.until(70)
    other = _go_on(other, 160)
    assert other.moves[:70] == record.moves[:70]
    assert other.moves != record.moves
    for at in (160, 120, 75, 60):
        for one in (record, other):
            assert same(moments.match_at(one, at), Match.replay(one.until(at)))


def _go_on(record: Record, count: int) -> Record:
    match, rng = Match.replay(record), Random(99)
    while len(match.record.moves) < count:
        seat = rng.choice(match.state.actors)
        match.play(seat, rng.choice(match.state.legal(seat)))
    return match.record


def test_only_so_many_games_are_kept() -> None:
    for seed in range(moments.MOST + 5):
        moments.match_at(played("tsukiji", seed, moves=3), 2)
    assert len(moments.films) == moments.MOST


def test_many_at_once() -> None:
    record, rng = played("tokyo-tsukiji-market"), Random(2)
    wanted = [rng.randrange(len(record.moves)) for _ in range(40)]
    with ThreadPoolExecutor(8) as pool:
        found = [*pool.map(lambda at: moments.match_at(record, at), wanted)]
    for at, match in zip(wanted, found, strict=True):
        assert same(match, Match.replay(record.until(at)))


def test_a_step_in_a_long_game_replays_few_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the first request, only the moves since the last cached position are replayed."""
    record, replayed = played("tokyo-tsukiji-market"), 0
    last = len(record.moves)
    assert last > 10 * moments.EVERY
    moments.match_at(record, last)
    replay_move = Match.replay_move

    def counted(match: Match, text: str) -> None:
        nonlocal replayed
        replayed += 1
        replay_move(match, text)

    monkeypatch.setattr(Match, "replay_move", counted)
    for at in range(last - 1, last - 101, -1):
        replayed = 0
        moments.match_at(record, at)
        assert replayed < 2 * moments.EVERY, at


def test_undone_moves_are_not_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are part of the record, too, and anybody can make thousands of them."""
    match = Match.new(ichiba.load("tsukiji"), players=3, seed=1)
    seat = match.state.actors[0]
    for _ in range(600):
        match.play(seat, match.state.legal(seat)[0])
        match.undo(seat)
    replayed: list[str] = []
    monkeypatch.setattr(Match, "replay_move", lambda _match, text: replayed.append(text))
    assert len(moments.match_at(match.record, 1200).record.moves) == 1200
    assert replayed == []
