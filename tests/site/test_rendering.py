"""Rendered once for equal eyes: nobody gets a page that was made for somebody else."""

import re

import pytest
from django.test import Client

from ichiba.site import rendering, standing, tables
from ichiba.site.matches import hold
from ichiba.site.models import Table
from ichiba.site.templating import OnceFor
from site_scene import bring_to_auction, market, new_table, post_move, seated

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
    rendering._kept.clear()
    OnceFor.kept.clear()


def tables_of(clients: list[Client]) -> list[Table]:
    """A table of each title, with something secret on it."""
    tsukiji = seated(clients, listed="yes")
    post_move(clients[1], tsukiji, "ticket 4")
    shinjuku = seated(clients, game="shinjuku", listed="yes")
    auction = market(clients, **{"option-closed_money": "yes", "listed": "yes"})
    bring_to_auction(auction)
    standing.give(auction, 0, "worth", "300")
    standing.give(auction, 1, "never", "")
    post_move(clients[1], auction, "yen 400")
    return [tsukiji, shinjuku, auction]


def test_what_is_kept_is_what_would_be_rendered() -> None:
    players = [Client(), Client(), Client()]
    visitors = [*players, Client(), Client()]
    for table in tables_of(players):
        for client in visitors:  # everybody is there before anything is compared
            live(client, table)
        fresh = []
        for client in visitors:
            forget_all()
            fresh.append(without_token(live(client, table)))
        forget_all()
        for order in (visitors, visitors[::-1]):
            for client in order:
                assert without_token(live(client, table)) == fresh[visitors.index(client)]
        assert fresh[3] == fresh[4], "two who watch see the same"
        assert len({*fresh}) == 4, "everybody who plays has eyes of their own"


def test_the_guard_of_a_form_is_everybodys_own() -> None:
    players = [Client(), Client(), Client()]
    table = seated(players, listed="yes")
    watching = [Client(), Client()]
    secrets = []
    for client in watching:
        client.get("/new/tsukiji/")
        found = {*TOKEN.findall(live(client, table))}
        assert len(found) == 1
        assert client.post(f"/t/{table.slug}/pulse/").status_code == 405
        secrets.append(found.pop())
    assert secrets[0] != secrets[1]


def test_a_form_that_came_back_with_an_answer_can_be_sent() -> None:
    """The token of a form is used again for the next one, unless it is none."""
    aki = Client(enforce_csrf_checks=True)
    [token, *_] = TOKEN.findall(aki.get("/new/tsukiji/").content.decode())
    form = {"players": "2", "seat0": "me", "seat1": "greedy", "name": "Aki"}
    table = aki.post("/new/tsukiji/", {**form, "csrfmiddlewaretoken": token}).headers["location"]
    [token, *_] = TOKEN.findall(aki.get(table).content.decode())
    for ticket in ("4", "3", "2"):
        form = {"move": f"ticket {ticket}", "csrfmiddlewaretoken": token}
        answer = aki.post(f"{table}move/", form, headers={"HX-Request": "true"})
        assert answer.status_code == 409, "without the page's token nothing is done"
        pages = re.findall(r'name="page" value="([^"]*)"', answer.content.decode())
        found = {*TOKEN.findall(answer.content.decode())}
        form |= {"page": pages[0], "csrfmiddlewaretoken": found.pop()}
        answer = aki.post(f"{table}move/", form, headers={"HX-Request": "true"})
        assert answer.status_code == 200
        [token] = {*TOKEN.findall(answer.content.decode())}
    assert aki.post(f"{table}undo/", {"csrfmiddlewaretoken": f'{token}"'}).status_code == 403


def test_a_token_that_is_none_is_not_written_into_a_page() -> None:
    aki = Client()  # whose forms are not checked
    table = new_table(["me", "greedy"], aki)
    with hold(table) as match:
        page = tables.token(match, 0)
    form = {"move": "ticket 4", "page": page, "csrfmiddlewaretoken": '"><script>'}
    answer = aki.post(f"/t/{table.slug}/move/", form, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "<script>" not in answer.content.decode()


def test_an_order_and_a_guide_are_shown_to_their_owner_alone() -> None:
    aki, ben, chie, guest = Client(), Client(), Client(), Client()
    _, _, table = tables_of([aki, ben, chie])
    for _ in range(2):
        assert "I bid what it is worth, +300" in live(aki, table)
        assert "I always bid ¥0" in live(ben, table)
        assert "ask me every time" in live(chie, table)
        text = live(guest, table)
        assert "standing" not in text
        assert "data-guide" not in text
    assert 'data-guide="' in live(aki, table)
    before = live(aki, table)
    aki.post(f"/t/{table.slug}/order/", {"kind": "worth", "extra": "-200"})
    assert "I bid what it is worth, -200" in live(aki, table)
    assert "I bid what it is worth, -200" not in before
