"""Automatic bids: bids for a player who is away, under the same rules as all moves."""

import logging
from collections.abc import Callable

import pytest
from django.db.models import F
from django.test import Client

from api_tools import Program, sat
from ichiba.site.live import propagation
from ichiba.site.models import AutomaticBid, Happening, Seat, Table
from ichiba.site.store import snapshots, sql
from ichiba.site.tables import automatic_bids, bot_driver, play
from ichiba.site.tables.bot_driver import Driver
from ichiba.site.tables.changes import MovedOn
from ichiba.site.tables.play import By
from ichiba.site.tables.stand_ins import let_bot_play
from ichiba.site.titles import boards
from site_scene import EASY, MARKET, bring_to_auction, hold, market, new_table, post_move

pytestmark = pytest.mark.django_db(transaction=True)


class Nobody:
    """A thinker for a table where no bot has to move."""

    def choose(self, *_: object) -> list[str]:
        raise AssertionError("there is no bot here")


@pytest.fixture
def players() -> list[Client]:
    return [Client(), Client()]


@pytest.fixture
def auction(players: list[Client]) -> Table:
    """Aki and Ben have to bid for a Spider Crab."""
    table = market(players)
    bring_to_auction(table)
    return table


def give(client: Client, table: Table, kind: str, extra: str = "") -> int:
    return client.post(
        f"/t/{table.slug}/automatic-bids/", {"kind": kind, "extra": extra}
    ).status_code


def have_bid(table: Table) -> list[bool]:
    table.refresh_from_db()
    with hold(table) as match:
        return match.state.view(None)["auction"]["has_bid"]  # type: ignore[index, no-any-return]


def drive(table: Table) -> None:
    """What a server thread does when it is woken."""
    Driver().move_bot(table.pk, Nobody())  # type: ignore[arg-type]


def test_an_order_is_followed_where_there_is_no_bot(players: list[Client], auction: Table) -> None:
    drive(auction)
    assert have_bid(auction) == [False, False]
    assert give(players[1], auction, "never") == 302
    drive(auction)
    assert have_bid(auction) == [False, True]
    assert auction.moves.last().text == "1 yen 0"  # type: ignore[union-attr]
    drive(auction)
    assert have_bid(auction) == [False, True], "one bid each"
    post_move(players[0], auction, "yen 100")
    auction.refresh_from_db()
    with hold(auction) as match:
        assert not match.state.simultaneous


def test_a_server_that_starts_finds_tables_with_orders_alone(
    players: list[Client], auction: Table
) -> None:
    assert bot_driver.tables_with_bots() == []
    give(players[1], auction, "never")
    assert bot_driver.tables_with_bots() == [(auction.pk, auction.owner_id)]
    give(players[1], auction, "")
    assert bot_driver.tables_with_bots() == []
    give(players[0], auction, "never")
    auction.seats.filter(number=1).update(stand_in="random")
    sql.raise_version(auction.pk)
    assert bot_driver.tables_with_bots() == [(auction.pk, auction.owner_id)], "each table once"


def test_an_order_is_a_change_that_wakes_the_bots(
    players: list[Client], auction: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, int]] = []
    monkeypatch.setattr(propagation, "ring", lambda table, **_: told.append(("ring", table)))
    monkeypatch.setattr(propagation, "wake_bots", lambda table: told.append(("wake", table.pk)))
    before = auction.version
    give(players[1], auction, "worth", "300")
    auction.refresh_from_db()
    assert auction.version == before + 1
    assert {*told} == {("ring", auction.pk), ("wake", auction.pk)}


@pytest.mark.parametrize("extra", ["x", "50", "5100", "-5100", "9" * 400])
def test_what_cannot_be_ordered_changes_nothing(
    players: list[Client], auction: Table, extra: str
) -> None:
    before = auction.version
    assert give(players[1], auction, "worth", extra) == 409
    auction.refresh_from_db()
    assert auction.version == before
    assert not AutomaticBid.objects.exists()


def test_who_does_not_play_orders_nothing(players: list[Client], auction: Table) -> None:
    assert give(Client(), auction, "never") == 403
    Table.objects.update(status=Table.Status.ENDED, version=F("version") + 1)
    assert give(players[0], auction, "never") == 409
    tsukiji = new_table(["me", "greedy"], players[0])
    assert give(players[0], tsukiji, "never") == 409
    assert not AutomaticBid.objects.exists()


