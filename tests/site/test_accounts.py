"""Accounts: a guest keeps the games, logs in elsewhere, changes and forgets passwords, and goes."""

import json
import os
import re
import subprocess
import sys
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client, RequestFactory
from django.utils import timezone
from playwright.sync_api import expect

from ichiba.site import limits, matches
from ichiba.site.matches import hold
from ichiba.site.models import ChatLine, Person, Tally
from ichiba.site.views import table as table_views
from site_scene import lay_all, new_table, play_bots, post_move, seated

database = pytest.mark.django_db(transaction=True)
PASSWORD = "market at dawn"  # noqa: S105
OTHER = "seven small boats"


def text_of(response) -> str:  # type: ignore[no-untyped-def]
    return " ".join(response.content.decode().split())


def sign_up(client: Client, name: str = "Aki", **more: str):  # type: ignore[no-untyped-def]
    return client.post("/account/new/", {"name": name, "password": PASSWORD, **more})


def log_in(client: Client, name: str = "Aki", password: str = PASSWORD, **more: str):  # type: ignore[no-untyped-def]
    return client.post("/account/log-in/", {"name": name, "password": password, **more})


@database
def test_a_guest_makes_an_account_and_goes_on_elsewhere(client: Client) -> None:
    table = new_table(["me", "greedy"], client, name="Aki")
    post_move(client, table, "ticket 4")
    assert "Make an account" in text_of(client.get("/me/"))
    assert sign_up(client).status_code == 302
    assert Person.objects.count() == 1, "the guest has become the account"
    assert User.objects.get().password.startswith("argon2$")
    assert "Lay a ticket on lot 2." in text_of(client.get(f"/t/{table.slug}/"))
    elsewhere = Client()
    assert elsewhere.get(f"/t/{table.slug}/").status_code == 403
    assert log_in(elsewhere, "  aKI ").status_code == 302
    assert "Lay a ticket on lot 2." in text_of(elsewhere.get(f"/t/{table.slug}/"))
    assert "You log in as <strong>aki</strong>" in text_of(elsewhere.get("/me/"))
    assert "Lay a ticket on lot 2." in text_of(client.get(f"/t/{table.slug}/")), "and here too"


@database
def test_an_account_without_having_played(client: Client) -> None:
    assert sign_up(client, "Chie", email="chie@example.org").status_code == 302
    assert Person.objects.get().name == "Chie"
    assert User.objects.get().email == "chie@example.org"
    assert client.get("/account/new/").status_code == 302, "there is one already"


@database
@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"password": "kurz"}, "too short"),
        ({"password": "12345678901"}, "entirely numeric"),
        ({"password": "password"}, "too common"),
        ({"name": "Hashimoto", "password": "hashimoto1"}, "too similar"),
        ({"name": ""}, "required"),
        ({"name": "a\u0007b"}, "cannot be a name"),
        ({"name": "ﷺ" * 40}, "too long"),
        ({"name": "TAKEN"}, "Somebody has an account with this name"),
        ({"name": "Ｔaken"}, "Somebody has an account with this name"),
        ({"email": "nowhere"}, "valid email address"),
        ({"password": "x" * 201}, "at most 200"),
    ],
)
def test_what_cannot_be_an_account_is_told(client: Client, data: dict[str, str], told: str) -> None:
    sign_up(Client(), "Taken")
    response = sign_up(client, **{"name": "Aki", **data})
    assert response.status_code == 422
    assert told in text_of(response)
    assert User.objects.count() == 1
    assert PASSWORD not in text_of(response), "a password is never sent back"


@database
def test_wrong_name_and_wrong_password_sound_the_same(client: Client) -> None:
    sign_up(Client())
    wrong, nobody = log_in(client, password=OTHER), log_in(client, "Nobody")
    for response in (wrong, nobody):
        assert response.status_code == 422
        assert "Name and password do not fit together." in text_of(response)
    assert "ichiba" not in client.cookies


