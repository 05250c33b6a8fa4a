"""What the JSON API tells about itself: titles, options, its page and its document."""

import re

import pytest
from django.test import Client

from api_tools import BASE, Program, told
from ichiba.core.registry import games
from site_scene import (
    EASY,
    MARKET,
)

pytestmark = pytest.mark.django_db(transaction=True)


def test_titles_tell_all_that_a_table_needs() -> None:
    [title] = [one for one in Client().get(f"{BASE}/titles").json() if one["name"] == "tsukiji"]
    assert (title["least_players"], title["most_players"]) == (2, 4)
    assert title["bots"] == ["random", "beginner", "gentle", "steady", "strong", "expert", "master"]
    assert [level["bot"] for level in title["levels"]] == title["bots"][1:]
    assert title["levels"][3] == {
        "bot": "strong", "level": "strong", "about": "takes what looks best right now",
        "style": "",
        "name": "Goro", "portrait": "goro", "usual": True,
    }  # fmt: skip
    assert title["options"] == [
        {
            "name": "special_points",
            "title": "Special points",
            "about": "At the end of the game, four bonuses are awarded.",
            "kind": "bool",
            "default": False,
            "allowed": [False, True],
            "least": None,
            "most": None,
        }
    ]
    assert Client().get(f"{BASE}/titles/tsukiji").json() == title
    assert told(Client().get(f"{BASE}/titles/go")) == (404, "nothing_here")


def test_options_can_be_lists_and_numbers() -> None:
    title = Client().get(f"{BASE}/titles/{MARKET}").json()
    options = {option["name"]: option for option in title["options"]}
    assert options["fish_markets"]["kind"] == "list"
    assert options["fish_markets"]["default"] == []
    assert "eel" in options["fish_markets"]["allowed"]
    limit = options["round_limit"]
    assert (limit["allowed"], limit["least"], limit["most"]) == ([], 0, 1000)
    program = Program()
    table = program.table(["me", "random"], MARKET, options={"fish_markets": [*EASY[:3]]})
    assert program.look(table)["options"]["fish_markets"] == [*EASY[:3]]
    for wrong in (["dragon"], ["eel", "eel"], [1], "eel"):
        answer = program.post(
            "/tables", title=MARKET, places=["me", "random"], options={"fish_markets": wrong}
        )
        assert answer.status_code == 422


def test_the_page_tells_every_operation_and_keeps_the_policy(client: Client) -> None:
    page = client.get("/api/").content.decode()
    document = client.get(f"{BASE}/openapi.json").json()
    for path, methods in document["paths"].items():
        for method in methods:
            assert f"<b>{method.upper()}</b> {path}</code>" in page
    for shape in ("position", "player", "result", "event"):
        assert f"<summary><code>{shape}</code></summary>" in page
    assert "style=" not in page
    assert not re.search(r"<script(?![^>]* src=\"/static/)", page)
    assert not re.search(r"(src|href)=\"(https?:)?//", page)


def test_the_document_describes_the_views_and_events_of_every_title() -> None:
    schemas = Client().get("/api/v1/openapi.json").json()["components"]["schemas"]
    view = schemas["PositionShape"]["properties"]["view"]
    assert [*view["discriminator"]["mapping"]] == [*games()]
    for title, place in view["discriminator"]["mapping"].items():
        assert schemas[place.rpartition("/")[2]]["properties"]["game"]["enum"] == [title]
    keys = {
        key for one in schemas["EventShape"]["anyOf"] for key in one["properties"]["key"]["enum"]
    }
    assert {"tsukiji.event.bought", "shinjuku.event.gets"} <= keys
    for one in schemas["EventShape"]["anyOf"]:
        assert one["properties"]["arguments"]["$ref"].rpartition("/")[2] in schemas