def test_who_has_left_orders_nothing(players: list[Client], auction: Table) -> None:
    path = f"/t/{auction.slug}/automatic-bids/"
    assert "automatic-bids-button" in players[0].get(f"/t/{auction.slug}/").content.decode()
    players[0].post(f"/t/{auction.slug}/resign/")
    answer = players[0].post(path, {"kind": "worth", "extra": "100"})
    assert answer.status_code == 409
    assert "You left this game." in answer.content.decode()
    assert not AutomaticBid.objects.exists()
    assert "automatic-bids-button" not in players[0].get(f"/t/{auction.slug}/").content.decode()


def test_where_a_bot_stands_in_it_bids_and_the_setting_does_not(
    players: list[Client], auction: Table
) -> None:
    give(players[1], auction, "never")
    let_bot_play(auction, Seat.objects.get(table=auction, number=1), Happening.Kind.ABSENT)
    sql.raise_version(auction.pk)
    assert not automatic_bids.follow(snapshots.newest_of(auction.pk))
    assert have_bid(auction) == [False, False]
    with pytest.raises(MovedOn):
        play.play(auction, 1, "yen 0", by=By.AUTOMATIC_BID)


def between(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object]) -> None:
    """Make something happen after a setting was read and before its bid is made."""
    make_move = play.play

    def late(*args: object, **kwargs: object) -> None:
        happens()
        make_move(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(play, "play", late)


def test_an_order_that_was_just_taken_back_is_not_followed(
    players: list[Client], auction: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    give(players[1], auction, "never")
    between(monkeypatch, lambda: automatic_bids.set_for(auction, 1, "", ""))
    drive(auction)
    assert have_bid(auction) == [False, False]


def test_a_bid_of_ones_own_comes_before_an_automatic_one(
    players: list[Client], auction: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    give(players[1], auction, "never")
    with hold(auction) as match:
        page = play.match_token(match, 1)
    make_move = play.play
    between(monkeypatch, lambda: make_move(auction, 1, "yen 500", page))
    drive(auction)
    assert [move.text for move in auction.moves.all()][-1] == "1 yen 500"


def test_an_order_that_is_not_allowed_is_left_to_its_person(
    players: list[Client],
    auction: Table,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    give(players[0], auction, "never")
    give(players[1], auction, "never")
    bids = iter(["yen 99900", "yen 0"])
    monkeypatch.setattr(boards, "automatic_bid_of", lambda _game: lambda *_: next(bids))
    with caplog.at_level(logging.INFO):
        drive(auction)
    assert have_bid(auction) == [False, True]
    assert "An automatic bid was illegal." in caplog.text
    assert "99900" not in caplog.text


def test_programs_give_orders_too_and_see_only_their_own() -> None:
    (aki, ben), tsukiji = sat("Aki", "Ben")
    table = aki.table(["me", "friend"], MARKET, options={"fish_markets": [*EASY[:3]]}, listed=True)
    assert ben.post(f"/tables/{table.slug}/join").status_code == 200
    table.refresh_from_db()
    bring_to_auction(table)
    address = f"/tables/{table.slug}/automatic-bids"
    assert aki.look(table)["automatic_bids"] == {"kind": "", "extra": 0}
    assert aki.post(address, kind="worth", extra=300).json()["automatic_bids"]["extra"] == 300
    assert ben.post(address, kind="never").status_code == 200
    assert [one.look(table)["automatic_bids"]["kind"] for one in (aki, ben)] == ["worth", "never"]
    guest = Program("Chie")
    assert guest.look(table)["automatic_bids"] is None
    assert guest.post(address, kind="never").status_code == 403
    for wrong in ({"kind": "worth", "extra": 50}, {"kind": "worth", "extra": 5100}, {"kind": "x"}):
        assert aki.post(address, **wrong).status_code == 422
    drive(table)
    drive(table)
    assert {move.text.split()[0] for move in [*table.moves.all()][-2:]} == {"0", "1"}
    assert aki.post(address, kind="").json()["automatic_bids"] == {"kind": "", "extra": 0}
    assert aki.look(tsukiji)["automatic_bids"] is None
    refused = aki.post(f"/tables/{tsukiji.slug}/automatic-bids", kind="never")
    assert (refused.status_code, refused.json()["message"]) == (
        409,
        "This game has no auctions.",
    )