@database
def test_logging_in_goes_on_where_one_wanted_but_never_to_another_site() -> None:
    sign_up(Client())
    assert log_in(Client(), next="/new/tsukiji/").headers["location"] == "/new/tsukiji/"
    for evil in ("https://evil.example/", "//evil.example/", "javascript:alert(1)"):
        assert log_in(Client(), next=evil).headers["location"] == "/"


@database
def test_a_guests_places_move_to_the_account() -> None:
    home, phone, friend = Client(), Client(), Client()
    first = new_table(["me", "greedy"], home, name="Aki")
    sign_up(home)
    second = new_table(["me", "greedy"], phone, name="Guest")
    third = new_table(["me", "friend"], phone, name="Guest")
    friend.post(f"/t/{third.slug}/join/", {"name": "Ben"})
    phone.post(f"/t/{third.slug}/chat/", {"text": "good luck"})
    log_in(phone)
    aki = Person.objects.get(user__username="aki")
    assert Person.objects.count() == 2, "the guest is nobody else any more"
    for table in (first, second, third):
        table.refresh_from_db()
        assert table.owner == aki
        for device in (home, phone):
            assert "Lay a ticket on lot 1." in text_of(device.get(f"/t/{table.slug}/"))
    assert ChatLine.objects.get().person == aki
    assert "Lay a ticket on lot 1." in text_of(friend.get(f"/t/{third.slug}/"))


@database
def test_who_sits_at_a_table_twice_keeps_one_place_and_a_bot_takes_the_other() -> None:
    home, phone = Client(), Client()
    sign_up(home)
    running = seated([home, phone])
    waiting = new_table(["me", "friend", "friend"], home)
    phone.post(f"/t/{waiting.slug}/join/", {"name": "Phone"})
    log_in(phone)
    aki = Person.objects.get(user__username="aki")
    assert [seat.person == aki for seat in running.seats.all()] == [True, False]
    assert running.seats.get(number=1).stand_in
    assert [seat.person_id for seat in waiting.seats.all()] == [aki.pk, None, None]
    lay_all(home, running, ["4", "3", "2"])


@database
def test_an_account_that_logs_into_another_leaves_its_places() -> None:
    both = Client()
    sign_up(both, "Aki")
    table = new_table(["me", "greedy"], both)
    sign_up(Client(), "Ben")
    log_in(both, "Ben")
    assert both.get(f"/t/{table.slug}/").status_code == 403
    assert table.seats.get(number=0).person == Person.objects.get(user__username="aki")


def personal_link(client: Client) -> str:
    page = client.get("/me/").content.decode()
    return page.split('data-copy="http://testserver')[1].split('"')[0]


def stolen(client: Client) -> Client:
    thief = Client()
    thief.cookies["ichiba"] = client.cookies["ichiba"].value
    return thief


@database
@pytest.mark.parametrize("how", ["log out", "password", "sign up"])
def test_stolen_cookies_and_old_links_end(client: Client, how: str) -> None:
    table = new_table(["me", "greedy"], client, name="Aki")
    if how != "sign up":
        sign_up(client)
    thief, link = stolen(client), personal_link(client)
    assert thief.get(f"/t/{table.slug}/").status_code == 200
    if how == "log out":
        client.post("/account/log-out/")
        assert client.get(f"/t/{table.slug}/").status_code == 403
    elif how == "password":
        client.post("/account/password/", {"current": PASSWORD, "password": OTHER})
        assert client.get(f"/t/{table.slug}/").status_code == 200, "this device goes on"
    else:
        sign_up(client)
        assert client.get(f"/t/{table.slug}/").status_code == 200
    assert thief.get(f"/t/{table.slug}/").status_code == 403
    assert Client().get(link).status_code == 404


