"""Tokens of the JSON API: who gets one, whose it is, and how it ends."""

import re
from typing import Any

import pytest
from django.test import Client

from api_tools import BASE, Program, bearer, sat, told
from configuring import configure
from ichiba.site.api import me
from ichiba.site.api.callers import Caller, caller_of
from ichiba.site.models import ApiToken, Person, Table, new_key

pytestmark = pytest.mark.django_db(transaction=True)


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


def test_a_caller_is_known_by_the_token_alone() -> None:
    assert caller_of("") is None
    assert caller_of("x" * 1000) is None
    assert caller_of("ichiba_é") is None
    assert Caller().person is None


def test_limits_of_tokens_are_for_each_address_and_each_person(settings: Any) -> None:
    """More guests at one address may do no more, nor may one person at more addresses."""
    aki, ben = Program("Aki"), Program("Ben")
    configure(settings, limits=dict.fromkeys(("table", "join", "chat", "hint", "token"), (1, 60)))
    new = {"title": "tsukiji", "places": ["me", "friend"]}
    table = aki.table(["me", "friend"])
    refused = ben.post("/tables", **new)
    assert told(refused) == (429, "too_many")
    assert int(refused["Retry-After"]) <= 60
    for path, data in (
        (f"/tables/{table.slug}/join", {}),
        (f"/tables/{table.slug}/chat", {"text": "Hello"}),
        ("/tokens", {}),
    ):
        assert aki.post(path, **data).status_code in (200, 201), path
        assert told(ben.post(path, **data)) == (429, "too_many"), path
    aki.client.defaults["REMOTE_ADDR"] = "192.0.2.7"
    assert told(aki.post("/tables", **new)) == (429, "too_many"), "the same person elsewhere"
    ben.client.defaults["REMOTE_ADDR"] = "192.0.2.8"
    assert ben.post("/tables", **new).status_code == 201, "somebody else elsewhere"


def test_a_token_of_a_seat_that_was_given_up_has_no_table() -> None:
    """Not even if the game has begun and is private: someone else sits there."""
    aki, ben, chie = Program("Aki"), Program("Ben"), Program("Chie")
    table = aki.table(["me", "friend", "friend"], watchable=False)
    ben.post(f"/tables/{table.slug}/join")
    made = ben.post("/tokens", table=table.slug).json()
    tied = ben.with_token(made["token"])
    assert [one["slug"] for one in tied.get("/tables").json()] == [table.slug]
    assert ben.post(f"/tables/{table.slug}/leave").status_code == 200
    for other in (chie, Program("Dai")):
        assert other.post(f"/tables/{table.slug}/join").status_code == 200
    answer = tied.get("/tables")
    assert (answer.status_code, answer.json()) == (200, [])
    caller = caller_of(made["token"])
    assert caller is not None
    assert me.next_event(caller, me.Sent(), -1) == (0, b"")
    assert told(tied.get(f"/tables/{table.slug}")) == (403, "not_for_you")
