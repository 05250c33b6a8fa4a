"""Accounts, the API and shared pages together: each respects the rules of the others."""

from collections.abc import Callable

import pytest
from django.db import OperationalError
from django.db.models import F
from django.test import Client, RequestFactory

from api_tools import Program, told
from configuring import configure
from ichiba.site.api.callers import MOST_TOKENS, make_token
from ichiba.site.live import propagation
from ichiba.site.live.streams import Gone
from ichiba.site.models import ApiToken, Move, Person, Table
from ichiba.site.people import moderation
from ichiba.site.store import sql
from ichiba.site.tables import bot_driver
from ichiba.site.views import table as table_views
from site_scene import late, lay_all, new_table, paced, play_bots, post_move, seated

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "market at dawn"  # noqa: S105
OTHER = "seven small boats"


def live_part(client: Client, table: Table) -> str:
    """The part that htmx gets and that visitors with the same view share."""
    answer = client.get(f"/t/{table.slug}/", headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def signed_up(client: Client, name: str = "Aki") -> Person:
    assert client.post("/account/new/", {"name": name, "password": PASSWORD}).status_code == 302
    return Person.objects.get(user__username=name.casefold())


def program_of(person: Person) -> Program:
    _token, secret = make_token(person)
    return Program.__new__(Program).with_token(secret)


# --- Shared rendering


def test_the_shared_page_changes_when_somebodys_time_is_over() -> None:
    aki, ben, watcher = Client(), Client(), Client()
    table = paced([aki, ben])
    Table.objects.filter(pk=table.pk).update(listed=True, version=F("version") + 1)
    hidden = "hidden>Aki is out of time."
    assert hidden in live_part(ben, table)
    assert hidden in live_part(watcher, table)
    late(table, 0)
    assert hidden not in live_part(ben, table)
    assert "Aki is out of time." in live_part(ben, table)
    assert hidden not in live_part(watcher, table)


def test_votes_are_shared_with_nobody_who_has_another_one() -> None:
    aki, ben, chie = clients = [Client(), Client(), Client()]
    table = paced(clients)
    Table.objects.filter(pk=table.pk).update(listed=True, version=F("version") + 1)
    late(table, 0)
    button = "Let a bot play for Aki"
    pages = [live_part(client, table) for client in (*clients, Client())]
    assert [button in page for page in pages] == [False, True, True, False]
    ben.post(f"/t/{table.slug}/replace/", {"seat": "0"})
    pages = [live_part(client, table) for client in (*clients, Client())]
    assert [button in page for page in pages] == [False, False, True, False]
    assert all("1 of 2 votes for a bot." in page for page in pages)
    chie.post(f"/t/{table.slug}/replace/", {"seat": "0"})
    pages = [live_part(client, table) for client in (*clients, Client())]
    assert ["Take over from the bot" in page for page in pages] == [True, False, False, False]
    assert 'name="move"' not in pages[0]
    assert aki.post(f"/t/{table.slug}/back/").status_code == 302
    assert 'name="move"' in live_part(aki, table)
    assert "You are back." in live_part(aki, table)
    assert all("Aki is back." in live_part(client, table) for client in (ben, chie))


def test_a_name_that_is_gone_is_gone_from_shared_pages_the_log_and_programs() -> None:
    aki, ben = Client(), Client()
    table = seated([aki, ben])
    program = program_of(Person.objects.get(name="Ben"))
    signed_up(aki, "Akiko")
    for client, tickets in ((aki, "432"), (ben, "432")):
        for ticket in tickets:
            post_move(client, table, f"ticket {ticket}")
    assert live_part(ben, table).count("Aki") > 2, "the log names Aki too"
    aki.post("/account/delete/", {"current": PASSWORD})
    page = live_part(ben, table)
    assert "Someone is gone. A bot takes over." in page
    assert "Aki" not in page
    answer = program.get(f"/tables/{table.slug}")
    assert "Aki" not in answer.content.decode()
    assert answer.json()["players"][0]["name"] == "Someone"
    assert answer.json()["players"][0]["stand_in"] is True


def test_the_end_by_a_moderator_reaches_shared_pages_and_programs() -> None:
    aki, ben = Client(), Client()
    table = seated([aki, ben])
    program = program_of(Person.objects.get(name="Aki"))
    page = program.look(table)["position"]["page"]
    assert 'name="move"' in live_part(aki, table)
    moderation.end(Table.objects.get(pk=table.pk))
    assert 'name="move"' not in live_part(aki, table)
    assert "This game was ended" in live_part(aki, table)
    seen = program.look(table)
    assert (seen["status"], seen["result"], seen["your_turn"]) == ("ended", None, False)
    assert seen["position"]["actions"] == []
    assert told(program.move(table, "ticket 4", page)) == (409, "refused")
    refused = program.get(f"/tables/{table.slug}/record")
    assert told(refused) == (409, "refused")
    assert "has no record" in refused.json()["message"]
    assert "seed" not in {key for key in seen if key != "seed_hash"}


# --- Other processes are notified


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The tables that other processes are notified about."""
    heard: list[int] = []
    announce = propagation.announce

    def listen(table: int) -> None:
        heard.append(table)
        announce(table)

    monkeypatch.setattr(propagation, "announce", listen)
    return heard


def test_votes_stand_ins_and_ends_raise_the_version_and_are_announced(announced: list[int]) -> None:
    clients = [Client(), Client(), Client()]
    table = paced(clients)
    late(table, 0)

    def ask(number: int) -> Callable[[], object]:
        return lambda: clients[number].post(f"/t/{table.slug}/replace/", {"seat": "0"})

    changes = [
        ask(1),
        ask(2),
        lambda: clients[0].post(f"/t/{table.slug}/back/"),
        lambda: lay_all(clients[1], table, ["0", "1", "2", "3"]),  # somebody must play on
        lambda: moderation.unblock(Table.objects.get(pk=table.pk)),
        lambda: moderation.end(Table.objects.get(pk=table.pk)),
    ]
    for change in changes:
        before = Table.objects.get(pk=table.pk).version
        announced.clear()
        change()
        assert Table.objects.get(pk=table.pk).version > before
        assert table.pk in announced


def test_whoever_comes_in_or_goes_is_announced_at_all_tables(announced: list[int]) -> None:
    aki, ben, guest = Client(), Client(), Client()
    signed_up(aki)
    own = new_table(["me", "friend"], ben, name="Ben", listed="yes")
    guest.post(f"/t/{own.slug}/join/", {"name": "Gast"})
    announced.clear()
    guest.post("/account/log-in/", {"name": "Aki", "password": PASSWORD})
    assert own.pk in announced
    said = new_table(["me", "friend"], ben, name="Ben", listed="yes")
    guest.post(f"/t/{said.slug}/chat/", {"text": "Nice"})
    announced.clear()
    guest.post("/account/delete/", {"current": PASSWORD})
    assert {own.pk, said.pk} <= {*announced}
    assert "Someone" in Client().get(f"/t/{said.slug}/").content.decode()


def test_a_server_that_starts_finds_the_bots_that_stand_in() -> None:
    aki, ben = Client(), Client()
    table = paced([aki, ben])
    assert bot_driver.tables_with_bots() == []
    late(table, 0)
    ben.post(f"/t/{table.slug}/replace/", {"seat": "0"})
    assert [found for found, _owner in bot_driver.tables_with_bots()] == [table.pk]


def test_a_stream_ends_with_its_cookie_also_where_everybody_may_look(client: Client) -> None:
    table = new_table(["me", "greedy"], client, name="Aki", listed="yes")
    request = RequestFactory().get(f"/t/{table.slug}/stream/")
    request.person = Person.objects.get()  # type: ignore[attr-defined]
    request.htmx = False  # type: ignore[attr-defined]
    assert b'name="move"' in table_views.next_event(request, table.slug, -1)[1]
    signed_up(client)
    with pytest.raises(Gone):
        table_views.next_event(request, table.slug, -1)


# --- The API


def test_who_is_banned_or_muted_is_so_for_programs_too() -> None:
    aki = Program("Aki")
    table = Program("Ben").table(["me", "friend"], listed=True)
    own = aki.table(["me", "greedy"])
    Person.objects.filter(name="Aki").update(muted=True)
    assert told(aki.post(f"/tables/{own.slug}/chat", text="Hello")) == (409, "refused")
    assert aki.move(own, "ticket 4").status_code == 200, "a muted person can play"
    Person.objects.filter(name="Aki").update(muted=False, banned=True)
    assert told(aki.post(f"/tables/{table.slug}/join")) == (409, "refused")
    assert told(aki.post("/tables", title="tsukiji", places=["me", "greedy"])) == (409, "refused")
    assert told(aki.post(f"/tables/{table.slug}/chat", text="Hello")) == (409, "refused")
    assert Table.objects.count() == 2


def test_programs_have_the_same_limits_for_each_person(settings, client: Client) -> None:  # type: ignore[no-untyped-def]
    aki, ben = Program("Aki"), Program("Ben")
    for program, address in ((aki, "192.0.2.1"), (ben, "192.0.2.2")):
        program.client.defaults["REMOTE_ADDR"] = address
    tables = [ben.table(["me", "friend"], listed=True) for _ in range(2)]
    configure(settings, limits=dict.fromkeys(("token", "table", "join", "chat"), (1, 600)))
    new = {"title": "tsukiji", "places": ["me", "greedy"]}
    client.post("/quick/tsukiji/")  # used up for this address, but not for Aki's
    tries = [
        (lambda: aki.post(f"/tables/{tables[0].slug}/join"), 200),
        (lambda: aki.post(f"/tables/{tables[1].slug}/join"), 429),
        (lambda: aki.post("/tables", **new), 201),
        (lambda: aki.post("/tables", **new), 429),
        (lambda: ben.post("/tables", **new), 201),
        (lambda: aki.post(f"/tables/{tables[0].slug}/chat", text="a"), 200),
        (lambda: aki.post(f"/tables/{tables[0].slug}/chat", text="b"), 429),
        (lambda: aki.post("/tokens"), 201),
        (lambda: aki.post("/tokens"), 429),
    ]
    for attempt, status in tries:
        answer = attempt()
        assert answer.status_code == status, answer.content
        if status == 429:
            assert told(answer) == (429, "too_many")
            assert 0 < int(answer.headers["Retry-After"]) <= 600
    assert client.post("/api/", {"label": "mine"}).status_code == 200
    page = client.post("/api/", {"label": "another"})  # counted for the address
    assert page.status_code == 429
    assert "Too many attempts. Try again in" in page.content.decode()


def test_tokens_end_with_the_key_of_their_person(client: Client) -> None:
    new_table(["me", "greedy"], client, name="Aki")
    guest = program_of(Person.objects.get())
    person = signed_up(client)
    assert told(guest.get("/tokens")) == (401, "unknown_token")
    ends: list[Callable[[], object]] = [
        lambda: client.post("/account/password/", {"current": PASSWORD, "password": OTHER}),
        lambda: client.post("/account/log-out/"),
    ]
    for end in ends:
        person.refresh_from_db()
        program = program_of(person)
        assert program.get("/tables").status_code == 200
        end()
        assert told(program.get("/tables")) == (401, "unknown_token")
    client.post("/account/log-in/", {"name": "Aki", "password": OTHER})
    person.refresh_from_db()
    program = program_of(person)
    client.post("/account/delete/", {"current": OTHER})
    assert told(program.get("/tables")) == (401, "unknown_token")
    assert not ApiToken.objects.exists(), "the tokens are deleted too"


def test_tokens_that_ended_leave_room_for_new_ones(client: Client) -> None:
    person = signed_up(client)
    for _ in range(MOST_TOKENS):
        make_token(person)
    client.post("/account/log-out/")
    person.refresh_from_db()
    assert program_of(person).get("/tables").status_code == 200


def test_a_program_asks_for_a_bot_and_comes_back() -> None:
    aki, ben = Program("Aki"), Program("Ben")
    table = aki.table(["me", "friend"], pace="live")
    ben.post(f"/tables/{table.slug}/join")
    seen = ben.look(table)
    assert seen["pace"] == "live"
    assert [(one["seat"], one["over"]) for one in seen["waiting"]] == [(0, False), (1, False)]
    assert told(ben.post(f"/tables/{table.slug}/replace", seat=0)) == (409, "refused")
    late(table, 0)
    assert [one["may_ask"] for one in ben.look(table)["waiting"]] == [True, False]
    answer = ben.post(f"/tables/{table.slug}/replace", seat=0).json()
    assert answer["players"][0]["stand_in"] is True
    own = aki.look(table)
    assert own["position"]["actions"] == []
    assert own["position"]["prompt"] == "A bot is playing for you."
    assert own["your_turn"] is False
    refused = aki.move(table, "ticket 4")
    assert told(refused) == (409, "refused")
    assert "Take over from the bot first." in refused.json()["message"]
    play_bots(table, once=True)
    assert Move.objects.filter(table=table, text__startswith="0 ").count() == 1
    back = aki.post(f"/tables/{table.slug}/back").json()
    assert back["position"]["actions"]
    assert back["players"][0]["stand_in"] is False
    stranger = Program("Eve")
    assert told(stranger.post(f"/tables/{table.slug}/back")) == (403, "not_for_you")


def test_programs_hear_of_games_of_other_rules() -> None:
    aki = Program("Aki")
    table, good = aki.table(["me", "greedy"]), aki.table(["me", "greedy"])
    assert aki.move(table, "ticket 4").status_code == 200
    page = aki.look(table)["position"]["page"]
    Table.objects.filter(pk=table.pk).update(revision=99, version=F("version") + 1)
    assert told(aki.get(f"/tables/{table.slug}")) == (410, "other_rules")
    assert told(aki.move(table, "ticket 3", page)) == (410, "other_rules")
    assert {line["slug"] for line in aki.get("/tables").json()} == {table.slug, good.slug}
    Table.objects.filter(pk=table.pk).update(status="finished", version=F("version") + 1)
    record = aki.get(f"/tables/{table.slug}/record").json()
    assert (record["revision"], record["moves"]) == (99, ["0 ticket 4"])


def test_programs_are_told_in_json_that_the_database_is_away(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    aki = Program("Aki")
    table = aki.table(["me", "greedy"])

    def away(*_: object, **__: object) -> None:
        raise OperationalError("the line is cut\nDETAIL: a row with a secret")

    monkeypatch.setattr(sql, "raise_version", away)
    aki.client.raise_request_exception = False
    answer = aki.post(f"/tables/{table.slug}/chat", text="Hello")
    assert told(answer) == (503, "away")
    assert answer.headers["Retry-After"]
    assert table.slug not in caplog.text
    assert "secret" not in caplog.text
    assert "the line is cut" in caplog.text
