"""Attacks are refused with the right status, or harmless; nothing changes and nothing leaks.

Attacks that need a real connection (slow senders, many streams, huge bodies) are in test_edge.
"""

import json
import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core import signing
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import F
from django.test import Client, override_settings

from api_tools import BASE, Program, bearer, sat, told
from ichiba.core.record import LARGEST, Record
from ichiba.site.api.reading import LARGEST as LARGEST_JSON
from ichiba.site.models import (
    ApiToken,
    ChatLine,
    Happening,
    Move,
    Person,
    Seat,
    Table,
    Upload,
    new_key,
    new_slug,
)
from ichiba.site.people.identity import link_token
from ichiba.site.store import snapshots
from ichiba.site.tables.stand_ins import let_bot_play
from site_scene import hold, new_table, page_token, post_move, seated

pytestmark = pytest.mark.django_db(transaction=True)


def everything() -> dict[str, list[Any]]:
    """All rows, except for when people were last seen."""
    models = (ApiToken, ChatLine, Move, Person, Seat, Table, Upload)
    rows = {model.__name__: [*model.objects.order_by("pk").values()] for model in models}
    for seat in rows["Seat"]:
        del seat["seen"]
    return rows


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    with caplog.at_level(logging.DEBUG):
        yield caplog


# --- Other people's places


def test_acting_from_anothers_place() -> None:
    aki, ben, eve = Client(), Client(), Client()
    table = seated([aki, ben])
    page, before = page_token(aki, table), everything()
    base = f"/t/{table.slug}/"
    for path in ("move/", "undo/", "chat/", "fill/", "rematch/", "join/", "unveil/", "leave/"):
        sent = {"move": "ticket 4", "page": page, "seat": "0", "text": "hello"}
        assert eve.post(base + path, sent).status_code == 403, path
    # Form fields that name a place have no effect: the cookie decides who acts.
    ben.post(base + "move/", {"move": "ticket 4", "page": page, "seat": "0", "person": "1"})
    assert [move.text for move in Move.objects.all()] == ["1 ticket 4"]
    Move.objects.all().delete()
    after = everything()
    after["Table"][0]["version"] = before["Table"][0]["version"]
    assert after == before


def test_acting_from_anothers_place_by_the_api() -> None:
    (aki, _ben), table = sat("Aki", "Ben")
    page, eve = aki.look(table)["position"]["page"], Program("Eve")
    before = everything()
    for path, data in (
        ("moves", {"notation": "ticket 4", "page": page}),
        ("undo", {"page": page}),
        ("chat", {"text": "hello"}),
        ("join", {}),
        ("leave", {}),
        ("fill", {}),
        ("rematch", {}),
    ):
        assert told(eve.post(f"/tables/{table.slug}/{path}", **data)) == (403, "not_for_you")
    assert told(eve.post("/tokens", table=table.slug, seat=0)) == (403, "not_for_you")
    extra = aki.post(f"/tables/{table.slug}/moves", notation="ticket 4", page=page, seat=1)
    assert told(extra) == (422, "wrong_data")
    assert everything() == before


# --- Guessed and forged keys