@database
def test_an_open_stream_ends_with_its_cookie(client: Client) -> None:
    from django.core.exceptions import PermissionDenied

    table = new_table(["me", "greedy"], client, name="Aki")
    sign_up(client)
    request = RequestFactory().get(f"/t/{table.slug}/stream/")
    request.person = Person.objects.get()  # type: ignore[attr-defined]
    request.htmx = False  # type: ignore[attr-defined]
    assert b"Lay a ticket" in table_views._live_part(request, table.slug, -1)[1]
    client.post("/account/log-out/")
    with pytest.raises(PermissionDenied):
        table_views._live_part(request, table.slug, -1)


@database
def test_a_guest_cannot_log_out_and_lose_everything(client: Client) -> None:
    table = new_table(["me", "greedy"], client)
    client.post("/account/log-out/")
    assert client.get(f"/t/{table.slug}/").status_code == 200


@database
def test_changing_the_password_asks_for_the_old_one(client: Client) -> None:
    sign_up(client)
    wrong = client.post("/account/password/", {"current": OTHER, "password": OTHER})
    assert wrong.status_code == 422
    assert "This is not your password." in text_of(wrong)
    weak = client.post("/account/password/", {"current": PASSWORD, "password": "short"})
    assert "too short" in text_of(weak)
    client.post("/account/password/", {"current": PASSWORD, "password": OTHER})
    assert log_in(Client()).status_code == 422
    assert log_in(Client(), password=OTHER).status_code == 302


@database
@pytest.mark.parametrize("path", ["password", "email", "delete"])
def test_a_personal_link_alone_changes_no_account(client: Client, path: str) -> None:
    sign_up(client, email="aki@example.org")
    thief = stolen(client)
    response = thief.post(f"/account/{path}/", {"email": "thief@example.org", "password": OTHER})
    assert response.status_code == 422
    assert User.objects.get().email == "aki@example.org"
    assert Client().get(f"/account/{path}/").headers["location"] == "/account/log-in/"


@database
def test_the_address_can_be_given_later_and_taken_away(client: Client) -> None:
    sign_up(client)
    for address in ("aki@example.org", ""):
        client.post("/account/email/", {"email": address, "current": PASSWORD})
        assert User.objects.get().email == address


def reset_link(client: Client, who: str) -> str:
    mail.outbox.clear()
    answer = client.post("/account/reset/", {"name": who})
    assert "Look into your mail" in text_of(answer)
    found = re.search(r"https?://[^/]+(/account/reset/\S+)", mail.outbox[0].body)
    assert found
    return found[1]


@database
@pytest.mark.parametrize("who", ["AKI", "aki@example.org", "Aki@Example.org"])
def test_a_forgotten_password_is_chosen_anew_by_mail(client: Client, who: str) -> None:
    table = new_table(["me", "greedy"], client, name="Aki")
    sign_up(client, email="aki@example.org")
    elsewhere = Client()
    link = reset_link(elsewhere, who)
    assert mail.outbox[0].to == ["aki@example.org"]
    assert "too common" in text_of(elsewhere.post(link, {"password": "password"}))
    assert elsewhere.post(link, {"password": OTHER}).status_code == 302
    assert elsewhere.get(f"/t/{table.slug}/").status_code == 200, "and is in"
    assert client.get(f"/t/{table.slug}/").status_code == 403, "others are out"
    assert Client().get(link).status_code == 404, "the link is good once"
    assert log_in(Client(), password=OTHER).status_code == 302


@database
def test_nobody_learns_from_the_reset_who_has_an_account(client: Client) -> None:
    sign_up(Client(), "Aki", email="aki@example.org")
    sign_up(Client(), "Ben")
    answers = {
        re.sub('value="[^"]*"', "", text_of(client.post("/account/reset/", {"name": name})))
        for name in ("Aki", "Ben", "Nobody", "aki@example.org", "nobody@example.org")
    }
    assert len(answers) == 1
    assert len(mail.outbox) == 2


@database
def test_a_claimed_host_does_not_get_into_the_mail(client: Client, settings) -> None:  # type: ignore[no-untyped-def]
    settings.SITE_URL = "https://play.example"
    sign_up(client, email="aki@example.org")
    Client(headers={"host": "evil.example"}).post("/account/reset/", {"name": "Aki"})
    assert "https://play.example/account/reset/" in mail.outbox[0].body
    assert "evil" not in mail.outbox[0].body


