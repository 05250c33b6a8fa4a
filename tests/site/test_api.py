"""The JSON API: programs at the same tables as people, with the same rules and errors."""

import json
import re
from random import Random

import pytest
from django.test import Client

from api_tools import BASE, Program, sat, told
from ichiba.games.tokyo_tsukiji_market.actions import MOST_YEN
from ichiba.site.api import showing
from ichiba.site.models import ChatLine, Move, Table
from ichiba.site.store import snapshots
from ichiba.site.tables import play
from site_scene import (
    EASY,
    MARKET,
    bring_to_auction,
    new_table,
    page_token,
    play_bots,
    post_move,
)

pytestmark = pytest.mark.django_db(transaction=True)

# The maximum size of an answer about a table, however long the game and whatever the bids.
MOST_BYTES = 60_000


def test_a_table_is_set_up_and_played_to_the_end() -> None:
    program = Program("Aki")
    table = program.table(["me", "greedy"], options={"special_points": True})
    assert table.options == {"special_points": True}
    seen = program.look(table)
    assert seen["seat"] == 0
    assert seen["position"]["prompt"] == "Lay a ticket on lot 1."
    assert {"notation": "ticket 4", "label": "Lay the 4 ticket"} in seen["position"]["actions"]
    assert table.seed not in json.dumps(seen)
    assert told(program.get(f"/tables/{table.slug}/record")) == (409, "refused")
    for _ in range(200):
        play_bots(table)
        seen = program.look(table)
        if seen["status"] == "finished":
            break
        move = seen["position"]["actions"][0]["notation"]
        assert program.move(table, move, seen["position"]["page"]).status_code == 200
    table.refresh_from_db()
    assert seen["result"]["scores"] == table.scores
    assert seen["result"]["seed"] == table.seed
    assert [sum(part.values()) for part in seen["result"]["breakdown"]] == table.scores
    record = program.get(f"/tables/{table.slug}/record")
    assert record.json()["result"]["scores"] == table.scores
    assert Client().get(f"{BASE}/tables/{table.slug}/record").content == record.content
    again = program.post(f"/tables/{table.slug}/rematch").json()
    assert again["slug"] == program.post(f"/tables/{table.slug}/rematch").json()["slug"]
    assert again["slug"] != table.slug


@pytest.mark.parametrize(
    ("title", "options"),
    [
        ("shinjuku", {}),
        (MARKET, {"expansion": True, "closed_money": True, "round_limit": 12}),
    ],
)
def test_every_title_is_played_to_the_end(title: str, options: dict, monkeypatch) -> None:  # type: ignore[no-untyped-def, type-arg]
    most = 60  # even a short game has a longer log
    monkeypatch.setattr(showing, "LOG_SHOWN", most)
    program, rng = Program("Aki"), Random(1)
    table = program.table(["me", "greedy"], title, options=options)
    seen = program.look(table)
    while seen["status"] != "finished":
        play_bots(table)
        answer = program.get(f"/tables/{table.slug}")
        assert len(answer.content) < MOST_BYTES
        seen = answer.json()
        if seen["your_turn"]:
            notation = choose(seen["position"], rng)
            assert program.move(table, notation, seen["position"]["page"]).status_code == 200
    record = program.get(f"/tables/{table.slug}/record").json()
    assert record["result"]["scores"] == seen["result"]["scores"]
    whole = program.get(f"/tables/{table.slug}?since=-1").json()["log"]
    assert whole[-most:] == seen["log"] != whole
    assert whole[0]["move"] == 0


def choose(position: dict, rng: Random) -> str:  # type: ignore[type-arg]
    """A random legal move."""
    choices = [action["notation"] for action in position["actions"]]
    if position["amount"] is not None:
        choices.append(position["amount"]["notation"].replace("#", str(position["amount"]["most"])))
    return rng.choice(choices)


