"""Accounts: sign up as a guest, log in elsewhere, reset the password, delete the account."""

import json
import re
from errno import ECONNREFUSED

import pytest
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client, RequestFactory, override_settings
from playwright.sync_api import expect

from account_tools import OTHER, PASSWORD, log_in, sign_up, text_of
from browser_tools import press
from configuring import configure
from errand_tools import do_soon
from ichiba.site.models import ChatLine, Errand, Person
from ichiba.site.people import accounts
from ichiba.site.server import settings as product
from ichiba.site.store import snapshots
from ichiba.site.views import table as table_views
from site_scene import hold, lay_all, new_table, play_bots, post_move, seated

database = pytest.mark.django_db(transaction=True)


def test_passwords_take_long_to_guess() -> None:
    with override_settings(PASSWORD_HASHERS=product.PASSWORD_HASHERS):
        assert make_password(PASSWORD).startswith("argon2$argon2id$v=19$m=102400,t=2,p=8$")


@database
def test_a_guest_makes_an_account_and_goes_on_elsewhere(client: Client) -> None:
    table = new_table(["me", "greedy"], client, name="Aki")
    post_move(client, table, "ticket 4")
    assert "Create account" in text_of(client.get("/me/"))
    assert sign_up(client).status_code == 302
    assert Person.objects.count() == 1, "the guest has become the account"
    assert "Lay a ticket on lot 2." in text_of(client.get(f"/t/{table.slug}/"))
    elsewhere = Client()
    assert elsewhere.get(f"/t/{table.slug}/").status_code == 403
    assert log_in(elsewhere, "  aKI ").status_code == 302
    assert "Lay a ticket on lot 2." in text_of(elsewhere.get(f"/t/{table.slug}/"))
    assert "You log in as <strong>aki</strong>" in text_of(elsewhere.get("/me/"))
    assert "Lay a ticket on lot 2." in text_of(client.get(f"/t/{table.slug}/")), (
        "the first device must stay logged in"
    )


@database
def test_a_new_name_is_shown_at_the_table_at_once(client: Client) -> None:
    table = new_table(["me", "greedy"], client, name="Aki")
    sign_up(client)
    assert "Aki" in text_of(client.get(f"/t/{table.slug}/"))
    user = User.objects.get()
    accounts.rename(accounts.person_of(user), user, "Midori")
    assert "Midori" in text_of(client.get(f"/t/{table.slug}/"))
    assert log_in(Client(), "midori").status_code == 302


@database
def test_an_account_without_having_played(client: Client) -> None:
    assert sign_up(client, "Chie", email="chie@example.org").status_code == 302
    assert Person.objects.get().name == "Chie"
    assert User.objects.get().email == "chie@example.org"
    assert client.get("/account/new/").status_code == 302, "this visitor already has an account"


@database
@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"password": "kurz"}, "too short"),
        ({"password": "12345678901"}, "entirely numeric"),
        ({"password": "password"}, "too common"),
        ({"name": "Hashimoto", "password": "hashimoto1"}, "too similar"),
        ({"name": ""}, "required"),
        ({"name": "a\u0007b"}, "cannot be used as a name"),
        ({"name": "ﷺ" * 40}, "too long"),
        ({"name": "TAKEN"}, "This name is already taken"),
        ({"name": "Ｔaken"}, "This name is already taken"),
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
    assert PASSWORD not in text_of(response), "a password must never be sent back"


@database
def test_wrong_name_and_wrong_password_sound_the_same(client: Client) -> None:
    sign_up(Client())
    wrong, nobody = log_in(client, password=OTHER), log_in(client, "Nobody")
    for response in (wrong, nobody):
        assert response.status_code == 422
        assert "The name or the password is wrong. Try again." in text_of(response)
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
    assert Person.objects.count() == 2, "the guest must no longer exist separately"
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
        assert client.get(f"/t/{table.slug}/").status_code == 200, "this device stays logged in"
    else:
        sign_up(client)
        assert client.get(f"/t/{table.slug}/").status_code == 200
    assert thief.get(f"/t/{table.slug}/").status_code == 403
    assert Client().get(link).status_code == 404


