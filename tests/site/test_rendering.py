"""Shared rendering: nobody gets a page that was rendered for another viewer."""

import re
from datetime import timedelta
from html import unescape
from random import Random

import msgspec
import pytest
from django.test import Client, RequestFactory

from ichiba.site.models import Person, Table
from ichiba.site.pages import live_part, rendered
from ichiba.site.pages import players as players_on_pages
from ichiba.site.pages.templating import OnceFor
from ichiba.site.store import snapshots
from ichiba.site.store.snapshots import Snapshot
from ichiba.site.tables import automatic_bids, play
from ichiba.site.titles import boards
from sampling import first_is_enough
from site_scene import MARKET, bring_to_auction, hold, market, new_table, post_move, seated

pytestmark = pytest.mark.django_db(transaction=True)

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]*)"')


def live(client: Client, table: Table) -> str:
    """The live part as this visitor gets it."""
    answer = client.get(f"/t/{table.slug}/", headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return answer.content.decode()


def without_token(text: str) -> str:
    return TOKEN.sub("", text)


def forget_all() -> None:
    rendered.forget_all()
    OnceFor.forget_all()


def tables_of(clients: list[Client]) -> list[Table]:
    """A table of each title, with something secret on it."""
    tsukiji = seated(clients, listed="yes")
    post_move(clients[1], tsukiji, "ticket 4")
    shinjuku = seated(clients, game="shinjuku", listed="yes")
    auction = market(clients, **{"option-closed_money": "yes", "listed": "yes"})
    bring_to_auction(auction)
    automatic_bids.set_for(auction, 0, "worth", "300")
    automatic_bids.set_for(auction, 1, "never", "")
    post_move(clients[1], auction, "yen 400")
    return [tsukiji, shinjuku, auction]


def test_what_is_kept_is_what_would_be_rendered() -> None:
    players = [Client(), Client(), Client()]
    visitors = [*players, Client(), Client()]
    for table in tables_of(players):
        for client in visitors:  # everyone must be present before anything is compared
            live(client, table)
        fresh = []
        for client in visitors:
            forget_all()
            fresh.append(without_token(live(client, table)))
        forget_all()
        for order in (visitors, visitors[::-1]):
            for client in order:
                assert without_token(live(client, table)) == fresh[visitors.index(client)]
        assert fresh[3] == fresh[4], "two spectators see the same"
        assert len({*fresh}) == 4, "every player has a different view"


def versions_of(table: Table, moves: int) -> list[Snapshot]:
    """Random moves, some of them undone and played again, and all versions of the table."""
    rng, found = Random(3), [snapshots.newest_of(table.pk)]
    while len(found) <= moves and (actors := found[-1].match.state.actors):
        match, seat = found[-1].match, rng.choice(actors)
        undone = [n for n in range(3) if play.why_no_undo(match, n) is None]
        if undone and rng.random() < 0.15:
            play.undo(table, rng.choice(undone))
        else:
            action = rng.choice(match.state.legal(seat))
            play.play(table, seat, match.game.notation(action))
        found.append(snapshots.newest_of(table.pk))
    return found


@pytest.mark.parametrize("title", first_is_enough(["tsukiji", "shinjuku", MARKET]))
def test_parts_that_are_kept_change_nothing_during_a_game(
    title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Most of a page is taken from the page before: it must be what would be rendered."""
    monkeypatch.setattr(players_on_pages, "HERE", timedelta(days=1))
    table = seated([Client(), Client(), Client()], "11", title, listed="yes")
    visitors = [*Person.objects.filter(seats__table=table).order_by("seats__number"), None]
    found = versions_of(table, 90)
    forget_all()
    request = RequestFactory().get("/")
    shown: list[list[bytes]] = []
    for snapshot in found:
        shown.append([])
        for request.person in visitors:  # type: ignore[attr-defined]
            shown[-1].append(live_part.live_part(request, snapshot))  # type: ignore[arg-type]
    for number in range(0, len(found), 4):
        for place, request.person in enumerate(visitors):  # type: ignore[attr-defined]
            forget_all()
            fresh = live_part.live_part(request, found[number])  # type: ignore[arg-type]
            assert shown[number][place] == fresh


def test_the_lines_of_tips_are_kept() -> None:
    aki = Client()
    text = live(aki, new_table(["me", "greedy"], aki, "shinjuku"))
    tip = re.search(r'id="place-kinshicho"[^>]* data-tip="([^"]*)"', text)
    assert tip is not None
    what, then = unescape(tip[1]).split("\n")
    assert what.startswith("Kinshicho")
    assert then.endswith(".")


@pytest.mark.parametrize("title", ["tsukiji", "shinjuku", MARKET])
@pytest.mark.parametrize("places", [True, False])
def test_what_is_new_stands_where_the_board_places_it_or_above_it(
    title: str, *, places: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    aki = Client()
    table = new_table(["me", "greedy"], aki, title)
    board = boards.web_of(snapshots.newest_of(table.pk).match.game)
    own = board.places_since
    placed = msgspec.structs.replace(board, places_since=places)
    monkeypatch.setattr(boards, "board_of", lambda _game: placed)
    text = live(aki, table)
    above, _, board = text.partition('id="board-area"')
    assert above.count('id="since-here"') == (0 if places else 1)
    assert board.count('id="since-here"') == (1 if own else 0)
    assert (above.count('id="since"'), board.count('id="since"')) == (1, 0), "beside the board"


def test_only_whole_pages_contain_a_form_token() -> None:
    players = [Client(), Client(), Client()]
    for table in (seated(players, listed="yes"), new_table(["me", "friend"], players[0])):
        for client in players:
            assert {*TOKEN.findall(live(client, table))} == {""}


def test_a_page_has_one_form_token_with_a_new_mask_each_time() -> None:
    aki, ben = Client(), Client()
    table = seated([aki, ben])
    found = []
    for client in (aki, aki, ben):
        page = client.get(f"/t/{table.slug}/").content.decode()
        assert page.count("csrfmiddlewaretoken") > 2
        [token] = {*TOKEN.findall(page)}
        found.append(token)
    assert len({*found}) == 3


def test_the_form_token_of_a_page_works_for_the_whole_game() -> None:
    aki = Client(enforce_csrf_checks=True)
    [token] = {*TOKEN.findall(aki.get("/new/tsukiji/").content.decode())}
    form = {"players": "2", "seat0": "me", "seat1": "greedy", "name": "Aki"}
    table = aki.post("/new/tsukiji/", {**form, "csrfmiddlewaretoken": token}).headers["location"]
    [token] = {*TOKEN.findall(aki.get(table).content.decode())}
    for ticket in ("4", "3", "2"):
        form = {"move": f"ticket {ticket}", "csrfmiddlewaretoken": token}
        answer = aki.post(f"{table}move/", form, headers={"HX-Request": "true"})
        assert answer.status_code == 409, "nothing may happen without the page's token"
        pages = re.findall(r'name="page" value="([^"]*)"', answer.content.decode())
        answer = aki.post(
            f"{table}move/", form | {"page": pages[0]}, headers={"HX-Request": "true"}
        )
        assert answer.status_code == 200
    assert aki.post(f"{table}undo/", {"csrfmiddlewaretoken": f'{token}"'}).status_code == 403


def test_a_token_that_is_none_is_not_written_into_a_page() -> None:
    aki = Client()  # this client skips CSRF checks
    table = new_table(["me", "greedy"], aki)
    with hold(table) as match:
        page = play.match_token(match, 0)
    form = {"move": "ticket 4", "page": page, "csrfmiddlewaretoken": '"><script>'}
    answer = aki.post(f"/t/{table.slug}/move/", form, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "<script>" not in answer.content.decode()


def test_an_order_and_a_guide_are_shown_to_their_owner_alone() -> None:
    aki, ben, chie, guest = Client(), Client(), Client(), Client()
    _, _, table = tables_of([aki, ben, chie])
    for _ in range(2):
        assert "Automatic bids: what a lot is worth, +300" in live(aki, table)
        assert "Automatic bids: always ¥0" in live(ben, table)
        assert "Automatic bids: off" in live(chie, table)
        text = live(guest, table)
        assert "automatic-bids" not in text
        assert "data-guide" not in text
    assert 'data-guide="' in live(aki, table)
    before = live(aki, table)
    aki.post(f"/t/{table.slug}/automatic-bids/", {"kind": "worth", "extra": "-200"})
    assert "Automatic bids: what a lot is worth, −200" in live(aki, table)
    assert "Automatic bids: what a lot is worth, −200" not in before