def test_a_bid_is_asked_for_as_one_amount_and_stays_secret() -> None:
    data = {"title": MARKET, "options": {"fish_markets": [*EASY[:3]], "closed_money": True}}
    (aki, ben), table = sat("Aki", "Ben", **data)
    bring_to_auction(table)
    match = snapshots.newest_of(
        table.pk
    ).match  # the maximum money, with a thousand bids to choose from
    match.state.money[1] = MOST_YEN  # type: ignore[attr-defined]
    assert len(match.state.legal(1)) == 1001
    answer = ben.get(f"/tables/{table.slug}")
    assert len(answer.content) < MOST_BYTES
    position = answer.json()["position"]
    assert position["actions"] == []
    assert position["amount"] == {
        "notation": "yen #", "least": 0, "most": MOST_YEN, "step": 100,
    }  # fmt: skip
    snapshots.forget(table.pk)
    assert ben.move(table, "yen #").status_code == 422
    assert told(ben.move(table, "yen 999900")) == (422, "not_possible")
    assert told(ben.move(table, "yen 90000")) == (409, "refused")
    before = aki.look(table)
    assert ben.move(table, "yen 700").json()["position"]["amount"] is None
    after = aki.look(table)
    assert after["position"]["view"]["auction"]["has_bid"] == [False, True]
    assert after["log"][:-1] == before["log"]
    assert after["log"][-1]["text"] == "Ben has bid."
    assert [harbor["money"] for harbor in after["position"]["view"]["harbors"]][1] is None
    assert aki.move(table, "yen 100").status_code == 200
    told_bids = [one["text"] for one in aki.look(table)["log"] if one["key"].endswith(".bid")]
    assert len(told_bids) == 2
    assert any("¥700" in text for text in told_bids)


def test_programs_and_people_sit_at_one_table(client: Client) -> None:
    table = new_table(["me", "friend"], client, name="Aki")
    ben = Program("Ben")
    seen = ben.post(f"/tables/{table.slug}/join").json()
    assert [player["name"] for player in seen["players"]] == ["Aki", "Ben"]
    page = seen["position"]["page"]
    assert post_move(client, table, "ticket 4").status_code == 302
    assert ben.move(table, "ticket 3", page).status_code == 200, (
        "moves of others must not make the page outdated"
    )
    ben.post(f"/tables/{table.slug}/chat", text="hello")
    assert "hello" in client.get(f"/t/{table.slug}/").content.decode()


@pytest.mark.parametrize(
    ("data", "status", "message"),
    [
        ({"places": ["me"]}, 422, "Tsukiji is for 2 to 4 players"),
        ({"places": ["me", "deep"]}, 422, "There is no bot called"),
        ({"places": ["greedy", "greedy"]}, 409, "Choose “Me” for one of the players."),
        ({"places": ["me", "me"]}, 409, "Choose “Me” only once."),
        ({"places": ["me", "greedy"], "options": {"x": 1}}, 422, "x"),
        ({"places": ["me", "greedy"], "options": {"special_points": 1}}, 422, "special_points"),
        ({"places": ["me", "greedy"], "color": "red"}, 422, "There is no field “color” here."),
        ({"places": ["me", "greedy"], "pace": "fast"}, 422, "“pace” must be one of these: 'none'"),
        ({"places": ["me", "greedy"], "listed": "no way"}, 422, "“listed” must be true or false."),
        ({"places": ["me", "greedy"], "title": 5}, 422, "“title” must be text."),
        ({"places": "me"}, 422, "“places” must be a list."),
        ({}, 422, "“places” is missing."),
        ({"places": ["me", "greedy"], "title": "go"}, 422, "There is no game called “go”."),
    ],
)
def test_a_wrong_table_is_told_and_not_made(data: dict, status: int, message: str) -> None:  # type: ignore[type-arg]
    answer = Program().post("/tables", **{"title": "tsukiji", **data})
    assert answer.status_code == status
    assert message in answer.json()["message"]
    assert not Table.objects.exists()


def test_what_is_not_allowed_is_told_with_names_and_changes_nothing() -> None:
    program = Program("Aki")
    table = program.table(["me", "greedy"])
    answer = program.move(table, "buy 1")
    assert told(answer) == (409, "refused")
    assert answer.json()["message"] == "First lay a ticket on every lot."
    assert told(program.move(table, "fly")) == (422, "not_possible")
    assert told(program.move(table, "ticket 4", "9.9")) == (409, "moved_on")
    assert told(program.post(f"/tables/{table.slug}/undo", page="0.1"))[0] == 409
    assert told(program.post(f"/tables/{table.slug}/chat", text=" \n")) == (409, "refused")
    assert told(program.post(f"/tables/{table.slug}/rematch")) == (409, "refused")
    assert not Move.objects.exists()
    assert not ChatLine.objects.exists()


def test_why_not() -> None:
    program = Program("Aki")
    table = program.table(["me", "greedy"])
    ask = f"/tables/{table.slug}/why?notation="
    assert program.get(f"{ask}ticket 4").json() == {"allowed": True, "reason": ""}
    no = program.get(f"{ask}buy 1").json()
    assert no["allowed"] is False
    assert "First lay a ticket on every lot." in no["reason"]
    assert told(program.get(f"{ask}fly")) == (422, "not_possible")