@database
def test_a_mail_server_that_is_gone_tells_nothing(client: Client, settings) -> None:  # type: ignore[no-untyped-def]
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    sign_up(client, email="aki@example.org")
    answer = client.post("/account/reset/", {"name": "Aki"})
    assert "Look into your mail" in text_of(answer)


@database
@pytest.mark.parametrize("link", ["/account/reset/MQ/abc-123/", "/account/reset/x/y/"])
def test_a_forged_reset_link_is_nobodys(client: Client, link: str) -> None:
    sign_up(Client(), email="aki@example.org")
    assert client.get(link).status_code == 404
    assert client.post(link, {"password": OTHER}).status_code == 404


@database
def test_who_goes_takes_the_name_along_and_the_games_stay() -> None:
    aki, ben = Client(), Client()
    sign_up(aki, email="aki@example.org")
    running = seated([aki, ben])
    lay_all(aki, running, ["4"])
    aki.post(f"/t/{running.slug}/chat/", {"text": "hello"})
    waiting = new_table(["me", "friend", "friend"], aki)
    ben.post(f"/t/{waiting.slug}/join/", {"name": "Ben"})
    alone = new_table(["me", "friend"], aki)
    assert "Aki" in text_of(ben.get(f"/t/{running.slug}/"))
    assert aki.post("/account/delete/", {"current": OTHER}).status_code == 422
    assert aki.post("/account/delete/", {"current": PASSWORD}).status_code == 302
    assert not User.objects.exists()
    assert aki.get(f"/t/{running.slug}/").status_code == 403
    page = text_of(ben.get(f"/t/{running.slug}/"))
    assert "Aki" not in page
    assert "<strong>Somebody</strong> hello" in page
    assert "Somebody has left. A bot plays on." in page
    assert running.seats.get(number=0).stand_in
    waiting.refresh_from_db()
    assert waiting.owner == Person.objects.get(name="Ben"), "who stays is the host"
    assert [seat.free for seat in waiting.seats.all()] == [True, False, True]
    alone.refresh_from_db()
    assert alone.status == "ended"
    assert Client().get(f"/t/{alone.slug}/").status_code == 200
    assert "Aki" not in json.dumps([*Person.objects.values("name"), *waiting.seats.values("name")])


@database
def test_a_finished_game_of_somebody_who_has_gone_is_still_whole(client: Client) -> None:
    sign_up(client, "Hashimoto")
    table = new_table(["me", "greedy"], client)
    while table.status == "running":
        play_bots(table)
        with hold(table) as match:
            move = match.game.notation(match.state.legal(0)[0]) if match.state.actors else ""
        if move:
            post_move(client, table, move)
        table.refresh_from_db()
    client.post("/account/delete/", {"current": PASSWORD})
    for cached in (True, False):
        if not cached:
            matches.forget(table)
        for path in ("", "replay/?at=3", "record.json"):
            page = text_of(Client().get(f"/t/{table.slug}/{path}"))
            assert "Somebody" in page
            assert "Hashimoto" not in page
    assert "Hashimoto" not in text_of(Client().get("/"))
    record = json.loads(Client().get(f"/t/{table.slug}/record.json").content)
    assert record["names"][0] == "Somebody"
    assert record["result"]["scores"] == table.scores


