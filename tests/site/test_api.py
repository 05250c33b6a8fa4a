"""The JSON API: programs at the same tables as people, with the same rules and errors."""

import json
import re
from random import Random
from typing import Any

import pytest
from django.test import Client

from api_tools import BASE, Program, bearer, sat, told
from ichiba.core.registry import games
from ichiba.games.tokyo_tsukiji_market.actions import MOST_YEN
from ichiba.site.api import me, showing
from ichiba.site.api.callers import ANYBODY, Caller, caller_of
from ichiba.site.api.streaming import Told, _news
from ichiba.site.live import streams
from ichiba.site.live.streams import Gone
from ichiba.site.models import ApiToken, ChatLine, Move, Person, Table, new_key
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


def test_titles_tell_all_that_a_table_needs() -> None:
    [title] = [one for one in Client().get(f"{BASE}/titles").json() if one["name"] == "tsukiji"]
    assert (title["least_players"], title["most_players"]) == (2, 4)
    assert title["bots"] == ["random", "beginner", "gentle", "steady", "greedy", "expert", "master"]
    assert [level["bot"] for level in title["levels"]] == title["bots"][1:]
    assert title["levels"][3] == {
        "bot": "greedy", "level": "strong", "about": "takes what looks best right now",
        "name": "Goro", "portrait": "goro", "usual": True,
    }  # fmt: skip
    assert title["options"] == [
        {
            "name": "special_points",
            "title": "Special points: four bonuses at the end of the game",
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


def test_a_guest_gets_a_token_that_is_shown_once_and_kept_nowhere() -> None:
    program = Program("Aki")
    [kept] = ApiToken.objects.all()
    fields = {str(value) for value in vars(kept).values()}
    assert not any(program.secret in field or program.secret[7:] in field for field in fields)
    assert kept.person.name == "Aki"
    listed = program.get("/tokens").json()
    assert [one["id"] for one in listed] == [program.id]
    assert "token" not in listed[0]
    assert "ichiba" not in program.client.cookies, "the API must not set a cookie"


def test_a_token_that_was_taken_back_is_nobodys() -> None:
    program = Program()
    spare = program.post("/tokens", label="spare").json()
    assert program.delete(f"/tokens/{spare['id']}").status_code == 204
    assert told(program.with_token(spare["token"]).get("/tokens")) == (401, "unknown_token")
    assert told(program.delete(f"/tokens/{spare['id']}")) == (404, "nothing_here")
    assert program.delete(f"/tokens/{program.id}").status_code == 204
    answer = program.get("/tokens")
    assert told(answer) == (401, "unknown_token")
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_nobody_takes_back_anothers_token() -> None:
    aki, ben = Program("Aki"), Program("Ben")
    assert told(ben.delete(f"/tokens/{aki.id}")) == (404, "nothing_here")
    assert aki.get("/tokens").status_code == 200


def test_a_new_key_ends_all_tokens_of_a_person() -> None:
    program = Program()
    person = Person.objects.get()
    person.key = new_key()
    person.save()
    assert told(program.get("/tokens")) == (401, "unknown_token")


def test_without_a_token_one_cannot_act() -> None:
    client = Client()
    for path in ("/tokens", "/tables/abc/why?notation=x"):
        assert told(client.get(BASE + path)) == (401, "no_token")
    answer = client.post(f"{BASE}/tables", {}, content_type="application/json")
    assert told(answer) == (401, "no_token")


def test_there_is_an_end_to_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ichiba.site.api.callers.MOST_TOKENS", 2)
    program = Program()
    assert program.post("/tokens").status_code == 201
    assert told(program.post("/tokens")) == (409, "too_many_tokens")


def test_a_table_is_set_up_and_played_to_the_end() -> None:
    program = Program("Aki")
    table = program.table(["me", "greedy"], options={"special_points": True})
    assert table.options == {"special_points": True}
    seen = program.look(table)
    assert seen["seat"] == 0
    assert seen["position"]["prompt"] == "Lay a ticket on lot 1."
    assert {"notation": "ticket 4", "label": "Lay the 4 ticket"} in seen["position"]["actions"]
    assert table.seed not in json.dumps(seen)
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
    ).game  # the maximum money, with a thousand bids to choose from
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
        ({"places": ["me", "greedy"], "color": "red"}, 422, "color"),
        ({"places": "me"}, 422, "places"),
        ({"places": ["me", "greedy"], "title": "go"}, 404, "nothing"),
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
    assert answer.json()["message"] == "Aki and Goro have to finish laying tickets first."
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
    assert "finish laying tickets" in no["reason"]
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


def test_a_place_of_ones_own_binds_a_token() -> None:
    (aki, ben), table = sat("Aki", "Ben")
    other = aki.table(["me", "greedy"])
    bound = aki.with_token(aki.post("/tokens", table=table.slug).json()["token"])
    assert bound.look(table)["seat"] == 0
    assert bound.move(table, "ticket 4").status_code == 200
    assert [one["slug"] for one in bound.get("/tables").json()] == [table.slug]
    for answer in (
        bound.get(f"/tables/{other.slug}"),
        bound.move(other, "ticket 4", "0.1"),
        bound.post("/tables", title="tsukiji", places=["me", "greedy"]),
        bound.post("/tokens"),
        bound.get("/tokens"),
        bound.delete(f"/tokens/{aki.id}"),
        bound.post(f"/tables/{other.slug}/chat", text="hello"),
    ):
        assert told(answer) == (403, "not_for_you")
    assert told(ben.post("/tokens", table=other.slug)) == (403, "not_for_you")


def test_at_a_shared_screen_a_token_is_for_one_of_its_places(client: Client) -> None:
    client.post("/new/tsukiji/", {
        "players": "2", "mode": "hotseat", "seat0": "me", "seat1": "me",
        "name0": "Aki", "name1": "Ben",
    })  # fmt: skip
    table = Table.objects.get()
    wanted = {"table": table.slug, "seat": 1}
    made = client.post(f"{BASE}/tokens", wanted, content_type="application/json").json()
    ben = Program().with_token(made["token"])
    seen = ben.look(table)
    assert seen["seat"] == 1
    assert seen["position"]["view"]["restaurants"][0]["hand"] is None
    assert ben.move(table, "ticket 4").status_code == 200
    whole = client.post(f"{BASE}/tokens", {}, content_type="application/json").json()
    behind = Program().with_token(whole["token"])
    assert behind.look(table)["seat"] is None, "this token is for no single player"
    assert told(behind.move(table, "ticket 4", "0.1")) == (403, "not_for_you")


def test_a_cookie_alone_makes_no_token() -> None:
    careful = Client(enforce_csrf_checks=True)
    careful.get("/new/tsukiji/")
    token = careful.cookies["ichiba_csrf"].value
    careful.post("/quick/tsukiji/", headers={"X-CSRFToken": token})
    assert "ichiba" in careful.cookies
    answer = careful.post(f"{BASE}/tokens", {}, content_type="application/json")
    assert told(answer) == (403, "not_for_you")
    assert not ApiToken.objects.exists()
    fine = careful.post(
        f"{BASE}/tokens", {}, content_type="application/json", headers={"X-CSRFToken": token}
    )
    assert fine.status_code == 201
    assert fine.json()["person"] == "Guest"


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


def events(sent: bytes) -> list[tuple[str, dict[str, object]]]:
    """Server-sent events as a program reads them."""
    told = []
    for text in sent.decode().split("\n\n")[:-1]:
        fields = dict(line.split(": ", 1) for line in text.strip().splitlines())
        told.append((fields["event"], json.loads(fields["data"])))
    return told


def test_a_stream_tells_what_happens_what_is_taken_back_and_what_is_said() -> None:
    (aki, ben), table = sat("Aki", "Ben")
    caller, told_so_far, versions = caller_of(aki.secret), Told(), [-1]
    assert caller is not None

    def news() -> list[tuple[str, dict[str, object]]]:
        version, sent = _news(table.slug, caller, told_so_far, -1, versions[-1])
        versions.append(version)
        return events(sent)

    first = news()
    assert first[-1][0] == "changed"
    assert first[-1][1]["your_turn"] is True
    assert news() == [], "nothing new, so no event"
    aki.move(table, "ticket 4")
    [(kind, event), _changed] = news()
    assert (kind, event["text"], event["move"]) == (
        "happened",
        "Aki lays the 4 ticket on lot 1.",
        1,
    )
    ben.move(table, "ticket 3")
    assert [kind for kind, _ in news()] == ["changed"], "Ben's tickets are secret"
    page = aki.look(table)["position"]["page"]
    aki.post(f"/tables/{table.slug}/undo", page=page)
    assert news()[0] == ("taken_back", {"count": 1})
    ben.post(f"/tables/{table.slug}/chat", text="well")
    [(kind, line), _] = news()
    assert (kind, line["name"], line["text"]) == ("chat", "Ben", "well")
    aki.delete(f"/tokens/{aki.id}")
    with pytest.raises(Gone):  # revoking a token ends its streams
        news()


def test_a_stranger_has_no_stream_of_a_private_game() -> None:
    _, table = sat("Aki", "Ben")
    with pytest.raises(Gone):
        _news(table.slug, ANYBODY, Told(), -1, -1)
    assert told(Client().get(f"{BASE}/tables/{table.slug}/stream")) == (403, "not_for_you")


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


def test_the_page_makes_a_token_and_takes_it_back(client: Client) -> None:
    page = client.post("/api/", {"label": "my <b>bot</b>"}).content.decode()
    secret = re.search(r'value="(ichiba_[^"]*)"', page)[1]  # type: ignore[index]
    assert client.get(f"{BASE}/tokens", headers=bearer(secret)).status_code == 200
    again = client.get("/api/").content.decode()
    assert secret not in again
    assert "my &lt;b&gt;bot&lt;/b&gt;" in again
    stranger = Client()
    stranger.post("/api/", {"take_back": str(ApiToken.objects.get().pk)})
    assert ApiToken.objects.count() == 1
    client.post("/api/", {"take_back": str(ApiToken.objects.get().pk)})
    assert not ApiToken.objects.exists()
    assert client.post("/api/", {"label": "a\u0007b"}).status_code == 422


def test_presence_is_noted(client: Client) -> None:
    program = Program("Aki")
    table = program.table(["me", "friend"])
    assert [player["here"] for player in program.look(table)["players"]] == [True, False]
    assert page_token(client, table) == ""


def test_a_caller_is_known_by_the_token_alone() -> None:
    assert caller_of("") is None
    assert caller_of("x" * 1000) is None
    assert caller_of("ichiba_é") is None
    assert Caller().person is None


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


def test_limits_of_tokens_are_for_each_person(settings: Any) -> None:
    settings.LIMITS = {"table": (1, 60), "chat": (1, 60)}
    aki, ben = Program("Aki"), Program("Ben")
    for program in (aki, ben):  # at the same address
        table = program.table(["me", "friend"])
        assert program.post(f"/tables/{table.slug}/chat", text="Hello").status_code == 200
        assert told(program.post(f"/tables/{table.slug}/chat", text="Hello"))[0] == 429
        again = program.post("/tables", title="tsukiji", places=["me", "friend"])
        assert told(again) == (429, "too_many")
        assert int(again["Retry-After"]) <= 60


def test_streams_of_tokens_are_counted_for_each_person(settings: Any) -> None:
    settings.STREAMS_BY_ADDRESS = 1
    people = [Person.objects.create(name="Aki"), Person.objects.create(name="Ben")]
    places = [streams.place_for(f"person {person.pk}", person) for person in people]
    assert len(places) == 2
    with streams.place_for("address 1", None), pytest.raises(streams.TooManyStreams):
        streams.place_for("address 1", None)


def heard(sent: bytes) -> list[tuple[str, dict[str, Any]]]:
    """The events in a part of a stream."""
    parts = re.findall(rb"event: (\w+)\n(?:id: \d+\n)?data: (.*)\n\n", sent)
    return [(kind.decode(), json.loads(data)) for kind, data in parts]


@pytest.mark.django_db(transaction=True)
def test_one_stream_tells_of_all_tables() -> None:
    (aki, ben), one = sat("Aki", "Ben")
    other = ben.table(["me", "friend"])
    Program("Chie").table(["me", "friend"], listed=True)  # not Aki's
    caller, sent = caller_of(aki.secret), me.Sent()
    assert caller is not None

    def news() -> list[tuple[str, dict[str, Any]]]:
        return heard(me._news(caller, sent, 0)[1])

    def state(table: Table, status: str, *, your_turn: bool) -> tuple[str, dict[str, Any]]:
        table.refresh_from_db()
        told = {"table": table.slug, "title": "tsukiji", "version": table.version}
        return "changed", told | {"status": status, "your_turn": your_turn}

    assert news() == [state(one, "running", your_turn=True)]
    assert news() == []
    assert aki.post(f"/tables/{other.slug}/join").status_code == 200
    assert news() == [state(other, "running", your_turn=True)]
    for number in ("4", "3", "2"):
        assert aki.move(one, f"ticket {number}").status_code == 200
    assert news() == [state(one, "running", your_turn=False)]
    third = aki.table(["me", "friend"])
    assert news() == [state(third, "open", your_turn=False)]
    aki.post(f"/tables/{third.slug}/leave")
    assert news() == [("left", {"table": third.slug})]
    ben.post(f"/tables/{other.slug}/resign")
    aki.post(f"/tables/{other.slug}/resign")
    assert news() == [state(other, "ended", your_turn=False)]
    assert news() == []
    aki.delete(f"/tokens/{aki.id}")
    with pytest.raises(Gone):
        news()


def test_the_stream_of_all_tables_needs_a_token() -> None:
    assert told(Client().get(f"{BASE}/me/stream")) == (401, "no_token")