@database
def test_an_open_stream_ends_with_its_cookie(client: Client) -> None:
    from ichiba.site.live.streams import Gone

    table = new_table(["me", "greedy"], client, name="Aki")
    sign_up(client)
    request = RequestFactory().get(f"/t/{table.slug}/stream/")
    request.person = Person.objects.get()  # type: ignore[attr-defined]
    request.htmx = False  # type: ignore[attr-defined]
    assert b"Lay a ticket" in table_views.next_event(request, table.slug, -1)[1]
    client.post("/account/log-out/")
    with pytest.raises(Gone):
        table_views.next_event(request, table.slug, -1)


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
    assert "This isn&#39;t your password. Try again." in text_of(wrong)
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
    assert "Check your email" in text_of(answer)
    do_soon()
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
    assert elsewhere.get(f"/t/{table.slug}/").status_code == 200, "setting the password logs in"
    assert client.get(f"/t/{table.slug}/").status_code == 403, "other devices are logged out"
    assert Client().get(link).status_code == 404, "the link works only once"
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
    do_soon()
    assert len(mail.outbox) == 1, "both the name and the address lead to it"


@database
def test_a_claimed_host_does_not_get_into_the_mail(client: Client, settings) -> None:  # type: ignore[no-untyped-def]
    configure(settings, url="https://play.example")
    sign_up(client, email="aki@example.org")
    Client(headers={"host": "evil.example"}).post("/account/reset/", {"name": "Aki"})
    do_soon()
    assert "https://play.example/account/reset/" in mail.outbox[0].body
    assert "evil" not in mail.outbox[0].body


@database
def test_a_mail_server_that_is_gone_tells_nothing(client: Client, settings, caplog) -> None:  # type: ignore[no-untyped-def]
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    sign_up(client, email="aki@example.org")
    answer = client.post("/account/reset/", {"name": "Aki"})
    assert "Check your email" in text_of(answer)
    do_soon()
    lines = [one.getMessage() for one in caplog.records if one.levelname == "WARNING"]
    why = f"ConnectionRefusedError {ECONNREFUSED}"
    assert lines == [f"An errand (mail) is tried again later: {why}"]
    assert Errand.objects.get().error == why


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
    assert '<strong>Someone</strong> <span class="chat-text">hello</span>' in page
    assert "Someone is gone. A bot takes over." in page
    assert running.seats.get(number=0).stand_in
    waiting.refresh_from_db()
    assert waiting.owner == Person.objects.get(name="Ben"), "the remaining player becomes the host"
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
            snapshots.forget(table.pk)
        for path in ("", "replay/?at=3", "record.json"):
            page = text_of(Client().get(f"/t/{table.slug}/{path}"))
            assert "Someone" in page
            assert "Hashimoto" not in page
    assert "Hashimoto" not in text_of(Client().get("/"))
    record = json.loads(Client().get(f"/t/{table.slug}/record.json").content)
    assert record["names"][0] == "Someone"
    assert record["result"]["scores"] == table.scores


@pytest.mark.journey
def test_a_guest_makes_an_account_and_plays_on_in_another_browser(people) -> None:  # type: ignore[no-untyped-def]
    home, elsewhere = people(), people()
    home.goto("/")
    press(home, "Play against bots")
    expect(home.locator("#prompt")).to_have_text("Lay a ticket on lot 1.")
    home.locator("#hand-4").click()
    expect(home.locator("#prompt")).to_have_text("Lay a ticket on lot 2.")
    home.locator(".me").click()
    home.get_by_role("link", name="Create account").click()
    home.get_by_label("Name").fill("Fumiko")
    home.get_by_label("Password").fill(PASSWORD)
    home.get_by_role("button", name="Create account").click()
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
    expect(elsewhere.get_by_text("You are watching.")).to_be_visible()
    expect(elsewhere.locator("[name=move]")).to_have_count(0)