@database
@pytest.mark.parametrize(
    ("what", "path", "data"),
    [
        ("log-in", "/account/log-in/", {"name": "Aki", "password": OTHER}),
        ("sign-up", "/account/new/", {"name": "Aki", "password": "short"}),
        ("reset", "/account/reset/", {"name": "Aki"}),
        ("table", "/quick/tsukiji/", {}),
        ("table", "/learn/tsukiji/", {}),
        ("table", "/new/tsukiji/", {"players": "2", "seat0": "me", "seat1": "friend"}),
        ("upload", "/replay/", {}),
    ],
)
def test_what_is_done_too_often_has_to_wait(client: Client, settings, what, path, data) -> None:  # type: ignore[no-untyped-def]
    settings.LIMITS = {what: (2, 600)}
    for _ in range(2):
        assert client.post(path, data).status_code != 429
    refused = client.post(path, data)
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 600
    assert "Wait 10 minutes, then try again." in text_of(refused)
    assert Client(REMOTE_ADDR="192.0.2.7").get("/").status_code == 200
    Tally.objects.update(since=timezone.now() - timedelta(seconds=601))
    assert client.post(path, data).status_code != 429


@database
def test_limits_count_names_from_everywhere_and_a_success_clears_them(settings) -> None:  # type: ignore[no-untyped-def]
    sign_up(Client())
    settings.LIMITS = {"log-in": (3, 600)}
    for number in range(2):
        log_in(Client(REMOTE_ADDR=f"192.0.2.{number}"), password=OTHER)
    assert log_in(Client(REMOTE_ADDR="192.0.2.9")).status_code == 302, "and it begins again"
    for number in range(3):
        log_in(Client(REMOTE_ADDR=f"198.51.100.{number}"), " AKI", OTHER)
    assert log_in(Client(REMOTE_ADDR="198.51.100.9")).status_code == 429
    assert log_in(Client(REMOTE_ADDR="198.51.100.9"), "Ben").status_code == 422
    kept = json.dumps([*Tally.objects.values_list("key", flat=True)])
    assert "aki" not in kept
    assert "192.0.2" not in kept


@database
def test_chat_and_joining_say_on_the_page_when_it_is_too_often(settings) -> None:  # type: ignore[no-untyped-def]
    host, friend = Client(), Client()
    table = new_table(["me", "friend", "friend"], host)
    settings.LIMITS = {"chat": (1, 60), "join": (1, 60)}
    for path, data in (("chat", {"text": "hello"}), ("join", {"name": "Ben"})):
        assert friend.post(f"/t/{table.slug}/{path}/", data).status_code == 302
        refused = friend.post(f"/t/{table.slug}/{path}/", data, headers={"HX-Request": "true"})
        assert refused.status_code == 429
        assert refused.headers["Retry-After"]
        assert 'id="table"' in text_of(refused)
        assert "Wait 1 minute, then try again." in text_of(refused)
    assert ChatLine.objects.count() == 1


def test_a_home_of_new_addresses_is_one_address() -> None:
    requests = RequestFactory()
    one, same, other = (
        limits.address(requests.get("/", REMOTE_ADDR=text))
        for text in ("2001:db8:1:2::3", "2001:db8:1:2:ffff::9", "2001:db8:1:3::3")
    )
    assert one == same != other


CHECK = """
import django, sys
from django.core.management import call_command
django.setup()
call_command("check", "--deploy", "--fail-level", "WARNING")
"""


def run_settings(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("ICHIBA_")}
    settings = {"DJANGO_SETTINGS_MODULE": "ichiba.site.settings", **environment}
    settings["ICHIBA_DATA"] = os.environ["ICHIBA_DATA"]
    return subprocess.run(
        [sys.executable, "-c", code], env=kept | settings, capture_output=True, text=True,
        check=False,
    )  # fmt: skip


def test_djangos_check_for_servers_finds_nothing() -> None:
    run = run_settings(CHECK, ICHIBA_HTTPS="yes", ICHIBA_HOSTS="play.example")
    assert run.returncode == 0, run.stderr
    assert "W0" not in run.stderr
    plain = run_settings(CHECK)
    assert plain.returncode != 0, "without HTTPS there is something to say"


SHOW = """
from django.conf import settings as s
print(s.EMAIL_BACKEND.split(".")[-2], s.EMAIL_HOST, s.EMAIL_PORT, s.EMAIL_HOST_USER,
      s.EMAIL_HOST_PASSWORD, s.EMAIL_USE_TLS, s.EMAIL_USE_SSL, s.LIMITS.get("chat"))
"""


