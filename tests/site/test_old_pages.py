"""Pages that are older than the position: nothing can be done from them."""

import logging
from random import Random

import pytest
from django.test import Client

import ichiba
from api_tools import sat, told
from configuring import configure
from ichiba.core.game import State
from ichiba.core.match import Match
from ichiba.site.models import Seat, Table
from ichiba.site.store import snapshots
from ichiba.site.tables import play
from ichiba.site.tables.bot_driver import Driver
from ichiba.site.tables.changes import MovedOn
from ichiba.site.tables.play import By
from site_scene import hold, new_table, post_move, seated

pytestmark = pytest.mark.django_db(transaction=True)
GAMES = ("tsukiji", "shinjuku", "tokyo-tsukiji-market")


def _after(state: State, seat: int, action: int) -> State | None:
    """The position after a move that can be taken back; None if it cannot."""
    after = state.copy()
    after.apply(seat, action)
    return after if after.reveals == state.reveals else None


def _ways(state: State, seat: int) -> list[list[int]]:
    """What this seat could do, and take back, before the other is to act: in one move or two."""
    found = []
    for first in state.legal(seat):
        after = _after(state, seat, first)
        if after is None:
            continue
        if after.actors == (1 - seat,):
            found.append([first])
        elif after.actors == (seat,):
            ends = ((one, _after(after, seat, one)) for one in after.legal(seat))
            found += [[first, one] for one, end in ends if end and end.actors == (1 - seat,)]
    return found


def scene(game: str, mover: int | None = None) -> tuple[str, list[str], int, str, list[str]]:
    """A seed and moves, up to where this seat can make a move after which the other is to act, take
    it back and do something else instead."""
    title, rng = ichiba.load(game), Random(1)
    for seed in range(200):
        match = Match.new(title, players=2, seed=seed, **title.random_options)
        while match.state.actors:
            seat = match.state.actors[0]
            alone = len(match.state.actors) == 1 and not match.state.simultaneous
            ways = _ways(match.state, seat) if alone and mover in (None, seat) else []
            short = [way for way in ways if len(way) == 1]
            if short and len(ways) > 1:
                other = next(way for way in ways if way != short[0])
                names = [title.notation(one) for one in other]
                return str(seed), match.record.moves, seat, title.notation(short[0][0]), names
            match.play(seat, rng.choice(match.state.legal(seat)))
    raise AssertionError("no such position")


def at_scene(moves: list[str], table: Table, bot: int | None = None) -> None:
    for text in moves:
        seat, _, move = text.partition(" ")
        by = By.BOT if int(seat) == bot else By.PERSON
        play.play(table, int(seat), move, by=by)


def _options(game: str) -> dict[str, object]:
    return {f"option-{k}": v for k, v in ichiba.load(game).random_options.items()}


@pytest.mark.parametrize("game", GAMES)
def test_a_page_is_old_once_the_other_did_something_else_instead(game: str) -> None:
    seed, moves, mover, first, second = scene(game)
    table = seated([Client(), Client()], seed, game, **_options(game))
    at_scene(moves, table)
    other = 1 - mover
    play.play(table, mover, first)
    with hold(table) as match:
        page = play.match_token(match, other)
        legal = {match.game.notation(one) for one in match.state.legal(other)}
    play.undo(table, mover)
    play.play_all(table, mover, second)
    with hold(table) as match:
        legal &= {match.game.notation(one) for one in match.state.legal(other)}
        assert play.match_token(match, other) != page
        known = len(match.record.moves)
    for move in sorted(legal):
        with pytest.raises(MovedOn):
            play.play(table, other, move, page)
    with pytest.raises(MovedOn):
        play.undo(table, other, page)
    with hold(table) as match:
        assert len(match.record.moves) == known


@pytest.mark.parametrize("game", GAMES)
def test_every_process_makes_the_same_token(game: str) -> None:
    """One has played all of it, the other has rebuilt it without what was taken back."""
    seed, moves, mover, first, second = scene(game)
    table = seated([Client(), Client()], seed, game, **_options(game))
    at_scene(moves, table)
    for _ in range(3):
        play.play(table, mover, first)
        play.undo(table, mover)
    play.play_all(table, mover, second)
    table.refresh_from_db()
    with hold(table) as match:
        known = [play.match_token(match, seat) for seat in (0, 1)]
    snapshots.forget(table.pk)
    with hold(table) as again:
        assert again is not match
        assert [play.match_token(again, seat) for seat in (0, 1)] == known


@pytest.mark.parametrize("old", ["-1", "-1.0.0", "0", ".", "....", "-1.0.0.5fd1", "x" * 999])
def test_a_token_that_no_page_has_is_old(old: str) -> None:
    """Before the seat's first move, too: the token counts its moves."""
    (aki, _ben), table = sat("Aki", "Ben")
    browser = Client()
    own = seated([browser, Client()])
    for _ in range(2):
        assert post_move(browser, own, "ticket 4", old).status_code == 409
        assert told(aki.move(table, "ticket 4", old))[0] in (409, 422)
        assert aki.move(table, "ticket 4").status_code == 200
        assert post_move(browser, own, "ticket 4").status_code == 302
        play.undo(table, 0)
        play.undo(own, 0)


class Undone:
    """A bot that thinks until the person has taken the move back."""

    def __init__(self, table: Table, mover: int) -> None:
        self.table, self.mover = table, mover
        self.is_undone = False

    def choose(self, _table: int, record, seat: int, _name: str, _seed: int) -> list[str]:  # type: ignore[no-untyped-def]
        match = Match.replay(record)
        if not self.is_undone:  # another bot is asked if this one takes too long
            play.undo(self.table, self.mover)
            self.is_undone = True
        return [match.game.notation(match.state.legal(seat)[0])]


@pytest.mark.parametrize("thought", ["in time", "too late"])
@pytest.mark.parametrize("game", GAMES)
def test_a_move_taken_back_while_a_bot_thinks(
    game: str,
    thought: str,
    client: Client,
    caplog: pytest.LogCaptureFixture,
    settings,  # type: ignore[no-untyped-def]
) -> None:
    configure(settings, bot_pause=0)
    seed, moves, mover, first, _ = scene(game, mover=0)
    table = new_table(["me", "friend"], client, game, **_options(game))
    Table.objects.filter(pk=table.pk).update(seed=seed)
    table.refresh_from_db()
    Client().post(f"/t/{table.slug}/join/", {"name": "Ben"})
    Seat.objects.filter(table=table, number=1).update(bot="random", person=None)
    play.sql.raise_version(table.pk)
    table.refresh_from_db()
    at_scene(moves, table, bot=1)
    play.play(table, 0, first)
    thinker = Undone(table, mover)
    if thought == "too late":
        choose = thinker.choose
        thinker.choose = lambda *args: choose(*args)[:0]  # type: ignore[method-assign]
    with caplog.at_level(logging.INFO, "ichiba.bots"):
        Driver().move_bot(table.pk, thinker)  # type: ignore[arg-type]
    assert "The position changed before the bot moved." in caplog.text
    with hold(table) as match:
        assert match.state.actors == (0,)
        assert match.record.moves[-1] == "0 undo"
