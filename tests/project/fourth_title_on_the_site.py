"""Pages and the API with a fourth title. `test_fourth_title` runs this on a copy of the sources."""

import re

import pytest
from django.test import Client

from api_tools import Program
from site_scene import new_table

pytestmark = pytest.mark.django_db(transaction=True)


def page(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return re.sub(r"\s+", " ", answer.content.decode())


def test_the_home_page_describes_it() -> None:
    home = page(Client(), "/")
    assert "<h2>Morra</h2>" in home
    assert "2 to 3 players · 10 minutes" in home
    assert "Hide pebbles in your hand, and guess where the count will end." in home
    assert 'action="/quick/morra/"' in home


def test_a_table_can_be_set_up_and_explained() -> None:
    host = Client()
    assert "Morra" in page(host, "/new/morra/")
    assert "Everybody hides up to three pebbles" in page(host, "/rules/morra/")
    table = new_table(["me", "friend"], host, "morra", name="Aki")
    assert "You hide pebbles in your hand." in page(Client(), f"/t/{table.slug}/")


def test_it_is_played_against_bots() -> None:
    client = Client()
    page(client, "/")
    table = new_table(["me", "random"], client, "morra", name="Aki")
    board = page(client, f"/t/{table.slug}/")
    assert 'id="morra"' in board
    assert 'value="show 3"' in board
    assert "Hide some pebbles in your hand." in board


def test_without_an_adviser_it_has_no_hints() -> None:
    client = Client()
    page(client, "/")
    table = new_table(["me", "random"], client, "morra", name="Aki")
    assert 'id="hint"' not in page(client, f"/t/{table.slug}/")
    refused = client.post(f"/t/{table.slug}/hint/", {"page": ""})
    assert refused.status_code == 409
    assert "There are no hints for this game." in refused.content.decode()


def test_the_api_lists_it() -> None:
    titles = Program().get("/titles").json()
    assert [one["name"] for one in titles][-1] == "morra"
    assert titles[-1]["bots"] == ["random"]