def test_refused_moves_cost_no_replay(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise anyone could make the server replay a long game again and again."""
    table = new_table(["me", "greedy"], client)
    assert post_move(client, table, "ticket 4").status_code == 302
    replayed: list[object] = []
    monkeypatch.setattr(snapshots.Match, "replay", replayed.append)
    for move, page in (("buy 1", None), ("fly", None), ("ticket 3", "0.0")):
        assert post_move(client, table, move, page).status_code in (409, 422)
    assert replayed == []
    Table.objects.update(status=Table.Status.ENDED, version=F("version") + 1)
    assert post_move(client, table, "ticket 3", "1.0").status_code == 409
    monkeypatch.undo()
    with hold(Table.objects.get()) as match:
        assert match.record.moves == ["0 ticket 4"], "what was not written did not happen"


def test_a_guessed_address_is_nothing(client: Client) -> None:
    new_table(["me", "friend"], client)
    for slug in ("a", "1", new_slug(), "A" * 24, "A" * 25, "a" * 5000):
        assert Client().get(f"/t/{slug}/").status_code == 404
        assert Client().get(f"{BASE}/tables/{slug}").status_code in (404, 422)
    assert len({new_slug() for _ in range(1000)}) == 1000
    assert len(new_slug()) >= 12, "72 bits"


def test_a_guessed_or_foreign_personal_link_is_nothing(client: Client) -> None:
    client.post("/quick/tsukiji/")
    person = Person.objects.get()
    good = link_token(person)
    foreign = signing.dumps([person.pk, person.key], salt="other")
    for token in ("x", good[:-1] + ("a" if good[-1] != "a" else "b"), foreign, "a" * 3000):
        eve = Client()
        assert eve.post(f"/me/{token}/").status_code == 404
        assert "ichiba" not in eve.cookies


def test_forged_cookies_and_tokens_are_nobodys(client: Client) -> None:
    table = new_table(["me", "greedy"], client)
    before = everything()
    cookie = client.cookies["ichiba"].value
    person = Person.objects.get()
    unsigned = f"{person.pk}.{person.key}"
    link = link_token(person)
    other = f"{person.pk + 1}{cookie.removeprefix(str(person.pk))}"
    assert other != cookie
    for forged in (unsigned, cookie[:-2] + "xx", other, link, "\x00", ""):
        eve = Client()
        eve.cookies["ichiba"] = forged
        assert eve.get(f"/t/{table.slug}/").status_code == 403
    for forged in (unsigned, cookie, link, "ichiba_" + "a" * 43, "", " ", "a b", "x" * 9000):
        for scheme in ("Bearer", "bearer", "Basic", "Token", ""):
            answer = client.get(f"{BASE}/tokens", headers={"Authorization": f"{scheme} {forged}"})
            assert answer.status_code == 401
    assert everything() == before


def test_what_was_stolen_is_worthless_once_revoked(client: Client) -> None:
    table = new_table(["me", "greedy"], client)
    person = Person.objects.get()
    made = client.post(f"{BASE}/tokens", {}, content_type="application/json").json()
    program = Program("Ben").with_token(made["token"])
    thief = Client()
    thief.cookies["ichiba"] = client.cookies["ichiba"].value
    assert thief.get(f"/t/{table.slug}/").status_code == 200, (
        "a stolen cookie works until the key changes"
    )
    assert program.get(f"/tables/{table.slug}").status_code == 200
    link = link_token(person)
    person.key = new_key()
    person.save()
    assert thief.get(f"/t/{table.slug}/").status_code == 403
    assert thief.post(f"/t/{table.slug}/move/", {"move": "ticket 4"}).status_code == 403
    assert Client().post(f"/me/{link}/").status_code == 404
    assert told(program.get(f"/tables/{table.slug}")) == (401, "unknown_token")
    assert not Move.objects.exists()


# --- Input: records, bodies, names


def test_foreign_and_huge_records_are_told_and_not_kept(client: Client) -> None:
    record = Record(game="tsukiji", revision=1, players=2, options={}, seed="7",
                    names=["A", "B"], moves=["0 ticket 4", "0 undo"] * 10_001)  # fmt: skip
    contents = {
        "too many moves to replay": record.encode(),
        "": b'{"format": "other"}',
        " ": b'{"format": "ichiba-record", "version": 1e999}',
        "  ": b'{"a":' * 5000,
        "   ": b'{"format": "ichiba-record", "seed": ' + b"9" * 100_000 + b"}",
        "large": b" " * (LARGEST + 1),
    }
    for message, content in contents.items():
        file = SimpleUploadedFile("a.json", content)
        answer = client.post("/replay/", {"record": file})
        assert answer.status_code == 422
        assert message.strip() in " ".join(answer.content.decode().split())
    assert not Upload.objects.exists()


@pytest.mark.parametrize(
    "name",
    ['a"\r\nSet-Cookie: ichiba=1', "../../settings.py", "<script>1</script>", "\x00", "é" * 300],
)
def test_the_name_of_a_file_is_never_used(client: Client, name: str) -> None:
    file = SimpleUploadedFile("x", b"{}")
    file._name = name  # type: ignore[attr-defined]
    answer = client.post("/replay/", {"record": file})
    assert answer.status_code in (400, 422)
    assert "Set-Cookie: ichiba" not in str(answer.headers)
    assert "<script>1" not in answer.content.decode()


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 422),
        (b"{", 400),
        (b"nonsense", 400),
        (b"\xff\xfe{}", 400),
        (b'{"name": "\xff"}', 400),
        (b'{"name": "\\ud800"}', 400),
        (b'{"name": NaN}', 400),
        (b"[" * 20_000, 400),
        (b'{"name":' * 5_000 + b"1" + b"}" * 5_000, 400),
        (b"[]", 422),
        (b"null", 422),
        (b'"text"', 422),
        (b'{"name": {"a": [1, 2, 3]}}', 422),
        (b'{"name": 1' + b"0" * 5000 + b"}", 400),
        (b'{"name": "a\\u0000b"}', 422),
        (b'{"name": "\\u202eevil"}', 422),
        (b'{"name": "' + b"a" * LARGEST_JSON + b'"}', 413),
        (b'{"name": "a", "name": "b", "is_admin": true}', 422),
    ],
)
def test_malformed_bodies_are_told(body: bytes, status: int) -> None:
    answer = Client().post(f"{BASE}/tokens", body, content_type="application/json")
    assert answer.status_code == status, answer.content
    told(answer)
    assert not Person.objects.exists()


def test_other_kinds_of_bodies_are_no_json() -> None:
    form = Client().post(f"{BASE}/tokens", {"name": "a"})
    assert told(form) == (400, "unreadable")
    plain = Client().post(f"{BASE}/tokens", b"name=a", content_type="text/plain")
    assert told(plain) == (400, "unreadable")


def test_huge_forms_are_refused(client: Client) -> None:
    table = new_table(["me", "greedy"], client)
    before = everything()
    many = {f"field{number}": "x" for number in range(2000)}
    assert client.post(f"/t/{table.slug}/move/", many).status_code == 400
    large = {"text": "x" * 6_000_000}
    urlencoded = "application/x-www-form-urlencoded"
    body = "&".join(f"{name}={value}" for name, value in large.items())
    answer = client.post(f"/t/{table.slug}/chat/", body, content_type=urlencoded)
    assert answer.status_code in (400, 413)
    assert everything() == before


EVIL = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "{{ person.key }}{% debug %}",
    "javascript:alert(1)",
    "&lt;b&gt;",
    "'; DROP TABLE site_table; --",
]  # fmt: skip


@pytest.mark.parametrize("text", EVIL)
def test_html_in_names_and_chat_is_text(text: str) -> None:
    aki, ben = Client(), Client()
    table = new_table(["me", "friend"], aki, name=text[:40])
    ben.post(f"/t/{table.slug}/join/", {"name": "Ben"})
    aki.post(f"/t/{table.slug}/chat/", {"text": text})
    for path in (f"/t/{table.slug}/", "/", "/me/", "/api/"):
        page = aki.get(path).content.decode()
        assert "<script>alert" not in page
        assert "<img src=x" not in page
        assert Person.objects.first().key not in re.sub(r"/me/[^/]*/", "", page)  # type: ignore[union-attr]
    seen = (
        Program("Eve")
        .with_token(aki.post(f"{BASE}/tokens", {}, content_type="application/json").json()["token"])
        .get(f"/tables/{table.slug}")
    )
    assert seen.headers["Content-Type"].startswith("application/json")
    assert seen.headers["X-Content-Type-Options"] == "nosniff"
    assert seen.json()["chat"][0]["text"] == text


@pytest.mark.parametrize(
    "name",
    ["a\x00b", "a\nb\r", "\u202eab", "\u200b", "\u2066x", "\ufeffa", "a\x85b", "x" * 41, "\x1b[2J"],
)
def test_control_characters_are_no_part_of_a_name(name: str) -> None:
    page = Client().post("/me/", {"name": name})
    program = Client().post(f"{BASE}/tokens", {"name": name}, content_type="application/json")
    accepted = [*Person.objects.values_list("name", flat=True)]
    assert all(one.isprintable() for one in accepted)
    assert (page.status_code, program.status_code) in ((422, 422), (302, 201)), name


@pytest.mark.parametrize(
    "name",
    [
        "\u3164",
        "\u2800",
        "\u115f",
        "\u1160",
        "\uffa0",
        "\u2800 \u3164",
        "Aki\u3164",
        "\ufe0f",
        "\u0301",
    ],
)
def test_no_name_is_invisible(name: str) -> None:
    page = Client().post("/me/", {"name": name})
    account = Client().post("/account/new/", {"name": name, "password": "market at dawn"})
    program = Client().post(f"{BASE}/tokens", {"name": name}, content_type="application/json")
    assert (page.status_code, account.status_code, program.status_code) == (422, 422, 422)
    assert not Person.objects.exists()


@pytest.mark.parametrize("name", ["아키", "あき", "🦑", "❤️", "!", "7", "Zoë", "é"])
def test_every_visible_name_is_fine(name: str) -> None:
    assert Client().post("/me/", {"name": name}).status_code == 302
    assert Person.objects.get().name == name


def test_pages_with_the_personal_link_are_kept_nowhere(client: Client) -> None:
    client.post("/me/", {"name": "Aki"})
    # Signed with the time, so a token that is made here can differ from that on the page.
    shown = re.search(r"/me/([^/\"]+:[^/\"]+)/", client.get("/me/").content.decode())
    assert shown is not None
    link = shown[1]
    for path in ("/me/", f"/me/{link}/"):
        assert "no-store" in client.get(path).headers["Cache-Control"], path


def test_who_does_not_sit_there_changes_nothing() -> None:
    """Every version is sent to everybody who looks: it must not be free of charge."""
    clients = [Client(), Client()]
    table = seated(clients)
    open_table = new_table(["me", "friend"], clients[0], watchable="yes", listed="yes")
    Table.objects.update(listed=True, version=F("version") + 1)
    let_bot_play(table, table.seats.get(number=1), Happening.Kind.ABSENT)
    stranger = Client()
    stranger.post("/me/", {"name": "Stranger"})
    versions = dict(Table.objects.values_list("pk", "version"))
    for one in (table, open_table):
        for what, data in (("back", {}), ("leave", {}), ("replace", {"seat": "1"}), ("fill", {})):
            stranger.post(f"/t/{one.slug}/{what}/", data)
    clients[0].post(f"/t/{table.slug}/back/")
    clients[0].post(f"/t/{table.slug}/join/")
    clients[0].post(f"/t/{table.slug}/fill/")
    assert dict(Table.objects.values_list("pk", "version")) == versions
    clients[1].post(f"/t/{table.slug}/back/")
    assert Table.objects.get(pk=table.pk).version == versions[table.pk] + 1


def test_control_characters_are_no_part_of_the_chat() -> None:
    (aki, _), table = sat("Aki", "Ben")
    aki.post(f"/tables/{table.slug}/chat", text="a\x00\x1b[2J\u202eb\nevent: gone\ndata: {}")
    [line] = ChatLine.objects.all()
    assert line.text == "a[2Jb event: gone data: {}", "one line with only letters"


# --- Other sites, hosts, methods and paths


def test_cross_site_posts_are_refused(client: Client) -> None:
    table = new_table(["me", "greedy"], client)
    strict = Client(enforce_csrf_checks=True)
    strict.cookies["ichiba"] = client.cookies["ichiba"].value
    before = everything()
    elsewhere = {"Origin": "https://evil.example", "Referer": "https://evil.example/"}
    posts = ["move/", "automatic-bids/", "undo/", "chat/", "fill/", "rematch/"]
    paths = ["/quick/tsukiji/", "/learn/tsukiji/", "/me/", "/api/"]
    for path in [*(f"/t/{table.slug}/{one}" for one in posts), *paths]:
        assert strict.post(path, {"name": "Eve"}, headers=elsewhere).status_code == 403, path
    for kind in ("text/plain", "application/json"):
        answer = strict.post(f"{BASE}/tokens", "{}", content_type=kind, headers=elsewhere)
        assert told(answer) == (403, "not_for_you")
    # A cookie gives no other access to the API, so a page on another site cannot use it.
    answer = strict.post(f"{BASE}/tables/{table.slug}/chat", "{}", content_type="text/plain")
    assert told(answer) == (401, "no_token")
    assert everything() == before
    assert client.cookies["ichiba"]["samesite"] == "Lax"
    assert client.cookies["ichiba"]["httponly"]
    for answer in (client.get(f"{BASE}/titles"), client.options(f"{BASE}/tokens")):
        assert "Access-Control-Allow-Origin" not in answer.headers


@override_settings(ALLOWED_HOSTS=["play.example"])
def test_foreign_hosts_are_refused(client: Client) -> None:
    for host in ("evil.example", "play.example.evil.example", "play.example@evil.example", "a b",
                 "play.example:80:80", "../", "[::1"):  # fmt: skip
        for path in ("/", "/api/v1/titles", "/api/"):
            assert client.get(path, headers={"Host": host}).status_code == 400, host
    fine = client.get("/me/", headers={"Host": "play.example"})
    assert fine.status_code == 200


def test_a_forwarded_host_is_not_believed(client: Client) -> None:
    table = new_table(["me", "friend"], client)
    forwarded = {"X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"}
    for path in (f"/t/{table.slug}/", "/me/", "/api/"):
        assert "evil.example" not in client.get(path, headers=forwarded).content.decode()
    assert client.get("/", headers={"Host": "a b"}).status_code == 400


def test_no_page_can_be_framed(client: Client) -> None:
    table = new_table(["me", "greedy"], client)
    for path in ("/", f"/t/{table.slug}/", "/me/", "/api/", "/nowhere/", f"{BASE}/titles"):
        headers = client.get(path).headers
        assert headers["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin", "slugs must not leave the site"


def test_methods_are_what_they_are(client: Client) -> None:
    table = new_table(["me", "greedy"], client)
    page, before = page_token(client, table), everything()
    move = f"/t/{table.slug}/move/"
    for method in ("get", "put", "delete", "patch", "options", "trace", "head"):
        assert getattr(client, method)(f"{move}?move=ticket+4&page={page}").status_code == 405
    pretend = {"X-HTTP-Method-Override": "POST", "X-Method-Override": "POST"}
    assert client.get(f"{move}?move=ticket+4&_method=POST", headers=pretend).status_code == 405
    answer = client.generic("FROBNICATE", f"{BASE}/tokens")
    assert told(answer) == (405, "wrong_method")
    assert set(answer.headers["Allow"].split(", ")) == {"GET", "POST"}
    assert client.generic("GET\r\nX: y", "/").status_code in (400, 405)
    assert everything() == before


@pytest.mark.parametrize(
    "slug",
    ["..", "../..", "..%2f..%2fetc%2fpasswd", "%2e%2e/", "....//", "a%00b", "a%0d%0aSet-Cookie:x=1",
     "%ff%fe", "a;b", "~root", "C:%5c", "%252e%252e%252f", "a.json", "'", "%3Cscript%3E"],
)  # fmt: skip
def test_slugs_lead_nowhere_else(client: Client, slug: str) -> None:
    for path in (
        f"/t/{slug}/", f"/t/{slug}/record.json", f"/replay/{slug}/", f"/rules/{slug}/",
        f"/new/{slug}/", f"{BASE}/tables/{slug}", f"{BASE}/tables/{slug}/record",
        f"{BASE}/titles/{slug}", f"/static/{slug}", f"/static/{slug}/site/settings.py",
    ):  # fmt: skip
        answer = client.get(path)
        assert answer.status_code in (400, 404, 405, 422), path
        assert "Set-Cookie" not in answer.headers
        assert "root:" not in answer.content.decode(errors="replace")


def test_the_record_of_a_game_has_a_plain_name(client: Client) -> None:
    table = new_table(["me", "greedy"], client, name='"; x="')
    Table.objects.update(status="finished", version=F("version") + 1)
    answer = client.get(f"/t/{table.slug}/record.json")
    assert re.fullmatch(
        r'attachment; filename="[a-z-]+-[A-Za-z0-9_-]+\.json"',
        answer.headers["Content-Disposition"],
    )


# The log of all of this contains no secret.


def test_attacks_are_logged_without_secrets(client: Client, log: pytest.LogCaptureFixture) -> None:
    from ichiba.site.observing.logs import Discreet, JsonLines

    table = new_table(["me", "greedy"], client)
    post_move(client, table, "ticket x2")
    program = Program("Ben")
    cookie, link = client.cookies["ichiba"].value, link_token(Person.objects.first())  # type: ignore[arg-type]
    log.clear()
    Client().get(f"/t/{table.slug}/")
    Client().get(f"/me/{link}x/")
    Client().get(f"/t/{table.slug}/record.json")
    client.post(f"/t/{table.slug}/move/", {"move": "ticket +6", "page": "9.9"})
    program.get(f"/tables/{table.slug}")
    client.get(f"{BASE}/tokens", headers=bearer("ichiba_forged"))
    client.post(f"{BASE}/tokens", b"[" * 9999, content_type="application/json")
    with override_settings(ALLOWED_HOSTS=["play.example"]):
        client.get(f"/t/{table.slug}/")
    form = JsonLines()
    lines = [form.format(record) for record in log.records if Discreet().filter(record)]
    told = [json.loads(line) for line in lines if "status" in json.loads(line)]
    assert {one["status"] for one in told} >= {403, 404, 409, 401, 400}
    assert {one["level"] for one in told} == {"INFO"}, "attacks are no errors of the server"
    for secret in (table.slug, table.seed, cookie, link, program.secret, "forged", "+6", "x2"):
        assert not any(secret in line for line in lines), secret
