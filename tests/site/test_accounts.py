"""Accounts: a guest keeps the games, logs in elsewhere, changes and forgets passwords, and goes."""

import json
import re

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client, RequestFactory
from playwright.sync_api import expect

from account_tools import OTHER, PASSWORD, log_in, sign_up, text_of
from ichiba.site import matches
from ichiba.site.matches import hold
from ichiba.site.models import ChatLine, Person
from ichiba.site.views import table as table_views
from site_scene import lay_all, new_table, play_bots, post_move, seated

database = pytest.mark.django_db(transaction=True)


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