def test_an_old_page_changes_nothing() -> None:
    program = Program()
    table = program.table(["me", "greedy"])
    old = program.look(table)["position"]["page"]
    assert program.move(table, "ticket 4", old).status_code == 200
    assert told(program.move(table, "ticket 3", old)) == (409, "moved_on")
    assert Move.objects.count() == 1


def test_undo_one_and_all() -> None:
    program = Program()
    table = program.table(["me", "greedy"])
    for ticket in ("4", "3"):
        seen = program.move(table, f"ticket {ticket}").json()
    assert seen["position"]["can_undo"]
    page = seen["position"]["page"]
    seen = program.post(f"/tables/{table.slug}/undo", page=page, whole_turn=True).json()
    assert seen["position"]["prompt"] == "Lay a ticket on lot 1."
    assert not seen["position"]["can_undo"]


def test_lists_of_tables() -> None:
    aki, ben = Program("Aki"), Program("Ben")
    hidden, listed = aki.table(["me", "friend"]), aki.table(["me", "friend"], listed=True)
    running = aki.table(["me", "greedy"], listed=True)
    mine = aki.get("/tables").json()
    assert [one["slug"] for one in mine] == [running.slug, listed.slug, hidden.slug]
    assert [one["your_turn"] for one in mine] == [True, False, False]
    assert [one["slug"] for one in ben.get("/tables?which=open").json()] == [listed.slug]
    assert [one["slug"] for one in Client().get(f"{BASE}/tables?which=running").json()] == [
        running.slug
    ]
    assert Client().get(f"{BASE}/tables").json() == []
    assert told(ben.get("/tables?which=all")) == (422, "wrong_data")


def test_leave_and_fill() -> None:
    aki, ben = Program("Aki"), Program("Ben")
    table = aki.table(["me", "friend", "friend"])
    ben.post(f"/tables/{table.slug}/join")
    assert told(ben.post(f"/tables/{table.slug}/fill")) == (409, "refused")
    left = ben.post(f"/tables/{table.slug}/leave").json()
    assert [player["free"] for player in left["players"]] == [False, True, True]
    assert left["position"] is None
    assert aki.post(f"/tables/{table.slug}/fill").json()["status"] == "running"


def test_presence_is_noted(client: Client) -> None:
    program = Program("Aki")
    table = program.table(["me", "friend"])
    assert [player["here"] for player in program.look(table)["players"]] == [True, False]
    assert page_token(client, table) == ""


def test_lists_of_tables_have_pages() -> None:
    aki = Program()
    slugs = [aki.table(["me", "friend"], listed=True).slug for _ in range(5)][::-1]
    Table.objects.update(created=Table.objects.first().created)  # at the same moment
    address, found, pages = "/tables?limit=2", [], 0
    while address:
        answer = aki.get(address)
        found += [line["slug"] for line in answer.json()]
        pages += 1
        link = re.fullmatch(r'<http://[^/]+/api/v1(.*)>; rel="next"', answer.get("Link", ""))
        address = link[1] if link else ""
    assert (found, pages) == (slugs, 3)
    assert [line["slug"] for line in aki.get("/tables").json()] == slugs
    assert "Link" not in aki.get("/tables")
    assert "Link" not in aki.get("/tables?limit=5")
    assert len(aki.get("/tables?which=open&limit=3").json()) == 3
    for wrong in ("limit=0", "limit=101", "limit=x", "after=!", "which=other"):
        assert told(aki.get(f"/tables?{wrong}")) == (422, "wrong_data")
    assert told(aki.get("/tables?after=nowhere")) == (404, "nothing_here")


def test_people_see_that_a_program_plays() -> None:
    (aki, ben), table = sat("Aki", "Ben")
    aki.move(table, "ticket 4")
    assert [player["program"] for player in ben.look(table)["players"]] == [True, False]
    page = Client().get(f"/t/{table.slug}/")
    assert page.status_code == 403, "the game is private"
    Table.objects.update(watchable=True)
    snapshots.forget(table.pk)
    page = Client().get(f"/t/{table.slug}/").content.decode()
    assert page.count("· program") == 1
    play.play(table, 0, "ticket 3")
    assert [player["program"] for player in ben.look(table)["players"]] == [False, False]
    assert "· program" not in Client().get(f"/t/{table.slug}/").content.decode()
    undone = aki.post(f"/tables/{table.slug}/undo", page=aki.look(table)["position"]["page"])
    assert [player["program"] for player in undone.json()["players"]] == [True, False]