@pytest.mark.parametrize(
    ("environment", "shown"),
    [
        ({}, "console localhost 25   False False (30, 60)"),
        (
            {"ICHIBA_MAIL": "smtp://a%40b:p%2Fw@mx.example", "ICHIBA_URL": "https://x.example"},
            "smtp mx.example 587 a@b p/w True False (30, 60)",
        ),
        (
            {"ICHIBA_MAIL": "smtps://mx.example:466", "ICHIBA_URL": "https://x.example",
             "ICHIBA_LIMITS": "chat=5/10, log-in=3/60"},
            "smtp mx.example 466   False True (5, 10)",
        ),
        ({"ICHIBA_LIMITS": "off"}, "console localhost 25   False False None"),
    ],
)  # fmt: skip
def test_mail_and_limits_come_from_the_environment(environment: dict[str, str], shown: str) -> None:
    assert run_settings(SHOW, **environment).stdout.strip() == shown


@pytest.mark.parametrize(
    ("environment", "told"),
    [
        ({"ICHIBA_MAIL": "smtp://mx.example"}, "ICHIBA_MAIL needs ICHIBA_URL"),
        ({"ICHIBA_MAIL": "pigeon"}, "ICHIBA_MAIL must be console:"),
        ({"ICHIBA_LIMITS": "chat=often"}, "is not like chat=30/60"),
        ({"ICHIBA_LIMITS": "dance=3/60"}, "there are limits for log-in"),
    ],
)
def test_wrong_settings_are_told(environment: dict[str, str], told: str) -> None:
    run = run_settings(SHOW, **environment)
    assert run.returncode != 0
    assert told in run.stderr


@database
def test_cookies_are_secure_where_the_site_is(client: Client, settings) -> None:  # type: ignore[no-untyped-def]
    settings.SESSION_COOKIE_SECURE = True
    new_table(["me", "greedy"], client)
    cookie = client.cookies["ichiba"]
    assert cookie["secure"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


def test_a_guest_makes_an_account_and_plays_on_in_another_browser(people) -> None:  # type: ignore[no-untyped-def]
    home, elsewhere = people(), people()
    home.goto("/")
    home.get_by_role("button", name="Play against bots").first.click()
    expect(home.locator("#prompt")).to_have_text("Lay a ticket on lot 1.")
    home.locator("#hand-4").click()
    expect(home.locator("#prompt")).to_have_text("Lay a ticket on lot 2.")
    home.locator(".me").click()
    home.get_by_role("link", name="Make an account").click()
    home.get_by_label("Name").fill("Fumiko")
    home.get_by_label("Password").fill(PASSWORD)
    home.get_by_role("button", name="Make it").click()
    expect(home.locator(".me")).to_contain_text("Fumiko")
    elsewhere.goto("/me/")
    elsewhere.get_by_role("link", name="Log in").click()
    elsewhere.get_by_label("Name").fill("fumiko")
    elsewhere.get_by_label("Password").fill(PASSWORD)
    elsewhere.get_by_role("button", name="Log in").click()
    elsewhere.locator("section", has_text="Your games").get_by_role("link").first.click()
    expect(elsewhere.locator("#prompt")).to_have_text("Lay a ticket on lot 2.")
    elsewhere.locator("#hand-3").click()
    expect(elsewhere.locator("#prompt")).to_have_text("Lay a ticket on lot 3.")
    home.locator("section", has_text="Your games").get_by_role("link").first.click()
    expect(home.locator("#prompt")).to_have_text("Lay a ticket on lot 3.")
    home.locator(".me").click()
    home.get_by_role("button", name="Log out on all devices").click()
    expect(home.locator(".me")).to_contain_text("Guest")
    elsewhere.reload()
    expect(elsewhere.get_by_role("heading", name="Not for these eyes")).to_be_visible()
